"""How load grows: `python -m bench.growth` draws docs/images/growth.svg.

With 10, 100 and 1,000 racers: moves a second, and the server's processor time for each.  With 10,
100 and 1,000 spectators of one race: deliveries a second, and how late they come.
"""

import argparse
from itertools import repeat
from pathlib import Path
from typing import Final

from bench import server, spectators
from bench.shared.load import Running, connected, plan, racing, run, scratch, spread, take_seats
from bench.shared.panels import Panel, picture
from engine import catalogue
from protocol.messages import Settings

PICTURE: Final = Path(__file__).parent.parent / "docs" / "images" / "growth.svg"
COUNTS: Final = (10, 100, 1000)
GAME: Final = "klondike"
WATCHED: Final = "spectators of a race of 8"


def race(directory: str, racers: int, seconds: float) -> tuple[float, float]:
    """Return moves a second, and microseconds of processor a move."""
    settings = Settings(GAME, server.GAMES[GAME], countdown=0, seats=server.SEATS)

    async def go(running: Running) -> server.Measured:
        async with connected(running.port, racers) as connections:
            await take_seats(connections, settings)
            return await server.turn(
                running, connections, [*map(iter, repeat(frames, racers))], seconds
            )

    frames = plan(catalogue.make(GAME, settings.options), server.LINE * (4 if racers < 100 else 1))
    with racing(f"{directory}/{racers}-racers") as running:
        moves = run(go(running), "best")
    count = len(moves.delays)
    return count / moves.took, moves.processor / count * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
    parser.add_argument("--picture", type=Path, default=PICTURE)
    arguments = parser.parse_args()
    seconds = min(arguments.seconds, 20.0)
    rates, costs, deliveries, late = [], [], [], []
    with scratch() as directory:
        for count in COUNTS:
            rate, cost = race(directory, count, seconds)
            rates.append(rate)
            costs.append(cost)
            print(f"{count:>5} racers: {rate:,.0f} moves a second, {cost:.1f} µs each", flush=True)
        print(spectators.HEAD)
        for count in COUNTS:
            work = spectators.measure(f"{directory}/{count}-watch", count, 5.0, seconds)
            watched = run(work, "best")
            print(spectators.row(count, watched), flush=True)
            deliveries.append(watched.deliveries)
            late.append(spread(watched.delays).late * 1e3)
    panels = [
        Panel("Acknowledged moves a second", "racers", COUNTS, rates, "{:,.0f}"),
        Panel("Processor time a move, µs", "racers", COUNTS, costs, "{:.0f}"),
        Panel("Deliveries a second", "spectators of a race of 8", COUNTS, deliveries, "{:,.0f}"),
        Panel(
            "Delay at a spectator, 99 %, ms", "spectators of a race of 8", COUNTS, late, "{:.0f}"
        ),
    ]
    arguments.picture.write_text(picture(panels), encoding="utf-8")
    print(f"drawn in {arguments.picture}")


if __name__ == "__main__":
    main()

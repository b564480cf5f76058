"""How load grows: `python -m bench.growth` draws docs/images/growth.svg.

With 10, 100 and 1,000 racers: moves a second, and the server's processor time for each.  With 10,
100 and 1,000 spectators of one race: deliveries a second, and how late they come.
"""

import argparse
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from bench import server, spectators
from bench.load import plan, racing, run, scratch, spread
from engine import catalogue
from protocol.messages import Settings

PICTURE: Final = Path(__file__).parent.parent / "docs" / "images" / "growth.svg"
COUNTS: Final = (10, 100, 1000)
GAME: Final = "klondike"
WIDTH, HEIGHT, LEFT, TOP, SIDE, GAP = 860, 620, 70, 50, 330, 100
"""Of the picture and of a panel in it, in pixels."""
TALL: Final = 200


class Panel(NamedTuple):
    """A value for each of `COUNTS`."""

    title: str
    across: str
    values: Sequence[float]
    form: str


def race(directory: str, racers: int, seconds: float) -> tuple[float, float]:
    """Return moves a second, and microseconds of processor a move."""
    settings = Settings(GAME, server.GAMES[GAME], countdown=0, seats=server.SEATS)
    frames = plan(catalogue.make(GAME, settings.options), server.LINE * (4 if racers < 100 else 1))
    with racing(f"{directory}/{racers}-racers") as running:
        moves = run(server.measure(running, racers, frames, seconds, settings), "best")
    count = len(moves.delays)
    return count / moves.took, moves.processor / count * 1e6


def picture(panels: Sequence[Panel]) -> str:
    """Return an SVG with four panels."""
    font = 'font-family="sans-serif" font-size="13" fill="#222"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {font}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for number, panel in enumerate(panels):
        x = LEFT + number % 2 * (SIDE + GAP)
        y = TOP + number // 2 * (TALL + GAP)
        parts += draw(panel, x, y)
    return "\n".join([*parts, "</svg>\n"])


def draw(panel: Panel, x: int, y: int) -> list[str]:
    """Return a panel's parts: its values from 0 up, over racers or spectators by tens."""
    most = max(panel.values) * 1.15
    floor, middle, title = y + TALL, x + SIDE // 2, escape(panel.title)
    parts = [
        f'<text x="{x}" y="{y - 14}" font-size="15" font-weight="bold">{title}</text>',
        f'<path d="M{x} {floor}H{x + SIDE}" stroke="#888"/>',
        f'<text x="{middle}" y="{floor + 40}" text-anchor="middle">{panel.across}</text>',
    ]
    for place, (value, count) in enumerate(zip(panel.values, COUNTS, strict=True)):
        left, tall = x + 30 + place * 100, round(TALL * value / most)
        label = panel.form.format(value)
        parts += [
            f'<rect x="{left}" y="{floor - tall}" width="70" height="{tall}" fill="#1f6f43"/>',
            f'<text x="{left + 35}" y="{floor - tall - 6}" text-anchor="middle">{label}</text>',
            f'<text x="{left + 35}" y="{floor + 20}" text-anchor="middle">{count:,}</text>',
        ]
    return parts


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
        Panel("Acknowledged moves a second", "racers", rates, "{:,.0f}"),
        Panel("Processor time a move, µs", "racers", costs, "{:.0f}"),
        Panel("Deliveries a second", "spectators of a race of 8", deliveries, "{:,.0f}"),
        Panel("Delay at a spectator, 99 %, ms", "spectators of a race of 8", late, "{:.0f}"),
    ]
    arguments.picture.write_text(picture(panels), encoding="utf-8")
    print(f"drawn in {arguments.picture}")


if __name__ == "__main__":
    main()

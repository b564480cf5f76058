"""Whether a busy server is as quick while deals are looked for beside it: `python -m bench.stock`.

Racers make so many moves a second in all on a server that has a foundry, a process beside it that
finds deals that can be won.  In turn, a room looks for a deal that cannot be had, which keeps the
foundry busy, and no room does.  `times` is how long an answer takes with it, beside what it takes
without, in the median of all turns; the last column is what the foundry had of a core meanwhile.
"""

import argparse
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final, NamedTuple

from websockets.asyncio.client import ClientConnection

from bench.server import GAMES, LINE, SEATS, Measured, row, together, turn
from bench.shared.load import (
    Running,
    ask,
    connected,
    disk,
    plan,
    racing,
    run,
    say,
    scratch,
    spread,
    take_seats,
)
from engine import catalogue
from harness.ratios import note
from protocol.messages import (
    VERSION,
    ChangeSettings,
    CreateRoom,
    Hello,
    RoomState,
    Settings,
    StartRace,
    Welcome,
)

IDLE: Final = Settings("triple-peaks", {"progressive_rounds": True})
SOUGHT: Final = Settings("triple-peaks", {"progressive_rounds": True}, deals="winnable")
"""Nobody can win that."""


class Turn(NamedTuple):
    """What was measured while deals were looked for, or none were."""

    measured: Measured
    foundry: float
    """What it used of its processor, in seconds."""


async def in_turn(
    server: Running, frames: Sequence[bytes | str], settings: Settings, args: argparse.Namespace
) -> tuple[list[Turn], list[Turn]]:
    """Let all race without and with a foundry at work, in turn; return these and those turns."""
    without, beside = list[Turn](), list[Turn]()
    async with connected(server.port, args.racers) as racers, connected(server.port, 1) as [host]:
        await take_seats(racers, settings)
        await ask(host, Hello(VERSION, "Seeker"), Welcome)
        await ask(host, CreateRoom(IDLE), RoomState)
        ways = [iter(frames) for _ in racers]
        for _ in range(args.turns):
            for wished, turns in ((IDLE, without), (SOUGHT, beside)):
                await ask(host, ChangeSettings(wished), RoomState)
                if wished is SOUGHT:
                    await say(host, StartRace())
                turns.append(await one_turn(server, racers, ways, args))
    return without, beside


async def one_turn(
    server: Running,
    racers: Sequence[ClientConnection],
    ways: Sequence[Iterator[bytes | str]],
    args: argparse.Namespace,
) -> Turn:
    """Let all race for a turn."""
    used = server.used().beside
    measured = await turn(server, racers, ways, args.seconds, args.pace)
    return Turn(measured, server.used().beside - used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--racers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each turn")
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--pace", type=float, default=3000.0, help="moves a second in all")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    args = parser.parse_args()
    print(f"{f'{args.racers} racers':<20} a second       median         99 %   processor")
    with scratch() as directory:
        for name in [args.game] if args.game else GAMES:
            frames = plan(catalogue.make(name, GAMES[name]), LINE)
            settings = Settings(name, GAMES[name], countdown=0, seats=SEATS)
            with racing(f"{directory}/{name}", stock=True) as server:
                without, beside = run(in_turn(server, frames, settings, args), "best")
            print(row(f"{name}, alone", together([each.measured for each in without])))
            print(row(f"{name}, beside it", together([each.measured for each in beside])))
            medians = [
                [spread(each.measured.delays).median for each in turns]
                for turns in (without, beside)
            ]
            times = median(b / w for w, b in zip(*medians, strict=True))
            share, idle = (
                sum(each.foundry for each in turns) / sum(each.measured.took for each in turns)
                for turns in (beside, without)
            )
            told = f"times, foundry {share:.2f} of a core ({idle:.2f} alone)"
            print(f"{times:>72.2f} {told}", flush=True)
            note(f"an answer in {name} while deals are found", times, "without")
        print(disk(directory))


if __name__ == "__main__":
    main()

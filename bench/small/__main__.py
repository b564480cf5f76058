"""A club on a board computer: `python -m bench.small`.

A real `samedeal serve`, with all that it begins, is held to a quarter of a core and 256 MiB by a
control group of Linux (as root).  100 racers in rooms of four, each of whom makes a move every two
thirds of a second, and 100 guests who look on are other processes, which are not.  Told is how long
answers and deliveries take, what the server has of a core meanwhile, and for how much of the time
it had to wait for more of it.  `racers late` is how late (99 %) the racers' own process was, for
which the server can do nothing.  Then all play faster, step by step, until one answer of a hundred
takes longer than 100 ms twice: before that is what such a computer carries.

With `--at HOST` the server is another computer, a real board perhaps; it is told first how it has
to be started, as all of these racers have one address.
"""

import argparse
import signal
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from bench.shared.load import Spread, disk, run, scratch, spread
from bench.small.cgroups import Bounds, Group, NoGroup, Used, group
from bench.small.club import Club, Waits, of
from client.session.address import Address, parse_address
from harness.ratios import note
from harness.server_process import ServerProcess

TOO_LATE: Final = 0.1
"""Seconds that one answer of a hundred may take."""
FASTER: Final = 1.5
"""How much faster everybody is in the next step."""
MOST: Final = 15.0
"""Moves a second of a racer that are never passed: the server lets nobody make more than 20."""
STEP: Final = 8.0
"""Seconds of each step after the first."""
MANY: Final = 10**6
FLAGS: Final = tuple(
    f"--limits-{name}={MANY}"
    for name in (
        "connections-per-address",
        "readers-per-address",
        "connecting-burst",
        "guests-per-address",
        "players-per-hour",
        "rooms-per-address",
        "address-rooms-per-hour",
        "races-per-hour",
        "requests-per-address",
        "requests-per-address-burst",
    )
)
"""What a server wants to be told as all clients have one address here; all else is as usual."""
SLOW: Final = "0.05"
"""Seconds from which on a commit counts as slow, as the metrics have it."""
HEAD: Final = (
    f"{'moves/s':>8}  {'answers: median':>16} {'99 %':>9} {'most':>9}  "
    f"{'deliveries: median':>18} {'99 %':>9} {'most':>9}  {'racers late':>11}  "
    f"{'core':>5} {'held up':>8}"
)


def row(waits: Waits, delivered: list[float], used: tuple[Used, Used] | None) -> str:
    """Return a line about what was measured."""
    text = f"{waits.rate:>8,.0f}  {_times(spread(waits.answers), 16)}  "
    text += _times(spread(delivered), 18) if delivered else " " * 38
    text += f"  {spread(waits.late).late * 1e3:>8.1f} ms"
    if used:
        before, after = used
        core = (after.processor - before.processor) / waits.took
        text += f"  {core:>5.1%} {(after.held - before.held) / waits.took:>8.1%}"
    return text


def _times(times: Spread, width: int) -> str:
    median, late, latest = (1e3 * each for each in times)
    return f"{median:>{width - 3}.1f} ms {late:>6.1f} ms {latest:>6.1f} ms"


def commits(address: Address) -> str:
    """Return a line about the server's commits: for a slow disk it can do nothing."""
    with urlopen(f"http://127.0.0.1:{address.port}/metrics", timeout=10) as answer:
        lines = (line.rpartition(" ") for line in answer.read().decode().splitlines())
        numbers = {name: number for name, _, number in lines}
    name = "samedeal_commit_seconds"
    made = int(float(numbers[f"{name}_count"]))
    slow = made - int(float(numbers[f'{name}_bucket{{le="{SLOW}"}}']))
    return f"{slow} of {made} commits took longer than {float(SLOW) * 1e3:.0f} ms"


async def measure(address: Address, boxed: Group | None, args: argparse.Namespace) -> None:
    """Let a club play at a server, faster and faster, and tell how it went."""
    async with Club(address) as club:
        await club.come(args.racers, args.guests)
        print(f"all races start at once: the last racer has cards after {await club.start():.2f} s")
        parts: list[tuple[Waits, tuple[Used, Used] | None]] = []
        each, seconds, beside, late = args.each, args.seconds, False, False
        while each <= MOST:
            before = boxed.used() if boxed else None
            waits = await club.play(each, seconds)
            parts.append((waits, (before, boxed.used()) if boxed and before else None))
            if not beside and args.deals:
                await club.look_for_deals()
                beside = True
                continue
            late, before_that = spread(waits.answers).late > TOO_LATE, late
            if (late and before_that) or args.once:
                break
            each, seconds = each * FASTER, min(STEP, args.seconds)
        deliveries, lost = await club.deliveries()
    print(HEAD)
    for waits, used in parts:
        print(row(waits, of(deliveries, waits), used))
    allowed = f"the {TOO_LATE * 1e3:.0f} ms that it may be"
    for waits, what in zip((w for w, _ in parts), ("", ", deals looked for"), strict=False):
        told = f"an answer's 99 % on a small computer{what}"
        note(told, spread(waits.answers).late / TOO_LATE, allowed, at_most=1)
    good = [waits.rate for waits, _ in parts if spread(waits.answers).late <= TOO_LATE]
    limit = f"{max(good):,.0f} moves a second" if good else "not even the first pace"
    print(f"99 of 100 answers within {TOO_LATE * 1e3:.0f} ms up to: {limit}; guests lost: {lost}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racers", type=int, default=100)
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--each", type=float, default=1.5, help="moves a second of each racer")
    parser.add_argument("--seconds", type=float, default=30.0, help="for which that is measured")
    parser.add_argument("--once", action="store_true", help="only at this pace")
    parser.add_argument(
        "--deals",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="from the second line on, deals that can be won are looked for beside it",
    )
    parser.add_argument("--core", type=float, default=0.25, help="the part of a core")
    parser.add_argument("--memory", type=int, default=256, help="in MiB")
    parser.add_argument("--period", type=float, default=100.0, help="of the control group, in ms")
    parser.add_argument("--at", type=parse_address, help="the address of a server elsewhere")
    parser.add_argument("serve", nargs="*", help="what else `samedeal serve` is told, behind --")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the group goes in any case
    if args.at:
        print(f"It has to be started so: samedeal serve --host 0.0.0.0 {' '.join(FLAGS)}")
        run(measure(args.at, None, args), "best")
        return 0
    bounds = Bounds(args.core, args.memory << 20, args.period / 1e3)
    try:
        with ExitStack() as stack:
            boxed = stack.enter_context(group(bounds))
            directory = stack.enter_context(scratch())
            held = f"{args.core:g} of a core in periods of {args.period:g} ms, {args.memory} MiB"
            print(f"{held}; {args.racers} racers, {args.guests} guests", flush=True)
            options = (*FLAGS, "--metrics=127.0.0.1", *args.serve)
            data, before = Path(directory), boxed.entering()
            began = time.perf_counter()
            server = stack.enter_context(ServerProcess(data, "", *options, before=before))
            print(f"listening after {time.perf_counter() - began:.1f} s", flush=True)
            run(measure(server.address, boxed, args), "best")
            used, processes = boxed.used(), boxed.processes()
            print(
                f"memory: {used.peak >> 20} MiB at its peak with files, now "
                f"{used.resident >> 20} MiB without, of {len(processes)} processes; held up in "
                f"{used.held_periods} of {used.periods} periods"
            )
            print(f"{commits(server.address)}; {disk(directory)}")
    except NoGroup as why:
        print(
            f"{why}. Run this as root, or start a server elsewhere:\n"
            f"  systemd-run --scope -p CPUQuota={args.core:.0%} -p MemoryMax={args.memory}M "
            f"samedeal serve {' '.join(FLAGS)}\n"
            "and name it: python -m bench.small --at localhost",
            file=sys.stderr,
        )
        return 2
    return 0


if __name__ == "__main__":
    try:
        code = main()
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)

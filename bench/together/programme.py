"""What `python -m bench` runs: a short form of each benchmark of docs/performance.md.

Another one is a line here, and a call of `harness.ratios.note` where it has measured.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

from bench.together.needs import aisleriot, browser, files, nothing, postgres, quarter

SLACK: Final = 6.0
"""How many times as long as on a quiet machine a benchmark may take."""
LEAST: Final = 180.0
"""Seconds that each may take anyway."""


class UnknownBenchmark(ValueError):
    """There is none of that name; the text says which there are."""


class Benchmark(NamedTuple):
    """One that is run as a program, with options that make it short."""

    name: str
    module: str
    about: str
    takes: float
    """Seconds on two quiet cores, about."""
    scaled: Mapping[str, float] = {}
    """Its options that say how long something is measured, or how often (whole numbers)."""
    options: Sequence[str] = ()
    """The others."""
    lacks: Callable[[], str] = nothing
    """Returns what has to be done here before it can run; nothing if it can."""

    def command(self, scale: float) -> list[str]:
        """Return what Python is to run, with everything measured so many times as long."""
        command = ["-m", self.module]
        for option, value in self.scaled.items():
            times = value * scale
            command += [
                option,
                str(max(1, round(times))) if isinstance(value, int) else f"{times:g}",
            ]
        return [*command, *self.options]

    def limit(self, scale: float) -> float:
        """Return the seconds after which it is stopped."""
        return max(LEAST, self.takes * SLACK) * max(1.0, scale)


CONNECTIONS: Final = 1000
SPECTATORS: Final = 1000
ROOM: Final = 200
"""Files that a process has open beside its connections."""

PROGRAMME: Final = (
    Benchmark(
        "engine",
        "bench.engine",
        "moves of all games, beside copying a position",
        13,
        {"--seconds": 0.02, "--searched": 800},
    ),
    Benchmark(
        "aisleriot",
        "tools.aisleriot.times",
        "moves of all games, beside AisleRiot's own rules",
        19,
        {"--walks": 1},
        lacks=aisleriot,
    ),
    Benchmark("wire", "bench.wire", "reading and writing messages, beside two passes", 5),
    Benchmark(
        "server",
        "bench.server",
        "moves of 100 racers in three games, in JSON too, beside an echo",
        45,
        {"--seconds": 1.5},
        ("--page",),
    ),
    Benchmark(
        "pace",
        "bench.server",
        "how late answers are at 5,000 moves a second, beside an echo",
        16,
        {"--seconds": 5.0},
        ("--pace", "5000", "--game", "klondike"),
    ),
    Benchmark(
        "spectators",
        "bench.spectators",
        "deliveries to 1,000 spectators, and how long racers wait",
        33,
        {"--seconds": 4.0},
        ("--spectators", str(SPECTATORS), "--rate", "18", "--guests"),
        lambda: files(SPECTATORS + ROOM),
    ),
    Benchmark(
        "small",
        "bench.small",
        "a club of 100 racers and 100 guests on a quarter of a core",
        30,
        {"--seconds": 5.0},
        ("--once",),
        quarter,
    ),
    Benchmark(
        "stock",
        "bench.stock",
        "racers' answers while deals are looked for beside them",
        16,
        {"--seconds": 1.0, "--turns": 4},
        ("--game", "klondike"),
    ),
    Benchmark(
        "lookups",
        "bench.lookups",
        "racers' answers beside those who look things up",
        18,
        {"--seconds": 4.0},
    ),
    Benchmark(
        "queries",
        "bench.queries",
        "questions to the past, beside reading through all of it",
        10,
        options=("--races", "30000", "--players", "6000"),
    ),
    Benchmark(
        "idle",
        "bench.idle",
        "memory of a connection that does nothing, beside one of an echo",
        18,
        {"--seconds": 1.0},
        ("--connections", str(CONNECTIONS), "--gone", "0"),
        lambda: files(CONNECTIONS + ROOM),
    ),
    Benchmark(
        "restart", "bench.restart", "200 races after a kill, beside a server's first start", 15
    ),
    Benchmark(
        "several",
        "bench.several",
        "what two servers on one PostgreSQL carry, beside one",
        22,
        {"--seconds": 3.0},
        ("--servers", "1", "2"),
        postgres,
    ),
    Benchmark(
        "units",
        "bench.units",
        "what a spectator and PostgreSQL cost, beside a racer and a server",
        22,
        {"--seconds": 3.0},
        ("--racers", "200", "--pace", "1000", "--spectators", "200"),
        postgres,
    ),
    Benchmark(
        "elsewhere",
        "bench.elsewhere",
        "1,000 guests at another server than the room's, beside its own",
        40,
        {"--seconds": 4.0},
        ("--guests", str(SPECTATORS)),
        lambda: postgres() or files(SPECTATORS + ROOM),
    ),
    Benchmark(
        "board",
        "bench.board",
        "the window's sixteen boards, of a frame's time",
        22,
        {"--frames": 100},
        ("klondike",),
    ),
    Benchmark(
        "client",
        "bench.client",
        "the window's start beside Qt's, its border, its waiting",
        60,
        {"--seconds": 1.0, "--runs": 2},
    ),
    Benchmark(
        "play",
        "bench.client",
        "from `make play` to the first cards, beside Qt alone",
        18,
        {"--runs": 2},
        ("--play",),
    ),
    Benchmark(
        "page",
        "bench.page",
        "the first card in a slow browser, beside a page of one line",
        35,
        {"--runs": 2, "--seconds": 3.0},
        ("--locales", "en-GB"),
        browser,
    ),
    Benchmark(
        "deals",
        "bench.deals",
        "finding a deal that can be won, beside moves",
        5,
        {"--deals": 30},
        ("diamond-mine", "scorpion"),
    ),
)


def chosen(names: Collection[str]) -> list[Benchmark]:
    """Return the benchmarks of these names in the order they are run in; all of them without any.

    Raises:
        UnknownBenchmark: there is none of one of these names.
    """
    there = [each.name for each in PROGRAMME]
    for name in names:
        if name not in there:
            raise UnknownBenchmark(f"there is no benchmark {name!r}, but {', '.join(there)}")
    return [each for each in PROGRAMME if not names or each.name in names]

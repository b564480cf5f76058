"""What floods do to those who race: a server besieged in every way, and what others notice of it.

`python -m tools.faults.besiege` runs, for each scenario of `tools.faults.besiegers`, and for one
address and for twelve of them, `samedeal serve` with data of its own; beside it some who behave
(`tools.faults.racers`) and measure how long the answers to moves and hellos take; and besiegers.
`--scenario NAME` and `--addresses N`, each as often as wanted, and `--seconds S` choose; the exit
code is 1 if a goal is missed.  All of it takes about forty minutes.  In less than ten seconds there
are too few answers for a 99th percentile.

**Goal**: the 99th percentile of the racers' delays, of moves and of hellos, stays within twice of
what it was before (or below `FLOOR`, where it is the system's own).  Of four hundred hellos the
fourth slowest decides, so a siege that misses is laid twice more, and the three medians count.

**How it is compared.**  All share this machine.  So *before* is with the same processes: the
besiegers (and the crowd, where the scenario wants a full room) are there, connected as far as they
have to be, and idle.  The server has the first core to itself; all others share the rest, where
the besiegers run at the lowest priority (`NICE`), that the racers wait for the server and not for
their own processor.  With two cores, some of what is measured is still that the besiegers keep the
racers' core busy; with one, nothing is worth comparing.  So is a machine that does anything else,
and a disk whose commits take now one millisecond and now ten (`TMPDIR` names another place for the
data: one in memory takes none, and what is compared is harder to keep then).  Besiegers knock 5,000
times a second at most, and send as much as is taken: those who come over a network have to come by
as many packets first.

The columns: delays in milliseconds as `before → during`, medians and 99th percentiles; what the
besiegers did a second (knocks at the door, those let in, messages sent), and were refused by a
message; the server's processor time in percent of a core; its memory in MiB; bytes of log a second.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import trustme
from rich.console import Console
from rich.table import Table

from engine import catalogue
from server.storage.entries import written_as_texts
from server.storage.filing import options_key
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from tools.faults.besiegers import LANES, READERS
from tools.faults.fuzz_server import ROOT, Racers, Target, high, racing, serving

SECONDS: Final = 20.0
"""How long is measured before, and during."""
SETTLE: Final = 2.0
"""Seconds until all is as quiet as it gets, before anything is measured."""
SET_UP: Final = 180.0
"""Seconds that the besiegers have until they are ready."""
RUNS: Final = 3
"""Runs of a siege that misses a goal, in all."""
FLOOR: Final = 2.0
"""Milliseconds below which no delay counts as usual: the system's own."""
TWICE: Final = 2.0
NICE: Final = 19
PREFERRED: Final = -5
"""The priority of all others, where we may give it: what else runs here disturbs them less then."""
RACERS: Final = 6
HELLOS: Final = 20
"""Hellos a second of those who behave."""
MANY: Final = 12
"""Addresses in the second run of each scenario."""
LOOK: Final = 0.25
"""Seconds between two looks at the server's memory."""
RACES: Final = 5000
"""Races that there have been, in a scenario about the past."""
LONG: Final = 3000
"""Entries of each racer in a long race."""


@dataclass(frozen=True)
class Scenario:
    """How a siege is prepared."""

    name: str
    siege: str = ""
    """The one of `SIEGES`, if it is not called as this is."""
    tls: bool = False
    crowd: int = 0
    """Spectators in a room that the besiegers are told the code of; 0: no such room."""
    past: bool = False
    """Whether there have been many races, among them long ones."""


SCENARIOS: Final[dict[str, Scenario]] = {
    each.name: each
    for each in (
        Scenario("files"),
        Scenario("unread files"),
        Scenario("endless requests"),
        Scenario("silent connects"),
        Scenario("silent connects, TLS", siege="silent connects", tls=True),
        Scenario("handshakes"),
        Scenario("hellos"),
        Scenario("mangled frames"),
        Scenario("pings"),
        Scenario("big frames"),
        Scenario("replays", past=True),
        Scenario("profiles", past=True),
        Scenario("leaderboards", past=True),
        Scenario("lists"),
        Scenario("watchers", crowd=READERS),
        Scenario("passwords", crowd=1),
        Scenario("rooms"),
        Scenario("chat", crowd=READERS),
        Scenario("resyncs", crowd=READERS),
        Scenario("refused moves"),
        Scenario("slow readers", crowd=READERS),
    )
}


class Delays(NamedTuple):
    """How long answers took, in milliseconds."""

    median: float
    late: float
    """The 99th percentile."""
    answers: int


def delays(answers: Iterable[tuple[float, float]], begin: float, end: float) -> Delays:
    """Return how long those answers took that came between two times."""
    found = [delay for at, delay in answers if begin <= at <= end]
    if not found:
        return Delays(float("nan"), float("nan"), 0)
    return Delays(statistics.median(found), high(found), len(found))


@dataclass
class Span:
    """What was measured before, or during, a siege."""

    moves: Delays
    hellos: Delays
    processor: float
    """Of the server, as a part of a core."""
    memory: float
    """The server's, at most, in MiB."""
    logged: float
    """Bytes of log a second."""


@dataclass
class Outcome:
    """What was seen of one siege."""

    scenario: str
    addresses: int
    before: Span
    during: Span
    did: dict[str, float]
    """What the besiegers did, each a second."""
    faults: list[str] = field(default_factory=list)
    """What must not be, beside missed goals."""

    @property
    def missed(self) -> list[str]:
        """Return the goals that were missed, and all else that must not be, in words."""
        return missed([self])


def missed(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the goals that the same siege missed, by the medians of its runs, in words.

    With what must not be in any of them.
    """
    found = [fault for each in outcomes for fault in each.faults]
    for what in ("moves", "hellos"):
        spans = [(getattr(each.before, what), getattr(each.during, what)) for each in outcomes]
        if not all(during.answers for _, during in spans):
            found.append(f"{what}: no answers")
            continue
        usual = statistics.median(before.late for before, _ in spans)
        now = statistics.median(during.late for _, during in spans)
        if now > TWICE * max(usual, FLOOR):
            found.append(f"{what}: {now:.1f} ms instead of {usual:.1f} ms")
    return found


class NoSiege(Exception):
    """There was none; the text says why."""


# The siege ----------------------------------------------------------------------------------------


async def run(
    scenario: Scenario,
    addresses: int,
    seconds: float,
    *,
    racers: int = RACERS,
    hellos: float = HELLOS,
    lanes: int = LANES,
    crowd: int = READERS,
    races: int = RACES,
) -> Outcome:
    """Besiege a server from so many addresses, and return what was seen.

    `lanes` are the besiegers' connections from each address.  `crowd` is how many spectators there
    are at most, if the scenario wants some, and `races` how many there have been, if it wants that.
    """
    async with contextlib.AsyncExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="samedeal-siege-")))
        options = _certificate(directory) if scenario.tls else ()
        if scenario.past:
            await _write_past(directory / "data", races)
        target = await stack.enter_async_context(serving(directory, *options))
        _pin(target.pid, server=True)
        tls = ("--tls",) if scenario.tls else ()
        wellbehaved = await racing(target.port, racers, "--hellos", str(hellos), *tls)
        _pin(wellbehaved.pid)
        try:
            code, siege = "", scenario.siege or scenario.name
            if scenario.crowd:
                number = min(crowd, scenario.crowd)
                spectators = await stack.enter_async_context(
                    _child(siege, target.port, "--crowd", str(number))
                )
                code = (await _ready(spectators)).partition(" ")[2]
            besiegers = await stack.enter_async_context(
                _child(
                    siege,
                    target.port,
                    *_addresses(addresses),
                    *("--code", code, "--lanes", str(lanes)),
                )
            )
            await _ready(besiegers)
            await wellbehaved.begun("move", *(["hello"] if hellos else []))
            before = await _span(target, wellbehaved, seconds)
            _say(besiegers, "go")
            during = await _span(target, wellbehaved, seconds, settle=0)
            did = await _stop(besiegers)
        finally:
            disturbed = await wellbehaved.stop()
        faults = [f"somebody who behaved was disturbed: {disturbed}"] if disturbed else []
        if not target.running:
            faults.append("the server ended")
        elif trouble := target.trouble:
            faults.append(f"the server's log has an error: {trouble}")
        await target.stop()
    a_second = {what: count / seconds for what, count in did.items()}
    return Outcome(scenario.name, addresses, before, during, a_second, faults)


async def _span(
    target: Target, wellbehaved: Racers, seconds: float, settle: float = SETTLE
) -> Span:
    """Measure for so many seconds."""
    await asyncio.sleep(min(settle, seconds))
    begin, used, logged = time.monotonic(), target.processor, target.logged
    memory = target.memory
    while (left := begin + seconds - time.monotonic()) > 0:
        await asyncio.sleep(min(LOOK, left))
        memory = max(memory, target.memory)
    end = time.monotonic()
    return Span(
        delays(wellbehaved.answers, begin, end),
        delays(wellbehaved.hellos, begin, end),
        (target.processor - used) / (end - begin),
        memory,
        (target.logged - logged) / (end - begin),
    )


def _addresses(count: int) -> list[str]:
    """Return where besiegers come from."""
    if os.uname().sysname != "Linux":  # Elsewhere 127.0.0.1 is the only one.
        return ["127.0.0.1"]
    return [f"127.0.0.{number}" for number in range(2, count + 2)]


def _pin(pid: int, *, server: bool = False, nice: int = PREFERRED) -> None:
    """Give a process its cores, where the system lets us: the first one is the server's."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, pid, nice)
    if nice == NICE and hasattr(os, "SCHED_IDLE"):  # Whoever else wants to run does at once.
        os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
    if not hasattr(os, "sched_setaffinity"):
        return
    first, *others = sorted(os.sched_getaffinity(0))
    cores = {first} if server or not others else set(others)
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # It has just ended.
            os.sched_setaffinity(int(thread.name), cores)


# Besiegers ----------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def _child(siege: str, port: int, *arguments: str) -> AsyncIterator[Process]:
    """Start a process of besiegers, or the crowd; end it in the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tools.faults.besiegers", siege, str(port), *arguments,
        cwd=ROOT, stdin=PIPE, stdout=PIPE,
    )  # fmt: skip
    _pin(process.pid, nice=NICE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _ready(process: Process) -> str:
    """Wait until a process says that it is ready; return what it says."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SET_UP):
            line = (await process.stdout.readline()).decode().strip()
    except TimeoutError:
        line = f"not ready within {SET_UP:.0f} seconds"
    if not line.startswith("ready"):
        raise NoSiege(f"the besiegers could not begin: {line or 'they ended'}")
    return line


def _say(process: Process, text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{text}\n".encode())


async def _stop(process: Process) -> dict[str, int]:
    """Call besiegers off; return what they did."""
    assert process.stdin is not None
    process.stdin.close()
    async with asyncio.timeout(60):
        line, _ = await process.communicate()
    if process.returncode:
        raise NoSiege("the besiegers ended with an error")
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


# What there was before ----------------------------------------------------------------------------


def _certificate(directory: Path) -> tuple[str, ...]:
    """Make a certificate; return the options by which the server takes it."""
    path = directory / "server.pem"
    trustme.CA().issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(path)
    return ("--tls-certificate", str(path))


async def _write_past(data: Path, races: int) -> None:
    """Write so many races that are over and that player 1 was in, the first of them long ones."""
    await (await SQLiteDatabase.open(data)).close()
    await asyncio.to_thread(_fill, data / FILE_NAME, min(8, races), races)


def _fill(path: Path, long: int, count: int) -> None:
    now, options = int(time.time()), options_key(catalogue.entry("klondike").complete({}))
    settings = f'{{"game":"klondike","options":{options}}}'
    races = range(1, count + 1)
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO players (id, name, name_key, token_hash, bot, made) VALUES (?,?,?,?,0,?)",
            ((n, f"past {n}", f"past {n}", str(n), now) for n in range(1, 401)),
        )
        connection.executemany(
            "INSERT INTO races (id, game, options, settings, seed, commitment, started, elapsed) "
            "VALUES (?, 'klondike', ?, ?, 'seed', 'promise', ?, 900000)",
            ((race, options, settings, now - 900) for race in races),
        )
        for race in races:
            entries = LONG if race <= long else 0
            racing = [1, *(2 + (race * 3 + other) % 399 for other in range(3))]
            connection.executemany(
                "INSERT INTO racers (race, player, seat, status, score, place, moves, milliseconds)"
                " VALUES (?, ?, ?, 'won', 52, ?, ?, ?)",
                (
                    (race, player, seat, seat + 1, entries or 120, 200_000 + race)
                    for seat, player in enumerate(racing)
                ),
            )
            sql, lots = written_as_texts(
                (race, number, racing[number % len(racing)], "[6,1,7]", number * 70, None)
                for number in range(entries * len(racing))
            )
            connection.executemany(sql, lots)
        connection.executemany(
            "UPDATE races SET ended = ? WHERE id = ?",
            ((now - 3600 * (len(races) - race), race) for race in races),
        )
    connection.close()


async def lay(scenario: Scenario, addresses: int, seconds: float) -> list[Outcome]:
    """Besiege a server, and twice more if that missed a goal; return what was seen each time."""
    outcomes = [await run(scenario, addresses, seconds)]
    again = RUNS - 1 if outcomes[0].missed else 0
    return outcomes + [await run(scenario, addresses, seconds) for _ in range(again)]


# The table ----------------------------------------------------------------------------------------


def table(outcomes: Sequence[Outcome]) -> Table:
    """Return what was seen, a row a siege."""
    shown = Table()
    shown.add_column("scenario")
    titles = ("addresses", "move 50 %", "move 99 %", "hello 50 %", "hello 99 %")
    more = ("knocks/s", "let in/s", "sent/s", "refused/s", "CPU %", "MiB", "log B/s", "goal")
    for title in (*titles, *more):
        shown.add_column(title, justify="right")
    for each in outcomes:
        before, during = each.before, each.during
        did = [f"{each.did.get(what, 0):.0f}" for what in ("knocks", "let in", "sent", "refused")]
        shown.add_row(
            each.scenario,
            str(each.addresses),
            f"{before.moves.median:.1f} → {during.moves.median:.1f}",
            f"{before.moves.late:.1f} → {during.moves.late:.1f}",
            f"{before.hellos.median:.1f} → {during.hellos.median:.1f}",
            f"{before.hellos.late:.1f} → {during.hellos.late:.1f}",
            *did,
            f"{before.processor * 100:.0f} → {during.processor * 100:.0f}",
            f"{before.memory:.0f} → {during.memory:.0f}",
            f"{before.logged:.0f} → {during.logged:.0f}",
            "missed" if each.missed else "kept",
        )
    return shown


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--scenario", choices=SCENARIOS, action="append", help="only those named")
    parser.add_argument(
        "--addresses", type=int, action="append", help=f"so many; default: 1, then {MANY}"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="before, and during")
    chosen = parser.parse_args(arguments)
    outcomes, any_missed = [], False
    console = Console(width=None if sys.stdout.isatty() else 200)
    for name in chosen.scenario or SCENARIOS:
        for addresses in chosen.addresses or (1, MANY):
            try:
                seen = asyncio.run(lay(SCENARIOS[name], addresses, chosen.seconds))
            except NoSiege as why:
                verdict = str(why)
            else:
                outcomes += seen
                verdict = "; ".join(missed(seen)) or ("kept", "kept in the median")[len(seen) > 1]
            any_missed = any_missed or not verdict.startswith("kept")
            text = f"{name}, {addresses} addresses: {verdict}"
            console.print(text, markup=False, soft_wrap=True)
    console.print(table(outcomes))
    return 1 if any_missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""What an operator may live to see, tried out on servers of its own, before each release.

`python -m tools.faults.trials` runs all trials and prints a table of them; `--list` names them, and
`--only NAME` runs one.  Each starts `samedeal serve` and the other commands as a user would, on
data of its own in a temporary directory.  The exit code is 1 when one has failed.  Some need rights
or programs that are not everywhere; those are left out, and the table says so.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from client.session.address import Address
from harness.checking_racers import CheckingRacers, faults, some_moves, told_alike, until
from harness.server_process import free_port
from server.storage.sqlite.files import FILE_NAME
from tools.faults import kill_server
from tools.faults.kill_server import ROOT

RACERS: Final = 10
PATIENCE: Final = 60.0
"""Seconds that anything may take before a trial has failed."""
MEASURED: Final = ("--metrics", "127.0.0.1")
"""Lets the trials read a server's numbers."""
NOBODY: Final = 65534
OLD: Final = ROOT / "tests" / "server" / "storage" / "data" / "schema-1.sql"
"""A small database of the oldest schema."""


class LeftOut(Exception):
    """A trial cannot be done here; the text says why."""


@dataclass
class Bench:
    """What a trial is done with, and what it found."""

    place: Path
    chance: random.Random
    times: int
    """How often whatever is done at random moments is done."""
    done: str = ""
    """What was done, in a line."""
    wrong: list[str] = field(default_factory=list)

    def check(self, what: str, *, holds: bool) -> None:
        """Note that something does not hold that should."""
        if not holds:
            self.wrong.append(what)


Trial = Callable[[Bench], Awaitable[None]]


# Commands and servers -----------------------------------------------------------------------------


def command(*arguments: object) -> list[str]:
    """Return what runs a command of Samedeal's."""
    return [sys.executable, "-m", "samedeal", *map(str, arguments)]


def run(*arguments: object) -> tuple[int, str]:
    """Run a command to its end; return its exit code, and what it said."""
    told = subprocess.run(
        command(*arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return told.returncode, told.stdout + told.stderr


def start(*arguments: object) -> "subprocess.Popen[bytes]":
    """Start a command, whatever it may say."""
    return subprocess.Popen(
        command(*arguments), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


class Process:
    """A server in a process of its own; what it logs goes to a file beside its data."""

    def __init__(self, data: Path, before: Sequence[str] = (), port: int | None = None) -> None:
        """Start it; `before` is what its command is started by, such as a shell."""
        self.port = port or free_port()
        self.log = data.with_name(f"{data.name}.log")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*before, *command("serve", "--data", data, "--port", self.port, *MEASURED)],
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )

    def health(self) -> int:
        """Return what /healthz answers; 0 if nobody does."""
        return self._page("/healthz")[0]

    def metrics(self) -> str:
        """Return the numbers of /metrics."""
        status, numbers = self._page("/metrics")
        if status != HTTPStatus.OK:
            raise RuntimeError(f"/metrics answers {status}")
        return numbers

    def _page(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""
        except OSError:
            return 0, ""

    async def until_health_is(self, status: int) -> None:
        """Wait until /healthz answers this."""
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(self.health) != status:
                if self.process.poll() is not None:
                    raise RuntimeError(f"the server has ended: {self.log.read_text()[-500:]}")
                await asyncio.sleep(0.05)

    async def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal, twice, and wait for the end."""
        for _ in range(2):
            self.process.send_signal(how)
            with suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self.process.wait, 3)
                return
        await asyncio.to_thread(self.process.wait, PATIENCE)


@asynccontextmanager
async def serving(
    data: Path, before: Sequence[str] = (), port: int | None = None
) -> AsyncIterator[Process]:
    """Run a server that is well, for as long as the block lasts."""
    server = Process(data, before, port)
    try:
        await server.until_health_is(200)
        yield server
    finally:
        await server.end()


async def make_data(bench: Bench, moves: int = 100) -> Path:
    """Let some race on a server, and return its data."""
    data = bench.place / "data"
    async with serving(data) as server:
        company = CheckingRacers(Address("127.0.0.1", server.port))
        try:
            await company.gather(RACERS, 5, bench.chance)
            await some_moves(company, moves)
            await company.finish()
        finally:
            await company.leave()
    return data


def verified(bench: Bench, data: Path, when: str) -> None:
    """Note if a database does not check out."""
    code, said = run("verify", data)
    bench.check(f"{when}, verify: {said.strip()[-300:]}", holds=code == 0)


def in_a_sentence(bench: Bench, said: str, what: str) -> None:
    """Note if a command did not say in a sentence what is the matter."""
    for sign in ("Traceback", "a mistake of the program"):
        bench.check(f"{what}: {said.strip()[-300:]}", holds=sign not in said)


# The trials ---------------------------------------------------------------------------------------


async def kills(bench: Bench) -> None:
    """SIGKILL again and again while they race: nothing acknowledged is lost, nor done twice."""
    data = bench.place / "data"
    company, bench.done = await kill_server.run(data, bench.times, RACERS, bench.chance)
    sessions = [racer.session for racer in company.racers]
    bench.wrong += faults(data, sessions) + told_alike(sessions)
    verified(bench, data, "afterwards")


async def kills_at_start(bench: Bench) -> None:
    """SIGKILL while a server starts: for the first time, on an old database, and on its own."""
    for number in range(bench.times):
        data = bench.place / str(number)
        if number % 2:
            data.mkdir()
            with closing(sqlite3.connect(data / FILE_NAME)) as connection:
                connection.executescript(OLD.read_text())
        for _ in range(3):
            server = Process(data)
            await asyncio.sleep(bench.chance.uniform(0.2, 1.0))
            await server.end(signal.SIGKILL)
        async with serving(data):
            pass
        verified(bench, data, f"start {number}")
    bench.done = f"{3 * bench.times} kills between 0.2 and 1 s after the start"


async def kills_at_stop(bench: Bench) -> None:
    """SIGTERM during races, and SIGKILL a moment later."""
    data, port = bench.place / "data", free_port()
    company = CheckingRacers(Address("127.0.0.1", port))
    try:
        for _ in range(bench.times):
            async with serving(data, port=port) as server:
                if not company.racers:
                    await company.gather(RACERS, 5, bench.chance)
                await some_moves(company, 20)
                server.process.terminate()
                await asyncio.sleep(bench.chance.uniform(0, 0.1))
                server.process.kill()
                await asyncio.to_thread(server.process.wait, PATIENCE)
        async with serving(data, port=port):
            await company.finish()
    finally:
        await company.leave()
    sessions = [racer.session for racer in company.racers]
    bench.wrong += faults(data, sessions) + told_alike(sessions)
    bench.done = f"{bench.times} times, {company.acknowledged} entries acknowledged"


async def kills_of_readers(bench: Bench) -> None:
    """Backup and verify are killed beside a server that goes on: it notices nothing."""
    data = await make_data(bench)
    copies = bench.place / "copies"
    copies.mkdir()
    async with serving(data) as server:
        for number in range(bench.times):
            how = signal.SIGTERM if number % 2 else signal.SIGKILL
            arguments = (
                ("backup", data, copies / str(number)) if number % 4 < 2 else ("verify", data)
            )
            reading = start(*arguments)
            await asyncio.sleep(bench.chance.uniform(0.1, 0.5))
            reading.send_signal(how)
            await asyncio.to_thread(reading.wait, PATIENCE)
        bench.check("the server is not well", holds=server.health() == 200)
        for copy in copies.iterdir():
            if copy.suffix != ".partial":
                verified(bench, copy, f"the copy {copy.name}")
        code, said = run("backup", data, copies / "last")
        bench.check(f"a backup after that: {said}", holds=code == 0)
    verified(bench, data, "afterwards")
    bench.done = f"{bench.times} backups and verifications killed or ended"


@contextmanager
def small_disk(place: Path) -> Iterator[None]:
    """Have a small disk of its own at a place.

    Raises:
        LeftOut: nobody may mount one here.
    """
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        raise LeftOut("nobody but root may mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


async def full_disk(bench: Bench) -> None:
    """The disk is full for a while: nobody is served, and it goes on by itself."""
    disk = bench.place / "disk"
    with small_disk(disk):
        data, filler = disk / "data", disk / "filler"
        server = Process(data)
        company = CheckingRacers(Address("127.0.0.1", server.port))
        try:
            await server.until_health_is(200)
            await company.gather(RACERS, 5, bench.chance)
            for _ in range(max(1, bench.times // 5)):
                await some_moves(company, 50)
                _fill(filler)
                await server.until_health_is(503)
                await asyncio.sleep(2)
                filler.unlink()
                await server.until_health_is(200)
            counted = server.metrics()
            bench.check("no failure is counted", holds="write_failures_total 0.0" not in counted)
            bench.check("it counts mistakes", holds="samedeal_errors_total 0.0" in counted)
            await some_moves(company, 50)
            await company.finish()
            _fill(filler)
            await server.until_health_is(503)
            code, said = run("verify", data)
            in_a_sentence(bench, said, "verify on a full disk")
            await server.end(signal.SIGKILL)
            code, said = run("backup", data, disk / "copy")
            bench.check(f"a backup on the full disk: {said}", holds=code == 1)
            in_a_sentence(bench, said, "backup")
            filler.unlink()
            async with serving(data):
                pass
        finally:
            await company.leave()
            server.process.kill()
            server.process.wait()
        log = server.log.read_text()
        bench.check("a traceback in the log", holds="Traceback" not in log)
        size = len(log)
        sessions = [racer.session for racer in company.racers]
        bench.wrong += faults(data, sessions) + told_alike(sessions)
        verified(bench, data, "afterwards")
    bench.done = (
        f"full {max(1, bench.times // 5)} times under {RACERS} racers: {company.acknowledged} "
        f"entries acknowledged, {size // 1000} kB of log"
    )


def _fill(filler: Path) -> None:
    """Write until the disk is full."""
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


async def no_more_bytes(bench: Bench) -> None:
    """No file of a server may grow for a while: what a quota or a broken disk does."""
    if not hasattr(resource, "prlimit"):
        raise LeftOut("only Linux can limit another process")
    data = bench.place / "data"
    async with serving(data) as server:
        company = CheckingRacers(Address("127.0.0.1", server.port))
        limit = partial(resource.prlimit, server.process.pid, resource.RLIMIT_FSIZE)
        try:
            await company.gather(RACERS, 5, bench.chance)
            for _ in range(max(1, bench.times // 5)):
                await some_moves(company, 50)
                limit((bench.chance.choice((0, 8192, 100_000)), resource.RLIM_INFINITY))
                await server.until_health_is(503)
                limit((resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                await server.until_health_is(200)
            await until(lambda: all(racer.session.welcomed for racer in company.racers))
            await company.finish()
        finally:
            limit((resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await company.leave()
    sessions = [racer.session for racer in company.racers]
    bench.wrong += faults(data, sessions) + told_alike(sessions)
    verified(bench, data, "afterwards")
    bench.done = f"{max(1, bench.times // 5)} times, {company.acknowledged} entries acknowledged"


async def flipped_bytes(bench: Bench) -> None:
    """Bytes flipped, pages zeroed, the file cut off: each command works, or says what to do."""
    whole = (await make_data(bench) / FILE_NAME).read_bytes()
    started = 0
    for number in range(bench.times):
        data = bench.place / str(number)
        data.mkdir()
        (data / FILE_NAME).write_bytes(_spoilt(whole, bench.chance))
        for arguments in (
            ("verify", data),
            ("backup", data, data / "copy"),
            ("replay", "--all", "--data", data),
            ("leaderboard", "klondike", "--data", data),
        ):
            in_a_sentence(bench, run(*arguments)[1], f"{arguments[0]} of file {number}")
        server = Process(data)
        with suppress(RuntimeError):
            await server.until_health_is(200)
            started += 1
        await server.end()
        in_a_sentence(bench, server.log.read_text(), f"serve with file {number}")
    bench.done = f"{bench.times} damaged files, with {started} of which a server started"


def _spoilt(whole: bytes, chance: random.Random) -> bytes:
    content = bytearray(whole)
    match chance.randrange(4):
        case 0:
            page = chance.randrange(len(content) // 4096) * 4096
            content[page : page + 4096] = bytes(4096)
        case 1:
            del content[chance.randrange(len(content)) :]
        case _:
            for _ in range(8):
                content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
    return bytes(content)


async def descriptors(bench: Bench) -> None:
    """More connections than the server may have files: it stays, and its log stays small."""
    data = bench.place / "data"
    shell = ("sh", "-c", 'ulimit -n 64; exec "$@"', "sh")
    seconds = 5.0
    async with serving(data, shell) as server:
        before = len(server.log.read_text().splitlines())
        lines = []
        for _ in range(150):
            with suppress(OSError):
                lines.append(socket.create_connection(("127.0.0.1", server.port), 1))
        await asyncio.sleep(seconds)
        told = len(server.log.read_text().splitlines()) - before
        for line in lines:
            line.close()
        await server.until_health_is(200)
    bench.check(f"{told} lines of log in {seconds:g} s", holds=told <= 2 * seconds)
    in_a_sentence(bench, server.log.read_text(), "the log")
    bench.done = f"150 connections with `ulimit -n 64`: {told} lines of log in {seconds:g} s"


def _at(shift: str) -> tuple[str, ...]:
    """Return what a command is started by whose clock is to be off by so much.

    Raises:
        LeftOut: that cannot be done here.
    """
    if not shutil.which("faketime"):
        raise LeftOut("faketime is not here; races go by a clock that nobody sets (monotonic)")
    told = subprocess.check_output(["faketime", "-f", shift, "env"], text=True)
    wanted = ("LD_PRELOAD=", "FAKETIME=")
    return ("env", *(line for line in told.splitlines() if line.startswith(wanted)))


async def clocks(bench: Bench) -> None:
    """The clock is a day ahead at one start, a day back at the next: all races go on."""
    data, port = bench.place / "data", free_port()
    company = CheckingRacers(Address("127.0.0.1", port))
    try:
        for shift in ("+0", "+1d", "-1d", "+0"):
            async with serving(data, _at(shift), port):
                if not company.racers:
                    await company.gather(RACERS, 5, bench.chance)
                await some_moves(company, 50)
        async with serving(data, port=port):
            await company.finish()
    finally:
        await company.leave()
    sessions = [racer.session for racer in company.racers]
    bench.wrong += faults(data, sessions) + told_alike(sessions)
    verified(bench, data, "afterwards")
    bench.done = f"a day ahead, a day back, right: {company.acknowledged} entries acknowledged"


AS_ANOTHER: Final = """
import contextlib, io, json, os, sys
from samedeal.__main__ import main
from samedeal.commands import admin, backup, leaderboard, replay, serve, verify
with contextlib.suppress(ImportError):
    import uvloop
user, commands = json.loads(sys.argv[1])
def run(arguments):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        return main(arguments), said.getvalue()
for early in (["leaderboard", "klondike", "--data", "/"], ["backup", "/", "/dev"]):
    run(early)
os.setgroups([])
os.setresgid(user, user, user)
os.setresuid(user, user, user)
print(json.dumps([run(arguments) for arguments in commands]))
"""
"""Runs commands as another user, who need not be able to read this Python."""


def run_as_another(user: int, commands: list[list[str]]) -> list[tuple[int, str]]:
    """Run commands as this user; return for each its exit code, and what it said."""
    told = subprocess.run(
        [sys.executable, "-c", AS_ANOTHER, json.dumps([user, commands])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return [(code, said) for code, said in json.loads(told.stdout)]


async def wrong_user(bench: Bench) -> None:
    """Files of root's in the data directory of another: each command says whose they are."""
    if os.geteuid() != 0:
        raise LeftOut("only root can be somebody else")
    data = await make_data(bench)
    for directory in (data, bench.place):
        if directory.stat().st_mode & 0o111 != 0o111:
            directory.chmod(directory.stat().st_mode | 0o111)
    tried = 0
    for name in (".", FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"):
        path = data / name
        for each in (data, *data.iterdir()):
            os.chown(each, NOBODY, NOBODY)
        new = not path.exists()
        path.touch()
        os.chown(path, 0, 0)
        path.chmod(0o700 if path.is_dir() else 0o600)
        commands = [
            ["serve", "--data", str(data), "--port", "0"],
            ["verify", str(data)],
            ["backup", str(data), str(data / "copy")],
            ["replay", "--all", "--data", str(data)],
            ["leaderboard", "klondike", "--data", str(data)],
            ["admin", str(data), "list", "rooms"],
        ]
        told = run_as_another(NOBODY, commands)
        for arguments, (code, said) in zip(commands, told, strict=True):
            tried += 1
            in_a_sentence(bench, said, f"{arguments[0]} with {name} of root's")
            if arguments[0] == "serve":
                bench.check(f"serve: {said}", holds=code == 1 and "sudo " in said)
        if new:
            path.unlink()
    bench.done = f"{tried} commands as nobody, with files of root's"


TRIALS: Final[dict[str, Trial]] = {
    "kills": kills,
    "kills-at-start": kills_at_start,
    "kills-at-stop": kills_at_stop,
    "kills-of-readers": kills_of_readers,
    "full-disk": full_disk,
    "no-more-bytes": no_more_bytes,
    "flipped-bytes": flipped_bytes,
    "descriptors": descriptors,
    "clocks": clocks,
    "wrong-user": wrong_user,
}


def try_one(trial: Trial, times: int, seed: int) -> tuple[Bench, str]:
    """Do a trial; return it with the verdict: passed, failed, or left out."""
    with tempfile.TemporaryDirectory(prefix="samedeal-trial-") as place:
        bench = Bench(Path(place), random.Random(seed), times)  # noqa: S311
        try:
            asyncio.run(_in_time(trial, bench))
        except LeftOut as why:
            bench.done = str(why)
            return bench, "left out"
        except Exception as error:  # noqa: BLE001 (whatever it is, the trial has failed)
            bench.wrong.append(f"{type(error).__name__}: {error}")
    return bench, "failed" if bench.wrong else "passed"


async def _in_time(trial: Trial, bench: Bench) -> None:
    async with asyncio.timeout(PATIENCE + 15 * bench.times):
        await trial(bench)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the module says; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="only name the trials")
    parser.add_argument("--only", action="append", choices=TRIALS, default=[], metavar="NAME")
    parser.add_argument("--times", type=int, default=20, help="how often what is random is done")
    parser.add_argument("--seed", type=int, default=None, help="for the same choices again")
    args = parser.parse_args(arguments)
    if args.list:
        for name, trial in TRIALS.items():
            print(f"{name:18}{trial.__doc__}")
        return 0
    seed = random.randrange(10**6) if args.seed is None else args.seed  # noqa: S311
    table = Table("trial", "what was done", "seconds", "verdict", title=f"Trials (seed {seed})")
    failed = 0
    for name in args.only or TRIALS:
        print(f"{name}: {TRIALS[name].__doc__}", file=sys.stderr, flush=True)
        began = time.monotonic()
        bench, verdict = try_one(TRIALS[name], args.times, seed)
        for line in bench.wrong:
            print(f"{name}: WRONG: {line}", flush=True)
        failed += verdict == "failed"
        table.add_row(name, bench.done, f"{time.monotonic() - began:.0f}", verdict)
    Console().print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

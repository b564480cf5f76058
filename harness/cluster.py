"""A PostgreSQL of one's own: a private cluster in a temporary folder, reached by a socket there."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

if sys.platform != "win32":
    import pwd

PACKAGE: Final = "postgresql"
_DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian has the programs of each version, outside of the PATH."""
_USERS: Final = ("postgres", "nobody")
"""Who runs it where root would: PostgreSQL refuses that."""
_HERE: Final = """
    SELECT EXISTS (
        SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND flush_lsn >= '{}')
"""
"""Whether a standby for which commits wait has the log up to a place."""
STARTING: Final = 60
"""Seconds that it may take to start, or to stop."""


def programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, the newest there is; None without any."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = [each for each in _DEBIAN.glob("*") if each.name.isdecimal()]
    for version in sorted(versions, key=lambda each: int(each.name), reverse=True):
        if (version / "bin" / "initdb").exists():
            return version / "bin"
    return None


@dataclass(frozen=True)
class Cluster:
    """A running PostgreSQL.  Databases are made and dropped by SQL, as anywhere."""

    folder: Path
    """Its data, and its socket."""
    bin: Path
    as_user: dict[str, Any]
    options: str

    def address(self, database: str = "postgres") -> str:
        """Return where a database is, as `samedeal serve --database` takes it."""
        return f"postgresql://samedeal@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        self._control("start", "-w", "-o", self.options, "-l", str(self.folder / "log"))

    def stop(self, how: str = "immediate") -> None:
        """Stop it: `fast` lets it write its end, `immediate` is as a crash."""
        self._control("stop", "-w", "-m", how)

    def signal(self, what: signal.Signals) -> None:
        """Send it a signal, with all its processes: SIGSTOP is as a disk that hangs."""
        for pid in self._processes():
            with suppress(ProcessLookupError):
                os.kill(pid, what)

    def follow(self, other: "Cluster") -> None:
        """Become a standby of another one; all that it has committed is here, and will be.

        It is not running, and what it had is gone.  Both wait for the disk if both were made so.
        """
        data = self.folder / "data"
        shutil.rmtree(data, ignore_errors=True)
        copy = [str(self.bin / "pg_basebackup"), "-D", str(data), "-c", "fast", "-R"]
        _run([*copy, "-d", f"host={other.folder} user=samedeal"], self.as_user)
        self.start()
        other.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        other.run("SELECT pg_reload_conf()")
        # Commits wait for a standby once the checkpointer has read that, which it does before this.
        other.run("CHECKPOINT")
        here = _HERE.format(other.run("SELECT pg_current_wal_insert_lsn()"))
        until = time.monotonic() + STARTING
        while other.run(here) != "t":
            if time.monotonic() > until:
                raise RuntimeError("the standby does not have all that was committed")
            time.sleep(0.05)

    def promote(self) -> None:
        """Be a standby no more, and wait for nobody."""
        self._control("promote", "-w")
        self.run("ALTER SYSTEM RESET synchronous_standby_names")
        self.run("SELECT pg_reload_conf()")

    def run(self, sql: str) -> str:
        """Do something as an administrator would; return the one value that it brings, if any."""
        return _run([str(self.bin / "psql"), "-qXAtc", sql, self.address()], self.as_user).strip()

    def processor(self) -> float:
        """Return the seconds of processor time that its processes have used."""
        return sum(map(processor_of, self._processes()))

    def _processes(self) -> list[int]:
        main = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        return [main, *map(int, children)]

    def _control(self, what: str, *more: str) -> None:
        data = self.folder / "data"
        run = [str(self.bin / "pg_ctl"), what, "-s", "-t", str(STARTING), "-D", str(data)]
        _run([*run, *more], self.as_user)


def processor_of(pid: int) -> float:
    """Return the seconds of processor time that a process has used; 0 of one that is gone."""
    with suppress(FileNotFoundError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


@contextmanager
def cluster(*, durable: bool = False, within: str | None = None) -> Iterator[Cluster]:
    """Run a PostgreSQL for as long as the `with` lasts.

    `durable` has it wait for the disk, as it does anywhere else; without, what was committed
    outlives PostgreSQL, but not the machine.  `within` names a folder that everybody may enter.
    """
    found = programs()
    assert found, f"PostgreSQL is not here: install {PACKAGE}"
    # Not in a folder of pytest's own, which nobody else may enter.
    folder = Path(tempfile.mkdtemp(prefix="samedeal-pg-", dir=within))
    as_user = _as_user(folder)
    where = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=60"
    where += " -c wal_retrieve_retry_interval=100ms"  # A standby is not to keep anybody waiting.
    quick = "" if durable else " -c fsync=off -c full_page_writes=off"
    made = Cluster(folder, found, as_user, where + quick)
    try:
        init = [str(found / "initdb"), "-D", str(folder / "data"), "-U", "samedeal", "-N"]
        _run([*init, "-A", "trust", "-E", "UTF8", "--locale=C"], as_user)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_user(folder: Path) -> dict[str, Any]:
    """Return how to start programs as somebody who may run PostgreSQL, and give them the folder."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    known = {each.pw_name: each for each in pwd.getpwall()}
    user = next(known[name] for name in _USERS if name in known)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _run(command: Sequence[str], as_user: dict[str, Any]) -> str:
    done = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",
        timeout=STARTING + 10,
        **as_user,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stdout}")
    return str(done.stdout)

"""Servers on one PostgreSQL to which everything happens: `python -m tools.cluster_trial`.

Three servers share a PostgreSQL of their own.  Racers come through one door, which leads to any of
the servers, and go from there to the one that has their room; the line of each server to the
database, and of the racers to each server, can be cut.  Again and again one of these happens:

  kill       a server is killed, and started again
  stop       a server is told to stop, hands its rooms over, and is started again
  pause      a server stands still for longer than its lease, and goes on then
  cut off    nothing passes between a server and the database for a while, and nobody is told
  no way     no racer reaches a server for a while
  postgres   PostgreSQL is killed in the midst of commits, and started again
  slow disk  PostgreSQL stands still for a while, as before a disk that hangs
  both       a server is killed while another one stands still
  promote    with `--standby`: PostgreSQL is killed, and its synchronous standby promoted; servers
             have the address of both, and the one that was killed becomes the standby

Guests come to each of the servers and stay there if they can, and after each of these, they have to
see boards move again.  They must miss no step, and see in the end what the racers see.  And
all that was acknowledged has to be in the database, whichever that is now.

Every second room is raced on deals that can be won, which the servers' foundries find meanwhile: no
two races, at whatever servers, may have the same, and each solution is the one that was certified.

In the end, everything is moved to a file, and `harness.checking_racers.faults` has to find nothing
wrong there: every acknowledged move once and in order, each client's board as the replay has it.
The database notes who owned each room in which epoch: one server each; no entry is of an epoch that
was over when it came; and nobody's turn was ended before its lease was.  `--planted FAULT` puts a
fault of `tools.faults.planted` into the servers, which has to be found.  With `--haproxy`, the door
is a real HAProxy with the text of docs/deploy, and all servers are reached by its one address.
With `--keep`, what the servers logged can be read afterwards.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import asyncpg
import msgspec

from client.session.address import Address
from harness.checking_racers import CheckingRacer, CheckingRacers, some_moves, until
from harness.cluster import Cluster, cluster
from harness.relay import Relay, to_port, to_socket
from harness.server_process import free_port
from protocol import wire
from server.storage.opening import HOME_NAME, move_database, open_database
from server.storage.postgres.tenure import LEASE
from tools.faults.checking_guests import CheckingGuest
from tools.faults.kill_server import ROOT, SEATS, START, serve, verdict
from tools.faults.planted import PLANTED, SKEW, UNFENCED
from tools.faults.proxies import changed
from tools.faults.stocked import fill

SERVERS: Final = "abc"
"""Their names, which are their paths behind HAProxy."""
WELL: Final = 60.0
"""Seconds after which every racer has to get answers again, whatever has happened."""
RACE: Final = 60
"""Seconds that a race takes at most: with more moves than a race may have there is no answer."""
LOOK: Final = 0.02
"""Seconds between two looks at who waits for an answer."""
STOPPING: Final = 30.0
"""Seconds in which a server has to have handed its rooms over."""
NOTES: Final = """
    CREATE TABLE noted_owners (code TEXT, epoch BIGINT, owner BIGINT);
    CREATE FUNCTION note_owner() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO noted_owners VALUES (NEW.code, NEW.epoch, NEW.owner);
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_owner AFTER INSERT OR UPDATE OF owner, epoch ON rooms
    FOR EACH ROW EXECUTE FUNCTION note_owner();

    CREATE TABLE noted_entries (race BIGINT, number INTEGER, epoch BIGINT, of_room BIGINT);
    CREATE FUNCTION note_entries() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO noted_entries SELECT made.race, made.number, made.epoch, rooms.epoch
        FROM made LEFT JOIN rooms ON rooms.race = made.race
        WHERE rooms.epoch IS DISTINCT FROM made.epoch;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_entries AFTER INSERT ON entries REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION note_entries();

    CREATE TABLE noted_turns (epoch BIGINT, home TEXT, by TEXT, lease TIMESTAMPTZ);
    CREATE FUNCTION note_turn() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO noted_turns VALUES (OLD.epoch, OLD.home, txid_current()::TEXT, OLD.lease);
        RETURN OLD;
    END $$;
    CREATE TRIGGER note_turn BEFORE DELETE ON servers
    FOR EACH ROW WHEN (OLD.lease > clock_timestamp()) EXECUTE FUNCTION note_turn();
"""
TWO_OWNERS: Final = """
    SELECT code, epoch FROM noted_owners GROUP BY code, epoch HAVING COUNT(DISTINCT owner) > 1
"""
STALE: Final = "SELECT race, number, epoch, of_room FROM noted_entries"
OUT_OF_ORDER: Final = """
    SELECT race, number FROM (
        SELECT race, number, epoch, MAX(epoch) OVER (PARTITION BY race ORDER BY number) AS highest
        FROM entries) AS entered WHERE epoch < highest
"""
ENTRIES: Final = "SELECT entry FROM entries WHERE race = $1 AND player = $2 ORDER BY number"
ENDS_ITSELF: Final = ("kill", "stop", "both", "postgres", "promote")
"""After which a server may end a turn of its own: as it ends, or comes back at its place."""
ENDED_EARLY: Final = "SELECT home, COUNT(*) FROM noted_turns GROUP BY home"


class Server:
    """One of the servers, with its lines."""

    def __init__(self, data: Path, club: "Trial", name: str) -> None:
        """Keep what is its own in `data`."""
        self.data, self.club, self.name = data, club, name
        self.port = free_port()
        self.door = Relay([to_port(self.port)], club.chance)
        """Through which racers reach it."""
        self.lines = [
            Relay([to_socket(str(each.folder / ".s.PGSQL.5432"))], club.chance)
            for each in club.databases
        ]
        """To the database, and to its standby."""
        self.process: Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        hosts = ",".join(f"127.0.0.1:{line.port}" for line in self.lines)
        database = f"postgresql://samedeal@{hosts}/postgres?sslmode=disable"
        if len(self.lines) > 1:
            database += "&target_session_attrs=read-write"
        there = f"ws://127.0.0.1:{self.door.port}/"
        if self.club.haproxy:
            there = f"ws://127.0.0.1:{self.club.haproxy}/{self.name}/"
        self.process = await serve(
            self.data,
            self.port,
            *("--database", database, "--reached-at", there, "--proxies", "127.0.0.1"),
            program=self.club.program,
        )

    def send(self, what: signal.Signals) -> None:
        """Send the process a signal."""
        assert self.process is not None
        self.process.send_signal(what)

    async def end(self, what: signal.Signals) -> None:
        """Send the process a signal that ends it, and wait for that."""
        assert self.process is not None
        if self.process.returncode is None:
            self.send(what)
            await asyncio.wait_for(self.process.wait(), STOPPING)


class Trial:
    """Three servers, a PostgreSQL, and some racers."""

    def __init__(
        self, databases: Sequence[Cluster], data: Path, chance: random.Random, planted: str | None
    ) -> None:
        """Keep the servers' own in `data`; `chance` says what happens when.

        The second of the `databases` is the standby, if there is one.
        """
        self.databases, self.chance = databases, chance
        self.postgres = databases[0]
        """The one that is written."""
        self.program = ("tools.faults.planted", planted) if planted else ("samedeal",)
        self.planted = planted
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []
        """What was seen that must not be."""
        self.waits: dict[str, float] = {}
        """The longest that a racer had to wait for an answer, by what had happened."""
        self._happening = ""
        self.servers = [Server(data / name, self, name) for name in SERVERS]
        self.data = data
        self.haproxy = 0
        """Its port, if it is there."""
        self.club = Relay([to_port(each.port) for each in self.servers], chance)
        """Where racers come first."""
        self.guests: list[CheckingGuest] = []

    # What happens ---------------------------------------------------------------------------------

    async def _kill(self, server: Server) -> None:
        await server.end(signal.SIGKILL)
        await asyncio.sleep(self.chance.uniform(0, 1.5 * LEASE))
        await server.start()

    async def _stop(self, server: Server) -> None:
        await server.end(signal.SIGTERM)
        await server.start()

    async def _pause(self, server: Server) -> None:
        server.send(signal.SIGSTOP)
        await asyncio.sleep(LEASE + self.chance.uniform(0.5, 3))
        server.send(signal.SIGCONT)

    async def _cut_off(self, server: Server) -> None:
        for line in server.lines:
            line.go_dead()
        await asyncio.sleep(self.chance.uniform(1, 2 * LEASE))
        for line in server.lines:
            line.come_alive()

    async def _no_way(self, server: Server) -> None:
        server.door.shut()
        await asyncio.sleep(self.chance.uniform(0.5, 3))
        server.door.reopen()

    async def _postgres(self, _: Server) -> None:
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.to_thread(self.postgres.start)

    async def _slow_disk(self, _: Server) -> None:
        self.postgres.signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.5, 4))
        self.postgres.signal(signal.SIGCONT)

    async def _both(self, server: Server) -> None:
        other = self.chance.choice([each for each in self.servers if each is not server])
        other.send(signal.SIGSTOP)
        await server.end(signal.SIGKILL)
        await asyncio.sleep(LEASE + 1)
        other.send(signal.SIGCONT)
        await server.start()

    async def _promote(self, _: Server) -> None:
        [standby] = [each for each in self.databases if each is not self.postgres]
        before, self.postgres = self.postgres, standby
        await asyncio.to_thread(before.stop)
        await asyncio.to_thread(standby.promote)
        await asyncio.to_thread(before.follow, standby)

    # ----------------------------------------------------------------------------------------------

    async def befall(self, fault: str, company: CheckingRacers) -> None:
        """Let one of the faults happen to one of the servers, and wait until all is well again."""
        self.done[fault] += 1
        self._happening = fault
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        print(f"{now} {sum(self.done.values())}: {fault}", file=sys.stderr, flush=True)
        await FAULTS[fault](self, self.chance.choice(self.servers))
        await answered(company)
        if lost := await self._lost(company.racers):
            raise RuntimeError(f"acknowledged entries are lost: {'; '.join(lost)}")
        before = [each.heard for each in self.guests]
        await self._until_guests(
            lambda: all(
                guest.heard > heard or all(map(is_idle, racers_of(company, guest)))
                for guest, heard in zip(self.guests, before, strict=True)
            ),
            "guests see no moves",
        )

    async def _lost(self, racers: list[CheckingRacer]) -> list[str]:
        """Return what was acknowledged in each racer's last race, and is not in the database."""
        connection = await asyncpg.connect(self.postgres.address())
        lost = []
        for session in (racer.session for racer in racers if racer.session.acknowledged):
            last = max(race for race, _ in session.acknowledged)
            told = {n: entry for (race, n), entry in session.acknowledged.items() if race == last}
            rows = await connection.fetch(ENTRIES, last, session.player)
            done = [msgspec.json.decode(entry) for (entry,) in rows]
            lost += [
                f"entry {number} of {session.name} in race {last} ({entry})"
                for number, entry in told.items()
                if number >= len(done) or done[number] != wire.pack_entry(entry)
            ]
        await connection.close()
        return lost

    async def _until_guests(self, condition: Callable[[], bool], otherwise: str) -> None:
        """Wait until something holds.

        Raises:
            RuntimeError: it does not, for too long.
        """
        try:
            async with asyncio.timeout(WELL):
                await until(condition)
        except TimeoutError:
            raise RuntimeError(f"{otherwise} in {WELL} s") from None

    async def compare(self, company: CheckingRacers) -> None:
        """Let the racers come to rest, and the guests see what they see.

        Raises:
            RuntimeError: the guests see something else.
        """
        await asyncio.gather(*(racer.settled() for racer in company.racers))
        await self._until_guests(
            lambda: all(
                racer.session.track is not None
                and guest.boards.get(racer.session.player)
                == (racer.session.track.number, racer.session.track.view)
                for guest in self.guests
                for racer in racers_of(company, guest)
            ),
            "guests do not see what racers see",
        )

    def invite(self, count: int, company: CheckingRacers) -> list[asyncio.Task[None]]:
        """Let so many guests come, to each server and each room in turn."""
        codes = sorted({room.code for each in company.racers if (room := each.session.room)})
        for number in range(count):
            port = self.servers[number % len(self.servers)].door.port
            code = codes[number // len(self.servers) % len(codes)]
            self.guests.append(CheckingGuest(f"ws://127.0.0.1:{port}/", code))
        return [asyncio.create_task(guest.run(), name="guest") for guest in self.guests]

    async def watch(self, racers: list[CheckingRacer]) -> None:
        """Note how long the racers wait for answers, until cancelled."""
        counts, since = [0] * len(racers), [time.monotonic()] * len(racers)
        while True:
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            for number, racer in enumerate(racers):
                session, count = racer.session, len(racer.session.acknowledged)
                track = session.track
                if count > counts[number] or track is None or not track.pending:
                    counts[number], since[number] = count, now
                waited = now - since[number]
                if self._happening:
                    longest = max(self.waits.get(self._happening, 0.0), waited)
                    self.waits[self._happening] = longest

    async def note(self) -> None:
        """Have the database note what is asked for in the end."""
        connection = await asyncpg.connect(self.postgres.address())
        await connection.execute(NOTES + (UNFENCED if self.planted == "no-epoch" else ""))
        await connection.close()

    async def ask(self) -> None:
        """See what the database has noted."""
        connection = await asyncpg.connect(self.postgres.address())
        for code, epoch in await connection.fetch(TWO_OWNERS):
            self.wrong.append(f"room {code} has had two owners in epoch {epoch}")
        for race, number, epoch, of_room in await connection.fetch(STALE):
            text = f"entry {number} of race {race} is of epoch {epoch}, the room was of {of_room}"
            self.wrong.append(text)
        for race, number in await connection.fetch(OUT_OF_ORDER):
            self.wrong.append(f"entry {number} of race {race} is of an earlier epoch than others")
        known = {(each.data / HOME_NAME).read_text(): each.name for each in self.servers}
        ended = await connection.fetch(ENDED_EARLY)
        restarts = sum(self.done[each] for each in ENDS_ITSELF)
        most = restarts + 2 + self.done["cut off"]
        for home, count in ended:
            if count > most:
                self.wrong.append(
                    f"{count} turns of server {known[home]} were ended before their time"
                )
        await connection.close()

    @asynccontextmanager
    async def running(self, *, haproxy: bool) -> AsyncIterator[None]:
        """Have everything up for as long as the block runs."""
        async with AsyncExitStack() as lines:
            own = (relay for each in self.servers for relay in (each.door, *each.lines))
            for relay in (self.club, *own):
                await lines.enter_async_context(relay.listening())
            if haproxy:
                self.haproxy = free_port()
                await lines.enter_async_context(self._before_all())
            try:
                async with open_database(self.data / "before", self.postgres.address()) as database:
                    await fill(database)
                for each in self.servers:
                    await each.start()
                await self.note()
                yield
            finally:
                for each in self.servers:
                    if each.process:
                        await each.end(signal.SIGKILL)
                await asyncio.sleep(
                    LEASE + (SKEW if self.planted else 0)
                )  # Nobody has a turn then.

    @asynccontextmanager
    async def _before_all(self) -> AsyncIterator[None]:
        """Run a HAProxy before the doors of all servers."""
        file = self.data / "haproxy.cfg"
        file.write_text(haproxy_configuration(self.haproxy, self.servers))
        process = await asyncio.create_subprocess_exec("haproxy", "-f", str(file), stderr=DEVNULL)
        try:
            yield
        finally:
            process.terminate()
            await process.wait()

    async def run(
        self,
        number: int,
        racers: int,
        guests: int,
        faults: Sequence[str],
        *,
        haproxy: bool = False,
    ) -> tuple[CheckingRacers, str]:
        """Let so many of these faults happen under so many racers, and guests who watch them.

        Return the racers, and a line about it.
        """
        began = time.monotonic()
        async with self.running(haproxy=haproxy):
            company = CheckingRacers(Address("127.0.0.1", self.haproxy or self.club.port))
            try:
                async with asyncio.timeout(START):
                    await company.gather(racers, SEATS, self.chance, RACE, certified=True)
                watching = asyncio.create_task(self.watch(company.racers))
                looking_on = self.invite(guests, company)
                try:
                    for _ in range(number):
                        await some_moves(company, self.chance.choice((0, 10, 100, 300)))
                        company.check()
                        await self.befall(self.chance.choice(faults), company)
                    await self.compare(company)
                    await company.finish()
                except (RuntimeError, TimeoutError, ConnectionError) as error:
                    self.wrong.append(str(error) or "the racers did not come to an end")
                for task in (watching, *looking_on):
                    task.cancel()
                await asyncio.gather(*looking_on, return_exceptions=True)
            finally:
                await company.leave()
            await self.ask()
        happened = ", ".join(f"{fault} {count}" for fault, count in sorted(self.done.items()))
        waits = ", ".join(f"{fault} {wait:.1f}" for fault, wait in sorted(self.waits.items()))
        for guest in self.guests:
            self.wrong += guest.wrong
        lines = sum(guest.lines for guest in self.guests)
        return company, (
            f"{number} faults ({happened}) in {time.monotonic() - began:.0f} s under {racers} "
            f"racers, and {guests} guests who connected {lines} times: {company.acknowledged} "
            f"entries acknowledged, {company.again} sent again; the longest that one waited for an "
            f"answer, in seconds: {waits}"
        )


FAULTS: Final[dict[str, Callable[[Trial, Server], Coroutine[None, None, None]]]] = {
    "kill": Trial._kill,
    "stop": Trial._stop,
    "pause": Trial._pause,
    "cut off": Trial._cut_off,
    "no way": Trial._no_way,
    "postgres": Trial._postgres,
    "slow disk": Trial._slow_disk,
    "both": Trial._both,
    "promote": Trial._promote,
}


def haproxy_configuration(port: int, servers: Sequence[Server]) -> str:
    """Return the text of docs/deploy/haproxy.cfg for these servers, and one more of them."""
    a, b, c = servers
    third = f"\tserver c 127.0.0.1:{c.door.port}\n"
    return changed(
        (ROOT / "docs" / "deploy" / "haproxy.cfg").read_text(encoding="utf-8"),
        (
            "bind :443 ssl crt /etc/haproxy/example.org.pem alpn http/1.1",
            f"bind 127.0.0.1:{port}",
        ),
        ("use_backend a if", "use_backend c if { path_beg /c/ }\n\tuse_backend a if"),
        (
            "server a 10.0.0.1:7713",
            f"server a 127.0.0.1:{a.door.port}",
        ),
        ("server b 10.0.0.2:7713\n\n", f"server b 10.0.0.2:7713\n{third}\nbackend c\n{third}\n"),
        ("server b 10.0.0.2:7713", f"server b 127.0.0.1:{b.door.port}"),
    )


def racers_of(company: CheckingRacers, guest: CheckingGuest) -> list[CheckingRacer]:
    """Return the racers in the room that a guest sees."""
    return [
        racer
        for racer in company.racers
        if racer.session.room and racer.session.room.code == guest.code
    ]


def is_idle(racer: CheckingRacer) -> bool:
    """Return whether nothing is asked of the servers by this racer now."""
    track = racer.session.track
    return track is not None and (track.status != "racing" or bool(racer.session.results))


def _state(racer: CheckingRacer) -> str:
    """Return where a racer stands, to find out why there is no answer."""
    session, track = racer.session, racer.session.track
    about = f"welcomed: {session.welcomed}, room {session.room and session.room.code}"
    if track is None or session.race is None:
        return f"{about}, not racing"
    waiting = f"{len(track.pending)} wait from {track.number} on"
    return f"{about}, race {session.race.number} of {session.race.settings.game}, {waiting}"


async def answered(company: CheckingRacers) -> None:
    """Wait until every racer who races has another answer.

    Raises:
        RuntimeError: one has none for too long.
        Exception: what has ended a racer.
    """
    before = [len(racer.session.acknowledged) for racer in company.racers]

    def unanswered() -> list[str]:
        return [
            f"{racer.session.name} ({_state(racer)})"
            for racer, count in zip(company.racers, before, strict=True)
            if len(racer.session.acknowledged) <= count and not is_idle(racer)
        ]

    try:
        async with asyncio.timeout(WELL):
            await company.until(lambda: not unanswered())
    except TimeoutError:
        raise RuntimeError(f"no answer in {WELL} s: {', '.join(unanswered())}") from None


def main(arguments: list[str] | None = None) -> int:
    """Do what the module says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--racers", type=int, default=20)
    parser.add_argument("--guests", type=int, default=6)
    parser.add_argument("--seed", type=int, default=None, help="for the same choices again")
    parser.add_argument("--haproxy", action="store_true", help="with a real one before all servers")
    parser.add_argument(
        "--only", choices=FAULTS, action="append", help="no other faults than this; or than these"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="a new one for logs and data, which stay there"
    )
    parser.add_argument("--standby", action="store_true", help="which is promoted, too")
    parser.add_argument("--planted", choices=PLANTED, help="a fault of ours, to be found")
    args = parser.parse_args(arguments)
    faults = args.only or [*FAULTS]
    if not args.standby and "promote" in faults:
        if args.only:
            parser.error("only a standby can be promoted: add --standby")
        faults.remove("promote")
    seed = random.randrange(10**6) if args.seed is None else args.seed  # noqa: S311
    with ExitStack() as stack:
        if args.keep:
            args.keep.mkdir(parents=True)
        data = args.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        databases = [
            stack.enter_context(cluster(durable=True)) for _ in range(2 if args.standby else 1)
        ]
        if args.standby:
            databases[1].stop()
            databases[1].follow(databases[0])
        trial = Trial(databases, data, random.Random(seed), args.planted)  # noqa: S311
        company, summary = asyncio.run(
            trial.run(args.faults, args.racers, args.guests, faults, haproxy=args.haproxy)
        )
        asyncio.run(move_database(trial.postgres.address(), data / "moved"))
        return verdict(data / "moved", company, f"{summary} (seed {seed})", trial.wrong)


if __name__ == "__main__":
    sys.exit(main())

"""The server: all its parts put together, with sockets and a database around the pure lobby.

async with Server.open(Path("data"), "127.0.0.1", 8765) as server:
    await server.serve_forever()
"""

import asyncio
import errno
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Final, cast

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Origin

from engine import catalogue
from server.analysis.analyses import Analyses
from server.analysis.analyst import Analyst
from server.bounds import Limits
from server.buckets import Bucket
from server.chance import Chance
from server.company.company import Company
from server.company.troupe import Troupe
from server.dailies.almanac import Almanac, Plan
from server.monitoring.metrics import Metrics, Snapshot
from server.monitoring.visitors import Visitors
from server.neighbours.handover import Handover
from server.neighbours.listing import SharedListing
from server.neighbours.relayed import Relayed
from server.neighbours.relays import Relays
from server.neighbours.takeover import Takeover
from server.neighbours.watch import watch
from server.network import descriptors
from server.network.acceptor import Acceptor, listen
from server.network.access import Access, Network, is_in
from server.network.asked import Asked, asked
from server.network.bus import Bus
from server.network.connection import BoundedConnection, Visit
from server.network.delivery import Delivery
from server.network.door import SPARE, Door
from server.network.frames import GOODBYE, FormsProtocol
from server.network.gate import Gate
from server.network.page.files import BadPage, PageFiles, read_page
from server.network.page.front import FrontPage
from server.network.pages import Pages, in_words
from server.network.plain_http import wants_websocket
from server.network.presence import Presence
from server.operator import socket as operator_socket
from server.operator.operator import Operator
from server.operator.orders import Orders
from server.outage import Outage
from server.outside.news import News
from server.outside.newsroom import Newsroom
from server.rater import Rater
from server.reception.admission import Admission
from server.reception.bans import Bans
from server.reception.farewell import Farewell
from server.reception.lookups import Lookups
from server.reception.reception import Reception
from server.reception.room_requests import RoomRequests
from server.rooms.invitation import invite
from server.rooms.lobby import Lobby
from server.rooms.races.race_ids import RaceIds
from server.shutdown import Shutdown
from server.stock.foundry import Foundry
from server.stock.keeper import Keeper
from server.storage.database import BadDatabase, CannotWrite, Database
from server.storage.journal import StoredJournal, WrongNumber
from server.storage.opening import open_database
from server.storage.outbox import Outbox
from server.storage.privacy.forgetting import CHAT, MOVES, forget
from server.storage.stock import Stock
from server.ticker import Ticker

log = logging.getLogger(__name__)

NEWCOMERS: Final = 400.0
"""Handshakes a second, where many want in at once: each takes half a millisecond, and so all of
them together take a fifth of the time at most."""
NEWCOMERS_BURST: Final = 10
"""Handshakes that nobody waits for, whoever came just before."""
WRITE_BUFFER: Final = 32 * 1024
"""Bytes that wait for a reader before `websockets` calls it slow."""


class ServerProblem(Exception):
    """The server cannot start, or cannot go on; the text says why, and what to do."""


def milliseconds() -> int:
    """Return a clock's milliseconds; it never goes back."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, eq=False)
class Server:
    """A server that is up: all that it is made of.  Make it with `async with Server.open(...)`."""

    database: Database
    lobby: Lobby
    bans: Bans
    door: Door
    presence: Presence
    delivery: Delivery
    lookups: Lookups
    relays: Relays
    metrics: Metrics
    shutdown: Shutdown
    handover: Handover
    company: Company
    """The server's own bots."""
    writer: "asyncio.Task[None]"
    """Writes to the database what was decided, and sends messages after that."""
    watching: "asyncio.Task[None]"
    """Brings the server back when nothing could be written for a while."""
    sockets: SocketServer

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(next(iter(self.sockets.sockets)).getsockname()[1])

    async def serve_forever(self) -> None:
        """Serve until cancelled, or until it has stopped after a call of `stop`.

        Raises:
            ServerProblem: what happens cannot be written down any more, and will not be.
        """
        stopped = asyncio.create_task(self.shutdown.due.wait())
        tasks = (self.writer, self.watching)
        try:
            await asyncio.wait([*tasks, stopped], return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    await task
        except Exception as error:
            raise ServerProblem(f"the journal cannot be written: {error}") from error
        finally:
            stopped.cancel()

    def stop(self, after: float | None = None) -> float:
        """Stop as soon as nothing is lost by it: see `Handover.stop`."""
        return self.handover.stop(after)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        data: Path,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        limits: Limits | None = None,
        access: Access | None = None,
        clock: Callable[[], int] = milliseconds,
        chance: Chance | None = None,
        metrics_networks: Sequence[Network] = (),
        keep: int = 0,
        keep_chat: int = 0,
        page: Mapping[str, Path] | PageFiles | None = None,
        database_at: str = "",
        reached_at: str = "",
        foundry: Foundry | None = None,
        analyst: Analyst | None = None,
        tell_outside: Callable[[News], object] | None = None,
        troupe: Troupe | None = None,
        daily: Plan | None = None,
    ) -> AsyncIterator["Server"]:
        """Open the database, take up what was going on, and listen; at the end, close all of it.

        Everything is kept in the directory `data`; port 0 takes a free one.  `access` says who may
        connect and how: by default, everybody without TLS.  `clock` returns milliseconds.
        `metrics_networks` may read /metrics.  The moves of finished races are kept for `keep` days,
        or with 0 for ever.  What is said in rooms is kept for `keep_chat` days, or with 0 not at
        all.  `page` says which folders hold the files of a page for browsers, and where the page
        has them (see `read_page`), or is what was read of them; without any there is none.
        `database_at` is the address of a database in PostgreSQL; without it, there is a file in
        `data`.  `reached_at` is where players reach this server, which shares that database with
        others then.  The
        `foundry` finds deals that can be won; without one, there are those that are in stock.  The
        `analyst` finds out until when finished games could be won; without one, nobody does.
        `tell_outside` takes the news that everybody may know, and must not wait for anything.  The
        `troupe` has bots that the hosts of rooms may call; without one there are none.  `daily` is
        what is settled of the daily deals; without it there are no new ones.

        Raises:
            ServerProblem: the data directory, the database, the port or the page cannot be used.
        """
        limits, access, chance = limits or Limits(), access or Access(), chance or Chance()
        limits = _within_descriptors(limits)
        catalogue.entries()  # All games, now: an upgrade may take their files away from under us.
        try:
            files = await _read(page) if isinstance(page, Mapping) else page
        except BadPage as error:
            raise ServerProblem(str(error)) from None
        async with AsyncExitStack() as opened:  # What is put in last is closed first.
            metrics = Metrics()
            with _told_as_problem():
                database = await opened.enter_async_context(
                    open_database(data, database_at, reached_at)
                )
                reader = await database.open_reader()
                opened.push_async_callback(reader.close)
                bans = await Bans.load(database)
            journal = StoredJournal(database, limits.said_in_all)
            lobby = Lobby(
                limits,
                race_ids=RaceIds(range(0)),
                chance=chance,
                keep_said=limits.said if keep_chat else 0,
            )
            outbox = Outbox(journal, metrics)
            bus = Bus(limits.unsent, lobby.spectators, metrics)
            presence = Presence()
            newsroom = Newsroom(lobby, tell_outside) if tell_outside else None
            delivery = Delivery(lobby, outbox, bus, presence, metrics, newsroom)
            opened.push_async_callback(delivery.closed)
            shutdown = Shutdown(lobby, presence, delivery, limits, clock)
            company = Company(lobby, troupe, limits, chance)
            ticker = Ticker(lobby, presence, delivery, company, shutdown, metrics, clock)
            outage = Outage(database, journal, lobby, outbox, delivery, metrics, clock)
            with _told_as_problem():
                await outage.begin()
            writer = asyncio.create_task(outbox.run(), name="outbox")
            watching = asyncio.create_task(outage.run(), name="outage")
            for task in (writer, watching):
                task.add_done_callback(partial(_writing_ended, delivery))
            ticking = asyncio.create_task(ticker.run(), name="ticker")
            opened.push_async_callback(_cancel, writer, watching, ticking)
            takeover = Takeover(database, journal, lobby, delivery, clock)
            relays = Relays(lobby, takeover, delivery, limits, clock)
            opened.push_async_callback(relays.close)
            handover = Handover(takeover, relays, lobby, delivery, shutdown, clock)
            forgetting = [
                asyncio.create_task(forget(database, days, what), name=f"forgetting {what.name}")
                for days, what in ((keep, MOVES), (keep_chat, CHAT))
                if days or what is CHAT  # Of chat, 0 days are none, and of moves for ever.
            ]
            opened.push_async_callback(_cancel, *forgetting)
            opened.push_async_callback(
                _write_the_rest, writer, database, outbox, delivery, lobby, clock
            )

            keeper = Keeper(lobby, Stock(database), journal, foundry, metrics)
            opened.push_async_callback(keeper.put_back)
            keeping = asyncio.create_task(keeper.run(), name="stock")
            opened.push_async_callback(_cancel, keeping)

            plan = daily or Plan()
            almanac = Almanac(lobby, database, plan, chance.draw, tell_outside)
            dating = asyncio.create_task(almanac.run(), name="almanac")
            opened.push_async_callback(_cancel, dating)

            rating = asyncio.create_task(
                Rater(lobby, database, delivery, metrics).run(), name="rater"
            )
            opened.push_async_callback(_cancel, rating)

            analyses = Analyses(analyst, metrics)
            analysing = asyncio.create_task(analyses.run(), name="analyses")
            opened.push_async_callback(_cancel, analysing)

            visitors = Visitors(metrics, limits.connections)
            opened.callback(visitors.flush)
            door = Door(limits, access, visitors)
            # Who was here before a restart comes back in its first second, and is waited for.
            expected = sum(len(room.members) for room in lobby.rooms.values())
            gate = Gate(moves=limits.connections_per_address, rests=True, expected=expected)
            pace = Bucket(NEWCOMERS, NEWCOMERS_BURST, time.monotonic())
            entrance = Gate(pace=pace, expected=expected)
            admission = Admission(database, limits, chance, access, bans)
            lookups = Lookups(reader, lobby, analyses, limits, plan.days, keep_chat)
            farewell = Farewell(lobby, presence, delivery, admission, database, bans, clock)
            reception = Reception(
                lobby,
                bans,
                admission,
                presence,
                RoomRequests(
                    lobby,
                    admission,
                    lookups,
                    takeover,
                    journal,
                    presence,
                    company,
                    almanac,
                    limits,
                    clock,
                ),
                lookups,
                analyses,
                farewell,
                takeover,
                relays,
                Relayed(lobby, takeover, presence, delivery, clock),
                company,
                almanac,
                delivery,
                limits,
                clock,
                metrics,
                gate,
                page=files is not None,
            )
            metrics.show(partial(_look, lobby, reception, presence, relays, outbox, bus))
            ailing = partial(_ailing, writer, database, handover)
            front = (
                FrontPage(files, lambda code: invite(lobby.find_anywhere(code))) if files else None
            )
            pages = Pages(ailing, metrics.page, metrics_networks, access.proxy_header, front)
            operator = Operator(
                lobby,
                presence,
                delivery,
                farewell,
                database,
                bans,
                clock,
                chance,
                handover.stop,
                plan.days,
            )
            orders = Orders(operator, database.neighbours)
            if reached_at:
                farewell.tell_others = orders.tell_deleted
                exchange = SharedListing(database, lobby, clock).exchange
                watching_others = watch(database, (takeover.look, orders.look), (exchange,))
                looking = asyncio.create_task(watching_others, name="watch")
                opened.push_async_callback(_cancel, looking)
                opened.push_async_callback(takeover.close)
            try:
                listening = await listen(host, port)
                sockets = _serve(listening, limits, access, door, entrance, pages, reception)
                opened.push_async_callback(_close, sockets)
                await opened.enter_async_context(operator_socket.listening(data, orders))
            except (OSError, UnicodeError) as error:  # UnicodeError: a host that can be none
                raise ServerProblem(why_not_listening(host, port, error)) from None
            closing = opened.pop_all()
        server = cls(
            database,
            lobby,
            bans,
            door,
            presence,
            delivery,
            lookups,
            relays,
            metrics,
            shutdown,
            handover,
            company,
            writer,
            watching,
            sockets,
        )
        log.info("started", extra={"port": server.port, "rooms": len(lobby.rooms)})
        try:
            yield server
        finally:
            log.info("stopping")
            await closing.aclose()
            log.info("stopped")


@contextmanager
def _told_as_problem() -> Iterator[None]:
    try:
        yield
    except BadDatabase as error:
        raise ServerProblem(str(error)) from None


def _serve(
    listening: list[socket.socket],
    limits: Limits,
    access: Access,
    door: Door,
    entrance: Gate,
    pages: Pages,
    reception: Reception,
) -> SocketServer:
    reading = Gate()

    async def process_request(connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request; None goes on to the websocket."""
        assert isinstance(connection, BoundedConnection)
        visit = connection.visit
        passed = visit.place is not None
        if not wants_websocket(request):
            place = door.let_read(visit, request)
            if place is None:
                text = "Too many connections or files for your address: try again in a minute."
                return in_words(HTTPStatus.TOO_MANY_REQUESTS, text)
            await reading.pass_through(place)
            response = pages.answer(connection, request, sent_to(connection, request))
            door.note_read(place, len(response.body))
            return response
        connection.let_come_from(sent_to(connection, request).own_origins)
        if not door.let_play(visit, request):
            text = "Too many connections are open or were made from your address."
            return in_words(HTTPStatus.TOO_MANY_REQUESTS, text)
        if not passed and visit.place is not None:
            await entrance.pass_through(visit.place)
        return None

    def sent_to(connection: BoundedConnection, request: Request) -> Asked:
        by_proxy = is_in(connection.peer, access.proxies)
        return asked(request, secure=access.tls is not None, by_proxy=by_proxy)

    # What `serve` makes holds the connections, and is never let listen itself: that is ours.
    sockets = serve(
        cast(Callable[[ServerConnection], Awaitable[None]], reception.serve),
        process_request=process_request,
        open_timeout=None,  # The connection itself has patience, for one request after another.
    )
    origins = [None, *map(Origin, access.origins)]

    def make(visit: Visit) -> BoundedConnection:
        """Make the connection of somebody who is let in."""
        return BoundedConnection(
            limits,
            door,
            visit,
            FormsProtocol(origins=origins, max_size=limits.frame, logger=sockets.logger),
            sockets,
            write_limit=WRITE_BUFFER,
            ping_interval=limits.ping,
            ping_timeout=limits.ping,
            close_timeout=GOODBYE,
        )

    acceptor = Acceptor(listening, door, entrance, make, access.tls, limits.hello)
    sockets.server = cast(asyncio.Server, acceptor)
    return sockets


def _within_descriptors(limits: Limits) -> Limits:
    """Return limits under which the descriptors suffice that this process may have.

    The database and all else must have some when there are as many players as there may be.
    """
    sockets = descriptors.allowed() - descriptors.RESERVE
    connections = max(1, sockets - min(SPARE, sockets // 4))
    if connections >= limits.connections:
        return limits
    text = "the system allows fewer connections than limits.connections: raise the limit of files"
    log.warning(text, extra={"connections": connections, "wanted": limits.connections})
    return replace(limits, connections=connections)


def why_not_listening(host: str, port: int, error: OSError | UnicodeError) -> str:
    """Return why `listen` has failed with this error, in a sentence that says what to do."""
    ours = "give an address of this machine, as 127.0.0.1, or 0.0.0.0 to let other machines in"
    if isinstance(error, UnicodeError | socket.gaierror):
        return f"there is no host {host!r}: {ours}"
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"port {port} is taken; is another server running? Choose another port with --port"
            )
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this machine: {ours}"
        case errno.EACCES:
            return f"this user may not listen on port {port}; choose one above 1023 with --port"
    return f"cannot listen on {host}, port {port}: {error.strerror or error}"


async def _read(page: Mapping[str, Path]) -> PageFiles | None:
    return await asyncio.to_thread(read_page, page) if page else None


async def _close(sockets: SocketServer) -> None:
    sockets.close()
    await sockets.wait_closed()


async def _write_the_rest(
    writer: "asyncio.Task[None]",
    database: Database,
    outbox: Outbox,
    delivery: Delivery,
    lobby: Lobby,
    clock: Callable[[], int],
) -> None:
    """Write down what is left, and the clocks of all races under way, unless writing has failed."""
    if writer.done() or database.trouble:
        return
    delivery.post()
    now = clock()
    clocks = [room.round.read_clock(now) for room in lobby.rooms.values()]
    outbox.put([read for read in clocks if read is not None], lambda: None)
    try:
        await outbox.flush()
    except CannotWrite as error:
        log.error("the last seconds of the races under way are not written: %s", error)


async def _cancel(*tasks: "asyncio.Task[None]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _writing_ended(delivery: Delivery, task: "asyncio.Task[None]") -> None:
    """Let everybody go when nothing can be written any more: they would wait for ever."""
    if task.cancelled() or not (error := task.exception()):
        return
    told = isinstance(error, BadDatabase | WrongNumber)  # Where it comes from is known.
    log.critical("writing failed, so the server stops: %s", error, exc_info=not told and error)
    delivery.let_go()


def _ailing(writer: "asyncio.Task[None]", database: Database, handover: Handover) -> str | None:
    """Return why the server is not well; None if it is."""
    if writer.done():
        return "stopping: nothing can be written down any more"
    if database.trouble and database.trouble.lasting:
        return (
            f"out of service: nothing can be written down, because {database.trouble.what}; the "
            "log says what to do before the server is started again"
        )
    if database.trouble:
        return (
            f"out of service: nothing can be written down, because {database.trouble.what}; it "
            "goes on by itself once that is over, and the log tells more"
        )
    if handover.begun:
        return "stopping: no race can be started any more"
    return None


def _look(
    lobby: Lobby,
    reception: Reception,
    presence: Presence,
    relays: Relays,
    outbox: Outbox,
    bus: Bus,
) -> Snapshot:
    """Return how the server is at this moment."""
    rooms = lobby.rooms.values()
    return Snapshot(
        connections=reception.connections,
        players=len(presence.people),
        bots=presence.bots,
        phases=[room.phase for room in rooms],
        racing=sum(
            racer.status == "racing"
            for room in rooms
            if room.phase == "running" and room.race
            for racer in room.race.racers.values()
        ),
        queued=len(outbox),
        unsent=bus.waiting,
        rooms_followed=lobby.room_list.followers,
        guests_elsewhere=len(relays),
    )

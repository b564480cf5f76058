"""What the benchmarks of the server share: servers in processes of their own, and racers.

Server and clients are one process each, on this machine.  A server tells the processor time that it
used: what one core could carry, also where other programs take their share of the machine.
"""

import asyncio
import contextlib
import cProfile
import multiprocessing
import os
import pstats
import random
import resource
import ssl
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from io import FileIO
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from client.bots.chooser import MoveChooser
from engine.game import Game
from engine.play import Play
from harness.cluster import processor_of
from harness.server_process import free_port
from protocol import wire
from protocol.forms import JSON, JSON_PROTOCOL, MSGPACK, Form
from protocol.messages import (
    VERSION,
    Act,
    Board,
    CreateRoom,
    FromClient,
    FromServer,
    Hello,
    JoinRoom,
    Problem,
    RoomState,
    ServerMessage,
    Settings,
    StartRace,
    Undo,
    Welcome,
)
from samedeal.foundry.beside import foundry
from server.app import Server
from server.bounds import for_one_machine
from server.chance import Chance
from server.network import event_loop
from server.network.access import Access, load_certificate

SEED: Final = "bench"
CARE: Final = 0.7
"""How well the bot plays whose moves are made: see `client.bots.chooser`."""
LIMITS: Final = for_one_machine(
    connections=10_000,
    rooms=10_000,
    spectators=10_000,
    guests=10_000,
    guests_per_address=10_000,
    rate=1e9,
    burst=10**9,
    requests=1e9,
    requests_burst=10**9,
    hello=600,
    ping=600,
    pings=1e9,
    pings_burst=10**9,
)
"""Nobody is held up: it is the server that is measured, not its bounds."""
LOG: Final = 4 << 20
"""Bytes of the file in which an echo writes down what it answers."""

_M = TypeVar("_M", bound=ServerMessage)
_T = TypeVar("_T")


# The servers, each in a process of its own --------------------------------------------


class Used(NamedTuple):
    """What a server has used so far."""

    processor: float
    """Seconds of processor time."""
    memory: int
    """Bytes of memory that is in use now."""
    beside: float
    """Seconds of processor time of the processes that it has begun, and that are there."""


class Running(NamedTuple):
    """A server that runs in another process."""

    port: int
    used: Callable[[], Used]
    kill: Callable[[], None]
    """Ends it at once, as the loss of power would."""


def memory() -> int:
    """Return the bytes of memory that this process has in use."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def run(work: Coroutine[Any, Any, _T], loop: str) -> _T:
    """Run on the event loop that `samedeal serve` takes ("best"), or on asyncio's own."""
    allow_files()
    return event_loop.run(work, plain=loop == "asyncio")


def allow_files() -> None:
    """Let this process open as many files as it may: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def until_told(pipe: Connection) -> None:
    """Tell what is used when asked; return when told to stop."""
    while await asyncio.to_thread(pipe.recv):
        pipe.send(Used(time.process_time(), memory(), _beside()))


def _beside() -> float:
    main = os.getpid()
    begun = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return sum(processor_of(int(child)) for child in begun)


def serve_races(
    pipe: Connection,
    loop: str,
    data: str,
    port: int,
    profile: bool,
    certificate: Path | None,
    database: str,
    reached_at: str,
    stock: bool,
) -> None:
    async def main() -> None:
        chance = Chance(seed=lambda: SEED)
        access = Access(tls=load_certificate(certificate) if certificate else None)
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(
                Server.open(
                    Path(data),
                    port=port,
                    limits=LIMITS,
                    chance=chance,
                    access=access,
                    database_at=database,
                    reached_at=reached_at,
                    foundry=await stack.enter_async_context(foundry()) if stock else None,
                )
            )
            pipe.send(server.port)
            await until_told(pipe)

    profiler = cProfile.Profile()
    with profiler if profile else contextlib.nullcontext():
        run(main(), loop)
    if profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(40)


def serve_echo(pipe: Connection, loop: str, answer: bytes) -> None:
    async def echo(connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for _ in connection:
                await connection.send(answer)

    run(_answer(echo, pipe), loop)


def serve_durable_echo(pipe: Connection, loop: str, answer: bytes, log: str) -> None:
    """Answer every message when it is written down in the file `log`, on the disk.

    What waits is written together, over what was there before, as a database's log is.
    """
    waiting: list[ServerConnection] = []
    something = asyncio.Event()

    async def wait(connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for _ in connection:
                waiting.append(connection)
                something.set()

    async def write_down(file: FileIO) -> None:
        while await something.wait():
            something.clear()
            together = [*waiting]
            waiting.clear()
            file.seek(file.tell() % (LOG // 2))
            file.write(answer * len(together))
            await asyncio.to_thread(os.fdatasync, file.fileno())
            for connection in together:
                with contextlib.suppress(ConnectionClosed):
                    await connection.send(answer)

    async def main(file: FileIO) -> None:
        writing = asyncio.create_task(write_down(file))
        await _answer(wait, pipe)
        writing.cancel()

    with Path(log).open("wb", buffering=0) as file:
        file.write(bytes(LOG))
        run(main(file), loop)


async def _answer(
    handler: Callable[[ServerConnection], Coroutine[Any, Any, None]], pipe: Connection
) -> None:
    """Serve with bare `websockets`, and tell the port, until told to stop."""
    async with serve(handler, "127.0.0.1", 0, compression=None) as server:
        pipe.send(next(iter(server.sockets)).getsockname()[1])
        await until_told(pipe)


@contextlib.contextmanager
def running(target: Callable[..., None], *arguments: object) -> Iterator[Running]:
    """Run a server in a process of its own, for as long as the `with` lasts."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *arguments))
    process.start()

    def used() -> Used:
        ours.send(True)
        answer = ours.recv()
        assert isinstance(answer, Used)
        return answer

    def kill() -> None:
        process.kill()
        process.join()

    try:
        if not ours.poll(60):
            raise SystemExit("the server did not start")
        yield Running(ours.recv(), used, kill)
    finally:
        with contextlib.suppress(BrokenPipeError):
            ours.send(False)
        process.join(20)
        process.kill()


def racing(
    directory: str,
    *,
    loop: str = "best",
    port: int = 0,
    profile: bool = False,
    certificate: Path | None = None,
    database: str = "",
    reached_at: str = "",
    stock: bool = False,
) -> Any:
    """Run the race server on this data directory, with TLS or without: see `running`.

    With the address of a `database`, what it writes is in PostgreSQL, shared with others if it is
    `reached_at` an address of its own.  With `stock`, deals that can be won are found beside it.
    """
    wanted = (loop, directory, port, profile, certificate, database, reached_at, stock)
    return running(serve_races, *wanted)


def sharing(directory: str, database: str, *, loop: str = "best") -> Any:
    """Run a race server that shares a database in PostgreSQL with others: see `running`."""
    port = free_port()
    there = f"ws://127.0.0.1:{port}/"
    return racing(directory, loop=loop, port=port, database=database, reached_at=there)


# The clients --------------------------------------------------------------------------


def plan(game: Game, length: int, form: Form = MSGPACK) -> list[bytes | str]:
    """Return the frames of a long game as a bot plays it, in a form.

    It turns back where the bot would give up, or the game would end, and tries something else.
    """
    chance = random.Random(1)
    play, player = Play(game, SEED), MoveChooser(game, chance, CARE)
    frames: list[bytes | str] = []
    while len(frames) < length:
        action = player.choose(game.view(play.state))
        if action and game.outcome(game.play(play.state, action, SEED)) is None:
            frames.append(_frame(form, Act(play.length, wire.pack_action(action))))
            play.enter(action)
            continue
        player = MoveChooser(game, chance, CARE)
        for _ in range(chance.randint(1, len(play.states) - 1)):
            frames.append(_frame(form, Undo(play.length)))
            play.enter("undo")
    return frames[:length]


def _frame(form: Form, message: FromClient) -> bytes | str:
    encoded = form.encode(message)
    return encoded.decode() if form.text else encoded


async def say(connection: ClientConnection, message: FromClient) -> None:
    """Send a message in the form that was agreed upon."""
    await connection.send(_frame(JSON if connection.subprotocol else MSGPACK, message))


def a_step(game: Game) -> bytes:
    """Return a `Step` as the server would send it."""
    before = game.deal(SEED)
    after = game.play(before, game.legal_actions(before)[0], SEED)
    return wire.encode(wire.step(1, 100, game.view(before), game.view(after), "racing"))


async def ask(connection: ClientConnection, message: FromClient, kind: type[_M]) -> _M:
    """Send a message and return the first answer of a kind."""
    await say(connection, message)
    return await hear(connection, kind)


async def hear(connection: ClientConnection, kind: type[_M]) -> _M:
    """Return the next message of a kind; those before it are passed over.

    Raises:
        SystemExit: the server says that there is a problem.
    """
    while True:
        for message in read(await connection.recv()):
            if isinstance(message, kind):
                return message
            if isinstance(message, Problem):
                raise SystemExit(f"the server refuses: {message.text}")


def read(frame: bytes | str) -> list[FromServer]:
    """Return the messages in a frame."""
    form = JSON if isinstance(frame, str) else MSGPACK
    return [form.decode_server(each) for each in form.split(frame)]


async def take_seats(
    connections: Sequence[ClientConnection],
    settings: Settings,
    *,
    start: bool = True,
    first: int = 0,
) -> list[str]:
    """Seat everybody, and start all races; return the codes of the rooms.

    Names are numbered from `first` on.
    """
    for number, connection in enumerate(connections, first):
        helped = connection.subprotocol is not None
        await ask(connection, Hello(VERSION, f"Racer {number}", help=helped), Welcome)
    codes: list[str] = []
    for seat in range(0, len(connections), settings.seats):
        host, *others = connections[seat : seat + settings.seats]
        codes.append((await ask(host, CreateRoom(settings), RoomState)).code)
        for other in others:
            await ask(other, JoinRoom(codes[-1]), RoomState)
    if start:
        await start_races(connections, settings)
    return codes


async def start_races(connections: Sequence[ClientConnection], settings: Settings) -> list[int]:
    """Let the hosts start all races; when everybody has their cards, return who they are."""
    for host in connections[:: settings.seats]:
        await say(host, StartRace(anyway=True))
    return [(await hear(connection, Board)).player for connection in connections]


@contextlib.asynccontextmanager
async def connected(
    port: int, count: int, tls: ssl.SSLContext | None = None, *, page: bool = False
) -> AsyncIterator[list[ClientConnection]]:
    """Connect so many clients, and cut them all off at the end.

    With `page`, they speak JSON and ask for help, as a page in a browser does.
    """
    offered = [Subprotocol(JSON_PROTOCOL)] if page else None
    address = f"wss://localhost:{port}" if tls else f"ws://127.0.0.1:{port}"
    quick = partial(
        connect,
        address,
        compression=None,
        ping_interval=None,
        max_queue=None,
        ssl=tls,
        subprotocols=offered,
    )
    connections: list[ClientConnection] = []
    try:
        while len(connections) < count:
            some = range(min(50, count - len(connections)))
            connections += await asyncio.gather(*(quick() for _ in some))
        yield connections
    finally:
        for connection in connections:
            connection.transport.abort()


async def answered(connection: ClientConnection) -> None:
    """Wait until the last move is acknowledged.

    Raises:
        SystemExit: it is not.
    """
    form = JSON if connection.subprotocol else MSGPACK
    while True:
        for message in form.split(await connection.recv()):
            # No more is read than has to be: the clients share the machine with the server.
            kind = form.kind(message)
            if kind == "step":
                return
            if kind == "refused":
                raise SystemExit(f"a move was not acknowledged: {form.decode_server(message)}")


# What was measured --------------------------------------------------------------------


class Spread(NamedTuple):
    """How times are spread, in seconds."""

    median: float
    late: float
    """The 99th percentile."""
    latest: float


def spread(times: Sequence[float]) -> Spread:
    ordered = sorted(times)
    return Spread(statistics.median(ordered), ordered[int(len(ordered) * 0.99)], ordered[-1])


@contextlib.contextmanager
def scratch(*, in_memory: bool = False) -> Iterator[str]:
    """Make a directory for a server's data, on the disk of the checkout: /tmp may be none.

    Git ignores it, and `make clean` takes away what a killed run leaves.
    """
    build = Path("/dev/shm" if in_memory else "build")  # noqa: S108 (a name of its own is in it)
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as directory:
        yield directory


def fdatasync(directory: str) -> Spread:
    """Return how long it takes to write and sync 4 KiB."""
    times = []
    with (Path(directory) / "probe").open("wb", buffering=0) as file:
        for _ in range(500):
            start = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return spread(times)


def disk(directory: str) -> str:
    """Return a line about the disk under what was measured."""
    times = fdatasync(directory)
    median, late = times.median * 1e3, times.late * 1e3
    return f"fdatasync of 4 KiB: median {median:.2f} ms, 99 % {late:.2f} ms"

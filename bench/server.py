"""Moves a second through one server, and how long their answers take: `python -m bench.server`.

100 racers in rooms of ten play over real sockets on this machine; each makes its next legal move as
soon as the last one is acknowledged (and so written to the disk).  Beside it, in the same run: a
bare `websockets` echo of as many connections and messages of the same size, and the disk's
fdatasync.  Server and clients are one process each.  The last column is the server's own processor
time a message: it says what one core could carry, also where other programs take their share.
"""

import argparse
import asyncio
import contextlib
import gc
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from engine import catalogue
from engine.game import Game
from engine.replay import Play
from engine.state import Click, Deal
from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    Board,
    CreateRoom,
    FromClient,
    GameOptions,
    Hello,
    JoinRoom,
    Room,
    ServerMessage,
    Settings,
    StartRace,
    Undo,
    Welcome,
)
from server.app import Server
from server.bounds import for_one_machine
from server.chance import Chance

RACERS: Final = 100
SEATS: Final = 10
SEED: Final = "bench"
LINE: Final = 9000
"""Moves that each racer has at hand."""
GAMES: Final[tuple[tuple[str, GameOptions], ...]] = (
    ("4x13", {}),
    ("klondike", {"deal": "unlimited-redeals"}),
    ("freecell", {}),
)
_M = TypeVar("_M", bound=ServerMessage)


# The servers, each in a process of its own --------------------------------------------


async def until_told(port: Connection) -> None:
    """Tell the processor time used so far, in seconds, when asked; return when told to stop."""
    while await asyncio.to_thread(port.recv):
        port.send(time.process_time())


def serve_races(port: Connection, data: str, profile: bool) -> None:
    async def main() -> None:
        limits = for_one_machine(rate=1e9, burst=10**9)
        async with Server(Path(data), limits=limits, chance=Chance(seed=lambda: SEED)) as server:
            port.send(server.port)
            await until_told(port)

    gc.set_threshold(100_000, 50, 1000)
    if profile:
        import cProfile

        cProfile.runctx(
            "asyncio.run(main())", {"asyncio": asyncio, "main": main}, {}, sort="tottime"
        )
    else:
        asyncio.run(main())


def serve_echo(port: Connection, answer: bytes) -> None:
    async def echo(connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for _ in connection:
                await connection.send(answer)

    async def main() -> None:
        async with serve(echo, "127.0.0.1", 0, compression=None) as server:
            port.send(next(iter(server.sockets)).getsockname()[1])
            await until_told(port)

    gc.set_threshold(100_000, 50, 1000)
    asyncio.run(main())


@contextlib.contextmanager
def running(target: object, *arguments: object) -> Iterator[tuple[int, Callable[[], float]]]:
    """Run a server in a process of its own; yields its port and a clock of its processor time."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *arguments))  # type: ignore[arg-type]
    process.start()
    try:
        if not ours.poll(20):
            raise SystemExit("the server did not start")
        port = ours.recv()

        def processor() -> float:
            ours.send(True)
            return float(ours.recv())

        yield port, processor
    finally:
        ours.send(False)
        process.join(10)
        process.kill()


class Measured(NamedTuple):
    """What was measured, all in seconds."""

    delays: list[float]
    took: float
    processor: float
    """What the server used of its processor."""


# The clients --------------------------------------------------------------------------


def plan(game: Game) -> list[bytes]:
    """Return the frames of a long line of legal moves; it turns back before the game would end."""
    chance = random.Random(1)
    play = Play(game, SEED)
    frames: list[bytes] = []
    while len(frames) < LINE:
        number = play.length
        actions = game.legal_actions(play.state)
        clicks = [action for action in actions if isinstance(action, Click | Deal)]
        action = chance.choice(clicks if clicks and chance.random() < 0.3 else actions)
        play.enter(action)
        frames.append(wire.encode(Act(number, wire.pack_action(action))))
        if game.outcome(play.state) is not None:
            # That move would end the race: take the one before it back instead.
            frames.pop()
            play.states.pop()
            play.length -= 1
            for _ in range(min(20, len(play.states) - 1)):
                frames.append(wire.encode(Undo(play.length)))
                play.enter("undo")
    return frames


async def ask(connection: ClientConnection, message: FromClient, kind: type[_M]) -> _M:
    """Send a message and return the first answer of a kind."""
    await connection.send(wire.encode(message))
    return await hear(connection, kind)


async def hear(connection: ClientConnection, kind: type[_M]) -> _M:
    while True:
        message = wire.decode_server(await connection.recv())
        if isinstance(message, kind):
            return message


async def take_seats(connections: Sequence[ClientConnection], settings: Settings) -> None:
    """Seat everybody, and start all races."""
    for number, connection in enumerate(connections):
        await ask(connection, Hello(VERSION, f"{settings.game} {number}"), Welcome)
    for start in range(0, len(connections), SEATS):
        host, *others = connections[start : start + SEATS]
        room = await ask(host, CreateRoom(settings), Room)
        for other in others:
            await ask(other, JoinRoom(room.code), Room)
        await host.send(wire.encode(StartRace(anyway=True)))
    for connection in connections:
        await hear(connection, Board)


async def stream(
    connection: ClientConnection, frames: Sequence[bytes], end: float, delays: list[float]
) -> None:
    """Send frame after frame, each when the one before it is answered."""
    for frame in frames:
        asked = time.perf_counter()
        if asked > end:
            return
        await connection.send(frame)
        while True:
            answer = await connection.recv()
            if answer[1:11] != b"\xa4type\xa8prog":
                break
        delays.append(time.perf_counter() - asked)
        if answer[1:11] != b"\xa4type\xa4step":
            raise SystemExit(f"a move was not acknowledged: {wire.decode_server(answer)}")


@contextlib.asynccontextmanager
async def connected(port: int) -> AsyncIterator[list[ClientConnection]]:
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}"
        yield [
            await stack.enter_async_context(connect(address, compression=None))
            for _ in range(RACERS)
        ]


async def measure(
    running: tuple[int, Callable[[], float]],
    frames: Sequence[bytes],
    seconds: float,
    settings: Settings | None,
) -> Measured:
    """Let all racers stream for so many seconds."""
    port, processor = running
    async with connected(port) as connections:
        if settings:
            await take_seats(connections, settings)
        delays: list[float] = []
        used = -processor()
        start = time.perf_counter()
        streams = (stream(each, frames, start + seconds, delays) for each in connections)
        await asyncio.gather(*streams)
        took = time.perf_counter() - start
        return Measured(delays, took, used + processor())


# The report ---------------------------------------------------------------------------


def row(name: str, measured: Measured) -> str:
    ordered = sorted(measured.delays)
    count = len(ordered)
    median, late = (ordered[int(count * part)] * 1e3 for part in (0.5, 0.99))
    return (
        f"{name:<24} {count / measured.took:>8,.0f} {median:>8.2f} ms {late:>8.2f} ms "
        f"{measured.processor / count * 1e6:>8.1f} µs"
    )


def fdatasync(directory: str) -> float:
    """Return the median time of writing and syncing 4 KiB, in milliseconds."""
    times = []
    with (Path(directory) / "probe").open("wb", buffering=0) as file:
        for _ in range(200):
            start = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each measurement")
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--profile", action="store_true", help="print where the server's time goes")
    arguments = parser.parse_args()
    seconds = min(arguments.seconds, 12.0)
    known = {entry.name for entry in catalogue.entries()}
    games = [(name, options) for name, options in GAMES if name in known]
    if arguments.game:
        games = [(name, options) for name, options in games if name == arguments.game]
    gc.set_threshold(100_000, 50, 1000)
    print(f"{RACERS:>3} racers {'a second':>23} {'median':>11} {'99 %':>11} {'processor':>11}")
    with tempfile.TemporaryDirectory(dir=".") as directory:
        for name, options in games:
            game = catalogue.make(name, options)
            frames = plan(game)
            settings = Settings(name, options, countdown=0, seats=SEATS)
            with running(serve_echo, an_answer(game)) as echo:
                print(row("bare echo", asyncio.run(measure(echo, frames, seconds / 2, None))))
            with running(serve_races, f"{directory}/{name}", arguments.profile) as server:
                measured = asyncio.run(measure(server, frames, seconds, settings))
                print(row(f"moves of {name}", measured), flush=True)
        print(f"fdatasync of 4 KiB: {fdatasync(directory):.2f} ms (median)")


def an_answer(game: Game) -> bytes:
    """Return a `Step` as the server would send it."""
    before = game.deal(SEED)
    after = game.play(before, game.legal_actions(before)[0], SEED)
    return wire.encode(wire.step(1, 100, game.view(before), game.view(after), "racing"))


if __name__ == "__main__":
    main()

"""Those who besiege a server, in a process of their own, for `tools.faults.besiege`.

`python -m tools.faults.besiegers SCENARIO PORT ADDRESS...` comes from each of these addresses on
`--lanes` connections at once, and prints `ready` when all that the attack needs is there.  It
begins at the first line of standard input, goes on until that ends, and then prints in a line of
JSON what it did.  `--crowd` is no attack: it makes a room, fills it with spectators who read what
they are told, and prints `ready` and the room's code.

A scenario is a coroutine that gets a `Lane`, and whose docstring says what it does.  It waits for
`Lane.begin` when its lane is set up, and may end as it likes: it is begun again.
"""

import argparse
import asyncio
import contextlib
import gzip
import json
import random
import re
import socket
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from types import UnionType
from typing import Final, TypeVar

import msgpack
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    Board,
    Chat,
    CreateRoom,
    FromClient,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    Hello,
    JoinRoom,
    LeaveRoom,
    ListRooms,
    Problem,
    Resync,
    RoomState,
    ServerMessage,
    Settings,
    StartRace,
    WatchRoom,
    Welcome,
)
from server.buckets import Bucket
from server.network import event_loop
from tools.faults.attacks import ENDED, Attacker, masked

LANES: Final = 20
"""Connections that each address has, or tries to have, at once."""
KNOCKS: Final = 5000.0
"""Knocks a second from all addresses together: more would tell how busy they keep this machine."""
HELD: Final = 20
"""Sockets that a lane leaves open which says nothing on them."""
BATCH: Final = 10
"""Messages that a lane sends before it is another's turn."""
AGAIN: Final = 0.002
"""Seconds until a lane begins again that has ended."""
READERS: Final = 236
"""Spectators in the crowd: twenty fewer than a room takes, so that others can come and go."""
CROWD_SITES: Final = 20
"""Addresses from which the crowd comes."""
PASSWORD: Final = "sesame"  # noqa: S105 (of a room that is there for an attack)
SETTINGS: Final = Settings("klondike", countdown=0)
REFUSED: Final = (b"problem", b"refused")
NAMED: Final = re.compile(rb'(?:src|href)="(p/[^"]+)"')
"""The files of the page's own that it names."""
LENGTH: Final = re.compile(rb"Content-Length: (\d+)")
M = TypeVar("M", bound=ServerMessage)


@dataclass
class Lane(Attacker):
    """One connection at a time from one address, over and over."""

    address: str = "127.0.0.1"
    tally: Counter[str] = field(default_factory=Counter)
    """What all lanes of this process did."""
    pace: Bucket = field(default_factory=lambda: Bucket(KNOCKS, LANES, time.monotonic()))
    """Of the knocks of all of them."""
    code: str = ""
    """The room of the crowd, in scenarios that want one."""
    token: str = ""
    started: asyncio.Event = field(default_factory=asyncio.Event)
    set_up: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def source(self) -> tuple[str, int]:
        """Where this lane comes from."""
        return (self.address, 0)

    async def begin(self) -> None:
        """Wait until the siege begins."""
        self.set_up.set()
        await self.started.wait()

    async def knock(self) -> None:
        """Wait until it is time to knock, and count it."""
        await asyncio.sleep(self.pace.borrow(time.monotonic()))
        self.tally["knocks"] += 1

    def request(self, path: str) -> bytes:
        """Return the bytes that ask for what is at a path, as a browser does."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n\r\n"
        ).encode()

    @contextlib.asynccontextmanager
    async def player(self) -> AsyncIterator[ClientConnection]:
        """Come in as this lane's player."""
        async with self.knocking() as connection:
            await connection.send(wire.encode(Hello(VERSION, self.name, self.token)))
            welcome = await self.until(connection, Welcome)
            self.token = welcome.token or self.token
            yield connection

    @contextlib.asynccontextmanager
    async def knocking(self) -> AsyncIterator[ClientConnection]:
        """Connect as any client does, and count it."""
        await self.knock()
        async with self.websocket(ping_interval=None, max_queue=None) as connection:
            self.tally["let in"] += 1
            try:
                yield connection
            finally:
                connection.transport.abort()  # A goodbye would take its time.

    async def until(self, connection: ClientConnection, kind: type[M]) -> M:
        """Return the next message of a kind."""
        message = await self.next_of(connection, kind)
        assert isinstance(message, kind)
        return message

    async def next_of(
        self, connection: ClientConnection, kinds: type[ServerMessage] | UnionType
    ) -> ServerMessage:
        """Return the next message of some kinds."""
        async with asyncio.timeout(30):
            while True:
                for each in wire.split(await connection.recv()):
                    message = wire.decode_server(each)
                    self.tally["refused"] += isinstance(message, Problem)
                    if isinstance(message, kinds):
                        return message

    async def say(self, connection: ClientConnection, message: FromClient) -> None:
        """Send a message."""
        await connection.send(wire.encode(message))

    async def flood(self, connection: ClientConnection, frames: Iterator[bytes]) -> None:
        """Send frames as fast as they are taken, and read whatever comes."""
        reading = asyncio.create_task(self._read(connection))
        try:
            for number, frame in enumerate(frames):
                await connection.send(frame)
                self.tally["sent"] += 1
                if number % BATCH == 0:
                    await asyncio.sleep(0)
        finally:
            reading.cancel()

    async def _read(self, connection: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in connection:
                assert isinstance(frame, bytes)
                self.tally["heard"] += 1
                self.tally["refused"] += any(kind in frame[:24] for kind in REFUSED)


def again(*messages: FromClient) -> Iterator[bytes]:
    """Return these messages as frames, again and again."""
    return cycle([wire.encode(message) for message in messages])


# The page -----------------------------------------------------------------------------------------


async def files(lane: Lane) -> None:
    """Load the page with all that it names, a room's link, and what is not there, over and over."""
    await lane.begin()
    await lane.knock()
    async with lane.stream() as (reader, writer):
        lane.tally["let in"] += 1
        page = await _asked(lane, reader, writer, "/")
        named = [f"/{path.decode()}" for path in NAMED.findall(gzip.decompress(page))]
        picture = f"{named[0].rpartition('/')[0]}/og/klondike.png"
        for path in cycle([*("/", *named, picture, "/r/AAAA") * 20, "/nothing"]):
            await _asked(lane, reader, writer, path)


async def _asked(
    lane: Lane, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str
) -> bytes:
    """Ask for what is at a path, and return it."""
    writer.write(lane.request(path))
    lane.tally["sent"] += 1
    head = await reader.readuntil(b"\r\n\r\n")
    lane.tally["refused"] += b" 429 " in head.partition(b"\r\n")[0]
    length = LENGTH.search(head)
    body = await reader.readexactly(int(length[1]) if length else 0)
    lane.tally["heard"] += len(head) + len(body)
    return body


async def unread_files(lane: Lane) -> None:
    """Ask for the page again and again on one connection, and read nothing of it."""
    await lane.begin()
    await lane.knock()
    async with lane.stream() as (_, writer):
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        lane.tally["let in"] += 1
        while not writer.is_closing():
            writer.write(lane.request("/") * BATCH)
            lane.tally["sent"] += BATCH
            await writer.drain()


async def endless_requests(lane: Lane) -> None:
    """Send a request of which the end never comes, in small pieces."""
    await lane.begin()
    await lane.knock()
    async with lane.stream() as (_, writer):
        lane.tally["let in"] += 1
        writer.write(lane.request("/")[:-2])
        while not writer.is_closing():
            writer.write(b"X-More: " + b"x" * 8 + b"\r\n")
            lane.tally["sent"] += 1
            await writer.drain()
            await asyncio.sleep(AGAIN)


# Before the hello ---------------------------------------------------------------------------------


async def silent_connects(lane: Lane) -> None:
    """Open sockets without a pause, and say nothing on them."""
    await lane.begin()
    held: deque[asyncio.StreamWriter] = deque()
    try:
        while True:
            await lane.knock()
            _, writer = await asyncio.open_connection(
                "127.0.0.1", lane.port, local_addr=lane.source
            )
            held.append(writer)
            if len(held) > HELD:
                held.popleft().transport.abort()
    finally:
        for writer in held:
            writer.transport.abort()


async def handshakes(lane: Lane) -> None:
    """Shake hands, hang up, and come again."""
    await lane.begin()
    await lane.knock()
    async with lane.stream() as (reader, writer):
        writer.write(lane.handshake())
        await reader.readuntil(b"\r\n\r\n")
        lane.tally["let in"] += 1


async def hellos(lane: Lane) -> None:
    """Say hello under one new name after the other, each on a connection of its own."""
    await lane.begin()
    lane.connections += 1
    async with lane.knocking() as connection:
        name = f"{lane.name} {lane.connections}"
        names = (wire.encode(Hello(VERSION, f"{name} {number}"[:24])) for number in range(3))
        await lane.flood(connection, names)
        await lane.until(connection, Welcome)


# Bytes --------------------------------------------------------------------------------------------


async def mangled_frames(lane: Lane) -> None:
    """Send frames with some bits flipped."""
    frames = []
    for _ in range(200):
        frame = bytearray(lane.good_frame())
        for _ in range(lane.chance.randint(1, 8)):
            frame[lane.chance.randrange(len(frame))] ^= 1 << lane.chance.randrange(8)
        frames.append(bytes(frame))
    async with lane.player() as connection:
        await lane.begin()
        await lane.flood(connection, cycle(frames))


async def pings(lane: Lane) -> None:
    """Send nothing but pings, full ones."""
    await lane.begin()
    await lane.knock()
    async with lane.stream() as (reader, writer):
        writer.write(lane.handshake())
        await reader.readuntil(b"\r\n\r\n")
        lane.tally["let in"] += 1
        some = masked(bytes(125), opcode=9) * BATCH
        while True:
            writer.write(some)
            lane.tally["sent"] += BATCH
            await writer.drain()
            await reader.read(1 << 16)


async def big_frames(lane: Lane) -> None:
    """Send the longest frames that a server takes, and longer ones."""
    chat = msgpack.packb({"type": "chat", "text": "x" * 4060}) or b""
    async with lane.player() as connection:
        await lane.begin()
        await lane.flood(connection, cycle([chat] * 50 + [bytes(1 << 20)]))


# Questions ----------------------------------------------------------------------------------------


async def replays(lane: Lane) -> None:
    """Ask for the replays of long races."""
    async with lane.player() as connection:
        await lane.begin()
        await lane.flood(connection, again(*(GetReplay(race, 1) for race in range(1, 9))))


async def profiles(lane: Lane) -> None:
    """Ask for the profile of who raced most."""
    async with lane.player() as connection:
        await lane.begin()
        await lane.flood(connection, again(GetProfile(1)))


async def leaderboards(lane: Lane) -> None:
    """Ask for the leaderboard of the game that was raced most."""
    async with lane.player() as connection:
        await lane.begin()
        asked = (GetLeaderboard("klondike", {}, period) for period in ("all", "year", "week"))
        await lane.flood(connection, again(*asked))


async def lists(lane: Lane) -> None:
    """Ask for the list of rooms, of which each has made one, if it may."""
    async with lane.player() as connection:
        await lane.say(connection, CreateRoom(SETTINGS))
        await lane.next_of(connection, RoomState | Problem)
        await lane.begin()
        await lane.flood(connection, again(ListRooms(follow=True)))


# Rooms --------------------------------------------------------------------------------------------


async def watchers(lane: Lane) -> None:
    """Come into a full room and leave it, in turn."""
    async with lane.player() as connection:
        await lane.begin()
        await lane.flood(connection, again(WatchRoom(lane.code), LeaveRoom()))


async def passwords(lane: Lane) -> None:
    """Come into a room by its password and leave it, in turn, and guess now and then."""
    async with lane.player() as connection:
        await lane.begin()
        right, wrong = JoinRoom(lane.code, PASSWORD), JoinRoom(lane.code, "x")
        await lane.flood(connection, again(*(right, LeaveRoom()) * 8, wrong))


async def rooms(lane: Lane) -> None:
    """Make a room and leave it, in turn."""
    async with lane.player() as connection:
        await lane.begin()
        await lane.flood(connection, again(CreateRoom(SETTINGS), LeaveRoom()))


async def chat(lane: Lane) -> None:
    """Chat in a room with a crowd in it."""
    async with lane.player() as connection:
        await lane.say(connection, WatchRoom(lane.code))
        await lane.begin()
        await lane.flood(connection, again(Chat("x" * 300), Chat("\N{PILE OF POO}" * 300)))


async def resyncs(lane: Lane) -> None:
    """Ask for all about a room with a crowd in it."""
    async with lane.player() as connection:
        await lane.say(connection, WatchRoom(lane.code))
        await lane.begin()
        await lane.flood(connection, again(Resync()))


async def refused_moves(lane: Lane) -> None:
    """Make moves that the rules refuse, in a race; in none, where no more rooms may be made."""
    async with lane.player() as connection:
        await lane.say(connection, CreateRoom(SETTINGS))
        if isinstance(await lane.next_of(connection, RoomState | Problem), RoomState):
            await lane.say(connection, StartRace(anyway=True))
            await lane.until(connection, Board)
        await lane.begin()
        await lane.flood(connection, again(Act(0, [0, 9, 1]), Act(0, [12]), Act(999, [0])))


async def slow_readers(lane: Lane) -> None:
    """Ask for a lot, and read nothing of it."""
    async with lane.stream() as (reader, writer):
        await lane.knock()
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.write(lane.handshake())
        await reader.readuntil(b"\r\n\r\n")
        lane.tally["let in"] += 1
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(masked(wire.encode(Hello(VERSION, lane.name, lane.token))))
        writer.write(masked(wire.encode(WatchRoom(lane.code))))
        await lane.begin()
        for _ in range(200):
            writer.write(masked(wire.encode(Resync())))
            lane.tally["sent"] += 1
            await writer.drain()
            await asyncio.sleep(0.02)


Siege = Callable[[Lane], Awaitable[None]]

SIEGES: Final[dict[str, Siege]] = {
    siege.__name__.replace("_", " "): siege
    for siege in (
        files,
        unread_files,
        endless_requests,
        silent_connects,
        handshakes,
        hellos,
        mangled_frames,
        pings,
        big_frames,
        replays,
        profiles,
        leaderboards,
        lists,
        watchers,
        passwords,
        rooms,
        chat,
        resyncs,
        refused_moves,
        slow_readers,
    )
}
"""By name, each with what it does in its docstring."""


async def carry_on(lane: Lane, siege: Siege) -> None:
    """Besiege, and begin again whenever that has ended."""
    while True:
        with contextlib.suppress(*ENDED):
            await siege(lane)
        lane.set_up.set()  # What could not be set up is tried again during the siege.
        await lane.started.wait()
        await asyncio.sleep(AGAIN)


async def besiege(
    siege: Siege, port: int, addresses: Sequence[str], code: str, lanes_each: int
) -> Counter[str]:
    """Set up, begin at the first line of standard input, go on until it ends; return what was."""
    tally: Counter[str] = Counter()
    pace = Bucket(KNOCKS, LANES, time.monotonic())
    started = asyncio.Event()
    lanes = [
        Lane(
            port,
            random.Random(f"{address} {number}"),  # noqa: S311 (no secret)
            f"b{address.rpartition('.')[2]}x{number}",
            address=address,
            tally=tally,
            pace=pace,
            code=code,
            started=started,
        )
        for address in addresses
        for number in range(lanes_each)
    ]
    async with asyncio.TaskGroup() as group:
        tasks = []
        for lane in lanes:
            tasks.append(group.create_task(carry_on(lane, siege)))
            await lane.set_up.wait()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        tally.clear()
        started.set()
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()
    return tally


async def crowd(port: int, password: str, readers: int) -> None:
    """Fill a room with spectators, until standard input ends."""

    def lane(number: int) -> Lane:
        address = f"127.0.3.{number % CROWD_SITES + 1}"
        chance = random.Random(number)  # noqa: S311 (no secret)
        return Lane(port, chance, f"crowd {number}", address=address)

    host = lane(readers)
    async with contextlib.AsyncExitStack() as stack:
        connection = await stack.enter_async_context(host.player())
        await host.say(connection, CreateRoom(SETTINGS, password))
        code = (await host.until(connection, RoomState)).code
        reading = [asyncio.create_task(_drain(connection))]
        for each in map(lane, range(readers)):
            connection = await stack.enter_async_context(each.player())
            await each.say(connection, WatchRoom(code, password))
            await each.until(connection, RoomState)
            reading.append(asyncio.create_task(_drain(connection)))
        print(f"ready {code}", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        for task in reading:
            task.cancel()


async def _drain(connection: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for _ in connection:
            pass


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario", choices=SIEGES)
    parser.add_argument("port", type=int)
    parser.add_argument("addresses", nargs="*")
    parser.add_argument("--lanes", type=int, default=LANES, help="connections from each address")
    parser.add_argument("--code", default="", help="the crowd's room")
    parser.add_argument("--crowd", type=int, default=0, metavar="N", help="be so many spectators")
    chosen = parser.parse_args()
    if chosen.crowd:
        password = PASSWORD if chosen.scenario == "passwords" else ""
        event_loop.run(crowd(chosen.port, password, chosen.crowd))
        return
    work = besiege(
        SIEGES[chosen.scenario], chosen.port, chosen.addresses, chosen.code, chosen.lanes
    )
    print(json.dumps(event_loop.run(work)))


if __name__ == "__main__":
    main()

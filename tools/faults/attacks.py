"""What a client may do wrong on purpose: one coroutine each, for `tools.faults.fuzz_server`.

An attack gets an `Attacker`: where the server is, an address of its own to come from, and chance
from a seed.  It may end as it likes; that the server cuts it off is what it wants to see.
"""

import asyncio
import contextlib
import os
import random
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast, get_args

import msgpack
from msgspec import inspect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from protocol import wire
from protocol.forms import BadMessage
from protocol.messages import (
    VERSION,
    Act,
    Chat,
    CreateRoom,
    FromClient,
    GiveUp,
    Hello,
    JoinRoom,
    ListRooms,
    Resync,
    RoomState,
    Settings,
    StartRace,
    Undo,
    WatchRoom,
    Welcome,
)

PATIENCE: Final = 5.0
"""Seconds that an attack waits for anything."""
NUMBERS: Final = (0, 1, -1, 2, 7, 255, 256, 10_000, 2**31, 2**53, 2**53 + 1, 2**63, 2**64 - 1)
LEAST: Final = -(2**63)
ENDED: Final = (OSError, EOFError, TimeoutError, WebSocketException)
"""What an attack may end with: the server, or the bounds of this machine, had enough of it."""


@dataclass
class Attacker:
    """A client that misbehaves on purpose."""

    port: int
    chance: random.Random
    name: str
    """Of a player, not yet taken."""
    codes: list[str] = field(default_factory=list)
    """Rooms that are known; shared by all attackers."""
    tokens: list[str] = field(default_factory=list)
    """Players whose token is known; shared by all attackers."""
    connections: int = 0
    """How many this one has opened."""

    @property
    def source(self) -> tuple[str, int]:
        """An address of this machine to come from: bounds per address see many."""
        if os.uname().sysname != "Linux":  # Elsewhere 127.0.0.1 is the only one.
            return ("127.0.0.1", 0)
        numbers = [self.chance.randint(1, 250) for _ in range(3)]
        return (f"127.{numbers[0]}.{numbers[1]}.{numbers[2]}", 0)

    @contextlib.asynccontextmanager
    async def websocket(self, **options: Any) -> AsyncIterator[ClientConnection]:
        """Connect as any client does."""
        self.connections += 1
        async with connect(
            f"ws://127.0.0.1:{self.port}",
            compression=None,
            local_addr=self.source,
            open_timeout=PATIENCE,
            close_timeout=0.2,
            **options,
        ) as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def player(self) -> AsyncIterator[ClientConnection]:
        """Connect and say hello, as somebody new or somebody known."""
        async with self.websocket() as connection:
            known = self.tokens and self.chance.random() < 0.5
            token = self.chance.choice(self.tokens) if known else ""
            await connection.send(wire.encode(Hello(VERSION, "" if token else self.name, token)))
            welcome = await self.hear(connection)
            if isinstance(welcome, Welcome) and welcome.token:
                self.tokens.append(welcome.token)
                del self.tokens[:-20]
            yield connection

    @contextlib.asynccontextmanager
    async def racer(self) -> AsyncIterator[ClientConnection]:
        """Come into a room, one's own or another's, and start a race if that is possible."""
        async with self.player() as connection:
            settings = Settings(self.chance.choice(["klondike", "4x13", "thirteens"]), countdown=0)
            entry: FromClient = CreateRoom(settings)
            if self.codes and self.chance.random() < 0.6:
                code = self.chance.choice(self.codes)
                entry = JoinRoom(code) if self.chance.random() < 0.5 else WatchRoom(code)
            for message in (entry, StartRace(anyway=True)):
                await connection.send(wire.encode(message))
            with contextlib.suppress(TimeoutError):
                while not isinstance(room := await self.hear(connection, 0.5), RoomState):
                    pass
                self.codes.append(room.code)
                del self.codes[:-20]
            yield connection

    async def hear(self, connection: ClientConnection, seconds: float = PATIENCE) -> Any:
        """Return the next message; of several in a frame, the first."""
        async with asyncio.timeout(seconds):
            return wire.decode_server(wire.split(await connection.recv())[0])

    @contextlib.asynccontextmanager
    async def stream(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Connect without speaking any protocol; cut off at the end, without a goodbye."""
        self.connections += 1
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=self.source
            )
        try:
            yield reader, writer
        finally:
            cut(writer.transport)

    def handshake(self) -> bytes:
        """Return the bytes that open a websocket."""
        key = "".join(self.chance.choices("ABCDEFGHabcdefgh0123456789", k=22)) + "=="
        return (
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def noise(self, most: int) -> bytes:
        """Return random bytes."""
        return self.chance.randbytes(self.chance.randint(1, most))

    def good_frame(self) -> bytes:
        """Return the frame of a message that is well made."""
        while True:
            with contextlib.suppress(OverflowError, BadMessage):
                frame = self.random_frame()
                wire.decode_client(frame)
                return frame

    def random_frame(self) -> bytes:
        """Return the frame of any type of message; its fields may be in their bounds or not."""
        kind = self.chance.choice(get_args(FromClient))
        packed = msgpack.packb(self._value(inspect.type_info(kind)))
        assert isinstance(packed, bytes)
        return packed

    def _value(self, kind: inspect.Type) -> Any:
        """A value for a field: mostly one that fits."""
        chance = self.chance
        if chance.random() < 0.02:
            return anything(chance, 2)
        match kind:
            case inspect.StructType():
                tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
                fields = [f for f in kind.fields if f.required or chance.random() < 0.5]
                values = {f.encode_name: self._value(f.type) for f in fields}
                if chance.random() < 0.03 and values:
                    values.pop(chance.choice(list(values)))
                return tag | values
            case inspect.UnionType(types):
                return self._value(chance.choice(types))
            case inspect.IntType(ge=least, le=most):
                start = least or 0
                stop = start + 20 if most is None else min(most, start + 20)
                good = chance.randint(start, stop)
                return good if chance.random() < 0.8 else chance.choice((*NUMBERS, LEAST))
            case inspect.StrType(max_length=most):
                words = ["", "klondike", "4x13", "\0", "\u202ex", "é" * (most or 9), "x" * 500]
                known = [*self.codes[-3:], *self.tokens[-3:]]
                return chance.choice([*words, *known, self.name])
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.LiteralType(choices):
                return chance.choice(choices)
            case inspect.DictType(key_type=key, value_type=value):
                return {
                    str(self._value(key)): self._value(value) for _ in range(chance.randint(0, 2))
                }
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return [self._value(item) for _ in range(chance.randint(0, 4))]
            case _:
                return None


def anything(chance: random.Random, depth: int) -> Any:
    """Return any value that msgpack can carry."""
    if depth > 0 and chance.random() < 0.4:
        count = chance.randint(0, 4)
        if chance.random() < 0.5:
            return [anything(chance, depth - 1) for _ in range(count)]
        return {str(anything(chance, 0)): anything(chance, depth - 1) for _ in range(count)}
    return chance.choice(
        [
            None,
            True,
            chance.choice(NUMBERS),
            LEAST,
            float("nan"),
            float("inf"),
            -0.0,
            "type",
            "\ud7ff" * 9,
            chance.randbytes(9),
            msgpack.ExtType(5, b"x"),
            msgpack.Timestamp(2**33, 5),
        ]
    )


def cut(transport: asyncio.BaseTransport) -> None:
    """End a connection at once: the other side gets a reset."""
    sock = transport.get_extra_info("socket")
    if sock is not None:
        with contextlib.suppress(OSError, ValueError):  # the latter: uvloop has closed it already
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    cast(asyncio.Transport, transport).abort()  # uvloop's is none, but does the same.


def masked(payload: bytes, opcode: int = 2, first: int = 0x80) -> bytes:
    """Return a client's websocket frame: `first` has the final bit and the reserved ones."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([first | opcode]) + length + bytes(4) + payload


# The attacks --------------------------------------------------------------------------------------


async def pour(connection: ClientConnection, frames: list[bytes | str]) -> None:
    """Send frames, and read what comes until it is quiet."""
    for frame in frames:
        await connection.send(frame)
    with contextlib.suppress(TimeoutError):
        while True:
            async with asyncio.timeout(0.1):
                await connection.recv()


async def bits_flipped(attacker: Attacker) -> None:
    """Send good frames with some bits flipped."""
    frames: list[bytes | str] = []
    for _ in range(20):
        frame = bytearray(attacker.good_frame())
        for _ in range(attacker.chance.randint(1, 8)):
            frame[attacker.chance.randrange(len(frame))] ^= 1 << attacker.chance.randrange(8)
        frames.append(bytes(frame))
    async with attacker.racer() as connection:
        await pour(connection, frames)


async def truncated(attacker: Attacker) -> None:
    """Send good frames without their end, or with something behind it."""
    frames: list[bytes | str] = []
    for _ in range(20):
        frame = attacker.good_frame()
        end = attacker.chance.randrange(len(frame))
        frames.append(frame[:end] if attacker.chance.random() < 0.7 else frame + frame[:end])
    async with attacker.player() as connection:
        await pour(connection, frames)


async def random_msgpack(attacker: Attacker) -> None:
    """Send well-made msgpack that is no message."""
    values = [anything(attacker.chance, 5) for _ in range(20)]
    async with attacker.player() as connection:
        await pour(connection, [msgpack.packb(value) or b"" for value in values])


async def random_bytes(attacker: Attacker) -> None:
    """Send noise and text in frames, before the hello or after it."""
    frames: list[bytes | str] = [attacker.noise(400) for _ in range(15)]
    frames += ["", "hello", '{"type": "hello"}', "\0" * 300]
    attacker.chance.shuffle(frames)
    who = attacker.chance.choice([attacker.player, attacker.websocket])
    async with who() as connection:
        await pour(connection, frames)


async def unknown_types(attacker: Attacker) -> None:
    """Send messages of types that there are not, and the server's own messages."""
    chance = attacker.chance
    words = ["act ", "ACT", "step", "welcome", "", "admin", "x" * 3000, 7, None, ["act"], {}]
    kinds = [chance.choice(words) for _ in range(15)]
    async with attacker.player() as connection:
        await pour(
            connection,
            [msgpack.packb({"type": k, "number": chance.choice(NUMBERS)}) or b"" for k in kinds],
        )


async def any_fields(attacker: Attacker) -> None:
    """Send every type of message with fields in and out of their bounds."""
    async with attacker.racer() as connection:
        await pour(connection, [attacker.random_frame() for _ in range(30)])


async def huge_numbers(attacker: Attacker) -> None:
    """Send numbers out of all bounds, and lengths that are not true."""
    claims = [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff"]
    claims += [
        b"\xdb\x7f\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        b"\x81\xa4type\xdd\x00\xff\xff\xff",
    ]
    frames: list[bytes | str] = [*claims]
    for number in (*NUMBERS, LEAST, 1e308, float("nan")):
        for name in ("act", "undo", "get replay"):
            message = {"type": name, "number": number, "action": [number], "race": number}
            frames.append(msgpack.packb(message | {"player": number}) or b"")
    attacker.chance.shuffle(frames)
    async with attacker.racer() as connection:
        await pour(connection, frames[:30])


async def deep_nesting(attacker: Attacker) -> None:
    """Send lists in lists and maps in maps."""
    frames: list[bytes | str] = []
    for depth in (10, 100, 511, 512, 1000, 4000):
        frames += [b"\x91" * depth + b"\xc0", b"\x81\xa0" * (depth // 2) + b"\xc0"]
        frames.append(b"\x82\xa4type\xa3act\xa6action" + b"\x91" * depth)
    attacker.chance.shuffle(frames)
    async with attacker.player() as connection:
        await pour(connection, [frame[:4096] for frame in frames])


async def oversize(attacker: Attacker) -> None:
    """Send frames that are longer than a server takes."""
    size = attacker.chance.choice([4096, 4097, 65_535, 65_536, 300_000])
    async with attacker.player() as connection:
        await pour(connection, [bytes(size), b"x" * size])


async def forged_sequence(attacker: Attacker) -> None:
    """Send moves out of turn and with wrong numbers, in one's own race and without one."""
    chance = attacker.chance
    messages: list[FromClient] = []
    for number in range(30):
        forged = chance.choice([number, number, number + 1, max(0, number - 1), 999_999, 0])
        action = [chance.randint(0, 255) for _ in range(chance.randint(0, 3))]
        kinds: list[FromClient] = [Act(forged, action), Act(forged, [0]), Undo(forged)]
        kinds += [Resync(), GiveUp(), StartRace(), Chat("moves")]
        messages.append(chance.choices(kinds, [9, 9, 6, 1, 1, 1, 1])[0])
    async with attacker.racer() as connection:
        await pour(connection, [wire.encode(message) for message in messages])


async def flood(attacker: Attacker) -> None:
    """Send good messages, far faster than is allowed."""
    kinds: list[FromClient] = [ListRooms(), Chat("x"), Resync(), Act(0, [0])]
    frame = wire.encode(attacker.chance.choice(kinds))
    async with attacker.racer() as connection:
        await pour(connection, [frame] * 400)


async def never_reading(attacker: Attacker) -> None:
    """Ask for a lot and read nothing of it."""
    async with attacker.stream() as (_reader, writer):
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(attacker.handshake())
        await asyncio.sleep(0.1)
        writer.write(masked(wire.encode(Hello(VERSION, attacker.name))))
        entry = CreateRoom(Settings("klondike", countdown=0))
        writer.write(masked(wire.encode(entry)))
        for _ in range(attacker.chance.randint(20, 60)):
            question = Resync() if attacker.chance.random() < 0.5 else ListRooms()
            writer.write(masked(wire.encode(question)))
            await asyncio.sleep(0.02)


async def ping_flood(attacker: Attacker) -> None:
    """Send thousands of pings, and never read the answers."""
    async with attacker.stream() as (_reader, writer):
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(attacker.handshake())
        pings = masked(bytes(125), opcode=9) * 200
        for _ in range(attacker.chance.randint(5, 40)):
            writer.write(pings)
            async with asyncio.timeout(0.5):
                await writer.drain()
            await asyncio.sleep(0.01)


async def fragments(attacker: Attacker) -> None:
    """Send a message that never ends, in very many pieces, most of them empty."""
    async with attacker.stream() as (_reader, writer):
        writer.write(attacker.handshake() + masked(b"", opcode=2, first=0))
        pieces = masked(b"", opcode=0, first=0) * 500
        for _ in range(attacker.chance.randint(1, 20)):
            writer.write(pieces)
            async with asyncio.timeout(0.5):
                await writer.drain()


async def no_hello(attacker: Attacker) -> None:
    """Open a websocket and say nothing, or anything but hello."""
    async with attacker.websocket() as connection:
        for _ in range(attacker.chance.randint(0, 3)):
            await connection.send(attacker.good_frame())
        await asyncio.sleep(attacker.chance.random() * 2)


async def half_open(attacker: Attacker) -> None:
    """Connect, and say nothing or half of a handshake."""
    async with attacker.stream() as (_reader, writer):
        opening = attacker.handshake()
        writer.write(opening[: attacker.chance.randrange(len(opening))])
        await asyncio.sleep(attacker.chance.random() * 2)


async def raw_garbage(attacker: Attacker) -> None:
    """Send bytes that are no HTTP, or bad HTTP."""
    chance = attacker.chance
    opening = bytearray(attacker.handshake())
    for _ in range(chance.randint(1, 6)):
        opening[chance.randrange(len(opening))] = chance.randrange(256)
    choices = [
        attacker.noise(5000),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + attacker.noise(500),  # TLS
        b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"\r\n" * 1000,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        bytes(opening),
        attacker.handshake().replace(b"13\r\n", b"14\r\n"),
        attacker.handshake().replace(b"==", b""),
    ]
    async with attacker.stream() as (reader, writer):
        writer.write(chance.choice(choices))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await reader.read()


async def bad_frames(attacker: Attacker) -> None:
    """Send websocket frames that the standard forbids, behind a good handshake."""
    chance = attacker.chance
    choices = [
        b"\x82\x05hello",  # not masked
        b"\x82\xff" + struct.pack("!Q", 2**63 - 1) + b"xxxx",
        b"\x82\xff" + b"\xff" * 8,
        masked(b"x", opcode=3),
        masked(b"x", opcode=0),
        masked(b"x", opcode=15),
        masked(b"x", first=0xF0),
        masked(b"x", opcode=9, first=0),
        masked(bytes(126), opcode=9),
        masked(b"\xff\xfe", opcode=1),
        masked(b"\x03", opcode=8),
        masked(struct.pack("!H", 5), opcode=8),
        masked(struct.pack("!H", 1000) + b"\xff", opcode=8),
        masked(b"", opcode=10) * 50,
        attacker.noise(2000),
    ]
    async with attacker.stream() as (reader, writer):
        writer.write(attacker.handshake() + chance.choice(choices) + chance.choice(choices))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await reader.read()


async def slowloris(attacker: Attacker) -> None:
    """Send a handshake, or a frame, byte by byte."""
    opening = attacker.handshake()
    frame = masked(wire.encode(Hello(VERSION, attacker.name)))
    quick, slow = (b"", opening) if attacker.chance.random() < 0.5 else (opening, frame)
    async with attacker.stream() as (_reader, writer):
        writer.write(quick)
        for byte in slow[:60]:
            writer.write(bytes([byte]))
            await asyncio.sleep(0.03)


async def cut_off(attacker: Attacker) -> None:
    """Go without a goodbye, at any moment between knocking and racing."""
    opening, hello = attacker.handshake(), wire.encode(Hello(VERSION, attacker.name))
    bytes_of = [opening, masked(hello)]
    entry = CreateRoom(Settings("4x13", countdown=0))
    later: list[FromClient] = [entry, StartRace(anyway=True), Act(0, [0]), Resync()]
    bytes_of += [masked(wire.encode(message)) for message in later]
    everything = b"".join(bytes_of)
    end = attacker.chance.randrange(len(everything) + 1)
    async with attacker.stream() as (_reader, writer):
        # The handshake has to be answered before frames may come: in two pieces.
        writer.write(everything[: min(end, len(opening))])
        if end > len(opening):
            await asyncio.sleep(0.005)
            writer.write(everything[len(opening) : end])
        await asyncio.sleep(attacker.chance.choice([0, 0, 0.002, 0.05]))


async def again_and_again(attacker: Attacker) -> None:
    """Connect as the same player over and over: each time the one before is replaced."""
    async with attacker.player():
        for _ in range(attacker.chance.randint(2, 6)):
            with contextlib.suppress(*ENDED):
                async with attacker.racer() as connection:
                    await pour(connection, [attacker.good_frame() for _ in range(3)])


ATTACKS: Final[dict[str, Callable[[Attacker], Awaitable[None]]]] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        bits_flipped,
        truncated,
        random_msgpack,
        random_bytes,
        unknown_types,
        any_fields,
        huge_numbers,
        deep_nesting,
        oversize,
        forged_sequence,
        flood,
        never_reading,
        ping_flood,
        fragments,
        no_hello,
        half_open,
        raw_garbage,
        bad_frames,
        slowloris,
        cut_off,
        again_and_again,
    )
}
"""By name, each with what it does in its docstring."""

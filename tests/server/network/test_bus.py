import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from protocol import wire
from protocol.messages import FromServer, Said
from server.network import bus as bus_module
from server.network.bus import Bus
from server.network.frames import FrameConnection
from tests.server.bounded import bounded
from tests.server.play import PATIENCE

UNSENT = 256 * 1024
Write = Callable[[bytes, int], bool]


class Readers:
    """Readers on real sockets, numbered from 1, and the bus that they listen to."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.here: dict[int, FrameConnection] = {}
        self.there: dict[int, ClientConnection] = {}

    async def hear(self, player: int) -> list[FromServer]:
        """Return the messages of a reader's next frame."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.there[player].recv()
        return [wire.decode_server(each) for each in wire.split(frame)]


@asynccontextmanager
async def readers(count: int, spectators: set[int]) -> AsyncIterator[Readers]:
    found = Readers(Bus(UNSENT, spectators))

    async def visit(connection: ServerConnection) -> None:
        assert isinstance(connection, FrameConnection)
        player = int(await connection.recv())
        found.here[player] = connection
        found.bus.connect(player, connection)
        await connection.send(b"")
        await connection.wait_closed()
        found.bus.disconnect(player, connection)

    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            serve(
                visit,
                "127.0.0.1",
                0,
                compression=None,
                create_connection=cast(type[ServerConnection], bounded),
            )
        )
        port = next(iter(server.sockets)).getsockname()[1]
        for player in range(1, count + 1):
            connection = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}"))
            found.there[player] = connection
            await connection.send(str(player))
            assert await connection.recv() == b""
        yield found


def said(text: str) -> Said:
    return Said(9, "nine", text)


async def test_a_racer_hears_at_once_and_spectators_in_one_frame() -> None:
    async with readers(3, {2, 3}) as some:
        for text in "abc":
            some.bus.publish((1, 2, 3), said(text))
        assert [await some.hear(1) for _ in "abc"] == [[said(text)] for text in "abc"]
        for player in (2, 3):
            assert await some.hear(player) == [said("a"), said("b"), said("c")]


async def test_everything_comes_in_order_whoever_else_it_is_for() -> None:
    async with readers(3, {1, 2, 3}) as some:
        some.bus.publish((1, 2), said("a"))
        some.bus.publish((1, 2, 3), said("b"))
        some.bus.publish((1,), said("c"))
        some.bus.publish((1, 2, 3), said("d"))
        for player, text in ((1, "abcd"), (2, "abd"), (3, "bd")):
            heard: list[FromServer] = []
            while len(heard) < len(text):
                heard += await some.hear(player)
            assert heard == [said(letter) for letter in text]


async def test_who_takes_a_seat_hears_first_what_was_gathered() -> None:
    spectators = {1}
    async with readers(1, spectators) as some:
        some.bus.publish((1,), said("a"))
        spectators.clear()
        some.bus.publish((1,), said("b"))
        assert await some.hear(1) == [said("a")]
        assert await some.hear(1) == [said("b")]


async def test_a_few_are_written_to_in_each_turn_and_everything_stays_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bus_module, "READERS", 2)
    monkeypatch.setattr(wire, "MAX_GATHERED", 2)
    spectators = set(range(1, 6))
    async with readers(5, spectators) as some:
        written: list[int] = []
        for player, connection in some.here.items():
            write = connection.write

            def note(frame: bytes, most: int, player: int = player, write: Write = write) -> bool:
                written.append(player)
                return write(frame, most)

            monkeypatch.setattr(connection, "write", note)
        some.bus.publish((1, 2, 3, 4, 5), said("a"))
        some.bus.publish((1, 2, 3, 4), said("b"))
        assert written == [1, 2]
        some.bus.publish((2, 3, 4), said("c"))
        spectators.discard(4)
        some.bus.publish((4,), said("d"))  # What was gathered for them comes before it.
        assert written == [1, 2, 4, 4, 4]
        await asyncio.sleep(0)
        assert written == [1, 2, 4, 4, 4, 3, 5]
        for player, text in ((1, "ab"), (2, "abc"), (3, "abc"), (4, "abcd"), (5, "a")):
            heard: list[FromServer] = []
            while len(heard) < len(text):
                heard += await some.hear(player)
            assert heard == [said(letter) for letter in text]


async def test_who_goes_one_after_the_other_costs_no_frame_each() -> None:
    """When a room's spectators lose their line together, the others are told in one frame."""
    async with readers(3, {1, 2, 3}) as some:
        for number in range(100):
            some.bus.publish((1, 2, 3) if number % 2 else (2, 3), said(str(number)))
        assert await some.hear(1) == [said(str(number)) for number in range(1, 100, 2)]
        for player in (2, 3):
            assert await some.hear(player) == [said(str(number)) for number in range(100)]


async def test_an_event_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[FromServer] = []

    def encode(message: FromServer) -> bytes:
        encoded.append(message)
        return wire_encode(message)

    wire_encode = wire.encode
    monkeypatch.setattr(wire, "encode", encode)
    async with readers(4, {3, 4}) as some:
        some.bus.publish((1, 2, 3, 4), said("a"))
        assert [await some.hear(player) for player in (1, 2, 3, 4)] == [[said("a")]] * 4
    assert encoded == [said("a")]


async def test_much_is_not_gathered_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "GATHER", 3600)
    async with readers(1, {1}) as some:
        for _ in range(wire.MAX_GATHERED):
            some.bus.publish((1,), said("a"))
        assert await some.hear(1) == [said("a")] * wire.MAX_GATHERED
        for _ in range(bus_module.FULL // 300 + 1):
            some.bus.publish((1,), said("x" * 300))
        assert set(await some.hear(1)) == {said("x" * 300)}


async def test_a_spectator_who_does_not_read_costs_no_more_and_is_cut_off() -> None:
    async with readers(2, {1, 2}) as some:
        lazy = some.there[1].transport
        assert isinstance(lazy, asyncio.Transport)
        lazy.pause_reading()  # As a client does that hangs: the socket stays, and fills up.
        transport = some.here[1].transport
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        most = 0
        async with asyncio.timeout(PATIENCE):
            while not transport.is_closing():
                some.bus.publish((1, 2), said("x" * 300))
                some.bus.flush()
                most = max(most, transport.get_write_buffer_size())
                await some.hear(2)  # The others get everything.
            await some.here[1].wait_closed()
        lazy.abort()  # Else it says goodbye, and waits for an answer.
        assert 0 < most <= UNSENT

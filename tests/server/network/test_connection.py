import asyncio
import gc
import socket
import weakref
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from protocol.messages import CreateRoom, FromClient, ListRooms, Problem, Rooms, Settings, Undo
from protocol.wire import encode
from server.app import Server
from server.bounds import Limits
from tests.server.play import PATIENCE, Client, client, comes_true

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING = b"\x89\xfd" + bytes(4) + bytes(125)


async def frames_at_once(port: int, frames: bytes) -> bytes:
    """Send bytes behind a handshake; return all that comes until the server ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE)
    async with asyncio.timeout(PATIENCE):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frames)
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


async def ping(client: Client, times: int) -> None:
    async with asyncio.timeout(PATIENCE):
        for _ in range(times):
            await (await client.connection.ping())


async def send_pings_for_ever(sock: socket.socket) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            await asyncio.get_running_loop().sock_sendall(sock, PING * 100)


async def test_some_pings_are_answered(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await ping(ann, 20)


async def test_too_many_pings_end_the_connection(tmp_path: Path) -> None:
    limits = Limits(pings=1, pings_burst=10)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        with pytest.raises(ConnectionClosed):
            await ping(ann, 12)
        async with client(server, "bob") as bob:
            await bob.ask(ListRooms(), Rooms)


async def test_answers_to_pings_do_not_pile_up(tmp_path: Path) -> None:
    """Whoever reads nothing is cut off, however much may be sent."""
    limits = Limits(pings=1e9, pings_burst=10**9, unsent=10_000)
    async with Server.open(tmp_path, limits=limits) as server:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sock, ("127.0.0.1", server.port))
        try:
            await loop.sock_sendall(sock, HANDSHAKE)
            await loop.sock_recv(sock, 12)  # Some of the answer; frames may come now.
            with pytest.raises(ConnectionError):
                await send_pings_for_ever(sock)
        finally:
            sock.close()


@pytest.mark.parametrize("cut", [False, True])
async def test_a_connection_that_is_over_leaves_nothing_to_collect(
    tmp_path: Path, cut: bool
) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            await ann.ask(ListRooms(), Rooms)
            [connection] = server.presence.newest.values()
            if cut:
                ann.connection.transport.abort()
        over = weakref.ref(connection), weakref.ref(connection.protocol)
        del connection
        gc.disable()
        try:
            await comes_true(lambda: [each() for each in over] == [None, None])
        finally:
            gc.enable()


async def test_a_message_in_pieces_ends_the_connection(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        assert await frames_at_once(server.port, b"\x02\x81" + bytes(5)) == b""
        pieces = b"\x02\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 40_000
        assert await frames_at_once(server.port, pieces) == b""
        async with client(server, "ann") as ann:
            await ann.ask(ListRooms(), Rooms)


async def test_too_many_frames_at_once_end_the_connection(tmp_path: Path) -> None:
    empty = b"\x82\x80" + bytes(4)
    async with Server.open(tmp_path, limits=Limits(at_once=11)) as server:
        async with client(server, "ann") as ann:
            ann.connection.transport.write(empty * 10)  # and a pong may come with them
            for _ in range(10):
                assert (await ann.until(Problem)).code == "bad message"
        assert await frames_at_once(server.port, empty * 12) == b""


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 10_000])
async def test_frames_are_told_apart_however_they_are_cut(tmp_path: Path, size: int) -> None:
    """Moves, other messages, pings and longer ones come in order, by whichever way they go."""
    long = CreateRoom(Settings("klondike", {"x" * 40: "y" * 40}))
    messages: list[FromClient] = [Undo(0), ListRooms(), Undo(1), long, Undo(2), Undo(3), long]
    data = PING.join(masked(message) for message in messages)
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        [connection] = server.presence.newest.values()
        for start in range(0, len(data), size):
            connection.data_received(data[start : start + size])
        heard = [await ann.hear() for _ in messages]
        codes = [each.code if isinstance(each, Problem) else "" for each in heard]
        no_room, bad = "not in a room", "bad option"
        assert codes == [no_room, "", no_room, bad, no_room, no_room, bad]


def masked(message: FromClient) -> bytes:
    return Frame(Opcode.BINARY, encode(message)).serialize(mask=True)


async def test_a_frame_that_would_be_too_long_is_not_waited_for(tmp_path: Path) -> None:
    announced = b"\x82\xff" + (1 << 40).to_bytes(8, "big")
    async with Server.open(tmp_path) as server:
        answer = await frames_at_once(server.port, announced)
        assert answer[:4] == b"\x88" + answer[1:2] + (1009).to_bytes(2, "big")
        unmasked = await frames_at_once(server.port, b"\x82\x01x")
        assert unmasked[:4] == b"\x88" + unmasked[1:2] + (1002).to_bytes(2, "big")


async def test_a_long_read_is_taken_in_whole(tmp_path: Path) -> None:
    """Many messages at once, over the borders of what is looked at, arrive all."""
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        for _ in range(3):
            for _ in range(5):
                await ann.say(CreateRoom(Settings("klondike", {"x" * 40: "y" * 40})))
            for _ in range(5):
                assert (await ann.until(Problem)).code == "bad option"

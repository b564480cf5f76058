import asyncio
import gc
import inspect
import re
import socket
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from protocol.messages import (
    VERSION,
    CreateRoom,
    FromClient,
    Hello,
    ListRooms,
    Problem,
    Rooms,
    Settings,
    Undo,
)
from protocol.wire import decode_server, encode
from server.app import Server
from server.bounds import Limits
from server.network import frame_bytes, frames
from server.network.connection import BoundedConnection
from server.network.frame_bytes import make_frame
from tests.server.network.bounded import bounded
from tests.server.play import PATIENCE, client, comes_true

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
GOODBYE = Frame(Opcode.CLOSE, (1000).to_bytes(2, "big")).serialize(mask=True)
PING = b"\x89\xfd" + bytes(4) + bytes(125)


# What `server.network.frames` relies on ------------------------------------------------

# These speak of `websockets` alone.  When they fail, so may all that has a socket: begin here.


def moved(what: str) -> str:
    """Return what to do when something that is relied on has changed."""
    return (
        f"websockets {version('websockets')} is not what server/network/frames.py is built on: "
        f"{what}.  Read the docstring there, mend what uses it, and see to the bounds on the "
        "version in pyproject.toml."
    )


class Plain(ServerConnection):
    """A connection of `websockets` alone, which notes what it makes of what comes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.events: list[object] = []
        self.received: list[object] = []

    def process_event(self, event: Any) -> None:
        self.events.append(event)
        super().process_event(event)

    async def recv(self, decode: bool | None = None) -> Any:
        self.received.append(await super().recv(decode))
        return self.received[-1]


@asynccontextmanager
async def plain() -> AsyncIterator[tuple[Plain, ClientConnection]]:
    """Both ends of a connection whose messages are read by iterating."""
    made: asyncio.Future[Plain] = asyncio.get_running_loop().create_future()

    async def visit(connection: ServerConnection) -> None:
        assert isinstance(connection, Plain)
        made.set_result(connection)
        async for _ in connection:
            pass

    quiet = serve(
        visit, "127.0.0.1", 0, compression=None, ping_interval=None, create_connection=Plain
    )
    async with quiet as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", ping_interval=None) as there:
            async with asyncio.timeout(PATIENCE):
                yield await made, there


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("connection_made", "transport"),
        ("connection_lost", "exc"),
        ("data_received", "data"),
        ("process_event", "event"),
        ("recv", "decode"),
    ],
)
def test_websockets_has_the_methods_that_are_overridden(method: str, parameters: str) -> None:
    found = getattr(ServerConnection, method, None)
    assert found is not None, moved(f"there is no ServerConnection.{method}")
    takes = list(inspect.signature(found).parameters)
    assert takes == ["self", parameters], moved(f"ServerConnection.{method} takes {takes}")
    waits = inspect.iscoroutinefunction(found)
    assert waits == (method == "recv"), moved(
        f"ServerConnection.{method} may wait, or not any more"
    )


def test_websockets_masks_as_it_did() -> None:
    masked = vars(frame_bytes)["apply_mask"](bytes(range(7)), b"\x10\x20\x40\x80")
    assert masked == b"\x10\x21\x42\x83\x14\x25\x46", moved(f"apply_mask makes {masked!r}")


async def test_websockets_has_the_attributes_that_are_used() -> None:
    async with plain() as (here, _):
        assert isinstance(here, asyncio.Protocol), moved("a connection is no asyncio.Protocol")
        transport = getattr(here, "transport", None)
        assert isinstance(transport, asyncio.Transport), moved(f".transport is {transport!r}")
        protocol = getattr(here, "protocol", None)
        state = getattr(protocol, "state", None)
        assert state is State.OPEN, moved(f".protocol.state is {state!r} after the handshake")
        extensions = getattr(protocol, "extensions", None)
        assert extensions == [], moved(f".protocol.extensions are {extensions!r}")
        parser = getattr(protocol, "parser", None)
        assert inspect.isgenerator(parser), moved(f".protocol.parser is {parser!r}")
        ended = getattr(protocol, "eof_sent", None)
        assert ended is False, moved(f".protocol.eof_sent is {ended!r} while all is well")
        error = getattr(protocol, "parser_exc", "missing")
        assert error is None, moved(f".protocol.parser_exc is {error!r} while all is well")


async def test_websockets_handles_what_comes_before_data_received_returns() -> None:
    async with plain() as (here, _):
        [request] = here.events
        assert isinstance(request, Request), moved(f"the first event is {request!r}")
        binary = Frame(Opcode.BINARY, b"one").serialize(mask=True)
        here.data_received(binary + PING + binary[:-1])
        seen = [(each.opcode, each.fin, bytes(each.data)) for each in here.events[1:]]  # type: ignore[attr-defined]
        whole = [(Opcode.BINARY, True, b"one"), (Opcode.PING, True, bytes(125))]
        assert seen == whole, moved(f"two frames and the beginning of a third are {seen}")
        here.data_received(binary[-1:])
        assert len(here.events) == 4, moved("the end of a frame is not waited for")
        for _ in range(10):
            await asyncio.sleep(0)
        read = here.received
        assert read == [b"one", b"one"], moved(f"who iterates has got {read} by recv")


async def test_websockets_lets_frames_be_written_past_it() -> None:
    async with plain() as (here, there):
        here.transport.write(make_frame(b"past"))
        await here.send(b"through")
        heard = [await there.recv(), await there.recv()]
        assert heard == [b"past", b"through"], moved(f"the other end has got {heard}")


async def test_websockets_closes_what_listens_for_it() -> None:
    class Listener:
        closed = False

        def get_loop(self) -> asyncio.AbstractEventLoop:
            return asyncio.get_running_loop()

        def close(self) -> None:
            self.closed = True

        async def wait_closed(self) -> None:
            assert self.closed

    async def visit(_: ServerConnection) -> None:
        pass

    made, listener = serve(visit), Listener()
    made.server = cast(asyncio.Server, listener)
    made.close()
    async with asyncio.timeout(PATIENCE):
        await made.wait_closed()
    assert listener.closed, moved("a server's .server is not closed with it")


async def test_websockets_is_not_open_any_more_after_a_bad_frame() -> None:
    async with plain() as (here, there):
        here.data_received(Frame(Opcode.BINARY, b"not masked").serialize(mask=False))
        state, error = here.protocol.state, here.protocol.parser_exc
        assert state is not State.OPEN, moved(".protocol.state is OPEN after a bad frame")
        assert isinstance(error, Exception), moved(f".protocol.parser_exc is {error!r} then")
        with pytest.raises(ConnectionClosed):
            await there.recv()
        here.protocol.parser.close()


def test_nothing_else_of_the_server_knows_the_insides_of_websockets() -> None:
    inside = re.compile(r"websockets\.(frames|protocol|speedups|utils)\b|\.(transport|protocol)\.")
    files = (Path(__file__).parents[3] / "server").rglob("*.py")
    found = {each.name for each in files if inside.search(each.read_text())}
    assert found == {"frame_bytes.py", "frames.py", "plain_http.py"}


# Frames -------------------------------------------------------------------------------


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


def farewell(answer: bytes) -> tuple[str, int]:
    """Return the problem and the code of the goodbye in what a server says at last."""
    length = answer[1]
    assert answer[0] == 0x82
    assert length < 126
    problem = decode_server(answer[2 : 2 + length])
    assert isinstance(problem, Problem)
    goodbye = answer[2 + length :]
    assert goodbye[0] == 0x88
    assert goodbye[1] == len(goodbye) - 2
    return problem.code, int.from_bytes(goodbye[2:4], "big")


async def send_pings_for_ever(sock: socket.socket) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            await asyncio.get_running_loop().sock_sendall(sock, PING * 100)


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
        told = await frames_at_once(server.port, b"\x02\x81" + bytes(5))
        assert farewell(told) == ("bad message", 1008)
        pieces = b"\x02\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 40_000
        told = await frames_at_once(server.port, pieces)
        assert farewell(told) == ("bad message", 1008)
        async with client(server, "ann") as ann:
            await ann.ask(ListRooms(), Rooms)


async def test_what_was_not_looked_at_is_nothing_when_a_connection_is_over(tmp_path: Path) -> None:
    empty = b"\x82\x80" + bytes(4)
    async with Server.open(tmp_path, limits=Limits(patience=3)) as server:
        told = await frames_at_once(server.port, empty * 1000)
        assert b"too many messages in a row" in told
        await comes_true(lambda: server.door.open == 0)


async def test_who_goes_on_after_being_cut_off_is_not_heard_out(tmp_path: Path) -> None:
    limits = Limits(unsent=10_000)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        [here] = server.presence.newest.values()
        ann.connection.transport.write(b"\x02\x81" + bytes(5))
        assert (await ann.until(Problem)).code == "bad message"
        here.data_received(bytes(limits.unsent))
        here.data_received(b"x")
        assert here.transport.is_closing()


async def test_of_what_comes_after_our_goodbye_only_the_answer_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard, read = Heard(b"m"), list[Frame | Request]()
    process = BoundedConnection.process_event

    def note(self: BoundedConnection, event: Frame | Request) -> None:
        read.append(event)
        process(self, event)

    monkeypatch.setattr(BoundedConnection, "process_event", note)
    async with heard_by(heard) as there:
        there.transport.pause_reading()  # It does not hear our goodbye.
        closing = asyncio.create_task(heard.connection.close())
        await comes_true(lambda: heard.connection.protocol.state is State.CLOSING)
        read.clear()
        messages = Frame(Opcode.BINARY, b"m or not m").serialize(mask=True) * 100
        heard.connection.data_received(messages[:-3])
        heard.connection.data_received(messages[-3:] + GOODBYE)
        there.transport.resume_reading()
        await closing
    assert [event.opcode for event in read if isinstance(event, Frame)] == [Opcode.CLOSE]
    assert heard.all == []
    assert heard.connection.close_code == 1000


async def test_who_does_not_stop_after_our_goodbye_is_hung_up_on() -> None:
    heard = Heard(b"m")
    async with heard_by(heard) as there:
        there.transport.pause_reading()  # It does not hear our goodbye.
        closing = asyncio.create_task(heard.connection.close())
        await comes_true(lambda: heard.connection.protocol.state is State.CLOSING)
        heard.connection.data_received(bytes(frames.UNREAD))
        assert not heard.connection.transport.is_closing()
        heard.connection.data_received(b"x")
        assert heard.connection.transport.is_closing()
        there.transport.resume_reading()
        await closing


HEADERS = {
    "many lines": b"Connection: a,a,a\r\n" * 120,
    "one long list": b"Sec-WebSocket-Protocol: " + b"a," * 400 + b"a\r\n",
    "much of anything": (b"Cookie: " + b"c" * 4000 + b"\r\n") * 5,
    "no end": b"Cookie: " + b"c" * 20_000,
}


@pytest.mark.parametrize("headers", HEADERS.values(), ids=HEADERS)
async def test_a_request_that_is_too_long_is_not_taken_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: bytes
) -> None:
    def accept(*_: object) -> None:
        raise AssertionError("it was taken apart")

    monkeypatch.setattr("websockets.server.ServerProtocol.accept", accept)
    async with Server.open(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(HANDSHAKE[:-2] + headers)
        if not headers.endswith(b"c"):
            writer.write(b"\r\n")
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 431 ")
        assert b"Content-Length: %d" % len(body) in head
        await comes_true(lambda: server.door.open == 0)


async def test_a_request_in_many_pieces_is_read_seldom_and_still_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    receive = frames.FrameConnection.data_received

    def data_received(connection: frames.FrameConnection, data: bytes) -> None:
        read.append(len(data))
        receive(connection, data)

    monkeypatch.setattr(frames.FrameConnection, "data_received", data_received)
    async with Server.open(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        request = HANDSHAKE[:-2] + b"X: y\r\n" * 40 + b"\r\n"
        async with asyncio.timeout(PATIENCE):
            for byte in request:
                writer.write(bytes([byte]))
                await asyncio.sleep(0)
            assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")
        writer.close()
        await comes_true(lambda: server.door.open == 0)
    assert sum(read) >= len(request)
    assert len(read) < len(request) / 4


REFUSED = {
    "too long a line": b"GET /" + b"a" * 10_000,
    "rubbish": b"\x00\x01\x02\r\n\r\n",
    "too many lines": b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 140,
}


@pytest.mark.parametrize("pause", [True, False], ids=["after the answer", "at once"])
@pytest.mark.parametrize("request_", REFUSED.values(), ids=REFUSED)
async def test_what_follows_a_request_that_is_none_is_not_answered_again(
    tmp_path: Path, request_: bytes, pause: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server.open(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(request_)
        async with asyncio.timeout(PATIENCE):
            if pause:
                await reader.readline()
            writer.write(b"X: y\r\n" * 5000)
            with suppress(ConnectionError):
                await reader.read()
        writer.close()
        await comes_true(lambda: server.door.open == 0)
    assert [r.message for r in caplog.records if r.name == "asyncio"] == []


async def test_a_request_as_browsers_make_them_is_let_in_and_forgotten(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        cookies = {"Cookie": "c" * 8000, "User-Agent": "b" * 300}
        url = f"ws://127.0.0.1:{server.port}"
        async with connect(url, additional_headers=cookies) as connection:
            await connection.send(encode(Hello(VERSION, "ann")))
            await connection.recv()
            [here] = server.presence.newest.values()
            assert here.request is not None
            assert not here.request.headers


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
        assert farewell(await frames_at_once(server.port, announced)) == ("bad message", 1009)
        most = Limits().frame
        for size in (most + 1, 70_000):
            too_long = Frame(Opcode.BINARY, bytes(size)).serialize(mask=True)
            told = await frames_at_once(server.port, too_long)
            assert farewell(told) == ("bad message", 1009)
        longest = Frame(Opcode.BINARY, bytes(most)).serialize(mask=True) + GOODBYE
        told = await frames_at_once(server.port, longest)
        assert told[:4] == b"\x88" + told[1:2] + (1000).to_bytes(2, "big")
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


# What a listener takes --------------------------------------------------------------------------


class Heard:
    """What came to the listener, and what came to `recv`, in the order in which it came."""

    def __init__(self, takes: bytes) -> None:
        self.all: list[tuple[str, bytes | str]] = []
        self.takes = takes
        self.received = asyncio.Event()
        self.free = asyncio.Event()
        """Set while whatever came to `recv` is dealt with at once."""
        self.free.set()

    async def visit(self, connection: ServerConnection) -> None:
        assert isinstance(connection, BoundedConnection)
        self.connection = connection
        connection.offer(self.take)
        await connection.send(b"listening")
        async for message in connection:
            self.all.append(("recv", message))
            self.received.set()
            await self.free.wait()

    def take(self, message: bytes) -> bool:
        if message.startswith(self.takes):
            self.all.append(("listener", message))
            return True
        return False


@asynccontextmanager
async def heard_by(heard: Heard) -> AsyncIterator[ClientConnection]:
    async with serve(
        heard.visit,
        "127.0.0.1",
        0,
        compression=None,
        create_connection=cast(type[ServerConnection], bounded),
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with asyncio.timeout(PATIENCE), connect(f"ws://127.0.0.1:{port}") as connection:
            assert await connection.recv() == b"listening"
            yield connection
        server.close()
        await server.wait_closed()


async def test_a_listener_takes_what_it_wants_and_recv_gets_the_rest() -> None:
    heard = Heard(b"m")
    async with heard_by(heard) as connection:
        for message in (b"m1", b"m2", b"x", "m text"):
            await connection.send(message)
    assert heard.all == [
        ("listener", b"m1"),
        ("listener", b"m2"),
        ("recv", b"x"),
        ("recv", "m text"),
    ]


async def test_no_headers_stay_once_the_request_is_forgotten() -> None:
    heard = Heard(b"m")
    async with heard_by(heard) as connection:
        request, response = heard.connection.request, heard.connection.response
        assert request is not None
        assert response is not None
        heard.connection.forget_request()
        # Whoever holds them still, as the parser of `websockets` does, holds nothing large.
        assert not request.headers
        assert not response.headers
        await connection.send(b"m")
        await comes_true(lambda: heard.all == [("listener", b"m")])


async def test_nothing_overtakes_what_waits_for_recv(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(b"m")
    async with heard_by(heard) as connection:
        with monkeypatch.context() as patch:
            patch.setattr(connection, "send_data", lambda: None)
            for message in (b"m1", b"x", b"m2", b"m3", b"m4"):
                await connection.send(message)
        connection.send_data()  # All of it comes in one piece.
    assert [message for _, message in heard.all] == [b"m1", b"x", b"m2", b"m3", b"m4"]
    assert heard.all[0] == ("listener", b"m1")


async def test_after_a_message_for_recv_the_listener_is_asked_again() -> None:
    heard = Heard(b"m")
    async with heard_by(heard) as connection:
        await connection.send(b"x")
        await heard.received.wait()
        await connection.send(b"m")
    assert heard.all == [("recv", b"x"), ("listener", b"m")]


async def test_a_goodbye_is_heard_while_a_message_is_dealt_with() -> None:
    """Who has asked for something long, and does not wait for it, is not waited for either."""
    heard = Heard(b"m")
    heard.free.clear()
    async with heard_by(heard) as there:
        await there.send(b"x")
        await heard.received.wait()
        await there.close()
        assert not heard.free.is_set()
        heard.free.set()


async def test_what_comes_at_once_is_taken_in_piece_by_piece() -> None:
    """Others are heard between the messages of one read, whose order stays."""
    heard = Heard(b"m")
    messages = [b"m%d" % n if n % 50 == 0 else b"x%d" % n for n in range(1000)]
    sent = [Frame(Opcode.BINARY, message).serialize(mask=True) for message in messages]
    most = [Frame(Opcode.BINARY, bytes(1000)).serialize(mask=True)] * (frames.UNREAD // 1000 + 1)
    async with heard_by(heard) as there:
        here = heard.connection
        here.data_received(b"".join(sent))
        here.data_received(sent[-1])
        assert len(here.recv_messages.frames) == 1
        assert here.transport.is_reading()
        here.data_received(b"".join(most))
        assert not here.transport.is_reading()
        await comes_true(lambda: len(heard.all) == 1001 + len(most))
        assert [message for _, message in heard.all[:1000]] == messages
        assert here.transport.is_reading()
        await there.send(b"m last")
        await comes_true(lambda: heard.all[-1] == ("listener", b"m last"))

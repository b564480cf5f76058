import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from errno import ECONNREFUSED, EHOSTUNREACH
from itertools import pairwise
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.server import ServerConnection, serve

from client import connection as module
from client.connection import CannotConnect, Connection
from client.session import session as session_module
from client.session.address import Address
from client.session.reconnecting import ReconnectPolicy
from client.session.session import Session
from harness.fakes import member, race, room
from protocol import wire
from protocol.messages import (
    VERSION,
    Chat,
    FromServer,
    Hello,
    ListRooms,
    Problem,
    Resync,
    Rooms,
    Said,
    Step,
    Welcome,
)
from tests.client import hearing
from tools.faults.hostile_server import HostileServer

Handler = Callable[[ServerConnection], Awaitable[None]]
WELCOME = Welcome(VERSION, 1, "Ada", "token")


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[Address]:
    async with serve(handler, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Address("127.0.0.1", port)


async def tell(websocket: ServerConnection, *messages: FromServer) -> None:
    for message in messages:
        await websocket.send(wire.encode(message))


QUICK = ReconnectPolicy(pauses=(0.001, 0.002, 0.004, 0.01))


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


async def test_hello_and_frames_both_ways() -> None:
    heard = []

    async def handler(websocket: ServerConnection) -> None:
        heard.append(hearing.heard(await websocket.recv()))
        await tell(websocket, WELCOME)
        heard.append(hearing.heard(await websocket.recv()))
        await tell(websocket, Rooms([]))
        heard.append(hearing.heard(await websocket.recv()))
        await websocket.wait_closed()

    seen: list[FromServer] = []
    async with serving(handler) as address:
        session = Session("Ada")
        async with Connection(address, session) as connection:
            async for message in connection.messages():
                seen.append(message)
                if isinstance(message, Rooms):
                    session.say("bye")  # said before leaving
                    break
                session.list_rooms()
    assert seen == [WELCOME, Rooms([])]
    assert heard == [Hello(VERSION, "Ada"), ListRooms(), Chat("bye")]
    assert session.token == "token"


async def test_what_is_said_between_messages_is_sent_at_once() -> None:
    async def handler(websocket: ServerConnection) -> None:
        await websocket.recv()
        await tell(websocket, WELCOME)
        chat = hearing.heard(await websocket.recv())
        assert isinstance(chat, Chat)
        await tell(websocket, Said(1, "Ada", chat.text))

    async with serving(handler) as address:
        session = Session("Ada")
        async with Connection(address, session) as connection:
            messages = connection.messages()
            assert await anext(messages) == WELCOME
            waiting = asyncio.ensure_future(anext(messages))
            session.say("hello")
            assert await waiting == Said(1, "Ada", "hello")
            await messages.aclose()


async def test_a_resync_waits_its_time_and_is_asked_for_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_module, "RESYNC_PAUSE", 0.25)
    asked: list[float] = []
    gap = Step(1, 5, {}, 0)

    async def handler(websocket: ServerConnection) -> None:
        await websocket.recv()
        told = room(member(1), phase="running")
        await tell(websocket, WELCOME, told, *race(told)[1:], gap)
        while len(asked) < 3:
            assert hearing.heard(await websocket.recv()) == Resync()
            asked.append(time.monotonic())
            await tell(websocket, *race(told)[1:], gap)
        await tell(websocket, Rooms([]))

    async with serving(handler) as address, Connection(address, Session("Ada")) as connection:
        async for message in connection.messages():
            if isinstance(message, Rooms):
                break
    assert all(later - earlier > 0.2 for earlier, later in pairwise(asked))


@pytest.mark.parametrize("problem", ["", "out of service"])
async def test_a_server_in_trouble_is_given_time_though_it_lets_us_in(problem: str) -> None:
    welcomes = 0

    async def handler(websocket: ServerConnection) -> None:
        nonlocal welcomes
        await websocket.recv()
        welcomes += 1
        await tell(websocket, WELCOME)
        if welcomes == 4:
            await tell(websocket, Rooms([]))
            await websocket.wait_closed()
        if problem:
            await tell(websocket, Problem(problem, "nothing can be written"))
        await websocket.close(1011)

    said: list[str] = []
    seen: list[FromServer] = []
    policy = ReconnectPolicy(pauses=(0.1, 0.2, 0.3), spread=0)
    async with serving(handler) as address:
        connection = Connection(address, Session("Ada"), report=said.append, policy=policy)
        async with connection:
            async for message in connection.messages():
                seen.append(message)
                if isinstance(message, Rooms):
                    break
    why = "Nothing can be written" if problem else "The connection is lost"
    assert [text for text in said if text != Connection.BACK] == [
        f"{why}; trying again in {pause} s." for pause in policy.pauses
    ]
    assert seen == [WELCOME] * 4 + [Rooms([])]


async def test_it_is_back_when_it_is_let_in_and_not_before() -> None:
    hellos = 0

    async def handler(websocket: ServerConnection) -> None:
        nonlocal hellos
        await websocket.recv()
        hellos += 1
        if hellos in (2, 3):
            await tell(websocket, Problem("out of service", "nothing can be written"))
            await websocket.close(1013)
            return
        await tell(websocket, WELCOME)
        if hellos == 4:
            await tell(websocket, Rooms([]))
            await websocket.wait_closed()

    said: list[str] = []
    async with serving(handler) as address:
        connection = Connection(address, Session("Ada"), report=said.append, policy=QUICK)
        async with connection:
            async for message in connection.messages():
                if isinstance(message, Rooms):
                    break
    assert said.count(Connection.BACK) == 1
    assert said[-1] == Connection.BACK


async def test_it_comes_back_with_its_token_and_says_so() -> None:
    hellos = []

    async def handler(websocket: ServerConnection) -> None:
        hellos.append(hearing.heard(await websocket.recv()))
        await tell(websocket, WELCOME)
        if len(hellos) == 3:
            await tell(websocket, Rooms([]))
            await websocket.wait_closed()

    said: list[str] = []
    async with serving(handler) as address:
        connection = Connection(address, Session("Ada"), report=said.append, policy=QUICK)
        async with connection:
            async for message in connection.messages():
                if isinstance(message, Rooms):
                    break
    again = Hello(VERSION, "", "token")
    assert hellos == [Hello(VERSION, "Ada"), again, again]
    lost, back = said[:2]
    assert lost.startswith("The connection is lost; trying again in")
    assert back == Connection.BACK
    assert len(said) == 4


async def test_a_server_that_stays_away_is_given_up() -> None:
    gone = asyncio.Event()

    async def handler(websocket: ServerConnection) -> None:
        await websocket.recv()
        await tell(websocket, WELCOME)
        await gone.wait()

    said: list[str] = []
    async with serving(handler) as address:
        connection = Connection(
            address, Session("Ada"), report=said.append, patience=0.05, policy=QUICK
        )
        await connection.__aenter__()
        messages = connection.messages()
        await anext(messages)
        gone.set()
    with pytest.raises(CannotConnect, match="nobody listens there"):
        await anext(messages)
    assert len(said) > 3


async def test_a_server_that_has_let_us_in_and_is_too_busy_to_do_it_again_is_tried_again() -> None:
    hellos = 0

    async def handler(websocket: ServerConnection) -> None:
        nonlocal hellos
        await websocket.recv()
        hellos += 1
        if hellos == 2:
            await websocket.wait_closed()  # it says nothing
            return
        await tell(websocket, WELCOME)
        if hellos == 3:
            await tell(websocket, Rooms([]))
            await websocket.wait_closed()

    hasty = replace(QUICK, answer_time=0.5)
    async with (
        serving(handler) as address,
        Connection(address, Session("Ada"), policy=hasty) as connection,
    ):
        messages = connection.messages()
        seen = [await anext(messages) for _ in range(3)]
        await messages.aclose()
    assert (seen, hellos) == ([WELCOME, WELCOME, Rooms([])], 3)


async def test_a_server_that_always_hangs_up_is_given_up() -> None:
    async def handler(websocket: ServerConnection) -> None:
        await websocket.recv()

    async with serving(handler) as address:
        connection = Connection(address, Session("Ada"), patience=0.05, policy=QUICK)
        with pytest.raises(CannotConnect, match="it hangs up"):
            async with connection:
                await anext(connection.messages())


async def test_where_the_name_is_taken_the_next_one_is_tried() -> None:
    heard = []

    async def handler(websocket: ServerConnection) -> None:
        for _ in range(2):
            heard.append(hearing.heard(await websocket.recv()))
            await tell(websocket, Problem("name taken", "this name is taken"))
        heard.append(hearing.heard(await websocket.recv()))
        await tell(websocket, WELCOME)
        await websocket.wait_closed()

    names = [("Ada 2", ""), ("Ada 3", "a token")]
    async with (
        serving(handler) as address,
        Connection(address, Session("Ada"), other_names=names) as connection,
    ):
        messages = connection.messages()
        assert await anext(messages) == WELCOME
        await messages.aclose()
    assert heard == [Hello(VERSION, "Ada"), Hello(VERSION, "Ada 2"), Hello(VERSION, "", "a token")]


async def test_nobody_there() -> None:
    port = free_port()
    with pytest.raises(CannotConnect, match=f"cannot connect to 127.0.0.1:{port}: nobody listens"):
        await Connection(Address("127.0.0.1", port), Session("Ada")).__aenter__()


async def test_no_such_host() -> None:
    with pytest.raises(CannotConnect, match=r"cannot connect to nowhere\.invalid: there is no"):
        await Connection(Address("nowhere.invalid"), Session("Ada")).__aenter__()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(f"Multiple exceptions: [Errno {ECONNREFUSED}] x, [Errno 1] y"), "nobody listens"),
        (OSError(EHOSTUNREACH, "Connect call failed ('10.0.0.1', 7713)"), "No route to host"),
    ],
)
async def test_reasons(error: OSError, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*args: object, **rest: object) -> None:
        raise error

    monkeypatch.setattr(module, "_Knock", fail)
    with pytest.raises(CannotConnect, match=reason):
        await Connection(Address("localhost"), Session("Ada")).__aenter__()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", "there is no Samedeal server at"),
        (b"SSH-2.0-x\r\n", "there is no Samedeal server at"),
        (b"", "it hung up; is it wss:// instead of ws://, or no Samedeal server, or are too many"),
        (b"HTTP/1.1 429 x\r\n\r\n", "has no room now: too many are connected"),
        (b"HTTP/1.1 503 x\r\n\r\n", "has no room now: too many are connected"),
    ],
)
async def test_not_a_websocket(answer: bytes, told: str) -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(handler, "127.0.0.1", 0) as server:
        address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
        with pytest.raises(CannotConnect, match=told):
            await Connection(address, Session("Ada")).__aenter__()


@pytest.mark.parametrize("frame", ["hello", b"\xc1", b"\x80"])
async def test_another_server(frame: str | bytes) -> None:
    async def handler(websocket: ServerConnection) -> None:
        await websocket.send(frame)
        await websocket.wait_closed()

    async with (
        serving(handler) as address,
        Connection(address, Session("Ada")) as connection,
    ):
        with pytest.raises(CannotConnect, match="it speaks another language"):
            await anext(connection.messages())


async def test_a_silent_server() -> None:
    hasty = ReconnectPolicy(answer_time=0.1)

    async def handler(websocket: ServerConnection) -> None:
        await websocket.wait_closed()

    async with (
        serving(handler) as address,
        Connection(address, Session("Ada"), policy=hasty) as connection,
    ):
        with pytest.raises(CannotConnect, match="it does not answer"):
            await anext(connection.messages())


@pytest.mark.parametrize("code", ["wrong version", "replaced", "bad name", "name taken"])
async def test_what_coming_back_would_not_mend(code: str) -> None:
    async def handler(websocket: ServerConnection) -> None:
        await websocket.recv()
        await tell(websocket, Problem(code, "no, because"))
        await websocket.wait_closed()

    async with (
        serving(handler) as address,
        Connection(address, Session("Ada")) as connection,
    ):
        with pytest.raises(CannotConnect, match="no, because"):
            await anext(connection.messages())


async def test_what_a_newer_server_says_is_passed_over() -> None:
    async def handler(websocket: ServerConnection) -> None:
        await websocket.recv()
        await tell(websocket, WELCOME)
        await websocket.send(b"\x81\xa4type\xa3new")
        await tell(websocket, Rooms([]))
        await websocket.wait_closed()

    async with (
        serving(handler) as address,
        Connection(address, Session("Ada")) as connection,
    ):
        messages = connection.messages()
        assert [await anext(messages), await anext(messages)] == [WELCOME, Rooms([])]
        await messages.aclose()


@pytest.mark.parametrize("code", ["banned", "password needed", "wrong password"])
async def test_who_is_not_let_in_hears_why(code: str) -> None:
    async def handler(websocket: ServerConnection) -> None:
        await tell(websocket, Problem(code, "because"))
        await websocket.wait_closed()

    async with serving(handler) as address, Connection(address, Session("Ada")) as connection:
        with pytest.raises(CannotConnect, match="because"):
            await anext(connection.messages())


async def test_a_rooms_password_is_for_the_caller_to_say() -> None:
    problem = Problem("wrong password", "because")

    async def handler(websocket: ServerConnection) -> None:
        await tell(websocket, WELCOME, problem)
        await websocket.wait_closed()

    async with serving(handler) as address, Connection(address, Session("Ada")) as connection:
        messages = connection.messages()
        assert [await anext(messages), await anext(messages)] == [WELCOME, problem]


async def test_certificates_that_cannot_be_trusted(tmp_path: Path) -> None:
    issued = trustme.CA().issue_cert("127.0.0.1")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    issued.configure_cert(context)
    server = await serve(lambda _: asyncio.sleep(0), "127.0.0.1", 0, ssl=context)
    port = next(iter(server.sockets)).getsockname()[1]
    with pytest.raises(CannotConnect, match=r"its certificate cannot be trusted \(.*local issuer"):
        async with Connection(Address("127.0.0.1", port, secure=True), Session("Ada")):
            pass
    server.close()


async def test_wss_where_there_is_no_tls() -> None:
    async with serving(lambda _: asyncio.sleep(0)) as address:
        with pytest.raises(CannotConnect, match="is it ws:// instead of wss://"):
            async with Connection(replace(address, secure=True), Session("Ada")):
                pass


async def listen(connection: Connection) -> None:
    """Connect, and take in what there is to hear, to the end."""
    async with connection:
        async for _ in connection.messages():
            pass


async def test_a_server_that_reads_nothing_is_left_in_time() -> None:
    with HostileServer("deaf") as server:
        policy = ReconnectPolicy(goodbye=0.1)
        async with asyncio.timeout(5):
            async with Connection(server.address, Session("Ada"), policy=policy) as connection:
                for _ in range(3000):  # more than the line holds
                    connection.session.say("x" * 300)
                connection.session._transmit(bytes(1 << 24))
    await asyncio.sleep(0)
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


@pytest.mark.parametrize(("deed", "there"), [("circle", "/again"), ("elsewhere", "ws://127.0.0.1")])
async def test_a_server_that_points_elsewhere_is_not_followed(deed: str, there: str) -> None:
    with (
        HostileServer(deed) as server,
        pytest.raises(CannotConnect, match=f"only points to {there}"),
    ):
        await listen(Connection(server.address, Session("Ada")))


async def test_a_server_that_does_nothing_but_ping_is_left_for_good() -> None:
    with (
        HostileServer("pings") as server,
        pytest.raises(CannotConnect, match="never stops talking"),
    ):
        await listen(Connection(server.address, Session("Ada"), policy=QUICK))


async def test_who_never_lets_in_is_not_waited_for_however_much_it_says() -> None:
    async def handler(websocket: ServerConnection) -> None:
        while True:
            await tell(websocket, Rooms([]))
            await asyncio.sleep(0.01)

    hasty = ReconnectPolicy(answer_time=0.2)
    async with serving(handler) as address:
        with pytest.raises(CannotConnect, match="does not answer"):
            await listen(Connection(address, Session("Ada"), policy=hasty))

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from server.network.connection import BoundedConnection
from tests.server.bounded import bounded
from tests.server.play import PATIENCE


class Heard:
    """What came to the listener, and what came to `recv`, in the order in which it came."""

    def __init__(self, takes: bytes) -> None:
        self.all: list[tuple[str, bytes | str]] = []
        self.takes = takes
        self.received = asyncio.Event()

    async def visit(self, connection: ServerConnection) -> None:
        assert isinstance(connection, BoundedConnection)
        connection.listener = self.take
        await connection.send(b"listening")
        async for message in connection:
            self.all.append(("recv", message))
            self.received.set()

    def take(self, message: bytes) -> bool:
        if message.startswith(self.takes):
            self.all.append(("listener", message))
            return True
        return False


@asynccontextmanager
async def client(heard: Heard) -> AsyncIterator[ClientConnection]:
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
    async with client(heard) as connection:
        for message in (b"m1", b"m2", b"x", "m text"):
            await connection.send(message)
    assert heard.all == [
        ("listener", b"m1"),
        ("listener", b"m2"),
        ("recv", b"x"),
        ("recv", "m text"),
    ]


async def test_nothing_overtakes_what_waits_for_recv(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(b"m")
    async with client(heard) as connection:
        with monkeypatch.context() as patch:
            patch.setattr(connection, "send_data", lambda: None)
            for message in (b"m1", b"x", b"m2", b"m3", b"m4"):
                await connection.send(message)
        connection.send_data()  # All of it comes in one piece.
    assert [message for _, message in heard.all] == [b"m1", b"x", b"m2", b"m3", b"m4"]
    assert heard.all[0] == ("listener", b"m1")


async def test_after_a_message_for_recv_the_listener_is_asked_again() -> None:
    heard = Heard(b"m")
    async with client(heard) as connection:
        await connection.send(b"x")
        await heard.received.wait()
        await connection.send(b"m")
    assert heard.all == [("recv", b"x"), ("listener", b"m")]

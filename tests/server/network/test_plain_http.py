"""Plain requests on sockets that stay open, and what a stranger cannot do with them."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol.messages import VERSION, Hello, Welcome
from protocol.wire import encode
from server.app import Server
from server.bounds import Limits
from server.network import plain_http
from server.network.pages import Pages
from tests.server.network.page.small_page import Reader, get, write_page
from tests.server.network.test_frames import HANDSHAKE, masked
from tests.server.play import PATIENCE, client, comes_true

ASK = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path / "data", page=write_page(tmp_path)) as server:
        yield server


async def test_one_socket_serves_many_requests(server: Server) -> None:
    async with Reader(server.port) as reader:
        for _ in range(3):
            answer = await reader.get("/")
            assert answer.status == 200
            assert "connection" not in answer.headers
        assert server.door.open == 1


@pytest.mark.parametrize("header", ["Connection: close", "connection: X, Close"])
async def test_who_wants_no_more_is_hung_up_on(server: Server, header: str) -> None:
    async with Reader(server.port) as reader:
        answer = await reader.get("/", header)
        assert answer.status == 200
        assert answer.headers["connection"] == "close"
        assert await reader.rest() == b""


async def test_old_http_is_answered_once_unless_it_wants_more(server: Server) -> None:
    async with Reader(server.port) as reader:
        reader.send(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        assert (await reader.read()).status == 200
        reader.send(b"GET / HTTP/1.0\r\n\r\n")
        assert (await reader.read()).status == 200
        assert await reader.rest() == b""


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
async def test_requests_are_told_apart_however_they_are_cut(server: Server, size: int) -> None:
    """Those that come at once are answered in order, and a websocket may come behind them."""
    asked = b"".join(b"GET /r/R%d HTTP/1.1\r\nHost: x\r\n\r\n" % n for n in range(5)) + HANDSHAKE
    async with Reader(server.port) as reader:
        for start in range(0, len(asked), size):
            reader.send(asked[start : start + size])
            if size < 100:
                await asyncio.sleep(0)
        for n in range(5):
            assert f"/r/R{n}" in (await reader.read()).text
        assert (await reader.read()).status == 101
        reader.send(masked(Hello(VERSION, "ann")))
        await comes_true(lambda: len(server.presence) == 1)


async def test_many_requests_at_once_wait_unread(server: Server) -> None:
    async with Reader(server.port) as reader:
        reader.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)
        for _ in range(2000):
            assert (await reader.read()).status == 200


async def test_requests_of_one_do_not_hold_up_others(server: Server) -> None:
    async with Reader(server.port) as greedy, Reader(server.port) as modest:
        await modest.get("/")
        greedy.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)
        await greedy.read()
        await modest.get("/")
        async with asyncio.timeout(PATIENCE):
            for _ in range(1999):
                await greedy.read()


@pytest.mark.parametrize("method", ["POST", "PUT", "OPTIONS", "TRACE", "X"])
async def test_there_is_only_something_to_read(server: Server, method: str) -> None:
    answer = await get(server.port, "/", method=method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"


async def test_a_head_is_an_answer_without_its_body(server: Server) -> None:
    async with Reader(server.port) as reader:
        whole = await reader.get("/")
        head = await reader.get("/", method="HEAD")
        assert head.status == 200
        assert head.headers == whole.headers
        assert (await reader.get("/")).body == whole.body


async def test_a_body_is_not_taken(server: Server) -> None:
    async with Reader(server.port) as reader:
        reader.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
        assert b"200 OK" not in await reader.rest()


async def test_each_request_on_a_socket_is_bounded(server: Server) -> None:
    async with Reader(server.port) as reader:
        for _ in range(4):  # together more than one may have
            assert (await reader.get("/", f"Cookie: {'c' * 6000}")).status == 200
        reader.send(b"GET / HTTP/1.1\r\n" + b"Cookie: %s\r\n" % (b"c" * 4000) * 5)
        assert b" 431 " in await reader.rest()


async def test_who_asks_for_nothing_more_is_hung_up_on(tmp_path: Path) -> None:
    limits = Limits(hello=0.05)
    async with Server.open(tmp_path / "d", limits=limits, page=write_page(tmp_path)) as server:
        async with Reader(server.port) as reader:
            assert (await reader.get("/")).status == 200
            assert await reader.rest() == b""
        await comes_true(lambda: server.door.open == 0)


async def test_who_takes_no_answer_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_http, "TAKING", 0.05)
    monkeypatch.setattr("server.network.acceptor.SEND_BUFFER", 4096)
    page = write_page(tmp_path, **{"large.json": "x" * 1_000_000})
    async with Server.open(tmp_path / "d", page=page) as server:
        answer = await get(server.port, "/")
        base = answer.text.split('href="')[1].split("style")[0]
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sock, ("127.0.0.1", server.port))
        await loop.sock_sendall(sock, f"GET /{base}large.json HTTP/1.1\r\n\r\n".encode())
        await loop.sock_recv(sock, 12)
        await comes_true(lambda: server.door.open == 0)
        sock.close()


async def test_readers_take_no_players_place_and_are_bounded_themselves(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=1, readers_per_address=3)
    async with Server.open(tmp_path / "d", limits=limits, page=write_page(tmp_path)) as server:
        async with Reader(server.port) as one, Reader(server.port) as two:
            assert (await one.get("/")).status == 200
            assert (await two.get("/")).status == 200
            async with client(server, "ann"):
                async with Reader(server.port) as three, Reader(server.port) as four:
                    assert (await three.get("/")).status == 200
                    assert (await four.get("/")).status == 429
                    assert await four.rest() == b""
                one.send(HANDSHAKE)  # Who has read is a player like any other then.
                assert (await one.read()).status == 101
                assert b"too many connections" in await one.rest()
        await comes_true(lambda: server.door.open == 0)


async def test_files_are_bounded_by_number_and_length(tmp_path: Path) -> None:
    limits = Limits(files=1e-6, files_burst=10)
    page = write_page(tmp_path, **{"large.png": "x" * 100_000})
    async with (
        Server.open(tmp_path / "d", limits=limits, page=page) as server,
        Reader(server.port) as reader,
    ):
        answer = await reader.get("/")
        base = answer.text.split('href="')[1].split("style")[0]
        for _ in range(2):
            assert (await reader.get(f"/{base}style.css")).status == 200
        assert (await reader.get(f"/{base}large.png", "Accept-Encoding: x")).status == 200
        answer = await reader.get("/")
        assert answer.status == 429
        assert "try again" in answer.text
        assert await reader.rest() == b""


async def test_a_mistake_of_ours_is_told_and_logged(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(Pages, "answer", fail)
    answer = await get(server.port, "/")
    assert answer.status == 500
    assert "secret" not in answer.text
    assert [each.message for each in caplog.records if each.levelname == "ERROR"]


async def test_a_server_that_closes_waits_for_no_reader(tmp_path: Path) -> None:
    async with Server.open(tmp_path / "data", page=write_page(tmp_path)) as server:
        async with asyncio.timeout(PATIENCE):
            reader = Reader(server.port)
            await reader.__aenter__()
            await reader.get("/")
    assert await reader.rest() == b""
    await reader.__aexit__()


def test_welcome_is_the_same_for_older_clients() -> None:
    assert b"page" not in encode(Welcome(VERSION, 1, "ann"))

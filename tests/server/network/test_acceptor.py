import asyncio
import errno
import socket
from pathlib import Path
from typing import Any, cast

import pytest

from server.app import Server
from server.bounds import Limits
from server.network.acceptor import RECEIVE_BUFFER, SEND_BUFFER, UNHEARD, Acceptor, listen
from tests.server.play import client, comes_true

FOREIGN = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 0))
OURS = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))


async def ports(host: str, port: int) -> list[int]:
    """Listen, and return the ports of all that listens then."""
    sockets = await listen(host, port)
    found = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return found


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", ""])
async def test_it_listens_on_a_free_port(host: str) -> None:
    found = await ports(host, 0)
    assert found
    assert all(found)


async def test_the_system_keeps_little_for_who_does_not_read(tmp_path: Path) -> None:
    """A reader with a window of its own making holds no more than our buffers' sizes."""
    async with Server.open(tmp_path) as server, client(server, "ann"):
        [here] = server.presence.newest.values()
        sock = here.transport.get_extra_info("socket")
        # Linux tells twice of what was set.
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) <= 2 * RECEIVE_BUFFER
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNHEARD


async def test_a_port_that_is_taken() -> None:
    [taken] = await listen("127.0.0.1", 0)
    with pytest.raises(OSError, match=f"Errno {errno.EADDRINUSE}"):
        await listen("127.0.0.1", taken.getsockname()[1])
    taken.close()


async def test_a_host_that_is_none() -> None:
    with pytest.raises(OSError, match=r"."):
        await listen("192.0.2.1", 0)


@pytest.mark.parametrize("found", [[FOREIGN, OURS], [OURS, FOREIGN]])
async def test_an_address_that_this_machine_does_not_have_is_left_out(
    found: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(*_: object, **__: object) -> list[Any]:
        return found

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    assert len(await ports("samedeal.example", 0)) == 1


async def test_who_waits_for_a_turn_has_no_connection_yet(tmp_path: Path) -> None:
    """It would cost more than all else of a visitor who may not stay."""
    async with Server.open(tmp_path) as server:
        acceptor = cast(Acceptor, server.sockets.server)
        acceptor._entrance._closed = True
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await comes_true(lambda: acceptor._opening)
        assert not acceptor._made
        acceptor._entrance._open()
        await comes_true(lambda: acceptor._made)
        writer.close()


@pytest.mark.parametrize("turns", range(5))
async def test_who_comes_as_the_server_ends_makes_no_trouble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, turns: int
) -> None:
    """After so many turns of the loop: it has a transport perhaps, and does not know it yet."""
    async with Server.open(tmp_path, limits=Limits(hello=0.1)) as server:
        acceptor = cast(Acceptor, server.sockets.server)
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        while not acceptor._opening:  # noqa: ASYNC110 (no event tells)
            await asyncio.sleep(0)
        for _ in range(turns):
            await asyncio.sleep(0)
        acceptor.close()
    writer.close()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []

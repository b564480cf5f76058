"""Who is listened to: on real sockets, with and without a proxy, TLS and a browser's origin."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from protocol.messages import Hello, Problem, Welcome
from server.app import Server
from server.bounds import Limits
from server.network.access import Access, load_certificate
from tests.server.play import PATIENCE, Client, client, comes_true

BEHIND_A_PROXY = Access(proxies=(ip_network("127.0.0.1"),))


async def knock(server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a bare socket, and say nothing."""
    return await asyncio.open_connection("127.0.0.1", server.port)


async def is_shut(reader: asyncio.StreamReader) -> bool:
    """Return whether the other end hangs up without a word."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read() == b""
    except ConnectionResetError:
        return True


async def test_sockets_of_one_address_are_bounded_before_they_say_a_word(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(connections_per_address=3, hello=60)) as server:
        open_sockets = [await knock(server) for _ in range(3)]
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()
        assert server.door.turned_away == 1
        open_sockets[0][1].close()  # makes room for another
        await comes_true(lambda: server.door.open < 3)
        async with client(server, "ann"):
            pass
        for _, writer in open_sockets:
            writer.close()


async def test_who_shakes_no_hand_is_sent_away(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(hello=0.05)) as server:
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()


async def test_all_sockets_together_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.network.door.SPARE", 1)
    async with (
        Server.open(tmp_path, limits=Limits(connections=1)) as server,
        client(server, "ann"),
        client(server) as bob,
    ):
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()
        assert (await bob.until(Problem)).code == "server full"


@asynccontextmanager
async def through(server: Server, *addresses: str) -> AsyncIterator[ClientConnection]:
    """Connect as a proxy does that was called from these addresses."""
    headers = [("X-Forwarded-For", address) for address in addresses]
    url = f"ws://127.0.0.1:{server.port}"
    async with connect(url, additional_headers=headers, compression=None) as connection:
        yield connection


async def test_behind_a_proxy_each_sender_counts_alone(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=2)
    async with (
        Server.open(tmp_path, limits=limits, access=BEHIND_A_PROXY) as server,
        AsyncExitStack() as stack,
    ):
        for address in ("198.51.100.1", "198.51.100.1", "198.51.100.2", "2001:db8::1"):
            await stack.enter_async_context(through(server, address))
        await stack.enter_async_context(through(server, "2001:db8::2"))
        for address in ("198.51.100.1", "1.2.3.4, 198.51.100.1", "2001:db8::3"):
            with pytest.raises(InvalidStatus) as refused:
                await stack.enter_async_context(through(server, address))
            assert refused.value.response.status_code == 429
        assert server.door.turned_away == 3


async def test_nobody_else_is_believed_about_addresses(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(connections_per_address=1)) as server,
        through(server, "198.51.100.1"),
    ):
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()


async def test_connecting_again_and_again_is_bounded_by_address(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=2, connecting=1e-6, connecting_burst=3)
    async with Server.open(tmp_path, limits=limits) as server:
        for name in ("a", "b", "c", "d", "e"):
            async with client(server, name):
                pass
            await comes_true(lambda: not server.door.open)
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()
        assert server.door.turned_away == 1


async def test_behind_a_proxy_connecting_is_bounded_by_sender(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=2, connecting=1e-6, connecting_burst=1)
    async with Server.open(tmp_path, limits=limits, access=BEHIND_A_PROXY) as server:
        for _ in range(3):
            async with through(server, "198.51.100.1"):
                pass
            await comes_true(lambda: not server.door.open)
        with pytest.raises(InvalidStatus) as refused:
            async with through(server, "198.51.100.1"):
                pass
        assert refused.value.response.status_code == 429
        async with through(server, "198.51.100.2"):
            pass


async def test_a_whole_club_comes_back_at_once_and_again(tmp_path: Path) -> None:
    most = Limits().connections_per_address
    async with Server.open(tmp_path) as server:
        for _ in range(3):
            async with AsyncExitStack() as stack:
                for _ in range(most):
                    await stack.enter_async_context(client(server))
            await comes_true(lambda: not server.door.open)
        assert server.door.turned_away == 0


@pytest.mark.parametrize(
    ("origins", "origin", "let_in"),
    [
        ((), None, True),
        ((), "https://example.org", False),
        (("https://example.org",), None, True),
        (("https://example.org",), "https://example.org", True),
        (("https://example.org",), "https://example.org.evil.example", False),
        (("https://example.org",), "null", False),
    ],
)
async def test_pages_come_from_listed_origins_only(
    tmp_path: Path, origins: tuple[str, ...], origin: Origin | None, let_in: bool
) -> None:
    async with Server.open(tmp_path, access=Access(origins=origins)) as server:
        url = f"ws://127.0.0.1:{server.port}"
        if let_in:
            async with connect(url, origin=origin):
                pass
        else:
            with pytest.raises(InvalidStatus) as refused:
                async with connect(url, origin=origin):
                    pass
            assert refused.value.response.status_code == 403


async def test_encrypted(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    issued.private_key_and_cert_chain_pem.write_to_path(tmp_path / "server.pem")
    access = Access(tls=load_certificate(tmp_path / "server.pem"))
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    async with Server.open(tmp_path / "data", access=access) as server:
        url = f"wss://localhost:{server.port}"
        async with connect(url, ssl=trusting) as connection:
            assert (await Client(connection).ask(Hello(1, "ann"), Welcome)).name == "ann"
        with pytest.raises(ssl.SSLCertVerificationError):
            await connect(url)

"""Who is listened to: on real sockets, with and without a proxy, TLS and a browser's origin."""

import asyncio
import gc
import ssl
import weakref
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple

import pytest
import trustme
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.server import ServerProtocol
from websockets.typing import Origin

from protocol.messages import Hello, Problem, Welcome
from server.app import Server
from server.bounds import Limits
from server.network import event_loop
from server.network.access import Access, load_certificate
from server.network.connection import BoundedConnection
from server.network.door import SPARE_EACH
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


def turned_away(server: Server, why: str) -> float | None:
    """Return how many the server says it has turned away."""
    return server.metrics.registry.get_sample_value("samedeal_turned_away_total", {"why": why})


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell nobody why there is no room: as if too many had been told already."""
    monkeypatch.setattr("server.network.door.SPARE_EACH", 0)


@pytest.mark.usefixtures("silence")
async def test_sockets_of_one_address_are_bounded_before_they_say_a_word(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(readers_per_address=3, hello=60)) as server:
        open_sockets = [await knock(server) for _ in range(3)]
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()
        assert turned_away(server, "address") == 1
        open_sockets[0][1].close()  # makes room for another
        await comes_true(lambda: server.door.open < 3)
        async with client(server, "ann"):
            pass
        for _, writer in open_sockets:
            writer.close()


async def test_who_is_one_too_many_is_told_so(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(connections_per_address=1)) as server,
        client(server, "ann"),
    ):
        for _ in range(SPARE_EACH + 1):  # One after the other, each makes room for the next.
            async with client(server) as bob:
                problem = await bob.until(Problem)
                assert problem.code == "too many connections"
                assert "close one" in problem.text
                assert await bob.closed() == 1013
        assert turned_away(server, "address") == SPARE_EACH + 1
        await comes_true(lambda: server.door.open == 1)


async def test_few_of_one_address_are_told_at_once(tmp_path: Path) -> None:
    limits = Limits(readers_per_address=1, hello=60)
    async with Server.open(tmp_path, limits=limits) as server:
        held = [await knock(server) for _ in range(1 + SPARE_EACH)]
        reader, writer = await knock(server)
        assert await is_shut(reader)
        assert server.door.open == 1 + SPARE_EACH
        for _, each in (*held, (reader, writer)):
            each.close()


async def test_who_is_told_is_bounded_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.network.door.TOLD", 1e-9)
    monkeypatch.setattr("server.network.door.SPARE", 2)
    limits = Limits(connections_per_address=1, hello=60)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann"):
        for _ in range(2):
            async with client(server) as bob:
                assert (await bob.until(Problem)).code == "too many connections"
            await comes_true(lambda: server.door.open == 1)
        with pytest.raises(InvalidStatus) as refused:
            async with client(server):
                pass
        assert refused.value.response.status_code == 429


async def test_who_shakes_no_hand_is_sent_away(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(hello=0.05)) as server:
        reader, writer = await knock(server)
        assert await is_shut(reader)
        writer.close()


async def test_all_sockets_together_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.network.door.SPARE", 1)
    monkeypatch.setattr("server.network.door.TOLD", 1e9)
    async with (
        Server.open(tmp_path, limits=Limits(connections=1, hello=60)) as server,
        client(server, "ann"),
    ):
        async with client(server) as bob:
            assert (await bob.until(Problem)).code == "server full"
        await comes_true(lambda: server.door.open == 1)
        _, teller = await knock(server)  # And says nothing: so nobody else can be told.
        await comes_true(lambda: server.door.open == 2)
        reader, writer = await knock(server)
        assert await is_shut(reader)
        for each in (teller, writer):
            each.close()
        assert turned_away(server, "full") == 3


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
            connection = await stack.enter_async_context(through(server, address))
            assert (await Client(connection).until(Problem)).code == "too many connections"
            await connection.wait_closed()
        assert turned_away(server, "address") == 3


@pytest.mark.usefixtures("silence")
async def test_behind_a_proxy_those_beyond_get_an_answer_of_http(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=1)
    async with (
        Server.open(tmp_path, limits=limits, access=BEHIND_A_PROXY) as server,
        through(server, "198.51.100.1"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with through(server, "198.51.100.1"):
                pass
        assert refused.value.response.status_code == 429
        await comes_true(lambda: server.door.open == 1)


async def test_only_the_chosen_header_tells_whom_a_proxy_speaks_for(tmp_path: Path) -> None:
    access = replace(BEHIND_A_PROXY, proxy_header="CF-Connecting-IP")
    url = "ws://127.0.0.1:{}"
    async with Server.open(tmp_path, access=access) as server, AsyncExitStack() as stack:
        for headers in (
            [("CF-Connecting-IP", "198.51.100.1"), ("X-Forwarded-For", "198.51.100.7")],
            [("X-Forwarded-For", "198.51.100.7")],
            [("CF-Connecting-IP", "198.51.100.1"), ("CF-Connecting-IP", "198.51.100.2")],
        ):
            connection = await stack.enter_async_context(
                connect(url.format(server.port), additional_headers=headers, compression=None)
            )
            number = len(server.presence.newest)
            await Client(connection).hello(f"player {number}")
        found = [str(here.address) for here in server.presence.newest.values()]
        assert found == ["198.51.100.1", "127.0.0.1", "0.0.0.0"]


@pytest.mark.usefixtures("silence")
async def test_nobody_else_is_believed_about_addresses(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(connections_per_address=1)) as server,
        through(server, "198.51.100.1"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with through(server, "198.51.100.2"):
                pass
        assert refused.value.response.status_code == 429
        assert turned_away(server, "address") == 1


@pytest.mark.usefixtures("silence")
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
        assert turned_away(server, "address") == 1


@pytest.mark.usefixtures("silence")
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
        assert turned_away(server, "address") == 0


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


class Encrypted(NamedTuple):
    """How to let people in by TLS, and what a client needs for it."""

    access: Access
    trusting: ssl.SSLContext


@pytest.fixture
def encrypted(tmp_path: Path) -> Encrypted:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    issued.private_key_and_cert_chain_pem.write_to_path(tmp_path / "server.pem")
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    return Encrypted(Access(tls=load_certificate(tmp_path / "server.pem")), trusting)


async def test_encrypted(tmp_path: Path, encrypted: Encrypted) -> None:
    async with Server.open(tmp_path / "data", access=encrypted.access) as server:
        url = f"wss://localhost:{server.port}"
        async with connect(url, ssl=encrypted.trusting) as connection:
            assert (await Client(connection).ask(Hello(1, "ann"), Welcome)).name == "ann"
            # In 1.3, who asks for new keys without end would keep the server busy.
            assert connection.transport.get_extra_info("ssl_object").version() == "TLSv1.2"
        with pytest.raises(ssl.SSLCertVerificationError):
            await connect(url)
        await comes_true(lambda: server.door.open == 0)


@pytest.mark.parametrize("plain", [True, False])
def test_sockets_are_bounded_before_they_are_encrypted(
    tmp_path: Path, encrypted: Encrypted, *, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.network.door.SPARE_EACH", 1)

    async def main() -> None:
        limits = Limits(readers_per_address=2, hello=60)
        access, data = encrypted.access, tmp_path / "data"
        async with Server.open(data, limits=limits, access=access) as server:
            held = [await knock(server) for _ in range(3)]  # The last of them could be told.
            await comes_true(lambda: server.door.open == 3)
            reader, writer = await knock(server)
            assert await is_shut(reader)
            held[2][1].close()
            await comes_true(lambda: server.door.open == 2)
            url = f"wss://localhost:{server.port}"
            async with connect(url, ssl=encrypted.trusting, compression=None) as connection:
                problem = await Client(connection).until(Problem)
                assert problem.code == "too many connections"
            for _, each in (*held, (reader, writer)):
                each.close()
            await comes_true(lambda: server.door.open == 0)

    event_loop.run(main(), plain=plain)


@pytest.mark.parametrize("plain", [True, False])
def test_who_does_not_encrypt_is_sent_away(
    tmp_path: Path, encrypted: Encrypted, caplog: pytest.LogCaptureFixture, *, plain: bool
) -> None:
    async def main() -> None:
        limits = Limits(hello=0.05)
        data = tmp_path / "data"
        async with Server.open(data, limits=limits, access=encrypted.access) as server:
            silent, writer = await knock(server)
            assert await is_shut(silent)
            other, speaker = await knock(server)
            speaker.write(b"GET / HTTP/1.1\r\n\r\n")
            await is_shut(other)
            for each in (writer, speaker):
                each.close()
            await comes_true(lambda: server.door.open == 0)

    gc.collect()
    gc.disable()
    try:
        event_loop.run(main(), plain=plain)
        # Nothing of them is left that only the collector would find, which may take days.
        left = [each for each in gc.get_objects() if isinstance(each, BoundedConnection)]
    finally:
        gc.enable()
    assert left == []
    assert [each for each in caplog.records if each.levelname in ("ERROR", "WARNING")] == []


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("said", [b"", b"GET nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"])
def test_who_goes_before_the_handshake_leaves_nothing_to_collect(
    tmp_path: Path, said: bytes, *, plain: bool
) -> None:
    def left() -> list[object]:
        kinds = (BoundedConnection, ServerProtocol)
        return [each for each in gc.get_objects() if isinstance(each, kinds)]

    async def main() -> None:
        async with Server.open(tmp_path / "data", limits=Limits(hello=0.5)) as server:
            for _ in range(3):
                _, writer = await knock(server)
                await comes_true(lambda: server.door.open == 1)
                writer.write(said)
                writer.close()
                await comes_true(lambda: server.door.open == 0)
            await comes_true(lambda: not left())

    gc.collect()
    gc.disable()
    try:
        event_loop.run(main(), plain=plain)
    finally:
        gc.enable()


@pytest.mark.parametrize("plain", [True, False])
def test_an_encrypted_connection_that_is_over_leaves_nothing_to_collect(
    tmp_path: Path, encrypted: Encrypted, *, plain: bool
) -> None:
    async def main() -> None:
        async with Server.open(tmp_path / "data", access=encrypted.access) as server:
            gc.collect()
            gc.disable()
            try:
                url = f"wss://localhost:{server.port}"
                for cut in (False, True):
                    async with connect(url, ssl=encrypted.trusting) as there:
                        await Client(there).ask(Hello(1, f"ann {cut}"), Welcome)
                        [connection] = server.presence.newest.values()
                        over = weakref.ref(connection), weakref.ref(connection.protocol)
                        del connection
                        if cut:
                            there.transport.abort()
                    await comes_true(lambda: [each() for each in over] == [None, None])  # noqa: B023
            finally:
                gc.enable()

    event_loop.run(main(), plain=plain)

"""A server is announced, in a process of its own, and says goodbye."""

import asyncio
import logging
import signal
import sys
from ipaddress import IPv4Address, IPv4Interface
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from protocol import nearby
from protocol.messages import VERSION
from protocol.nearby import About
from samedeal.nearby import announcer, announcing
from samedeal.nearby.announcer import announce, reachable
from samedeal.nearby.announcing import News, Task, announced
from tests.samedeal.commands.test_serve import begin
from tests.samedeal.nearby import multicast
from tests.samedeal.nearby.multicast import OPEN, finding, loopback

ON_LOOPBACK = """
import runpy, sys
from ipaddress import IPv4Interface
from protocol import nearby
from samedeal.nearby import interfaces
interfaces.interfaces = lambda: [IPv4Interface("127.0.0.1/8")]
nearby.SERVICE = "{service}"
runpy.run_module("samedeal.nearby.announcer", run_name="__main__")
"""


async def test_nothing_is_said_of_a_server_but_what_has_to_be(service: str) -> None:
    about = About(secure=True, password=True)
    async with (
        multicast.announcing("Ada's server", 8765, about) as name,
        AsyncZeroconf(["127.0.0.1"]) as net,
    ):
        info = AsyncServiceInfo(service, f"{name}.{service}")
        assert await info.async_request(net.zeroconf, 10_000)
        assert info.properties == {b"protocol": b"%d" % VERSION, b"tls": b"1", b"password": b"1"}
        assert (name, info.port) == ("Ada's server", 8765)
        assert info.server
        assert info.server.startswith("samedeal-")


async def test_a_process_beside_the_server_does_it(
    service: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(announcing, "PROGRAM", ("-c", ON_LOOPBACK.format(service=service)))
    caplog.set_level(logging.INFO)
    async with finding() as seen:
        async with announced(Task("Beside", 7713, ["0.0.0.0"], OPEN)):
            (found,) = await seen.until(bool)
            assert found.name == "Beside"
        await seen.until(lambda now: not now)
    assert "announced in its network" in caplog.messages
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_a_server_is_announced_until_it_stops(service: str, tmp_path: Path) -> None:
    program = ON_LOOPBACK.format(service=service)
    before = f"from samedeal.nearby import announcing\nannouncing.PROGRAM = ('-c', {program!r})\n"
    arguments = ("--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path / "data"))
    async with finding() as seen, asyncio.timeout(60):
        process = await begin(*arguments, "--announced-as", "Ada's", before=before)
        try:
            (found,) = await seen.until(bool)
            assert found.name == "Ada's"
            reader, writer = await asyncio.open_connection("127.0.0.1", found.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" in await reader.readline()
            writer.close()
            process.send_signal(signal.SIGTERM)
            await seen.until(lambda now: not now)
        finally:
            await process.communicate()
        assert process.returncode == 0


@pytest.mark.parametrize("more", [(), ("--announced-as", "Ada's", "--host", "127.0.0.1")])
async def test_a_server_that_is_not_to_be_found_starts_nothing(
    more: tuple[str, ...], tmp_path: Path
) -> None:
    before = "from samedeal.nearby import announcing\nannouncing.PROGRAM = ('-c', 'raise')\n"
    process = await begin("--port", "0", "--data", str(tmp_path), *more, before=before)
    assert process.stdout
    async with asyncio.timeout(60):
        while b"Control-C" not in await process.stdout.readline():
            pass
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
    assert b"announced in" not in errors
    assert (b"announced_as does nothing" in errors) == bool(more)


async def test_a_process_that_cannot_start_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with announced(Task("Ada", 7713, ["0.0.0.0"], OPEN)):
        pass
    assert "not announced in its network" in caplog.text


async def test_a_process_that_ends_by_itself_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(announcing, "PROGRAM", ("-c", "raise SystemExit(1)"))
    told = asyncio.Event()
    monkeypatch.setattr(announcing.log, "warning", lambda *_: told.set())
    async with announced(Task("Ada", 7713, ["0.0.0.0"], OPEN)), asyncio.timeout(60):
        await told.wait()


async def test_a_network_that_forbids_it_is_told_and_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(announcer, "AsyncZeroconf", forbidden)
    told = asyncio.Queue[News]()
    task = Task("Ada", 7713, ["0.0.0.0"], OPEN)
    running = asyncio.create_task(announce(task, told.put_nowait, loopback))
    async with asyncio.timeout(60):
        assert "not permitted" in (await told.get()).trouble
    assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_it_goes_along_when_the_computer_comes_into_a_network(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal.nearby.interfaces.LOOK", 0.05)
    here: list[IPv4Interface] = []
    told = asyncio.Queue[News]()
    task = Task("Laptop", 7713, ["0.0.0.0"], OPEN)
    running = asyncio.create_task(announce(task, told.put_nowait, lambda: list(here)))
    async with asyncio.timeout(60), finding() as seen:
        assert "no network" in (await told.get()).trouble
        here += loopback()
        assert (await told.get()).name == "Laptop"
        await seen.until(bool)
        here.clear()
        assert "no network" in (await told.get()).trouble
        await seen.until(lambda now: not now)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_only_where_it_listens_can_a_server_be_reached() -> None:
    own = [IPv4Interface("192.168.1.7/24"), IPv4Interface("10.0.0.2/8")]
    assert reachable(["0.0.0.0"], own) == [IPv4Address("192.168.1.7"), IPv4Address("10.0.0.2")]
    assert reachable(["10.0.0.2"], own) == [IPv4Address("10.0.0.2")]
    assert reachable(["127.0.0.1"], own) == []
    assert reachable([], own) == []


@given(st.builds(About, st.booleans(), st.booleans(), st.integers(0, 9999)))
def test_what_is_said_is_read_as_it_was_meant(about: About) -> None:
    assert nearby.read(nearby.written(about)) == about


@given(st.dictionaries(st.sampled_from(list(nearby.written(OPEN))), st.none() | st.binary()))
def test_what_anybody_says_is_understood_or_passed_over(said: dict[bytes, bytes | None]) -> None:
    read = nearby.read(said)
    assert read is None or nearby.written(read).keys() == said.keys()

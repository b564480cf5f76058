"""Servers are found in a network, whatever else is said there."""

import asyncio
import random
from ipaddress import IPv4Address, IPv4Interface

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.session import nearby as session_nearby
from client.session.nearby import MOST, Nearby
from protocol.messages import VERSION
from protocol.nearby import About
from samedeal.nearby import finder
from samedeal.nearby.finder import choose, find
from tests.samedeal.nearby.multicast import OPEN, Seen, announcing, finding, loopback, server, shout

NOT_OURS = [
    {"name": b"\x1b[2J\0\n\r"},
    {"name": b""},
    {"port": 0},
    {"address": "8.8.8.8"},
    {"address": "192.168.77.1"},
    {"address": "224.0.0.251"},
    {"address": "0.0.0.0"},
    {"text": b"\0"},
    {"text": b"\x0aprotocol=x\x05tls=0\x0apassword=0"},
    {"text": b"\x0aprotocol=1\x05tls=7\x0apassword=0"},
    {"text": b"\x10protocol=1111111\x05tls=0\x0apassword=0"},
    {"text": b"\xff\xff\xff"},
    {"text": b"\xff" + b"x" * 255},
    {"text": (b"\xff" + b"x" * 255) * 33},
    {"text": (b"\xff" + b"x" * 255) * 250},
]
"""What somebody may say of a server, and what no server is believed."""


async def test_a_server_comes_and_goes(service: str) -> None:
    async with finding() as seen:
        async with announcing("ADA-PC", 8765, About(secure=True, password=True)):
            assert await seen.until(bool) == [
                Nearby("ADA-PC", "127.0.0.1", 8765, True, About(True, True, VERSION))
            ]
        await seen.until(lambda now: not now)


async def test_one_that_was_there_before_is_found(service: str) -> None:
    async with announcing("ADA-PC"), finding() as seen:
        (found,) = await seen.until(bool)
        assert found.name == "ADA-PC"


async def test_a_second_one_of_the_same_name_gets_another(service: str) -> None:
    async with finding() as seen, announcing("Twin") as first, announcing("Twin", 7714) as second:
        assert (first, second) == ("Twin", "Twin-2")
        await seen.until(lambda now: len(now) == 2)
        assert seen.now
        assert {(each.name, each.port) for each in seen.now} == {("Twin", 7713), ("Twin-2", 7714)}


async def test_one_that_ends_without_a_goodbye_is_gone_when_its_word_runs_out(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder, "AGAIN", 0.3)
    monkeypatch.setattr(finder, "ANSWER", 300)
    async with finding() as seen:
        shout(server(service, b"Killed", ttl=1))
        await seen.until(bool)
        await seen.until(lambda now: not now)


@pytest.mark.parametrize("lie", NOT_OURS, ids=range(len(NOT_OURS)))
async def test_what_cannot_be_a_server_of_this_network_is_not_shown(
    service: str, lie: dict[str, object]
) -> None:
    async with finding() as seen:
        shout(server(service, **{"name": b"Eve", **lie}))  # type: ignore[arg-type]
        shout(server(service, b"Ada", address="127.0.0.2"))
        found = await seen.until(lambda now: any(each.name == "Ada" for each in now))
        assert found == [Nearby("Ada", "127.0.0.2", 7713, False, OPEN)]


async def test_of_three_hundred_servers_a_few_are_shown(service: str) -> None:
    async with finding() as seen:
        for number in range(300):
            shout(server(service, b"Eve %d" % number, port=1 + number))
            await asyncio.sleep(0)
        found = await seen.until(lambda now: len(now) == MOST)
        assert len(session_nearby.read(session_nearby.written(found))) == MOST


@pytest.mark.parametrize(
    "name",
    [b"<b>Eve</b>", b"\xe2\x80\xae evE", b"\xff\xfe", b"a" * 63, b"x.y", b" "],
)
async def test_any_name_is_a_line_of_text(service: str, name: bytes) -> None:
    async with finding() as seen:
        shout(server(service, name))
        (found,) = await seen.until(bool)
        (read,) = session_nearby.read(session_nearby.written([found]))
        assert read == found
        assert len(read.shown_name()) <= session_nearby.LONGEST_SHOWN + 2
        assert read.shown_name().strip()
        assert "\n" not in read.shown_name()
        assert "\x1b" not in read.shown_name()


async def test_noise_is_no_server(service: str) -> None:
    chance = random.Random(5)
    good = server(service, b"Eve")
    noise = [chance.randbytes(chance.randrange(1, 900)) for _ in range(100)]
    for _ in range(100):
        broken = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(2, 40)] = chance.randrange(256)
        noise.append(bytes(broken))
    async with finding() as seen:
        shout(*noise)
        async with announcing("Honest"):
            await seen.until(lambda now: any(each.name == "Honest" for each in now))


async def test_a_network_that_forbids_it_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(finder, "AsyncZeroconf", forbidden)
    seen = Seen()
    task = asyncio.create_task(find(seen.take, loopback))
    assert await seen.until(lambda _: True) == ()
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_without_a_network_nothing_is_found() -> None:
    seen = Seen()
    task = asyncio.create_task(find(seen.take, list))
    assert await seen.until(lambda _: True) == ()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


HOME = [IPv4Interface("192.168.1.7/24"), IPv4Interface("172.17.0.1/16")]


def test_another_computers_address_goes_before_one_that_many_have() -> None:
    ada = [IPv4Address("172.17.0.1"), IPv4Address("192.168.1.5")]
    assert choose(ada, HOME) == IPv4Address("192.168.1.5")
    own = [each.ip for each in HOME]
    assert choose(own, HOME) == HOME[0].ip
    assert choose([], HOME) is None


@given(st.lists(st.ip_addresses(v=4), max_size=5))
def test_no_address_is_outside_of_the_networks(addresses: list[IPv4Address]) -> None:
    chosen = choose(addresses, HOME)
    assert chosen is None or any(chosen in each.network for each in HOME)

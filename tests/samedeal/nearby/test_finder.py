"""Servers are found in a network: real multicast, over the loopback interface alone."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from ipaddress import IPv4Address, IPv4Interface

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from client.session.nearby import MOST, Nearby
from protocol import nearby
from protocol.nearby import SERVICE, About
from samedeal.nearby import announcer
from samedeal.nearby.announcer import announce
from samedeal.nearby.announcing import News, Task
from samedeal.nearby.finder import choose, find

LOOPBACK = [IPv4Interface("127.0.0.1/8")]
MULTICAST = ("224.0.0.251", 5353)
PATIENCE = 20


def own() -> list[IPv4Interface]:
    """What a computer has that is in no network but its own."""
    return LOOPBACK


class Seen:
    """The last list that was shown, and waiting for another."""

    def __init__(self) -> None:
        self.now: Sequence[Nearby] = ()
        self._more = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, found: Sequence[Nearby]) -> None:
        self.now = found
        task = asyncio.create_task(self._tell())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self) -> None:
        async with self._more:
            self._more.notify_all()

    async def until(self, holds: Callable[[Sequence[Nearby]], bool]) -> Sequence[Nearby]:
        async with asyncio.timeout(PATIENCE), self._more:
            await self._more.wait_for(lambda: holds(self.now))
        return self.now

    def mine(self, mark: str) -> list[Nearby]:
        return [each for each in self.now if mark in each.name]


@asynccontextmanager
async def finding() -> AsyncIterator[Seen]:
    seen = Seen()
    task = asyncio.create_task(find(seen.take, own))
    try:
        yield seen
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def announcing(name: str, port: int = 7713, about: About = About()) -> AsyncIterator[str]:  # noqa: B008 (it is frozen)
    stop, told = asyncio.Event(), asyncio.Queue[News]()
    task = asyncio.create_task(
        announce(Task(name, port, ["0.0.0.0"], about), told.put_nowait, stop, own)
    )
    async with asyncio.timeout(PATIENCE):
        news = await told.get()
    assert not news.trouble
    try:
        yield news.name
    finally:
        stop.set()
        await task


async def test_a_server_comes_and_goes() -> None:
    async with finding() as seen:
        async with announcing("ADA-PC", 8765, About(secure=True, password=True)) as name:
            (found,) = await seen.until(lambda now: any(each.name == name for each in now))
            assert found == Nearby("ADA-PC", "127.0.0.1", 8765, True, About(True, True))
        await seen.until(lambda now: not now)


async def test_one_that_was_there_before_is_found() -> None:
    async with announcing("Earlier"), finding() as seen:
        await seen.until(lambda now: any(each.name == "Earlier" for each in now))


async def test_a_second_one_of_the_same_name_gets_another() -> None:
    async with finding() as seen, announcing("Twin") as first, announcing("Twin", 7714) as second:
        assert (first, second) == ("Twin", "Twin-2")
        await seen.until(lambda now: len(now) == 2)
        assert {(each.name, each.port) for each in seen.now} == {("Twin", 7713), ("Twin-2", 7714)}

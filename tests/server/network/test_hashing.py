"""Whose turn it is to have a password hashed."""

import asyncio
from ipaddress import ip_network

from server.network.access import Network
from server.network.hashing import HashingQueue

HERE, THERE = ip_network("198.51.100.1"), ip_network("198.51.100.2")


async def test_one_is_hashed_at_a_time_and_addresses_take_turns() -> None:
    queue = HashingQueue()
    done: list[Network] = []
    under_way = 0

    async def hash_for(place: Network) -> None:
        nonlocal under_way
        async with queue.turn(place):
            under_way += 1
            assert under_way == 1
            await asyncio.sleep(0)
            under_way -= 1
            done.append(place)

    async with asyncio.TaskGroup() as group:
        for place in (*[HERE] * 50, THERE):
            group.create_task(hash_for(place))
    assert len(done) == 51
    assert done.index(THERE) <= 1  # Forty-nine of another address have waited for longer.
    assert len(queue) == 0


async def test_who_stops_waiting_holds_nobody_up() -> None:
    queue = HashingQueue()

    async def wait() -> None:
        async with queue.turn(HERE):
            raise AssertionError

    async with queue.turn(HERE):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        assert len(queue) == 2
        waiting.cancel()
        await asyncio.wait([waiting])
        assert len(queue) == 1
    assert len(queue) == 0
    async with queue.turn(HERE):
        pass

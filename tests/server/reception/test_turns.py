"""Whose turn it is."""

import asyncio
from types import SimpleNamespace

import pytest

from server.network.access import Site
from server.reception.turns import LONGEST_REST, Turns

HERE, THERE = "198.51.100.1/32", "198.51.100.2/32"


async def test_one_has_a_turn_at_a_time_and_addresses_take_turns() -> None:
    queue = Turns()
    done: list[Site] = []
    under_way = 0

    async def work_for(place: Site) -> None:
        nonlocal under_way
        async with queue.turn(place):
            under_way += 1
            assert under_way == 1
            await asyncio.sleep(0)
            under_way -= 1
            done.append(place)

    async with asyncio.TaskGroup() as group:
        for place in (*[HERE] * 50, THERE):
            group.create_task(work_for(place))
    assert len(done) == 51
    assert done.index(THERE) <= 1  # Forty-nine of another address have waited for longer.
    assert len(queue) == 0


async def test_who_stops_waiting_holds_nobody_up() -> None:
    queue = Turns()

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


async def test_after_a_turn_there_is_a_rest_as_long_as_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, pauses = 100.0, []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("server.reception.turns.time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr("server.reception.turns.asyncio.sleep", sleep)
    turns = Turns(rest=3)
    async with turns.turn(HERE):
        now += 0.02  # It takes so many seconds.
    assert pauses == []
    now += 0.01
    async with turns.turn(THERE):
        now += 30.0  # The disk hangs.
    assert pauses == [pytest.approx(0.05)]  # Three times as many, of which some are over.
    async with turns.turn(HERE):
        pass
    assert pauses[1:] == [pytest.approx(LONGEST_REST)]

"""Whose message is next."""

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from server.buckets import Bucket
from server.network import gate as gate_module
from server.network.access import Site
from server.network.gate import Gate

HERE, THERE = "198.51.100.1/32", "198.51.100.2/32"


async def test_where_nobody_waits_nobody_has_to() -> None:
    gate = Gate(moves=1)
    going = gate.pass_through(HERE)
    try:
        going.send(None)
    except StopIteration:
        return
    raise AssertionError("it waited")


async def test_one_goes_in_a_turn_of_the_loop_and_addresses_take_turns() -> None:
    gate = Gate(moves=1)
    passed: list[Site] = []
    turns: list[int] = []
    turn = 0

    async def go(place: Site) -> None:
        await gate.pass_through(place)
        passed.append(place)
        turns.append(turn)

    group = [asyncio.create_task(go(HERE)) for _ in range(100)]
    await asyncio.sleep(0)
    group.append(asyncio.create_task(go(THERE)))
    while len(passed) < 101:
        turn += 1
        await asyncio.sleep(0)
    assert passed.index(THERE) <= 3  # Before ninety-odd that have waited for longer.
    assert len(set(turns)) == 101  # No two in the same turn of the loop.
    assert len(gate) == 0
    await asyncio.gather(*group)


async def test_who_is_expected_is_not_kept_to_the_pace() -> None:
    gate = Gate(pace=Bucket(1e-6, 1, time.monotonic()), expected=20)
    passed: list[int] = []

    async def go(number: int) -> None:
        await gate.pass_through(HERE)
        passed.append(number)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(go(number)) for number in range(25)]
        for _ in range(100):
            await asyncio.sleep(0)
        assert passed == [*range(21)]  # One by the pace itself.
        assert len(gate) == 4
        await gate.pass_through(THERE)  # Who comes seldom waits for nobody, as ever.
        for task in tasks:
            task.cancel()


async def test_those_who_are_expected_go_in_small_groups_and_without_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(gate_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    group, rest = gate_module.TOGETHER, 3
    gate = Gate(rests=True, expected=2 * group + rest)
    passed: list[Site] = []

    async def go(place: Site) -> None:
        await gate.pass_through(place)
        passed.append(place)

    going = [asyncio.create_task(go(HERE)) for _ in range(3 * group)]
    in_turns: list[int] = []
    for _ in range(10):
        before = len(passed)
        await asyncio.sleep(0)
        now[0] += 0.01  # What went through takes long, and nothing rests.
        in_turns.append(len(passed) - before)
    assert [each for each in in_turns if each][:3] == [group, group, rest]
    assert len(gate) == group - rest - 1  # One went then by itself, after which there is a rest.
    await asyncio.gather(*going)


async def test_who_stops_waiting_holds_nobody_up() -> None:
    gate = Gate(moves=1)
    await gate.pass_through(HERE)
    waiting = [asyncio.create_task(gate.pass_through(HERE)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    waiting[1].cancel()
    async with asyncio.timeout(60):
        await waiting[2]
    assert len(gate) == 0


async def test_who_has_not_been_through_for_longest_is_next() -> None:
    """However many addresses are waiting, and however long: who comes seldom goes before them."""
    gate = Gate()
    crowd = [f"203.0.113.{number}/32" for number in range(20)]
    passed: list[Site] = []

    async def go(place: Site) -> None:
        await gate.pass_through(place)
        passed.append(place)
        if len(passed) == 50:
            group.create_task(go(HERE))

    async with asyncio.TaskGroup() as group:
        for place in crowd * 5:
            group.create_task(go(place))
    assert passed.index(HERE) <= 52
    assert sorted(passed[:20]) == sorted(passed[20:40]) == sorted(crowd)


async def test_no_more_go_through_than_its_pace_but_those_who_come_seldom() -> None:
    gate = Gate(pace=Bucket(100, 3, time.monotonic()))
    began = time.monotonic()
    passed: list[Site] = []

    async def go(place: Site) -> None:
        await gate.pass_through(place)
        passed.append(place)
        if len(passed) == 3:
            group.create_task(go(THERE))

    async with asyncio.TaskGroup() as group:
        for _ in range(8):
            group.create_task(go(HERE))
    assert passed == [HERE, HERE, HERE, THERE, HERE, HERE, HERE, HERE, HERE]
    assert time.monotonic() - began >= 0.049  # Five of them waited.
    assert len(gate) == 0


@pytest.mark.parametrize(
    ("took", "rest"), [(0.0001, 0), (0.004, 0.004), (3.0, gate_module.LONGEST_REST)]
)
async def test_it_rests_for_as_long_as_it_took_to_deal_with_one(
    monkeypatch: pytest.MonkeyPatch, took: float, rest: float
) -> None:
    now, loop = [100.0], asyncio.get_running_loop()
    rests: list[float] = []

    def call_later(delay: float, then: Callable[[], None]) -> None:
        rests.append(delay)
        loop.call_soon(then)

    monkeypatch.setattr(gate_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(loop, "call_later", call_later)
    gate = Gate(rests=True)
    await gate.pass_through(HERE)
    second = asyncio.create_task(gate.pass_through(THERE))
    now[0] += took
    for _ in range(gate_module.TURNS):
        await asyncio.sleep(0)
        assert not second.done()  # What the first brought about has its turn before.
    await second
    assert rests == ([pytest.approx(rest)] if rest else [])


async def test_what_is_remembered_of_who_went_through_has_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.network.gate.REMEMBERED", 10)
    gate = Gate()
    places = [f"203.0.113.{number}/32" for number in range(50)]
    going = [asyncio.create_task(gate.pass_through(place)) for place in places]
    for _ in range(40):
        await asyncio.sleep(0)
        assert len(vars(gate)["_passed"]) <= 10
    await asyncio.gather(*going)


async def test_so_many_moves_of_an_address_go_past_in_a_turn() -> None:
    gate = Gate(moves=3)
    assert [gate.lets_past(HERE) for _ in range(5)] == [True, True, True, False, False]
    assert gate.lets_past(THERE)
    await asyncio.sleep(0)
    assert gate.lets_past(HERE)


async def test_who_comes_seldom_does_not_wait_for_a_rest_to_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, loop = [100.0], asyncio.get_running_loop()
    resting = loop.create_future()

    def call_later(_delay: float, _then: Callable[[], None]) -> asyncio.TimerHandle:
        resting.set_result(None)
        return loop.call_at(loop.time() + 3600, gate._open)

    monkeypatch.setattr(gate_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    gate = Gate(rests=True)
    await gate.pass_through(HERE)
    with monkeypatch.context() as patched:
        patched.setattr(loop, "call_later", call_later)
        now[0] += 0.004
        await resting
    again = asyncio.create_task(gate.pass_through(HERE))
    await asyncio.sleep(0)
    assert len(gate) == 1
    async with asyncio.timeout(60):
        await gate.pass_through(THERE)
        await again  # when that was dealt with, too
    assert len(gate) == 0

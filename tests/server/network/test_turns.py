import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from ipaddress import ip_address

import pytest

from server.bounds import Limits
from server.network import turns as turns_module
from server.network.turns import Turns
from server.rooms.refusal import Refusal

HERE, THERE = ip_address("203.0.113.1"), ip_address("203.0.113.2")
SIX = [ip_address(f"2001:db8::{n}") for n in (1, 2)]


class Asker:
    """Somebody who has a turn until told to go on."""

    def __init__(self, turns: Turns, address: object, cost: float = 1) -> None:
        self.has_turn, self.done = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._ask(turns, address, cost))

    async def _ask(self, turns: Turns, address: object, cost: float) -> None:
        async with turns.turn(address) as bill:  # type: ignore[arg-type]
            self.has_turn.set()
            await self.done.wait()
            bill.add(cost)

    async def finish(self) -> None:
        self.done.set()
        await self.task


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_an_address_has_one_turn_at_a_time_in_order() -> None:
    turns = Turns(Limits())
    askers = [Asker(turns, HERE) for _ in range(3)]
    other = Asker(turns, THERE)
    await settle()
    assert [asker.has_turn.is_set() for asker in askers] == [True, False, False]
    assert other.has_turn.is_set()
    await askers[0].finish()
    await settle()
    assert [asker.has_turn.is_set() for asker in askers] == [True, True, False]
    for asker in (*askers[1:], other):
        await asker.finish()
    assert turns.waiting == 0
    assert not turns._lines


async def test_a_network_of_ipv6_is_one_address() -> None:
    turns = Turns(Limits())
    one, two = (Asker(turns, address) for address in SIX)
    await settle()
    assert (one.has_turn.is_set(), two.has_turn.is_set()) == (True, False)
    await one.finish()
    await two.finish()


async def test_who_goes_while_waiting_leaves_no_trace() -> None:
    turns = Turns(Limits())
    first, second = Asker(turns, HERE), Asker(turns, HERE)
    await settle()
    second.task.cancel()
    await settle()
    assert turns.waiting == 1
    first.task.cancel()
    await settle()
    assert turns.waiting == 0
    assert not turns._lines
    third = Asker(turns, HERE)
    await settle()
    assert third.has_turn.is_set()
    await third.finish()


async def test_what_it_costs_is_charged_and_comes_back_with_time() -> None:
    now = 0.0
    turns = Turns(Limits(lookups=2, lookups_burst=10), lambda: now)
    await Asker(turns, HERE, cost=30).finish()
    with pytest.raises(Refusal, match="too much"):
        await Asker(turns, HERE).finish()
    await Asker(turns, THERE).finish()
    now = 10.0
    with pytest.raises(Refusal, match="too much"):
        await Asker(turns, HERE).finish()
    now = 10.5
    await Asker(turns, HERE).finish()


async def test_who_waited_is_refused_when_nothing_is_left_by_then() -> None:
    turns = Turns(Limits(lookups=0.001, lookups_burst=5))
    first, second = Asker(turns, HERE, cost=100), Asker(turns, HERE)
    await settle()
    await first.finish()
    with pytest.raises(Refusal, match="too much"):
        await second.finish()


async def test_the_queue_of_all_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns_module, "MOST_WAITING", 5)
    turns = Turns(Limits())

    def addresses() -> Iterator[object]:
        return (ip_address(f"198.51.100.{n}") for n in range(5))

    async with AsyncExitStack() as stack:
        for address in addresses():
            await stack.enter_async_context(turns.turn(address))  # type: ignore[arg-type]
        with pytest.raises(Refusal, match="very many"):
            await Asker(turns, HERE).finish()
    await Asker(turns, HERE).finish()

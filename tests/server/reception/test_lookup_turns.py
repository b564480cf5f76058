"""Whose turn it is to ask about the past."""

import asyncio
from ipaddress import ip_address

import pytest

from server.bounds import Limits
from server.reception import lookup_turns
from server.reception.lookup_turns import LookupTurns
from server.rooms.refusal import Refusal

HERE, THERE = ip_address("203.0.113.1"), ip_address("203.0.113.2")
SIX = [ip_address(f"2001:db8::{n}") for n in (1, 2)]


class Asker:
    """Somebody who has a turn until told to go on."""

    def __init__(self, turns: LookupTurns, address: object, cost: float = 1) -> None:
        self.has_turn, self.done = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._ask(turns, address, cost))

    async def _ask(self, turns: LookupTurns, address: object, cost: float) -> None:
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


async def test_an_address_has_one_place_in_the_queue() -> None:
    turns = LookupTurns(Limits())
    askers = [Asker(turns, HERE) for _ in range(3)]
    other = Asker(turns, THERE)
    order = [askers[0], other, askers[1], askers[2]]
    for number, asker in enumerate(order):
        await settle()
        assert [each.has_turn.is_set() for each in order].count(True) == number + 1
        assert asker.has_turn.is_set()
        await asker.finish()
    assert turns.waiting == 0


async def test_a_network_of_ipv6_is_one_address() -> None:
    turns = LookupTurns(Limits())
    one, two = (Asker(turns, address) for address in SIX)
    await settle()
    assert (one.has_turn.is_set(), two.has_turn.is_set()) == (True, False)
    await one.finish()
    await two.finish()


async def test_who_goes_while_waiting_leaves_no_trace() -> None:
    turns = LookupTurns(Limits())
    first, second = Asker(turns, HERE), Asker(turns, HERE)
    await settle()
    second.task.cancel()
    await settle()
    assert turns.waiting == 1
    first.task.cancel()
    await settle()
    assert turns.waiting == 0
    third = Asker(turns, HERE)
    await settle()
    assert third.has_turn.is_set()
    await third.finish()


async def test_what_it_costs_is_charged_and_comes_back_with_time() -> None:
    now = 0.0
    turns = LookupTurns(Limits(lookups=2, lookups_burst=10), lambda: now)
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
    turns = LookupTurns(Limits(lookups=0.001, lookups_burst=5))
    first, second = Asker(turns, HERE, cost=100), Asker(turns, HERE)
    await settle()
    await first.finish()
    with pytest.raises(Refusal, match="too much"):
        await second.finish()


async def test_the_queue_of_all_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup_turns, "MOST_WAITING", 5)
    turns = LookupTurns(Limits())

    askers = [Asker(turns, ip_address(f"198.51.100.{n}")) for n in range(5)]
    await settle()
    with pytest.raises(Refusal, match="many people"):
        await Asker(turns, HERE).finish()
    for asker in askers:
        await asker.finish()
    await Asker(turns, HERE).finish()

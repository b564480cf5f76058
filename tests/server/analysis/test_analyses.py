"""Whose turn it is to have a game analysed, who is told, and what is kept."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from protocol.messages import Analysis
from server.analysis.analyses import MOST, MOST_OF_ADDRESS, Analyses, Kept, Key
from server.analysis.analyst import Game
from server.monitoring.metrics import Metrics
from server.rooms.refusal import Refusal
from tests.server.analysis.fake_analyst import FOUND, FakeAnalyst
from tests.server.play import PATIENCE, comes_true

HERE, THERE = "192.0.2.1", "198.51.100.7"


def game(number: int) -> Game:
    return Game("klondike", {}, f"{number:032x}", [])


class Asker:
    """Somebody who asks, and what was heard."""

    def __init__(self, asked: Analyses, site: str = HERE) -> None:
        self.heard: list[Analysis] = []
        self._asked, self._site = asked, site

    def ask(self, race: int, player: int = 1) -> "Asker":
        self._asked.ask(self, self._site, Key(race, player), game(race), self.heard.append)
        return self

    @property
    def states(self) -> list[str]:
        return [each.state for each in self.heard]


@asynccontextmanager
async def asked(analyst: FakeAnalyst | None, **how: Any) -> AsyncIterator[Analyses]:
    analyses = Analyses(analyst, Metrics(), pause=0, **how)
    running = asyncio.create_task(analyses.run())
    try:
        async with asyncio.timeout(PATIENCE):
            yield analyses
    finally:
        running.cancel()
        await asyncio.wait([running])


async def test_who_asks_is_told_as_it_goes_on_and_at_the_end() -> None:
    async with asked(FakeAnalyst(), every=0) as analyses:
        ann = Asker(analyses).ask(7, 3)
        await comes_true(lambda: "done" in ann.states)
        assert ann.states == ["waiting", "under way", "under way", "done"]
        assert ann.heard[2].share == 40
        assert ann.heard[-1] == FOUND.told(7, 3)
        assert analyses.kept(Key(7, 3)) == ann.heard[-1]


async def test_it_is_told_at_most_so_often() -> None:
    async with asked(FakeAnalyst(), every=60) as analyses:
        ann = Asker(analyses).ask(7)
        await comes_true(lambda: "done" in ann.states)
        assert ann.states == ["waiting", "under way", "done"]


async def test_what_is_done_is_kept() -> None:
    analyst = FakeAnalyst()
    async with asked(analyst) as analyses:
        first = Asker(analyses).ask(7)
        await comes_true(lambda: "done" in first.states)
        assert Asker(analyses).ask(7).states == ["done"]
        assert len(analyst.looked_at) == 1
        assert analyses.kept(Key(7, 2)) is None


async def test_several_wait_for_the_same() -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with asked(analyst, every=0) as analyses:
        ann = Asker(analyses).ask(7)
        await comes_true(lambda: len(ann.heard) == 3)
        bob = Asker(analyses, THERE).ask(7)
        assert bob.heard == [ann.heard[-1]], "as far as it is known by then"
        analyses.stop(ann)
        assert not analyst.given_up
        analyst.open.set()
        await comes_true(lambda: "done" in bob.states)
        assert "done" not in ann.states
        assert len(analyst.looked_at) == 1


async def test_what_nobody_waits_for_is_given_up() -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with asked(analyst) as analyses:
        ann, bob = Asker(analyses).ask(7), Asker(analyses, THERE).ask(8)
        await analyst.begins.wait()
        analyses.stop(ann)
        await comes_true(lambda: analyst.looked_at == [game(7), game(8)])
        assert analyst.given_up == [game(7)]
        bob.ask(9)
        await comes_true(lambda: analyst.looked_at[2:] == [game(9)])
        assert analyst.given_up == [game(7), game(8)], "another one was wanted"
        analyses.stop(bob)
        analyses.stop(bob)
        await comes_true(lambda: len(analyst.given_up) == 3)


async def test_who_asks_again_for_the_same_waits_on() -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with asked(analyst) as analyses:
        ann = Asker(analyses).ask(7)
        await analyst.begins.wait()
        ann.ask(7)
        analyst.open.set()
        await comes_true(lambda: "done" in ann.states)
        assert analyst.given_up == []


async def test_addresses_take_turns() -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with asked(analyst) as analyses:
        many = [Asker(analyses).ask(race) for race in (1, 2, 3)]
        await analyst.begins.wait()
        one = Asker(analyses, THERE).ask(9)
        analyst.open.set()
        await comes_true(lambda: all("done" in each.states for each in (*many, one)))
        assert analyst.looked_at == [game(number) for number in (1, 9, 2, 3)]


async def test_too_many_are_refused() -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with asked(analyst) as analyses:
        first = Asker(analyses).ask(1)
        for race in range(2, MOST_OF_ADDRESS + 1):
            Asker(analyses).ask(race)
        with pytest.raises(Refusal, match="from your address"):
            Asker(analyses).ask(99)
        first.ask(99)
        for number in range(MOST - MOST_OF_ADDRESS):
            Asker(analyses, f"203.0.113.{number}").ask(number)
        with pytest.raises(Refusal, match="many people"):
            Asker(analyses, "203.0.113.250").ask(1)


async def test_an_analyst_that_is_gone_is_asked_again() -> None:
    analyst = FakeAnalyst()
    analyst.gone = True
    async with asked(analyst) as analyses:
        ann = Asker(analyses).ask(7)
        await comes_true(lambda: "failed" in ann.states)
        assert analyses.kept(Key(7, 1)) is None
        analyst.gone = False
        ann.ask(7)
        await comes_true(lambda: ann.states[-1] == "done")


async def test_without_an_analyst_it_is_refused() -> None:
    async with asked(None) as analyses:
        with pytest.raises(Refusal, match="analyses no races"):
            Asker(analyses).ask(7)


async def test_it_rests_while_the_server_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.monitoring.resting.LAG_EVERY", 0.001)
    analyst, metrics = FakeAnalyst(), Metrics()
    running = asyncio.create_task(Analyses(analyst, metrics).run())
    metrics.lag = 1.0
    await comes_true(lambda: analyst.resting)
    metrics.lag = 0.0
    await comes_true(lambda: not analyst.resting)
    running.cancel()
    await asyncio.wait([running])


def test_what_is_kept_has_a_bound() -> None:
    done = FOUND.told(1, 1)
    kept = Kept(most=3 * len(msgspec.msgpack.encode(done)))
    for player in range(1, 5):
        kept.keep(Key(1, player), done)
        kept.keep(Key(1, player), done)
    assert [player for player in range(1, 5) if kept.find(Key(1, player))] == [2, 3, 4]
    kept.find(Key(1, 2))
    kept.keep(Key(1, 9), done)
    assert kept.find(Key(1, 2)) == done
    assert kept.find(Key(1, 3)) is None

"""How days get their deals."""

import asyncio
from pathlib import Path

import pytest

from server.app import Server
from server.dailies import almanac
from server.dailies.almanac import Plan
from server.dailies.days import Days
from server.dailies.games import DailyGame, parse_game
from server.stock import keeper
from server.storage.dailies import calendar
from server.storage.stock import Stock
from tests.server.dailies.conftest import FRIDAY, SATURDAY, Clock
from tests.server.play import PATIENCE, comes_true
from tests.server.stock.fake_foundry import QUICK, FakeFoundry, barren, certified, wish_of


def plan(clock: Clock, *games: str) -> Plan:
    return Plan(tuple(map(parse_game, games)), Days(clock=clock))


async def there(server: Server, day: str) -> None:
    """Wait until a day has its deal."""
    async with asyncio.timeout(PATIENCE):
        # There is no event for it.
        while not await calendar.is_there(server.database.reader, day):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_the_foundry_makes_deals_for_today_and_tomorrow(tmp_path: Path, clock: Clock) -> None:
    foundry = FakeFoundry()
    async with Server.open(tmp_path, daily=plan(clock, QUICK), foundry=foundry) as server:
        await comes_true(lambda: server.lobby.daily)
        await there(server, SATURDAY)
        assert server.lobby.daily is not None
        assert (server.lobby.daily.day, server.lobby.daily.game) == (FRIDAY, QUICK)
        await comes_true(lambda: server.lobby.wanted_for_day is None)
        clock.day(SATURDAY)
        await comes_true(lambda: server.lobby.daily and server.lobby.daily.day == SATURDAY)
        await there(server, "2026-11-29")


async def test_where_no_deal_of_a_game_is_found_another_one_comes(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "in_vain", lambda _: 40_000)
    found = FakeFoundry()
    foundry = FakeFoundry(lambda wish: barren(wish) if wish.game != QUICK else found.find(wish))
    games = plan(clock, "cruel", "fortress", QUICK)
    async with Server.open(tmp_path, daily=games, foundry=foundry) as server:
        await comes_true(lambda: server.lobby.daily)
        assert server.lobby.daily is not None
        assert server.lobby.daily.game == QUICK


async def test_without_a_deal_the_day_has_none_until_there_is_one(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(almanac, "AGAIN_AFTER", 0.2)
    async with Server.open(tmp_path, daily=plan(clock, QUICK)) as server:
        await comes_true(lambda: server.lobby.wanted_for_day)
        assert server.lobby.daily is None
        await Stock(server.database).put(wish_of(), certified())
        await comes_true(lambda: server.lobby.daily)


async def test_without_games_nothing_is_wanted(tmp_path: Path, clock: Clock) -> None:
    foundry = FakeFoundry()
    async with Server.open(tmp_path, daily=plan(clock), foundry=foundry) as server:
        await Stock(server.database).put(wish_of(), certified())
        assert server.lobby.wanted_for_day is None
        assert not server.lobby.expected()
        assert not server.lobby.sought()
    assert not foundry.asked


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_two_servers_have_the_same_deal(tmp_path: Path, clock: Clock, address: str) -> None:
    plans = [plan(clock, QUICK), plan(clock, QUICK)]
    folders = [tmp_path / "one", tmp_path / "two"]
    async with (
        Server.open(
            folders[0],
            database_at=address,
            reached_at="ws://127.0.0.1:1/",
            daily=plans[0],
            foundry=FakeFoundry(),
        ) as one,
        Server.open(
            folders[1],
            database_at=address,
            reached_at="ws://127.0.0.1:2/",
            daily=plans[1],
            foundry=FakeFoundry(),
        ) as two,
    ):
        await comes_true(lambda: one.lobby.daily and two.lobby.daily)
        assert one.lobby.daily == two.lobby.daily
        for server in (one, two):
            await there(server, SATURDAY)
        days = await one.database.reader.read_all("SELECT day FROM dailies ORDER BY day")
        assert [day for (day,) in days] == [FRIDAY, SATURDAY]


async def test_who_is_second_keeps_what_is_there(tmp_path: Path, clock: Clock) -> None:
    async with Server.open(tmp_path, daily=plan(clock)) as server:
        database = server.database
        assert await calendar.keep(database, FRIDAY, wish_of(), certified(1))
        assert not await calendar.keep(database, FRIDAY, wish_of(), certified(2))
        assert not await calendar.keep(database, SATURDAY, wish_of(), certified(1))
        kept = await calendar.find(database.reader, FRIDAY)
        assert kept is not None
        assert kept.deal.seed == certified(1).seed
        assert certified(1).seed not in repr(kept)
        assert await calendar.day_of(database.reader, certified(1).seed) == FRIDAY
        assert await calendar.day_of(database.reader, "another") == ""
        assert await calendar.note_told(database, FRIDAY)
        assert not await calendar.note_told(database, FRIDAY)


async def test_a_deal_of_older_rules_cannot_be_played_any_more(
    tmp_path: Path, clock: Clock
) -> None:
    async with Server.open(tmp_path, daily=plan(clock)) as server:
        await calendar.keep(server.database, FRIDAY, wish_of(), certified(1))
        await server.database.write([("UPDATE dailies SET rules = rules - 1", [()])])
        assert await calendar.find(server.database.reader, FRIDAY) is None
        assert await calendar.is_there(server.database.reader, FRIDAY)


def test_a_game_in_a_plan_has_all_its_options() -> None:
    assert parse_game("klondike") == DailyGame("klondike", {"deal": "single-card-deals"})

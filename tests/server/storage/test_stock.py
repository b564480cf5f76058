"""The table of deals that can be won, in both kinds of database."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine import catalogue
from harness.cluster import Cluster
from protocol.bands import MEASURE
from protocol.messages import Settings
from server.rooms.deals.certified import Certified, Wish
from server.rooms.records import MemberSaved, RaceBegun, RaceMade, RoomSaved, StoredRace
from server.storage import players
from server.storage.database import Database
from server.storage.journal import StoredJournal
from server.storage.opening import open_database
from server.storage.stock import Stock
from tests.server.stock.fake_foundry import QUICK, certified, wish_of
from tests.server.storage.conftest import empty_database

QUICK_ONE, CARPET = wish_of(), wish_of("carpet")
DEAL = certified()


async def test_a_deal_is_taken_once(database: Database) -> None:
    stock = Stock(database)
    assert await stock.take(QUICK_ONE) is None
    await stock.put(QUICK_ONE, DEAL)
    assert await stock.take(CARPET) is None
    assert await stock.counts() == {QUICK_ONE: 1}
    assert await stock.take(QUICK_ONE) == DEAL
    assert await stock.take(QUICK_ONE) is None
    assert await stock.counts() == {}


async def test_options_make_another_game(database: Database) -> None:
    stock = Stock(database)
    usual = wish_of("klondike")
    other = Wish.of("klondike", {**dict(usual.options), "deal": "no-redeals"})
    await stock.put(usual, DEAL)
    assert await stock.take(other) is None
    assert await stock.take(usual) == DEAL


async def test_a_seed_that_is_there_already_is_not_kept_twice(database: Database) -> None:
    stock = Stock(database)
    for _ in range(2):
        await stock.put(QUICK_ONE, DEAL)
    assert await stock.counts() == {QUICK_ONE: 1}


async def test_what_older_rules_have_dealt_is_thrown_away(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock = Stock(database)
    await stock.put(QUICK_ONE, DEAL)
    await stock.put(CARPET, certified(2, "carpet"))
    entry = catalogue.entry(QUICK_ONE.game)
    newer = replace(entry, version=entry.version + 1)
    monkeypatch.setitem(catalogue._entries, QUICK_ONE.game, newer)
    assert await stock.take(QUICK_ONE) is None
    assert await stock.counts() == {CARPET: 1}
    await stock.throw_away_old()
    assert await database.read_all("SELECT game FROM stock") in ([("carpet",)], [["carpet"]])


async def test_a_damaged_row_wins_nothing(database: Database) -> None:
    stock = Stock(database)
    await stock.put(QUICK_ONE, DEAL)
    await database.write([("UPDATE stock SET solution = ?", [("[[1,2",)])])
    assert await stock.take(QUICK_ONE) == Certified(DEAL.seed, ())


async def test_a_deal_of_a_band_is_for_whoever_wants_that_or_any(database: Database) -> None:
    stock, easy, hard = Stock(database), QUICK_ONE.of_band("easy"), QUICK_ONE.of_band("hard")
    await stock.put(easy, DEAL._replace(band="easy"))
    await stock.put(QUICK_ONE, certified(2)._replace(band="easy"))
    await stock.put(QUICK_ONE, certified(3))
    assert await stock.counts() == {easy: 2, QUICK_ONE: 1}
    assert await stock.take(hard) is None
    taken = await stock.take(easy)
    assert taken
    assert taken.band == "easy"
    left = [await stock.take(QUICK_ONE) for _ in range(3)]
    assert {deal.band for deal in left if deal} == {None, "easy"}
    assert left[-1] is None


async def test_a_band_that_was_told_by_another_measure_is_none(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock = Stock(database)
    await stock.put(QUICK_ONE, DEAL._replace(band="easy"))
    monkeypatch.setattr("server.storage.stock.MEASURE", MEASURE + 1)
    assert await stock.counts() == {QUICK_ONE: 1}
    assert await stock.take(QUICK_ONE.of_band("easy")) is None
    assert await stock.take(QUICK_ONE) == DEAL


async def test_a_band_that_is_none_is_not_known(database: Database) -> None:
    stock = Stock(database)
    await stock.put(QUICK_ONE, DEAL._replace(band="easy"))
    await database.write([("UPDATE stock SET band = ?", [("hopeless",)])])
    assert await stock.counts() == {QUICK_ONE: 1}
    assert await stock.take(QUICK_ONE) == DEAL


async def test_what_is_raced_here_lately(database: Database) -> None:
    for name in ("ann", "bob"):
        await players.register(database, name, f"token {name}", bot=False)
    now, usual = int(time.time()), dict(QUICK_ONE.options)
    records = [
        RaceMade(1, Settings("carpet"), "a", "a"),
        RaceMade(2, Settings(QUICK, usual), "b", "b"),
        RaceMade(3, Settings(QUICK, usual, deals="winnable"), "c", "c", certified=DEAL),
        RaceMade(4, Settings(QUICK, usual), "d", "d"),
        RaceMade(5, Settings("carpet", deals="hard"), "e", "e", certified=DEAL),
    ]
    begun = [RaceBegun(race, (1,)) for race in (1, 2, 3, 5)]
    await StoredJournal(database).write([*records, *begun])
    stock = Stock(database)
    hard = CARPET.of_band("hard")
    assert await stock.played(now - 60, 100) == {CARPET: 1, QUICK_ONE: 2, hard: 1}
    assert await stock.played(now - 60, 4) == {QUICK_ONE: 2, hard: 1}
    assert await stock.played(now + 60, 100) == {}


async def test_two_servers_on_one_database_never_get_the_same(
    postgres: Cluster, tmp_path: Path
) -> None:
    deals = [certified(number) for number in range(1, 21)]
    async with (
        empty_database(postgres) as address,
        open_database(tmp_path / "one", address, "ws://127.0.0.1:1/") as one,
        open_database(tmp_path / "two", address, "ws://127.0.0.1:2/") as other,
    ):
        for deal in deals:
            await Stock(one).put(QUICK_ONE, deal)

        async def take_all(database: Database) -> list[Certified]:
            found = []
            while deal := await Stock(database).take(QUICK_ONE):
                found.append(deal)
            return found

        some, others = await asyncio.gather(take_all(one), take_all(other))
        assert len(some) + len(others) <= len(deals)
        rest = await take_all(one)  # What was locked by one was passed over by the other.
        assert sorted(some + others + rest) == deals


async def test_a_race_keeps_its_certificate_and_its_solution(database: Database) -> None:
    await players.register(database, "ann", "token", bot=False)
    settings = Settings(QUICK, dict(QUICK_ONE.options), deals="winnable")
    made = RaceMade(7, settings, DEAL.seed, "promise", certified=DEAL)
    journal = StoredJournal(database)
    await journal.write([RoomSaved("AAAAAA", 1, settings, None), MemberSaved(1, "AAAAAA", True)])
    await journal.write([made, RoomSaved("AAAAAA", 1, settings, 7)])
    [stored] = await journal.rooms()
    assert stored.settings.deals == "winnable"
    kept = Certified(DEAL.seed, DEAL.solution)
    assert stored.race == StoredRace(7, DEAL.seed, certified=kept)
    assert kept.certificate == DEAL.certificate
    asked = "SELECT certificate, options FROM races"
    [[certificate, options]] = await database.read_all(asked)
    assert certificate == DEAL.certificate
    assert options.startswith('{"":"winnable"')

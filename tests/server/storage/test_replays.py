import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.chance import commitment
from engine.state import Click, Deal, Move
from protocol import wire
from protocol.forms import JSON, MSGPACK
from protocol.messages import SOLUTION, Deals, PastRacer, Settings, Standing, Status
from protocol.racing import ended_at
from protocol.wire import pack_entry
from server.rooms.deals.certified import Certified
from server.rooms.records import Entered, RaceBegun, RaceEntry, RaceMade, RaceOver
from server.storage import players
from server.storage.database import Database
from server.storage.journal import StoredJournal
from server.storage.replays import (
    Answer,
    Filed,
    ForgottenReplay,
    ReplayCache,
    find_filed,
    find_replay,
    find_solution,
    find_solved,
    finished,
    racers_of,
    read_replay,
    was_in,
)
from server.storage.sqlite.database import SQLiteDatabase
from tests.server.play import change
from tests.server.stock.fake_foundry import QUICK, certified

RACERS = 3
entries = st.one_of(
    st.builds(Move, *[st.integers(0, 255)] * 3),
    st.builds(Click, st.integers(0, 255)),
    st.just(Deal()),
    st.just("undo"),
    st.sampled_from(["give up", "sent away"]),
    st.just("disconnected"),
)
journals = st.lists(st.tuples(st.integers(1, RACERS), entries), max_size=40)


async def write_race(database: Database, journal: list[tuple[int, RaceEntry]]) -> None:
    """Write race 1 of ann, bob and cat, with these entries."""
    for name in ("ann", "bob", "cat"):
        await players.register(database, name, name, bot=False)
    racers = tuple(range(1, RACERS + 1))
    await StoredJournal(database).write(
        [
            RaceMade(1, Settings("klondike"), "seed", commitment("seed")),
            RaceBegun(1, racers),
            *(
                Entered(1, number, player, entry, 10 * number, None)
                for number, (player, entry) in enumerate(journal)
            ),
            RaceOver(
                1, 999, tuple(Standing(player, "", "gave up", 0, 1, 0, 0) for player in racers)
            ),
        ]
    )


@settings(deadline=None, max_examples=30)
@given(journals)
async def test_a_replay_is_what_the_racer_did_and_nobody_else(
    journal: list[tuple[int, RaceEntry]],
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        database = await SQLiteDatabase.open(Path(directory))
        await write_race(database, journal)
        for player in range(1, RACERS + 1):
            replay = await find_replay(database.reader, 1, player)
            assert replay is not None
            own = [
                (pack_entry(entry), 10 * number)
                for number, (who, entry) in enumerate(journal)
                if who == player
                and entry != "give up"
                and entry != "disconnected"
                and entry != "sent away"
            ]
            assert list(zip(replay.entries, replay.times, strict=True)) == own
            assert wire.decode_server(wire.encode(replay)) == replay
        await database.close()


@pytest.mark.parametrize(
    ("status", "entries", "ended"),
    [
        ("gave up", [(1, "give up")], 10),
        ("gave up", [(1, Click(3)), (2, Click(3)), (1, "give up"), (2, Click(3))], 30),
        ("disconnected", [(1, Click(3)), (1, "disconnected")], 20),
        ("stopped", [(1, "sent away")], 10),
        ("stuck", [(2, Click(3)), (1, Click(3)), (2, Click(3))], 20),
        ("out of time", [(1, Click(3))], 999),
    ],
)
async def test_a_replay_says_when_the_race_was_over_for_its_racer(
    tmp_path: Path, status: Status, entries: list[tuple[int, RaceEntry]], ended: int
) -> None:
    database = await SQLiteDatabase.open(tmp_path)
    await write_race(database, [(3, Click(3)), *entries])
    await database.write([("UPDATE racers SET status = ? WHERE player = 1", [(status,)])])
    replay = await find_replay(database.reader, 1, 1)
    assert replay is not None
    assert ended_at(replay) == ended
    await database.close()


async def test_a_replay_says_who_else_raced(tmp_path: Path) -> None:
    database = await SQLiteDatabase.open(tmp_path)
    await write_race(database, [(1, Click(3))])
    await players.register(database, "dan", "dan", bot=True)
    ends = (
        Standing(2, "", "gave up", 3, 2, 9, 700),
        Standing(4, "", "won", 52, 1, 40, 1000, bot=True),
        Standing(1, "", "gave up", 3, 2, 8, 700),
    )
    await StoredJournal(database).write(
        [
            RaceMade(2, Settings("klondike"), "seed", commitment("seed")),
            RaceBegun(2, (1, 4, 2)),
            RaceOver(2, 999, ends),
        ]
    )
    replay = await find_replay(database.reader, 2, 1)
    assert replay is not None
    assert replay.racers == [
        PastRacer(4, "dan", "won", 52, 1, 1000, bot=True),
        PastRacer(1, "ann", "gave up", 3, 2, 700),
        PastRacer(2, "bob", "gave up", 3, 2, 700),
    ]
    before = await find_filed(database.reader, 2, 1)
    await database.write([("UPDATE players SET name = 'bobby' WHERE id = 2", [()])])
    assert await find_filed(database.reader, 2, 1) != before
    await database.close()


async def test_the_solution_of_a_deal_is_found_once_its_race_is_over(database: Database) -> None:
    for name in ("ann", "bob"):
        await players.register(database, name, name, bot=False)
    deal, other, reader = certified(), certified(2), database.reader
    winnable, journal = Settings(QUICK, deals="winnable"), StoredJournal(database)
    ends = (Standing(1, "", "gave up", 3, 2, 9, 700), Standing(2, "", "won", 52, 1, 40, 1000))
    await journal.write(
        [
            RaceMade(1, winnable, deal.seed, commitment(deal.seed), certified=deal),
            RaceBegun(1, (1, 2)),
            RaceMade(2, Settings(QUICK), "any", commitment("any")),
            RaceBegun(2, (1,)),
            RaceOver(2, 999, (Standing(1, "", "gave up", 3, 1, 9, 700),)),
            RaceMade(3, winnable, other.seed, commitment(other.seed), practice=True),
        ]
    )
    assert [await find_filed(reader, race, SOLUTION) for race in (1, 2, 3, 4)] == [None] * 4
    await journal.write([RaceOver(1, 999, ends)])
    filed = await find_filed(reader, 1, SOLUTION)
    assert filed is not None
    assert (filed.name, filed.status, filed.seed) == ("Solution", "won", deal.seed)
    assert filed.entries == filed.solution == len(deal.solution)
    assert [each.name for each in racers_of(filed)] == ["bob", "ann"]
    of_ann = await find_filed(reader, 1, 1)
    assert of_ann is not None
    assert (of_ann.solution, of_ann.racers) == (filed.solution, filed.racers)
    without = await find_filed(reader, 2, 1)
    assert without is not None
    assert without.solution == 0
    assert await find_solution(reader, 1) == deal.solution
    assert await find_solution(reader, 2) == await find_solution(reader, 4) == ()


async def test_the_newest_race_on_a_deal_that_was_solved_is_found(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await players.register(database, "ann", "ann", bot=False)
    deal, other, journal = certified(), certified(2), StoredJournal(database)
    usual = catalogue.entry(QUICK).complete({})

    async def race(number: int, with_deal: Certified, deals: Deals = "winnable") -> None:
        settings = Settings(QUICK, usual, deals=deals)
        seed = with_deal.seed
        given = None if deals == "any" else with_deal
        await journal.write(
            [
                RaceMade(number, settings, seed, commitment(seed), certified=given),
                RaceBegun(number, (1,)),
            ]
        )

    async def end(number: int) -> None:
        ends = (Standing(1, "", "gave up", 3, 1, 9, 700),)
        await journal.write([RaceOver(number, 999, ends)])

    async def found(with_deal: Certified) -> int:
        return await find_solved(database.reader, QUICK, usual, with_deal.seed)

    await race(1, other, "any")
    await end(1)
    await race(2, deal)
    assert [await found(each) for each in (deal, other)] == [0, 0], "none, or not over"
    await end(2)
    await race(3, deal, "easy")
    await end(3)
    await race(4, other, "hard")
    await end(4)
    assert await found(deal) in (2, 3)
    assert await found(other) == 4
    assert await find_solved(database.reader, "klondike", {}, deal.seed) == 0
    monkeypatch.setattr("server.storage.replays.NEWEST", 1)
    await race(5, other)
    await end(5)
    await race(6, other, "easy")
    await end(6)
    # They are over within one second, and that is how exactly it is noted.
    await database.write([("UPDATE races SET ended = id WHERE ended IS NOT NULL", [()])])
    assert await found(deal) == 0, "newer ones of each kind came after it"


async def test_a_damaged_solution_is_none(database: Database) -> None:
    await players.register(database, "ann", "ann", bot=False)
    deal = certified()
    made = RaceMade(1, Settings(QUICK, deals="winnable"), deal.seed, "promise", certified=deal)
    await StoredJournal(database).write([made])
    await database.write([("UPDATE races SET solution = ?", [("[[1,2",)])])
    with pytest.raises(ValueError, match="truncated"):
        await find_solution(database.reader, 1)


async def test_who_was_in_a_race_and_what_is_finished(tmp_path: Path) -> None:
    database = await SQLiteDatabase.open(tmp_path)
    await write_race(database, [])
    await players.register(database, "dan", "dan", bot=False)
    assert [await was_in(database.reader, 1, player) for player in (1, 4)] == [True, False]
    assert await finished(database.reader) == await finished(database.reader, 1)
    assert await finished(database.reader, 2) == []
    await database.close()


async def test_what_is_forgotten_between_two_looks_is_not_told_by_half(tmp_path: Path) -> None:
    database = await SQLiteDatabase.open(tmp_path)
    await write_race(database, [(1, Click(3)), (1, Click(4))])
    filed = await find_filed(database.reader, 1, 1)
    assert filed is not None
    change(tmp_path, "UPDATE races SET forgotten = 1")
    change(tmp_path, "DELETE FROM entries WHERE number = 1")
    with pytest.raises(ForgottenReplay):
        await read_replay(database.reader, 1, 1, filed)
    await database.close()


REPLAY = b"a replay as it is sent"


def filed(name: str = "ann") -> Filed:
    return Filed(name, "{}", "seed", "promise", "won", 1, 1, 0, 0, 9, "[]", 0, 0)


def test_a_cache_has_a_bound_and_keeps_what_was_asked_for_last() -> None:
    cache = ReplayCache(3 * len(REPLAY))
    for race in (1, 2, 3):
        cache.keep(Answer(race, 1, MSGPACK), filed(), REPLAY)
    assert cache.find(Answer(1, 1, MSGPACK), filed()) == REPLAY
    cache.keep(Answer(4, 1, MSGPACK), filed(), REPLAY)
    assert [cache.find(Answer(race, 1, MSGPACK), filed()) is None for race in (1, 2, 3, 4)] == [
        False,
        True,
        False,
        False,
    ]
    cache.keep(Answer(5, 1, MSGPACK), filed(), REPLAY)
    cache.keep(Answer(5, 1, MSGPACK), filed(), REPLAY)
    assert (
        sum(cache.find(Answer(race, 1, MSGPACK), filed()) is not None for race in range(1, 6)) == 3
    )


def test_what_is_too_large_for_a_cache_is_not_kept() -> None:
    cache = ReplayCache(10)
    cache.keep(Answer(1, 1, MSGPACK), filed(), REPLAY)
    assert cache.find(Answer(1, 1, MSGPACK), filed()) is None
    cache.keep(Answer(2, 1, MSGPACK), filed(), REPLAY)
    assert cache._size == 0


def test_what_has_changed_is_not_found() -> None:
    cache = ReplayCache()
    cache.keep(Answer(1, 1, MSGPACK), filed(), REPLAY)
    assert cache.find(Answer(1, 1, MSGPACK), filed("marie")) is None


@pytest.mark.parametrize("other", [Answer(1, 1, JSON), Answer(1, 1, MSGPACK, 0)])
def test_each_form_and_each_part_is_kept_by_itself(other: Answer) -> None:
    cache = ReplayCache()
    cache.keep(Answer(1, 1, MSGPACK), filed(), REPLAY)
    assert cache.find(other, filed()) is None

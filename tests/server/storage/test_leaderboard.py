import random
import time
from collections.abc import Sequence
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.catalogue import BadOption, UnknownGame
from engine.chance import commitment
from protocol.messages import (
    FIRST_GUEST,
    GameRecord,
    Listed,
    OwnRows,
    PastRace,
    Period,
    Settings,
    Standing,
    Status,
)
from protocol.racing import play_again
from protocol.wire import pack_action
from server.rooms.records import (
    Entered,
    RaceBegun,
    RaceMade,
    RaceOver,
    RacePublished,
    RoomSaved,
)
from server.storage.database import Database
from server.storage.filing import options_key
from server.storage.leaderboard import (
    DAY,
    RECENT,
    ROWS,
    LeaderboardCache,
    as_seen_by,
    find_leaderboard,
    find_player,
    is_further_down,
    leaderboard,
    profile,
)
from server.storage.replays import find_replay, finished
from tests.server.play import thirteens_to
from tests.server.storage.races import NAMES, SETTINGS, Races, register

WINNABLE = options_key({}, "winnable")
NOW = 1_800_000_000


@pytest.fixture
async def database(database: Database) -> Database:
    await register(database)
    return database


async def test_the_best_of_each_player_in_order(database: Database, races: Races) -> None:
    await races.add(("ann", "won", 52, 9000), ("bob", "stuck", 30, 500))
    await races.add(("bob", "won", 52, 4000), ("ann", "won", 52, 5000), ("cat", "gave up", 30, 400))
    await races.add(("robot", "won", 52, 10), ("ann", "out of time", 3, 10))
    board = await leaderboard(database.reader, "klondike", {"deal": "no-redeals"})
    assert [(r.name, r.milliseconds, r.race) for r in board.fastest] == [
        ("bob", 4000, 2),
        ("ann", 5000, 2),
    ]
    assert [(r.name, r.score, r.milliseconds) for r in board.best] == [
        ("bob", 52, 4000),
        ("ann", 52, 5000),
        ("cat", 30, 400),
    ]
    assert [(t.name, t.races, t.wins) for t in board.players] == [
        ("bob", 2, 1),
        ("ann", 3, 1),
        ("cat", 1, 0),
    ]


async def test_equals_of_one_race_stand_in_one_order_whoever_asks(
    database: Database, races: Races
) -> None:
    await races.add(("cat", "won", 52, 7), ("bob", "won", 52, 7), ("ann", "won", 52, 7))
    await races.add(("ann", "gave up", 1, 9))  # What was changed last must not make an order.
    options = {"deal": "no-redeals"}
    for period in get_args(Period):
        found = await find_leaderboard(database.reader, "klondike", options, period)
        for rows in (found.board.fastest, found.board.best):
            assert [row.name for row in rows] == ["ann", "bob", "cat"], period


async def test_what_the_deal_gave_takes_the_place_of_nothing_that_was_reached(
    database: Database, races: Races
) -> None:
    await races.add(("ann", "gave up", 5, 0), ("bob", "stuck", 4, 700))
    await races.add(("ann", "stuck", 4, 900), ("bob", "gave up", 4, 0))
    await races.add(("ann", "gave up", 6, 0), ("bob", "gave up", 9, 0))
    for period in get_args(Period):
        found = await find_leaderboard(database.reader, "klondike", SETTINGS.options, period)
        best = [(row.name, row.score, row.milliseconds) for row in found.board.best]
        assert best == [("bob", 4, 700), ("ann", 4, 900)], period


async def test_coming_first_alone_counts_when_the_game_is_won(
    database: Database, races: Races
) -> None:
    await races.add(("ann", "stuck", 20, 10))
    await races.add(("bob", "won", 52, 10))
    board = await leaderboard(database.reader, "klondike", {"deal": "no-redeals"})
    assert [(t.name, t.races, t.wins) for t in board.players] == [("bob", 1, 1), ("ann", 1, 0)]


async def test_five_races_in_which_nobody_moves_make_no_wins(
    database: Database, races: Races
) -> None:
    for _ in range(5):
        await races.add(*((name, "gave up", 0, 0) for name in NAMES), moves=0)
    for period in get_args(Period):
        board = await leaderboard(database.reader, "klondike", SETTINGS.options, period)
        assert [(t.name, t.races, t.wins) for t in board.players] == [
            (name, 5, 0) for name in ("ann", "bob", "cat")
        ]
    found = await profile(database.reader, 1)
    assert found is not None
    assert (found.wins, found.games[0].wins) == (0, 0)
    assert not any(past.won for past in found.recent)


async def test_who_gained_nothing_has_no_rank(database: Database, races: Races) -> None:
    await races.add(("ann", "gave up", 0, 0), ("bob", "stuck", 0, 900), moves=1)
    await races.add(("cat", "gave up", 1, 0), ("bob", "out of time", -3, 400))
    for period in get_args(Period):
        board = await leaderboard(database.reader, "klondike", SETTINGS.options, period)
        assert (board.best, len(board.players)) == ([], 3)
    await races.add(("ann", "won", 0, 10), ("cat", "gave up", 2, 500), ("bob", "stuck", 1, 600))
    for period in get_args(Period):
        board = await leaderboard(database.reader, "klondike", SETTINGS.options, period)
        assert [(best.name, best.score) for best in board.best] == [("cat", 2), ("bob", 1)]
        assert [win.name for win in board.fastest] == ["ann"]


async def test_a_race_counts_when_its_spectators_have_seen_it(
    database: Database, races: Races
) -> None:
    race = await races.add(("ann", "won", 52, 900), ("bob", "stuck", 9, 800), published=False)

    async def counted() -> list[int]:
        boards = [
            await leaderboard(database.reader, "klondike", SETTINGS.options, period)
            for period in get_args(Period)
        ]
        found = await profile(database.reader, 1)
        assert found is not None
        return [*(len(board.players) for board in boards), found.races, len(found.recent)]

    assert await counted() == [0] * 7
    assert await find_replay(database.reader, race, 1) is not None  # for the racers themselves
    for _ in range(2):
        await races.journal.write([RacePublished(race)])
        assert await counted() == [2] * 5 + [1, 1]


async def test_a_race_whose_room_is_gone_counts_at_the_next_start(
    database: Database, races: Races
) -> None:
    for code in ("GONE", "HERE"):
        race = await races.add(("ann", "won", 52, 900), published=False)
        if code == "HERE":
            await races.journal.write([RoomSaved(code, 1, SETTINGS, race)])
    await races.add(("ann", "won", 52, 900), over=False)
    await races.journal.publish_orphans()
    found = await profile(database.reader, 1)
    assert found is not None
    assert [past.race for past in found.recent] == [1]


async def test_other_options_other_games_and_races_under_way_do_not_count(
    database: Database, races: Races
) -> None:
    await races.add(
        ("ann", "won", 52, 1), settings=Settings("klondike", {"deal": "unlimited-redeals"})
    )
    await races.add(("ann", "won", 52, 1), settings=Settings("4x13"))
    await races.add(("ann", "won", 52, 1), over=False)
    board = await leaderboard(database.reader, "klondike", {"deal": "no-redeals"})
    assert (board.fastest, board.best, board.players) == ([], [], [])
    other = await leaderboard(database.reader, "4x13", {})
    assert len(other.fastest) == 1


async def crowd(database: Database, races: Races) -> None:
    """Add a race of many, each a little slower than the one before and with a lower score."""
    player = (
        "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?, ?, ?, FALSE, 0)"
    )
    await database.write([(player, [(f"p{n}",) * 3 for n in range(ROWS + 10)])])
    await races.add(("ann", "won", 52, 1), over=False)
    result = "INSERT INTO racers VALUES (1, ?, 9, 'won', ?, 1, 1, ?, TRUE)"
    each: list[Sequence[int]] = [(player, 1000 - player, player) for player in range(5, ROWS + 15)]
    await database.write([(result, each)])
    await database.write([("UPDATE races SET ended = ?", [(int(time.time()),)])])


@pytest.mark.parametrize("period", get_args(Period))
async def test_the_lists_have_a_bound_but_ones_own_place_is_told(
    database: Database, races: Races, period: Period
) -> None:
    await crowd(database, races)
    found = await find_leaderboard(database.reader, SETTINGS.game, SETTINGS.options, period)
    board = found.board
    assert len(board.fastest) == len(board.best) == len(board.players) == ROWS
    assert board.listed == Listed(ROWS + 10, ROWS + 10, ROWS + 10)
    assert board.own == OwnRows(), "of nobody"
    for player in (7, ROWS + 9):
        place = player - 4
        own = (await as_seen_by(database.reader, found, player)).own
        assert own.fastest is not None
        assert own.best is not None
        assert own.players is not None
        assert (own.fastest.place, own.best.place) == (place, place)
        name = f"p{player - 5}"
        assert [row.name for row in (own.fastest.result, own.best.result, own.players.tally)] == (
            [name] * 3
        )
        assert (own.fastest.result.milliseconds, own.best.result.score) == (player, 1000 - player)
        told = [tally.player for tally in board.players]
        assert (player in told) == (own.players.place <= ROWS)
    assert (await as_seen_by(database.reader, found, 3)).own == OwnRows(), "who is not listed"
    assert not is_further_down(board, 7)
    assert not is_further_down(board, FIRST_GUEST)


async def test_unknown_games_and_options(database: Database) -> None:
    with pytest.raises(UnknownGame):
        await leaderboard(database.reader, "bridge'; DROP TABLE players; --", {})
    with pytest.raises(BadOption):
        await leaderboard(database.reader, "klondike", {"deal": "x"})


async def test_a_replay_is_there_only_when_the_race_is_over(
    database: Database, races: Races
) -> None:
    seed, line = thirteens_to("won")
    settings = Settings("thirteens")
    entries = [Entered(1, n, 1, action, 100 * n) for n, action in enumerate(line)]
    await races.journal.write(
        [
            RaceMade(1, settings, seed, commitment(seed)),
            RoomSaved("AAAAAA", 1, settings, 1),
            RaceBegun(1, (1,)),
            *entries,
        ]
    )
    assert await find_replay(database.reader, 1, 1) is None
    assert await finished(database.reader) == []
    standing = Standing(1, "ann", "won", 52, 1, len(line), entries[-1].milliseconds)
    await races.journal.write([RaceOver(1, 9000, (standing,))])
    replay = await find_replay(database.reader, 1, 1)
    assert replay is not None
    assert replay.entries == [pack_action(action) for action in line]
    assert play_again(replay).fault is None
    assert await finished(database.reader) == [(1, 1)]
    assert await find_replay(database.reader, 1, 2) is None


async def test_players_are_found_by_name_or_number(database: Database) -> None:
    assert await find_player(database.reader, "ANN") == 1
    assert await find_player(database.reader, "2") == 2
    assert await find_player(database.reader, "eve") is None
    assert await find_player(database.reader, "99") is None


# Periods


async def end(database: Database, race: int, days_ago: float) -> None:
    ended = int(NOW - days_ago * DAY)
    await database.write([("UPDATE races SET ended = ? WHERE id = ?", [(ended, race)])])


@pytest.mark.parametrize(
    ("period", "names"),
    [
        ("day", {"ann"}),
        ("week", {"ann", "bob"}),
        ("month", {"ann", "bob"}),
        ("year", {"ann", "bob", "cat"}),
        ("all", {"ann", "bob", "cat"}),
    ],
)
async def test_a_period_goes_back_from_now(
    database: Database, races: Races, period: Period, names: set[str]
) -> None:
    for name, days in (("ann", 0.5), ("bob", 6), ("cat", 360)):
        await end(database, await races.add((name, "won", 52, 1000)), days)
    board = await leaderboard(database.reader, "klondike", {"deal": "no-redeals"}, period, now=NOW)
    assert board.period == period
    for found in (board.fastest, board.best, board.players):
        assert {row.name for row in found} == names


async def test_every_period_tells_the_same_of_the_same_races(
    database: Database, races: Races
) -> None:
    """`all` is kept up to date as races end, the others are found out from all races."""
    chance = random.Random(3)
    statuses: tuple[Status, ...] = ("won", "stuck", "gave up", "out of time")
    for _ in range(60):
        racing = chance.sample(NAMES, chance.randint(1, len(NAMES)))
        results = [
            (name, chance.choice(statuses), chance.randrange(5), chance.randrange(5))
            for name in racing
        ]
        await races.add(*results)
    told = {
        period: replace(
            await leaderboard(database.reader, "klondike", {"deal": "no-redeals"}, period),
            period="all",
        )
        for period in get_args(Period)
    }
    for period, board in told.items():
        assert board.players == told["all"].players, period
        for found, wanted in (
            (board.fastest, told["all"].fastest),
            (board.best, told["all"].best),
        ):
            assert [(r.name, r.score, r.milliseconds, r.race) for r in found] == [
                (r.name, r.score, r.milliseconds, r.race) for r in wanted
            ], period


async def test_a_race_is_counted_once(database: Database, races: Races) -> None:
    await races.add(("ann", "won", 52, 1000))
    again = RaceOver(1, 1000, (Standing(1, "ann", "won", 52, 1, 9, 1000),))
    await races.journal.write([again])
    board = await leaderboard(database.reader, "klondike", {"deal": "no-redeals"})
    assert [(t.name, t.races, t.wins) for t in board.players] == [("ann", 1, 1)]


async def test_long_periods_are_kept_for_a_minute(database: Database, races: Races) -> None:
    now = 0.0
    memory = LeaderboardCache(database.reader, lambda: now)

    async def players(period: Period) -> int:
        return len((await memory.leaderboard("klondike", SETTINGS.options, period)).board.players)

    for period in ("all", "day", "year"):
        assert await players(period) == 0
    await races.add(("ann", "won", 52, 1000))
    assert [await players(period) for period in ("all", "day", "year")] == [1, 1, 0]
    now = 60.0
    assert await players("year") == 1
    with pytest.raises(UnknownGame):
        await memory.leaderboard("bridge", {}, "year")


async def test_what_people_have_raced_most_is_known_for_a_minute(
    database: Database, races: Races
) -> None:
    now = 0.0
    memory = LeaderboardCache(database.reader, lambda: now)
    assert await memory.raced_most("any") is None
    for _ in range(3):
        await races.add(("robot", "won", 52, 1000), settings=Settings("golf"))
    await races.add(("ann", "won", 52, 1000))
    await races.add(("ann", "won", 52, 1000), ("bob", "stuck", 3, 1000))
    for _ in range(2):
        await races.add(("cat", "won", 52, 1000), settings=Settings("golf"))
        await races.add(("cat", "won", 52, 1000), settings=Settings("4x13"))
    await database.write([("UPDATE bests SET options = ? WHERE game = '4x13'", [(WINNABLE,)])])
    assert await memory.raced_most("any") is None, "as it was a moment ago"
    now = 60.0
    assert await memory.raced_most("any") == ("klondike", SETTINGS.options), "bots do not count"
    assert await memory.raced_most("winnable") == ("4x13", {})


async def test_no_more_is_kept_than_there_is_room_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.storage.leaderboard.MOST_KEPT", 2)
    memory = LeaderboardCache(database.reader)
    for game in ("klondike", "4x13", "thirteens"):
        await memory.leaderboard(game, {}, "year")
    assert [key[0] for key in memory._kept] == ["4x13", "thirteens"]


# Profiles


async def test_a_profile(database: Database, races: Races) -> None:
    await races.add(("ann", "won", 52, 9000), ("bob", "stuck", 30, 500))
    await races.add(("bob", "won", 52, 4000), ("ann", "won", 52, 5000), ("cat", "gave up", 30, 4))
    await races.add(("ann", "stuck", 13, 700), settings=Settings("4x13"))
    await races.add(("ann", "won", 52, 1), over=False)
    found = await profile(database.reader, 1)
    assert found is not None
    assert (found.player, found.name, found.bot, found.races, found.wins) == (1, "ann", False, 3, 1)
    assert found.since > 1_700_000_000
    assert found.games == [
        GameRecord("klondike", {"deal": "no-redeals"}, 2, 1, 2, 5000, 52, 2, 2),
        GameRecord("4x13", {}, 1, 0, 0, 0, 13, 0, 3),
    ]
    assert [(past.race, past.game, past.place, past.racers) for past in found.recent] == [
        (3, "4x13", 1, 1),
        (2, "klondike", 2, 3),
        (1, "klondike", 1, 2),
    ]
    assert found.recent[1] == PastRace(
        2,
        "klondike",
        {"deal": "no-redeals"},
        2,
        3,
        "won",
        52,
        5000,
        found.recent[1].at,
        seed=found.recent[1].seed,
    )
    assert found.recent[1].seed
    assert [past.won for past in found.recent] == [False, False, True]


async def test_a_record_in_a_room_with_a_password_leads_those_to_its_replay_who_were_there(
    database: Database, races: Races
) -> None:
    race = await races.add(("ann", "won", 52, 9000), ("bob", "stuck", 30, 500))
    await database.write([("UPDATE races SET locked = TRUE", [()])])
    for asker, told in ((1, race), (2, race), (3, 0), (None, race)):
        found = await profile(database.reader, 1, asker)
        assert found is not None
        assert [(g.fastest_race, g.best_race) for g in found.games] == [(told, told)], asker


async def test_profiles_of_a_newcomer_a_bot_and_nobody(database: Database, races: Races) -> None:
    found = await profile(database.reader, 3)
    assert found is not None
    assert (found.name, found.races, found.games, found.recent) == ("cat", 0, [], [])
    await races.add(("robot", "won", 52, 9000))
    found = await profile(database.reader, 4)
    assert found is not None
    assert (found.bot, found.races, found.wins) == (True, 1, 1)
    assert await profile(database.reader, 99) is None


async def test_a_profile_has_a_bound(database: Database, races: Races) -> None:
    for _ in range(RECENT + 5):
        await races.add(("ann", "stuck", 1, 1))
    found = await profile(database.reader, 1)
    assert found is not None
    assert [past.race for past in found.recent] == list(range(RECENT + 5, 5, -1))
    assert found.races == RECENT + 5

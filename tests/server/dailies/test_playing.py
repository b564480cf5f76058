"""The deal of a day, played on real sockets: the attempt, and what everybody may know when."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import catalogue
from protocol import deal_code
from protocol.messages import (
    SOLUTION,
    VERSION,
    Act,
    Board,
    ChangeSettings,
    Countdown,
    Dailies,
    Daily,
    Deleted,
    DeleteMe,
    GetAdvice,
    GetAnalysis,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOwnData,
    GetPositions,
    GetProfile,
    GetReplay,
    GhostOf,
    GiveUp,
    Hello,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    OwnData,
    PlayDaily,
    Practise,
    Problem,
    Profile,
    RaceGhosts,
    RaceStarted,
    Rematch,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
    Streak,
    WatchRoom,
    Welcome,
)
from server.app import Server
from server.operator.requests import ListDaily
from server.operator.socket import ask
from server.outside.news import DailyThere, News
from server.reception import room_requests
from server.rooms.deals import daily
from server.storage.dailies import calendar
from tests.server.dailies.conftest import FRIDAY, SATURDAY, Clock, Serve
from tests.server.play import PATIENCE, Client, client, comes_true, refused
from tests.server.stock.fake_foundry import QUICK

GAME = catalogue.make(QUICK)


async def begin(player: Client) -> int:
    """Begin the attempt of today; return its race."""
    room = await player.ask(PlayDaily(), RoomState)
    assert room.daily == FRIDAY
    started = await player.ask(StartRace(), RaceStarted)
    await player.until(Board)
    return started.race


async def give_up(player: Client, moves: int) -> int:
    """Make an attempt of so many moves, and leave; return its race."""
    race = await begin(player)
    for _ in range(moves):
        await player.act(GAME)
    await player.ask(GiveUp(), Results)
    await player.ask(LeaveRoom(), LeftRoom)
    return race


async def win(server: Server, player: Client) -> Results:
    """Win the deal of today in an attempt, by its solution."""
    await begin(player)
    found = await calendar.find(server.database.reader, FRIDAY)
    assert found
    for number, action in enumerate(found.deal.solution):
        await player.say(Act(number, action))
    return await player.until(Results)


async def test_an_attempt_and_its_results(serve: Serve, told: list[News]) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        before = await ann.ask(GetDaily(), Daily)
        assert (before.day, before.game, before.attempt) == (FRIDAY, QUICK, "none")
        assert (before.players, before.rows, before.own) == (0, [], None)
        assert not before.over
        room = await ann.ask(PlayDaily(), RoomState)
        assert (room.daily, room.practice, room.evening) == (FRIDAY, None, None)
        settings = room.settings
        assert (settings.seats, settings.listed, settings.rated) == (1, False, False)
        assert (settings.undo, settings.hints) == (True, False)
        await ann.ask(LeaveRoom(), LeftRoom)  # Nothing was begun.
        results = await win(server, ann)
        assert [each.status for each in results.standings] == ["won"]
        await give_up(bob, 1)
        day = await ann.ask(GetDaily(), Daily)
        assert [(row.name, row.place) for row in day.rows] == [("ann", 1), ("bob", 2)]
        assert (day.players, day.winners, day.attempt) == (2, 1, "over")
        assert day.own == day.rows[0]
        assert day.own is not None
        assert day.own.race == results.race
        assert len(day.curve) in (0, 12)
        assert day.streak == Streak(1, 1)
        await comes_true(lambda: told)
        assert told == [DailyThere(FRIDAY, QUICK, "winnable")]


async def test_nothing_of_it_counts_elsewhere(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        await win(server, ann)
        await ann.ask(LeaveRoom(), LeftRoom)
        profile = await bob.ask(GetProfile(ann.player), Profile)
        assert (profile.races, profile.recent, profile.ratings) == (0, [], [])
        best = await bob.ask(GetLeaderboard(QUICK, {}, "all", "winnable"), Leaderboard)
        assert (best.fastest, best.best, best.players) == ([], [], [])


async def test_who_has_not_played_sees_nothing_before_the_day_is_over(
    serve: Serve, clock: Clock
) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        race = await give_up(ann, 2)
        day = await bob.ask(GetDaily(), Daily)
        assert (day.players, day.rows, day.own, day.attempt) == (1, [], None, "none")
        month = await bob.ask(GetDailies(player=ann.player), Dailies)
        assert [(each.own, each.best, each.attempt) for each in month.days] == [
            (None, None, "none")
        ]
        assert month.streak == Streak()
        for kind in (GetReplay, GetPositions, GetAnalysis, Practise):
            hidden = await bob.ask(kind(race=race, player=ann.player), Problem)
            missing = await bob.ask(kind(race=race + 900, player=ann.player), Problem)
            assert (hidden.code, hidden.text) == (missing.code, missing.text)
        assert await refused(bob, GetReplay(race, SOLUTION)) == "unknown replay"
        found = await calendar.find(server.database.reader, FRIDAY)
        assert found
        code = deal_code.write(QUICK, {}, found.deal.seed)
        assert await refused(bob, Practise(code)) == "not allowed"
        # Own replays and those of others are for who has played, though.
        assert (await ann.ask(GetReplay(race, ann.player), Replay)).seed == found.deal.seed
        begun = await begin(bob)
        assert begun != race
        assert await refused(bob, GetReplay(race, ann.player)) == "unknown replay"
        clock.day(SATURDAY)
        assert await refused(bob, GetReplay(race, ann.player)) == "unknown replay"
        assert (await bob.ask(GetDaily(FRIDAY), Daily)).rows == []
        await bob.ask(GiveUp(), Results)
        assert (await bob.ask(GetReplay(race, ann.player), Replay)).player == ann.player
        assert len((await bob.ask(GetDaily(FRIDAY), Daily)).rows) == 2
        async with client(server, "cat") as cat:
            assert len((await cat.ask(GetDaily(FRIDAY), Daily)).rows) == 2
            assert (await cat.ask(GetReplay(race, ann.player), Replay)).player == ann.player


async def test_there_is_one_attempt(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        race = await give_up(ann, 1)
        room = await ann.ask(PlayDaily(), RoomState)
        assert room.daily == ""
        assert room.practice is not None
        assert room.practice.daily == FRIDAY
        assert room.settings.hints
        await ann.ask(StartRace(), Board)
        await ann.ask(GiveUp(), Results)
        day = await ann.ask(GetDaily(), Daily)
        assert day.players == 1
        assert day.own is not None
        assert day.own.race == race


async def test_a_rematch_is_practice(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        results = await win(server, ann)
        room = await ann.ask(Rematch(), RoomState)
        assert (room.daily, room.phase) == ("", "lobby")
        assert room.practice is not None
        assert (room.practice.daily, room.practice.once) == (FRIDAY, False)
        assert room.practice.race == results.race
        await ann.ask(StartRace(), Board)
        assert (await ann.ask(GiveUp(), Results)).seed == results.seed
        assert (await ann.ask(Rematch(), RoomState)).practice == room.practice
        assert (await ann.ask(GetDaily(), Daily)).players == 1


async def test_nobody_comes_into_such_a_room(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        code = (await ann.ask(PlayDaily(), RoomState)).code
        for question in (JoinRoom(code), WatchRoom(code)):
            assert await refused(bob, question) == "not allowed"
        assert await refused(ann, ChangeSettings(Settings(QUICK))) == "not allowed"
        await ann.ask(StartRace(), Board)
        assert await refused(ann, GetAdvice()) == "not allowed"
        assert await refused(bob, WatchRoom(code)) == "not allowed"
        await ann.ask(GiveUp(), Results)
        await ann.ask(Rematch(), RoomState)
        assert await refused(bob, WatchRoom(code)) == "not allowed"


async def test_attempts_are_raced_against_by_those_who_may_see_them(serve: Serve) -> None:
    """Several of one day are on one deal; nobody else comes in, who might have to play it still."""
    async with (
        serve() as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        races = [(await give_up(each, 2), each.player) for each in (ann, bob)]
        both = RaceGhosts([GhostOf(*race) for race in races])
        hidden = await cat.ask(both, Problem)
        missing = await cat.ask(GetReplay(99_999, ann.player), Problem)
        assert (hidden.code, hidden.text) == (missing.code, missing.text)
        room = await bob.ask(both, RoomState)
        assert room.practice is not None
        assert [ghost.name for ghost in room.practice.ghosts] == ["ann", "bob"]
        assert (room.practice.daily, room.settings.seats) == (FRIDAY, 1)
        for question in (JoinRoom(room.code), WatchRoom(room.code)):
            assert await refused(cat, question) == "not allowed"


async def test_bots_make_no_attempts(serve: Serve) -> None:
    async with serve() as server, client(server) as bot:
        await bot.hello("robot", bot=True)
        assert await refused(bot, PlayDaily()) == "not allowed"


async def test_days_that_there_are_not(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        for day in ("2026-11-26", SATURDAY, "2027-01-01", "2026-02-30"):
            assert await refused(ann, GetDaily(day)) == "unknown day"
            assert await refused(ann, PlayDaily(day)) == "unknown day"
        assert await refused(ann, GetDailies("2026-13")) == "unknown day"
        assert await refused(ann, GetDailies(player=777)) == "unknown player"
        assert (await ann.ask(GetDailies("2020-01"), Dailies)).days == []


async def test_guests_see_what_everybody_may(serve: Serve, clock: Clock) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server) as guest:
        await guest.ask(Hello(VERSION, guest=True), Welcome)
        await give_up(ann, 1)
        assert (await guest.ask(GetDaily(), Daily)).rows == []
        assert await refused(guest, PlayDaily()) == "not allowed"
        clock.day(SATURDAY)
        assert len((await guest.ask(GetDaily(FRIDAY), Daily)).rows) == 1
        month = await guest.ask(GetDailies(), Dailies)
        assert (month.player, month.own, month.players) == (0, None, 1)
        of_ann = await guest.ask(GetDailies(player=ann.player), Dailies)
        assert of_ann.own is not None
        assert of_ann.own.name == "ann"


async def test_the_day_is_told_to_who_comes(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        assert ann.welcome.daily == FRIDAY


async def test_who_leaves_before_the_first_card_has_made_no_attempt(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "COUNTDOWN", 1)
    async with serve() as server, client(server, "ann") as ann:
        await ann.ask(PlayDaily(), RoomState)
        await ann.ask(StartRace(), Countdown)
        await ann.ask(LeaveRoom(), LeftRoom)
        assert (await ann.ask(GetDaily(), Daily)).attempt == "none"
        await begin(ann)
        assert (await ann.ask(GetDaily(), Daily)).attempt == "on"
        await ann.ask(LeaveRoom(), LeftRoom)
        day = await ann.ask(GetDaily(), Daily)
        assert day.own is not None
        assert (day.attempt, day.own.status) == ("over", "gave up")


async def test_midnight(serve: Serve, clock: Clock) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        race = await begin(ann)
        await bob.ask(PlayDaily(), RoomState)
        clock.day(SATURDAY, 0)
        assert await refused(bob, StartRace()) == "wrong time"
        await ann.act(GAME)
        await ann.ask(GiveUp(), Results)
        day = await ann.ask(GetDaily(FRIDAY), Daily)
        assert day.own is not None
        assert (day.over, day.own.race) == (True, race)
        assert day.streak == Streak(1, 1)
        await ann.ask(LeaveRoom(), LeftRoom)
        await bob.ask(LeaveRoom(), LeftRoom)
        assert (await bob.ask(PlayDaily(FRIDAY), RoomState)).practice is not None
        await comes_true(lambda: server.lobby.daily and server.lobby.daily.day == SATURDAY)
        assert (await ann.ask(GetDaily(), Daily)).day == SATURDAY
        assert (await ann.ask(PlayDaily(), RoomState)).daily == SATURDAY
        await ann.ask(StartRace(), Board)
        assert (await ann.ask(GetDaily(), Daily)).streak == Streak(2, 2)
        month = await ann.ask(GetDailies(), Dailies)
        assert [each.day for each in month.days] == [FRIDAY, SATURDAY]
        assert month.days[0].own == month.days[0].best == day.own
        assert [(row.player, row.days) for row in month.rows] == [(ann.player, 1)]


async def test_what_is_kept_of_a_deleted_player_is_nobodys(serve: Serve) -> None:
    async with serve() as server, client(server, "bob") as bob, client(server, "ann") as ann:
        race = await give_up(ann, 1)
        own = await ann.ask(GetOwnData("dailies"), OwnData)
        assert own.rows == f'[{{"day":"{FRIDAY}","race":{race},"place":null}}]'
        await give_up(bob, 0)
        before = (await bob.ask(GetDaily(), Daily)).rows
        await ann.ask(DeleteMe("ann"), Deleted)
        rows = (await bob.ask(GetDaily(), Daily)).rows
        assert rows == [replace(before[0], name=f"deleted {ann.player}"), before[1]]
        assert (await bob.ask(GetReplay(race, ann.player), Replay)).entries


async def test_two_of_one_address_are_told_to_the_operator_alone(
    serve: Serve, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve() as server:
        for name, place in (
            ("ann", "203.0.113.7"),
            ("bob", "198.51.100.9"),
            ("cat", "203.0.113.7"),
        ):
            monkeypatch.setattr(room_requests, "household", lambda _, place=place: place)
            async with client(server, name) as player:
                await give_up(player, 0)
        reply = await ask(tmp_path, ListDaily())
        assert reply.text == f"{FRIDAY}: {QUICK} (winnable), 3 attempts"
        told = [(row["name"], row["household"], row["status"]) for row in reply.rows]
        assert told == [("ann", 1, "gave up"), ("bob", None, "gave up"), ("cat", 1, "gave up")]
        reader = server.database.reader
        marks = await reader.read_all("SELECT place FROM daily_attempts WHERE place IS NOT NULL")
        assert all(len(mark) == room_requests.MARK for (mark,) in marks)
        assert "203.0.113.7" not in str(marks)
        clock.day("2026-12-05")
        async with asyncio.timeout(PATIENCE):
            while any(row["household"] for row in reply.rows):
                reply = await ask(tmp_path, ListDaily(FRIDAY))
        assert len(reply.rows) == 3
        reply = await ask(tmp_path, ListDaily("x"))
        assert reply.text == "'x' is no day: write it as 2026-12-05"
        reply = await ask(tmp_path, ListDaily("2026-11-20"))
        assert reply.text == "2026-11-20 has no daily deal here"
        [[secret]] = await reader.read_all("SELECT secret FROM dailies WHERE day = ?", (FRIDAY,))
        assert secret is None


async def test_an_attempt_goes_on_after_a_restart(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        race, token = await begin(ann), ann.welcome.token
        await ann.act(GAME)
        board = ann.views[ann.player]
    async with serve() as server, client(server, token=token) as ann:
        room = await ann.until(RoomState)
        assert (room.daily, room.phase) == (FRIDAY, "running")
        started = await ann.until(RaceStarted)
        assert started.race == race
        await ann.until(Board)
        assert ann.views[ann.player] == board
        assert (await ann.ask(GetDaily(), Daily)).attempt == "on"
        await ann.act(GAME)
        results = await ann.ask(GiveUp(), Results)
        assert results.standings[0].moves == 2
        day = await ann.ask(GetDaily(), Daily)
        assert (day.players, day.own and day.own.race) == (1, race)
        await ann.ask(Rematch(), RoomState)
    async with serve() as server, client(server, token=token) as ann:
        room = await ann.until(RoomState)
        assert room.practice is not None
        assert (room.daily, room.practice.daily) == ("", FRIDAY)
        async with client(server, "bob") as bob:
            assert await refused(bob, WatchRoom(room.code)) == "not allowed"


async def test_a_room_whose_countdown_was_called_off_begins_again(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "COUNTDOWN", 30)
    async with serve() as server, client(server, "ann") as ann:
        await ann.ask(PlayDaily(), RoomState)
        await ann.ask(StartRace(), Countdown)
    monkeypatch.setattr(daily, "COUNTDOWN", 0)
    async with serve() as server, client(server, token=ann.welcome.token) as ann:
        room = await ann.until(RoomState)
        assert (room.daily, room.phase) == (FRIDAY, "lobby")
        assert (await ann.ask(GetDaily(), Daily)).attempt == "none"
        await ann.ask(LeaveRoom(), LeftRoom)
        await give_up(ann, 1)
        assert (await ann.ask(GetDaily(), Daily)).players == 1


async def test_another_restart_has_the_same_deal(serve: Serve, told: list[News]) -> None:
    seeds = []
    for _ in range(2):
        async with serve() as server:
            assert server.lobby.daily
            seeds.append(server.lobby.daily.deal.seed)
            await comes_true(lambda: told)
    assert seeds[0] == seeds[1]
    assert told == [DailyThere(FRIDAY, QUICK, "winnable")]

"""What a player may look up, over real sockets, and that it holds nobody up."""

from pathlib import Path

import pytest

from engine import catalogue
from protocol import wire
from protocol.forms import JSON
from protocol.messages import (
    Board,
    ChangeSettings,
    CreateRoom,
    FromClient,
    GetLeaderboard,
    GetPositions,
    GetProfile,
    GetReplay,
    GiveUp,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    Positions,
    Problem,
    Profile,
    RaceStarted,
    Rematch,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits
from server.reception import lookups, playback
from server.storage import leaderboard, players, replays
from tests.server.play import (
    AT_ONCE,
    Client,
    change,
    client,
    comes_true,
    refused,
    rows,
    start,
    worth_a_move,
)

KLONDIKE = catalogue.make("klondike")
ENDLESS = """
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
    SELECT MAX(n), 0, 0 FROM number WHERE ? > 0
"""
"""A question whose answer never comes."""


async def raced(*racers: Client, settings: Settings = AT_ONCE, moves: int = 0) -> int:
    """Race to the end, the first with so many moves, and leave; return the race."""
    await start(*racers, settings=settings)
    for _ in range(moves):
        await racers[0].act(KLONDIKE)
    for racer in racers:
        await racer.say(GiveUp())
    race = (await racers[0].until(Results)).race
    for racer in racers:
        await racer.ask(LeaveRoom(), LeftRoom)
    return race


async def why_not(somebody: Client, message: FromClient) -> str:
    return (await somebody.ask(message, Problem)).text


async def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        for message, code in (
            (GetLeaderboard("bridge"), "unknown game"),
            (GetLeaderboard("bridge", {}, "year"), "unknown game"),
            (GetLeaderboard("klondike", {"deal": "x"}), "bad option"),
            (GetProfile(99), "unknown player"),
            (GetReplay(1, ann.player), "unknown replay"),
            (GetPositions(1, ann.player), "unknown replay"),
        ):
            assert await refused(ann, message) == code


async def test_an_empty_game_is_the_one_that_is_raced_most_here(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        nothing = await ann.ask(GetLeaderboard("", period="week"), Leaderboard)
        assert (nothing.game, nothing.options, nothing.period) == ("", {}, "week")
    async with Server.open(tmp_path) as server, client(server, "bob") as bob:
        await raced(bob, moves=1)
    async with Server.open(tmp_path) as server, client(server, "cat") as cat:
        board = await cat.ask(GetLeaderboard(""), Leaderboard)
        assert (board.game, board.options) == ("klondike", catalogue.entry("klondike").complete({}))
        assert [tally.name for tally in board.players] == ["bob"]


LATE = Settings("klondike", countdown=0, delay=300)


async def begin(ann: Client, cat: Client) -> int:
    """Start a race of ann's that cat sees late; return its number."""
    room = await ann.ask(CreateRoom(LATE), RoomState)
    await cat.ask(WatchRoom(room.code), RoomState)
    await ann.say(StartRace())
    return (await ann.until(RaceStarted)).race


async def known(cat: Client, ann: Client) -> tuple[int, int, int, str]:
    """Return what there is to know of ann's race by asking, and what is said of its replay."""
    profile = await cat.ask(GetProfile(ann.player), Profile)
    board = await cat.ask(GetLeaderboard("klondike"), Leaderboard)
    await cat.say(GetReplay(1, ann.player))
    while not isinstance(answer := await cat.hear(), Problem | Replay):
        pass
    said = answer.text if isinstance(answer, Problem) else "replay"
    return profile.races, len(profile.recent), len(board.players), said


async def test_who_asks_learns_no_more_than_late_spectators_have_seen(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "cat") as cat,
    ):
        race = await begin(ann, cat)
        racing = await known(cat, ann)
        assert racing[:3] == (0, 0, 0)
        await ann.ask(GiveUp(), Results)
        await ann.ask(GetReplay(race, ann.player), Replay)
        assert await known(cat, ann) == racing, "not even why there is no replay"
        tokens = [one.welcome.token for one in (ann, cat)]
    async with (
        Server.open(tmp_path) as server,
        client(server, token=tokens[0]) as ann,
        client(server, token=tokens[1]) as cat,
    ):
        assert await known(cat, ann) == racing
        await ann.say(Rematch())
        await cat.until(Results)
        assert await known(cat, ann) == (1, 1, 1, "replay")


async def test_a_race_counts_when_its_room_is_gone(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "cat") as cat,
    ):
        await begin(ann, cat)
        await ann.ask(GiveUp(), Results)
        await cat.ask(LeaveRoom(), LeftRoom)
        assert (await known(cat, ann))[:3] == (0, 0, 0)
        await ann.ask(LeaveRoom(), LeftRoom)
        assert await known(cat, ann) == (1, 1, 1, "replay")


# What it may cost


async def test_nobody_waits_for_a_long_question_and_it_ends_with_its_asker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        with monkeypatch.context() as patch:
            patch.setattr(leaderboard, "_PROFILE", ENDLESS)
            async with client(server, "bob") as bob:
                await bob.say(GetProfile(bob.player))
                turns = server.lookups.turns
                await comes_true(lambda: turns.waiting)
                async with client(server, token=ann.welcome.token):  # A hello asks the database.
                    assert turns.waiting, "it is still being answered"
                bob.connection.transport.abort()
                await comes_true(lambda: not turns.waiting)
        async with client(server, "cat") as cat:
            await cat.ask(GetProfile(cat.player), Profile)


async def test_who_goes_while_waiting_is_not_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard, "_PROFILE", ENDLESS)
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat", source="127.0.0.2") as cat,
    ):
        for number, somebody in enumerate((ann, bob, cat), 1):
            await somebody.say(GetProfile(1))
            await comes_true(lambda n=number: server.lookups.turns.waiting == n)  # type: ignore[misc]
        bob.connection.transport.abort()  # In the line of ann's address.
        await comes_true(lambda: server.lookups.turns.waiting == 2)
        cat.connection.transport.abort()  # In that of the reader.
        await comes_true(lambda: server.lookups.turns.waiting == 1)


async def test_an_address_waits_for_its_own_question_only_and_none_takes_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat", source="127.0.0.2") as cat,
    ):
        with monkeypatch.context() as patch:
            patch.setattr(lookups, "LONGEST", 0.05)
            patch.setattr(leaderboard, "_PROFILE", ENDLESS)
            for somebody in (ann, bob, cat):
                await somebody.say(GetProfile(1))
            for somebody in (ann, bob, cat):
                assert "takes too long" in (await somebody.until(Problem)).text
        await ann.ask(GetProfile(1), Profile)


async def test_an_address_that_asks_too_much_is_refused_and_no_other_is(tmp_path: Path) -> None:
    limits = Limits(lookups=0.001, lookups_burst=4)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat", source="127.0.0.2") as cat,
    ):
        for asker in (ann, bob, ann):
            await asker.ask(GetProfile(ann.player), Profile)
        for asker in (ann, bob):
            problem = await asker.ask(GetProfile(ann.player), Problem)
            assert problem.code == "too fast"
            assert "try again" in problem.text
        await cat.ask(GetProfile(ann.player), Profile)


async def test_a_replay_is_read_once_and_told_as_things_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        race = await raced(ann, moves=3)
        first = await ann.ask(GetReplay(race, ann.player), Replay)
        assert len(first.entries) == len(first.times) == 3
        with monkeypatch.context() as patch:
            patch.setattr(replays, "_ENTRIES", "no question")
            assert await ann.ask(GetReplay(race, ann.player), Replay) == first
        await players.rename(server.database, ann.player, "ann marie")
        assert (await ann.ask(GetReplay(race, ann.player), Replay)).name == "ann marie"


async def test_a_damaged_replay_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        race = await raced(ann, moves=1)
        change(tmp_path, "UPDATE entries SET entry = '[1,'")
        assert "damaged" in await why_not(ann, GetReplay(race, ann.player))


# Positions


async def test_who_has_no_rules_is_shown_what_the_racer_saw(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "cat", form=JSON) as cat,
    ):
        await start(ann)
        seen = [ann.views[ann.player]]
        for _ in range(3):
            await ann.act(KLONDIKE)
            seen.append(ann.views[ann.player])
        assert await refused(cat, GetPositions(1, ann.player)) == "unknown replay"
        race = (await ann.ask(GiveUp(), Results)).race
        told = await cat.ask(GetPositions(race, ann.player), Positions)
        shown = [wire.board_view(told.board)]
        for each in told.changes:
            shown.append(wire.step_view(shown[-1], each))
        assert shown == seen
        assert told.layout.places[0].kind == "stock"
        assert told == await ann.ask(GetPositions(race, ann.player), Positions)


async def test_any_part_can_be_asked_for_and_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (lookups, playback):
        monkeypatch.setattr(module, "MAX_POSITIONS", 2)
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        race = await raced(ann, moves=5)
        last = await ann.ask(GetPositions(race, ann.player, 5), Positions)
        assert (last.board.number, len(last.changes)) == (4, 1)
        beyond = await ann.ask(GetPositions(race, ann.player, 1_000_000), Positions)
        assert beyond == last
        with monkeypatch.context() as patch:
            patch.setattr(replays, "_ENTRIES", "no question")
            for number, first in ((0, 0), (1, 0), (2, 2), (3, 2), (4, 4)):
                part = await ann.ask(GetPositions(race, ann.player, number), Positions)
                assert part.board.number == first


async def test_what_the_rules_do_not_lead_through_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        race = await raced(ann, moves=2)
        change(tmp_path, "UPDATE entries SET entry = '[99]' WHERE number = 1")
        assert "damaged" in await why_not(ann, GetPositions(race, ann.player))
        await ann.ask(GetReplay(race, ann.player), Replay)


async def test_a_long_race_costs_as_much_as_it_takes_to_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "PLAYED", 1)
    limits = Limits(lookups=0.001, lookups_burst=6)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        race = await raced(ann, moves=5)
        await ann.ask(GetPositions(race, ann.player), Positions)
        assert await refused(ann, GetPositions(race, ann.player)) == "too fast"


# Rooms with a password


async def test_what_was_behind_a_password_is_for_those_who_were_there(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, chance=worth_a_move(KLONDIKE)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
        client(server, "dan") as dan,
    ):
        room = await ann.ask(CreateRoom(AT_ONCE, "secret"), RoomState)
        await bob.ask(JoinRoom(room.code, "secret"), RoomState)
        await cat.ask(WatchRoom(room.code, "secret"), RoomState)
        await ann.say(StartRace(anyway=True))
        for racer in (ann, bob):
            await racer.until(RaceStarted)
            await racer.until(Board)
            await racer.act(KLONDIKE)
            await racer.say(GiveUp())
        race = (await cat.until(Results)).race
        for asker in (ann, bob, cat):
            await asker.ask(GetReplay(race, ann.player), Replay)
            await asker.ask(GetPositions(race, ann.player), Positions)
        await ann.ask(Rematch(), RoomState)
        await cat.ask(GetReplay(race, ann.player), Replay)
        await ann.ask(ChangeSettings(AT_ONCE, ""), RoomState)
        await cat.ask(GetReplay(race, ann.player), Replay)
        await dan.ask(JoinRoom(room.code), RoomState)
        assert await refused(dan, GetReplay(race, ann.player)) == "unknown replay"
        await dan.ask(LeaveRoom(), LeftRoom)
        await cat.ask(LeaveRoom(), LeftRoom)
        for outsider in (cat, dan):
            behind = await why_not(outsider, GetReplay(race, ann.player))
            assert behind == await why_not(outsider, GetReplay(race + 1, ann.player))
            assert behind == await why_not(outsider, GetPositions(race, ann.player))

        for asker, seen in ((ann, [race]), (bob, [race]), (cat, []), (dan, [])):
            profile = await asker.ask(GetProfile(ann.player), Profile)
            assert [past.race for past in profile.recent] == seen
            assert profile.races == 1
            board = await asker.ask(GetLeaderboard("klondike"), Leaderboard)
            assert [best.race for best in board.best] == (seen or [0]) * 2
        assert (await ann.ask(GetProfile(ann.player), Profile)).recent[0].race == race


async def test_when_the_next_race_begins_the_last_one_is_for_its_racers(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "cat") as cat,
    ):
        room = await ann.ask(CreateRoom(AT_ONCE, "secret"), RoomState)
        await cat.ask(WatchRoom(room.code, "secret"), RoomState)
        await ann.say(StartRace())
        await ann.until(RaceStarted)
        await ann.say(GiveUp())
        race = (await cat.until(Results)).race
        await ann.ask(Rematch(), RoomState)
        await cat.ask(GetReplay(race, ann.player), Replay)
        await ann.say(StartRace())
        await cat.until(RaceStarted)
        assert await refused(cat, GetReplay(race, ann.player)) == "unknown replay"
        await ann.ask(GetReplay(race, ann.player), Replay)


async def test_a_room_whose_password_is_taken_away_is_open_from_then_on(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "dan") as dan,
    ):
        await ann.ask(CreateRoom(AT_ONCE, "secret"), RoomState)
        numbers = []
        for password in (None, ""):
            await ann.ask(ChangeSettings(AT_ONCE, password), RoomState)
            await ann.say(StartRace())
            await ann.until(RaceStarted)
            await ann.say(GiveUp())
            numbers.append((await ann.until(Results)).race)
            await ann.ask(Rematch(), RoomState)
        assert await refused(dan, GetReplay(numbers[0], ann.player)) == "unknown replay"
        await dan.ask(GetReplay(numbers[1], ann.player), Replay)


# What is not kept


async def test_moves_that_are_not_kept_are_told_in_a_sentence(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, chance=worth_a_move(KLONDIKE, 2)) as server,
        client(server, "ann") as ann,
    ):
        race = await raced(ann, moves=2)
    change(tmp_path, "UPDATE races SET over = over - 432000, ended = over - 432000")
    async with (
        Server.open(tmp_path, keep=4) as server,
        client(server, token=ann.welcome.token) as ann,
    ):
        await comes_true(lambda: not rows(tmp_path, "SELECT 1 FROM entries"))
        for gone in (GetReplay(race, ann.player), GetPositions(race, ann.player)):
            assert await why_not(ann, gone) == "its moves are not kept any more"
        profile = await ann.ask(GetProfile(ann.player), Profile)
        assert [past.race for past in profile.recent] == [race]
        board = await ann.ask(GetLeaderboard("klondike"), Leaderboard)
        assert [best.race for best in board.best] == [race]

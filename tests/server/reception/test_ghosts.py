"""Races against ghosts over real sockets: made, raced, come back to, and never counted."""

import shutil
from pathlib import Path

import pytest

from engine import catalogue
from protocol.forms import JSON, MSGPACK, Form
from protocol.messages import (
    FIRST_GHOST,
    Board,
    CreateRoom,
    Curves,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    GhostOf,
    GiveUp,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    Practise,
    Problem,
    Profile,
    Progress,
    RaceGhosts,
    RaceStarted,
    Rematch,
    Replay,
    Results,
    Resync,
    Rooms,
    RoomState,
    StartRace,
    Step,
    WatchRoom,
)
from protocol.racing import play_again
from server.app import Server
from server.chance import Chance
from server.storage.sqlite.verify import FileVerification
from tests.server.play import AT_ONCE, Client, change, client, heard_all, refused, start
from tests.server.storage.sqlite.old_databases import Clock

KLONDIKE = catalogue.make("klondike")
MOVES = 4
"""What ann did, one in ten seconds; after another ten she gave up."""
OVER = 10_000 * (MOVES + 1)
COUNTDOWN = 3000


async def past_race(ann: Client, clock: Clock, password: str = "") -> Replay:
    """Let ann race alone, and leave; return the replay."""
    await ann.ask(CreateRoom(AT_ONCE, password), RoomState)
    await ann.say(StartRace())
    await ann.until(Board)
    for _ in range(MOVES):
        clock.ahead += 10_000
        await ann.act(KLONDIKE)
    clock.ahead += 10_000
    race = (await ann.ask(GiveUp(), Results)).race
    replay = await ann.ask(GetReplay(race, ann.player), Replay)
    await ann.ask(LeaveRoom(), LeftRoom)
    return replay


async def against(somebody: Client, *replays: Replay) -> RoomState:
    ghosts = [GhostOf(replay.race, replay.player) for replay in replays]
    return await somebody.ask(RaceGhosts(ghosts), RoomState)


async def begin(clock: Clock, host: Client, *others: Client) -> RaceStarted:
    """Start the race, and wait until everybody has all boards."""
    await host.say(StartRace(anyway=True))
    await heard_all(host)
    clock.ahead += COUNTDOWN
    started = await host.until(RaceStarted)
    for each in (host, *others):
        while FIRST_GHOST not in each.views:
            await each.until(Board)
    return started


async def ghost_at(somebody: Client, number: int) -> Step | Board:
    """Return what brings the ghost to so many entries."""
    while True:
        message = await somebody.hear()
        of_ghost = isinstance(message, Step | Board) and message.player == FIRST_GHOST
        if of_ghost and message.number == number:  # type: ignore[union-attr]
            assert isinstance(message, Step | Board)
            return message


@pytest.mark.parametrize("form", [MSGPACK, JSON])
async def test_a_finished_game_races_along_and_nothing_counts(tmp_path: Path, form: Form) -> None:
    clock = Clock()
    async with (
        Server.open(tmp_path, clock=clock) as server,
        client(server, "ann") as ann,
        client(server, "bob", form=form) as bob,
        client(server, "cat") as cat,
        client(server, "dan") as dan,
    ):
        replay = await past_race(ann, clock)
        views = play_again(replay).views
        room = await against(bob, replay)
        assert room.practice is not None
        [told] = room.practice.ghosts
        ended = (replay.status, replay.score, replay.milliseconds)
        assert (told.race, told.player, told.name) == (replay.race, ann.player, "ann")
        assert (told.status, told.score, told.milliseconds) == ended
        assert told.at > 0
        assert (room.settings.seats, room.settings.listed) == (8, False)
        assert not (await ann.ask(ListRooms(), Rooms)).rooms
        await cat.ask(JoinRoom(room.code), RoomState)
        await dan.ask(WatchRoom(room.code), RoomState)
        started = await begin(clock, bob, cat, dan)
        assert [s.player for s in started.standings if s.name == "ann"] == [FIRST_GHOST]
        await bob.act(KLONDIKE)
        for number in range(1, MOVES + 1):
            clock.ahead += 10_000
            for each in (bob, cat, dan):
                assert isinstance(await ghost_at(each, number), Step)
                assert each.views[FIRST_GHOST] == views[number]
        while True:
            standings = (await dan.until(Progress)).standings
            ghost = next(s for s in standings if s.player == FIRST_GHOST)
            if ghost.moves == MOVES:
                break
        assert (ghost.score, ghost.status) == (replay.score, "racing")
        await cat.say(GiveUp())
        await bob.say(GiveUp())
        curves = (await dan.until(Curves)).curves
        assert FIRST_GHOST in curves
        results = await dan.until(Results)
        ghost = next(s for s in results.standings if s.player == FIRST_GHOST)
        assert (ghost.status, ghost.moves) == ("gave up", MOVES), "as it ended, though not yet"
        assert (ghost.score, ghost.milliseconds) == (replay.score, replay.milliseconds)
        assert FIRST_GHOST not in results.winners
        assert results.seed == replay.seed
        for racer in (bob.player, FIRST_GHOST):
            assert await refused(bob, GetReplay(results.race, racer)) == "unknown replay"
            profile = await ann.ask(GetProfile(bob.player), Profile)
            assert not profile.races
        board = await ann.ask(GetLeaderboard("klondike"), Leaderboard)
        assert {row.player for row in board.players} == {ann.player}
        assert [row.races for row in board.players] == [1]
        again = await bob.ask(Rematch(), RoomState)
        assert again.practice == room.practice, "once more with the same ghost"
        for each in (bob, cat, dan):
            each.views.clear()
        await begin(clock, bob, cat, dan)
        assert bob.numbers[FIRST_GHOST] == 0
        clock.ahead += OVER
        ended_board = await ghost_at(bob, MOVES)
        while ended_board.status == "racing":
            ended_board = await ghost_at(bob, MOVES)
        assert ended_board.status == "gave up"
        await heard_all(bob)
        assert server.lobby.rooms[room.code].phase == "running", "it ends nobody's race"
    assert list(FileVerification(tmp_path).faults()) == []


async def test_a_killed_server_and_a_lost_line_have_the_ghost_where_its_clock_is(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with (
        Server.open(tmp_path / "data", clock=clock) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        replay = await past_race(ann, clock)
        views = play_again(replay).views
        room = await against(bob, replay)
        await begin(clock, bob)
        clock.ahead += 20_500
        await ghost_at(bob, 2)
        await bob.act(KLONDIKE)
        async with client(server, token=bob.welcome.token) as back:
            assert (await back.until(RaceStarted)).elapsed >= 20_500
            while FIRST_GHOST not in back.views:
                await back.until(Board)
            assert back.numbers[FIRST_GHOST] == 2
            assert back.views[FIRST_GHOST] == views[2]
        shutil.copytree(
            tmp_path / "data", tmp_path / "killed", ignore=shutil.ignore_patterns("*.sock")
        )
    async with (
        Server.open(tmp_path / "killed", clock=clock) as server,
        client(server, token=bob.welcome.token) as back,
    ):
        assert (await back.until(RoomState)).practice == room.practice
        started = await back.until(RaceStarted)
        assert started.elapsed < 30_000
        assert {s.player: s.moves for s in started.standings} == {bob.player: 1, FIRST_GHOST: 2}
        while FIRST_GHOST not in back.views:
            await back.until(Board)
        assert back.views[FIRST_GHOST] == views[2]
        clock.ahead += 10_000
        await ghost_at(back, 3)
        results = await back.ask(GiveUp(), Results)
        assert {s.player: s.moves for s in results.standings} == {
            bob.player: 1,
            FIRST_GHOST: MOVES,
        }
    async with (
        Server.open(tmp_path / "killed", clock=clock) as server,
        client(server, token=bob.welcome.token) as back,
    ):
        assert sorted((await back.until(Results)).standings, key=lambda s: s.player) == sorted(
            results.standings, key=lambda s: s.player
        )
        await back.ask(Rematch(), RoomState)
        back.views.clear()
        await begin(clock, back)
        assert back.numbers[FIRST_GHOST] == 0
    assert list(FileVerification(tmp_path / "killed").faults()) == []


async def test_several_ghosts_of_one_deal(tmp_path: Path) -> None:
    clock = Clock()
    async with (
        Server.open(tmp_path, clock=clock, chance=Chance(seed=lambda: "one deal")) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        replays = [await past_race(each, clock) for each in (ann, bob)]
        replays.append(await past_race(ann, clock))
        room = await against(cat, *replays)
        assert room.practice is not None
        assert [ghost.name for ghost in room.practice.ghosts] == ["ann", "bob", "ann"]
        started = await begin(clock, cat)
        ids = [FIRST_GHOST, FIRST_GHOST + 1, FIRST_GHOST + 2]
        assert sorted(s.player for s in started.standings) == [cat.player, *ids]
        results = await cat.ask(GiveUp(), Results)
        assert {s.moves for s in results.standings if s.player in ids} == {MOVES}


async def test_who_may_not_see_a_replay_may_not_race_against_it(tmp_path: Path) -> None:
    """All is refused in the same words as the replay is."""
    clock = Clock()
    async with (
        Server.open(tmp_path, clock=clock) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        locked = await past_race(ann, clock, password="secret")
        open_one = await past_race(ann, clock)
        await start(cat)
        room = next(iter(server.lobby.rooms.values()))
        assert room.race is not None
        running, over = room.race.id, open_one.race
        for race, player in (
            (locked.race, ann.player),
            (running, cat.player),
            (over, bob.player),
            (over, FIRST_GHOST),
            (99_999, 1),
        ):
            replay = await bob.ask(GetReplay(race, player), Problem)
            ghost = await bob.ask(RaceGhosts([GhostOf(race, player)]), Problem)
            assert (ghost.code, ghost.text) == (replay.code, replay.text), (race, player)
        assert (await against(ann, locked)).practice is not None, "who was there may"
        both = RaceGhosts([GhostOf(over, ann.player), GhostOf(over, ann.player)])
        assert await refused(ann, both) == "already in a room"
        await ann.ask(LeaveRoom(), LeftRoom)
        other = RaceGhosts([GhostOf(over, ann.player), GhostOf(locked.race, ann.player)])
        assert await refused(ann, other) == "bad option", "of two deals"
        for bad in (RaceGhosts([]), RaceGhosts([GhostOf(0, 0)]), RaceGhosts([GhostOf(1, 1)] * 4)):
            assert await refused(ann, bad) == "bad message"


async def test_a_game_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    clock = Clock()
    async with (
        Server.open(tmp_path, clock=clock) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        replay = await past_race(ann, clock)
        change(tmp_path, f"UPDATE racers SET score = score + 500 WHERE race = {replay.race}")
        problem = await bob.ask(RaceGhosts([GhostOf(replay.race, ann.player)]), Problem)
        assert problem.code == "unknown replay"
        assert "cannot be played again" in problem.text
        await bob.ask(Practise(f"klondike/{replay.seed}"), RoomState)


async def test_a_ghost_whose_moves_are_forgotten_is_gone_after_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with (
        Server.open(tmp_path, clock=clock) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        replay = await past_race(ann, clock)
        await against(bob, replay)
        await begin(clock, bob)
        await bob.act(KLONDIKE)
    change(tmp_path, f"UPDATE races SET forgotten = 1 WHERE id = {replay.race}")
    async with (
        Server.open(tmp_path, clock=clock) as server,
        client(server, token=bob.welcome.token) as back,
    ):
        room = await back.until(RoomState)
        assert room.practice is not None
        assert room.practice.ghosts == []
        assert [s.player for s in (await back.until(RaceStarted)).standings] == [bob.player]
        await back.until(Board)
        await back.act(KLONDIKE)
        await back.ask(Resync(), Board)
        await back.ask(GiveUp(), Results)

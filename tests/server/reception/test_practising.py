"""Deals that are known, played again or played on in a room for practice, over real sockets."""

import asyncio
from pathlib import Path

import pytest

from engine import catalogue
from protocol.forms import JSON, MSGPACK, Form
from protocol.messages import (
    Board,
    ChangeSettings,
    CreateRoom,
    GetLeaderboard,
    GetPositions,
    GetProfile,
    GetReplay,
    GiveUp,
    Hello,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    Practice,
    Practise,
    Problem,
    Profile,
    RaceStarted,
    Rematch,
    Replay,
    Results,
    Rooms,
    RoomState,
    Settings,
    StartRace,
    Step,
    Undo,
    WatchRoom,
    Welcome,
)
from protocol.racing import play_again
from server.app import Server
from server.bounds import Limits
from server.reception import playback
from server.storage.sqlite.verify import FileVerification
from tests.server.play import AT_ONCE, Client, change, client, refused, rows, start

KLONDIKE = catalogue.make("klondike")
ENTRIES = 5
"""What the race has that is practised here: three moves, one taken back, and another one."""


async def raced(ann: Client, settings: Settings = AT_ONCE, password: str = "") -> Replay:
    """Race alone with an undo among the moves, and leave; return the replay."""
    await ann.ask(CreateRoom(settings, password), RoomState)
    await ann.say(StartRace())
    await ann.until(Board)
    for _ in range(3):
        await ann.act(KLONDIKE)
    await ann.ask(Undo(3), Step)
    await ann.act(KLONDIKE)
    race = (await ann.ask(GiveUp(), Results)).race
    replay = await ann.ask(GetReplay(race, ann.player), Replay)
    await ann.ask(LeaveRoom(), LeftRoom)
    assert len(replay.entries) == ENTRIES
    return replay


async def nothing_counts(somebody: Client) -> bool:
    """Whether nothing is known of anything that this player did."""
    profile = await somebody.ask(GetProfile(somebody.player), Profile)
    boards = [
        await somebody.ask(GetLeaderboard("klondike", {}, period), Leaderboard)
        for period in ("all", "year", "day")
    ]
    told = [each.player for board in boards for each in board.best]
    told += [each.player for board in boards for each in board.players]
    return not (profile.races or profile.games or profile.recent or somebody.player in told)


@pytest.mark.parametrize("form", [MSGPACK, JSON])
async def test_a_finished_game_is_played_on_and_counts_nowhere(tmp_path: Path, form: Form) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob", form=form) as bob,
    ):
        replay = await raced(ann)
        views = play_again(replay).views
        room = await bob.ask(Practise(race=replay.race, player=ann.player, number=5), RoomState)
        code = f"klondike/{replay.seed}"
        assert room.practice == Practice(code, replay.race, ann.player, "ann", 5)
        assert (room.settings.seats, room.settings.listed, room.phase) == (1, False, "lobby")
        assert not (await ann.ask(ListRooms(), Rooms)).rooms
        assert await refused(bob, ChangeSettings(AT_ONCE)) == "not allowed"
        assert await refused(bob, Practise(code)) == "already in a room"
        await bob.say(StartRace())
        assert (await bob.until(Board)).number == 3, "what was taken back is not there"
        assert bob.views[bob.player] == views[5]
        assert (await bob.act(KLONDIKE)).number == 4
        for number in (4, 5, 6, 7):
            await bob.ask(Undo(number), Step)
        assert bob.views[bob.player] == views[0], "all of it can be taken back"
        assert (await bob.act(KLONDIKE)).number == 9
        results = await bob.ask(GiveUp(), Results)
        assert results.seed == replay.seed
        for message in (GetReplay, GetPositions):
            assert await refused(bob, message(results.race, bob.player)) == "unknown replay"
        assert await nothing_counts(bob)
        await bob.ask(Rematch(), RoomState)
        await bob.say(StartRace())
        assert (await bob.until(Board)).number == 3, "the same once more"
        assert bob.views[bob.player] == views[5]
        await bob.ask(LeaveRoom(), LeftRoom)
        assert await nothing_counts(bob)
        kept = "SELECT race FROM entries JOIN races ON id = race WHERE practice"
        assert rows(tmp_path, f"{kept} UNION ALL SELECT code FROM practice") == []
    assert list(FileVerification(tmp_path).faults()) == []


async def test_what_is_practised_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        replay = await raced(ann)
        room = await bob.ask(Practise(race=replay.race, player=ann.player, number=4), RoomState)
        await bob.say(StartRace())
        await bob.until(Board)
        await bob.act(KLONDIKE)
        before, seen = bob.numbers[bob.player], bob.views[bob.player]
        alone = await cat.ask(Practise(f" Klondike/{replay.seed}"), RoomState)
        tokens = [one.welcome.token for one in (bob, cat)]
    assert list(FileVerification(tmp_path).faults()) == []
    async with Server.open(tmp_path) as server, client(server) as bob, client(server) as cat:
        await bob.say(Hello(1, token=tokens[0]))
        bob.welcome = await bob.until(Welcome)
        assert (await bob.until(RoomState)).practice == room.practice
        await bob.until(Board)
        assert (bob.numbers[bob.player], bob.views[bob.player]) == (before, seen)
        await bob.ask(GiveUp(), Results)
        await bob.ask(Rematch(), RoomState)
        await bob.say(StartRace())
        assert (await bob.until(Board)).number == 2
        await cat.say(Hello(1, token=tokens[1]))
        assert (await cat.until(RoomState)).practice == alone.practice
        assert alone.practice == Practice(f"klondike/{replay.seed}")
        await bob.say(GiveUp())
        await bob.until(Results)
    async with Server.open(tmp_path) as server, client(server, token=tokens[0]) as bob:
        await bob.until(Results)
        assert await nothing_counts(bob), "a start publishes what nobody has seen, but no practice"


async def test_what_cannot_be_begun_any_more_lets_its_player_go(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        replay = await raced(ann)
        await ann.ask(Practise(race=replay.race, player=ann.player, number=5), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        await ann.act(KLONDIKE)
        token = ann.welcome.token
    change(tmp_path, "UPDATE practice SET actions = '[[99]]'")
    async with Server.open(tmp_path) as server, client(server, token=token) as ann:
        assert ann.welcome.room == ""
        await ann.ask(Practise(f"klondike/{replay.seed}"), RoomState)
    assert list(FileVerification(tmp_path).faults()) == []


async def test_no_deal_is_told_that_is_a_secret_still(tmp_path: Path) -> None:
    late = Settings("klondike", countdown=0, delay=300)
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server) as guest,
    ):

        async def why(race: int) -> tuple[str, str]:
            problem = await bob.ask(Practise(race=race, player=ann.player), Problem)
            return problem.code, problem.text

        nothing = await why(77)
        assert nothing[0] == "unknown replay"
        locked = (await raced(ann, password="sesame")).race
        assert await why(locked) == nothing
        code = await start(ann)
        running = (await ann.ask(WatchRoom(code), RaceStarted)).race
        assert await why(running) == nothing, "not even that it is on"
        await ann.ask(LeaveRoom(), LeftRoom)
        seen_late = (await ann.ask(CreateRoom(late), RoomState)).code
        await bob.ask(WatchRoom(seen_late), RoomState)
        await ann.say(StartRace())
        race = (await ann.ask(GiveUp(), Results)).race
        assert await refused(bob, Practise(race=race, player=ann.player)) == "already in a room"
        assert await refused(bob, Practise("klondike")) == "already in a room"
        await bob.ask(LeaveRoom(), LeftRoom)
        for text in ("klondike", "bridge/1", "klondike/deal=x/1", "klondike/%FF", "klondike/"):
            assert await refused(bob, Practise(text)) == "bad code"
        await guest.ask(Hello(1, guest=True), Welcome)
        assert await refused(guest, Practise("klondike/1")) == "not allowed"


async def test_how_often_is_bounded_like_other_rooms(tmp_path: Path) -> None:
    limits = Limits(rooms_per_hour=2, rooms_per_address=1)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(Practise("klondike/1"), RoomState)
        assert await refused(bob, Practise("klondike/1")) == "too many rooms"
        await ann.ask(LeaveRoom(), LeftRoom)
        await ann.ask(CreateRoom(AT_ONCE), RoomState)
        await ann.ask(LeaveRoom(), LeftRoom)
        assert await refused(ann, Practise("klondike/1")) == "too fast"


async def test_to_be_played_far_costs_what_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slices: list[float] = []

    async def note(seconds: float) -> None:
        slices.append(seconds)

    limits = Limits(lookups=0.001, lookups_burst=10)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        replay = await raced(ann)
        monkeypatch.setattr(playback, "AT_ONCE", 0.0)
        monkeypatch.setattr("server.reception.lookups.PLAYED", 0.5)
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", note)
            opening = await playback.play_to(replay, 10**6)
        assert len(slices) == len(opening.actions) == 3
        assert all(seconds > 0 for seconds in slices), "others have as long"
        await bob.ask(Practise(race=replay.race, player=ann.player, number=10**6), RoomState)
        await bob.ask(LeaveRoom(), LeftRoom)
        last = Practise(race=replay.race, player=ann.player)
        assert await refused(bob, last) == "too fast"


async def test_an_operators_new_name_shows_at_once(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        replay = await raced(ann)
        await bob.ask(Practise(race=replay.race, player=ann.player, number=1), RoomState)
        server.lobby.rename(ann.player, "anna")
        server.delivery.post()
        practice = (await bob.until(RoomState)).practice
        assert practice is not None
        assert practice.name == "anna"

"""What a player may look up, over real sockets."""

from pathlib import Path

from protocol.messages import (
    CreateRoom,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    GiveUp,
    Problem,
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
from tests.server.play import client, refused


async def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        for message, code in (
            (GetLeaderboard("bridge"), "unknown game"),
            (GetLeaderboard("klondike", {"deal": "x"}), "bad option"),
            (GetProfile(99), "unknown player"),
            (GetReplay(1, ann.player), "unknown replay"),
        ):
            assert await refused(ann, message) == code


async def test_a_replay_waits_until_late_spectators_have_seen_the_end(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "cat") as cat,
    ):
        settings = Settings("klondike", countdown=0, delay=300)
        room = await ann.ask(CreateRoom(settings), RoomState)
        await cat.ask(WatchRoom(room.code), RoomState)
        await ann.say(StartRace())
        await ann.until(RaceStarted)
        await ann.say(GiveUp())
        race = (await ann.until(Results)).race
        await ann.ask(GetReplay(race, ann.player), Replay)
        problem = await cat.ask(GetReplay(race, ann.player), Problem)
        assert problem.code == "unknown replay"
        await ann.say(Rematch())
        await cat.until(Results)
        await cat.ask(GetReplay(race, ann.player), Replay)

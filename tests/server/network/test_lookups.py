"""What a player may look up, over real sockets."""

from pathlib import Path

from protocol.messages import (
    CreateRoom,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    GiveUp,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
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
from tests.server.play import Client, client, refused


async def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        for message, code in (
            (GetLeaderboard("bridge"), "unknown game"),
            (GetLeaderboard("klondike", {"deal": "x"}), "bad option"),
            (GetProfile(99), "unknown player"),
            (GetReplay(1, ann.player), "unknown replay"),
        ):
            assert await refused(ann, message) == code


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

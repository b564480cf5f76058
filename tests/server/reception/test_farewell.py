"""Players who ask for what is stored about them, and who have themselves deleted."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import pytest

from protocol.messages import (
    VERSION,
    CreateRoom,
    Deleted,
    DeleteMe,
    FromClient,
    GetOwnData,
    GetProfile,
    GetReplay,
    GiveUp,
    Hello,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    MemberLeft,
    OwnData,
    OwnSection,
    Problem,
    Profile,
    RaceStarted,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits
from server.network.delivery import POLICY_VIOLATION
from tests.server.play import AT_ONCE, Client, client, refused, rows, start


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    # All that is stored is asked for more than once, and nobody waits here between two parts.
    async with Server.open(tmp_path, limits=Limits(requests_burst=1000)) as server:
        yield server


async def own_data(somebody: Client) -> dict[str, list[dict[str, Any]]]:
    """Ask for all parts, one after the other."""
    found: dict[str, list[dict[str, Any]]] = {}
    asked: GetOwnData | None = GetOwnData()
    while asked:
        part = await somebody.ask(asked, OwnData)
        assert part.section == asked.section
        found.setdefault(part.section, []).extend(json.loads(part.rows))
        there = part.next
        asked = GetOwnData(there.section, there.race, there.number) if there else None
    return found


async def test_a_player_gets_all_that_is_stored(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        code = await start(ann, bob)
        racing = await own_data(ann)
        assert [(each["status"], each["seed"]) for each in racing["races"]] == [(None, None)]
        assert [each["room"] for each in racing["rooms"]] == [code]
        await ann.say(GiveUp())
        await bob.say(GiveUp())
        await ann.until(Results)
        found = await own_data(ann)
    assert tuple(found) == get_args(OwnSection)
    [race] = found["races"]
    assert (race["status"], race["others"][0]["name"]) == ("gave up", "bob")
    assert race["seed"]
    assert found["moves"][0]["moves"][0][1] == "give up"


async def test_guests_have_nothing_stored(server: Server) -> None:
    async with client(server) as somebody:
        await somebody.ask(Hello(VERSION, guest=True), type(somebody.welcome))
        for message in (GetOwnData(), DeleteMe("Guest")):
            assert await refused(somebody, message) == "not allowed"


async def test_who_is_deleted_leaves_no_name_and_others_keep_their_races(
    server: Server, tmp_path: Path
) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        await start(ann, bob)
        await ann.say(GiveUp())
        await bob.say(GiveUp())
        race = (await bob.until(Results)).race
        before = rows(tmp_path, f"SELECT * FROM racers WHERE player = {bob.player}")
        await ann.say(DeleteMe("ann"))
        assert (await ann.until(LeftRoom)).reason == ""
        await ann.until(Deleted)
        assert await ann.closed() == POLICY_VIOLATION
        assert (await bob.until(RoomState)).host == bob.player
        assert (await bob.ask(GetReplay(race, ann.player), Replay)).name == f"deleted {ann.player}"
        profile = await bob.ask(GetProfile(bob.player), Profile)
        assert profile.races == 1
        assert rows(tmp_path, f"SELECT * FROM racers WHERE player = {bob.player}") == before
    assert rows(tmp_path, "SELECT COUNT(*) FROM players WHERE name = 'ann'") == [(0,)]
    async with client(server) as again:
        assert await refused(again, Hello(VERSION, token=ann.welcome.token)) == "unknown token"
        assert (await again.hello("ann")).player != ann.player


async def test_a_slip_deletes_nobody(server: Server) -> None:
    async with client(server, "ann") as ann:
        for name in ("Ann", "ann ", "bob"):
            assert await refused(ann, DeleteMe(name)) == "not allowed"
        await ann.ask(GetProfile(ann.player), Profile)


async def test_nobody_is_deleted_in_the_middle_of_a_race(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        code = (await ann.ask(CreateRoom(AT_ONCE), RoomState)).code
        await bob.ask(JoinRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        await bob.until(RaceStarted)
        assert await refused(bob, DeleteMe("bob")) == "wrong time"
        await bob.say(GiveUp())
        assert await refused(bob, DeleteMe("bob")) == "wrong time", "how it ends is not known yet"
        await ann.say(GiveUp())
        await bob.until(Results)
        await bob.ask(DeleteMe("bob"), Deleted)
        await ann.until(MemberLeft)


async def test_nobody_is_deleted_before_late_spectators_have_seen_the_end(server: Server) -> None:
    late = Settings("klondike", countdown=0, delay=300)
    async with client(server, "ann") as ann, client(server, "cat") as cat:
        code = (await ann.ask(CreateRoom(late), RoomState)).code
        await cat.ask(WatchRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        await ann.ask(GiveUp(), Results)
        racing = await ann.ask(DeleteMe("ann"), Problem)
        assert racing.code == "wrong time"
        await ann.ask(LeaveRoom(), LeftRoom)
        assert await ann.ask(DeleteMe("ann"), Problem) == racing, "cat sees the race still"
        await cat.ask(LeaveRoom(), LeftRoom)
        await ann.ask(DeleteMe("ann"), Deleted)


async def test_what_comes_after_the_wish_is_not_heard(server: Server) -> None:
    async with client(server, "ann") as ann:
        messages: list[FromClient] = [DeleteMe("ann"), CreateRoom(AT_ONCE), DeleteMe("ann")]
        for message in messages:
            await ann.say(message)
        await ann.until(Deleted)
        await ann.closed()
    assert server.lobby.rooms == {}


async def test_of_two_lines_of_one_player_the_newer_one_counts(server: Server) -> None:
    async with client(server, "ann") as ann:
        async with client(server, token=ann.welcome.token) as again:
            assert (await ann.until(Problem)).code == "replaced"
            await again.ask(DeleteMe("ann"), Deleted)
            await again.closed()
        await ann.closed()


async def test_many_go_at_once(server: Server, tmp_path: Path) -> None:
    names = [f"player {number}" for number in range(8)]

    async def come_and_go(name: str) -> None:
        async with client(server, name) as somebody:
            await somebody.ask(DeleteMe(name), Deleted)
            await somebody.closed()

    await asyncio.gather(*map(come_and_go, names))
    assert rows(tmp_path, "SELECT COUNT(*) FROM players WHERE NOT gone") == [(0,)]

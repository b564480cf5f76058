"""What an operator does, over the socket of a real server."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.messages import (
    VERSION,
    Announcement,
    CreateRoom,
    GetLeaderboard,
    GetProfile,
    GetRatings,
    GetReplay,
    GiveUp,
    Hello,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    MemberChanged,
    MemberLeft,
    Problem,
    Profile,
    RaceStarted,
    Rated,
    Ratings,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
)
from protocol.racing import play_again
from server.app import Server
from server.network.delivery import POLICY_VIOLATION
from server.operator import requests
from server.operator.requests import AnyRequest, Reply
from server.operator.socket import ask
from tests.server.play import Client, client, rows
from tests.server.test_rater import SCORING
from tests.server.test_rater import race as race_for_points

SETTINGS = Settings("klondike", countdown=0)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path, chance=SCORING) as server:
        yield server


async def done(data: Path, request: AnyRequest) -> Reply:
    reply = await ask(data, request)
    assert reply.ok, reply.text
    return reply


async def not_done(data: Path, request: AnyRequest) -> str:
    reply = await ask(data, request)
    assert not reply.ok
    return reply.text


async def race(*clients: Client) -> int:
    """Race together: everybody gives up, one after the other; return the race's id."""
    code = (await clients[0].ask(CreateRoom(SETTINGS), RoomState)).code
    for one in clients[1:]:
        await one.ask(JoinRoom(code), RoomState)
    await clients[0].say(StartRace(anyway=True))
    for one in clients:
        await one.until(RaceStarted)
        await one.say(GiveUp())
    return (await clients[0].until(Results)).race


async def test_lists(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "bob"):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), RoomState)).code
        players = (await done(tmp_path, requests.List("players"))).rows
        assert [(p["name"], p["connected"]) for p in players] == [("ann", True), ("bob", True)]
        [room] = (await done(tmp_path, requests.List("rooms"))).rows
        assert (room["code"], room["host"], room["locked"]) == (code, "ann", True)
        connections = (await done(tmp_path, requests.List("connections"))).rows
        assert {(c["name"], c["room"], c["address"]) for c in connections} == {
            ("ann", code, "127.0.0.1"),
            ("bob", "", "127.0.0.1"),
        }
        assert (await done(tmp_path, requests.List("bans"))).rows == []
        await done(tmp_path, requests.BanPlayer("bob"))
        await done(tmp_path, requests.BanPlayer(network="203.0.113.7"))
        bans = (await done(tmp_path, requests.List("bans"))).rows
        told = [(ban["player"] is None, ban["name"], ban["network"]) for ban in bans]
        assert told == [(False, "bob", None), (True, None, "203.0.113.7/32")]


async def test_a_banned_player_is_told_and_stays_out(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "Eve") as eve:
        code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
        await eve.ask(JoinRoom(code), RoomState)
        reply = await done(tmp_path, requests.BanPlayer("EVE", reason="insults"))
        assert "Eve is banned" in reply.text
        problem = await eve.until(Problem)
        assert (problem.code, "insults" in problem.text) == ("banned", True)
        assert await eve.closed() == 1008
        assert (await ann.until(MemberLeft)).player == eve.player
        async with client(server) as again:
            answer = await again.ask(Hello(VERSION, token=eve.welcome.token), Problem)
            assert answer.code == "banned"
            assert await again.closed() == 1008
        [ban] = (await done(tmp_path, requests.List("bans"))).rows
        await done(tmp_path, requests.Unban(ban["ban"]))
        assert "no ban" in await not_done(tmp_path, requests.Unban(ban["ban"]))
        async with client(server, token=eve.welcome.token):
            pass


async def test_a_banned_network_stays_out_until_the_time_is_over(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "eve") as eve:
        now = time.time()
        server.bans._clock = lambda: now
        request = requests.BanPlayer(network="::ffff:127.0.0.0/104", until=int(now) + 60)
        await done(tmp_path, request)
        assert (await eve.until(Problem)).code == "banned"
        async with client(server) as again:
            answer = await again.until(Problem)  # before it has said anything
            assert (answer.code, "until" in answer.text) == ("banned", True)
        token = eve.welcome.token
    async with Server.open(tmp_path) as server:  # a ban outlives the server
        async with client(server) as again:
            assert (await again.until(Problem)).code == "banned"
        server.bans._clock = lambda: now + 61
        async with client(server, token=token):
            pass


async def test_bans_that_make_no_sense(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann"):
        for request, text in (
            (requests.BanPlayer("nobody"), "no player 'nobody'"),
            (requests.BanPlayer("@99"), "no player"),
            (requests.BanPlayer(), "either a player or a network"),
            (requests.BanPlayer("ann", "10.0.0.0/8"), "either a player or a network"),
            (requests.BanPlayer(network="here"), "is no network"),
            (requests.BanPlayer(network="::ffff:127.0.0.1/90"), "has all of IPv4 in it"),
            (requests.BanPlayer("ann", until=1), "in the past"),
        ):
            assert text in await not_done(tmp_path, request)


async def test_renaming(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "rude") as eve:
        code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
        await eve.ask(JoinRoom(code), RoomState)
        assert "is taken" in await not_done(tmp_path, requests.Rename("rude", "ANN"))
        assert "only letters" in await not_done(tmp_path, requests.Rename("rude", "a\u200bb"))
        await done(tmp_path, requests.Rename(f"@{eve.player}", "Eve"))
        while (await ann.until(MemberChanged)).member.name != "Eve":
            pass
        assert (await eve.closed(), eve.connection.close_reason) == (POLICY_VIOLATION, "changed")
        async with client(server, token=eve.welcome.token) as again:
            assert (again.welcome.name, again.welcome.room) == ("Eve", code)
        async with client(server, "rude"):  # is free again
            pass


async def test_a_revoked_token_and_a_new_one(
    server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with client(server, "ann") as ann:
        reply = await done(tmp_path, requests.Revoke("ann", renew=True))
        await ann.closed()
    async with client(server) as eve:
        answer = await eve.ask(Hello(VERSION, token=ann.welcome.token), Problem)
        assert answer.code == "unknown token"
    [row] = reply.rows
    assert row["token"] not in caplog.text
    async with client(server, token=row["token"]) as again:
        assert again.welcome.player == ann.player
    assert (await done(tmp_path, requests.Revoke("ann"))).rows == []


async def test_announcing_shutting_and_stopping(server: Server, tmp_path: Path) -> None:
    serving = asyncio.create_task(server.serve_forever())
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
        await done(tmp_path, requests.Announce("tea\nis ready"))
        for one in (ann, bob):
            assert (await one.until(Announcement)).text == "tea is ready"
        assert "no room" in await not_done(tmp_path, requests.ShutRoom("XXXXXX"))
        await done(tmp_path, requests.ShutRoom(code.lower(), "not here"))
        assert (await ann.until(LeftRoom)).reason == "not here"
        assert (await done(tmp_path, requests.List("rooms"))).rows == []
        await done(tmp_path, requests.Stop())
        async with asyncio.timeout(60):
            await serving


async def test_a_deleted_player_leaves_no_name_and_others_keep_their_races(
    server: Server, tmp_path: Path
) -> None:
    async with client(server, "ann") as ann, client(server, "Eve Smith") as eve:
        alone = await race(eve)
        await eve.ask(LeaveRoom(), LeftRoom)
        together = await race(ann, eve)
        reply = await done(tmp_path, requests.Delete("Eve Smith"))
        assert "is deleted" in reply.text
        await eve.closed()
        async with client(server) as again:
            answer = await again.ask(Hello(VERSION, token=eve.welcome.token), Problem)
            assert answer.code == "unknown token"
            assert (await again.hello("Eve Smith")).player != eve.player  # the name is free
        for player in (ann.player, eve.player):
            replay = await ann.ask(GetReplay(together, player), Replay)
            assert play_again(replay).fault is None
        assert replay.name == f"deleted {eve.player}"
        answer = await ann.ask(GetReplay(alone, eve.player), Problem)
        assert answer.code == "unknown replay"
        board = await ann.ask(GetLeaderboard("klondike"), Leaderboard)
        assert [tally.name for tally in board.players] == ["ann"]
        listed = (await done(tmp_path, requests.List("players"))).rows
        assert eve.player not in [player["id"] for player in listed]
        assert "no player" in await not_done(tmp_path, requests.Delete(f"@{eve.player}"))


async def test_deleting_in_the_middle_of_a_race(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "eve") as eve:
        code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
        await eve.ask(JoinRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        for one in (ann, eve):
            await one.until(RaceStarted)
        await done(tmp_path, requests.Delete("eve"))
        await ann.say(GiveUp())
        results = await ann.until(Results)
        assert {s.name for s in results.standings} == {"ann", f"deleted {eve.player}"}
        replay = await ann.ask(GetReplay(results.race, eve.player), Replay)
        assert play_again(replay).fault is None


async def test_of_who_never_raced_with_others_only_the_number_stays(
    server: Server, tmp_path: Path
) -> None:
    async with client(server, "eve") as eve:
        await race(eve)
        await done(tmp_path, requests.BanPlayer("eve"))
        await done(tmp_path, requests.Delete("eve"))
    [player] = rows(tmp_path, "SELECT name, name_key, name_look, gone FROM players")
    assert player == ("deleted 1", "\t1", None, 1)
    for table in ("racers", "entries", "members", "bans"):
        assert rows(tmp_path, f"SELECT * FROM {table}") == []
    assert (await done(tmp_path, requests.List("bans"))).rows == []


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (requests.Announce(""), "there is nothing to say: give a text"),
        (requests.Announce(" \n\t"), "there is nothing to say: give a text"),
        (requests.Announce("\u2800\u3164 \u0301"), "there is nothing to say: give a text"),
        (
            requests.Announce("x" * 301),
            "a text has at most 300 characters, and this one 301",
        ),
        (
            requests.BanPlayer(network="203.0.113.0/24", reason="x" * 301),
            "a text has at most 300 characters, and this one 301",
        ),
        (requests.Delete(f"@{10**30}"), "there is no player"),
        (requests.Delete("@" + "9" * 5000), "there is no player"),
        (requests.Delete(f"@{2**63}"), "there is no player"),
        (requests.Unban(10**30), "that is no request: "),
        (requests.Unban(2**63 - 1), f"there is no ban {2**63 - 1}; `list bans` tells them"),
    ],
)
async def test_what_cannot_be_done_is_told_in_a_sentence(
    server: Server, tmp_path: Path, request_: AnyRequest, why: str
) -> None:
    assert (await not_done(tmp_path, request_)).startswith(why)


async def test_a_reason_with_nothing_to_read_is_none(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "Eve") as eve:
        code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
        await done(tmp_path, requests.ShutRoom(code, "\u2800"))
        assert (
            await ann.until(LeftRoom)
        ).reason == "the operator of this server has closed the room"
        await done(tmp_path, requests.BanPlayer("Eve", reason="\u3164\ufe0f"))
        assert (await eve.until(Problem)).code == "banned"
    assert [row["reason"] for row in (await done(tmp_path, requests.List("bans"))).rows] == [""]


async def test_one_is_one(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann:
        await ann.ask(CreateRoom(SETTINGS), RoomState)
        assert (await done(tmp_path, requests.List("rooms"))).text == "1 room"
        assert (await done(tmp_path, requests.List("bans"))).text == "0 bans"
        said = await done(tmp_path, requests.Announce("x" * 300))
        assert said.text == "told 1 connected player"
        assert (await ann.until(Announcement)).text == "x" * 300


async def test_ratings_are_reckoned_again_with_and_without_a_player(
    server: Server, tmp_path: Path
) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        await race_for_points(ann, bob)
        await ann.until(Rated)
        again = await done(tmp_path, requests.RebuildRatings())
        assert again.text == (
            "the ratings of season 1 are reckoned again from 1 race: "
            "nobody has another one than before"
        )
        without = await done(tmp_path, requests.RebuildRatings("BOB", counted=False))
        assert without.text == (
            "the ratings of season 1 are reckoned again from 1 race, without bob: "
            "2 players have another one than before"
        )
        assert (await ann.ask(GetProfile(ann.player), Profile)).ratings == []
        back = await done(tmp_path, requests.RebuildRatings(f"@{bob.player}"))
        assert ", with bob: 2 players have" in back.text
        assert len((await ann.ask(GetProfile(ann.player), Profile)).ratings) == 2
        assert "no player 'eve'" in await not_done(tmp_path, requests.RebuildRatings("eve"))


async def test_a_new_season_begins(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        await race_for_points(ann, bob)
        await ann.until(Rated)
        reply = await done(tmp_path, requests.NewSeason())
        assert reply.text == "season 2 begins: everybody's rating begins anew"
        assert (await ann.ask(GetRatings(), Ratings)).players == []
        assert len((await ann.ask(GetRatings(season=1), Ratings)).players) == 2

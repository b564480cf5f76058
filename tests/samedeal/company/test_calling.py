"""The server's own bots, in their own process, on real sockets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from client.bots.levels.level import level
from client.bots.pace import Pace
from harness.server_process import ServerProcess
from protocol.messages import (
    VERSION,
    Board,
    CallBot,
    CreateRoom,
    GiveUp,
    Hello,
    Kick,
    LeaveRoom,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Problem,
    Progress,
    RaceStarted,
    Rematch,
    Results,
    RoomState,
    Settings,
    StartRace,
    Welcome,
)
from samedeal.company.calling import ENGAGED, Place, TroupeProcess, troupe
from samedeal.company.players import Players, trust
from server.app import Server
from server.bounds import Limits
from server.company.troupe import Engaged, TroupeGone
from tests.server import play
from tests.server.play import Client, client

ROOM = Settings("klondike", countdown=0)


@asynccontextmanager
async def serving(data: Path, password: str = "", **limits: int) -> AsyncIterator[Server]:
    async with (
        troupe() as players,
        Server.open(data, limits=Limits(**limits), troupe=players) as server,
    ):
        players.place = Place("0.0.0.0", server.port, data, password)
        yield server


async def bot_in(host: Client, *, ready: bool = True) -> Member:
    """Wait for a bot that has come, and says that it is ready."""
    while True:
        message = await host.hear()
        assert not isinstance(message, Problem), message
        if isinstance(message, MemberChanged) and message.member.bot and message.member.seated:
            found = message.member
            if found.ready or not ready:
                return found


async def test_a_host_calls_bots_into_a_locked_room_and_sends_one_away(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, client(server, "Ann") as ann:
        assert ann.welcome.bots
        await ann.ask(CreateRoom(ROOM, "secret"), RoomState)
        await ann.say(CallBot(2))
        first = await bot_in(ann)
        assert (first.level, first.name, first.seated) == (2, "Abacus", True)
        await ann.ask(Kick(first.player), MemberLeft)
        await ann.say(CallBot(1))
        second = await bot_in(ann)
        assert (second.level, second.name) == (1, "Bellows"), "the first may not come back"


async def test_bots_are_the_same_players_the_next_time(tmp_path: Path) -> None:
    found: list[int] = []
    for _ in "ab":
        async with serving(tmp_path) as server, client(server, f"Ann {len(found)}") as ann:
            await ann.ask(CreateRoom(ROOM), RoomState)
            await ann.say(CallBot(1))
            found.append((await bot_in(ann)).player)
            await ann.ask(LeaveRoom(), LeftRoom)
    assert found[0] == found[1]


async def test_who_is_no_host_gets_none_and_a_server_may_have_none(tmp_path: Path) -> None:
    async with serving(tmp_path, bots=0) as server, client(server, "Ann") as ann:
        assert ann.welcome.bots == 0
        await ann.ask(CreateRoom(ROOM), RoomState)
        problem = await ann.ask(CallBot(1), Problem)
        assert problem.code == "not allowed"


async def test_nobody_comes_before_the_server_is_up() -> None:
    with pytest.raises(TroupeGone):
        await TroupeProcess().send("ABCDEF", 1, "ticket")


async def test_another_process_takes_the_place_of_one_that_has_ended(tmp_path: Path) -> None:
    async with (
        troupe() as players,
        Server.open(tmp_path, troupe=players) as server,
        client(server, "Ann") as ann,
    ):
        players.place = Place("127.0.0.1", server.port, tmp_path)
        await ann.ask(CreateRoom(ROOM), RoomState)
        await ann.say(CallBot(1))
        await bot_in(ann, ready=False)
        assert players._process is not None
        players._process.kill()
        await players._process.wait()
        await ann.say(CallBot(3))
        while (await bot_in(ann, ready=False)).level != 3:
            pass


async def test_a_bot_comes_back_as_it_was_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the race that is on, and to the next one."""
    monkeypatch.setattr(play, "PATIENCE", 25)  # for two programs to begin, each twice
    with ServerProcess(tmp_path) as server:
        async with connect(server.address.url) as line:
            ann = Client(line)
            welcome = await ann.ask(Hello(VERSION, "Ann"), Welcome)
            code = (await ann.ask(CreateRoom(ROOM), RoomState)).code
            await ann.say(CallBot(2))
            bot = await bot_in(ann)
            await ann.ask(StartRace(anyway=True), Board)
        server.kill()
        server.start()
        async with connect(server.address.url) as line:
            ann = Client(line)
            await ann.say(Hello(VERSION, token=welcome.token))
            assert (await ann.until(Welcome)).room == code
            while not (back := (await ann.until(MemberChanged)).member).level:
                pass
            assert (back.player, back.level, back.connected) == (bot.player, 2, True)
            while not any(
                (each.player, each.level, each.moves > 0) == (bot.player, 2, True)
                for each in (await ann.until(Progress)).standings
            ):
                pass
            await ann.say(GiveUp())
            results = await ann.until(Results)
            assert [(s.player, s.level) for s in results.standings if s.bot] == [(bot.player, 2)]
            await ann.ask(Rematch(), RoomState)
            await bot_in(ann)
            started = await ann.ask(StartRace(), RaceStarted)
            assert bot.player in {each.player for each in started.standings}


def test_what_is_remembered_may_be_damaged_or_missing(tmp_path: Path) -> None:
    players = TroupeProcess()
    players.remember([Engaged("ABCDEF", 1, 2)])
    assert players.remembered() == ()
    players.place = Place("127.0.0.1", 1, tmp_path)
    assert players.remembered() == ()
    players.remember([Engaged("ABCDEF", 1, 2)])
    assert [*players.remembered()] == [Engaged("ABCDEF", 1, 2)]
    (tmp_path / ENGAGED).write_text("{")
    assert players.remembered() == ()
    players.place = Place("127.0.0.1", 1, tmp_path / "nowhere")
    players.remember([Engaged("ABCDEF", 1, 2)])


def test_a_server_is_reached_on_its_own_machine_wherever_it_listens() -> None:
    assert Place("0.0.0.0", 7713, Path()).url == "ws://127.0.0.1:7713/"
    assert Place("::", 7713, Path()).url == "ws://[::1]:7713/"
    there = Place("192.0.2.1", 443, Path(), certificate=Path("own.pem"))
    assert there.url == "wss://192.0.2.1:443/"
    assert there.order("ABCDEF", 2, "ticket").certificate == "own.pem"


def test_bots_play_as_fast_as_their_level_does_or_as_the_place_says(tmp_path: Path) -> None:
    usual = Place("127.0.0.1", 7713, tmp_path)
    quick = replace(usual, pace=0.05)
    paces = [each.order("ABCDEF", 3, "t" * 32).pace for each in (usual, quick)]
    assert paces == [0.0, 0.05]
    players = Players()
    bots = [players._bot(place.order("ABCDEF", 3, "t" * 32), "Cog") for place in (usual, quick)]
    assert [bot._pace for bot in bots] == [level(3).pace, Pace(0.05)]


def test_without_a_certificate_nothing_is_trusted_beyond_the_usual() -> None:
    assert trust("") is None

import asyncio
import pkgutil
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgpack
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

import engine.games
from engine import catalogue
from engine.chance import commitment
from protocol import wire
from protocol.forms import MAX_CLIENT_FRAME
from protocol.messages import (
    VERSION,
    Act,
    Board,
    Chat,
    CloseRoom,
    Countdown,
    CreateRoom,
    FromClient,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    GiveUp,
    Hello,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    MemberChanged,
    Problem,
    Profile,
    Progress,
    RaceStarted,
    Refused,
    Rematch,
    Replay,
    Results,
    Resync,
    Rooms,
    RoomState,
    Said,
    SetReady,
    Settings,
    StartRace,
    Step,
    Undo,
    WatchRoom,
    Welcome,
)
from protocol.racing import play_again
from server import app
from server.app import Server, ServerProblem
from server.bounds import Limits
from server.chance import Chance
from server.storage.sqlite.files import FILE_NAME
from tests.server.play import (
    AT_ONCE,
    PATIENCE,
    Client,
    change,
    client,
    comes_true,
    file_of,
    start,
    thirteens_to,
)

KLONDIKE = catalogue.make("klondike")
IMPATIENT = Limits(
    unsent=20_000,
    rate=1e6,
    burst=10**6,
    requests=1e6,
    requests_burst=10**6,
    requests_per_address=1e6,
    requests_per_address_burst=10**6,
    chat=1e6,
    chat_burst=10**6,
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path / "data") as server:
        yield server


def rows(server_data: Path, question: str) -> list[tuple[object, ...]]:
    """Ask the database file by a connection of one's own."""
    with sqlite3.connect(f"file:{server_data / FILE_NAME}?mode=ro", uri=True) as connection:
        found = connection.execute(question).fetchall()
    connection.close()
    return found


# Saying hello


async def test_a_new_player_gets_a_token_and_is_the_same_with_it(server: Server) -> None:
    async with client(server) as ann:
        first = await ann.hello(" ann ")
        assert (first.name, first.version, first.room) == ("ann", VERSION, "")
        assert len(first.token) >= 32
    async with client(server) as again:
        second = await again.hello(token=first.token)
        assert second == Welcome(VERSION, first.player, "ann", "", "")


async def test_the_token_is_nowhere_on_the_disk(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann:
        token = ann.welcome.token.encode()
    assert rows(tmp_path / "data", "SELECT name FROM players") == [("ann",)]
    files = [path for path in (tmp_path / "data").iterdir() if path.is_file()]
    assert not any(token in path.read_bytes() for path in files)


async def test_the_data_directory_is_the_owners_alone(server: Server, tmp_path: Path) -> None:
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert (tmp_path / "data" / FILE_NAME).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        (Hello(VERSION, "ANN"), "name taken"),
        (Hello(VERSION, ""), "bad name"),
        (Hello(VERSION, "a\nb"), "bad name"),
        (Hello(VERSION, token="guessed"), "unknown token"),
    ],
)
async def test_after_a_refused_hello_another_may_follow(
    server: Server, hello: Hello, code: str
) -> None:
    async with client(server, "ann"), client(server) as bob:
        problem = await bob.ask(hello, Problem)
        assert problem.code == code
        assert (await bob.hello("bob")).name == "bob"


@pytest.mark.parametrize(("version", "who"), [(99, "whoever runs it"), (0, "please update")])
async def test_a_wrong_version_is_told_and_ends_it(server: Server, version: int, who: str) -> None:
    async with client(server) as ann:
        problem = await ann.ask(Hello(version, "ann"), Problem)
        assert problem.code == "wrong version"
        assert who in problem.text
        assert await ann.closed() == 1008


async def test_who_is_sent_away_is_told_why_however_slow_the_disk_is(server: Server) -> None:
    turn = file_of(server)._scribe._turn
    async with client(server, "ann") as ann, client(server) as old, turn:
        await ann.say(CreateRoom(Settings("klondike")))
        await comes_true(lambda: turn._waiters)
        assert (await old.ask(Hello(99, "old"), Problem)).code == "wrong version"
        assert await old.closed() == 1008


async def test_hello_first_and_only_once(server: Server) -> None:
    async with client(server) as ann:
        assert (await ann.ask(ListRooms(), Problem)).code == "hello first"
        await ann.hello("ann")
        assert (await ann.ask(Hello(VERSION, "eve"), Problem)).code == "wrong time"


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(hello=0.01)) as server,
        client(server) as ann,
    ):
        assert (await ann.until(Problem)).code == "hello first"
        assert await ann.closed() == 1008


async def test_a_full_server(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(connections=1)) as server,
        client(server, "ann"),
        client(server) as bob,
    ):
        assert (await bob.until(Problem)).code == "server full"
        assert await bob.closed() == 1013


async def test_the_newest_connection_of_a_player_wins(server: Server) -> None:
    async with client(server, "ann") as old:
        await start(old)
        async with client(server) as new:
            welcome = await new.hello(token=old.welcome.token)
            assert welcome.room
            assert (await new.until(RoomState)).members[0].connected
            await new.until(Board)
            assert (await old.until(Problem)).code == "replaced"
            assert await old.closed() == 1008
            assert (await new.act(KLONDIKE)).number == 1
            assert (await new.ask(Resync(), RoomState)).members[0].connected


# Rooms


async def test_each_refusal_is_clear(server: Server) -> None:
    async with (
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):

        async def refusal(who: Client, message: FromClient) -> str:
            problem = await who.ask(message, Problem)
            assert problem.text
            return problem.code

        assert await refusal(ann, JoinRoom("NOROOM")) == "unknown room"
        assert await refusal(ann, WatchRoom("NOROOM")) == "unknown room"
        for message in (LeaveRoom(), SetReady(True), StartRace(), Chat("hi"), Act(0, []), Resync()):
            assert await refusal(ann, message) == "not in a room"
        assert await refusal(ann, CreateRoom(Settings("bridge"))) == "unknown game"
        bad = Settings("klondike", {"deal": "five"})
        assert await refusal(ann, CreateRoom(bad)) == "bad option"
        room = await ann.ask(CreateRoom(Settings("klondike", seats=2)), RoomState)
        assert await refusal(ann, CreateRoom(Settings("klondike"))) == "already in a room"
        joined = await bob.ask(JoinRoom(f" {room.code.lower()} "), RoomState)
        assert [member.name for member in joined.members] == ["ann", "bob"]
        assert await refusal(cat, JoinRoom(room.code)) == "room full"
        assert await refusal(bob, StartRace(anyway=True)) == "not the host"
        assert await refusal(ann, StartRace()) == "not ready"
        assert await refusal(ann, Rematch()) == "wrong time"
        assert await refusal(ann, GiveUp()) == "not racing"
        other = await cat.ask(CreateRoom(Settings("4x13")), RoomState)
        assert await refusal(bob, JoinRoom(other.code)) == "already in a room"
        assert await refusal(bob, GetReplay(1, 1)) == "unknown replay"
        assert await refusal(bob, GetLeaderboard("bridge")) == "unknown game"
        assert await refusal(bob, GetLeaderboard("klondike", {"x": True})) == "bad option"


async def test_rooms_have_a_bound(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(rooms=1)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(CreateRoom(AT_ONCE), RoomState)
        problem = await bob.ask(CreateRoom(AT_ONCE), Problem)
        assert problem.code == "too many rooms"
        await ann.ask(LeaveRoom(), LeftRoom)
        await bob.ask(CreateRoom(AT_ONCE), RoomState)


async def test_the_list_shows_listed_rooms(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        room = await ann.ask(CreateRoom(AT_ONCE), RoomState)
        await bob.ask(CreateRoom(Settings("4x13", listed=False)), RoomState)
        [info] = (await bob.ask(ListRooms(), Rooms)).rooms
        assert (info.code, info.host, info.phase, info.racers) == (room.code, "ann", "lobby", 1)


async def test_the_list_can_be_followed(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        assert (await bob.ask(ListRooms(follow=True), Rooms)).rooms == []
        room = await ann.ask(CreateRoom(AT_ONCE), RoomState)
        [info] = (await bob.until(Rooms)).rooms
        assert info.code == room.code
        await ann.ask(LeaveRoom(), LeftRoom)
        assert (await bob.until(Rooms)).rooms == []


async def test_chat_reaches_the_room(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        room = await ann.ask(CreateRoom(AT_ONCE), RoomState)
        await bob.ask(JoinRoom(room.code), RoomState)
        said = await bob.ask(Chat("<i>hi</i>"), Said)
        assert said == await ann.until(Said)
        assert said.text == "<i>hi</i>"


# A race


async def test_a_whole_race(server: Server) -> None:
    """Two racers and a spectator, from the room to the leaderboard and the replay."""
    async with (
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        settings = Settings("klondike", countdown=1)
        room = await ann.ask(CreateRoom(settings), RoomState)
        await bob.ask(JoinRoom(room.code), RoomState)
        await cat.ask(WatchRoom(room.code), RoomState)
        await bob.say(SetReady(True))
        while not (await ann.until(MemberChanged)).member.ready:
            pass
        countdown = await ann.ask(StartRace(), Countdown)
        started = await ann.until(RaceStarted)
        assert countdown.commitment == started.commitment
        await ann.until(Board)
        await bob.until(Board)
        assert ann.views[1] == bob.views[2]
        for _ in range(3):
            step = await ann.act(KLONDIKE)
        while cat.numbers.get(1) != 3:
            await cat.hear()
        assert cat.views[1] == ann.views[1]
        assert cat.views[2] == bob.views[2]
        assert 1 not in bob.views
        await ann.say(Undo(step.number))
        assert (await ann.own_step()).number == 4
        await ann.say(GiveUp())
        await bob.say(GiveUp())
        results = await ann.until(Results)
        assert results == await bob.until(Results) == await cat.until(Results)
        assert commitment(results.seed) == countdown.commitment
        assert KLONDIKE.view(KLONDIKE.deal(results.seed)) == bob.views[2]
        board = await cat.ask(GetLeaderboard("klondike"), Leaderboard)
        assert {record.name for record in board.players} == {"ann", "bob"}
        today = await cat.ask(GetLeaderboard("klondike", period="day"), Leaderboard)
        assert (today.period, today.players) == ("day", board.players)
        profile = await cat.ask(GetProfile(ann.player), Profile)
        assert (profile.name, profile.races, len(profile.recent)) == ("ann", 1, 1)
        assert (await cat.ask(GetProfile(99), Problem)).code == "unknown player"
        replay = await cat.ask(GetReplay(results.race, ann.player), Replay)
        assert len(replay.entries) == 4
        assert play_again(replay).fault is None


async def test_a_won_race_is_on_the_leaderboard_but_not_a_bots(tmp_path: Path) -> None:
    seed, line = thirteens_to("won")
    async with (
        Server.open(tmp_path, chance=Chance(seed=lambda: seed)) as server,
        client(server, "ann") as ann,
        client(server) as bot,
    ):
        await bot.hello("robot", bot=True)
        await start(ann, bot, settings=Settings("thirteens", countdown=0))
        for racer in (bot, ann):
            for number, action in enumerate(line):
                await racer.say(Act(number, wire.pack_action(action)))
                step = await racer.own_step()
            assert step.status == "won"
        results = await ann.until(Results)
        assert [(s.name, s.bot, s.place) for s in results.standings] == [
            ("robot", True, 1),
            ("ann", False, 2),
        ]
        board = await ann.ask(GetLeaderboard("thirteens"), Leaderboard)
        assert board.own.fastest is not None
        assert (board.own.fastest.place, board.listed.fastest) == (1, 1)
        assert [record.name for record in board.fastest] == ["ann"]
        assert [(t.name, t.races, t.wins) for t in board.players] == [("ann", 1, 0)]


async def test_every_finished_race_counts_under_its_own_options(server: Server) -> None:
    usual, three = Settings("klondike", countdown=0), {"deal": "three-card-deals"}
    other = replace(usual, options=dict(three))
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        for settings, end in (
            (usual, GiveUp()),
            (other, GiveUp()),
            (usual, LeaveRoom()),
            (other, CloseRoom()),
            (other, GiveUp()),
        ):
            await start(ann, bob, settings=settings)
            await ann.act(KLONDIKE)
            if isinstance(end, GiveUp):
                await bob.say(GiveUp())
                await ann.say(end)
                for racer in (ann, bob):
                    await racer.until(Results)
                    await racer.ask(LeaveRoom(), LeftRoom)
            else:
                await ann.ask(end, LeftRoom)
                if isinstance(end, LeaveRoom):
                    await bob.say(GiveUp())
                    await bob.until(Results)
                    await bob.say(LeaveRoom())
                await bob.until(LeftRoom)
        for racer in (ann, bob):
            page = await ann.ask(GetProfile(racer.player), Profile)
            assert page.races == 5
            assert {each.options["deal"]: each.races for each in page.games} == {
                "single-card-deals": 2,
                "three-card-deals": 3,
            }
            assert [each.options == other.options for each in page.recent] == [
                *(True, True, False, True, False)
            ]
        for options, races in (({}, 2), (three, 3)):
            board = await ann.ask(GetLeaderboard("klondike", dict(options)), Leaderboard)
            assert {(each.name, each.races) for each in board.players} == {
                ("ann", races),
                ("bob", races),
            }


async def test_an_acknowledged_move_is_on_the_disk(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann:
        await start(ann)
        for number in range(1, 6):
            await ann.act(KLONDIKE)
            question = "SELECT COUNT(*), MAX(number) FROM entries"
            assert rows(tmp_path / "data", question) == [(number, number - 1)]
        results = await ann.ask(GiveUp(), Results)
        question = "SELECT status, score, place FROM racers"
        first = results.standings[0]
        assert rows(tmp_path / "data", question) == [("gave up", first.score, 1)]


async def test_a_forger_gains_nothing(server: Server, tmp_path: Path) -> None:
    async with client(server, "eve") as eve, client(server, "bob") as bob:
        await start(eve, bob)
        forged: list[Act | Undo] = [
            Act(0, [0, 1, 2]),  # Not legal.
            Act(0, [200, 1, 201]),  # No such piles.
            Act(0, [255]),
            Act(0, [6, 255, 7]),
            Act(1, [0]),  # Ahead of oneself.
            Act(1_000_000, [0]),
            Undo(0),
        ]
        for message in forged:
            refused = await eve.ask(message, Refused)
            assert refused.expected == 0
            assert refused.reason
        await eve.say(Act(0, [0]))
        await eve.say(Act(0, [0]))  # Repeated: done once, answered twice.
        assert [(await eve.own_step()).number for _ in range(2)] == [1, 1]
        other = await eve.ask(Undo(0), Refused)  # Another entry with the same number.
        assert (other.number, other.expected) == (0, 1)
        problem = await eve.ask(Act(1, [0, 1]), Problem)
        assert (problem.code, problem.field) == ("bad message", "$.action")
        await eve.say(Resync())
        await eve.until(Board)
        assert eve.numbers[eve.player] == 1
        assert (await bob.act(KLONDIKE)).number == 1
        assert rows(tmp_path / "data", "SELECT COUNT(*) FROM entries") == [(2,)]


NOISE = [
    b"",
    b"\xc1",
    b"\xff" * 100,
    msgpack.packb(None),
    msgpack.packb([1, 2]),
    msgpack.packb({"type": "no such"}),
    msgpack.packb({"type": ["act"]}),
    msgpack.packb({"type": "act"}),
    msgpack.packb({"type": "act", "number": -1, "action": [0]}),
    msgpack.packb({"type": "act", "number": 0, "action": [256]}),
    msgpack.packb({"type": "chat", "text": "x" * 301}),
    msgpack.packb({"type": "step", "player": 1, "number": 1, "piles": {}, "score": 52}),
    b"\x91" * 4000,
    b"\xdf\xff\xff\xff\xff",
]


async def test_noise_is_answered_and_harms_nobody(server: Server) -> None:
    async with client(server, "eve") as eve, client(server, "bob") as bob:
        await start(bob)
        for frame in NOISE:
            await eve.connection.send(frame)
            problem = await eve.until(Problem)
            assert problem.code == "bad message"
            assert "Traceback" not in problem.text
        await eve.connection.send("text")
        assert (await eve.until(Problem)).code == "bad message"
        await eve.ask(ListRooms(), Rooms)
        assert (await bob.act(KLONDIKE)).number == 1


async def test_a_bad_message_names_the_field(server: Server) -> None:
    async with client(server, "eve") as eve:
        message = {"type": "create room", "settings": {"game": "4x13", "seats": 17}}
        await eve.connection.send(msgpack.packb(message))
        problem = await eve.until(Problem)
        assert (problem.code, problem.field) == ("bad message", "$.settings.seats")


async def test_noise_without_end_is_cut_off(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(patience=5)) as server,
        client(server, "eve") as eve,
        client(server, "bob") as bob,
    ):
        for _ in range(6):
            await eve.connection.send(b"\xc1")
        assert await eve.closed() == 1008
        await bob.ask(ListRooms(), Rooms)


async def test_a_frame_too_long_ends_the_connection(server: Server) -> None:
    async with client(server, "eve") as eve, client(server, "bob") as bob:
        await eve.connection.send(bytes(MAX_CLIENT_FRAME + 1))
        assert await eve.closed() == 1009
        await bob.ask(ListRooms(), Rooms)


async def test_too_fast(tmp_path: Path) -> None:
    limits = Limits(requests=0.001, requests_burst=5, patience=10)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "eve") as eve:
        for _ in range(2):  # Each counts as two, and the hello as one.
            await eve.ask(ListRooms(), Rooms)
        assert (await eve.ask(ListRooms(), Problem)).code == "too fast"
        for _ in range(10):
            await eve.say(ListRooms())
        while (problem := await eve.until(Problem)).text.startswith("that was too much"):
            pass
        assert "in a row" in problem.text  # Nobody is cut off without being told why.
        assert await eve.closed() == 1008


async def test_who_waits_for_a_turn_holds_no_stop_up(tmp_path: Path) -> None:
    limits = Limits(rate=0.001, burst=2)
    async with AsyncExitStack() as clients:
        async with Server.open(tmp_path, limits=limits) as server:
            eve = await clients.enter_async_context(client(server, "eve"))
            for _ in range(5):
                await eve.say(ListRooms())
            await eve.until(Rooms)
            began = time.monotonic()
        assert time.monotonic() - began < PATIENCE / 2


async def test_messages_to_everybody_are_bounded_more_tightly_than_moves(tmp_path: Path) -> None:
    limits = Limits(requests=0.001, requests_burst=6)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "eve") as eve:
        await start(eve)
        await eve.ask(Chat("one"), Said)
        assert (await eve.ask(Chat("two"), Problem)).code == "too fast"
        for _ in range(10):
            await eve.act(KLONDIKE)


async def test_a_mistake_of_ours_harms_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with client(server, "eve") as eve, client(server, "bob") as bob:
        with monkeypatch.context() as patch:
            patch.setattr(server.lobby, "receive", lambda *_: 1 // 0)
            problem = await eve.ask(ListRooms(), Problem)
        assert problem.code == "server error"
        assert "division" not in problem.text
        assert "ZeroDivisionError" in caplog.text
        await eve.ask(ListRooms(), Rooms)
        await bob.ask(ListRooms(), Rooms)


async def test_a_reader_who_stalls_is_cut_off(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=IMPATIENT) as server,
        client(server, "bob") as bob,
        client(server, "eve") as eve,
    ):
        room = await bob.ask(CreateRoom(AT_ONCE), RoomState)
        await eve.ask(JoinRoom(room.code), RoomState)
        eve.connection.transport.pause_reading()
        gone = False
        while not gone:
            await bob.say(Chat("x" * 300))
            while not isinstance(message := await bob.hear(), Said):
                gone = gone or (isinstance(message, MemberChanged) and not message.member.connected)
        eve.connection.transport.abort()


# Coming back


async def test_a_dropped_racer_comes_back_to_the_same_board(server: Server) -> None:
    async with client(server, "bob") as bob:
        async with client(server, "ann") as ann:
            code = await start(ann, bob)
            for _ in range(3):
                await ann.act(KLONDIKE)
            token, view = ann.welcome.token, ann.views[ann.player]
            ann.connection.transport.abort()
        while (await bob.until(MemberChanged)).member.connected:
            pass
        async with client(server) as again:
            welcome = await again.hello(token=token)
            assert welcome.room == code
            assert (await again.until(RoomState)).phase == "running"
            assert (await again.until(RaceStarted)).standings[0].moves == 3
            board = await again.until(Board)
            assert (board.number, wire.board_view(board)) == (3, view)
            refused = await again.ask(Undo(2), Refused)  # Not what was sent before.
            assert refused.expected == 3
            assert (await again.act(KLONDIKE)).number == 4
            await again.say(GiveUp())
            await bob.ask(GiveUp(), Results)
            again.connection.transport.abort()
        async with client(server) as third:
            await third.hello(token=token)
            assert (await third.until(Results)).standings[0].status == "gave up"


async def test_spectators_come_and_go(server: Server) -> None:
    async with client(server, "ann") as ann:
        code = await start(ann)
        for number in range(3):
            async with client(server, f"eve {number}") as eve:
                await eve.ask(WatchRoom(code), RoomState)
                await eve.until(Board)
                assert eve.numbers[ann.player] == number
                await ann.act(KLONDIKE)
                await eve.until(Step)
                assert eve.views[ann.player] == ann.views[ann.player]
                if number == 0:
                    await eve.ask(LeaveRoom(), LeftRoom)


async def test_a_bot_tells_its_level_again_after_a_restart(tmp_path: Path) -> None:
    """It is not written down; and who is no bot has none."""
    async with (
        Server.open(tmp_path / "data") as server,
        client(server, "ann") as ann,
        client(server) as cog,
        client(server) as eve,
    ):
        await cog.hello("cog", bot=True, level=4)
        await eve.hello("eve", level=5)
        code = (await ann.ask(CreateRoom(AT_ONCE), RoomState)).code
        room = await cog.ask(JoinRoom(code), RoomState)
        assert [member.level for member in room.members] == [0, 4]
        room = await eve.ask(JoinRoom(code), RoomState)
        assert [member.level for member in room.members] == [0, 4, 0]
        await eve.ask(WatchRoom(code), RoomState)
        started = await ann.ask(StartRace(anyway=True), RaceStarted)
        assert [standing.level for standing in started.standings] == [0, 4]
        shutil.copytree(
            tmp_path / "data", tmp_path / "killed", ignore=shutil.ignore_patterns("*.sock")
        )
    async with (
        Server.open(tmp_path / "killed") as server,
        client(server) as again,
        client(server) as other,
    ):
        await again.hello(token=ann.welcome.token)
        assert {member.level for member in (await again.until(RoomState)).members} == {0}
        await other.hello(token=cog.welcome.token, level=4)
        while (await again.until(MemberChanged)).member.level != 4:
            pass
        standings = (await again.until(Progress)).standings
        assert {standing.name: standing.level for standing in standings} == {"ann": 0, "cog": 4}


async def test_a_killed_server_comes_back_with_the_race_where_it_stood(tmp_path: Path) -> None:
    """What is on the disk at some moment is what a server that was killed then starts from."""
    async with (
        Server.open(tmp_path / "data") as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        code = await start(ann, bob)
        for _ in range(4):
            await ann.act(KLONDIKE)
        await bob.act(KLONDIKE)
        shutil.copytree(
            tmp_path / "data", tmp_path / "killed", ignore=shutil.ignore_patterns("*.sock")
        )
        started = await ann.ask(Resync(), RaceStarted)
    async with (
        Server.open(tmp_path / "killed") as server,
        client(server) as again,
        client(server) as other,
    ):
        welcome = await again.hello(token=ann.welcome.token)
        assert welcome.room == code
        assert [m.connected for m in (await again.until(RoomState)).members] == [True, False]
        restored = await again.until(RaceStarted)
        assert (restored.race, restored.commitment) == (started.race, started.commitment)
        await again.until(Board)
        assert again.views == {ann.player: ann.views[ann.player]}
        assert again.numbers == {ann.player: 4}
        assert (await again.act(KLONDIKE)).number == 5
        await other.hello(token=bob.welcome.token)
        await other.until(Board)
        await other.say(GiveUp())
        results = await again.ask(GiveUp(), Results)
        assert commitment(results.seed) == started.commitment
        replay = await again.ask(GetReplay(results.race, ann.player), Replay)
        assert len(replay.entries) == 5
        assert play_again(replay).fault is None
    async with Server.open(tmp_path / "killed") as server, client(server) as again:
        await again.hello(token=ann.welcome.token)
        standings = (await again.until(Results)).standings
        assert standings == [
            replace(s, connected=s.player == ann.player) for s in results.standings
        ]
        await again.ask(Rematch(), RoomState)


async def test_a_stopped_server_keeps_the_clock(tmp_path: Path) -> None:
    now = 1_000_000
    data = tmp_path / "data"
    async with Server.open(data, clock=lambda: now) as server, client(server, "ann") as ann:
        await start(ann)
        now += 700
    now = 50
    async with Server.open(data, clock=lambda: now) as server, client(server) as ann_again:
        await ann_again.hello(token=ann.welcome.token)
        assert (await ann_again.until(RaceStarted)).elapsed == 700


# Starting


def test_all_games_are_known_before_anybody_asks(tmp_path: Path) -> None:
    """An upgrade takes the files of a running server away."""
    program = (
        "import asyncio, sys, pathlib, server.app\n"
        "async def serve():\n"
        "    async with server.app.Server.open(pathlib.Path(sys.argv[1])):\n"
        "        print(*(name for name in sys.modules if name.startswith('engine.games.')))\n"
        "asyncio.run(serve())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    games = {f"engine.games.{each.name}" for each in pkgutil.iter_modules(engine.games.__path__)}
    assert set(told.split()) == games


async def test_a_taken_port(server: Server, tmp_path: Path) -> None:
    with pytest.raises(ServerProblem, match=f"port {server.port} is taken"):
        async with Server.open(tmp_path / "other", port=server.port):
            pass
    with pytest.raises(ServerProblem, match=r"192\.0\.2\.1 is no address of this machine"):
        async with Server.open(tmp_path / "other", host="192.0.2.1"):
            pass


async def test_one_server_for_one_data_directory(server: Server, tmp_path: Path) -> None:
    with pytest.raises(ServerProblem, match="another server is using"):
        async with Server.open(tmp_path / "data"):
            pass


async def test_a_data_directory_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(ServerProblem, match="cannot write to the data directory"):
        async with Server.open(tmp_path / "data"):
            pass


async def test_a_broken_database(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database " * 1000)
    with pytest.raises(ServerProblem, match="is no database"):
        async with Server.open(tmp_path):
            pass


async def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    async with Server.open(tmp_path):
        pass
    change(tmp_path, "PRAGMA user_version = 999")
    with pytest.raises(ServerProblem, match="newer Samedeal"):
        async with Server.open(tmp_path):
            pass


async def test_when_two_servers_write_one_journal_the_second_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await start(ann)
        change(
            tmp_path,
            "INSERT INTO lots SELECT id, 0, '[[1,[0],5,null]]' FROM races",
        )
        await ann.say(Act(0, wire.pack_action(KLONDIKE.legal_actions(ann.views[ann.player])[0])))
        with pytest.raises(ServerProblem, match="another server writes"):
            async with asyncio.timeout(PATIENCE):
                await server.serve_forever()
        assert (await ann.until(Problem)).code == "out of service"
        assert await ann.closed() == 1013
        assert ann.numbers == {ann.player: 0}
    assert "Traceback" not in caplog.text


async def test_bytes_that_are_no_websocket(server: Server) -> None:
    def knock() -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(b"\x00\xff" * 50 + b"\r\n\r\n")
            return connection.recv(1000)

    assert b"Traceback" not in await asyncio.to_thread(knock)
    async with client(server, "ann") as ann:
        await ann.ask(ListRooms(), Rooms)


async def test_a_client_may_go_at_any_moment(server: Server) -> None:
    for _ in range(3):
        async with connect(f"ws://127.0.0.1:{server.port}") as connection:
            connection.transport.abort()
    async with client(server, "ann") as ann:
        await ann.ask(ListRooms(), Rooms)
        await ann.say(CreateRoom(AT_ONCE))
        ann.connection.transport.abort()
    async with client(server) as again:
        await again.hello(token=ann.welcome.token)
        await again.ask(ListRooms(), Rooms)


def test_the_clock_does_not_go_back() -> None:
    times = [app.milliseconds() for _ in range(100)]
    assert times == sorted(times)


async def test_a_mistake_before_the_welcome_is_counted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("server.reception.admission.Admission.identify", fail)
    async with client(server) as ann:
        await ann.say(Hello(VERSION, "ann"))
        assert await ann.closed() == 1011
    assert b"samedeal_errors_total 1.0" in server.metrics.page()


async def test_a_question_to_a_damaged_place_is_refused_in_a_line_of_the_log(
    server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with client(server, "ann") as ann:
        await start(ann)
        await ann.ask(GiveUp(), Results)
        change(tmp_path / "data", "UPDATE races SET settings = '{', options = '{'")
        assert (await ann.ask(GetReplay(1, ann.player), Problem)).code == "server error"
        assert (await ann.ask(GetProfile(ann.player), Profile)).recent == []
        await ann.ask(ListRooms(), Rooms)
    assert b"samedeal_errors_total 1.0" in server.metrics.page()
    assert caplog.text.count("the database cannot be read") == 1
    assert "samedeal verify" in caplog.text
    assert "Traceback" not in caplog.text

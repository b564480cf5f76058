"""Who may come in and how often, over real sockets: bounds, passwords, tokens."""

import asyncio
import sqlite3
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine import catalogue
from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    ChangeSettings,
    Chat,
    CreateRoom,
    FromClient,
    GiveUp,
    Hello,
    JoinRoom,
    Kick,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    MemberChanged,
    Mute,
    NewToken,
    Problem,
    RenewToken,
    Results,
    Room,
    Rooms,
    Said,
    Settings,
    StartRace,
    Undo,
    WatchRoom,
    Welcome,
)
from server.access import Access
from server.app import Server
from server.bounds import Limits
from server.database import FILE_NAME
from tests.server.play import Client, client, comes_true

SETTINGS = Settings("klondike", countdown=0)
UNSETTLED = "SELECT 1 FROM players WHERE next_hash NOT NULL"
KLONDIKE = catalogue.make("klondike")


def change(data: Path, sql: str) -> None:
    """Change the database file behind the server's back."""
    with sqlite3.connect(data / FILE_NAME) as connection:
        connection.execute(sql)
    connection.close()


def ask(data: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(f"file:{data / FILE_NAME}?mode=ro", uri=True) as connection:
        found = connection.execute(sql).fetchall()
    connection.close()
    return found


def contents(data: Path) -> list[bytes]:
    return [path.read_bytes() for path in data.iterdir() if path.is_file()]


async def refused(client: Client, message: FromClient) -> str:
    return (await client.ask(message, Problem)).code


async def heard_all(client: Client) -> None:
    """Return when the server has taken in all that came before."""
    await (await client.connection.ping())
    await client.ask(ListRooms(), Rooms)


# Names --------------------------------------------------------------------------------------------


async def test_a_look_alike_is_refused(tmp_path: Path) -> None:
    async with Server(tmp_path) as server, client(server, "Ann"), client(server) as eve:
        for name in ("ANN", "\u0410nn", "\uff21nn"):
            assert await refused(eve, Hello(VERSION, name)) == "name taken"


async def test_a_name_whose_welcome_never_arrived_is_free_after_an_hour(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        async with client(server) as lost:
            await lost.say(Hello(VERSION, "ann"))
            lost.connection.transport.abort()
            async with client(server) as bob:
                while await refused(bob, Hello(VERSION, "ann")) != "name taken":
                    pass
        change(tmp_path, "UPDATE players SET made = made - 3601, seen = NULL")
        async with client(server, "Ann") as ann:
            assert ann.welcome.player
        assert ask(tmp_path, "SELECT name FROM players") == [("Ann",)]


async def test_a_name_whose_welcome_arrived_stays_taken(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        async with client(server, "ann") as ann:
            await heard_all(ann)
        sql = "SELECT 1 FROM players WHERE seen IS NULL"
        await comes_true(lambda: not ask(tmp_path, sql))
        change(tmp_path, "UPDATE players SET made = made - 3601, seen = seen - 3601")
        async with client(server) as eve:
            assert await refused(eve, Hello(VERSION, "ann")) == "name taken"


# Tokens -------------------------------------------------------------------------------------------


async def test_a_renewed_token_replaces_the_old_one(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        async with client(server, "ann") as ann:
            old = ann.welcome.token
            new = (await ann.ask(RenewToken(), NewToken)).token
            assert new != old
            await heard_all(ann)
        await comes_true(lambda: not ask(tmp_path, UNSETTLED))
        async with client(server, token=new) as ann, client(server) as eve:
            assert ann.welcome.name == "ann"
            assert await refused(eve, Hello(VERSION, token=old)) == "unknown token"
        assert not any(new.encode() in content for content in contents(tmp_path))


async def test_a_new_token_that_did_not_arrive_locks_nobody_out(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        async with client(server, "ann") as ann:
            old = ann.welcome.token
            # Nothing is read any more, so the server never hears that the token has arrived.
            ann.connection.transport.pause_reading()
            await ann.say(RenewToken())
            await comes_true(lambda: ask(tmp_path, UNSETTLED))
            ann.connection.transport.abort()
        async with client(server, token=old) as ann:
            assert ann.welcome.name == "ann"
            new = (await ann.ask(RenewToken(), NewToken)).token
        async with client(server, token=new) as ann:  # used: from here on it is the only one
            assert ann.welcome.name == "ann"
        async with client(server) as eve:
            assert await refused(eve, Hello(VERSION, token=old)) == "unknown token"


# The server's password ----------------------------------------------------------------------------


async def test_new_players_need_the_servers_password(tmp_path: Path) -> None:
    async with Server(tmp_path, access=Access(password="sesame")) as server:
        async with client(server) as ann:
            assert await refused(ann, Hello(VERSION, "ann")) == "password needed"
            assert await refused(ann, Hello(VERSION, "ann", password="x")) == "wrong password"
            welcome = await ann.ask(Hello(VERSION, "ann", password="sesame"), Welcome)
        async with client(server, token=welcome.token) as ann:
            assert ann.welcome.name == "ann"


async def test_guessing_is_bounded_by_address(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=3)
    async with Server(tmp_path, access=Access(password="sesame"), limits=limits) as server:
        async with client(server) as eve:
            for _ in range(3):
                assert await refused(eve, Hello(VERSION, "eve", password="x")) == "wrong password"
            assert await refused(eve, Hello(VERSION, "eve", password="sesame")) == "too fast"
        async with client(server) as eve:  # another connection does not help
            assert await refused(eve, Hello(VERSION, "eve", password="sesame")) == "too fast"


# Rooms with a password ----------------------------------------------------------------------------


async def test_a_room_with_a_password(tmp_path: Path) -> None:
    async with Server(tmp_path) as server, client(server, "ann") as ann, client(server, "b") as bob:
        room = await ann.ask(CreateRoom(SETTINGS, "sesame"), Room)
        assert room.locked
        assert (await bob.ask(ListRooms(), Rooms)).rooms[0].locked
        for come in (JoinRoom, WatchRoom):
            assert await refused(bob, come(room.code)) == "password needed"
            assert await refused(bob, come(room.code, "x")) == "wrong password"
        assert len((await bob.ask(JoinRoom(room.code, "sesame"), Room)).members) == 2
        await bob.ask(WatchRoom(room.code), Room)  # who is inside needs none
        [(lock,)] = ask(tmp_path, "SELECT lock FROM rooms")
        assert "sesame" not in str(lock)
        await ann.ask(ChangeSettings(SETTINGS, ""), Room)
        await bob.ask(LeaveRoom(), LeftRoom)
        assert not (await bob.ask(JoinRoom(room.code), Room)).locked


async def test_guessing_a_rooms_password_is_bounded(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=2)
    async with (
        Server(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "eve") as eve,
    ):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), Room)).code
        for _ in range(2):
            assert await refused(eve, JoinRoom(code, "x")) == "wrong password"
        assert await refused(eve, JoinRoom(code, "sesame")) == "too fast"


async def test_guessing_on_many_connections_at_once_is_bounded_too(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=3)
    async with (
        Server(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        AsyncExitStack() as stack,
    ):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), Room)).code
        many = [await stack.enter_async_context(client(server, f"eve {n}")) for n in range(2, 10)]
        async with asyncio.TaskGroup() as guessing:
            answers = [guessing.create_task(refused(eve, JoinRoom(code, "x"))) for eve in many]
        assert (
            sorted(task.result() for task in answers) == ["too fast"] * 5 + ["wrong password"] * 3
        )


async def test_password_kicks_and_mutes_survive_a_restart(tmp_path: Path) -> None:
    async with (
        Server(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "eve") as eve,
    ):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), Room)).code
        for one in (bob, eve):
            await one.ask(JoinRoom(code, "sesame"), Room)
        await ann.say(Kick(eve.player))
        assert (await eve.until(LeftRoom)).reason
        await ann.say(Mute(bob.player))
        while not (await bob.until(MemberChanged)).member.muted:
            pass
        tokens = [one.welcome.token for one in (ann, bob, eve)]
    async with (
        Server(tmp_path) as server,
        client(server, token=tokens[0]) as ann,
        client(server, token=tokens[1]) as bob,
        client(server, token=tokens[2]) as eve,
        client(server, "new") as new,
    ):
        assert await refused(eve, JoinRoom(code, "sesame")) == "not allowed"
        assert await refused(bob, Chat("hello")) == "not allowed"
        assert await refused(new, JoinRoom(code)) == "password needed"
        room = await new.ask(JoinRoom(code, "sesame"), Room)
        assert [m.name for m in room.members if m.muted] == ["bob"]
        await ann.say(Mute(bob.player, False))
        while (await bob.until(MemberChanged)).member.muted:
            pass
        assert (await bob.ask(Chat("hello"), Said)).text == "hello"


# Bounds -------------------------------------------------------------------------------------------


async def test_moves_that_come_too_fast_wait_and_none_is_lost(tmp_path: Path) -> None:
    limits = Limits(rate=500.0, burst=40)
    async with Server(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(SETTINGS), Room)
        await ann.say(StartRace())
        while ann.player not in ann.views:
            await ann.hear()
        pairs = 60  # a move and its undo, all at once: three times what may come at once
        start = time.monotonic()
        for number in range(pairs):
            action = KLONDIKE.legal_actions(ann.views[ann.player])[0]
            await ann.say(Act(2 * number, wire.pack_action(action)))
            await ann.say(Undo(2 * number + 1))
        for number in range(2 * pairs):
            assert (await ann.own_step()).number == number + 1
        assert time.monotonic() - start > (2 * pairs - limits.burst) / limits.rate


async def test_what_comes_after_a_move_that_waits_waits_too(tmp_path: Path) -> None:
    limits = Limits(rate=50.0, burst=4)
    async with Server(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(SETTINGS), Room)
        await ann.say(StartRace())
        while ann.player not in ann.views:
            await ann.hear()
        action = KLONDIKE.legal_actions(ann.views[ann.player])[0]
        for number in range(4):
            await ann.say(Act(2 * number, wire.pack_action(action)))
            await ann.say(Undo(2 * number + 1))
        await ann.say(GiveUp())
        for number in range(8):
            assert (await ann.own_step()).number == number + 1
        assert (await ann.until(Results)).standings[0].status == "gave up"


async def test_chat_is_slower_than_the_rest(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, limits=Limits(chat=0.001, chat_burst=2)) as server,
        client(server, "ann") as ann,
    ):
        await ann.ask(CreateRoom(SETTINGS), Room)
        for _ in range(2):
            await ann.ask(Chat("x" * 300), Said)
        assert await refused(ann, Chat("x")) == "too fast"
        await ann.ask(ListRooms(), Rooms)
        assert await refused(ann, Chat("x" * 301)) == "bad message"


async def test_new_players_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with Server(tmp_path, limits=Limits(players_per_hour=2)) as server:
        async with client(server, "ann") as ann, client(server, "bob"), client(server) as eve:
            assert await refused(eve, Hello(VERSION, "eve")) == "too fast"
        async with client(server, token=ann.welcome.token):  # who is known comes in
            pass


async def test_names_that_are_taken_cost_nothing(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, limits=Limits(players_per_hour=2)) as server,
        client(server, "ann"),
        client(server) as bob,
    ):
        for _ in range(5):
            assert await refused(bob, Hello(VERSION, "ann")) == "name taken"
        await bob.hello("bob")


async def test_rooms_of_one_player_are_bounded(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, limits=Limits(rooms_per_hour=2)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        for _ in range(2):
            await ann.ask(CreateRoom(SETTINGS), Room)
            await ann.ask(LeaveRoom(), LeftRoom)
        assert await refused(ann, CreateRoom(SETTINGS)) == "too fast"
        await bob.ask(CreateRoom(SETTINGS), Room)


async def test_changing_a_rooms_password_without_end_is_bounded_too(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, limits=Limits(rooms_per_hour=2)) as server,
        client(server, "ann") as ann,
    ):
        await ann.ask(CreateRoom(SETTINGS), Room)
        await ann.ask(ChangeSettings(SETTINGS, "x"), Room)
        assert await refused(ann, ChangeSettings(SETTINGS, "y")) == "too fast"
        assert (await ann.ask(ChangeSettings(SETTINGS), Room)).locked


async def test_races_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, limits=Limits(races_per_hour=1)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        for one in (ann, bob):
            await one.ask(CreateRoom(SETTINGS), Room)
        await ann.say(StartRace())
        while (await ann.until(Room)).phase != "running":
            pass
        assert await refused(bob, StartRace()) == "too fast"


async def test_an_idle_room_is_closed(tmp_path: Path) -> None:
    async with Server(tmp_path, limits=Limits(idle=0.2)) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(SETTINGS), Room)
        assert "nothing has happened" in (await ann.until(LeftRoom)).reason
        assert (await ann.ask(ListRooms(), Rooms)).rooms == []


async def test_who_answers_no_ping_is_given_up(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, limits=Limits(ping=1.0)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        code = (await bob.ask(CreateRoom(SETTINGS), Room)).code
        await ann.ask(JoinRoom(code), Room)
        ann.connection.transport.pause_reading()
        while (await bob.until(MemberChanged)).member.connected:
            pass
        ann.connection.transport.abort()


async def test_refused_hellos_without_end_are_cut_off(tmp_path: Path) -> None:
    async with Server(tmp_path, limits=Limits(hello=0.1)) as server, client(server) as eve:
        assert await refused(eve, Hello(VERSION, "")) == "bad name"
        assert await eve.closed() == 1008  # for saying nothing better in time


@pytest.mark.parametrize("frame", [100, 200])
async def test_the_longest_frame_is_a_setting(tmp_path: Path, frame: int) -> None:
    async with (
        Server(tmp_path, limits=Limits(frame=frame)) as server,
        client(server, "eve") as eve,
    ):
        await eve.connection.send(bytes(frame))
        assert (await eve.until(Problem)).code == "bad message"
        await eve.connection.send(bytes(frame + 1))
        assert await eve.closed() == 1009


async def test_a_hello_that_was_held_up_replaces_nobody(tmp_path: Path) -> None:
    """The line was cut, the client came back, and only then its first hello arrived."""
    async with Server(tmp_path) as server, client(server) as held, client(server) as back:
        token = (await back.hello("ann")).token
        await back.connection.close()
        async with client(server) as later:
            await later.ask(Hello(VERSION, token=token, run="r", attempt=4), Welcome)
            await held.say(Hello(VERSION, token=token, run="r", attempt=3))
            assert await held.closed() == 1008
            assert await later.ask(ListRooms(), Rooms) == Rooms([])
            async with client(server) as elsewhere:
                await elsewhere.ask(Hello(VERSION, token=token, run="s"), Welcome)
                assert (await later.until(Problem)).code == "replaced"

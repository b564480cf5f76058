"""Who may come in, over real sockets: names, tokens, passwords."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from protocol.messages import (
    VERSION,
    ChangeSettings,
    Chat,
    CreateRoom,
    Hello,
    JoinRoom,
    Kick,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    MemberChanged,
    Mute,
    NewToken,
    RenewToken,
    Rooms,
    RoomState,
    Said,
    Settings,
    WatchRoom,
    Welcome,
)
from server.app import Server
from server.bounds import Limits
from server.network.access import Access
from tests.server.play import change, client, comes_true, heard_all, refused, rows

SETTINGS = Settings("klondike", countdown=0)
UNSETTLED = "SELECT 1 FROM players WHERE next_hash NOT NULL"


def contents(data: Path) -> list[bytes]:
    return [path.read_bytes() for path in data.iterdir() if path.is_file()]


# Names --------------------------------------------------------------------------------------------


async def test_a_look_alike_is_refused(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "Ann"), client(server) as eve:
        for name in ("ANN", "\u0410nn", "\uff21nn"):
            assert await refused(eve, Hello(VERSION, name)) == "name taken"


async def test_a_name_whose_welcome_never_arrived_is_free_after_an_hour(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server) as lost:
            await lost.say(Hello(VERSION, "ann"))
            lost.connection.transport.abort()
            async with client(server) as bob:
                while await refused(bob, Hello(VERSION, "ann")) != "name taken":
                    pass
        change(tmp_path, "UPDATE players SET made = made - 3601, seen = NULL")
        async with client(server, "Ann") as ann:
            assert ann.welcome.player
        assert rows(tmp_path, "SELECT name FROM players") == [("Ann",)]


async def test_a_name_whose_welcome_arrived_stays_taken(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            await heard_all(ann)
        sql = "SELECT 1 FROM players WHERE seen IS NULL"
        await comes_true(lambda: not rows(tmp_path, sql))
        change(tmp_path, "UPDATE players SET made = made - 3601, seen = seen - 3601")
        async with client(server) as eve:
            assert await refused(eve, Hello(VERSION, "ann")) == "name taken"


# Tokens -------------------------------------------------------------------------------------------


async def test_a_renewed_token_replaces_the_old_one(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            old = ann.welcome.token
            new = (await ann.ask(RenewToken(), NewToken)).token
            assert new != old
            await heard_all(ann)
        await comes_true(lambda: not rows(tmp_path, UNSETTLED))
        async with client(server, token=new) as ann, client(server) as eve:
            assert ann.welcome.name == "ann"
            assert await refused(eve, Hello(VERSION, token=old)) == "unknown token"
        assert not any(new.encode() in content for content in contents(tmp_path))


async def test_a_new_token_that_did_not_arrive_locks_nobody_out(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            old = ann.welcome.token
            # Nothing is read any more, so the server never hears that the token has arrived.
            ann.connection.transport.pause_reading()
            await ann.say(RenewToken())
            await comes_true(lambda: rows(tmp_path, UNSETTLED))
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
    async with Server.open(tmp_path, access=Access(password="sesame")) as server:
        async with client(server) as ann:
            assert await refused(ann, Hello(VERSION, "ann")) == "password needed"
            assert await refused(ann, Hello(VERSION, "ann", password="x")) == "wrong password"
            welcome = await ann.ask(Hello(VERSION, "ann", password="sesame"), Welcome)
        async with client(server, token=welcome.token) as ann:
            assert ann.welcome.name == "ann"


async def test_guessing_is_bounded_by_address(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=3)
    async with Server.open(tmp_path, access=Access(password="sesame"), limits=limits) as server:
        async with client(server) as eve:
            for _ in range(3):
                assert await refused(eve, Hello(VERSION, "eve", password="x")) == "wrong password"
            assert await refused(eve, Hello(VERSION, "eve", password="sesame")) == "too fast"
        async with client(server) as eve:  # another connection does not help
            assert await refused(eve, Hello(VERSION, "eve", password="sesame")) == "too fast"


# Rooms with a password ----------------------------------------------------------------------------


async def test_a_room_with_a_password(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "b") as bob,
    ):
        room = await ann.ask(CreateRoom(SETTINGS, "sesame"), RoomState)
        assert room.locked
        assert (await bob.ask(ListRooms(), Rooms)).rooms[0].locked
        for come in (JoinRoom, WatchRoom):
            assert await refused(bob, come(room.code)) == "password needed"
            assert await refused(bob, come(room.code, "x")) == "wrong password"
        assert len((await bob.ask(JoinRoom(room.code, "sesame"), RoomState)).members) == 2
        await bob.ask(WatchRoom(room.code), RoomState)  # who is inside needs none
        [(lock,)] = rows(tmp_path, "SELECT lock FROM rooms")
        assert "sesame" not in str(lock)
        await ann.ask(ChangeSettings(SETTINGS, ""), RoomState)
        await bob.ask(LeaveRoom(), LeftRoom)
        assert not (await bob.ask(JoinRoom(room.code), RoomState)).locked


async def test_guessing_a_rooms_password_is_bounded(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=2)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "eve") as eve,
    ):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), RoomState)).code
        for _ in range(2):
            assert await refused(eve, JoinRoom(code, "x")) == "wrong password"
        assert await refused(eve, JoinRoom(code, "sesame")) == "too fast"


async def test_guessing_on_many_connections_at_once_is_bounded_too(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=3)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        AsyncExitStack() as stack,
    ):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), RoomState)).code
        many = [await stack.enter_async_context(client(server, f"eve {n}")) for n in range(2, 10)]
        async with asyncio.TaskGroup() as guessing:
            answers = [guessing.create_task(refused(eve, JoinRoom(code, "x"))) for eve in many]
        assert (
            sorted(task.result() for task in answers) == ["too fast"] * 5 + ["wrong password"] * 3
        )


async def test_password_kicks_and_mutes_survive_a_restart(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "eve") as eve,
    ):
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), RoomState)).code
        for one in (bob, eve):
            await one.ask(JoinRoom(code, "sesame"), RoomState)
        await ann.say(Kick(eve.player))
        assert (await eve.until(LeftRoom)).reason
        await ann.say(Mute(bob.player))
        while not (await bob.until(MemberChanged)).member.muted:
            pass
        tokens = [one.welcome.token for one in (ann, bob, eve)]
    async with (
        Server.open(tmp_path) as server,
        client(server, token=tokens[0]) as ann,
        client(server, token=tokens[1]) as bob,
        client(server, token=tokens[2]) as eve,
        client(server, "new") as new,
    ):
        assert await refused(eve, JoinRoom(code, "sesame")) == "not allowed"
        assert await refused(bob, Chat("hello")) == "not allowed"
        assert await refused(new, JoinRoom(code)) == "password needed"
        room = await new.ask(JoinRoom(code, "sesame"), RoomState)
        assert [m.name for m in room.members if m.muted] == ["bob"]
        await ann.say(Mute(bob.player, False))
        while (await bob.until(MemberChanged)).member.muted:
            pass
        assert (await bob.ask(Chat("hello"), Said)).text == "hello"


async def test_new_players_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(players_per_hour=2)) as server:
        async with client(server, "ann") as ann, client(server, "bob"), client(server) as eve:
            assert await refused(eve, Hello(VERSION, "eve")) == "too fast"
        async with client(server, token=ann.welcome.token):  # who is known comes in
            pass


async def test_names_that_are_taken_cost_nothing(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(players_per_hour=2)) as server,
        client(server, "ann"),
        client(server) as bob,
    ):
        for _ in range(5):
            assert await refused(bob, Hello(VERSION, "ann")) == "name taken"
        await bob.hello("bob")

"""Rooms with a password, and how many rooms and races there may be, over real sockets."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from protocol.messages import (
    ChangeSettings,
    Chat,
    CreateRoom,
    JoinRoom,
    Kick,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    MemberChanged,
    Mute,
    Rooms,
    RoomState,
    Said,
    Settings,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits
from server.rooms import passwords
from server.rooms.passwords import Key, Lock
from tests.server.play import client, refused, rows

SETTINGS = Settings("klondike", countdown=0)


# Passwords ----------------------------------------------------------------------------------------


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


async def test_right_passwords_are_hashed_one_at_a_time_and_none_counts_as_a_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, most = 0, 0
    hash_it = passwords.make_key

    def make_key(password: str, lock: Lock) -> Key:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        key = hash_it(password, lock)
        under_way -= 1
        return key

    monkeypatch.setattr(passwords, "make_key", make_key)
    limits = Limits(wrong_passwords=1, connections_per_address=30)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Server.open(tmp_path, limits=limits))
        ann = await stack.enter_async_context(client(server, "ann"))
        code = (await ann.ask(CreateRoom(SETTINGS, "sesame"), RoomState)).code
        many = [await stack.enter_async_context(client(server, f"p{n}")) for n in range(20)]
        async with asyncio.TaskGroup() as coming:
            for player in many:
                coming.create_task(player.ask(WatchRoom(code, "sesame"), RoomState))
        for player in (ann, *many):
            player.connection.transport.abort()  # They would read all about each other first.
    assert most == 1


# By the hour --------------------------------------------------------------------------------------


async def test_rooms_of_one_player_are_bounded(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(rooms_per_hour=2)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        for _ in range(2):
            await ann.ask(CreateRoom(SETTINGS), RoomState)
            await ann.ask(LeaveRoom(), LeftRoom)
        assert await refused(ann, CreateRoom(SETTINGS)) == "too fast"
        await bob.ask(CreateRoom(SETTINGS), RoomState)


async def test_changing_a_rooms_password_without_end_is_bounded_too(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(rooms_per_hour=2)) as server,
        client(server, "ann") as ann,
    ):
        await ann.ask(CreateRoom(SETTINGS), RoomState)
        await ann.ask(ChangeSettings(SETTINGS, "x"), RoomState)
        assert await refused(ann, ChangeSettings(SETTINGS, "y")) == "too fast"
        assert (await ann.ask(ChangeSettings(SETTINGS), RoomState)).locked


async def test_races_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(races_per_hour=1)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        for one in (ann, bob):
            await one.ask(CreateRoom(SETTINGS), RoomState)
        await ann.say(StartRace())
        while (await ann.until(RoomState)).phase != "running":
            pass
        assert await refused(bob, StartRace()) == "too fast"

"""Rooms with a password, and how many rooms and races there may be, over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from protocol.messages import (
    Announcement,
    Board,
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
    Problem,
    Rooms,
    RoomState,
    Said,
    Settings,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits
from server.network.access import Access, parse_network
from server.rooms import passwords
from server.rooms.passwords import Key, Lock
from tests.server.play import Client, client, refused, rows

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
        async with client(server, "bob") as bob:
            other = (await bob.ask(CreateRoom(SETTINGS, "open"), RoomState)).code
            for _ in range(2):
                assert await refused(eve, JoinRoom(code, "x")) == "wrong password"
            assert await refused(eve, JoinRoom(code, "sesame")) == "too fast"
            assert (await eve.ask(JoinRoom(other, "open"), RoomState)).code == other


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


# Many rooms ---------------------------------------------------------------------------------------

BEHIND_A_PROXY = Access(proxies=(parse_network("127.0.0.0/8"),))


@asynccontextmanager
async def at(server: Server, address: str, name: str) -> AsyncIterator[Client]:
    """Connect as a new player from an address, as a proxy says."""
    async with connect(
        f"ws://127.0.0.1:{server.port}",
        compression=None,
        additional_headers={"X-Forwarded-For": address},
    ) as connection:
        somebody = Client(connection)
        await somebody.hello(name)
        yield somebody


async def test_rooms_of_one_address_are_bounded_whoever_makes_them(tmp_path: Path) -> None:
    limits = Limits(rooms_per_address=2, address_rooms_per_hour=3)
    async with (
        Server.open(tmp_path, limits=limits, access=BEHIND_A_PROXY) as server,
        AsyncExitStack() as stack,
    ):
        here = [
            await stack.enter_async_context(at(server, f"2001:db8::{n}", f"p{n}"))
            for n in range(1, 4)
        ]
        other = await stack.enter_async_context(at(server, "2001:db8:0:1::1", "other"))
        for maker in here[:2]:
            await maker.ask(CreateRoom(SETTINGS), RoomState)
        assert await refused(here[2], CreateRoom(SETTINGS)) == "too many rooms"
        await other.ask(CreateRoom(SETTINGS), RoomState)
        await here[0].ask(LeaveRoom(), LeftRoom)
        await here[2].ask(CreateRoom(SETTINGS), RoomState)
        await here[2].ask(LeaveRoom(), LeftRoom)
        assert await refused(here[0], CreateRoom(SETTINGS)) == "too fast"


async def test_many_rooms_at_once_leave_the_honest_one_in_the_list(tmp_path: Path) -> None:
    """110 rooms from two addresses pushed every other one out of the list."""
    limits = Limits(listed=15, connections_per_address=100, players_per_hour=200)
    async with (
        Server.open(tmp_path, limits=limits, access=BEHIND_A_PROXY) as server,
        AsyncExitStack() as stack,
    ):
        ann = await stack.enter_async_context(at(server, "203.0.113.1", "ann"))
        bob = await stack.enter_async_context(at(server, "203.0.113.2", "bob"))
        code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
        await bob.ask(JoinRoom(code), RoomState)
        made = 0
        for number in range(24):
            address = f"198.51.100.{number % 2}"
            eve = await stack.enter_async_context(at(server, address, f"eve {number}"))
            await eve.say(CreateRoom(SETTINGS))
            while not isinstance(answer := await eve.hear(), Problem | RoomState):
                pass
            made += isinstance(answer, RoomState)
        assert made == 20
        rooms = await eve.ask(ListRooms(), Rooms)
        assert rooms.rooms[0].code == code
        assert (len(rooms.rooms), rooms.more) == (15, 6)


async def test_watching_from_a_racers_address_is_refused_over_real_sockets(tmp_path: Path) -> None:
    async with Server.open(tmp_path, access=BEHIND_A_PROXY) as server:
        async with (
            at(server, "203.0.113.1", "ann") as ann,
            at(server, "203.0.113.1", "eve") as eve,
            at(server, "203.0.113.2", "cat") as cat,
        ):
            code = (await ann.ask(CreateRoom(SETTINGS), RoomState)).code
            await ann.say(StartRace())
            await ann.until(Board)
            problem = await eve.ask(WatchRoom(code), Problem)
            assert (problem.code, problem.text) == (
                "not allowed",
                "somebody at your address is racing there; come in when that race is over",
            )
            await cat.ask(WatchRoom(code), RoomState)
            assert (await cat.until(Board)).player == ann.player
        # Ann is away, and still a racer: she keeps her place, and comes back from another one.
        async with (
            at(server, "203.0.113.3", "dan") as dan,
            connect(
                f"ws://127.0.0.1:{server.port}",
                compression=None,
                additional_headers={"X-Forwarded-For": "203.0.113.3"},
            ) as connection,
        ):
            await dan.ask(WatchRoom(code), RoomState)
            await dan.until(Board)
            again = Client(connection)
            await again.hello(token=ann.welcome.token)
            assert "at your address" in (await dan.until(Announcement)).text


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

"""Several servers on one database: each room is one server's, and goes on at another if it ends."""

import asyncio
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from engine import catalogue
from protocol.messages import (
    VERSION,
    Act,
    Board,
    CreateRoom,
    GiveUp,
    Hello,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    Moved,
    Problem,
    Results,
    RoomState,
    StartRace,
    WatchRoom,
    Welcome,
)
from server.app import Server
from tests.server.neighbours.conftest import sharing, where
from tests.server.play import AT_ONCE, PATIENCE, Client, client, comes_true, make_room, start

KLONDIKE = catalogue.make("klondike")


def die(server: Server) -> None:
    """Have a server be silent to the database from now on, as one that was killed or paused."""
    task = server.database._renewing  # type: ignore[attr-defined]
    task.cancel()


async def answer(somebody: Client) -> type[RoomState | Moved]:
    """Return what comes of a wish for a room."""
    while not isinstance(message := await somebody.hear(), RoomState | Moved):
        pass
    return type(message)


async def sent_on(somebody: Client, to: Server) -> None:
    """Hear that somebody has to go to another server, and nothing else."""
    assert (await somebody.until(Moved)).address == where(to)
    async with asyncio.timeout(PATIENCE):
        await somebody.closed()


async def test_who_asks_for_a_room_of_another_server_is_told_where_it_is(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann:
        code = await make_room(ann)
        for name, wish in (("bob", JoinRoom(code.lower())), ("bill", WatchRoom(code))):
            async with client(other, name) as bob:
                await bob.say(wish)
                await sent_on(bob, one)
        async with client(other, "cat") as cat:
            assert (await cat.ask(JoinRoom("NONONO"), Problem)).code == "unknown room"


async def test_who_is_in_a_room_is_sent_to_its_server(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann:
        await start(ann)
        async with client(other) as again:
            await again.say(Hello(VERSION, token=ann.welcome.token))
            await sent_on(again, one)


async def test_a_player_is_in_one_room_of_all_servers(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(other, token=ann.welcome.token) as again:
        code = await make_room(ann)
        async with client(other, "bob") as bob:
            free = await make_room(bob)
            await again.say(JoinRoom(free))
            await sent_on(again, one)
            await ann.ask(LeaveRoom(), LeftRoom)
            await comes_true(lambda: code not in one.lobby.rooms)
            async with client(other, token=ann.welcome.token) as third:
                assert (await third.ask(JoinRoom(free), RoomState)).code == free
                await ann.say(CreateRoom(AT_ONCE))
                await sent_on(ann, other)


async def test_of_two_rooms_that_are_asked_for_at_once_a_player_gets_one(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    for attempt in range(5):
        async with (
            client(one, f"ann {attempt}") as here,
            client(other, token=here.welcome.token) as there,
        ):
            await asyncio.gather(here.say(CreateRoom(AT_ONCE)), there.say(CreateRoom(AT_ONCE)))
            told = await asyncio.gather(answer(here), answer(there))
            assert set(told) == {RoomState, Moved}
    assert one.database.trouble is None
    assert other.database.trouble is None


async def test_when_a_server_ends_another_has_its_rooms_with_all_that_was_acknowledged(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(one, "bob") as bob:
        code = await start(ann, bob)
        for _ in range(5):
            step = await ann.act(KLONDIKE)
        board = ann.views[ann.player]
        die(one)
        await comes_true(lambda: code in other.lobby.rooms)
        with suppress(ConnectionClosed):  # It may have noticed already.
            await ann.say(Act(ann.numbers[ann.player], [0]))
        assert (await ann.until(Problem)).code == "out of service"
        async with (
            client(other, token=ann.welcome.token) as again,
            client(other, token=bob.welcome.token) as third,
        ):
            while (shown := await again.until(Board)).player != again.player:
                pass
            assert shown.number == step.number
            assert again.views[again.player] == board
            await again.act(KLONDIKE)
            while third.player not in third.views:
                await third.until(Board)
            await third.act(KLONDIKE)
            for each in (again, third):
                await each.say(GiveUp())
            assert [each.moves for each in (await third.until(Results)).standings] == [6, 1]
        await comes_true(lambda: one.database.trouble is None)  # It has another turn.


async def test_the_rooms_of_one_that_ends_are_shared_out(tmp_path: Path, address: str) -> None:
    async with (
        sharing(tmp_path / "1", address) as one,
        sharing(tmp_path / "2", address) as two,
        sharing(tmp_path / "3", address) as three,
    ):
        codes = set()
        for number in range(6):
            async with client(one, f"ann {number}") as ann:
                codes.add(await make_room(ann))
        die(one)
        await comes_true(lambda: {*two.lobby.rooms, *three.lobby.rooms} == codes)
        assert len(two.lobby.rooms) + len(three.lobby.rooms) == 6
        assert min(len(two.lobby.rooms), len(three.lobby.rooms)) >= 1


async def test_a_server_that_shares_nothing_keeps_the_others_out(
    tmp_path: Path, address: str
) -> None:
    async with (
        Server.open(tmp_path / "alone", database_at=address) as alone,
        sharing(tmp_path / "late", address) as late,
    ):
        assert late.database.trouble is not None
        assert "--reached-at" in str(late.database.trouble)
        assert alone.database.trouble is None


async def test_a_client_goes_where_its_room_is_and_asks_for_it_there(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann:
        code = await make_room(ann)
        session, told = Session("bob"), list[str]()
        connection = Connection(Address("127.0.0.1", other.port), session, report=told.append)
        async with asyncio.timeout(PATIENCE), connection:
            async for message in connection.messages():
                if isinstance(message, Welcome) and not session.room and not session.moved:
                    session.join_room(code)
                elif isinstance(message, RoomState):
                    break
            assert session.room is not None
            assert session.room.code == code
            assert told == [], "nothing was lost"
            await ann.say(StartRace(anyway=True))
            async for message in connection.messages():
                if isinstance(message, Board):
                    break
        assert session.race is not None

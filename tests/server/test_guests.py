"""Guests on real sockets: nothing of them is written down, and many come from one address."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine import catalogue
from protocol.messages import (
    FIRST_GUEST,
    VERSION,
    Act,
    Board,
    Chat,
    CreateRoom,
    GetLeaderboard,
    Hello,
    JoinRoom,
    Leaderboard,
    Problem,
    RenewToken,
    RoomState,
    Step,
    WatchRoom,
    Welcome,
)
from server.app import Server
from server.bounds import Limits
from server.network.access import Access
from tests.server.play import AT_ONCE, Client, client, heard_all, refused, rows, start

LOOKING_ON = Hello(VERSION, guest=True)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path) as opened:
        yield opened


async def guest(stack: AsyncExitStack, server: Server) -> Client:
    """Let a guest come in."""
    found = await stack.enter_async_context(client(server))
    found.welcome = await found.ask(LOOKING_ON, Welcome)
    return found


async def test_a_guest_watches_and_leaves_no_trace(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, AsyncExitStack() as stack:
        code = await start(ann)
        gus, gia = [await guest(stack, server) for _ in range(2)]
        assert gus.player >= FIRST_GUEST
        assert gia.player == gus.player + 1
        assert (gus.welcome.name, gus.welcome.token) == ("Guest", "")
        for each in (gus, gia):
            await each.ask(WatchRoom(code), RoomState)
            await each.until(Board)
        step = await ann.act(catalogue.make(AT_ONCE.game))
        assert (await gus.until(Step)).number == step.number
        assert isinstance(await gia.ask(GetLeaderboard(AT_ONCE.game), Leaderboard), Leaderboard)
        await gus.connection.close()
        await heard_all(ann)
    assert rows(tmp_path, "SELECT name FROM players") == [("ann",)]
    assert rows(tmp_path, "SELECT count(*) FROM members") == [(1,)]


async def test_what_guests_may_not_is_refused(server: Server) -> None:
    async with client(server, "ann") as ann, AsyncExitStack() as stack:
        code = (await ann.ask(CreateRoom(AT_ONCE), RoomState)).code
        gus = await guest(stack, server)
        await gus.ask(WatchRoom(code), RoomState)
        for message in (CreateRoom(AT_ONCE, "x"), JoinRoom(code), Chat("hello"), RenewToken()):
            assert await refused(gus, message) == "not allowed"
        assert await refused(gus, Act(0, [0])) == "not in a room"


async def test_guests_of_an_address_are_counted_by_themselves(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=3, guests_per_address=5)
    async with Server.open(tmp_path, limits=limits) as server, AsyncExitStack() as stack:
        for _ in range(5):
            await guest(stack, server)
        ann = await stack.enter_async_context(client(server, "ann"))
        sixth = await stack.enter_async_context(client(server))
        problem = await sixth.ask(LOOKING_ON, Problem)
        assert problem.code == "too many connections"
        assert "choose a name" in problem.text
        await sixth.closed()
        await stack.enter_async_context(client(server, "bob"))
        await stack.enter_async_context(client(server, "cat"))
        one_more = await stack.enter_async_context(client(server))
        assert (await one_more.until(Problem)).code == "too many connections"
        await heard_all(ann)


async def test_a_guest_says_the_servers_password(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, access=Access(password="open sesame")) as server,
        client(server) as gus,
    ):
        assert await refused(gus, LOOKING_ON) == "password needed"
        assert await refused(gus, Hello(VERSION, guest=True, password="x")) == "wrong password"
        hello = Hello(VERSION, guest=True, password="open sesame")
        assert (await gus.ask(hello, Welcome)).player >= FIRST_GUEST

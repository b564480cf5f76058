"""What an operator asks of one server is done at all that share its database."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from protocol.messages import (
    VERSION,
    Announcement,
    Deleted,
    DeleteMe,
    Hello,
    LeftRoom,
    Moved,
    Problem,
)
from server.app import Server
from server.operator.requests import (
    Announce,
    AnyRequest,
    BanPlayer,
    Delete,
    List,
    Rename,
    Reply,
    Revoke,
    ShutRoom,
    Unban,
)
from server.operator.socket import ask
from tests.server.play import PATIENCE, client, comes_true, make_room, refused, start

Ask = Callable[[AnyRequest], Awaitable[Reply]]


@pytest.fixture
def of_one(two: tuple[Server, Server], tmp_path: Path) -> Ask:
    """Return how to ask the first server."""
    del two
    return lambda request: ask(tmp_path / "one", request)


async def test_everybody_hears_an_announcement(two: tuple[Server, Server], of_one: Ask) -> None:
    async with client(two[0], "ann") as ann, client(two[1], "bob") as bob:
        assert (await of_one(Announce("tea is ready"))).ok
        for each in (ann, bob):
            assert (await each.until(Announcement)).text == "tea is ready"


async def test_lists_are_of_all_servers(two: tuple[Server, Server], of_one: Ask) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(other, "bob") as bob, client(one, "cat"):
        codes = {await make_room(each) for each in (ann, bob)}
        rooms = await of_one(List("rooms"))
        assert {row["code"] for row in rooms.rows} == codes
        assert rooms.text == "2 rooms"
        players = (await of_one(List("players"))).rows
        assert [(row["name"], row["connected"]) for row in players] == [
            *(("ann", True), ("bob", True), ("cat", True))
        ]
        assert len((await of_one(List("connections"))).rows) == 3


async def test_a_room_of_another_server_is_shut(two: tuple[Server, Server], of_one: Ask) -> None:
    async with client(two[1], "bob") as bob:
        code = await make_room(bob)
        assert await of_one(ShutRoom(code)) == Reply(True, f"room {code} is closed")
        await bob.until(LeftRoom)
    assert not (await of_one(ShutRoom(code))).ok


async def test_who_is_banned_is_out_everywhere_and_may_come_back_everywhere(
    two: tuple[Server, Server], of_one: Ask
) -> None:
    other = two[1]
    async with client(other, "bob") as bob:
        code = await make_room(bob)
        assert (await of_one(BanPlayer("bob", reason="insults"))).ok
        assert (await bob.until(Problem)).code == "banned"
        await comes_true(lambda: code not in other.lobby.rooms)
        async with client(other) as again:
            await again.say(Hello(VERSION, token=bob.welcome.token))
            assert (await again.until(Problem)).code == "banned"
        [ban] = (await of_one(List("bans"))).rows
        assert (await of_one(Unban(ban["ban"]))).ok
        await comes_true(lambda: not other.bans.all)
        async with client(other, token=bob.welcome.token):
            pass


async def test_what_is_not_done_is_ordered_of_nobody(
    two: tuple[Server, Server], of_one: Ask
) -> None:
    async with client(two[1], "bob") as bob:
        for request in (Rename("bob", "\u202e"), Rename("nobody", "Anna"), BanPlayer("nobody")):
            assert not (await of_one(request)).ok
        assert await make_room(bob), "nobody was sent away"


async def test_a_player_is_renamed_revoked_and_deleted_wherever_they_are(
    two: tuple[Server, Server], of_one: Ask
) -> None:
    other = two[1]
    async with client(other, "bob") as bob, client(other, "cat") as cat:
        token = bob.welcome.token
        await make_room(bob)
        assert (await of_one(Rename("bob", "Robert"))).ok
        async with asyncio.timeout(PATIENCE):
            await bob.closed()
        async with client(other, token=token) as again:
            assert again.welcome.name == "Robert"
            renewed = await of_one(Revoke("Robert", renew=True))
            async with asyncio.timeout(PATIENCE):
                await again.closed()
        async with client(other, token=renewed.rows[0]["token"]) as third:
            assert (await of_one(Delete("Robert"))).ok
            async with asyncio.timeout(PATIENCE):
                await third.closed()
            await comes_true(lambda: other.lobby.rooms == {})
        del cat


async def test_who_leaves_for_good_is_gone_from_all_servers(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "bob") as bob, client(other, token=bob.welcome.token) as there:
        await bob.ask(DeleteMe("bob"), Deleted)
        async with asyncio.timeout(PATIENCE):
            await there.closed()
        async with client(other) as again:
            hello = Hello(VERSION, token=bob.welcome.token)
            assert (await again.ask(hello, Problem)).code == "unknown token"


async def test_who_races_elsewhere_is_sent_there_to_be_deleted(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "bob") as bob, client(other, token=bob.welcome.token) as there:
        await start(there)
        moved = await bob.ask(DeleteMe("bob"), Moved)
        assert str(other.port) in moved.address
        assert await refused(there, DeleteMe("bob")) == "wrong time"

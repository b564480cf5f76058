"""How connections go on and end, over real sockets."""

from pathlib import Path

import pytest

from protocol.forms import JSON
from protocol.messages import (
    VERSION,
    CreateRoom,
    GetProfile,
    Hello,
    JoinRoom,
    LeftRoom,
    ListRooms,
    MemberChanged,
    Ping,
    Pong,
    Problem,
    Rooms,
    RoomState,
    Settings,
    Welcome,
)
from server.app import Server
from server.bounds import Limits
from server.storage.database import BadDatabase, Unreachable
from tests.server.play import client, refused

SETTINGS = Settings("klondike", countdown=0)


async def test_an_idle_room_is_closed(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(idle=0.2)) as server,
        client(server, "ann") as ann,
    ):
        await ann.ask(CreateRoom(SETTINGS), RoomState)
        assert "nothing has happened" in (await ann.until(LeftRoom)).reason
        assert (await ann.ask(ListRooms(), Rooms)).rooms == []


async def test_who_answers_no_ping_is_given_up(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(ping=1.0)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        code = (await bob.ask(CreateRoom(SETTINGS), RoomState)).code
        await ann.ask(JoinRoom(code), RoomState)
        ann.connection.transport.pause_reading()
        while (await bob.until(MemberChanged)).member.connected:
            pass
        ann.connection.transport.abort()


async def test_a_page_may_ask_whether_the_server_is_there_as_often_as_it_makes_moves(
    tmp_path: Path,
) -> None:
    """No request is spent on it, a guest may ask, too, and before the hello nobody does."""
    limits = Limits(rate=500.0, requests=0.001, requests_burst=1, requests_per_address_burst=2)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, form=JSON) as gus,
    ):
        assert await refused(gus, Ping()) == "hello first"
        await gus.ask(Hello(VERSION, guest=True), Welcome)
        for _ in range(50):
            await gus.ask(Ping(), Pong)


@pytest.mark.parametrize("frame", [100, 200])
async def test_the_longest_frame_is_a_setting(tmp_path: Path, frame: int) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(frame=frame)) as server,
        client(server, "eve") as eve,
    ):
        await eve.connection.send(bytes(frame))
        assert (await eve.until(Problem)).code == "bad message"
        await eve.connection.send(bytes(frame + 1))
        assert await eve.closed() == 1009


async def test_a_hello_that_was_held_up_replaces_nobody(tmp_path: Path) -> None:
    """The line was cut, the client came back, and only then its first hello arrived."""
    async with Server.open(tmp_path) as server, client(server) as held, client(server) as back:
        token = (await back.hello("ann")).token
        await back.connection.close()
        async with client(server) as later:
            await later.ask(Hello(VERSION, token=token, run="r", attempt=4), Welcome)
            assert (
                await refused(held, Hello(VERSION, token=token, run="r", attempt=3)) == "replaced"
            )
            assert await held.closed() == 1008
            assert await later.ask(ListRooms(), Rooms) == Rooms([])
            async with client(server) as elsewhere:
                await elsewhere.ask(Hello(VERSION, token=token, run="s"), Welcome)
                assert (await later.until(Problem)).code == "replaced"


async def test_without_a_run_an_attempt_means_nothing(tmp_path: Path) -> None:
    """Who counts without saying of what would be locked out by the highest number ever said."""
    async with Server.open(tmp_path) as server, client(server, "ann") as first:
        token = first.welcome.token
        async with client(server) as high, client(server) as low:
            await high.ask(Hello(VERSION, token=token, attempt=2**53), Welcome)
            await low.ask(Hello(VERSION, token=token, attempt=0), Welcome)
            assert await low.ask(ListRooms(), Rooms) == Rooms([])


async def test_the_reason_told_at_the_end_is_that_of_the_refused_hello(tmp_path: Path) -> None:
    limits = Limits(hello=0.1, players_per_hour=1)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann"),
        client(server) as bob,
    ):
        problem = await bob.ask(Hello(VERSION, "bob"), Problem)
        assert problem.code == "too fast"
        assert "too many new players" in problem.text
        assert await bob.until(Problem) == problem
        assert await bob.closed() == 1008


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (ZeroDivisionError, "a connection failed"),
        (BadDatabase, "the database cannot be read: a page is damaged"),
    ],
)
async def test_what_goes_wrong_here_at_the_hello_is_told_too(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: type[Exception],
    logged: str,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error("a page is damaged")

    async with Server.open(tmp_path) as server, client(server) as ann:
        monkeypatch.setattr("server.reception.admission.players.register", fail)
        assert await refused(ann, Hello(VERSION, "ann")) == "server error"
        assert await ann.closed() == 1011
    assert logged in caplog.text


async def test_a_database_that_cannot_be_asked_now_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise Unreachable("it is being started")

    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        monkeypatch.setattr("server.reception.lookups.leaderboard.profile", fail)
        assert (await ann.ask(GetProfile(ann.player), Problem)).code == "out of service"
        assert await ann.closed() == 1013
        monkeypatch.setattr("server.reception.admission.players.find", fail)
        async with client(server) as again:
            hello = Hello(VERSION, token=ann.welcome.token)
            assert (await again.ask(hello, Problem)).code == "out of service"
            assert await again.closed() == 1013
    assert "damaged" not in caplog.text

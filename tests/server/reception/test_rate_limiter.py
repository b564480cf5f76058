"""How often a client may send something, over real sockets."""

import asyncio
import time
from contextlib import AsyncExitStack
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosedError

from engine import catalogue
from protocol import wire
from protocol.forms import MSGPACK, BadMessage
from protocol.messages import (
    VERSION,
    Act,
    Chat,
    CreateRoom,
    FromClient,
    FromServer,
    GiveUp,
    Hello,
    ListRooms,
    Problem,
    Refused,
    Results,
    Resync,
    Rooms,
    RoomState,
    Said,
    Settings,
    StartRace,
    Undo,
)
from server.app import Server
from server.bounds import Limits, for_one_machine
from server.network.access import Site
from server.network.connection import BoundedConnection
from server.network.gate import Gate
from server.reception.rate_limiter import (
    FAULT,
    LONGEST_PAUSE,
    RateLimiter,
    Shares,
    TooFast,
)
from server.rooms.refusal import Refusal
from tests.server.play import Client, client, refused, start

SETTINGS = Settings("klondike", countdown=0)
KLONDIKE = catalogue.make("klondike")


async def test_moves_that_come_too_fast_wait_and_none_is_lost(tmp_path: Path) -> None:
    limits = Limits(rate=500.0, burst=40)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(SETTINGS), RoomState)
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
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(SETTINGS), RoomState)
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
        Server.open(tmp_path, limits=Limits(chat=0.001, chat_burst=2)) as server,
        client(server, "ann") as ann,
    ):
        await ann.ask(CreateRoom(SETTINGS), RoomState)
        for _ in range(2):
            await ann.ask(Chat("x" * 300), Said)
        assert await refused(ann, Chat("x")) == "too fast"
        await ann.ask(ListRooms(), Rooms)
        assert await refused(ann, Chat("x" * 301)) == "bad message"


async def test_refused_hellos_without_end_are_cut_off(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(hello=0.1)) as server, client(server) as eve:
        problem = await eve.ask(Hello(VERSION, ""), Problem)
        assert problem.code == "bad name"
        assert await eve.until(Problem) == problem  # once more: it is why the connection ends now
        assert await eve.closed() == 1008  # for saying nothing better in time


async def test_who_says_hello_badly_again_and_again_is_sent_away(tmp_path: Path) -> None:
    limits = for_one_machine(
        hello=0.2, rate=1e6, burst=10**6, requests=1e6, requests_burst=10**6, patience=10**6
    )
    async with Server.open(tmp_path, limits=limits) as server, client(server) as eve:

        async def go_on() -> None:
            while True:
                assert await refused(eve, ListRooms()) == "hello first"

        with pytest.raises(ConnectionClosedError):
            await asyncio.wait_for(go_on(), 20)
        assert await eve.closed() == 1008


async def ask(client: Client, message: FromClient) -> FromServer:
    """Ask, and return whatever is answered."""
    await client.say(message)
    return await client.hear()


async def test_requests_of_an_address_count_together_and_moves_do_not(tmp_path: Path) -> None:
    limits = Limits(requests_per_address=0.001, requests_per_address_burst=30)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "eve") as eve,
        client(server, "bob") as bob,
    ):
        await start(ann)
        while not isinstance(answer := await ask(eve, ListRooms()), Problem):
            pass
        assert answer.code == "too fast"
        assert "your address" in answer.text
        # Another connection of the same address gets no more, though it has asked for nothing.
        assert await refused(bob, ListRooms()) == "too fast"
        for _ in range(20):  # Moves go on as before.
            await ann.act(KLONDIKE)


async def test_as_many_as_may_come_from_one_address_race_as_any(tmp_path: Path) -> None:
    """All come at once, get ready, and send as many moves as one may: nobody is held up."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Server.open(tmp_path))
        players = [
            await stack.enter_async_context(client(server, f"p{n}"))
            for n in range(Limits().connections_per_address)
        ]
        for first in range(0, len(players), 10):
            host, *others = players[first : first + 10]
            settings = Settings("klondike", countdown=0, seats=10)
            await start(host, *others, settings=settings)

        async def race(player: Client) -> None:
            for _ in range(40):  # An auto-finish.
                await player.act(KLONDIKE)
            await player.ask(Chat("well raced"), Said)

        async with asyncio.TaskGroup() as racing:
            for player in players:
                racing.create_task(race(player))
        for player in players:
            player.connection.transport.abort()  # They would read all about each other first.


async def test_who_connects_again_may_say_no_more_for_it(tmp_path: Path) -> None:
    limits = Limits(chat=1e-6, chat_burst=3, requests=1e-6, requests_burst=20)
    async with Server.open(tmp_path, limits=limits) as server:
        async with client(server, "ann") as ann:
            await ann.ask(CreateRoom(SETTINGS), RoomState)
            for _ in range(2):
                await ann.ask(Chat("hello"), Said)
            token = ann.welcome.token
        async with client(server, token=token) as ann:
            await ann.ask(Chat("hello"), Said)
            assert "to say at once" in (await ann.ask(Chat("x"), Problem)).text
        async with client(server, token=token) as ann:
            while not isinstance(answer := await ask(ann, Resync()), Problem):
                pass
            assert "too much at once" in answer.text
        async with client(server, token=token) as ann:
            assert await refused(ann, Resync()) == "too fast"


async def test_a_list_counts_for_its_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.reception.weights.READERS", 1)
    limits = Limits(requests_per_address=1e-6, requests_per_address_burst=9)
    async with (
        Server.open(tmp_path, limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(CreateRoom(Settings("klondike")), RoomState)
        await bob.ask(ListRooms(), Rooms)  # Two hellos, a room and a list of one have taken 7.
        assert (await bob.ask(ListRooms(), Problem)).text.startswith("too much is asked for")
        assert await refused(bob, Resync()) == "not in a room"  # There were 2 left for that.


async def test_a_refused_move_is_noted_for_the_connection_that_it_came_from(
    tmp_path: Path,
) -> None:
    async with Server.open(tmp_path) as server, client(server, "eve") as eve:
        connection = server.presence.newest[eve.player]
        await eve.say(Act(0, [0, 1, 2]))
        assert (await eve.until(Problem)).code == "not in a room"
        assert connection.refused_moves == 1
        await start(eve)
        await eve.say(Act(7, [0]))
        await eve.until(Refused)
        assert connection.refused_moves == 1  # The first was counted with the second.


class Unlocked(Gate):
    """A gate that is always open: without an event loop there are no turns."""

    def __init__(self) -> None:
        super().__init__(moves=0)

    def lets_past(self, place: Site) -> bool:
        return True


def limiter(limits: Limits) -> tuple[RateLimiter, SimpleNamespace]:
    """Return a rate limiter, and what it knows of its connection."""
    connection = SimpleNamespace(address=ip_address("198.51.100.1"), refused_moves=0, form=MSGPACK)
    found = cast(BoundedConnection, connection)
    return RateLimiter(found, limits, Shares(limits), Unlocked()), connection


def moves_in_a_row(limiter: RateLimiter, most: int) -> int:
    return next((number for number in range(most) if not limiter.may_move()), most)


@given(st.integers(0, 30), st.integers(0, 30))
def test_bad_messages_and_refused_moves_count_as_several(bad: int, refusals: int) -> None:
    limits = Limits(rate=1e-6, burst=100)
    each, connection = limiter(limits)
    for _ in range(bad):
        with pytest.raises(BadMessage):
            each.decode(b"\xc1")
    connection.refused_moves = refusals
    left = limits.burst - (bad + refusals) * (FAULT - 1)
    assert moves_in_a_row(each, 200) == max(0, left)


def test_bad_messages_of_an_address_count_however_many_connections_it_has() -> None:
    limits = Limits(requests_per_address=1e-6, requests_per_address_burst=10 * FAULT)
    connection = SimpleNamespace(address=ip_address("198.51.100.1"), refused_moves=0, form=MSGPACK)
    shares = Shares(limits)

    def connect() -> RateLimiter:
        return RateLimiter(cast(BoundedConnection, connection), limits, shares, Unlocked())

    for _ in range(10):
        with pytest.raises(BadMessage):
            connect().decode(b"\xc1")
    with pytest.raises(TooFast, match="too many bad messages came from your address"):
        connect().decode(b"\xc1")
    assert connect().decode(wire.encode(ListRooms())) == ListRooms()


@given(st.sampled_from([ListRooms(), Chat("x"), Hello(VERSION)]), st.integers(1, 50))
def test_who_is_too_fast_is_told_when_it_is_in_time(message: FromClient, burst: int) -> None:
    limits = for_one_machine(requests=10.0, requests_burst=burst, chat=10.0, chat_burst=burst)
    each, _ = limiter(limits)

    def go_on() -> None:
        for _ in range(200):
            each.count(message)

    with pytest.raises(TooFast) as told:
        go_on()
    assert 0 < told.value.pause <= LONGEST_PAUSE


async def test_refusals_whose_pauses_end_together_are_told_one_after_the_other() -> None:
    """A hundred of them in one turn of the event loop would hold everybody else up."""
    gate, turn = Gate(), 0
    limits, told = Limits(), []

    async def refuse(number: int) -> None:
        connection = SimpleNamespace(address=ip_address(f"198.51.100.{number}"), refused_moves=0)
        each = RateLimiter(cast(BoundedConnection, connection), limits, Shares(limits), gate)
        await each.hold_up(TooFast(0, "that is too fast"))
        told.append(turn)

    refusals = [asyncio.create_task(refuse(number)) for number in range(20)]
    for _ in range(40):
        turn += 1
        await asyncio.sleep(0)
    await asyncio.gather(*refusals)
    assert len(set(told)) == 20


async def test_nobody_is_held_up_for_another_refusal() -> None:
    each, _ = limiter(Limits())
    waiting = each.hold_up(Refusal("not in a room", "you are in no room"))
    with pytest.raises(StopIteration):
        waiting.send(None)

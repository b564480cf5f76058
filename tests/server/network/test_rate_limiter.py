"""How often a client may send something, over real sockets."""

import time
from pathlib import Path

from engine import catalogue
from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    Chat,
    CreateRoom,
    GiveUp,
    Hello,
    ListRooms,
    Results,
    Rooms,
    RoomState,
    Said,
    Settings,
    StartRace,
    Undo,
)
from server.app import Server
from server.bounds import Limits
from tests.server.play import client, refused

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
        assert await refused(eve, Hello(VERSION, "")) == "bad name"
        assert await eve.closed() == 1008  # for saying nothing better in time

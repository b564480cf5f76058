"""Guests who see a room of another server: by one line, which follows the room wherever it goes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from engine import catalogue
from protocol.forms import MSGPACK, Form
from protocol.messages import (
    VERSION,
    Board,
    Hello,
    RoomState,
    Step,
    WatchRoom,
    Welcome,
)
from server.app import Server
from tests.server.play import Client, client, comes_true, start

KLONDIKE = catalogue.make("klondike")


@asynccontextmanager
async def guest(server: Server, form: Form = MSGPACK) -> AsyncIterator[Client]:
    """Let a guest come in."""
    async with client(server, form=form) as found:
        found.welcome = await found.ask(Hello(VERSION, guest=True), Welcome)
        yield found


async def test_guests_see_a_room_of_another_server(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus, guest(other) as gia:
        code = await start(ann)
        for each in (gus, gia):
            await each.ask(WatchRoom(code), RoomState)
            await each.until(Board)
            assert each.views[ann.player] == ann.views[ann.player]
        step = await ann.act(KLONDIKE)
        for each in (gus, gia):
            assert (await each.until(Step)).number == step.number
        room = one.lobby.rooms[code]
        await comes_true(lambda: room.members.all_guests == 2)
        assert len(room.members.guests) == 1

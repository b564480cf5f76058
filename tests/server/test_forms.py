"""Clients that speak JSON, beside those that speak msgpack."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from engine import catalogue
from protocol.forms import JSON, JSON_PROTOCOL, MSGPACK, Form
from protocol.messages import (
    VERSION,
    Board,
    Chat,
    CreateRoom,
    GetReplay,
    GiveUp,
    Hello,
    JoinRoom,
    Problem,
    Replay,
    Results,
    RoomState,
    Said,
    Settings,
    StartRace,
    Step,
    WatchRoom,
)
from server.app import Server
from tests.server.play import AT_ONCE, client, start

GAME = catalogue.make(AT_ONCE.game)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path) as opened:
        yield opened


async def test_two_race_before_two_who_watch_each_pair_in_both_forms(server: Server) -> None:
    async with (
        client(server, "ann", form=JSON) as ann,
        client(server, "bob") as bob,
        client(server, "cat", form=JSON) as cat,
        client(server, "dan") as dan,
    ):
        shown = Settings(AT_ONCE.game, countdown=0, show_boards=True)
        code = (await ann.ask(CreateRoom(shown), RoomState)).code
        await bob.ask(JoinRoom(code), RoomState)
        for watcher in (cat, dan):
            await watcher.ask(WatchRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        everybody = (ann, bob, cat, dan)
        for each in everybody:
            await each.until(Board)
            await each.until(Board)
        for racer in (ann, bob):
            step = await racer.act(GAME)
            for other in everybody:
                if other is not racer:
                    assert (await other.until(Step)).number == step.number
        for racer in (ann, bob):
            await racer.say(GiveUp())
        ends = [await each.until(Results) for each in everybody]
        assert ends[0] == ends[2]
        assert [end.standings for end in ends] == [ends[0].standings] * 4
        assert ann.views[ann.player] == bob.views[ann.player] == cat.views[ann.player]
        assert cat.views == dan.views
        replays = [
            await each.ask(GetReplay(ends[0].race, ann.player), Replay)
            for each in (ann, bob, cat, dan)
        ]
        assert replays == replays[:1] * 4


async def test_what_was_gathered_comes_as_one_array(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "cat", form=JSON) as cat:
        code = await start(ann)
        await cat.ask(WatchRoom(code), RoomState)
        await cat.until(Board)
        for number in range(3):
            await ann.say(Chat(f"{number} ♥"))
        heard = [(await cat.until(Said)).text for _ in range(3)]
        assert heard == ["0 ♥", "1 ♥", "2 ♥"]


@pytest.mark.parametrize(
    ("form", "frame", "told"),
    [
        (JSON, b"{}", "a message is a text frame here, and no binary one"),
        (JSON, "[]", "Expected `object`, got `array` - at $"),
        (JSON, "{", "a message is one map in JSON: Input data was truncated"),
        (MSGPACK, "{}", "a message is a binary frame here, and no text one"),
    ],
)
async def test_what_is_no_message_in_its_form(
    server: Server, form: Form, frame: bytes | str, told: str
) -> None:
    async with client(server, form=form) as somebody:
        await somebody.connection.send(frame)
        assert (await somebody.until(Problem)).text == told
        await somebody.hello("ann")  # Nothing is lost.


async def test_a_frame_that_is_too_long_is_told_in_json(server: Server) -> None:
    async with client(server, form=JSON) as somebody:
        await somebody.connection.send("x" * 70_000)
        assert (await somebody.until(Problem)).text.startswith("that message is longer than")
        assert await somebody.closed() == 1009


async def test_any_json_reader_can_read_it(server: Server) -> None:
    address = f"ws://127.0.0.1:{server.port}"
    offered = [Subprotocol("chat"), Subprotocol(JSON_PROTOCOL)]
    async with connect(address, subprotocols=offered) as connection:
        assert connection.subprotocol == JSON_PROTOCOL
        await connection.send(json.dumps({"type": "hello", "version": VERSION, "name": "ann"}))
        welcome = json.loads(await connection.recv())
        assert (welcome["type"], welcome["name"]) == ("welcome", "ann")


async def test_an_unknown_subprotocol_is_none(server: Server) -> None:
    address = f"ws://127.0.0.1:{server.port}"
    async with connect(address, subprotocols=[Subprotocol("chat")]) as connection:
        assert connection.subprotocol is None
        await connection.send(MSGPACK.encode(Hello(VERSION, "ann")))
        assert isinstance(await connection.recv(), bytes)

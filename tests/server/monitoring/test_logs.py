import ast
import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from protocol.messages import (
    Act,
    Board,
    Chat,
    CreateRoom,
    GiveUp,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    Problem,
    Results,
    RoomState,
    Said,
    Settings,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits
from server.chance import Chance
from server.monitoring import logs
from server.operator import requests
from server.operator.socket import ask
from server.rooms.records import MemberGone, MemberSaved
from tests.server.network.test_frames import HANDSHAKE, PING
from tests.server.play import PATIENCE, Client, client, comes_true

KLONDIKE = catalogue.make("klondike")
SECRET = "what only friends may read"
SEED = "0123456789abcdef"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged; the logging of the tests themselves comes back afterwards."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    levels = {
        name: logging.getLogger(name).level for name in ("websockets", "aiosqlite", "asyncio")
    }
    yield io.StringIO()
    root.handlers[:], root.level = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_the_log_is_as_colourful_as_the_terminal_wants(
    stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("NO_COLOR", raising=False)
    logs.configure("info", "text", stream=stream)
    logging.getLogger("server").info("hello")
    assert ("\x1b[" in stream.getvalue()) == (term == "xterm")


def events(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


async def whole_race(data: Path) -> list[str]:
    """Race, chat, be refused and leave; return what nobody may find in the log."""
    async with (
        Server.open(data, chance=Chance(seed=lambda: SEED)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server) as eve,
    ):
        problem = await eve.ask(JoinRoom("x"), Problem)
        assert problem.code == "hello first"
        await eve.connection.send(b"\xc1" + SECRET.encode())
        await eve.until(Problem)
        room = await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await bob.ask(WatchRoom(room.code), RoomState)
        await bob.ask(Chat(SECRET), Said)
        await bob.ask(StartRace(), Problem)
        await ann.say(StartRace())
        await ann.until(Board)
        await ann.act(KLONDIKE)
        await ann.say(Act(1, [255]))
        await bob.until(Board)
        await bob.ask(GiveUp(), Problem)
        await ann.ask(GiveUp(), Results)
        await bob.ask(LeaveRoom(), LeftRoom)
        await ann.ask(LeaveRoom(), LeftRoom)
    return [ann.welcome.token, bob.welcome.token, SECRET, SEED]


async def test_a_races_path_is_told_and_no_secret(tmp_path: Path, stream: io.StringIO) -> None:
    logs.configure("debug", "json", stream=stream)
    secrets = await whole_race(tmp_path)
    for secret in secrets:
        assert len(secret) > 10
        assert secret not in stream.getvalue()
    told = events(stream)
    names = [event["event"] for event in told]
    for name in (
        *("started", "connected", "hello", "room made", "countdown", "race begun", "race over"),
        *("room closed", "refused", "disconnected", "stopping", "stopped"),
    ):
        assert name in names, name
    assert names[0] == "started"
    assert names[-1] == "stopped"
    refused = next(e for e in told if e["event"] == "refused" and e["code"] == "not racing")
    hello = next(e for e in told if e["event"] == "hello" and e["player"] == refused["player"])
    assert hello["connection"] == refused["connection"]
    assert hello["called"] == "bob"
    made = next(e for e in told if e["event"] == "room made")
    assert (refused["room"], refused["race"]) == (made["room"], 1)
    assert refused["level"] == "debug"
    connected = [e for e in told if e["event"] == "connected"]
    assert [e["address"] for e in connected] == ["127.0.0.1"] * 3
    assert len({e["connection"] for e in connected}) == 3
    gone = [e for e in told if e["event"] == "disconnected"]
    assert len(gone) == 3
    assert {e["connection"] for e in gone} == {e["connection"] for e in connected}


def test_who_comes_and_goes_all_day_does_not_fill_the_log(stream: io.StringIO) -> None:
    logs.configure("info", "json", stream=stream)
    told = logs.EventLog([("ROOM", None)])
    for _ in range(1000):
        told.note([MemberSaved(1, "ROOM", seated=True), MemberGone(1)])
    told.note([MemberSaved(2, "ROOM", seated=True)])
    assert [event["event"] for event in events(stream)] == [
        *["in room", "left room"] * (logs.TOLD_AT_ONCE // 2),
        *("more coming and going than is told", "in room"),
    ]
    assert events(stream)[-2]["count"] == 2000 - logs.TOLD_AT_ONCE


async def test_text_for_people(tmp_path: Path, stream: io.StringIO) -> None:
    logs.configure("info", "auto", "short", stream=Terminal(stream))
    await whole_race(tmp_path)
    text = stream.getvalue()
    assert "\x1b[" in text
    assert "127.0.0.0/24" in text
    assert "127.0.0.1" not in text
    assert "race begun" in text
    assert "not racing" not in text


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and writes to another."""

    def __init__(self, other: io.StringIO) -> None:
        super().__init__()
        self._other = other

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return self._other.write(text)


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_traceback_shows_no_variables(stream: io.StringIO, style: Any) -> None:
    logs.configure("info", style, "none", stream=stream)
    password = " hush ".strip()
    try:
        password.index(password, len(password) - 3)
    except ValueError:
        logging.getLogger("x").exception("it failed", extra={"address": "192.0.2.1"})
    text = stream.getvalue()
    assert "ValueError" in text
    assert "hush" not in text
    assert "192.0.2.1" not in text
    assert "\x1b[" not in text


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/48"),
        ("192.0.2.64/26", "192.0.2.0/24"),
        ("somewhere", "?"),
    ],
)
def test_short_addresses(address: str, network: str) -> None:
    assert logs.short_address(address) == network


FOREIGN = "127.0.3.3"
"""An address of this machine that no other part of a test has."""


async def from_elsewhere(port: int, data: bytes) -> None:
    """Send bytes from the foreign address; wait until the server has hung up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FOREIGN, 0))
    writer.write(data)
    async with asyncio.timeout(PATIENCE):
        while await _more(reader):
            pass
    writer.close()


async def _more(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(65536)
    except ConnectionError:
        return b""


MOST = 12
"""Connections from one address."""


@pytest.fixture
def short_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no farewell: none of these says one."""
    monkeypatch.setattr("server.network.frames.GOODBYE", 0.1)


async def all_faults(data: Path) -> None:
    """Do from the foreign address all that the log tells something of."""
    limits = Limits(hello=1, pings_burst=5, patience=3, connections_per_address=MOST)
    empty = b"\x82\x80" + bytes(4)
    async with Server.open(data, limits=limits) as server, AsyncExitStack() as stack:
        faults = (
            *(b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01", HANDSHAKE, HANDSHAKE + empty),
            *(HANDSHAKE + b"\x02\x81" + bytes(5), HANDSHAKE + PING * 9, HANDSHAKE + empty * 40),
            HANDSHAKE + b"\x82\xff" + (1 << 40).to_bytes(8, "big"),
            HANDSHAKE + b"\x82\x01x",
        )
        await asyncio.gather(*(from_elsewhere(server.port, what) for what in faults))
        await comes_true(lambda: server.door.open == 0)
        url = f"ws://127.0.0.1:{server.port}"
        clients = []
        for _ in range(MOST + 1):
            there = connect(url, local_addr=(FOREIGN, 0), compression=None)
            clients.append(Client(await stack.enter_async_context(there)))
        ann, bob, *_, last = clients
        assert (await last.until(Problem)).code == "too many connections"
        await ann.hello("ann")
        await bob.hello(token=ann.welcome.token)
        assert (await ann.until(Problem)).code == "replaced"
        await bob.ask(CreateRoom(Settings("klondike")), RoomState)
        for _ in range(5):
            await bob.connection.send(b"\xc1")
        await bob.closed()
        assert (await ask(data, requests.BanPlayer(network=f"{FOREIGN}/32"))).ok
        await comes_true(lambda: server.door.open == 0)
        again = connect(url, local_addr=(FOREIGN, 0), compression=None)
        dan = Client(await stack.enter_async_context(again))
        assert (await dan.until(Problem)).code == "banned"


@pytest.mark.usefixtures("short_goodbye")
async def test_addresses_are_in_their_field_and_nowhere_else(
    tmp_path: Path, stream: io.StringIO
) -> None:
    logs.configure("debug", "json", "full", stream=stream)
    await all_faults(tmp_path)
    told = events(stream)
    places = {key for event in told for key, value in event.items() if FOREIGN in str(value)}
    assert places == {"address"}
    names = {event["event"] for event in told if "address" in event}
    assert names >= {"connected", "cut off", "turned away"}


@pytest.mark.usefixtures("short_goodbye")
@pytest.mark.parametrize("style", ["json", "text"])
async def test_without_addresses_there_are_none(
    tmp_path: Path, stream: io.StringIO, style: Any
) -> None:
    logs.configure("debug", style, "none", stream=stream)
    await all_faults(tmp_path)
    assert "cut off" in stream.getvalue()
    assert FOREIGN not in stream.getvalue()


def test_no_text_of_the_log_is_made_with_an_address() -> None:
    """Whatever is told of an address is in `extra`, under `address`, which can be left out."""
    suspicious = ("address", "network", "peer", "host", "place", "site")
    found = []
    for path in sorted((Path(__file__).parents[3] / "server").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and ast.unparse(call.func).startswith("log.")):
                continue
            names = [
                inner.id if isinstance(inner, ast.Name) else inner.attr
                for argument in call.args
                for inner in ast.walk(argument)
                if isinstance(inner, ast.Name | ast.Attribute)
            ]
            if any(word in name for name in names for word in suspicious):
                found.append(f"{path.name}: {ast.unparse(call)}")
    assert found == []


def test_no_text_in_the_log_steers_a_terminal(stream: io.StringIO) -> None:
    logs.configure("info", "text", stream=stream)
    logging.getLogger("tried").warning("room %s", "\x1b[2J\n", extra={"called": "\x9b2J\u202e"})
    [line] = stream.getvalue().splitlines()
    assert line.isprintable()
    assert "\\x1b[2J\\n" in line

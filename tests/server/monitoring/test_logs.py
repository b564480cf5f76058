import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
from server.chance import Chance
from server.monitoring import logs
from tests.server.play import client

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
        ("somewhere", "?"),
    ],
)
def test_short_addresses(address: str, network: str) -> None:
    assert logs.short_address(address) == network

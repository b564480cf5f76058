"""The clients before hostile servers: each comes through, or says in a sentence why not."""

import asyncio
import io
from typing import Any

import pytest

from client.bots.bot import Bot, CannotRace
from client.connection import CannotConnect, Connection
from client.session.reconnecting import ReconnectPolicy
from client.terminal.spectator import CannotWatch, watch
from tests.client.terminal.test_text import harmless
from tools.faults.hostile_server import DEEDS, HostileServer, faults

QUICK = ReconnectPolicy(pauses=(0.01,), answer_time=0.5, goodbye=0.1)
ENDS = {
    "chat": "never stops talking",
    "progress": "never stops talking",
    "circle": "only points to",
    "refusals": "31m evil",
    "taken": "name is taken",
    "texts": "",
}
"""What is said of those that are left for good."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a server here."""
    usual = Connection.__init__.__kwdefaults__ or {}
    monkeypatch.setattr(Connection.__init__, "__kwdefaults__", usual | {"policy": QUICK})


async def come_through(client: asyncio.Future[Any], seconds: float) -> str:
    """Let a client go on for a while, and end it; return the sentence with which it has ended."""
    await asyncio.wait([client], timeout=seconds)
    client.cancel()
    async with asyncio.timeout(5):  # nothing holds it up
        try:
            await client
        except asyncio.CancelledError:
            return ""
        except (CannotConnect, CannotRace, CannotWatch) as error:
            return str(error)
    return ""


@pytest.mark.parametrize("name", DEEDS)
async def test_a_spectator_comes_through(name: str, quick: None) -> None:
    out = io.StringIO()
    with HostileServer(name) as server:
        watching = asyncio.ensure_future(watch(server.address, "ABCDEF", out))
        said = await come_through(watching, 30 if ENDS.get(name) else 0.5)
    assert harmless("".join(out.getvalue().splitlines()))
    assert harmless(said)
    assert ENDS.get(name, "") in said
    assert max(map(len, out.getvalue().splitlines()), default=0) < 2000


@pytest.mark.parametrize("name", DEEDS)
async def test_a_bot_comes_through(name: str, quick: None) -> None:
    told: list[str] = []
    with HostileServer(name) as server:
        bot = Bot(server.address, "Cog", "ABCDEF", report=told.append)
        said = await come_through(asyncio.ensure_future(bot.run()), 30 if ENDS.get(name) else 0.5)
    assert all(map(harmless, [said, *told]))
    assert ENDS.get(name, "") in said


def test_every_deed_is_told_about() -> None:
    assert all(does.__doc__ for does in DEEDS.values())


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ({"err": "Traceback (most recent call last):\nX"}, "a traceback: X"),
        ({"out": "a\x1b[31mb"}, "control characters"),
        ({"code": -9}, "ended with -9"),
        ({"ended": 9.0}, "took 9.0 s"),
        ({"memory": 999}, "999 MB instead of 30"),
    ],
)
def test_what_is_a_fault(found: dict[str, object], fault: str) -> None:
    good = {"code": 0, "out": "well\n", "err": "", "memory": 40, "ended": 0.1}
    assert list(faults("bot", dict(good), 30)) == []
    assert fault in next(faults("bot", good | found, 30))

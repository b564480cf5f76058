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
LEFT = [name for name in DEEDS if name in ENDS]
BORNE = [name for name in DEEDS if name not in ENDS]
AT_ONCE = [(name,) for name in LEFT] + [tuple(BORNE[at::4]) for at in range(4)]
"""What is borne is borne for half a second, several at a time."""


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


@pytest.mark.parametrize("names", AT_ONCE, ids=",".join)
async def test_a_spectator_comes_through(names: tuple[str, ...], quick: None) -> None:
    async with asyncio.TaskGroup() as spectators:
        for name in names:
            spectators.create_task(watch_one(name), name=name)


async def watch_one(name: str) -> None:
    """Watch a server that does this deed."""
    out = io.StringIO()
    with HostileServer(name) as server:
        watching = asyncio.ensure_future(watch(server.address, "ABCDEF", out))
        said = await come_through(watching, 30 if ENDS.get(name) else 0.5)
    assert harmless("".join(out.getvalue().splitlines())), name
    assert harmless(said), name
    assert ENDS.get(name, "") in said, name
    assert max(map(len, out.getvalue().splitlines()), default=0) < 2000, name


@pytest.mark.parametrize("names", AT_ONCE, ids=",".join)
async def test_a_bot_comes_through(names: tuple[str, ...], quick: None) -> None:
    async with asyncio.TaskGroup() as bots:
        for name in names:
            bots.create_task(race_one(name), name=name)


async def race_one(name: str) -> None:
    """Let a bot come to a server that does this deed."""
    told: list[str] = []
    with HostileServer(name) as server:
        bot = Bot(server.address, "Cog", "ABCDEF", report=told.append)
        said = await come_through(asyncio.ensure_future(bot.run()), 30 if ENDS.get(name) else 0.5)
    assert all(map(harmless, [said, *told])), name
    assert ENDS.get(name, "") in said, name


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

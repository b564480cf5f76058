"""Days that a test can end, and servers that have a deal for each, on either kind of database."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import pytest

from server.app import Server
from server.dailies import almanac
from server.dailies.almanac import Plan
from server.dailies.days import Days
from server.dailies.games import parse_game
from server.outside.news import News
from server.rooms.deals import daily
from server.storage.opening import open_database
from server.storage.stock import Stock
from tests.server.play import comes_true
from tests.server.stock.fake_foundry import QUICK, certified, wish_of
from tests.server.storage.conftest import empty_database, postgres

__all__ = ["postgres"]

FRIDAY = "2026-11-27"
SATURDAY = "2026-11-28"


class Clock:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.day(FRIDAY)

    def day(self, day: str, hour: int = 12) -> None:
        """Let it be that hour of a day."""
        moment = datetime.fromisoformat(f"{day}T{hour:02}:00:00").replace(tzinfo=UTC)
        self.now = moment.timestamp()

    def __call__(self) -> float:
        return self.now


Serve: TypeAlias = Callable[[], AbstractAsyncContextManager[Server]]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let attempts begin without a countdown, and a day when the clock says so."""
    monkeypatch.setattr(daily, "COUNTDOWN", 0)
    monkeypatch.setattr(almanac, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(almanac, "WANT_EVERY", 0.1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[News]:
    """Return what is told outside."""
    return []


@pytest.fixture(params=["sqlite", "postgres"])
async def address(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Return the address of an empty database in PostgreSQL; empty for a file."""
    if request.param == "sqlite":
        yield ""
        return
    async with empty_database(request.getfixturevalue("postgres")) as there:
        yield there


@pytest.fixture
def serve(tmp_path: Path, clock: Clock, told: list[News], address: str) -> Serve:
    """Return what opens a server on the same database each time, whose day has a deal."""
    stocked = False

    @asynccontextmanager
    async def serving() -> AsyncIterator[Server]:
        nonlocal stocked
        if not stocked:  # and before there is a server: it looks for them once a minute
            async with open_database(tmp_path, address, "") as database:
                for number in range(1, 4):
                    await Stock(database).put(wish_of(), certified(number))
            stocked = True
        plan = Plan((parse_game(QUICK),), Days(UTC, clock))
        async with Server.open(
            tmp_path, database_at=address, daily=plan, tell_outside=told.append
        ) as server:
            await comes_true(lambda: server.lobby.daily)
            yield server

    return serving

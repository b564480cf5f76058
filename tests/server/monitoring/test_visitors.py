import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.app import Server
from server.monitoring import visitors
from server.monitoring.metrics import Metrics
from server.monitoring.visitors import Visitors
from tests.server.play import client, comes_true


@pytest.fixture
async def some() -> Visitors:
    return Visitors(Metrics(), 100)


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.all.append(record)


def told(caplog: pytest.LogCaptureFixture, event: str = "turned away") -> list[Any]:
    return [record for record in caplog.records if record.getMessage() == event]


async def test_the_first_is_told_at_once_and_the_others_in_one_line(
    some: Visitors, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(1000):
        some.turned_away("address", "a", "192.0.2.1")
    some.turned_away("full", "b", "192.0.2.2")
    [first] = told(caplog)
    assert (first.count, first.why, first.address) == (1, "address", "192.0.2.1")
    some.flush()
    assert [(each.count, each.why, each.address) for each in told(caplog)[1:]] == [
        (999, "address", "192.0.2.1"),
        (1, "full", "192.0.2.2"),
    ]
    some.turned_away("full", "b", "192.0.2.2")
    assert len(told(caplog)) == 4


async def test_it_is_told_in_a_while(
    some: Visitors, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "EVERY", 0.01)
    for _ in range(3):
        some.turned_away("full", "a", "192.0.2.1")
    await comes_true(lambda: len(told(caplog)) == 2)
    assert told(caplog)[1].count == 2


@given(st.lists(st.integers(0, 5000), max_size=50), st.integers(1, 30))
def test_none_is_left_out_and_the_lines_are_bounded(places: list[int], times: int) -> None:
    handler = Lines()
    visitors.log.addHandler(handler)

    async def main() -> None:
        some = Visitors(Metrics(), 100)
        for _ in range(times):
            for place in places:
                some.turned_away("address", place, str(place))
        some.flush()

    try:
        asyncio.run(main())
    finally:
        visitors.log.removeHandler(handler)
    assert sum(line.count for line in handler.all) == times * len(places)
    assert len(handler.all) <= visitors.PLACES + 2


async def test_very_many_places_are_not_remembered(
    some: Visitors, caplog: pytest.LogCaptureFixture
) -> None:
    for place in range(visitors.MOST_PLACES + 5000):
        some.turned_away("full", place, str(place))
    assert len(some._addresses) == visitors.MOST_PLACES
    some.flush()
    assert sum(each.count for each in told(caplog)) == visitors.MOST_PLACES + 5000
    assert len(told(caplog)) == visitors.PLACES + 2


async def test_who_comes_all_the_time_is_not_told_each_time(
    some: Visitors, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    often = [some.level("a", "192.0.2.1") for _ in range(visitors.TOLD_AT_ONCE + 7)]
    assert often.count(logging.INFO) == visitors.TOLD_AT_ONCE
    some.flush()
    [line] = told(caplog, "more connections than are told")
    assert (line.count, line.address) == (7, "192.0.2.1")


async def test_others_are_told_meanwhile(some: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "TOLD", 1e-9)
    quiet = Visitors(Metrics(), 1)  # All together are bounded, too, however many places they have.
    levels = [quiet.level(place, "") for place in range(visitors.TOLD_AT_ONCE + 1)]
    assert levels.count(logging.DEBUG) == 1
    assert levels[-1] == logging.DEBUG
    for _ in range(90):
        some.level("a", "192.0.2.1")
    assert some.level("b", "192.0.2.2") == logging.INFO


async def test_a_flood_of_connections_is_few_lines(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "TOLD_AT_ONCE", 5)
    caplog.set_level(logging.INFO)
    count: Callable[[str], int] = lambda event: len(told(caplog, event))  # noqa: E731
    async with Server.open(tmp_path) as server:
        for _ in range(30):
            async with client(server) as somebody:
                somebody.connection.transport.write(b"\x02\x81" + bytes(5))
                assert await somebody.closed() == 1008
    assert count("connected") == count("cut off") == count("disconnected") == 5
    [line] = told(caplog, "more connections than are told")
    assert line.count == 25

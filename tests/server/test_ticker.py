"""What happens as time goes by, over real sockets."""

import asyncio
import gc
from pathlib import Path
from typing import Any, cast

import pytest

from protocol.messages import CreateRoom, MemberChanged, RoomState
from server.app import Server
from server.bounds import Limits
from server.monitoring.metrics import Metrics
from server.ticker import LEFT_BY, Ticker
from tests.server.play import AT_ONCE, client


async def test_racers_see_how_far_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ticker.PINGS_TOLD", 0.1)
    async with (
        Server.open(tmp_path, limits=Limits(ping=0.5)) as server,
        client(server, "ann") as ann,
    ):
        room = await ann.ask(CreateRoom(AT_ONCE), RoomState)
        assert room.members[0].ping == 0
        assert (await ann.until(MemberChanged)).member.ping > 0


def test_what_moves_leave_is_looked_at_before_it_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where as many old objects go as new ones come, the collector would not come by itself."""
    found: list[int] = []
    monkeypatch.setattr(gc, "collect", found.append)
    nothing, metrics = cast(Any, None), Metrics()
    ticker = Ticker(nothing, nothing, nothing, nothing, nothing, metrics, lambda: 0)
    for written, generations in (
        (0, []),
        (LEFT_BY - 1, []),
        (LEFT_BY, [1]),
        (LEFT_BY + 1, []),
        (3 * LEFT_BY, [1]),
        (4 * LEFT_BY - 1, []),
    ):
        metrics.written = written
        ticker._collect()
        assert found == generations
        found.clear()


async def test_it_does_so_while_a_server_runs(tmp_path: Path) -> None:
    seen = asyncio.Event()

    def look(phase: str, info: dict[str, int]) -> None:
        if info["generation"] == 1:
            seen.set()

    async with Server.open(tmp_path) as server:
        gc.callbacks.append(look)
        try:
            server.metrics.written += LEFT_BY
            await seen.wait()
        finally:
            gc.callbacks.remove(look)

"""What happens as time goes by, over real sockets."""

import asyncio
import gc
from pathlib import Path

import pytest

from protocol.messages import CreateRoom, MemberChanged, RoomState
from server.app import Server
from server.bounds import Limits
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


async def test_what_came_and_stayed_is_looked_at_before_it_is_much(tmp_path: Path) -> None:
    """Where as many old objects go as new ones come, the collector would not come by itself."""
    seen, many = asyncio.Event(), 500

    def look(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 1:
            seen.set()

    async with Server.open(tmp_path):
        gc.callbacks.append(look)
        try:
            kept: list[list[int]] = [[number] for number in range(many)]
            for _ in range(3):
                kept = [[number] for number in range(many)]
                seen.clear()
                await seen.wait()
            young = {id(each) for each in gc.get_objects(0)}
            assert not young & {id(each) for each in kept}
        finally:
            gc.callbacks.remove(look)

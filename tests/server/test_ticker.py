"""What happens as time goes by, over real sockets."""

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

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.messages import ListRooms, Problem, Rooms
from server.app import Server
from server.bounds import Limits
from tests.server.play import PATIENCE, Client, client


async def ping(client: Client, times: int) -> None:
    async with asyncio.timeout(PATIENCE):
        for _ in range(times):
            await (await client.connection.ping())


async def test_some_pings_are_answered(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await ping(ann, 20)


async def test_too_many_pings_end_the_connection(tmp_path: Path) -> None:
    limits = Limits(pings=1, pings_burst=10)
    async with Server.open(tmp_path, limits=limits) as server, client(server, "ann") as ann:
        with pytest.raises(ConnectionClosed):
            await ping(ann, 12)
        assert (await ann.until(Problem)).code == "too fast"
        assert await ann.closed() == 1008
        async with client(server, "bob") as bob:
            await bob.ask(ListRooms(), Rooms)

"""Bots race to the results in every game there is, through one real server."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from client.bots.bot import Bot, Hosting
from client.bots.chooser import MoveChooser
from client.bots.pace import Pace
from client.session.address import Address
from engine import catalogue
from protocol.messages import GetReplay, Replay, Settings
from protocol.racing import play_again
from server.app import Server
from server.bounds import for_one_machine
from server.chance import Chance
from tests.server.play import client

GAMES = [entry.name for entry in catalogue.entries()]
AT_ONCE = [GAMES[first : first + 8] for first in range(0, len(GAMES), 8)]
"""They wait for the disk together."""
PATIENCE = 150
"""Seconds for these races; most take less than half a second."""
HASTE = for_one_machine(rate=1e6, burst=10**6)
"""For bots that do not pause between two moves."""
SEED = "every game"
"""Of all races, so that the same is tested every time."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    data = tmp_path_factory.mktemp("data")
    async with Server.open(data, limits=HASTE, chance=Chance(seed=lambda: SEED)) as running:
        yield running


@pytest.mark.parametrize("games", AT_ONCE, ids=lambda games: f"{games[0]}-to-{games[-1]}")
async def test_bots_race_to_the_results(
    server: Server, caplog: pytest.LogCaptureFixture, games: list[str]
) -> None:
    """Won, stuck or given up: their results arrive, and their replays check out."""
    with caplog.at_level(logging.WARNING):
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as races:
            for game in games:
                races.create_task(race(server, game))
    assert not [told for told in caplog.messages if told != "slow commit"]


async def race(server: Server, game: str) -> None:
    """Let two bots race, and check what comes of it."""
    address = Address("127.0.0.1", server.port)

    def bot(name: str, room: str | Hosting) -> Bot:
        return Bot(
            address,
            name,
            room,
            pace=Pace(0),
            chooser=MoveChooser,
            rounds=1,
            chance=random.Random(name),
        )

    async with asyncio.TaskGroup() as racing:
        host = bot(f"{game} 1", Hosting(Settings(game, countdown=0), racers=2))
        racing.create_task(host.run())
        guest = bot(f"{game} 2", await host.room_code())
        racing.create_task(guest.run())

    results = host.session.results
    assert results is not None, game
    assert results == guest.session.results, game
    assert len(results.standings) == 2, game
    async with client(server, f"Judge {results.race}") as judge:
        for standing in results.standings:
            assert standing.status in ("won", "stuck", "gave up"), game
            assert standing.moves, game
            replay = await judge.ask(GetReplay(results.race, standing.player), Replay)
            assert len(replay.entries) == standing.moves, game
            assert play_again(replay).fault is None, game

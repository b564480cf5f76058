"""A server on PostgreSQL: what was acknowledged is there, whatever happens to either of them."""

import asyncio
from pathlib import Path

import pytest

from engine import catalogue
from harness.cluster import Cluster
from protocol.certificate import certificate
from protocol.messages import (
    SOLUTION,
    VERSION,
    Board,
    Countdown,
    CreateRoom,
    GetLeaderboard,
    GetPositions,
    GetProfile,
    GetReplay,
    GiveUp,
    Hello,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    Positions,
    Problem,
    Profile,
    RaceStarted,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
)
from server import outage
from server.app import Server
from server.operator.requests import BanPlayer, Delete, List
from server.operator.socket import ask
from server.rooms.races.race_ids import RaceIds
from server.storage.stock import Stock
from tests.server.play import PATIENCE, client, comes_true, start
from tests.server.stock.fake_foundry import QUICK, certified, wish_of

KLONDIKE = catalogue.make("klondike")


async def test_a_race_is_written_told_and_played_again(tmp_path: Path, address: str) -> None:
    async with (
        Server.open(tmp_path, database_at=address) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await start(ann, bob)
        for _ in range(5):
            await ann.act(KLONDIKE)
            await bob.act(KLONDIKE)
        board = ann.views[ann.player]
    async with (
        Server.open(tmp_path, database_at=address) as server,
        client(server, token=ann.welcome.token) as again,
        client(server, token=bob.welcome.token) as other,
    ):
        while (await again.until(Board)).player != again.player:
            pass
        assert again.views[again.player] == board
        await again.act(KLONDIKE)
        await again.say(GiveUp())
        await other.say(GiveUp())
        results = await again.until(Results)
        assert [each.moves for each in results.standings] == [6, 5]
        replay = await again.ask(GetReplay(results.race, again.player), Replay)
        assert len(replay.entries) == 6
        assert [racer.name for racer in replay.racers] == ["ann", "bob"]
        profile = await again.ask(GetProfile(again.player), Profile)
        assert (profile.races, profile.recent[0].race) == (1, results.race)
        for period in ("all", "day"):
            best = await again.ask(GetLeaderboard("klondike", {}, period), Leaderboard)
            assert [tally.name for tally in best.players] == ["ann", "bob"]


async def test_a_deal_of_the_stock_is_raced_once_and_its_solution_told(
    tmp_path: Path, address: str
) -> None:
    """In two lives of a server: what is raced, and what waits, is in PostgreSQL alone."""
    deals = [certified(1), certified(2)]
    async with Server.open(tmp_path / "one", database_at=address) as server:
        for deal in deals:
            await Stock(server.database).put(wish_of(), deal)
        async with client(server, "ann") as ann:
            await ann.ask(CreateRoom(Settings(QUICK, deals="winnable", countdown=0)), RoomState)
            await ann.say(StartRace())
            told = await ann.until(Countdown)
            await ann.until(Board)
    async with (
        Server.open(tmp_path / "two", database_at=address) as server,
        client(server, token=ann.welcome.token) as again,
    ):
        assert (await again.until(RaceStarted)).certificate == told.certificate
        await again.say(GiveUp())
        results = await again.until(Results)
        assert certificate(results.seed, results.solution) == told.certificate
        solution = await again.ask(GetReplay(results.race, SOLUTION), Replay)
        assert solution.entries == results.solution
        part = await again.ask(GetPositions(results.race, SOLUTION), Positions)
        assert part.solution == len(results.solution)
        await again.ask(LeaveRoom(), LeftRoom)
        await again.ask(CreateRoom(Settings(QUICK, deals="winnable", countdown=0)), RoomState)
        await again.say(StartRace())
        await again.until(Board)
        await again.say(GiveUp())
        seeds = {results.seed, (await again.until(Results)).seed}
        assert seeds == {deal.seed for deal in deals}
        assert await Stock(server.database).counts() == {}


async def test_while_postgres_is_away_nothing_is_acknowledged_and_then_all_goes_on(
    tmp_path: Path, address: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "PAUSES", (0.01,))
    async with Server.open(tmp_path, database_at=address) as server:
        async with client(server, "ann") as ann:
            await start(ann)
            step = await ann.act(KLONDIKE)
            postgres.stop()
            assert (await ann.until(Problem)).code == "out of service"
        async with client(server) as meanwhile:
            await meanwhile.say(Hello(VERSION, token=ann.welcome.token))
            assert (await meanwhile.until(Problem)).code == "out of service"
        postgres.start()
        await comes_true(lambda: server.database.trouble is None)
        async with client(server, token=ann.welcome.token) as ann:
            assert (await ann.until(Board)).number == step.number
            await ann.act(KLONDIKE)


async def test_races_do_not_run_out_of_ids(tmp_path: Path, address: str) -> None:
    """They are given out by the hundred, and a server may run for years."""
    async with (
        Server.open(tmp_path, database_at=address) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        server.lobby.race_ids = RaceIds(range(7, 8))
        await start(ann)
        await start(bob)
        races = [room.round.id for room in server.lobby.rooms.values()]
        assert len(set(races)) == 2


async def test_an_operator_works_on_it(tmp_path: Path, address: str) -> None:
    async with Server.open(tmp_path, database_at=address) as server:
        async with client(server, "ann") as ann, client(server, "bob") as bob:
            token = bob.welcome.token
            assert (await ask(tmp_path, BanPlayer("bob", reason="insults"))).ok
            assert (await bob.until(Problem)).code == "banned"
            assert (await ask(tmp_path, Delete("ann"))).ok
            async with asyncio.timeout(PATIENCE):
                await ann.closed()
        listed = (await ask(tmp_path, List("players"))).rows
        assert [row["name"] for row in listed] == ["bob"]
    async with Server.open(tmp_path, database_at=address) as server, client(server) as bob:
        await bob.say(Hello(VERSION, token=token))
        assert (await bob.until(Problem)).code == "banned"

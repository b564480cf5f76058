"""A graceful stop, over real sockets."""

import asyncio
from contextlib import suppress
from pathlib import Path

from engine import catalogue
from protocol.messages import (
    Board,
    CreateRoom,
    GiveUp,
    Problem,
    Results,
    RoomState,
    StartRace,
    Stopping,
)
from server.app import Server
from server.bounds import Limits
from tests.server.play import AT_ONCE, PATIENCE, client, comes_true, start

KLONDIKE = catalogue.make("klondike")


async def test_a_graceful_stop_waits_for_the_race_and_starts_no_other(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "eve") as eve,
    ):
        await start(ann)
        serving = asyncio.create_task(server.serve_forever())
        assert server.stop(100) == 100
        for player in (ann, bob, eve):
            assert (await player.until(Stopping)).seconds == 100
        await bob.ask(CreateRoom(AT_ONCE), RoomState)
        assert (await bob.ask(StartRace(), Problem)).code == "stopping"
        async with client(server, "dan") as dan:
            assert 95 <= (await dan.until(Stopping)).seconds <= 100
        await ann.act(KLONDIKE)
        assert not serving.done()
        await ann.ask(GiveUp(), Results)
        async with asyncio.timeout(PATIENCE):
            await serving


async def test_a_graceful_stop_ends_in_time_and_a_second_call_at_once(tmp_path: Path) -> None:
    for seconds, again in ((0.1, None), (100, 0)):
        async with Server.open(tmp_path / str(seconds)) as server, client(server, "ann") as ann:
            await start(ann)
            assert server.stop(seconds) == seconds
            if again is not None:
                server.stop(again)
            async with asyncio.timeout(PATIENCE):
                await server.serve_forever()
            token = ann.welcome.token
        async with (
            Server.open(tmp_path / str(seconds)) as server,
            client(server, token=token) as ann,
        ):
            assert (await ann.until(RoomState)).phase == "running"
            await ann.until(Board)
            await ann.act(KLONDIKE)


async def test_a_second_call_without_a_time_does_not_put_the_end_off(tmp_path: Path) -> None:
    now = [1000]
    async with (
        Server.open(tmp_path, limits=Limits(stop_after=10), clock=lambda: now[0]) as server,
        client(server, "ann") as ann,
    ):
        await start(ann)
        assert server.stop() == 10
        now[0] += 6000
        assert server.stop() == 4
        assert [(await ann.until(Stopping)).seconds for _ in range(2)] == [10, 4]
        server.stop(0)


async def test_who_has_not_shaken_hands_does_not_hold_up_the_end(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        async with Server.open(tmp_path, limits=Limits(hello=10 * PATIENCE)) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            await comes_true(lambda: server.door.open)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()


async def test_a_stop_without_a_race_is_at_once(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        assert server.stop() == 0
        async with asyncio.timeout(PATIENCE):
            await server.serve_forever()


async def test_a_server_for_friends_stops_when_the_last_one_has_left(tmp_path: Path) -> None:
    now = [0]  # It stands, so that a slow machine has all the time it needs to come in.
    limits = Limits(stop_empty=10)
    async with Server.open(tmp_path, limits=limits, clock=lambda: now[0]) as server:
        serving = asyncio.create_task(server.serve_forever())
        async with client(server, "ann") as ann:
            await start(ann)
            now[0] += 20_000
            began = asyncio.get_running_loop().time()
            await comes_true(lambda: asyncio.get_running_loop().time() - began > 0.5)
            assert not serving.done()
            token = ann.welcome.token
        async with asyncio.timeout(PATIENCE):
            while not serving.done():  # Nobody tells when it has seen that she is gone.
                now[0] += 1_000
                await asyncio.wait((serving,), timeout=0.01)
        await serving  # What was on goes on at the next start.
    async with Server.open(tmp_path) as server, client(server, token=token) as ann:
        await ann.until(Board)


async def test_one_that_nobody_comes_to_stops_too(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(stop_empty=0.1)) as server:
        async with asyncio.timeout(PATIENCE):
            await server.serve_forever()

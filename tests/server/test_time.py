"""Long races, changes of the clocks, and time zones: a race's clock is nobody's wall clock."""

import asyncio
import os
import re
import subprocess
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from protocol.messages import (
    Board,
    CreateRoom,
    GiveUp,
    JoinRoom,
    Results,
    RoomState,
    Settings,
    StartRace,
)
from server.app import Server
from tests.server.play import PATIENCE, Client, client, rows
from tests.server.storage.sqlite.old_databases import make_history

ROOT = Path(__file__).parents[2]
YEAR = 365 * 86_400_000
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


def leaderboard(game: str, data: Path, **more: str) -> "subprocess.CompletedProcess[bytes]":
    """Print the best of a game, in an environment with more in it."""
    return subprocess.run(
        [sys.executable, "-m", "samedeal", "leaderboard", game, "--data", str(data)],
        cwd=ROOT,
        env=os.environ | more,
        capture_output=True,
        check=False,
    )


async def test_the_longest_race_on_a_machine_that_is_up_for_years(tmp_path: Path) -> None:
    now = 7 * YEAR
    klondike = catalogue.make("klondike")
    async with (
        Server.open(tmp_path, clock=lambda: now) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        room = await ann.ask(
            CreateRoom(Settings("klondike", countdown=0, time_limit=7200)), RoomState
        )
        await bob.ask(JoinRoom(room.code), RoomState)
        await ann.say(StartRace(anyway=True))
        await ann.until(Board)
        for _ in range(7):  # The room is not closed for its length: somebody races in it.
            now += 1000_000
            await ann.act(klondike)
        now = 7 * YEAR + 7_199_900
        await ann.act(klondike)
        now += 101
        results = await ann.until(Results)
        assert {standing.status for standing in results.standings} == {"out of time"}
        assert (await bob.until(Results)).standings == results.standings
    [(elapsed,)] = rows(tmp_path, "SELECT elapsed FROM races")
    assert elapsed == 7_200_000


@pytest.mark.skipif(FAKETIME is None, reason="faketime is not here")
@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 1), ("2026-10-25", 3)])
async def test_a_race_while_the_clocks_change(day: str, hours: int, tmp_path: Path) -> None:
    """From half past one to half past three is not two hours in these nights."""
    moment = tmp_path / "moment"
    moment.write_text(f"{day} 01:30:00")
    berlin = {
        "TZ": "Europe/Berlin",
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(moment),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    command = ("-m", "samedeal", "serve", "--port", "0", "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command, "--log-format", "text"),
        cwd=ROOT,
        env=os.environ | berlin,
        stdout=PIPE,
        stderr=PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE * 2):
            found = re.search(rb":(\d+),", await process.stdout.readline())
            assert found
            async with connect(f"ws://127.0.0.1:{found[1].decode()}", compression=None) as line:
                ann = Client(line)
                await ann.hello("ann")
                await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
                await ann.say(StartRace())
                await ann.until(Board)
                await ann.act(catalogue.make("klondike"))
                moment.write_text(f"{day} 03:30:00")
                await ann.act(catalogue.make("klondike"))
                await ann.ask(GiveUp(), Results)
    finally:
        process.terminate()
        _, told = await process.communicate()
    hands = {hour.decode() for hour in re.findall(rb"^\S+ (\d\d:\d\d):\d\d", told, re.MULTILINE)}
    assert hands == {"01:30", "03:30"}, told
    [(elapsed, wall)] = rows(tmp_path, "SELECT elapsed, ended - started FROM races")
    assert elapsed in range(PATIENCE * 1000)
    assert wall == hours * 3600
    done = leaderboard("klondike", tmp_path, **berlin)
    assert b"ann" in done.stdout, done


def test_what_is_printed_is_the_same_in_every_time_zone(tmp_path: Path) -> None:
    asyncio.run(make_history(tmp_path))
    told = set()
    for zone in ("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "nonsense"):
        done = leaderboard("thirteens", tmp_path, TZ=zone)
        assert done.returncode == 0, done.stderr
        told.add(done.stdout)
    assert len(told) == 1
    assert re.search(rb"\d{4}-\d\d-\d\d", told.pop())

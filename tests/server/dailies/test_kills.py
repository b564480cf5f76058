"""An attempt whose server is killed in the middle of it, as it cannot notice."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from websockets.asyncio.client import connect

from engine import catalogue
from harness.server_process import ServerProcess
from protocol.messages import (
    Board,
    Daily,
    GetDaily,
    GiveUp,
    PlayDaily,
    RaceStarted,
    Results,
    RoomState,
    StartRace,
)
from server.dailies.days import Days
from server.storage.dailies import calendar
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.verify import PostgresVerification
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.verify import FileVerification
from tests.server.play import Client
from tests.server.stock.fake_foundry import QUICK, certified, wish_of

GAME: Final = catalogue.make(QUICK)


async def test_an_attempt_goes_on_after_a_kill(tmp_path: Path, address: str) -> None:
    opened = PostgresDatabase.open(address) if address else SQLiteDatabase.open(tmp_path)
    database = await opened
    today = Days(UTC).today
    await calendar.keep(database, today, wish_of(), certified())
    await database.close()
    token = ""
    started = None
    with ServerProcess(tmp_path, address) as process:
        async with connect(process.address.url, compression=None) as connection:
            ann = Client(connection)
            token = (await ann.hello("ann")).token
            assert (await ann.ask(PlayDaily(), RoomState)).daily == today
            started = await ann.ask(StartRace(), RaceStarted)
            await ann.until(Board)
            for _ in range(3):
                await ann.act(GAME)
            process.kill()
        process.start()
        async with connect(process.address.url, compression=None) as connection:
            ann = Client(connection)
            await ann.hello(token=token)
            room = await ann.until(RoomState)
            assert (room.daily, room.phase) == (today, "running")
            again = await ann.until(RaceStarted)
            assert (again.race, again.commitment) == (started.race, started.commitment)
            while (await ann.until(Board)).player != ann.player:
                pass
            assert ann.numbers[ann.player] == 3
            await ann.act(GAME)
            await ann.ask(GiveUp(), Results)
            day = await ann.ask(GetDaily(), Daily)
            assert day.own is not None
            assert (day.players, day.own.moves, day.own.race) == (1, 4, started.race)
            process.kill()
        process.start()
        async with connect(process.address.url, compression=None) as connection:
            ann = Client(connection)
            await ann.hello(token=token)
            assert (await ann.ask(GetDaily(), Daily)).own == day.own
    if address:
        assert [each async for each in PostgresVerification(address).faults()] == []
    else:
        assert list(FileVerification(tmp_path).faults()) == []


def test_the_day_of_these_servers_is_that_of_the_clock() -> None:
    assert Days(UTC).today == datetime.now(UTC).date().isoformat()

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.database import Database
from server.players import NameTaken, find, hash_token, register
from server.records import Player


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path)
    yield database
    await database.close()


async def test_a_player_is_found_by_the_token_alone(database: Database) -> None:
    ann = await register(database, " Ann ", "the token", bot=False)
    robot = await register(database, "robot", "another", bot=True)
    assert ann == Player(1, "Ann")
    assert await find(database.reader, "the token") == ann
    assert await find(database.reader, "another") == robot
    assert await find(database.reader, "") is None
    assert await find(database.reader, hash_token("the token")) is None


async def test_a_name_is_taken_once(database: Database) -> None:
    await register(database, "Ann", "1", bot=False)
    with pytest.raises(NameTaken, match="is taken"):
        await register(database, "aNN", "2", bot=False)
    assert await find(database.reader, "2") is None

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.database import Database
from server.players import (
    MAX_NAME,
    BadName,
    NameTaken,
    clean_name,
    find,
    hash_token,
    name_key,
    register,
)
from server.records import Player


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path)
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("text", "name"),
    [("  Ann  ", "Ann"), ("Ann   B", "Ann B"), ("Zoe\u0301", "Zo\u00e9"), ("愛", "愛")],
)
def test_names_are_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text", ["", "   ", "x" * 25, "a\nb", "a\tb", "a\x00", "\u202eevil", "a\u200bb"]
)
def test_bad_names(text: str) -> None:
    with pytest.raises(BadName):
        clean_name(text)


@given(st.text(max_size=40))
def test_a_clean_name_is_clean_for_good(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert 1 <= len(name) <= MAX_NAME
    assert name.isprintable()
    assert clean_name(name) == name


def test_names_too_alike_are_one() -> None:
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("\uff21nn") == name_key("ann")


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

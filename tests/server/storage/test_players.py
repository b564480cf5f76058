import pytest

from server.rooms.records import Player
from server.storage import players
from server.storage.database import Database
from server.storage.names import BadName, name_key, name_look
from server.storage.players import (
    NameTaken,
    find,
    find_named,
    hash_token,
    is_renewed,
    register,
    rename,
    renew_token,
    settle_token,
)


async def test_a_player_is_found_by_the_token_alone(database: Database) -> None:
    ann = await register(database, " Ann ", "the token", bot=False)
    robot = await register(database, "robot", "another", bot=True)
    assert ann == Player(1, "Ann")
    assert await find(database.reader, "the token") == ann
    assert await find(database.reader, "another") == robot
    assert await find(database.reader, "") is None
    assert await find(database.reader, hash_token("the token")) is None


async def test_the_number_of_somebody_never_seen_is_not_used_twice(
    database: Database,
) -> None:
    """The name is free after an hour; bans and rooms may know the number for longer."""
    ann = await register(database, "Ann", "the token", bot=False)
    await database.write([("UPDATE players SET made = made - 3601", [()])])
    again = await register(database, "Ann", "another", bot=False)
    assert again.id != ann.id
    assert await find(database.reader, "the token") is None
    assert await find_named(database.reader, f"@{ann.id}") is None
    assert [player async for player, _, _ in players.find_all(database.reader)] == [again]


async def test_a_name_is_taken_once(database: Database) -> None:
    await register(database, "Ann", "1", bot=False)
    with pytest.raises(NameTaken, match="is taken"):
        await register(database, "aNN", "2", bot=False)
    assert await find(database.reader, "2") is None


async def test_a_renewed_token_counts_once_it_is_settled(database: Database) -> None:
    ann = await register(database, "Ann", "old", bot=False)
    await renew_token(database, ann.id, "new")
    assert await find(database.reader, "old") == ann
    assert await is_renewed(database.reader, "new")
    assert not await is_renewed(database.reader, "old")
    await settle_token(database, "new")
    assert await find(database.reader, "new") == ann
    assert await find(database.reader, "old") is None
    await settle_token(database, "guessed")  # nobody's
    assert await find(database.reader, "guessed") is None


async def test_looks_are_taken_once(database: Database) -> None:
    await register(database, "Bill", "1", bot=False)
    with pytest.raises(NameTaken, match="or one like it"):
        await register(database, "BiII", "2", bot=False)


async def test_players_are_found_by_name_or_id(database: Database) -> None:
    await register(database, "Ann", "1", bot=False)
    two = await register(database, "Bob", "2", bot=False)
    assert await find_named(database.reader, " ANN ") == Player(1, "Ann")
    assert await find_named(database.reader, "@1") == Player(1, "Ann")
    assert await find_named(database.reader, "@2") == two
    assert await find_named(database.reader, "") is None


async def test_renaming_to_ones_own_name_in_another_case(database: Database) -> None:
    ann = await register(database, "ann", "1", bot=False)
    await register(database, "bob", "2", bot=False)
    assert await rename(database, ann.id, "Ann") == "Ann"
    with pytest.raises(NameTaken):
        await rename(database, ann.id, "B0b")
    with pytest.raises(BadName):
        await rename(database, ann.id, "")
    assert await find(database.reader, "1") == Player(1, "Ann")


async def test_all_players_are_listed_a_page_at_a_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "PAGE", 3)
    names = [f"player {n}" for n in range(8)]
    for name in names:
        await players.register(database, name, name, bot=False)
    await players.delete(database, 3)
    listed = [(player.id, player.name) async for player, _, _ in players.find_all(database.reader)]
    assert listed == [(n, name) for n, name in enumerate(names, 1) if n != 3]


@pytest.mark.parametrize(
    "name", ["@1", "<img src=x>", "Maxine [bot]", "Admin", "12", "Maxi\u043fe"]
)
async def test_whoever_has_a_name_keeps_it(database: Database, name: str) -> None:
    ann = await register(database, "Ann", "1", bot=False)
    old = (
        "INSERT INTO players (name, name_key, name_look, token_hash, bot, made) "
        "VALUES (?, ?, ?, ?, FALSE, 0)"
    )
    await database.write([(old, [(name, name_key(name), name_look(name), hash_token("2"))])])
    had = Player(2, name)
    assert await find(database.reader, "2") == had
    assert await find_named(database.reader, "@2") == had
    assert await find_named(database.reader, "@1") == ann  # `admin ban @1` is never about a name
    with pytest.raises(BadName):
        await register(database, name, "3", bot=False)
    assert await rename(database, 2, "Maxine") == "Maxine"

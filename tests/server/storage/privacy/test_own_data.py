"""All that is stored about somebody, in both kinds of database."""

import inspect
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.chance import commitment
from engine.state import Click
from protocol.messages import MAX_OWN_DATA, OwnDataPart, Settings, Standing
from server.rooms.records import (
    Entered,
    MemberSaved,
    ModerationSaved,
    RaceBegun,
    RaceMade,
    RaceOver,
    RoomSaved,
)
from server.storage import players
from server.storage.database import Database
from server.storage.journal import StoredJournal
from server.storage.past import talk
from server.storage.privacy import forgetting, own_data
from server.storage.privacy.own_data import SECTIONS, read_part
from server.storage.ratings.books import Ratings
from server.storage.sqlite.schema import migrate

SETTINGS = Settings("klondike")
ANN, BOB = 1, 2


async def everything(database: Database, player: int) -> dict[str, list[dict[str, Any]]]:
    """Read all parts, one after the other, as a client does."""
    found: dict[str, list[dict[str, Any]]] = {section: [] for section in SECTIONS}
    asked: OwnDataPart | None = OwnDataPart("player")
    seen = []
    while asked:
        assert asked not in seen
        seen.append(asked)
        part = await read_part(database.reader, player, asked)
        assert len(part.text) <= MAX_OWN_DATA
        found[asked.section] += json.loads(part.text)
        asked = part.next
    return found


async def race(database: Database, number: int, moves: int = 2, *racers: int) -> None:
    """Write a race of these racers, in which the first one wins and all do as many moves."""
    racers = racers or (ANN, BOB)
    names = {ANN: "ann", BOB: "bob"}
    standings = tuple(
        Standing(each, names[each], "won" if not place else "stuck", 9, place + 1, moves, 100)
        for place, each in enumerate(racers)
    )
    await StoredJournal(database).write(
        [
            RaceMade(number, SETTINGS, "the seed", commitment("the seed")),
            RoomSaved(f"ROOM{number}", ANN, SETTINGS, number),
            RaceBegun(number, racers),
            *(
                Entered(number, at, racers[at % len(racers)], Click(1), at * 10)
                for at in range(moves * len(racers))
            ),
            RaceOver(number, 1000, standings),
        ]
    )


@pytest.fixture
async def club(database: Database) -> Database:
    for name in ("ann", "bob"):
        await players.register(database, name, f"{name}'s token", bot=False)
    return database


async def test_all_that_is_stored_is_there(club: Database) -> None:
    await race(club, 7)
    await StoredJournal(club).write(
        [
            RaceMade(8, SETTINGS, "a secret", commitment("a secret")),
            RaceBegun(8, (BOB, ANN)),
            RoomSaved("ROOMAA", ANN, SETTINGS, 8),
            MemberSaved(ANN, "ROOMAA", True),
            ModerationSaved(BOB, "ROOMAA", False, True),
        ]
    )
    await club.write(
        [("INSERT INTO bans (player, reason, made) VALUES (?, ?, ?)", [(BOB, "rude", 5)])]
    )
    await Ratings(club).rate_some()
    ann, bob = await everything(club, ANN), await everything(club, BOB)
    [player] = ann["player"]
    assert (player["id"], player["name"], player["bot"]) == (1, "ann", False)
    first, second = ann["races"]
    assert (first["race"], first["game"], first["status"], first["win"]) == (
        *(7, "klondike", "won"),
        True,
    )
    assert (first["seed"], first["settings"]["game"]) == ("the seed", "klondike")
    assert first["others"] == [
        {
            "name": "bob",
            "bot": False,
            "status": "stuck",
            "score": 9,
            "place": 2,
            "milliseconds": 100,
        }
    ]
    assert (second["status"], second["seed"]) == (None, None)  # it is on: the deal is a secret
    assert ann["moves"] == [{"race": 7, "moves": [[0, [1], 0], [2, [1], 20]]}]
    assert bob["moves"] == [{"race": 7, "moves": [[1, [1], 10], [3, [1], 30]]}]
    [best] = ann["bests"]
    assert (best["game"], best["races"], best["wins"], best["best_race"]) == ("klondike", 1, 1, 7)
    rated = {(each["season"], each["family"], each["races"]) for each in ann["ratings"]}
    assert rated == {(1, "", 1), (1, "Klondike", 1)}
    assert {each["rated"] for each in ann["rating steps"]} == {1}
    [room] = ann["rooms"]
    assert (room["room"], room["seated"], room["host"]) == ("ROOMAA", True, True)
    assert bob["rooms"] == [{"room": "ROOMAA", "kicked": False, "muted": True}]
    assert [each["reason"] for each in bob["bans"]] == ["rude"]
    assert "token" not in json.dumps(ann) + json.dumps(bob)


async def test_much_comes_in_parts(club: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, 8):
        await race(club, number, 5)
    whole = await everything(club, ANN)
    for name, value in {"RACES": 2, "MOVES": 3, "LINES": 1, "WITHOUT_MOVES": 2}.items():
        monkeypatch.setattr(own_data, name, value)
    parts = await everything(club, ANN)
    moves: dict[int, list[Any]] = {}
    for row in parts["moves"]:
        moves.setdefault(row["race"], []).extend(row["moves"])
    assert [{"race": race, "moves": them} for race, them in moves.items()] == whole["moves"]
    assert {**parts, "moves": []} == {**whole, "moves": []}
    monkeypatch.setattr(own_data, "ENOUGH", 1)
    assert (await everything(club, ANN))["races"] == whole["races"]


async def test_of_a_deleted_player_and_of_nobody_there_is_nothing(club: Database) -> None:
    await race(club, 7, 2, ANN)
    await players.delete(club, ANN)
    for nobody in (ANN, 99):
        assert not any((await everything(club, nobody)).values())


async def test_what_is_damaged_is_told_as_it_is(club: Database) -> None:
    await race(club, 7)
    await club.write([("UPDATE races SET settings = ?", [("{no",)])])
    assert (await everything(club, ANN))["races"][0]["settings"] == "{no"


def test_every_table_that_names_players_is_told(tmp_path: Path) -> None:
    """Whoever stores something else about players tells it, too, and deletes it with them."""
    with closing(sqlite3.connect(tmp_path / "any.sqlite3", isolation_level=None)) as connection:
        migrate(connection, 0)
        tables = {
            table
            for (table,) in connection.execute(
                "SELECT tables.name FROM sqlite_schema AS tables "
                "JOIN pragma_table_info(tables.name) AS columns "
                "WHERE tables.type = 'table' AND columns.name = 'player'"
            )
        }
    questions = " ".join(
        text for name, text in vars(own_data).items() if name.isupper() and isinstance(text, str)
    )
    told = {table for table in tables if re.search(rf"(FROM|JOIN) {table}\b", questions)}
    assert tables - told == {"practice"}, "what others practise is theirs; whose moves, is told"
    code = (players.delete, forgetting, talk)
    deleting = "".join(inspect.getsource(each) for each in code)
    deleted = {table for table in tables if f"DELETE FROM {table} " in deleting}
    stays = {"daily_attempts"}  # Others have their places beside it; where it came from is deleted.
    assert tables - deleted == {"practice", "members"} | stays, "who leaves is in no room any more"

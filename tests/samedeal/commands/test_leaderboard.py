import argparse
import asyncio
from pathlib import Path

import msgspec
import pytest

from protocol.messages import BestResult, Leaderboard, Settings, Tally
from protocol.messages import Ratings as RatingList
from samedeal.commands.leaderboard import add_arguments, as_text, ratings_text, run
from server.storage import players
from server.storage.ratings.books import Ratings
from server.storage.sqlite.database import SQLiteDatabase
from tests.server.storage.races import NAMES, Races
from tests.server.storage.sqlite.old_databases import make_history


def test_an_unknown_game_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert run(parser.parse_args(["bridge"])) == 1
    assert capsys.readouterr().err.startswith("samedeal leaderboard: there is no game called")


def test_the_tables() -> None:
    ann = BestResult(3, 1, "ann", "won", 52, 83_450, 120, 1_700_000_000)
    bob = BestResult(4, 12, "bob the great", "stuck", 9, 3_600_000, 7, 1_700_000_000)
    found = Leaderboard(
        "klondike",
        {"deal": "no-redeals"},
        [ann],
        [ann, bob],
        [Tally(1, "ann", 10, 5), Tally(12, "bob the great", 1, 0)],
    )
    assert (
        as_text(found)
        == """\
Klondike (deal=no-redeals)

Fastest times
   name  score    time  moves  status        date  race  player
1  ann      52  1:23.4    120  won     2023-11-14     3       1

Best scores
   name           score     time  moves  status        date  race  player
1  ann               52   1:23.4    120  won     2023-11-14     3       1
2  bob the great      9  60:00.0      7  stuck   2023-11-14     4      12

Players
   name           races  wins
1  ann               10     5
   bob the great      1     0

Bots are not listed."""
    )


def test_a_period_is_named() -> None:
    empty = Leaderboard("4x13", {}, period="week")
    assert as_text(empty) == "4x13, the last week: nobody has finished a race in that time"


def test_deals_are_named() -> None:
    nobody = "nobody has finished a race yet"
    board = Leaderboard("4x13", {}, deals="winnable")
    assert as_text(board) == f"4x13, deals that can be won: {nobody}"
    board = Leaderboard("4x13", {}, deals="hard")
    assert as_text(board) == f"4x13, hard deals that can be won: {nobody}"


async def test_the_period_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await make_history(tmp_path)
    await (database := await SQLiteDatabase.open(tmp_path)).write(
        [("UPDATE races SET ended = ended - 10 * 86400", [()])]
    )
    await database.close()
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for period, text in (("week", "nobody has finished"), ("month", "Fastest times")):
        arguments = ["thirteens", "--data", str(tmp_path), "--period", period]
        assert await asyncio.to_thread(run, parser.parse_args(arguments)) == 0
        out = capsys.readouterr().out
        assert f"Thirteens, the last {period}" in out
        assert text in out


def _asked(tmp_path: Path, *arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args([*arguments, "--data", str(tmp_path)])


async def _rated(tmp_path: Path) -> None:
    """Make a database with two races that were rated, one in each of two families."""
    database = await SQLiteDatabase.open(tmp_path)
    for name in NAMES:
        await players.register(database, name, name, bot=False)
    races = Races(database)
    for settings in (Settings("klondike"), Settings("freecell")):
        await races.add(("ann", "won", 52, 1000), ("bob", "stuck", 20, 500), settings=settings)
    ratings = Ratings(database)
    while await ratings.rate_some():
        pass
    await database.close()


async def test_the_highest_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await _rated(tmp_path)
    assert await asyncio.to_thread(run, _asked(tmp_path, "--ratings")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Ratings: all games"
    assert lines[2].split() == ["name", "rating", "races", "player"]
    first, second = (line.split() for line in lines[3:5])
    assert (first[:2], first[3:]) == (["1", "ann"], ["2", "1"])
    assert second[1] == "bob"
    assert first[2].endswith("?")
    assert lines[-1] == "A question mark: not sure yet. Bots are not listed."


async def test_the_ratings_of_a_family_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await _rated(tmp_path)
    asked = _asked(tmp_path, "--ratings", "--family", "freecell", "--json")
    assert await asyncio.to_thread(run, asked) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert (found["type"], found["family"], found["listed"]) == ("ratings", "FreeCell", 2)
    assert [rated["name"] for rated in found["players"]] == ["ann", "bob"]
    assert found["players"][0]["rating"]["races"] == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--ratings", "--family", "bridge"), "there is no family 'bridge'; there are Canfield, "),
        (("--ratings", "--season", "7"), "there is no season 7"),
        ((), "name a game, or ask for --ratings"),
        (("klondike", "--ratings"), "name a game, or ask for --ratings"),
    ],
)
async def test_ratings_that_are_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    await _rated(tmp_path)
    assert await asyncio.to_thread(run, _asked(tmp_path, *arguments)) > 0
    assert capsys.readouterr().err.startswith(f"samedeal leaderboard: {why}")


def test_nobody_is_rated_yet() -> None:
    assert (
        ratings_text(RatingList("", 1, 1, 0))
        == "Ratings: all games: nobody has raced for a rating yet"
    )
    assert ratings_text(RatingList("Spider", 1, 2, 0)).startswith("Ratings: Spider, season 1: ")

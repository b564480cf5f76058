import argparse
import asyncio
from pathlib import Path

import pytest

from protocol.messages import BestResult, Leaderboard, Tally
from samedeal.commands.leaderboard import add_arguments, as_text, run
from server.storage.sqlite.database import SQLiteDatabase
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

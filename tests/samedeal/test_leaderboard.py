import argparse

import pytest

from engine.catalogue import BadOption, UnknownGame
from protocol.messages import Leaderboard, Record, Tally
from samedeal.leaderboard import add_arguments, as_text, parse_options, run


def test_options_from_words() -> None:
    assert parse_options("klondike", ["deal=no-redeals"]) == {"deal": "no-redeals"}
    assert parse_options("klondike", []) == {"deal": "single-card-deals"}
    with pytest.raises(BadOption):
        parse_options("klondike", ["deal"])
    with pytest.raises(BadOption):
        parse_options("klondike", ["undo=yes"])
    with pytest.raises(UnknownGame):
        parse_options("bridge", [])


def test_an_unknown_game_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert run(parser.parse_args(["bridge"])) == 1
    assert capsys.readouterr().err.startswith("samedeal leaderboard: there is no game called")


def test_the_tables() -> None:
    ann = Record(3, 1, "ann", "won", 52, 83_450, 120, 1_700_000_000)
    bob = Record(4, 12, "bob the great", "stuck", 9, 3_600_000, 7, 1_700_000_000)
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

Fastest wins
   name  score    time  moves  status        date  race  player
1  ann      52  1:23.4    120  won     2023-11-14     3       1

Best scores
   name           score     time  moves  status        date  race  player
1  ann               52   1:23.4    120  won     2023-11-14     3       1
2  bob the great      9  60:00.0      7  stuck   2023-11-14     4      12

Players
   name           races  wins
1  ann               10     5
2  bob the great      1     0"""
    )

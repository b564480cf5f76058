"""What Freecell Solver reads, and what it says."""

from pathlib import Path

import pytest

from engine.catalogue import make
from engine.state import State
from tests.tools.solvers.fakes import fake_program
from tools.solvers.freecell_solver import (
    RULES,
    FreecellSolver,
    board,
    options_of,
    read_verdict,
)
from tools.solvers.program import CannotAsk
from tools.solvers.setting import Setting


def test_a_board_from_the_bottom_card_up() -> None:
    game = make("freecell")
    deal = game.deal("1")
    lines = board(game, deal).splitlines()
    assert lines[0] == "Freecells: - - - -"
    assert [len(line.split()) - 1 for line in lines[1:]] == [7] * 4 + [6] * 4
    piles = list(deal.piles)
    piles[0], piles[4], piles[8] = b"\x0a", b"\x31\x32", b""
    lines = board(game, State(tuple(piles))).splitlines()
    assert lines[:3] == ["Foundations: S-2", "Freecells: 10C - - -", ": "]


def test_options() -> None:
    setting = Setting("seahaven")
    said = options_of(RULES[setting], setting.made())
    assert " ".join(said).startswith(
        "--freecells-num 4 --stacks-num 10 --sequences-are-built-by suit "
        "--sequence-move limited --empty-stacks-filled-by kings "
    )


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("-=-=-=-=-\n\nThis game is solveable.\nTotal number of states checked is 9.\n", "won"),
        ("I could not solve this game.\nTotal number of states checked is 9.\n", "impossible"),
        ("Iterations count exceeded.\n", "unknown"),
    ],
)
def test_verdicts(printed: str, verdict: str) -> None:
    assert read_verdict(printed) == verdict


def test_what_is_no_verdict() -> None:
    with pytest.raises(CannotAsk, match="no answer: 'Oh'"):
        read_verdict("Oh\n")


def test_it_reads_the_board(tmp_path: Path) -> None:
    program = fake_program(
        tmp_path,
        "columns = sys.stdin.read().count(': ') - 1\n"
        "print('I could not solve this game.' if columns == 8 else 'Oh.')",
    )
    setting = Setting("freecell")
    game = setting.made()
    assert FreecellSolver(program).ask(setting, game, game.deal("1"), 60) == "impossible"

import random

import pytest

from engine import catalogue
from engine.play import replay
from engine.solver.answer import Answer
from engine.solver.search import Solver, solve
from tests.engine.positions import SETTINGS, Setting, lying, walk

FREECELL = catalogue.make("freecell")


def test_a_win_is_found_and_wins() -> None:
    answer = solve(FREECELL, "search 1", 50_000)
    assert answer.verdict == "won"
    assert replay(FREECELL, "search 1", answer.actions).outcome() == "won"


def test_the_answer_is_the_same_however_often_one_asks_on() -> None:
    at_once = solve(FREECELL, "search 1", 50_000)
    solver = Solver(FREECELL, "search 1")
    while solver.go_on(50).verdict == "unknown":
        assert solver.answer.actions == ()
    assert solver.answer == at_once
    assert solver.go_on(50) == at_once, "there is nothing left to look for"


def test_a_search_that_leaves_nothing_out_says_that_it_cannot_be_won() -> None:
    golf = catalogue.make("golf")
    stuck = lying("", "KC", "2H", *[""] * 6)
    assert Solver(golf, "any", stuck).go_on(1000) == Answer("impossible", 0)
    cover = catalogue.make("cover")
    assert solve(cover, "scout 0", 5000).verdict == "impossible"


def test_where_it_takes_longer_nobody_knows() -> None:
    answer = solve(catalogue.make("spider"), "search 1", 300)
    assert answer.verdict == "unknown"
    assert 300 <= answer.positions < 600


def test_a_position_that_is_won_needs_nothing() -> None:
    won = lying("KC", *[""] * 8)
    golf = catalogue.make("golf")
    assert Solver(golf, "any", lying("", "KC", *[""] * 7)).go_on(10) == Answer("won", 0)
    assert won


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_end_of_every_game_is_searched(setting: Setting) -> None:
    """What a walk came to is searched on from there, in every game."""
    steps = walk(setting, "end")
    step = random.Random(str(setting)).choice(steps[len(steps) // 2 :])
    answer = Solver(setting.game, step.seed, step.after).go_on(200)
    assert answer.positions < 2000
    assert (answer.verdict == "won") == bool(answer.actions) or setting.game.won(step.after)

import random
from dataclasses import replace

import pytest

from engine import catalogue
from engine.play import replay
from engine.solver.answer import Answer, Verdict
from engine.solver.search import Solver, solve
from tests.engine.positions import SETTINGS, Setting, lying, walk

FREECELL = catalogue.make("freecell")


def test_a_win_is_found_and_wins() -> None:
    answer = solve(FREECELL, "search 1", 50_000)
    assert answer.verdict == "won"
    assert replay(FREECELL, "search 1", answer.actions).outcome() == "won"


@pytest.mark.parametrize(
    ("name", "seed", "verdict"),
    [
        ("freecell", "search 1", "won"),
        ("streets-and-alleys", "6", "impossible"),
        ("beleaguered-castle", "6", "won"),
    ],
)
def test_the_answer_is_the_same_however_often_one_asks_on(
    name: str, seed: str, verdict: Verdict
) -> None:
    game = catalogue.make(name)
    at_once = solve(game, seed, 50_000)
    assert at_once.verdict == verdict
    solver = Solver(game, seed)
    while solver.go_on(50).verdict == "unknown":
        assert solver.answer.actions == ()
    assert solver.answer == at_once
    assert solver.go_on(50) == at_once, "there is nothing left to look for"


def test_who_is_hasty_is_thorough_as_well() -> None:
    """What wins in haste is found sooner; what is lost is seen by the thorough search."""
    game = catalogue.make("beleaguered-castle")
    thorough = replace(game, strategy=replace(game.strategy, hasty=False))
    assert solve(game, "9", 10_000).verdict == "won"
    assert solve(thorough, "9", 10_000).verdict == "unknown"
    assert solve(game, "3").verdict == solve(thorough, "3").verdict == "impossible"


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
    golf = catalogue.make("golf")
    assert Solver(golf, "any", lying("", "KC", *[""] * 7)).go_on(10) == Answer("won", 0)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_end_of_every_game_is_searched(setting: Setting) -> None:
    """What a walk came to is searched on from there, in every game."""
    steps = walk(setting, "end")
    step = random.Random(str(setting)).choice(steps[len(steps) // 2 :])
    answer = Solver(setting.game, step.seed, step.after).go_on(200)
    assert answer.positions < 2000
    assert (answer.verdict == "won") == bool(answer.actions) or setting.game.won(step.after)

"""Fortunes: where the manual is not as strict as the program that it comes with."""

from engine import catalogue
from engine.state import Click
from tests.engine.positions import table


def test_the_four_aces_may_lie_in_any_piles() -> None:
    game = catalogue.make("fortunes")
    state = table({1: "AC AS", 2: "AD", 3: "AH KH"}, count=5, score=47)
    assert game.outcome(state) is None
    last = table({1: "AC AS", 2: "AD", 3: "AH", 4: "KH"}, count=5, score=47)
    after = game.play(last, Click(4))
    assert game.outcome(after) == "won"
    assert after.score == 48


def test_the_ace_is_the_highest() -> None:
    game = catalogue.make("fortunes")
    state = table({1: "AC", 2: "7S KC", 3: "2C", 4: "KD"}, count=5)
    assert game.legal_actions(state) == [Click(2), Click(3)]

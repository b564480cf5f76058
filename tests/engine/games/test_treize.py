"""Treize and Yield: what is free, and the waste's two ends."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("treize")


def at(piles: dict[int, str]) -> State:
    return table(piles, 31)


def test_a_covered_card_is_not_free(game: Game) -> None:
    position = at({3: "KC", 4: "AC", 6: "QD"})
    assert game.legal_actions(position) == []
    assert Click(3) in game.legal_actions(at({3: "KC", 6: "QD"}))


def test_yield_is_covered_from_below() -> None:
    upside_down = catalogue.make("yield")
    assert upside_down.legal_actions(at({3: "KC", 10: "AC", 30: "KD"})) == [Click(30)]


def test_the_wastes_lowest_card_lies_apart(game: Game) -> None:
    state = game.play(at({0: "2c 3c", 3: "4H"}), Click(0))
    assert state.piles[:3] == (pile("2c"), pile("3C"), b"")
    state = game.play(state, Click(0))
    assert state.piles[:3] == (b"", pile("3C"), pile("2C"))


def test_both_ends_of_the_waste_play_and_the_next_card_moves_up(game: Game) -> None:
    state = game.play(at({1: "5C", 2: "9C 2C", 3: "8D"}), Move(1, 1, 3))
    assert state.piles[1:4] == (pile("9C"), pile("2C"), b"")
    state = game.play(at({1: "5C", 2: "9C 8C", 3: "2D"}), Move(2, 1, 1))
    assert state.piles[1:3] == (pile("9C"), b"")


def test_the_wastes_two_top_cards_leave_with_a_click(game: Game) -> None:
    state = game.play(at({1: "AC", 2: "9C 7H 6D", 3: "2D"}), Click(2))
    assert state.piles[1:3] == (pile("AC"), pile("9C"))
    assert state.score == 49

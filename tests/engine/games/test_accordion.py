"""Accordion, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Move, State
from tests.engine.positions import pile


@pytest.fixture
def game() -> Game:
    return catalogue.make("accordion")


def row(cards: str) -> State:
    lying = pile(cards)
    return State(tuple(lying[i : i + 1] for i in range(52)), 52 - len(lying))


def test_the_deal_is_a_row_in_lines_of_nine(game: Game) -> None:
    state = game.deal("any")
    assert all(len(cards) == 1 for cards in state.piles)
    assert all(cards[0] < 128 for cards in state.piles)
    assert [game.places[i].at for i in (0, 8, 9, 51)] == [(0, 0), (8, 0), (0, 1), (6, 5)]


def test_one_or_three_to_the_left_of_the_same_rank_or_suit(game: Game) -> None:
    assert game.legal_actions(row("2C 3C 4D 2D 3H 9S")) == [
        Move(1, 1, 0),
        Move(3, 1, 0),
        Move(3, 1, 2),
        Move(4, 1, 1),
    ]


def test_not_two_to_the_left_and_not_to_the_right(game: Game) -> None:
    assert game.outcome(row("2C 3D 2H 4S KH")) == "stuck"
    assert game.refusal(row("2C 3C"), Move(0, 1, 1)) == "that doesn't go there"


def test_the_row_closes_up(game: Game) -> None:
    assert game.play(row("2C 3C 4D 2D 3H"), Move(3, 1, 0)) == row("2D 3C 4D 3H")
    assert game.play(row("2C 3C 4D 2D 3H"), Move(3, 1, 2)) == row("2C 3C 2D 3H")


def test_lines_go_on_into_each_other(game: Game) -> None:
    state = row("AC 2D 3H 4S 5C 6D 7H 8S 9C 9D KS QH")
    assert Move(9, 1, 8) in game.legal_actions(state)


def test_won_with_one_card_left(game: Game) -> None:
    after = game.play(row("2C 3C"), Move(1, 1, 0))
    assert game.outcome(after) == "won"
    assert after.score == 51

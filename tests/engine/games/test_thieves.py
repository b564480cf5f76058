"""Thieves: jokers, and what a card is worth."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Move
from tests.engine.positions import table


@pytest.fixture
def game() -> Game:
    return catalogue.make("thieves")


@pytest.mark.parametrize(
    ("under", "over", "score"),
    [
        ("*C", "AD", 8),
        ("*C", "KD", 8),
        ("4C", "3D", 6),
        ("*D", "QD", 6),
        ("6C", "5D", 4),
        ("JC", "TD", 4),
        ("9C", "8D", 2),
        ("9C", "*D", 0),
        ("*C", "*D", 0),
    ],
)
def test_what_a_card_is_worth(game: Game, under: str, over: str, score: int) -> None:
    assert game.play(table({8: under, 0: over}, 9), Move(0, 1, 8)).score == score


def test_ace_and_king_are_no_neighbours(game: Game) -> None:
    for under, over in (("AC", "KD"), ("KC", "AD"), ("9C", "9D")):
        assert not game.is_legal(table({7: "2c", 8: under, 0: over}, 9), Move(0, 1, 8))


def test_the_deck_has_two_jokers(game: Game) -> None:
    state = game.deal("any")
    assert [len(cards) for cards in state.piles] == [5] * 7 + [18, 1]

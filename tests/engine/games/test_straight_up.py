"""Straight Up: what is odd about it."""

from engine import catalogue
from engine.state import Move
from tests.engine.positions import pile, table

GAME = catalogue.make("straight-up")


def test_the_deal() -> None:
    state = GAME.deal("any")
    assert [len(cards) for cards in state.piles] == [31, 0, 1, 1, 1, 1, 13, 1, 1, 1, 1]
    assert state.piles[2:6] == tuple(map(pile, ("2C", "2D", "2H", "2S")))
    assert [card >= 128 for card in state.piles[6]] == [True] * 12 + [False]
    assert state.score == 0


def test_a_sequence_goes_to_a_foundation_card_by_card() -> None:
    position = table({2: "2C 3C", 7: "9H 6C 5C 4C", 8: "9C", 9: "KC", 10: "AC"}, 11, score=1)
    after = GAME.play(position, Move(7, 3, 2))
    assert after.piles[2] == pile("2C 3C 4C 5C 6C")
    assert after.score == 4
    assert GAME.is_legal(after, Move(9, 1, 10))
    assert not GAME.is_legal(position, Move(7, 2, 3))

"""Whitehead: what is odd about it."""

from engine import catalogue
from engine.state import Move
from tests.engine.positions import pile, table

GAME = catalogue.make("whitehead")


def test_built_in_colour_moved_in_suit() -> None:
    position = table({6: "9H 8D 7D", 7: "9D", 8: "6H", **dict.fromkeys(range(9, 13), "KC")}, 13)
    assert GAME.is_legal(position, Move(6, 2, 7))
    assert GAME.is_legal(position, Move(8, 1, 6))
    after = GAME.play(position, Move(8, 1, 6))
    assert not GAME.is_legal(after, Move(6, 2, 8))


def test_a_sequence_goes_to_a_foundation_card_by_card() -> None:
    after = GAME.play(table({6: "9S 3H 2H AH"}, 13), Move(6, 3, 4))
    assert after.piles[4] == pile("AH 2H 3H")
    assert after.score == 3

"""Gypsy: what is odd about it."""

from engine import catalogue
from engine.state import Click, Move
from tests.engine.positions import table

GAME = catalogue.make("gypsy")


def test_the_score() -> None:
    suit = " ".join(rank + "H" for rank in "A23456789TJQ")
    position = table({1: suit, 9: "KH", 10: "9S 8D 7C", 11: "2s 3S"}, 17)
    assert GAME.play(position, Move(10, 1, 12)).score == 60 + 2
    assert GAME.play(position, Move(9, 1, 1)).score == 65 + 60 + 2 * 2


def test_a_row_is_dealt_over_gaps_too() -> None:
    after = GAME.play(table({0: "ac 2c 3c 4c 5c 6c 7c 8c", 9: "KH"}, 17), Click(0))
    assert [len(cards) for cards in after.piles[9:]] == [2, *[1] * 7]

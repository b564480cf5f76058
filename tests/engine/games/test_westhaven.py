"""Westhaven: what is odd about it."""

from engine import catalogue
from engine.state import Move
from tests.engine.positions import table

GAME = catalogue.make("westhaven")


def test_the_top_card_moves_or_all_the_open_ones() -> None:
    position = table({6: "2c 9H 8S 7D", 7: "TC", 8: "9C", 9: "8C"}, 16)
    gap = {
        m.count for m in GAME.legal_actions(position) if isinstance(m, Move) and m[::2] == (6, 10)
    }
    assert gap == {1, 3}
    assert GAME.is_legal(position, Move(6, 3, 7))
    assert GAME.is_legal(position, Move(6, 1, 9))
    assert not GAME.is_legal(position, Move(6, 2, 8))

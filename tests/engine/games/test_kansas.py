"""Kansas: what is odd about it."""

from engine import catalogue
from engine.state import Move
from tests.engine.positions import table

GAME = catalogue.make("kansas")


def test_a_gap_takes_the_waste_only() -> None:
    position = table({1: "9D 4H", 7: "TS 9S", 8: "KD"}, 10)
    to_gap = [m for m in GAME.legal_actions(position) if isinstance(m, Move) and m.target == 9]
    assert to_gap == [Move(1, 1, 9)]


def test_the_reserve_gives_its_top_card_only() -> None:
    """The program lets more of them go, face down ones too; by the manual the top card may."""
    position = table({6: "8h TH 9C", 7: "TS", 8: "KD", 9: "JC"}, 10)
    moves = [m for m in GAME.legal_actions(position) if isinstance(m, Move) and m.source == 6]
    assert moves == [Move(6, 1, 7)]

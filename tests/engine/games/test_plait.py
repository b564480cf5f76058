"""Plait: the direction of the foundations, and the edges."""

from engine import catalogue
from engine.state import Move, State
from tests.engine.positions import pile, table

game = catalogue.make("plait")


def at(piles: dict[int, str]) -> State:
    return table(piles, 23)


def test_the_second_card_of_any_foundation_decides_the_direction() -> None:
    cards = {3: "AC", 4: "AH", 5: "2C", 6: "KC", 7: "KH", 8: "2H"}
    moves = {m for m in game.legal_actions(at(cards)) if isinstance(m, Move)}
    home = {Move(5, 1, 3), Move(6, 1, 3), Move(7, 1, 4), Move(8, 1, 4)}
    assert {move for move in moves if move.target in (3, 4)} == home
    up = game.play(at(cards), Move(5, 1, 3))
    assert not game.is_legal(up, Move(7, 1, 4))
    assert game.is_legal(up, Move(8, 1, 4))
    down = game.play(at(cards), Move(7, 1, 4))
    assert game.is_legal(down, Move(6, 1, 3))
    assert not game.is_legal(down, Move(5, 1, 3))


def test_thirteen_cards_are_all() -> None:
    suit = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C"
    position = at({3: suit, 5: "3C"})
    assert not game.is_legal(position, Move(5, 1, 3))
    assert game.is_legal(position, Move(5, 1, 4)), "it begins the next one"


def test_the_plait_fills_an_edge_whose_card_goes_to_a_foundation() -> None:
    position = at({0: "2C", 1: "9D 8H", 3: "AC"})
    after = game.play(position, Move(0, 1, 3))
    assert (after.piles[0], after.piles[1]) == (pile("8H"), pile("9D"))
    parked = game.play(position, Move(0, 1, 5))
    assert parked.piles[0] == b""
    assert game.is_legal(parked, Move(1, 1, 0)), "the plait's card may be brought there"
    assert not game.is_legal(parked, Move(1, 1, 6)), "but to no field"

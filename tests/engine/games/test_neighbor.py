"""Neighbor: what is odd about it."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import field, pile

EMPTY = "-- -- -- -- --"


@pytest.fixture
def game() -> Game:
    return catalogue.make("neighbor")


def at(stock: str, *rows: str) -> State:
    piles = (pile(stock), *field(*rows, *[EMPTY] * (5 - len(rows))))
    return State(piles, 52 - len(b"".join(piles)))


def test_the_field_closes_up_by_itself(game: Game) -> None:
    position = at("2c", "AC QD 3C 4C 5C", "9C 8D 7C 2D 3D", *["9D TD JD TC JC"] * 3)
    after = game.play(position, Move(1, 1, 2))
    assert after.piles[1:6] == tuple(map(pile, ("3C", "4C", "5C", "9C", "8D")))
    assert after.piles[24:26] == (pile("2C"), b"")


def test_a_king_leaves_but_not_out_of_the_stock(game: Game) -> None:
    """The program removes a king that lies face down on the stock."""
    position = at("kc", "KD 3C 4C 5C 6C", *["9D TD JD TC JC"] * 4)
    actions = game.legal_actions(position)
    assert Click(1) in actions
    assert Click(0) not in actions

"""Seahaven: ways to the foundations and back."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Move, State
from tests.engine.positions import pile, table

FULL = {2: "KC", 3: "KD", 4: "KH", 5: "KS"}


@pytest.fixture
def game() -> Game:
    return catalogue.make("seahaven")


def at(piles: dict[int, str]) -> State:
    return table(piles, 18, score=9)


def test_a_sequence_goes_to_a_foundation_though_the_cells_are_full(game: Game) -> None:
    position = at({**FULL, 0: "AS 2S", 8: "9D 5S 4S 3S", 9: "6S"})
    assert game.is_legal(position, Move(8, 3, 0))
    assert not game.is_legal(position, Move(8, 3, 9))
    assert not game.is_legal(position, Move(8, 3, 1))
    after = game.play(position, Move(8, 3, 0))
    assert after.piles[0] == pile("AS 2S 3S 4S 5S")
    assert after.score == 12


def test_as_many_cards_move_as_the_cells_would_let(game: Game) -> None:
    position = at({**FULL, 5: "", 8: "9D 8D 7D", 9: "TD", 10: "9S 8S", 11: "TS"})
    assert not game.is_legal(position, Move(8, 3, 9))
    assert game.is_legal(position, Move(10, 2, 11))


@pytest.mark.parametrize("target", [2, 8])
def test_a_card_that_comes_back_costs_its_point(game: Game, target: int) -> None:
    assert game.play(at({0: "AS 2S", 8: "3S"}), Move(0, 1, target)).score == 8

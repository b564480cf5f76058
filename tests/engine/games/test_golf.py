"""Golf: where its ranks end."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Move
from tests.engine.positions import table


@pytest.fixture
def game() -> Game:
    return catalogue.make("golf")


@pytest.mark.parametrize(
    ("under", "over", "goes"),
    [("QC", "KD", True), ("KC", "QD", False), ("AC", "2D", True), ("AC", "KD", False)],
)
def test_nothing_goes_on_a_king(game: Game, under: str, over: str, goes: bool) -> None:
    assert game.is_legal(table({0: "9c", 1: under, 2: over}, 9), Move(2, 1, 1)) == goes


def test_turning_a_card_costs_and_pays_nothing(game: Game) -> None:
    after = game.play(table({0: "3c 9c", 1: "8C", 2: "TD"}, 9, score=4), Click(0))
    assert after.score == 4
    assert game.play(after, Move(2, 1, 1)).score == 5

"""Diamond Mine: the hundred points."""

from engine import catalogue
from engine.state import Move
from tests.engine.positions import table

TO_TWO = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"


def test_what_scores() -> None:
    game = catalogue.make("diamond-mine")
    position = table({1: "5D", 2: "KD", 3: "AD", 4: TO_TWO, 5: "AC"}, 14)
    position = game.play(position, Move(2, 1, 0))
    assert position.score == 13
    position = game.play(position, Move(3, 1, 0))
    assert position.score == 14
    assert not game.is_legal(position, Move(1, 1, 0))
    assert game.play(position, Move(5, 1, 4)).score == 17


def test_diamonds_move_nowhere_else_and_take_nothing() -> None:
    game = catalogue.make("diamond-mine")
    position = table({0: "2D", 1: "5D", 2: "4S", 3: "6S"}, 14)
    moves = set(game.legal_actions(position))
    assert not {Move(2, 1, 1), Move(1, 1, 3), Move(1, 1, 4)} & moves
    assert Move(2, 1, 4) in moves

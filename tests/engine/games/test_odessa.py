"""Odessa: what moves pay."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("odessa")


def at(piles: dict[int, str], score: int = 1) -> State:
    return table(piles, 11, score)


def test_the_cards_in_sequences_of_the_deal_are_paid(game: Game) -> None:
    assert game.score is not None
    position = at({1: "kc qc jc TC 9C 8C", 2: "ac 2c 3c 5D 4D 7S 6S 5S", 3: "2H 4H 3H"}, score=0)
    assert game.score(position) == 3 + 2 + 3 + 2
    assert game.score(position._replace(score=7)) == 7
    assert {game.deal(str(seed)).score for seed in range(40)} >= {0, 2}


def test_a_move_pays_the_sequence_that_it_puts_together(game: Game) -> None:
    after = game.play(at({1: "KD 9C 8C 7C", 2: "3H 6C 5C KS 4C"}), Move(2, 4, 1))
    assert after.score == 1 + 5
    assert after.piles[1] == pile("KD 9C 8C 7C 6C 5C KS 4C")


def test_a_card_that_lies_face_down_is_not_in_it(game: Game) -> None:
    assert game.play(at({1: "8c 7C", 2: "3H 6C"}), Move(2, 1, 1)).score == 1 + 2


def test_a_king_on_an_empty_column_pays_nothing(game: Game) -> None:
    assert game.play(at({1: "3H KC QC"}), Move(1, 2, 2)).score == 1


def test_a_sequence_goes_to_a_foundation_at_once(game: Game) -> None:
    position = at({0: "AS", 1: "9D 5S 4S 3S 2S", 2: "9H 3H 2H AH"})
    moves = [move for move in game.legal_actions(position) if isinstance(move, Move)]
    to_foundations = [move for move in moves if move.target in (0, 8, 9, 10)]
    assert to_foundations == [
        *(Move(1, count, 0) for count in (1, 2, 3, 4)),
        *(Move(2, count, pile) for count in (1, 2, 3) for pile in (8, 9, 10)),
    ]
    after = game.play(position, Move(1, 4, 0))
    assert after.piles[0] == pile("AS 2S 3S 4S 5S")
    assert after.score == 1 + 4

"""Scorpion: the hundred points."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

TO_TWO = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"


@pytest.fixture
def game() -> Game:
    return catalogue.make("scorpion")


def at(piles: dict[int, str]) -> State:
    position = table(piles, 8)
    score = catalogue.make("scorpion").score
    assert score is not None
    return position._replace(score=score(position))


def test_what_scores() -> None:
    nothing = {1: "2d 2h 2s 3d 3h 3s", 2: "4d 4h 4s 5d 5h 5s"}
    assert at(nothing).score == 0
    assert at({**nothing, 3: "KD 9S 8S 7S 6D"}).score == 2
    assert at({1: "2d 2h 2s 3d 3h 3s", 2: "4d 4h 4s 5d 5h 5S"}).score == 3
    assert at({**nothing, 3: f"{TO_TWO} AC"}).score == 12 + 4
    assert at({**nothing, 3: f"9D {TO_TWO} AC"}).score == 12


def test_the_deal_may_cover_a_suit_or_end_one(game: Game) -> None:
    position = at({0: "ac 9d 8d", 1: f"{TO_TWO} AC", 2: "KD", 3: "KH"})
    covered = game.play(position, Click(0))
    assert covered.piles[1:4] == (pile(f"{TO_TWO} AC 8D"), pile("KD 9D"), pile("KH AC"))
    assert covered.score == position.score - 4
    assert game.play(covered, Move(1, 1, 2)).score == position.score + 1
    position = at({0: "8d 9d ac", 1: TO_TWO})
    assert game.play(position, Click(0)).score == position.score + 1 + 4


def test_won_with_four_suits_in_order(game: Game) -> None:
    suits = [f"{TO_TWO} AC".replace("C", suit) for suit in "CDHS"]
    assert game.outcome(at(dict(enumerate(suits, 2)))) == "won"
    assert game.outcome(at({**dict(enumerate(suits, 2)), 5: TO_TWO, 6: "AC"})) != "won"

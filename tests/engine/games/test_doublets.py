"""Doublets: what is odd about it."""

import pytest

from engine import catalogue
from engine.cards import KING, rank
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("doublets")


def at(piles: dict[int, str], **rest: int) -> State:
    return table(dict.fromkeys((2, 3, 4, 5, 6, 7, 9), "KC") | piles, 10, **rest)


def test_no_king_is_dealt_above_the_stock(game: Game) -> None:
    met = 0
    for seed in map(str, range(40)):
        state = game.deal(seed)
        assert sum(map(len, state.piles)) == 52
        assert all(rank(cards[0]) != KING for cards in state.piles[2:])
        assert state.score == 1
        met += rank(state.piles[0][0]) == KING
    assert met > 10  # they went to the bottom


@pytest.mark.parametrize(
    ("under", "over"), [("AC", "2D"), ("8C", "3D"), ("6H", "QH"), ("QS", "JC"), ("7C", "AD")]
)
def test_it_goes_up_by_doubling(game: Game, under: str, over: str) -> None:
    assert Move(2, 1, 8) in game.legal_actions(at({8: under, 2: over}))


def test_kings_never_move(game: Game) -> None:
    for under in ("KC", "6D", "7C"):
        assert game.legal_actions(at({8: under, 1: "KD", 0: "2c"})) == [Click(0)]


def test_gaps_are_filled_from_the_waste_before_the_stock(game: Game) -> None:
    after = game.play(at({8: "AC", 2: "2D", 1: "5H KS", 0: "9c"}), Move(2, 1, 8))
    assert after.piles[:3] == (pile("9c"), pile("5H"), pile("KS"))
    after = game.play(at({8: "AC", 2: "2D", 0: "9c TD"}), Move(2, 1, 8))
    assert after.piles[:3] == (pile("9c"), b"", pile("TD"))


def test_the_wastes_last_card_brings_the_next_one(game: Game) -> None:
    after = game.play(at({8: "AC", 1: "2D", 0: "9c td"}), Move(1, 1, 8))
    assert after.piles[:2] == (pile("9c"), pile("TD"))


def test_only_the_wastes_top_card_goes(game: Game) -> None:
    assert not game.is_legal(at({8: "AC", 1: "9H 2D"}), Move(1, 2, 8))


def test_the_waste_goes_back_twice(game: Game) -> None:
    state = at({8: "AC", 1: "9H 2D"}, redeals=1)
    state = game.play(state, Click(0))
    assert (state.piles[0], state.redeals) == (pile("2d 9h"), 2)
    assert Click(0) not in game.legal_actions(at({8: "AC", 1: "9H 2D"}, redeals=2))

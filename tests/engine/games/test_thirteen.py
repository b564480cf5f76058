"""Thirteen, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Deal, Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("thirteen")


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 30, **rest)


def test_the_deal_is_a_pyramid_with_its_last_row_open(game: Game) -> None:
    piles = game.deal("any").piles
    assert [len(cards) for cards in piles] == [24, 0] + [1] * 28
    assert [i for i in range(2, 30) if piles[i][0] < 128] == list(range(23, 30))


def test_pairs_of_thirteen_leave_together(game: Game) -> None:
    position = at({23: "AC", 24: "QD", 25: "6H", 26: "7S", 27: "5S", 1: "8D"})
    pairs = {frozenset(m[::2]) for m in game.legal_actions(position) if isinstance(m, Move)}
    assert pairs == {frozenset({23, 24}), frozenset({25, 26}), frozenset({27, 1})}
    after = game.play(position, Move(23, 1, 24))
    assert after.piles[23:25] == (b"", b"")
    after = game.play(position, Move(27, 1, 1))
    assert after.piles[1] == after.piles[27] == b""


def test_a_king_leaves_with_a_click(game: Game) -> None:
    position = at({23: "KC", 24: "QC", 1: "2C KD"})
    assert game.legal_actions(position) == [Click(1), Click(23)]
    assert game.play(position, Click(23)).piles[23] == b""
    assert game.play(position, Click(1)).piles[1] == pile("2C")


def test_a_card_turns_up_when_both_that_cover_it_have_gone(game: Game) -> None:
    position = at({17: "4s", 18: "5s", 23: "KC", 24: "KD", 25: "3D"})
    after = game.play(position, Click(24))
    assert after.piles[17] == pile("4s")
    after = game.play(after, Click(23))
    assert after.piles[17:19] == (pile("4S"), pile("5s"))


def test_the_stock_is_turned_once(game: Game) -> None:
    position = game.play(at({0: "2c 3c", 23: "4H"}), Click(0))
    assert position.piles[:2] == (pile("2c"), pile("3C"))
    position = game.play(position, Deal())
    assert position.piles[:2] == (b"", pile("3C 2C"))
    assert not game.is_legal(position, Click(0))


def test_the_waste_pairs_with_the_card_below(game: Game) -> None:
    position = at({1: "4C 6S 7D", 23: "AC"})
    assert game.legal_actions(position) == [Click(1)]
    after = game.play(position, Click(1))
    assert after.piles[1] == pile("4C")
    assert not game.is_legal(after, Click(1))
    assert not game.is_legal(at({1: "4C 6S 8D"}), Click(1))
    assert not game.is_legal(at({23: "AC"}), Click(1))


def test_won_when_nothing_is_left_with_a_point_for_each_card(game: Game) -> None:
    position = at({2: "KD"}, score=51)
    assert game.outcome(position) is None
    after = game.play(position, Click(2))
    assert game.outcome(after) == "won"
    assert after.score == 52


def test_stuck(game: Game) -> None:
    assert game.outcome(at({1: "2C", 2: "4D"})) == "stuck"

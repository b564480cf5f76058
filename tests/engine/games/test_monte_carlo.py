"""Monte Carlo, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import field, pile

EMPTY = "-- -- -- -- --"


@pytest.fixture
def game() -> Game:
    return catalogue.make("monte-carlo")


def at(stock: str, *rows: str) -> State:
    piles = (pile(stock), *field(*rows, *[EMPTY] * (5 - len(rows))))
    return State(piles, 52 - len(b"".join(piles)))


def test_the_deal_is_a_field_of_five_by_five(game: Game) -> None:
    piles = game.deal("any").piles
    assert [len(cards) for cards in piles] == [27] + [1] * 25
    assert all(cards[0] < 128 for cards in piles[1:])


@pytest.mark.parametrize("place", [1, 2, 3, 6, 8, 11, 12, 13])
def test_pairs_touch_at_the_sides_and_corners(game: Game, place: int) -> None:
    piles = [b""] * 26
    piles[7], piles[place] = pile("9C"), pile("9D")
    state = State(tuple(piles))
    assert game.is_legal(state, Move(7, 1, place))
    assert game.is_legal(state, Move(place, 1, 7))
    after = game.play(state, Move(7, 1, place))
    assert not any(after.piles)
    assert game.outcome(after) == "won"
    assert after.score == 52


@pytest.mark.parametrize("place", [5, 9, 10, 14, 17, 25])
def test_cards_that_do_not_touch_are_no_pair(game: Game, place: int) -> None:
    piles = [b""] * 26
    piles[7], piles[place] = pile("9C"), pile("9D")
    assert not game.is_legal(State(tuple(piles)), Move(7, 1, place))


def test_the_edge_does_not_lead_to_the_next_row(game: Game) -> None:
    state = at("", "2C 3C 4C 5C 9C", "9D -- -- -- --")
    assert game.legal_actions(state) == []


def test_ranks_must_be_the_same(game: Game) -> None:
    state = at("", "9C 8C -- -- --", "-- 9D -- -- --")
    assert game.legal_actions(state) == [Move(1, 1, 7), Move(7, 1, 1), Click(0)]


def test_closing_up_in_reading_order_and_dealing_behind(game: Game) -> None:
    state = at("4h 5h 6h", "-- 2C -- 3C 4C", "-- -- 5C -- --", "6C -- -- -- 7C")
    after = game.play(state, Click(0))
    assert after == at("", "2C 3C 4C 5C 6C", "7C 6H 5H 4H --")


def test_no_more_is_dealt_than_there_are_gaps(game: Game) -> None:
    full = "2C 3D 4C 5D 6C"
    state = at("4h 5h 6h", full, full, full, full, "7C 8C 9C TC --")
    after = game.play(state, Click(0))
    assert after.piles[0] == pile("4h 5h")
    assert after.piles[25] == pile("6H")
    assert not game.is_legal(after, Click(0))


def test_nothing_to_deal(game: Game) -> None:
    assert game.legal_actions(at("", "2C 3C 4C -- --")) == []
    assert game.legal_actions(at("", "2C -- 3C -- --")) == [Click(0)]

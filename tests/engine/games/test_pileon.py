"""Pileon: what is done with."""

from engine import catalogue
from engine.cards import DOWN
from engine.state import Move
from tests.engine.positions import table

GAME = catalogue.make("pileon")


def test_four_of_a_rank_are_done_with_even_when_dealt_so() -> None:
    state = table({0: "5C 5D 5H 5S", 1: "7C 7D", 2: "KC 7H 7S"}, count=15)
    after = GAME.play(state, Move(2, 2, 1))
    assert [cards[-1] >= DOWN for cards in after.piles[:3]] == [True, True, False]
    assert after.score == 8
    assert not any(
        action.source < 2 for action in GAME.legal_actions(after) if isinstance(action, Move)
    )


def test_no_pile_holds_five_cards() -> None:
    state = table({0: "5C 6D 7D 8H", 1: "2C 3C 8S", 2: "8D 8C"}, count=15)
    assert GAME.refusal(state, Move(1, 1, 0)) == "that doesn't go there"
    assert GAME.refusal(state, Move(2, 2, 1)) == "that doesn't go there"
    assert GAME.is_legal(state, Move(2, 1, 1))

"""Gay Gordons: its deal."""

from collections import Counter

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import State
from tests.engine.positions import table


@pytest.fixture
def game() -> Game:
    return catalogue.make("gay-gordons")


def winnable(game: Game, state: State, patience: int) -> bool:
    """Look for a way to win, deeper positions first, for at most so many positions."""
    seen, waiting = {state.piles}, [state]
    while waiting and len(seen) < patience:
        state = waiting.pop()
        if game.outcome(state) == "won":
            return True
        for action in game.legal_actions(state):
            after = game.play(state, action)
            if after.piles not in seen:
                seen.add(after.piles)
                waiting.append(after)
    return False


def test_all_cards_are_dealt(game: Game) -> None:
    state = game.deal("any")
    assert [len(cards) for cards in state.piles] == [2] + [5] * 10
    assert Counter(b"".join(state.piles)) == Counter(game.deck)


@pytest.mark.parametrize("seed", ["one", "two", "three", "four", "five", "six"])
def test_every_deal_can_be_won(game: Game, seed: str) -> None:
    assert winnable(game, game.deal(seed), 20_000)


def test_queens_go_with_kings_and_jacks_with_jacks(game: Game) -> None:
    assert game.legal_actions(table({1: "QC", 2: "TD"}, 11)) == []
    assert len(game.legal_actions(table({1: "QC", 2: "KD"}, 11))) == 2
    assert len(game.legal_actions(table({1: "JC", 2: "JD"}, 11))) == 2
    assert len(game.legal_actions(table({1: "AC", 2: "TD"}, 11))) == 2

"""Triple Peaks: what pays, and the rounds."""

from collections import Counter

import pytest

from engine import catalogue
from engine.cards import DOWN
from engine.game import Game
from engine.state import Click, Deal, Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("triple-peaks")


@pytest.fixture
def doubling() -> Game:
    return catalogue.make("triple-peaks", {"multiplier_scoring": True})


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 31, **rest)


def test_each_card_of_a_run_pays_more(game: Game, doubling: Game) -> None:
    start = at({2: "2C", 21: "3D", 22: "4D", 23: "5D", 24: "4S", 3: "9h"})
    for rules, scores in ((game, [1, 3, 6, 10]), (doubling, [1, 3, 7, 15])):
        state = start
        for pile_number, score in zip(range(21, 25), scores, strict=True):
            state = rules.play(state, Move(pile_number, 1, 2))
            assert state.score == score


def test_a_turned_card_costs_five_and_ends_the_run(game: Game, doubling: Game) -> None:
    position = at({0: "8c 9c", 1: "kd", 2: "2C 3D", 21: "QS"}, score=7)
    after = game.play(position, Click(0))
    assert after.piles[:3] == (pile("8c"), pile("kd 3d 2c"), pile("9C"))
    assert after.score == 2
    assert game.play(after, Deal()).score == 0
    assert doubling.play(position, Click(0)).score == 7


def test_peaks_and_the_end_have_a_bonus(game: Game, doubling: Game) -> None:
    position = at({2: "2C", 3: "3D", 4: "4D"})
    after = game.play(position, Move(3, 1, 2))
    assert after.score == 1 + 15
    after = game.play(after, Move(4, 1, 2))
    assert after.score == 16 + 2 + 15 + 15
    assert game.outcome(after) == "won"
    assert doubling.play(position, Move(3, 1, 2)).score == 1 + 25


@pytest.mark.parametrize("multiplier", [False, True])
def test_a_cleared_board_is_dealt_anew_in_rounds(multiplier: bool) -> None:
    options = {"progressive_rounds": True, "multiplier_scoring": multiplier}
    rounds = catalogue.make("triple-peaks", options)
    rest = bytes(card | DOWN for card in rounds.deck if card not in pile("2C 3D"))
    position = at({2: "2C", 3: "3D"}, score=5)._replace(
        piles=(rest[:3], rest[3:], pile("2C"), pile("3D"), *[b""] * 27)
    )
    after = rounds.play(position, Move(3, 1, 2), "seed")
    assert Counter(card & ~DOWN for cards in after.piles for card in cards) == Counter(rounds.deck)
    assert [len(cards) for cards in after.piles] == [23, 0, 1] + [1] * 28
    assert (after.score, after.redeals) == (5 + 1 + 2 * (25 if multiplier else 15), 1)
    again = rounds.play(position._replace(redeals=1), Move(3, 1, 2), "seed")
    assert again.piles != after.piles

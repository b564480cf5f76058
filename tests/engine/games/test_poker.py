"""Poker: the hands, and what wins."""

import pytest

from engine import catalogue
from engine.games.poker import CELLS, hand_score
from engine.state import Move, State
from tests.engine.positions import pile

GOOD = [
    "2C 3C 4C 5C 6C",
    "8D 9D TD JD QD",
    "4H 5H 6H 7H 8H",
    "9S TS JS QS KS",
    "AC AD AH AS 7C",
]
"""A field worth 137 points: four straight flushes, the aces, and a pair in a diagonal."""


def field(*rows: str, waste: str = "", score: int = 0) -> State:
    cells = [pile(word) for row in rows for word in row.split()]
    return State((pile("tc jc"), pile(waste), *cells), score)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("6C 2C 5C 3C 4C", 30),
        ("TC JC QC KC AC", 30),
        ("2C 2D 9S 2H 2S", 16),
        ("AC 2D 3H 4S 5C", 12),
        ("TC JD QH KS AC", 12),
        ("JC QD KH AS 2C", 0),
        ("2C 2D 2H 5S 5C", 10),
        ("2C 2D 2H 5S 9C", 6),
        ("2C 4C 6C 8C TC", 5),
        ("2C 2D 5H 5S 9C", 3),
        ("2C 2D 5H 7S 9C", 1),
        ("2C 2D 2H 2S --", 0),
    ],
)
def test_the_hands(hand: str, points: int) -> None:
    assert hand_score(field(hand), CELLS[:5]) == points


def test_the_waste_is_not_filled_any_more_when_the_field_is_full() -> None:
    game = catalogue.make("poker")
    after = game.play(field(*GOOD[:4], "AC AD AH AS --", waste="7C"), Move(1, 1, 26))
    assert not after.piles[1]
    assert after.score == 137
    assert game.outcome(after) == "won"


def test_in_shuffle_mode_cards_change_places_until_120_points_win() -> None:
    game = catalogue.make("poker", {"shuffle_mode": True})
    exchanged = [GOOD[0].replace("2C", "8D"), GOOD[1].replace("8D", "2C"), *GOOD[2:]]
    state = field(*exchanged)
    state = state._replace(score=137 - 30 - 30)
    assert game.outcome(state) is None
    after = game.play(state, Move(2, 1, 7))
    assert after.piles == field(*GOOD).piles
    assert after.score == 137
    assert game.outcome(after) == "won"


def test_the_card_of_the_waste_needs_an_empty_cell() -> None:
    game = catalogue.make("poker", {"shuffle_mode": True})
    state = field("2C -- -- -- --", *["-- -- -- -- --"] * 4, waste="9C")
    assert game.refusal(state, Move(1, 1, 2)) == "that doesn't go there"
    assert game.is_legal(state, Move(2, 1, 3))

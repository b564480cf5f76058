"""Wall: the attack, sentence by sentence."""

import pytest

from engine import catalogue
from engine.games.wall import FREED_BY, HEALTH_OF
from engine.state import Click, Deal, Move
from tests.engine.positions import table

GAME = catalogue.make("wall")
CARD, ABOVE_LEFT, ABOVE_RIGHT = 46, 38, 39
"""The first card of the bottom row, and those that touch its upper corners."""
WALL = {0: "KS KS", CARD: "3D", ABOVE_LEFT: "2H", ABOVE_RIGHT: "AD"}


def test_the_health_counts_what_lies_on_the_upper_corners() -> None:
    assert HEALTH_OF[CARD] == [CARD, ABOVE_LEFT, ABOVE_RIGHT]
    assert HEALTH_OF[ABOVE_LEFT] == [ABOVE_LEFT, 31, 23]  # at the edge: straight above too
    assert HEALTH_OF[8] == [8]
    assert FREED_BY[ABOVE_RIGHT] == [38, 40, 46, 47]
    assert FREED_BY[4] == [5, 8, 9]
    assert FREED_BY[2] == [1, 3, 5, 6]


@pytest.mark.parametrize(("attacker", "succeeds"), [("6S", False), ("7S", True)])
def test_an_attack_has_to_count_more(attacker: str, succeeds: bool) -> None:
    state = table({**WALL, 54: attacker, 55: "2C"}, count=57)
    assert GAME.is_legal(state, Move(54, 1, CARD)) == succeeds
    if succeeds:
        after = GAME.play(state, Move(54, 1, CARD))
        assert after.piles == table({0: "KS KS", 38: "2H", 39: "AD", 55: "2C"}, count=57).piles
        assert after.score == 6


def test_a_click_attacks_with_all_and_the_next_three_are_dealt() -> None:
    state = table({**WALL, 53: "4s 5s 6s 7s", 54: "6S", 56: "2C"}, count=57)
    after = GAME.play(state, Click(CARD))
    gone = {0: "KS KS", 38: "2H", 39: "AD", 53: "4s", 54: "7S", 55: "6S", 56: "5S"}
    assert after.piles == table(gone, count=57).piles


def test_the_low_guard_is_turned_up_by_the_first_attack() -> None:
    guard = {0: "KS KS", 4: "ks 9c 4d", 5: "2c 2d 2h"}
    state = table({**guard, 54: "AC", 55: "KC", 56: "KD"}, count=57)
    vain = GAME.play(state, Move(54, 1, 4))
    assert vain.piles[4] == table({4: "KS 9C 4D"}, count=57).piles[4]
    assert not vain.piles[54]
    assert vain.score == 0
    assert GAME.refusal(vain, Move(55, 1, 4)) == "that doesn't go there"
    heaped = GAME.play(vain, Move(55, 1, 56))
    assert GAME.refusal(heaped, Move(56, 2, 4)) == "that doesn't go there"  # 26 are not enough
    gone = GAME.play(heaped, Move(56, 1, 5))
    assert not gone.piles[5]
    assert gone.score == 6


def test_the_throne_is_open_without_the_high_guard() -> None:
    state = table({0: "KS KS", 1: "2C 2D", 53: "4s 5s 6s", 54: "KC", 55: "KD", 56: "AC"}, 57)
    assert not GAME.is_legal(state, Click(0))
    state = table({0: "KS KS", 54: "KC", 55: "KD", 56: "AC"}, count=57)
    after = GAME.play(state, Click(0))
    assert GAME.outcome(after) == "won"
    assert after.score == 26


def test_dealing_throws_the_last_three_away() -> None:
    state = table({**WALL, 53: "4s 5s 6s", 54: "6S", 56: "2C"}, count=57)
    after = GAME.play(state, Deal())
    assert after.piles == table({**WALL, 54: "6S", 55: "5S", 56: "4S"}, count=57).piles


def test_it_goes_on_while_cards_can_be_heaped_and_is_lost_without_any() -> None:
    left = {0: "KS KS", 1: "QS AH", CARD: "3D"}
    weak = table({**left, 54: "AS", 56: "2C"}, count=57)
    assert all(isinstance(a, Move) and a.target > 53 for a in GAME.legal_actions(weak))
    assert GAME.outcome(weak) is None
    assert GAME.outcome(table(left, count=57)) == "stuck"

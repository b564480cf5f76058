"""Saratoga: what is odd about it."""

import pytest

from engine import catalogue
from engine.state import Click
from tests.engine.positions import table


@pytest.mark.parametrize("three", [False, True])
def test_the_waste_goes_back_twice(three: bool) -> None:
    """By the manual one goes through the deck three times."""
    game = catalogue.make("saratoga", {"three_card_deals": three})
    position = table({1: "2H 5C", 6: "KD"}, 13)
    for redeals in (1, 2):
        position = game.play(position, Click(0))
        assert position.redeals == redeals
        while position.piles[0]:
            position = game.play(position, Click(0))
    assert not game.is_legal(position, Click(0))

"""Osmosis and Peek: each row waits for the one above it."""

import pytest

from engine import catalogue
from engine.cards import DOWN
from engine.state import Move
from tests.engine.positions import table


@pytest.mark.parametrize("name", ["osmosis", "peek"])
def test_a_row_begins_with_the_first_cards_rank_below_the_last_one_begun(name: str) -> None:
    game = catalogue.make(name)
    position = table({1: "5C 9C", 0: "9D", 2: "5H", 4: "2C"}, 10)
    assert set(game.legal_actions(position)) == {Move(2, 1, 3), Move(4, 1, 1)}
    begun = game.play(position, Move(2, 1, 3))
    assert set(game.legal_actions(begun)) == {Move(4, 1, 1)}


def test_a_row_takes_the_ranks_of_the_row_above() -> None:
    game = catalogue.make("osmosis")
    position = table({1: "5C 9C", 3: "5D", 5: "5H", 0: "9D", 2: "9H", 4: "8D"}, 10)
    assert set(game.legal_actions(position)) == {Move(0, 1, 3)}
    after = game.play(position, Move(0, 1, 3))
    assert set(game.legal_actions(after)) == {Move(2, 1, 5)}


def test_peek_shows_its_reserve() -> None:
    for name, down in [("osmosis", 3), ("peek", 0)]:
        for row in (0, 2, 4, 6):
            cards = catalogue.make(name).deal("any").piles[row]
            assert [card >= DOWN for card in cards] == [True] * down + [False] * (4 - down)

from collections import Counter
from random import Random

import pytest

from client.bots.levels.guess import guess, unseen
from client.bots.levels.memory import hidden
from engine import catalogue
from engine.cards import DOWN

GAMES = [entry.name for entry in catalogue.entries()]


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_is_a_deal_of_the_game_that_looks_the_same(name: str) -> None:
    game = catalogue.make(name)
    view = game.view(game.deal("1"))
    found = guess(game, view, Random(1))
    assert found is not None
    assert hidden(found) == 0
    assert game.view(found) == view
    cards = Counter(card & ~DOWN for pile in found.piles for card in pile)
    assert not cards - Counter(game.deck), "it has none twice"
    assert cards == Counter(game.deck) or not hidden(view)


def test_only_cards_are_guessed_that_are_nowhere_to_be_seen() -> None:
    game = catalogue.make("klondike")
    state = game.deal("1")
    seen = {card for pile in state.piles for card in pile if card < DOWN}
    assert not seen & {*unseen(game, game.view(state))}
    found = {guess(game, game.view(state), Random(number)) for number in range(5)}
    assert len(found) == 5


def test_a_position_with_other_cards_than_the_deck_is_not_guessed_at() -> None:
    game = catalogue.make("klondike")
    view = game.view(game.deal("1"))
    piles = (view.piles[0][:-1], *view.piles[1:])
    assert guess(game, view._replace(piles=piles), Random(1)) is None

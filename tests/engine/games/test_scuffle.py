"""Scuffle: its two redeals."""

from engine import catalogue
from engine.cards import DOWN, TURN_UP
from engine.state import Click
from tests.engine.positions import table

ACES = {1: "AC", 2: "AD", 3: "AH", 4: "AS"}
RESERVE = {5: "3C 4C", 6: "9D", 8: "KH 7S"}


def test_the_reserve_becomes_a_new_stock_twice() -> None:
    game = catalogue.make("scuffle")
    state = table({**ACES, **RESERVE}, count=9, redeals=1)
    after = game.play(state, Click(0), "seed")
    assert sorted(after.piles[0].translate(TURN_UP)) == sorted(b"".join(state.piles[5:]))
    assert all(card >= DOWN for card in after.piles[0])
    assert not any(after.piles[5:])
    assert after.redeals == 2
    assert after == game.play(state, Click(0), "seed")
    assert after != game.play(state, Click(0), "another seed")
    last = state._replace(redeals=2)
    assert not game.is_legal(last, Click(0))
    assert game.outcome(last) == "stuck"


def test_five_cards_are_dealt_as_four_and_one() -> None:
    game = catalogue.make("scuffle")
    state = table({0: "7s kh 9d 4c 3c", **ACES}, count=9)
    after = game.play(state, Click(0), "seed")
    assert [len(pile) for pile in after.piles] == [1, 1, 1, 1, 1, 1, 1, 1, 1]
    after = game.play(after, Click(0), "seed")
    assert [len(pile) for pile in after.piles] == [0, 1, 1, 1, 1, 2, 1, 1, 1]

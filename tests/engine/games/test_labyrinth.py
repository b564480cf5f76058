"""Labyrinth: the first row is filled, and later columns are played from both ends."""

from engine import catalogue
from engine.state import Click, Move
from tests.engine.positions import pile, table

game = catalogue.make("labyrinth")
ACES = {1: "AC", 2: "AD", 3: "AH", 4: "AS"}
ROW = dict.fromkeys(range(6, 13), "9D")


def test_the_stock_fills_the_first_row() -> None:
    after = game.play(table({0: "5c 6c", **ACES, **ROW, 5: "2C"}, 21), Move(5, 1, 1))
    assert [after.piles[i] for i in (0, 1, 5)] == [pile("5c"), pile("AC 2C"), pile("6C")]
    assert after.score == 1


def test_from_the_first_deal_on_gaps_stay() -> None:
    piles = {0: "5c 6c 3c 2s 4s 6s 8s 8h 8d", **ACES, **ROW, 5: "2C"}
    dealt = game.play(table(piles, 21), Click(0))
    assert [dealt.piles[i] for i in (0, 5, 13, 20)] == [pile(t) for t in ("5c", "2C", "8D", "6C")]
    after = game.play(dealt, Move(5, 1, 1))
    assert (after.piles[5], after.piles[13]) == (pile("8D"), b""), "its lower card is the end now"
    again = game.play(after, Click(0))
    assert again.piles[13] == pile("5C")
    assert not game.is_legal(again, Click(0))


def test_a_column_is_played_from_both_ends_onto_foundations_only() -> None:
    position = table({**ACES, 5: "2C", 13: "7H 3C 2D", 6: "3D"}, 21)._replace(marks=(1,))
    assert set(game.legal_actions(position)) == {Move(5, 1, 1), Move(13, 1, 2)}
    after = game.play(position, Move(5, 1, 1))
    assert (after.piles[5], after.piles[13]) == (pile("7H"), pile("3C 2D"))

"""Camelot: seats, the two phases, and when it is won."""

from engine import catalogue
from engine.games.camelot import REMOVING
from engine.state import Click, Move, State
from tests.engine.positions import table

game = catalogue.make("camelot")
STOCK, WASTE = 16, 17
COURT = {0: "KC", 1: "QC", 2: "QD", 3: "KD", 4: "JC", 7: "JD", 8: "JH", 11: "JS"}
COURT |= {12: "KH", 13: "QH", 14: "QS", 15: "KS"}


def at(piles: dict[int, str]) -> State:
    return table(piles, 18)


def seats(card: str) -> set[int]:
    return {a.target for a in game.legal_actions(at({WASTE: card})) if isinstance(a, Move)}


def test_the_court_has_seats_and_others_lie_anywhere() -> None:
    assert seats("KC") == {0, 3, 12, 15}
    assert seats("QD") == {1, 2, 13, 14}
    assert seats("JH") == {4, 7, 8, 11}
    assert seats("TS") == set(range(16))


def test_a_card_turned_is_laid_before_the_next() -> None:
    state = game.deal("any")
    assert game.legal_actions(state) == [Click(STOCK)]
    state = game.play(state, Click(STOCK))
    assert not game.is_legal(state, Click(STOCK))
    assert {(type(a), a[:1]) for a in game.legal_actions(state)} == {(Move, (WASTE,))}


def test_cards_are_taken_away_when_all_cells_are_full() -> None:
    piles = {**COURT, 5: "3C", 6: "7D", 9: "TH", WASTE: "5S", STOCK: "2c"}
    assert set(game.legal_actions(at(piles))) == {Move(WASTE, 1, 10)}
    full = game.play(at(piles), Move(WASTE, 1, 10))
    assert full.marks == REMOVING
    assert set(game.legal_actions(full)) == {Move(5, 1, 6), Move(6, 1, 5), Click(9)}
    less = game.play(full, Click(9))
    assert less.score - full.score == 1
    assert set(game.legal_actions(less)) == {Move(5, 1, 6), Move(6, 1, 5), Click(STOCK)}
    assert game.play(less, Move(5, 1, 6)).score - less.score == 2
    laying = game.play(less, Click(STOCK))
    assert set(game.legal_actions(laying)) == {Move(WASTE, 1, 9)}


def test_won_when_only_the_court_is_left() -> None:
    assert game.outcome(at({**COURT})) == "won"
    piles = {**COURT, WASTE: "KS"}
    del piles[15]
    assert game.outcome(at(piles)) is None, "a king has still to be laid"
    piles = {**COURT, 0: "3C"}
    assert game.outcome(at(piles)) == "stuck", "the program asks only for an empty middle"

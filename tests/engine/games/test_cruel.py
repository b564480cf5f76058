"""Cruel: the deal that cuts the piles anew."""

from engine import catalogue
from engine.state import Click, Deal, Move, State
from tests.engine.positions import pile

GAME = catalogue.make("cruel")
ACES = ["", "AC", "AD", "AH", "AS"]


def at(*piles: str) -> State:
    texts = [*ACES, *piles]
    return State(tuple(pile(text) for text in texts + [""] * (17 - len(texts))))


def test_the_piles_are_cut_into_fours_in_their_order() -> None:
    state = at("2C 3D 4D 5S 4S", "", "9S 8S TS", "KH KD")
    after = GAME.play(state, Deal())
    assert after.piles == at("2C 3D 4D 5S", "4S 9S 8S TS", "KH KD").piles
    assert after.redeals == 0


def test_a_deal_that_changes_nothing_is_refused() -> None:
    state = at("2C 3D 4D 5S", "9S 8S TS 4C", "KH 7D")
    assert not GAME.is_legal(state, Click(0))
    assert GAME.legal_actions(at("2C 3D 4D 5S", "3C 2D"))[0] == Move(6, 1, 2)


def test_a_deal_without_a_first_move_is_dealt_again() -> None:
    for number in range(200):
        assert GAME.legal_actions(GAME.deal(str(number)))

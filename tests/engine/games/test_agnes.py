"""Agnes: what is odd about it."""

from engine import catalogue
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

GAME = catalogue.make("agnes")


def at(piles: dict[int, str], base: int) -> State:
    return table(piles, 12)._replace(marks=(base,))


def test_the_base_card_is_dealt_and_stays_known() -> None:
    state = GAME.deal("any")
    assert [len(cards) for cards in state.piles] == [23, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7]
    assert state.marks == (state.piles[1][0] & 15,)
    assert state.score == 1
    position = at({1: "8S", 5: "9C", 6: "8H"}, base=8)
    position = GAME.play(position, Move(1, 1, 5))
    assert position.score == 0
    assert GAME.is_legal(position, Move(6, 1, 4))
    assert not GAME.is_legal(at({5: "9C", 6: "7H"}, base=8), Move(6, 1, 4))


def test_a_sequence_ends_at_the_base_cards_rank() -> None:
    piles = {5: "AH KD QH", 6: "2D", 7: "9H 8H 7D", 8: "TD"}
    assert GAME.is_legal(at(piles, base=8), Move(5, 3, 6))
    assert GAME.is_legal(at(piles, base=7), Move(7, 3, 8))
    assert GAME.refusal(at(piles, base=8), Move(7, 3, 8)) == "these cards can't be taken"


def test_only_the_deal_fills_an_empty_pile() -> None:
    position = at({0: "ac 2c 3c 4c 5c 6c 7c 8c", 5: "KH"}, base=9)
    assert GAME.legal_actions(position) == [Click(0)]
    after = GAME.play(position, Click(0))
    assert after.piles[5:7] == (pile("KH 8C"), pile("7C"))
    assert after.piles[0] == pile("ac")

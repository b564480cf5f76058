"""Eagle Wing: what is odd about it."""

from engine import catalogue
from engine.state import Move, State
from tests.engine.positions import pile, table

GAME = catalogue.make("eagle-wing")


def at(piles: dict[int, str]) -> State:
    full = dict.fromkeys([*range(6, 10), *range(11, 15)], "2D")
    return table({**full, **piles}, 15)


def test_the_deal() -> None:
    state = GAME.deal("any")
    assert [len(cards) for cards in state.piles] == [30, 0, 1, 0, 0, 0, *[1] * 4, 13, *[1] * 4]
    assert all(card >= 128 for card in state.piles[10])


def test_a_pile_holds_three_cards() -> None:
    position = at({6: "9H 8H 7H", 7: "6H", 8: "8C 7C", 9: "6C"})
    assert not GAME.is_legal(position, Move(7, 1, 6))
    assert GAME.is_legal(position, Move(9, 1, 8))
    assert not GAME.is_legal(at({6: "9H", 7: "8H 7H"}), Move(7, 2, 6))


def test_a_sequence_goes_to_a_foundation_card_by_card() -> None:
    position = at({2: "QH", 6: "2H AH KH", 7: "AC KC QC"})
    after = GAME.play(position, Move(6, 3, 2))
    assert after.piles[2] == pile("QH KH AH 2H")
    assert GAME.play(position, Move(7, 3, 4)).piles[4] == pile("QC KC AC")
    assert not GAME.is_legal(at({2: "QC", 6: "2H AH"}), Move(6, 2, 4))


def test_the_reserve_fills_gaps_and_its_last_card_turns_up() -> None:
    position = at({2: "3C", 6: "4C", 10: "8s 7d"})
    after = GAME.play(position, Move(6, 1, 2))
    assert after.piles[6] == pile("7D")
    assert after.piles[10] == pile("8S")
    assert Move(10, 1, 6) not in GAME.legal_actions(after)
    assert GAME.is_legal(at({10: "8S", 6: "9S"}), Move(10, 1, 6))

"""Canfield: what is odd about it."""

from engine import catalogue
from engine.state import Move, State
from tests.engine.positions import pile, table

GAME = catalogue.make("canfield")


def at(piles: dict[int, str]) -> State:
    return table(piles, 11)


def test_the_base_card_is_dealt() -> None:
    state = GAME.deal("any")
    assert [len(cards) for cards in state.piles] == [34, 0, 1, 0, 0, 0, 13, 1, 1, 1, 1]
    assert state.score == 1


def test_the_reserve_fills_gaps_and_shows_its_top_card() -> None:
    position = at({1: "4H", 6: "2c 9h 5D", 7: "TS", 8: "JD", 9: "KC", 10: "KS"})
    after = GAME.play(position, Move(7, 1, 8))
    assert after.piles[6:9] == (pile("2c 9H"), pile("5D"), pile("JD TS"))


def test_then_any_card_does() -> None:
    position = at({1: "4H", 8: "JD TS", 9: "KC", 10: "KS"})
    to_gap = {m for m in GAME.legal_actions(position) if isinstance(m, Move) and m.target == 7}
    assert to_gap == {
        Move(1, 1, 7),
        *(Move(8, n, 7) for n in (1, 2)),
        *(Move(n, 1, 7) for n in (9, 10)),
    }


def test_a_foundation_gives_back_its_top_card_but_not_its_first() -> None:
    position = at({2: "KH AH", 3: "KD", 7: "2C", 8: "AS", 9: "5C", 10: "5S"})
    assert GAME.is_legal(position, Move(2, 1, 7))
    assert GAME.refusal(position, Move(3, 1, 8)) == "these cards can't be taken"
    assert GAME.refusal(position, Move(2, 2, 7)) == "these cards can't be taken"


def test_round_the_corner() -> None:
    position = at({2: "QH KH", 6: "AH", 7: "AS", 8: "KD", 9: "5C", 10: "5S"})
    assert GAME.is_legal(position, Move(6, 1, 2))
    assert GAME.is_legal(position, Move(8, 1, 7))

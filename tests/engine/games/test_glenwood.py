"""Glenwood: what is odd about it."""

from engine import catalogue
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

GAME = catalogue.make("glenwood")


def at(piles: dict[int, str]) -> State:
    return table({2: "3S", **piles}, 14)


def test_the_base_card_comes_first_out_of_the_reserves() -> None:
    """The program lets cards of the reserves be built before; by the manual this comes first."""
    state = GAME.deal("any")
    assert GAME.legal_actions(state) == [Move(source, 1, 2) for source in (6, 11, 12, 13)]
    chosen = GAME.play(state, Move(12, 1, 2))
    assert chosen.piles[2] == state.piles[12][-1:]
    assert GAME.is_legal(chosen, Click(0))


def test_piles_move_as_a_whole_but_not_to_gaps() -> None:
    position = at({6: "4C", 7: "9H 8S", 8: "TC", 9: "9D", 10: ""})
    assert GAME.is_legal(position, Move(7, 2, 8))
    assert not GAME.is_legal(position, Move(7, 1, 9))
    assert not any(
        GAME.is_legal(position, Move(source, count, 10)) for source, count in ((7, 2), (8, 1))
    )


def test_gaps_are_filled_from_the_reserves_and_then_from_the_waste() -> None:
    position = at({1: "5D", 6: "4C", 7: "9H", 8: "TC", 9: "9D"})
    assert GAME.is_legal(position, Move(6, 1, 10))
    assert not GAME.is_legal(position, Move(1, 1, 10))
    after = GAME.play(position, Move(6, 1, 10))
    assert after.piles[10] == pile("4C")
    assert GAME.is_legal(at({1: "5D", 7: "9H"}), Move(1, 1, 10))

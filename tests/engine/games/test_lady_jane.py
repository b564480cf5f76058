"""Lady Jane: what is odd about it."""

from engine import catalogue
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

GAME = catalogue.make("lady-jane")


def at(piles: dict[int, str], base: int) -> State:
    return table(piles, 20)._replace(marks=(base,))


def test_the_stock_is_dealt_to_the_reserve_and_its_last_two_cards_lie_open() -> None:
    state = GAME.deal("any")
    assert [len(cards) for cards in state.piles] == [16, 0, 1, 0, 0, 0, *range(1, 8), *[1] * 7]
    for _ in range(2):
        state = GAME.play(state, Click(0))
    assert [len(cards) for cards in state.piles[13:]] == [3] * 7
    position = at({0: "jc 6h", 6: "7S", 7: "QH"}, base=2)
    after = GAME.play(position, Click(0))
    assert after.piles[:2] == (pile("JC"), pile("6H"))
    assert {Move(0, 1, 7), Move(1, 1, 6)} <= set(GAME.legal_actions(after))
    assert not GAME.is_legal(after, Click(0))
    assert not GAME.is_legal(at({}, base=2), Click(0))


def test_a_gap_takes_the_rank_below_the_base_cards() -> None:
    position = at({6: "5H", 7: "4S", 13: "5C", 14: "KD"}, base=6)
    to_gap = {m for m in GAME.legal_actions(position) if isinstance(m, Move) and m.target == 8}
    assert to_gap == {Move(6, 1, 8), Move(13, 1, 8)}
    kings = at({13: "5C", 14: "KD"}, base=1)
    assert GAME.is_legal(kings, Move(14, 1, 8))
    assert not GAME.is_legal(kings, Move(13, 1, 8))


def test_nothing_lies_on_the_base_cards_rank() -> None:
    piles = {6: "5H", 7: "6S", 8: "AS", 13: "KD"}
    assert GAME.is_legal(at(piles, base=2), Move(6, 1, 7))
    assert not GAME.is_legal(at(piles, base=6), Move(6, 1, 7))
    assert GAME.is_legal(at(piles, base=6), Move(13, 1, 8))
    assert not GAME.is_legal(at(piles, base=1), Move(13, 1, 8))

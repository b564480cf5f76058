"""Terrace and its relatives: the base card, the gaps, and what the manual says of the redeal."""

import pytest

from engine import catalogue
from engine.cards import DOWN, rank
from engine.game import Game
from engine.games.terrace import LOCKED
from engine.state import Click, Deal, Move, State
from tests.engine.positions import pile, table

STOCK, WASTE, RESERVE, FOUNDATION, TABLEAU = 0, 1, 2, 3, 11


def make(variation: str = "terrace") -> Game:
    return catalogue.make("terrace", {"variation": variation})


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 20, **rest)


@pytest.mark.parametrize("variation", ["terrace", "generals-patience"])
def test_the_base_is_chosen_from_four_cards_and_then_the_rest_is_dealt(variation: str) -> None:
    game = make(variation)
    state = game.deal("any")
    assert [len(cards) for cards in state.piles[TABLEAU:]] == [1, 1, 1, 1, 0, 0, 0, 0, 0]
    actions = game.legal_actions(state)
    assert set(actions) == {Move(11 + i, 1, 3 + k) for i in range(4) for k in range(8)}
    after = game.play(state, Move(12, 1, 5), "any")
    assert all(len(cards) == 1 for cards in after.piles[TABLEAU:])
    assert len(after.piles[WASTE]) == 1
    assert after.score == 1


def test_the_others_deal_a_base_card() -> None:
    for variation, reserve, columns in [("wood", 10, 9), ("redheads", 21, 8), ("signora", 11, 9)]:
        state = make(variation).deal("any")
        assert len(state.piles) == TABLEAU + columns
        assert [len(cards) for cards in state.piles[1:4]] == [1, reserve, 1]
        assert all(cards[0] < DOWN for cards in state.piles[TABLEAU:])


def test_piles_and_foundations_go_round_the_corner_but_not_past_the_base() -> None:
    game = make("wood")
    position = at({1: "5C", 3: "QH", 4: "QD KS", 11: "AC", 12: "KH", 13: "QC", 14: "JH", 15: "AH"})
    moves = {a for a in game.legal_actions(position) if isinstance(a, Move)}
    # The king of hearts on the ace of clubs; the ace of hearts on the king of spades' foundation;
    # nothing on the queens, with which the foundations begin, but the queen of clubs on the king.
    gaps = {Move(1, 1, gap) for gap in range(16, 20)}
    assert moves - gaps == {
        Move(12, 1, 11),
        Move(15, 1, 4),
        Move(13, 1, 12),
        *(Move(13, 1, home) for home in range(5, 11)),
    }


def test_while_there_is_a_gap_one_card_is_turned() -> None:
    game = make("wood")
    full = dict.fromkeys(range(11, 19), "5C")
    gap = at({0: "2c 3c 4c", 1: "9C", 3: "QH", **full})
    once = game.play(gap, Click(STOCK))
    assert once.marks == LOCKED
    assert not game.is_legal(once, Click(STOCK))
    assert not game.is_legal(once, Deal())
    filled = game.play(once, Move(WASTE, 1, 19))
    assert not filled.marks
    assert game.is_legal(filled, Click(STOCK))
    assert not game.is_legal(gap, Move(11, 1, 19)), "a gap takes cards from the waste only"


def test_in_signora_and_redheads_gaps_fill_by_themselves() -> None:
    full = dict.fromkeys(range(12, 19), "5C")
    rest = {0: "2c 3c", 1: "9C", 2: "8S 7S", 3: "QH"}
    signora = make("signora").play(at({**rest, **full, 11: "KS", 19: "5C"}), Move(11, 1, 3))
    assert (signora.piles[11], signora.piles[1]) == (pile("9C"), pile("3C"))
    state = table({**rest, **full, 11: "KS"}, 19)
    redheads = make("redheads").play(state, Move(11, 1, 3))
    assert (redheads.piles[11], redheads.piles[2]) == (pile("7S"), pile("8S"))


def test_the_top_card_of_the_reserve_goes_to_foundations_alone() -> None:
    game = make("wood")
    position = at({2: "5H KC KS", 3: "QH", 11: "AH"})
    assert [a for a in game.legal_actions(position) if a[:1] == (2,)] == [Move(2, 1, 3)]


def test_after_the_redeal_of_generals_patience_a_card_is_turned_by_itself() -> None:
    game = make("generals-patience")
    full = dict.fromkeys(range(11, 20), "5C")
    position = at({1: "9C 7D 8D", 3: "QH", **full})
    after = game.play(position, Click(STOCK))
    assert after.piles[:2] == (pile("8d 7d"), pile("9C"))
    assert after.redeals == 1
    assert not game.is_legal(after, Click(STOCK)), "each card must be played before the next"
    assert rank(after.piles[1][0]) == 9

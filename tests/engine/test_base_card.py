from engine.base_card import base_cards, base_on, by_base, remember_base
from engine.relations import ACES, NOTHING, ranks, up_from_base
from engine.rules import on, only
from engine.state import Draft
from tests.engine.positions import lying, pile


def test_the_base_is_the_rank_with_which_the_foundations_begin() -> None:
    begun, none = lying("5C", "--", "QH KH"), lying("5C", "--", "--")
    base = base_on([1, 2])
    assert (base(begun), base(none)) == (12, 0)
    assert base_cards(base)(begun, 1) == ranks(12)
    assert not any(base_cards(base)(none, 1))
    assert base_cards(base, ACES)(none, 1) is ACES
    put = by_base(base, lambda rank: on(up_from_base(rank, "suit")))
    assert put(begun, 2)[pile("AH")[0]]
    assert not any(put(none, 0))


def test_the_base_card_is_remembered() -> None:
    base = base_on([0, 1], remembered=True)
    draft, after = Draft(lying("--", "--")), remember_base(base)
    rule = by_base(base, lambda base: only(ranks(base) if base else NOTHING))
    assert not after(draft)
    assert rule(draft.freeze(), 0) is NOTHING
    draft.piles[1] = pile("7H 8H")
    assert rule(draft.freeze(), 0) == ranks(7)
    assert after(draft)
    assert draft.marks == (7,)
    draft.piles[1] = b""
    assert not after(draft)
    assert rule(draft.freeze(), 0) == ranks(7)
    draft.piles[0] = pile("5C")
    assert rule(draft.freeze(), 0) == ranks(5)

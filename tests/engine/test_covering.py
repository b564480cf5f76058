from engine.covering import click_if_free, free_top, lying_on, on_free, turn_up_free
from engine.places import Place
from engine.relations import KINGS, NOTHING, total
from engine.rules import click_away
from engine.state import Draft
from tests.engine.positions import lying, pile


def test_a_card_turns_up_when_nothing_covers_it() -> None:
    rule = turn_up_free({0: (1, 2)})
    for covers in (("2C", "3C"), ("2C", "--"), ("--", "3C")):
        draft = Draft(lying("ks", *covers))
        assert not rule(draft)
        assert draft.piles[0] == pile("ks")
    draft = Draft(lying("ks", "--", "--"))
    assert rule(draft)
    assert draft.piles[0] == pile("KS")
    assert not rule(draft)


def test_cards_under_others_are_not_free() -> None:
    places = Place("tableau", at=(1, 0)).rows((1, 2, 1), step=0.5)
    covers = lying_on(range(4), places)
    assert covers == {0: (1, 2), 1: (3,), 2: (3,), 3: ()}
    state = lying("KC", "KD", "KH", "--")
    take, put = free_top(covers), on_free(total(13), covers)
    click = click_if_free(click_away(KINGS), covers)
    assert [list(take(state, i)) for i in range(3)] == [[], [1], [1]]
    assert put(lying("QC", "AC", "--", "--"), 0) is NOTHING
    assert put(lying("QC", "AC", "--", "--"), 1) is total(13)[pile("AC")[0]]
    assert [click.may(state, i) for i in range(3)] == [False, True, True]

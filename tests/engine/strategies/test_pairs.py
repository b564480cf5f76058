from engine.covering import lying_on
from engine.places import Place
from engine.strategies.pairs import SAME_RANK, adding_up, held_by_each_other, held_in_pyramid
from tests.engine.positions import lying


def test_cards_that_lie_in_one_pile_do_not_leave_together() -> None:
    same = held_by_each_other(range(3), SAME_RANK)
    assert same(lying("AC 2C AD", "2D", ""))
    assert not same(lying("AC 2C", "2D AD", ""))
    assert same(lying("AC 2C AD 2S AH", "2D AS", "2H")), "only one of three finds a partner"
    thirteen = held_by_each_other(range(3), adding_up(13))
    assert thirteen(lying("AC QC", "", ""))
    assert not thirteen(lying("AC QC", "AD QD", "")), "crosswise"


def test_a_card_does_not_leave_with_one_that_it_covers() -> None:
    places = Place("tableau", at=(0, 0)).rows(range(1, 4), step=1 / 2)
    hopeless = held_in_pyramid(lying_on(range(6), places), adding_up(13))
    assert hopeless(lying("AC", "2C", "KC", "QC", "KD", "JC")), "the queen lies on the ace"
    assert not hopeless(lying("KC", "AC", "2C", "KD", "KH", "QC", "JC")), "the queen lies beside"
    assert not hopeless(lying("AC", "KC", "KD", "QC", "KH", "KS", "QD AD"))

from server.rooms.deals.certified import Wish
from server.rooms.deals.shelf import Shelf
from tests.server.stock.fake_foundry import certified, wish_of

QUICK_ONE, CARPET = wish_of(), wish_of("carpet")


def test_a_deal_is_taken_once() -> None:
    shelf = Shelf()
    assert shelf.next(QUICK_ONE) is None
    shelf.put(QUICK_ONE, certified(1))
    shelf.put(QUICK_ONE, certified(2))
    assert shelf.next(CARPET) is None
    assert shelf.next(QUICK_ONE) == certified(1)
    shelf.take(QUICK_ONE)
    assert shelf.next(QUICK_ONE) == certified(2)
    shelf.take(QUICK_ONE)
    assert shelf.next(QUICK_ONE) is None


def test_what_is_missing_and_what_is_too_much() -> None:
    shelf = Shelf()
    assert shelf.lacking([QUICK_ONE, QUICK_ONE, CARPET]) == {QUICK_ONE: 2, CARPET: 1}
    shelf.put(QUICK_ONE, certified(1))
    assert shelf.lacking([QUICK_ONE, QUICK_ONE, CARPET]) == {QUICK_ONE: 1, CARPET: 1}
    assert shelf.lacking([]) == {}
    assert shelf.take_spare([QUICK_ONE]) is None
    assert shelf.take_spare([CARPET]) == (QUICK_ONE, certified(1))
    assert shelf.take_spare([CARPET]) is None


def test_a_search_that_begins_anew_is_not_in_vain_yet() -> None:
    shelf, told = Shelf(), list[Wish]()
    shelf.sought = lambda: told.append(QUICK_ONE)
    shelf.seek(QUICK_ONE)
    shelf.despair(QUICK_ONE)
    assert shelf.is_vain(QUICK_ONE)
    shelf.seek(QUICK_ONE)
    assert not shelf.is_vain(QUICK_ONE)
    assert len(told) == 2

from server.rooms.deals.certified import Wish
from server.rooms.deals.shelf import Shelf
from tests.server.stock.fake_foundry import certified, wish_of

GORDONS, CARPET = wish_of(), wish_of("carpet")


def test_a_deal_is_taken_once() -> None:
    shelf = Shelf()
    assert shelf.next(GORDONS) is None
    shelf.put(GORDONS, certified(1))
    shelf.put(GORDONS, certified(2))
    assert shelf.next(CARPET) is None
    assert shelf.next(GORDONS) == certified(1)
    shelf.take(GORDONS)
    assert shelf.next(GORDONS) == certified(2)
    shelf.take(GORDONS)
    assert shelf.next(GORDONS) is None


def test_what_is_missing_and_what_is_too_much() -> None:
    shelf = Shelf()
    assert shelf.lacking([GORDONS, GORDONS, CARPET]) == {GORDONS: 2, CARPET: 1}
    shelf.put(GORDONS, certified(1))
    assert shelf.lacking([GORDONS, GORDONS, CARPET]) == {GORDONS: 1, CARPET: 1}
    assert shelf.lacking([]) == {}
    assert shelf.take_spare([GORDONS]) is None
    assert shelf.take_spare([CARPET]) == (GORDONS, certified(1))
    assert shelf.take_spare([CARPET]) is None


def test_a_search_that_begins_anew_is_not_in_vain_yet() -> None:
    shelf, told = Shelf(), list[Wish]()
    shelf.sought = lambda: told.append(GORDONS)
    shelf.seek(GORDONS)
    shelf.despair(GORDONS)
    assert shelf.is_vain(GORDONS)
    shelf.seek(GORDONS)
    assert not shelf.is_vain(GORDONS)
    assert len(told) == 2

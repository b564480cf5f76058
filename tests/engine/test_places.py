import pytest

from engine.places import Layout, Place, by_number, nothing, places_of, stack, stack_in_turn
from engine.state import Draft, State


def test_a_place_alone_does_nothing() -> None:
    place = Place("reserve", at=(0, 0))
    assert place.take is nothing
    assert place.take(State((b"\x01",)), 0) == ()
    assert place.on_empty is None
    assert place.on_top is None
    assert place.click is None
    assert place.does is stack
    assert (place.down, place.up, place.rest) == (0, 0, False)


def test_side_by_side() -> None:
    places = Place("foundation", at=(3, 0), points=1).times(4)
    assert [place.at for place in places] == [(3, 0), (4, 0), (5, 0), (6, 0)]
    assert all(place.points == 1 and place.kind == "foundation" for place in places)


def test_with_a_step_of_its_own() -> None:
    places = Place("reserve", at=(0, 1)).times(3, (0.5, 2))
    assert [place.at for place in places] == [(0, 1), (0.5, 3), (1, 5)]


def test_a_staircase() -> None:
    places = Place("tableau", at=(0, 1), up=1).staircase(7)
    assert [place.down for place in places] == [0, 1, 2, 3, 4, 5, 6]
    assert [place.up for place in places] == [1] * 7
    assert [place.at for place in places] == [(x, 1) for x in range(7)]


def test_a_grid_is_numbered_row_by_row() -> None:
    places = Place("tableau", at=(1, 2)).grid(rows=2, columns=3)
    assert [place.at for place in places] == [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)]


def test_stacking_keeps_the_order() -> None:
    draft = Draft(State((b"\x01\x02\x03", b"\x04")))
    stack(draft, 0, 2, 1)
    assert draft.piles == [b"\x01", b"\x04\x02\x03"]


def test_each_dealt_its_own() -> None:
    place = Place("tableau", at=(1, 2), up=1)
    dealt = place.dealt(down=[5, 4, 4])
    assert [(p.at, p.down, p.up) for p in dealt] == [((1, 2), 5, 1), ((2, 2), 4, 1), ((3, 2), 4, 1)]
    assert [(p.down, p.up) for p in place.dealt(up=[7, 6])] == [(0, 7), (0, 6)]


def test_put_one_after_the_other() -> None:
    draft = Draft(State((b"\x05\x03\x02", b"\x01")))
    stack_in_turn(draft, 0, 2, 1)
    assert draft.piles == [b"\x05", b"\x01\x02\x03"]


def test_rows_are_centred_under_the_first() -> None:
    pyramid = Place("tableau", at=(3, 1)).rows(range(1, 4), step=0.5)
    assert [p.at for p in pyramid] == [(3, 1), (2.5, 1.5), (3.5, 1.5), (2, 2), (3, 2), (4, 2)]
    assert [p.at for p in Place("tableau", at=(0, 0)).rows((2, 1), step=1)][-1] == (0.5, 1)


STOCK = Place("stock", at=(0, 0))
COLUMN = Place("tableau", at=(0, 1))


def test_a_layout_puts_each_pile_where_its_number_says() -> None:
    layout: Layout = {range(1, 3): COLUMN.times(2), (0, 4): STOCK.times(2, (8, 0)), 3: COLUMN}
    kinds = [place.kind for place in places_of(layout)]
    assert kinds == ["stock", "tableau", "tableau", "tableau", "stock"]
    assert [place.at for place in places_of(layout)] == [(0, 0), (0, 1), (1, 1), (0, 1), (8, 0)]


@pytest.mark.parametrize(
    ("layout", "mistake"),
    [
        ({0: STOCK, range(1, 5): COLUMN.times(3)}, "names 4 piles, and 3 are given"),
        ({0: STOCK, range(1, 3): COLUMN.times(3)}, "names 2 piles, and 3 are given"),
        ({0: STOCK, range(1, 3): COLUMN}, "names 2 piles, and 1 are given"),
        ({0: STOCK.times(2)}, "names 1 piles, and 2 are given"),
        ({0: STOCK, (1, 0): COLUMN.times(2)}, "pile 0 is named twice"),
        ({0: STOCK, (1, 1): COLUMN.times(2)}, "pile 1 is named twice"),
        ({0: STOCK, range(2, 4): COLUMN.times(2)}, "pile 1 has no place"),
        ({range(1, 3): COLUMN.times(2)}, "pile 0 has no place"),
        ({0: STOCK, -1: COLUMN}, "pile 1 has no place"),
    ],
)
def test_a_layout_whose_numbers_are_wrong_is_refused(layout: Layout, mistake: str) -> None:
    with pytest.raises(ValueError, match=mistake):
        places_of(layout)


def test_what_piles_get_comes_by_their_numbers() -> None:
    given = by_number({(3, 1): [b"\x01", b"\x02\x03"], 0: b"\x04\x05"}, bytes)
    assert list(given.items()) == [(0, b"\x04\x05"), (1, b"\x02\x03"), (3, b"\x01")]

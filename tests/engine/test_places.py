from engine.places import Place, nothing, stack
from engine.state import Draft, State


def test_a_place_alone_does_nothing() -> None:
    place = Place("reserve", at=(0, 0))
    assert place.take is nothing
    assert place.take(State((b"\x01",)), 0) == ()
    assert place.on_empty is None
    assert place.on_top is None
    assert place.press is None
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


def test_rows_are_centred_under_the_first() -> None:
    pyramid = Place("tableau", at=(3, 1)).rows(range(1, 4), step=0.5)
    assert [p.at for p in pyramid] == [(3, 1), (2.5, 1.5), (3.5, 1.5), (2, 2), (3, 2), (4, 2)]
    assert [p.at for p in Place("tableau", at=(0, 0)).rows((2, 1), step=1)][-1] == (0.5, 1)

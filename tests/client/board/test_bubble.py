import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.board.bubble import AWAY, place
from client.board.layout import Box

TABLE = (600, 400)
CARD = Box(250, 150, 60, 84)


def test_it_stands_below_the_card_where_nothing_lies() -> None:
    assert place((100, 30), TABLE, [CARD]) == (230, CARD.bottom + AWAY)


def test_it_goes_elsewhere_rather_than_hide_what_was_tried_or_other_cards() -> None:
    below = Box(250, 250, 60, 84)
    assert place((100, 30), TABLE, [below, CARD]) == (230, CARD.y - 30 - AWAY)
    assert place((100, 30), TABLE, [CARD], [below]) == (230, CARD.y - 30 - AWAY)
    above = Box(250, 100, 60, 84)
    assert place((100, 30), TABLE, [below, above, CARD])[0] == CARD.right + AWAY


def test_about_nothing_it_stands_at_the_lower_edge() -> None:
    assert place((100, 30), TABLE, []) == (250, 400 - 30 - AWAY)


sides = st.integers(0, 300)


@given(st.tuples(sides, sides), st.lists(st.builds(Box, sides, sides, sides, sides), max_size=3))
def test_it_is_cut_at_no_edge(size: tuple[int, int], about: list[Box]) -> None:
    x, y = place(size, TABLE, about)
    assert x >= 0
    assert y >= 0
    assert x + size[0] <= TABLE[0]
    assert y + size[1] <= TABLE[1]


def test_a_free_place_is_found_without_a_look_at_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refusal must not hold the board up."""
    looks, common = 0, Box.common

    def counted(box: Box, other: Box) -> int:
        nonlocal looks
        looks += 1
        return common(box, other)

    monkeypatch.setattr(Box, "common", counted)
    rows = [Box(10 + 73 * x, 120 + 115 * y, 67, 95) for y in range(4) for x in range(13)]
    x, y = place((180, 40), (970, 690), rows[20:21], rows)
    assert not any(common(Box(x, y, 180, 40), row) for row in rows)
    assert looks < 12_000  # with all places, 26,000

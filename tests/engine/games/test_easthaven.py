"""Easthaven: what is odd about it."""

import pytest

from engine import catalogue
from engine.state import Click
from tests.engine.positions import pile, table

GAME = catalogue.make("easthaven")
ROW = "ac 2c 3c 4c 5c 6c 7c"


@pytest.mark.parametrize(
    ("last", "gap", "may"),
    [
        ("9D", "QD", True),  # no gap
        ("9D", "", True),  # no king
        ("KD 9D", "", True),  # the king can't be moved
        ("4c KD QS", "", False),
        ("4c KD", "", False),
        ("KD QS", "", True),  # it would leave another gap
        ("4c KD", "QD", True),
    ],
)
def test_a_king_that_can_fill_a_gap_has_to(last: str, gap: str, may: bool) -> None:
    position = table({0: ROW, **dict.fromkeys(range(5, 10), "5D"), 10: last, 11: gap}, 12)
    assert GAME.is_legal(position, Click(0)) is may


def test_the_last_deal_ends_where_the_stock_does() -> None:
    position = table({0: "ac 2c 3c", **dict.fromkeys(range(5, 12), "5D")}, 12)
    after = GAME.play(position, Click(0))
    assert after.piles[5:9] == (pile("5D 3C"), pile("5D 2C"), pile("5D AC"), pile("5D"))

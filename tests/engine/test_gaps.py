import pytest

from engine.gaps import all_gaps_dead, lay_anew, run_from_left
from engine.relations import ACES, up
from engine.rules import beside
from engine.state import Draft, State
from tests.engine.positions import field

ROW = range(4)


@pytest.mark.parametrize(
    ("row", "length"),
    [
        ("-- AC 2C 3C", 0),
        ("2C 3C 4C 5C", 0),
        ("AC 3C 2C 4C", 1),
        ("AC 2C -- 3C", 2),
        ("AC 2C 3D 4C", 2),
        ("AC 2C 3C 4C", 4),
    ],
)
def test_the_run_at_the_left(row: str, length: int) -> None:
    assert run_from_left(State(field(row)), ROW, ACES, up("suit")) == length


def test_gaps_are_dead_when_they_welcome_nothing() -> None:
    dead = all_gaps_dead(beside(up("suit"), [None, 0, 1, 2], ACES))
    assert dead(State(field("2C KC -- --")))
    assert not dead(State(field("2C QC -- --")))
    assert not dead(State(field("-- KC -- --")))
    assert dead(State(field("2C QC 5D 4C")))


def test_loose_cards_are_laid_anew() -> None:
    rows = [range(5), range(5, 10), range(10, 15)]
    before = State(field("AC 2C 9H -- 7H", "4S 5S -- 3D 6D", "AD 2D 3H KC --"))
    draft = Draft(before, "s")
    lay_anew(draft, rows, [2, 0, 1])
    assert draft.redeals == 1
    assert draft.piles[:3] == [*field("AC 2C"), b""]
    assert draft.piles[5] == b""
    assert draft.piles[10:12] == [*field("AD"), b""]
    assert [bool(cards) for cards in draft.piles].count(False) == 3
    assert sorted(b"".join(draft.piles)) == sorted(b"".join(before.piles))

"""What can be lifted, position after position: `test_every_game.py` has it in all games."""

from engine import catalogue
from engine.lifting import Lifting
from engine.state import State
from tests.engine.positions import pile
from tests.engine.test_game import CELL, FOUNDATION, OTHER, WASTE, lying, small_game


def test_what_can_be_lifted_and_where_it_may_be_put_the_best_first() -> None:
    lifting = Lifting(small_game())
    state = lying("4s", "2S", "AS", "5s 3S", "--")
    told = [[WASTE, 1, FOUNDATION, OTHER], [CELL, 1, OTHER]]
    assert lifting.at(state) == told
    assert lifting.at(state) == told, "and so once more"


def test_what_changes_is_seen_and_the_rest_is_kept() -> None:
    lifting = Lifting(small_game())
    lifting.at(lying("4s", "2S", "AS", "5s 3S", "--"))
    state = lying("4s", "--", "AS 2S", "5s 3S", "--")
    assert lifting.at(state) == [[CELL, 1, FOUNDATION, OTHER]]
    assert lifting.at(lying("--", "--", "AS 2S", "5s", "3S")) == [[OTHER, 1]], "not from there"


def test_a_rule_that_looks_at_other_piles_is_asked_each_time() -> None:
    # In Montana what a gap welcomes is decided by its left neighbour, which may have changed alone.
    game = catalogue.make("montana")
    rows = [b""] * len(game.places)
    lifting = Lifting(game)
    first = [number for number, place in enumerate(game.places) if place.at[1] == 0]
    rows[first[0]], rows[first[5]] = pile("2H"), pile("3H")
    assert [first[5], 1, first[1]] in lifting.at(State(tuple(rows)))
    rows[first[0]] = pile("4H")
    assert [first[5], 1, first[1]] not in lifting.at(State(tuple(rows)))

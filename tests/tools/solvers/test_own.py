"""Our solver, for so long."""

from engine.catalogue import make
from tools.solvers import own


def test_until_it_is_known() -> None:
    assert own.ask(make("freecell"), "2", 60) == "won"


def test_a_step_where_there_is_no_time() -> None:
    assert own.ask(make("forty-thieves"), "1", 0) == "unknown"

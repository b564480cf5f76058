import pytest

from engine import catalogue
from engine.game import IllegalAction
from engine.solver.search import solve
from engine.state import Move
from protocol.racing import PRACTICE, play_again
from protocol.solution import PACE, replay_of


def test_a_solution_is_a_replay_that_checks_out() -> None:
    actions = solve(catalogue.make("freecell"), "7").actions
    replay = replay_of("freecell", {}, "7", actions, "Solution")
    assert (replay.race, replay.name, replay.status) == (PRACTICE, "Solution", "won")
    assert replay.milliseconds == PACE * len(actions)
    assert play_again(replay).fault is None


def test_what_the_rules_refuse_is_no_solution() -> None:
    with pytest.raises(IllegalAction):
        replay_of("freecell", {}, "7", [Move(0, 1, 1)], "Solution")

"""The solution that came with results, as a replay."""

import pytest
from msgspec.structs import replace

from client.session.recording import Recording
from client.session.solving.solution import SOLVER, is_solution, solution_of
from protocol.messages import Results, Settings
from protocol.racing import PRACTICE
from tests.server.stock.fake_foundry import QUICK, certified

DEAL = certified(1)
SETTINGS = Settings(QUICK, deals="winnable")
RESULTS = Results(7, SETTINGS, [], DEAL.seed, "", [], DEAL.certificate, list(DEAL.solution))


def test_it_is_one_more_racer_of_that_race() -> None:
    replay = solution_of(RESULTS)
    assert replay is not None
    assert (replay.race, replay.player, replay.name) == (7, SOLVER, "Solution")
    seen = Recording(replay)
    assert seen.fault is None
    assert replay.status == "won"
    assert len(seen.views) == 1 + len(DEAL.solution)


@pytest.mark.parametrize(
    "results",
    [
        replace(RESULTS, solution=[]),
        replace(RESULTS, solution=RESULTS.solution[:-1]),
        replace(RESULTS, solution=[[250]]),
        replace(RESULTS, seed=certified(2).seed),
        replace(RESULTS, settings=Settings("of-tomorrow")),
    ],
    ids=["none", "too short", "refused", "another deal", "another game"],
)
def test_what_does_not_win_is_none(results: Results) -> None:
    assert solution_of(results) is None


def test_it_is_told_from_what_somebody_has_played() -> None:
    replay = solution_of(RESULTS)
    assert replay is not None
    assert is_solution(replay)
    assert not is_solution(replace(replay, player=2)), "a racer"
    assert is_solution(replace(replay, race=PRACTICE))
    assert not is_solution(replace(replay, race=PRACTICE, name="Ada")), "alone, so nobody's id"

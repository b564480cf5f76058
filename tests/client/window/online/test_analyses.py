from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from client.window.online.analyses import Analyses
from harness.qt_waiting import until
from harness.replays import rambled
from protocol.messages import Replay

LOST, OTHER = rambled("gay-gordons", 60), rambled("fortress", 60)
LONG = rambled("carpet", 60)
"""Takes long."""


@pytest.fixture
def analyses() -> Iterator[Analyses]:
    made = Analyses()
    yield made
    made.end()


def known(analyses: Analyses, replay: Replay) -> bool:
    found = analyses.of(replay)
    return found is not None and found.over


def test_games_are_analysed_one_after_the_other(analyses: Analyses) -> None:
    told: list[object] = []
    analyses.changed.connect(told.append)
    analyses.ask(LOST)
    analyses.ask(OTHER)
    analyses.ask(LOST)
    assert analyses.asked(LOST)
    assert analyses.asked(OTHER)
    until(lambda: not analyses.asked(OTHER), "both", 50)
    found = analyses.of(LOST)
    assert found is not None
    assert (found.won_until, found.lost_from) == (24, 25)
    assert known(analyses, OTHER)
    assert told.count(LOST) >= 3
    same = replace(LOST, player=9, name="Somebody else")
    assert known(analyses, same), "what was dealt and done is the same"
    analyses.ask(same)
    assert not analyses.asked(same)


def test_what_is_cancelled_goes_no_further_and_the_next_one_comes(analyses: Analyses) -> None:
    analyses.ask(LONG)
    analyses.ask(LOST)
    analyses.cancel(LONG)
    until(lambda: known(analyses, LOST), "the other one", 50)
    assert not analyses.asked(LONG)
    assert not known(analyses, LONG)
    analyses.ask(LONG)
    analyses.ask(replace(LOST, seed="another"))
    analyses.cancel(replace(LOST, seed="another"))
    assert not analyses.asked(replace(LOST, seed="another"))


def test_a_solution_helps_and_a_wrong_one_is_passed_over(analyses: Analyses) -> None:
    analyses.ask(LOST, [[0, 99, 1]])
    until(lambda: known(analyses, LOST), "it", 50)


def test_a_replay_that_is_none_ends_without_a_word_of_it(analyses: Analyses) -> None:
    wrong = replace(LOST, score=99)
    analyses.ask(wrong)
    until(lambda: not analyses.asked(wrong), "its end", 50)
    assert analyses.of(wrong) is None

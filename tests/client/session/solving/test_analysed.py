import msgspec
from msgspec.structs import replace

from client.session.solving.analysed import (
    Analysed,
    ReplayAnalysis,
    can_be_analysed,
    luck_alone_decides,
    solution_in,
    won_after,
)
from engine import catalogue
from engine.solver.search import solve
from harness.replays import rambled
from protocol.certificate import packed
from protocol.messages import Replay, Solution
from protocol.racing import PRACTICE, play_again
from protocol.solution import replay_of

LOST = rambled("gay-gordons", 60)
"""Could be won until move 24."""


def analysed(replay: Replay, *solutions: Solution, positions: int = 2000) -> Analysed:
    analysis = ReplayAnalysis(replay, positions, solutions)
    while not (now := analysis.go_on(50)).over:
        pass
    return now


def test_a_replay_is_analysed_and_what_is_known_passes_as_json() -> None:
    known = analysed(LOST)
    assert (known.won_until, known.lost_from, known.moves) == (24, 25, 40)
    assert (known.share, known.over, known.luck) == (1.0, True, False)
    assert (known.race, known.player, known.name) == (LOST.race, LOST.player, LOST.name)
    assert msgspec.json.decode(msgspec.json.encode(known), type=Analysed) == known
    assert known.finding.at(24) == "won"
    assert known.finding.at(25) == "impossible"


def test_how_it_could_still_be_won_is_a_replay_that_checks_out() -> None:
    known = analysed(LOST)
    how = won_after(LOST, known)
    assert how is not None
    assert play_again(how).fault is None
    assert (how.name, how.race, how.status, how.player) == ("Solution", LOST.race, "won", 0)
    assert how.entries[:24] == LOST.entries[:24]
    assert how.times[:24] == LOST.times[:24]
    assert len(how.entries) == 24 + len(known.solution)
    practice = won_after(replace(LOST, race=PRACTICE), known)
    assert practice is not None
    assert play_again(practice).fault is None


def test_where_nothing_is_known_nothing_is_shown() -> None:
    assert won_after(LOST, replace(analysed(LOST), won_until=None)) is None


def test_what_won_is_a_solution_without_what_was_taken_back() -> None:
    freecell = catalogue.make("freecell")
    way = packed(solve(freecell, "7").actions)
    plain = replay_of("freecell", {}, "7", solve(freecell, "7").actions, "Ada")
    wavering = replace(
        plain,
        entries=[way[0], "undo", *way],
        times=[0, 0, *plain.times],
    )
    assert solution_in(plain) == list(way)
    assert solution_in(wavering) == list(way)
    assert solution_in(LOST) == []


def test_a_solution_that_is_known_helps_and_another_one_is_passed_over() -> None:
    game = catalogue.make("freecell")
    actions = solve(game, "7").actions
    stopped = replay_of("freecell", {}, "7", actions[:-5], "Ada")
    known = analysed(stopped, [], [[0, 1, 2]], list(packed(actions)), positions=1)
    assert (known.won_until, known.positions) == (len(actions) - 5, 0)
    assert known.solution == list(packed(actions[-5:]))


def test_of_luck_nothing_is_said() -> None:
    clock = rambled("clock", 30)
    assert not can_be_analysed(clock)
    known = analysed(clock)
    assert known.luck
    assert known.won_until is None
    assert can_be_analysed(LOST)
    assert not can_be_analysed(replace(LOST, status="won")), "there is nothing to be found out"
    assert luck_alone_decides("cover", {})
    assert not luck_alone_decides("freecell", {})

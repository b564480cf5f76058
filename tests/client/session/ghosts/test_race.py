"""Races without a server: how games stand at any moment, and who was first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.session.ghosts.race import OWN, FaultyReplays, GhostRace, Runner
from engine.play import Entry
from protocol.messages import FIRST_GHOST, Replay
from protocol.racing import play_again
from protocol.wire import parse_entry
from tests.client.past_race import played

SEED = "5"
WON = played("thirteens", SEED, 3)
STUCK = played("thirteens", SEED, 1)


def entries(replay: Replay) -> list[Entry]:
    return [parse_entry(entry) for entry in replay.entries]


def race_along(race: GhostRace, replay: Replay, times: list[int]) -> None:
    """Do oneself what was done in a replay, at these times."""
    for entry, at in zip(entries(replay), times, strict=True):
        race.own.add(entry, at)


@given(st.integers(0, 60_000))
def test_a_game_stands_at_any_moment_as_it_did(at: int) -> None:
    views, number = play_again(WON).views, sum(time <= at for time in WON.times)
    runner = Runner.of(FIRST_GHOST, WON)
    assert runner.view_at(at) == views[number]
    standing = runner.standing_at(at)
    assert (standing.moves, standing.score) == (number, views[number].score)
    assert standing.status == ("won" if number == len(WON.entries) else "racing")
    assert list(runner.curve_at(at))[-1][1] == views[number].score
    assert runner.last.milliseconds == WON.milliseconds


def test_who_solves_it_sooner_is_first() -> None:
    assert (WON.status, STUCK.status) == ("won", "stuck")
    sooner = GhostRace.against("me", [WON, STUCK])
    race_along(sooner, WON, [at - 1 for at in WON.times])
    assert [each.player for each in sooner.results] == [OWN, FIRST_GHOST, FIRST_GHOST + 1]
    assert [each.place for each in sooner.results] == [1, 2, 3]
    later = GhostRace.against("me", [WON])
    race_along(later, WON, [at + 1 for at in WON.times])
    assert [each.player for each in later.results] == [FIRST_GHOST, OWN]
    assert later.decided


def test_nobody_is_ahead_before_anybody_has_done_anything() -> None:
    race = GhostRace.against("me", [WON])
    assert [each.place for each in race.standings(0)] == [0, 0]
    scored = next(at for at, score in Runner.of(FIRST_GHOST, WON).curve_at(10**6) if score)
    assert [each.player for each in race.standings(scored)] == [FIRST_GHOST, OWN]
    assert set(race.curves(scored)) == {OWN, FIRST_GHOST}


def test_what_gave_up_stands_so_from_then_on() -> None:
    left = replace(WON, entries=WON.entries[:2], times=WON.times[:2], status="gave up", racers=[])
    ended = play_again(replace(left, status="racing")).views[-1]
    runner = Runner.of(FIRST_GHOST, replace(left, score=ended.score))
    assert runner.standing_at(left.times[1] - 1).status == "racing"
    assert runner.standing_at(left.times[1]).status == "gave up"
    assert runner.over


def test_what_is_still_thought_about_is_decided_once_it_would_be_slower() -> None:
    bot = Runner(2, "Abacus", (WON.game, WON.options, SEED), bot=True, level=3)
    race = GhostRace(Runner(OWN, "me", (WON.game, WON.options, SEED)), [bot])
    moves = entries(WON)
    race_along(race, WON, [*range(1, len(moves) + 1)])
    assert race.own.over
    decided = [race.decided]
    for move, at in zip(moves, (len(moves) - 1, len(moves)), strict=False):
        bot.add(move, at)
        decided.append(race.decided)
    assert decided == [False, False, True], "it cannot win any sooner now"
    assert race.results[0].player == OWN
    assert not bot.over
    bot.end("gave up", 10**6)
    assert race.results[1].status == "gave up"


@pytest.mark.parametrize(
    "changed", [{"score": 1}, {"status": "stuck"}, {"seed": "6"}, {"times": [1]}]
)
def test_what_is_not_true_is_no_rival(changed: dict[str, object]) -> None:
    with pytest.raises(FaultyReplays):
        GhostRace.against("me", [replace(WON, **changed)])


def test_games_of_two_deals_are_no_race() -> None:
    with pytest.raises(FaultyReplays, match="same deal"):
        GhostRace.against("me", [WON, played("thirteens", "6", 1)])

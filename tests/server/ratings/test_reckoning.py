from server.ratings.model import UNKNOWN, rate
from server.ratings.ranks import Finisher
from server.ratings.reckoning import OVERALL, Key, RatedRace, Reckoning, families

FIRST = Finisher(1, "won", 1)
LAST = Finisher(2, "stuck", 2)


def test_a_game_is_rated_in_its_family_and_in_all() -> None:
    assert families("freecell") == (OVERALL, "FreeCell")
    assert families("a game of old") == (OVERALL,)


def test_a_race_makes_a_step_for_each_racer_and_family() -> None:
    reckoning = Reckoning()
    steps = reckoning.rate(RatedRace(7, "freecell", [FIRST, LAST]))
    [better, worse] = rate([UNKNOWN, UNKNOWN], [1, 2])
    assert steps == [
        (Key(OVERALL, 1), 7, better),
        (Key(OVERALL, 2), 7, worse),
        (Key("FreeCell", 1), 7, better),
        (Key("FreeCell", 2), 7, worse),
    ]
    assert reckoning.strengths == {key: strength for key, _, strength in steps}


def test_the_next_race_goes_on_from_there_and_families_are_apart() -> None:
    reckoning = Reckoning()
    reckoning.rate(RatedRace(1, "freecell", [FIRST, LAST]))
    known = dict(reckoning.strengths)
    steps = reckoning.rate(RatedRace(2, "klondike", [FIRST, LAST]))
    [better, worse] = rate([known[Key(OVERALL, 1)], known[Key(OVERALL, 2)]], [1, 2])
    assert [step.strength for step in steps[:2]] == [better, worse]
    assert [step.strength.races for step in steps] == [2, 2, 1, 1]
    assert reckoning.strengths[Key("FreeCell", 1)] == known[Key("FreeCell", 1)]


def test_a_race_that_rates_nobody_changes_nothing() -> None:
    reckoning = Reckoning()
    assert reckoning.rate(RatedRace(1, "freecell", [FIRST])) == []
    assert reckoning.strengths == {}

from engine import catalogue
from engine.game import Game
from tools.bot_levels import trial
from tools.bot_levels.trial import PLAYERS, Played, luck_alone, parts, play, verdict, whole

RISING = [[100, 200], [100, 150], [300, 200], [400, 500], [500, 500], [900, 1000]]
"""Of each player, how far they came on two deals."""


def test_everybody_plays_the_same_again() -> None:
    game = catalogue.make("golf")
    first, again = ([play(game, "1", name) for name in PLAYERS] for _ in "ab")
    assert first == again
    assert len({played.score for played in first}) > 1


def test_the_way_ends_at_a_win_or_where_the_best_has_come_to() -> None:
    results = [[Played(10, False), Played(2, False)], [Played(30, True), Played(7, False)]]
    assert parts([0, 2], results, 52) == [[192, 0], [1000, 100]]
    assert parts([0, 2], results, None) == [[333, 0], [1000, 178]]


def test_a_win_is_looked_for_to_know_what_it_scores() -> None:
    assert whole(catalogue.make("freecell")) == 52
    assert whole(catalogue.make("spider")) is None


def test_results_rise_where_nobody_comes_clearly_less_far() -> None:
    assert verdict(RISING) == (True, True)
    noisy = [*RISING[:4], [450, 400], RISING[5]]
    assert verdict(noisy).rises, "that is chance"
    worse = [*RISING[:4], [100, 210], RISING[5]]
    assert not verdict(worse).rises
    assert not verdict([*RISING[:5], [100, 100]]).rises, "the last is no better than the first"


def test_level_1_has_to_be_beaten_by_somebody_who_plays_at_random() -> None:
    assert not verdict([[10, 10], *RISING[1:]]).beaten


def test_luck_decides_where_the_game_says_so_or_all_come_as_far() -> None:
    assert luck_alone("cover", RISING)
    assert luck_alone("clock", [[500, 300]] * 6)
    assert not luck_alone("golf", RISING)


def test_certified_deals_are_those_of_the_middle_band() -> None:
    assert [*trial.banded(2)] == [True, True]


def test_a_level_is_asked_for_by_its_number() -> None:
    game: Game = catalogue.make("freecell")
    assert play(game, "1", "5").won

from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from client.window.desktop import theme
from client.window.racing.curve import ScoreCurve, racer_colours, score_at
from harness.fakes import ADA, BOB, HOSTILE, Show
from protocol.messages import Standing

CURVES = {ADA: [(0, 0), (2000, 5), (9000, -3)], BOB: [(0, 1), (4000, 12)]}
STANDINGS = [Standing(BOB, HOSTILE, "won", 12, 1, 9, 6000), Standing(ADA, "Ada", score=-3, place=2)]


def test_a_score_stays_until_the_next(show: Show) -> None:
    curve = show(ScoreCurve(legend=True))
    curve.show_curves(CURVES, STANDINGS, 10_000, ADA)
    assert [(p.x(), p.y()) for p in curve._lines[ADA].points()] == [
        (0, 0),
        (2000, 0),
        (2000, 5),
        (9000, 5),
        (9000, -3),
        (10_000, -3),
    ]
    assert curve._lines[BOB].points()[-1] == QPointF(6000, 12), "a win ends the line"
    assert [score_at(CURVES[ADA], at) for at in (0, 1999, 2000, 99_999)] == [0, 0, 5, -3]
    assert score_at([], 5) == 0
    assert curve._score.min() <= -3
    assert curve._score.max() >= 12
    curve.grab()


def test_names_in_the_legend_are_never_markup(show: Show) -> None:
    curve = show(ScoreCurve(legend=True))
    curve.show_curves(CURVES, STANDINGS, 10_000, ADA)
    assert "<" not in curve._lines[BOB].name()


def test_the_marks_of_any_length_of_race_are_few(show: Show) -> None:
    curve = show(ScoreCurve())
    for until in (0, 900, 5000, 61_000, 900_000, 7_200_000):
        curve.show_curves(CURVES, STANDINGS, until, ADA)
        assert 1 <= len(curve._time.categoriesLabels()) <= 6
        curve.grab()


def test_sixteen_colours_are_all_different_and_the_same_every_time() -> None:
    standings = [Standing(player, "x") for player in range(1, 17)]
    colours = racer_colours(standings, 0)
    assert len({colour.name() for colour in colours.values()}) == 16
    assert racer_colours(standings[::-1], 0) == colours
    assert racer_colours(standings, 5)[5] == QColor(theme.colours.bright)


def test_a_race_is_followed_only_where_that_looks_new(show: Show) -> None:
    curve = show(ScoreCurve())
    curve.follow(CURVES, STANDINGS, 100_000, ADA)
    curve.follow(CURVES, STANDINGS, 109_000, ADA)
    assert curve._time.max() == 100_000, "nine seconds of nothing"
    curve.follow(CURVES, STANDINGS, 110_000, ADA)
    assert curve._time.max() == 110_000
    scored = [replace(STANDINGS[0], score=13), STANDINGS[1]]
    curve.follow(CURVES, scored, 110_500, ADA)
    assert curve._time.max() == 110_500, "somebody has scored"
    curve.follow(CURVES, scored, 5_000, ADA)
    assert curve._time.max() == 5_000, "another race"

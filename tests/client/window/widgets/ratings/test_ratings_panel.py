from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.window.widgets.ratings.ratings_panel import RatingsPanel
from harness.fakes import HOSTILE, Show
from protocol.messages import Rating, RatingCourse, RatingPoint

RATINGS = [
    Rating(790, 310, 24),
    Rating(812, 290, 20, True, "FreeCell"),
    Rating(3, 480, 1, False, HOSTILE[:40]),
]
COURSE = RatingCourse(
    7,
    "FreeCell",
    [
        RatingPoint(0, 120, 400, 50),
        RatingPoint(86_400, 90, 390),
        RatingPoint(172_800, 812, 290, 52),
    ],
)


def panel(show: Show) -> tuple[RatingsPanel, list[str], list[int]]:
    made = show(RatingsPanel())
    asked: list[str] = []
    replays: list[int] = []
    made.asked.connect(asked.append)
    made.replay.connect(replays.append)
    return made, asked, replays


def test_the_ratings_overall_and_by_family(show: Show) -> None:
    made, asked, _ = panel(show)
    made.show_ratings(RATINGS, own=True)
    rows = [[made.families.text(y, x) for x in range(3)] for y in range(3)]
    assert rows == [
        ["All games", "790?", "24"],
        ["FreeCell", "812", "20"],
        [HOSTILE[:40], "3?", "1"],
    ]
    assert asked == [""], "how that in all games went"
    assert made.caption.text() == "All games · 24 races"


def test_the_course_of_the_family_that_is_chosen(show: Show) -> None:
    made, asked, replays = panel(show)
    made.show_ratings(RATINGS, own=True)
    made.take(COURSE)
    assert made.races.rowCount() == 0, "that of another family"
    made.families.choose("FreeCell")
    assert asked == ["", "FreeCell"]
    made.take(COURSE)
    rows = [made.races.text(y, 1) for y in range(3)]
    assert rows == ["812 +722", "90 −30", "120 −880"], "the newest first"
    made.races.choose(1)
    assert (made.race, made.chart.marked) == (0, 1), "it is not for the reader"
    made.show_race()
    made.races.choose(0)
    made.show_race()
    made.races.setFocus()
    made.races.choose(2)
    QTest.keyClick(made.races, Qt.Key.Key_Return)
    made.chart.wanted.emit(52)
    assert replays == [50, 52, 52]


def test_the_keys_on_the_picture_choose_the_row_of_the_race(show: Show) -> None:
    made, _, _ = panel(show)
    made.show_ratings(RATINGS[1:2], own=True)
    made.take(COURSE)
    made.chart.setFocus()
    QTest.keyClick(made.chart, Qt.Key.Key_Home)
    assert made.races.chosen == 0


def test_another_race_is_asked_for_again(show: Show) -> None:
    made, asked, _ = panel(show)
    made.show_ratings(RATINGS, own=True)
    made.families.choose("FreeCell")
    made.show_ratings(RATINGS, own=True)
    assert asked == ["", "FreeCell", "FreeCell"]
    made.clear()
    assert (made.families.rowCount(), made.race) == (0, 0)


def test_where_there_is_none_yet_it_says_what_to_do(show: Show) -> None:
    made, asked, _ = panel(show)
    made.show_ratings([], own=True)
    assert "Race against people" in made.families.empty
    made.show_ratings([], own=False)
    assert made.families.empty == "No rated race yet."
    assert asked == []

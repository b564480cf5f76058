import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from client.window.desktop import theme
from client.window.widgets.ratings.rating_chart import RatingChart
from harness.fakes import Show
from protocol.messages import MAX_COURSE, RatingPoint

DAY = 86_400
POINTS = [RatingPoint(DAY * at, 100 * at, 400 - 20 * at, race=50 + at) for at in range(5)]


def colours(widget: QWidget) -> set[str]:
    """Return the colours of all pixels of a widget."""
    image = widget.grab().toImage()
    sized = range(image.width()), range(image.height())
    return {image.pixelColor(x, y).name() for x in sized[0] for y in sized[1]}


def test_a_line_and_a_band_in_the_colours_of_the_theme(show: Show) -> None:
    chart = show(RatingChart())
    chart.resize(300, 160)
    bare = colours(chart)
    chart.show_course(POINTS)
    drawn = colours(chart)
    assert QColor(theme.colours.bright).name() in drawn - bare, "the line"
    assert len(drawn) > len(bare) + 2, "the band, the grid"
    assert chart.accessibleDescription() == "From 0 to 400; the highest was 400."
    chart.show_course([])
    assert chart.accessibleDescription() == ""
    assert colours(chart) == bare


def test_a_click_asks_for_the_race_whose_point_is_near(show: Show) -> None:
    chart = show(RatingChart())
    chart.show_course(POINTS)
    asked: list[int] = []
    chart.wanted.connect(asked.append)
    area = chart._area()
    for at in (0, 2, 4):
        spot = QPoint(round(chart._x(area, at)) + 3, chart.height() // 2)
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot)
    assert asked == [50, 52, 54]


def test_a_race_that_is_not_for_the_reader_leads_nowhere(show: Show) -> None:
    chart = show(RatingChart())
    chart.show_course([RatingPoint(DAY, 12, 400)])
    asked: list[int] = []
    chart.wanted.connect(asked.append)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton)
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert asked == []


def test_the_keys_go_from_race_to_race(show: Show) -> None:
    chart = show(RatingChart())
    assert chart.focusPolicy() == Qt.FocusPolicy.NoFocus
    chart.show_course(POINTS)
    assert chart.focusPolicy() == Qt.FocusPolicy.StrongFocus
    pointed: list[int] = []
    asked: list[int] = []
    chart.pointed.connect(pointed.append)
    chart.wanted.connect(asked.append)
    for key in (
        Qt.Key.Key_End,
        Qt.Key.Key_Left,
        Qt.Key.Key_Home,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
    ):
        QTest.keyClick(chart, key)
    assert pointed == [4, 3, 0, 0, 1]
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert asked == [51]
    assert chart.told(1) == "2 Jan 1970 · 100 +100"


@pytest.mark.parametrize(
    "points",
    [
        [RatingPoint(0, 0, 0)],
        [RatingPoint(0, 10**9, 10**9), RatingPoint(2**35, 0, 10**9)],
        [RatingPoint(at, at % 7, 60) for at in range(MAX_COURSE)],
        [RatingPoint(0, 1500, 60), RatingPoint(1, 1510, 60)],
    ],
)
def test_all_of_any_course_is_between_the_lowest_line_and_the_highest(
    show: Show, points: list[RatingPoint]
) -> None:
    chart = show(RatingChart())
    for height in (110, 400):
        chart.resize(160, height)
        chart.show_course(points)
        least, most, step = chart._scale()
        assert least <= min(point.value for point in points)
        assert most >= max(point.value + 3 * point.spread for point in points)
        assert least % step == most % step == 0
        assert (most - least) // step <= 1 + max(1, height // 30)
        chart.grab()

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest

from client.window.desktop import preferences
from client.window.desktop.preferences import Preferences
from client.window.racing.curve import racer_colours
from client.window.racing.podium import Podium
from client.window.racing.standings import (
    FEWEST,
    LEAST,
    MOVING,
    StandingsBars,
    StandingsList,
    board_caption,
    note_of,
)
from harness.fakes import ADA, BOB, HOSTILE, Show
from protocol.messages import Standing, Status
from tests.client.conftest import wait_until


@pytest.mark.parametrize(
    ("standing", "note"),
    [
        (Standing(1, "Ada"), ""),
        (Standing(1, "Ada", bot=True), "bot"),
        (Standing(1, "Ada", connected=False), "away"),
        (Standing(1, "Ada", "stuck", connected=False), "stuck"),
        (Standing(1, "Ada", "won", milliseconds=61_250), "solved 1:01.2"),
    ],
)
def test_what_there_is_to_say_of_a_racer(standing: Standing, note: str) -> None:
    assert note_of(standing) == note


def test_who_races_alone_has_no_place_above_the_board() -> None:
    ada = Standing(ADA, "Ada", score=12, place=1, milliseconds=1)
    assert board_caption(ada, 2) == "1st · 12 · Ada"
    assert board_caption(ada, 1) == "12 · Ada"


def test_sixteen_racers_fit_beside_the_smallest_board(show: Show) -> None:
    bars = show(StandingsBars())
    racers = [Standing(i, HOSTILE, score=i, place=17 - i, milliseconds=i) for i in range(1, 17)]
    bars.show_standings(racers, 3, 52)
    assert bars.minimumSizeHint().height() <= 370
    assert bars.accessibleDescription().startswith(f"1. {HOSTILE}: 16, racing")
    bars.resize(bars.minimumSizeHint())
    assert not bars.grab().isNull()


def test_no_letter_of_the_tightest_row_touches_its_frame(styled: None, show: Show) -> None:
    bars = show(StandingsBars())
    racers = [Standing(i, "Hal", score=i, place=i, milliseconds=i) for i in range(1, 17)]
    bars.show_standings(racers, 1, 52)
    bars.resize(bars.minimumSizeHint())
    image = bars.grab().toImage()
    inside = {image.pixelColor(x, y).name() for x in range(8, image.width() - 8) for y in (1, 2)}
    assert len(inside) == 1, "nothing is between the frame of the first row and its text"


@pytest.mark.parametrize("status", ["racing", "gave up", "stuck"])
def test_a_racer_has_the_colour_of_the_curve_to_the_end(show: Show, status: Status) -> None:
    bars = show(StandingsBars())
    racers = [Standing(ADA, "Ada", score=9, place=1), Standing(BOB, "Bob", status, 30, 2)]
    bars.show_standings(racers, ADA, 52)
    image = bars.grab().toImage()
    colour = racer_colours(racers, ADA)[BOB]
    seen = (image.pixelColor(x, y) for x in range(0, image.width(), 3) for y in range(40, 80))
    assert colour in seen


def test_only_the_row_of_who_scores_is_painted_again(show: Show) -> None:
    bars = show(StandingsBars())
    racers = [Standing(ADA, "Ada", score=9, place=1), Standing(BOB, "Bob", score=3, place=2)]
    bars.show_standings(racers, ADA, 52)
    QTest.qWait(0)
    painted: list[QRect] = []
    paint = bars.paintEvent

    def watched(event: QPaintEvent) -> None:
        painted.append(event.rect())
        paint(event)

    bars.paintEvent = watched  # type: ignore[method-assign]
    bars.show_standings([racers[0], replace(racers[1], score=4)], ADA, 52)
    wait_until(lambda: bool(painted))
    del bars.paintEvent
    assert painted[0].top() >= bars.middle(0)
    assert painted[0].contains(QPoint(5, bars.middle(1)))


def test_only_rows_that_move_are_painted_while_one_overtakes(show: Show) -> None:
    preferences.live.set(Preferences(motion="on"))
    bars = show(StandingsBars())
    racers = [Standing(each, f"Racer {each}", score=9 - each, place=each) for each in range(1, 5)]
    bars.show_standings(racers, ADA, 52)
    QTest.qWait(0)
    updated: list[QRect] = []
    bars.update = lambda *at: updated.append(QRect(*at) if at else bars.rect())  # type: ignore[method-assign]
    overtaken = [racers[0], replace(racers[2], place=2), replace(racers[1], place=3), racers[3]]
    bars.show_standings(overtaken, ADA, 52)
    bars._moving.pause()
    bars._moving.setCurrentTime(MOVING // 2)
    assert updated
    for area in updated:
        assert not area.intersects(QRect(0, 0, bars.width(), bars._height)), "the first row"
        assert area.bottom() < 3 * bars._height, "the last one"
    assert updated[-1].contains(QPoint(5, bars.middle(1)))
    assert updated[-1].contains(QPoint(5, bars.middle(2)))
    bars._moving.setCurrentTime(MOVING)
    del bars.update
    assert updated[-1] == bars.rect(), "and now all of them are written anew"


def test_more_racers_than_fit_are_scrolled(show: Show) -> None:
    shown = show(StandingsList(StandingsBars()))
    shown.resize(200, 370)
    shown.set_room(370)
    racers = [Standing(i, f"Racer {i}", score=i, place=i) for i in range(1, 65)]
    shown.bars.show_standings(racers[:16], 3, 52)
    assert shown.minimumSizeHint() == shown.bars.minimumSizeHint()
    wait_until(lambda: shown.bars.height() == 370)
    assert shown.verticalScrollBar().maximum() == 0
    shown.bars.show_standings(racers, 3, 52)
    assert shown.minimumSizeHint().height() <= 370
    shown.set_room(0)
    assert shown.minimumSizeHint().height() == FEWEST * LEAST
    shown.set_room(370)
    wait_until(lambda: shown.bars.height() == 64 * LEAST)
    assert shown.bars._height == LEAST
    for _ in racers:
        QTest.keyClick(shown.bars, Qt.Key.Key_Down)
    assert shown.verticalScrollBar().value() == shown.verticalScrollBar().maximum() > 0
    for _ in racers:
        QTest.keyClick(shown.bars, Qt.Key.Key_Up)
    assert shown.verticalScrollBar().value() == 0


def test_a_row_leads_to_a_page(show: Show) -> None:
    bars = StandingsBars()
    bars.resize(300, 120)
    show(bars)
    bars.show_standings(
        [Standing(BOB, "Bob", place=1, milliseconds=9), Standing(ADA, "Ada", place=2)], ADA, 52
    )
    wanted: list[int] = []
    bars.profile.connect(wanted.append)
    QTest.mouseDClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(40, bars._height + 5))
    QTest.mouseDClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(40, 2 * bars._height + 5))
    assert wanted == [ADA]


def test_a_row_leads_to_a_page_by_keyboard_too(show: Show, heard: list[str]) -> None:
    bars = show(StandingsBars())
    bars.setFocus()
    wanted: list[int] = []
    bars.profile.connect(wanted.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(bars, key)  # there is nobody yet
    bars.show_standings(
        [Standing(BOB, "Bob", place=1, milliseconds=9), Standing(ADA, "Ada", place=2)], ADA, 52
    )
    for key in (
        *(Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Return),
        *(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Up),
    ):
        QTest.keyClick(bars, key)
    assert wanted == [BOB, ADA]
    assert heard == ["1. Bob: 0, racing", *2 * ["2. Ada: 0, racing"], "1. Bob: 0, racing"]


NUMBERS = st.sampled_from([0, 1, 10**9]) | st.integers(0, 10**9)
RACERS = st.builds(
    Standing,
    player=st.sampled_from([0, 1, 2, 2**53]),
    name=st.text(min_size=1, max_size=24),
    status=st.sampled_from(["racing", "won", "stuck", "gave up", "out of time"]),
    score=st.sampled_from([-(10**9), -1]) | NUMBERS,
    place=NUMBERS,
    moves=NUMBERS,
    milliseconds=NUMBERS,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(racers=st.lists(RACERS, max_size=64))
def test_whatever_numbers_a_server_says_can_be_drawn(show: Show, racers: list[Standing]) -> None:
    bars, podium = StandingsBars(), Podium()
    for shown in (bars, podium):
        shown.resize(300, 300)
    bars.show_standings(racers, 1, 52)
    podium.show_standings(racers, [1], 1)
    for shown in (bars, podium):
        assert not shown.grab().isNull()

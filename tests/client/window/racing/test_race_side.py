"""The column beside a board in a race."""

import pytest
from msgspec.structs import replace
from PySide6.QtCharts import QLineSeries
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.racing.race_side import GAP, MORE_CHAT
from client.window.racing.standings import FEWEST, LEAST
from client.window.screens.race import RaceScreen
from engine.catalogue import Options
from harness.fakes import ADA, BOB, FakeLink, Show, member, race, room
from harness.qt_waiting import until
from protocol.messages import Curves, Progress, RaceStarted, Said, Settings, Standing

WENT = [(0, 0), (10_000, 4), (20_000, 7)]


def scores(screen: RaceScreen, player: int) -> set[float]:
    """Return the scores through which a racer's curve goes."""
    line = screen.side.curve._lines[player]
    assert isinstance(line, QLineSeries)
    return {point.y() for point in line.points()}


@pytest.fixture
def screen(link: FakeLink, show: Show, memory: Memory) -> RaceScreen:
    made: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA), member(BOB), game="klondike", phase="running", show_boards=True)
    countdown, started, *boards = race(told)
    assert isinstance(started, RaceStarted)
    link.tell(told, countdown, replace(started, elapsed=30_000), *boards)
    return made


def test_who_comes_in_the_middle_sees_how_the_scores_went(
    screen: RaceScreen, link: FakeLink
) -> None:
    assert scores(screen, BOB) == {0}
    link.tell(Curves(7, {ADA: [(0, 0)], BOB: WENT}))
    assert scores(screen, BOB) == {0, 4, 7}


def test_the_curve_tells_what_the_rows_tell_at_every_moment(
    screen: RaceScreen, link: FakeLink
) -> None:
    screen.side._timer.stop()  # no second goes by
    for score in (3, 8):
        link.tell(
            Progress([Standing(BOB, "Bob", score=score, place=1), Standing(ADA, "Ada", place=2)])
        )
        assert screen.side.curve._lines[BOB].points()[-1].y() == score


def test_a_curve_that_was_hidden_is_drawn_anew(screen: RaceScreen, link: FakeLink) -> None:
    link.tell(Curves(7, {ADA: [(0, 0)], BOB: WENT}))
    screen.side.tabs.setCurrentIndex(1)
    link.tell(Progress([Standing(BOB, "Bob", score=9, place=1), Standing(ADA, "Ada", place=2)]))
    assert scores(screen, BOB) == {0, 4, 7}
    screen.side.tabs.setCurrentIndex(0)
    assert scores(screen, BOB) == {0, 4, 7, 9}


def test_in_a_low_window_the_curve_goes_first_and_then_some_racers_are_scrolled(
    screen: RaceScreen, link: FakeLink
) -> None:
    side = screen.side
    racers = [Standing(each, f"Racer {each}", score=each, place=each) for each in range(1, 17)]
    screen.resize(1000, 860)
    link.tell(Progress(racers))
    until(lambda: side.height() > 700 and side.bars.racers == 16)
    side._fit_curve()
    assert side.curve.isVisible()
    screen.resize(1000, 660)
    until(side.curve.isHidden)
    until(lambda: side.list.verticalScrollBar().maximum() == 0, "all sixteen")
    least = screen.minimumSizeHint().height()
    assert least < 400
    screen.resize(1000, least)
    until(lambda: screen.height() == least and side.list.verticalScrollBar().maximum() > 0)
    until(lambda: side.list.height() >= FEWEST * LEAST)
    assert side.chat.field.visibleRegion().boundingRect() == side.chat.field.rect()


def test_roomy_rows_leave_the_chat_some_lines(screen: RaceScreen, link: FakeLink) -> None:
    side = screen.side
    racers = [Standing(each, f"Racer {each}", score=each, place=each) for each in range(1, 17)]
    screen.resize(1500, 970)
    link.tell(Progress(racers))
    until(lambda: side.height() > 800 and side.bars.racers == 16)
    rest = side.height() - side._others - side.curve.minimumHeight() - GAP
    assert rest - side.list.sizeHint().height() >= MORE_CHAT // 2
    assert side.list.sizeHint().height() >= 16 * LEAST


def test_the_curve_fills_the_place_of_tabs_that_are_hidden(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RaceScreen(link, memory))
    screen.resize(1280, 800)
    told = room(member(ADA), member(BOB), game="klondike", phase="running")
    link.tell(told, *race(told))
    side = screen.side
    until(lambda: side.chat.geometry().top() - bottom(side.curve, side) <= 16)


def bottom(part: QWidget, side: QWidget) -> int:
    return part.mapTo(side, part.rect().bottomLeft()).y()


def test_a_name_that_is_cut_stands_in_the_tip_of_its_row(
    screen: RaceScreen, link: FakeLink
) -> None:
    bars, name = screen.side.bars, "W" * 24
    link.tell(Progress([Standing(BOB, name, score=9, place=1), Standing(ADA, "Ada", place=2)]))
    for row, told in enumerate((name, "Ada")):
        at = QPointF(60, bars.middle(row))
        none = Qt.MouseButton.NoButton
        keys = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(bars, QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, keys))
        assert told in bars.toolTip()


def test_a_look_at_another_board_takes_no_room_from_the_own_one_in_mid_race(
    screen: RaceScreen,
) -> None:
    side = screen.side
    screen.resize(1280, 800)
    side.tabs.setCurrentIndex(1)
    QApplication.processEvents()
    usual, own = side.width(), screen.board.size()
    small = side.boards.boards[BOB]
    before = small.size()
    small.chosen.emit()
    until(side.boards.all.isVisible)
    QApplication.processEvents()
    assert (side.width(), screen.board.size()) == (usual, own)
    assert side.boards.large.isVisible()
    assert side.boards.large.width() >= before.width()


def test_a_board_shown_large_has_more_of_the_window_and_a_way_back(
    screen: RaceScreen, link: FakeLink
) -> None:
    side = screen.side
    screen.resize(1280, 800)
    link.tell(Progress([Standing(ADA, "Ada", "gave up"), Standing(BOB, "Bob", score=9, place=1)]))
    side.tabs.setCurrentIndex(1)
    usual = side.width()
    assert not side.boards.all.isVisible()
    side.boards.enlarge(BOB)
    until(lambda: side.width() > 1.5 * usual and side.boards.all.isVisible())
    assert side.width() <= screen.width() * 2 // 5
    side.boards.all.click()
    assert (side.width(), side.boards.shown) == (usual, None)
    assert not side.boards.all.isVisible()


def test_nobody_is_the_first_until_somebody_has_scored(screen: RaceScreen, link: FakeLink) -> None:
    even = [Standing(ADA, "Ada", place=1), Standing(BOB, "Bob", place=1, moves=3)]
    link.tell(Progress(even))
    assert screen.side.place.text() == "–"
    assert "1" not in screen.side.bars.accessibleDescription()
    ahead = replace(even[1], score=1, milliseconds=500)
    link.tell(Progress([ahead, replace(even[0], place=2)]))
    assert screen.side.place.text() == "2nd"


@pytest.mark.parametrize("size", [(800, 440), (1280, 740), (2560, 1380)])
def test_boards_have_their_size_from_the_first_moment(
    size: tuple[int, int], link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RaceScreen(link, memory))
    screen.resize(*size)
    here = room(*map(member, range(1, 6)), phase="running", show_boards=True)
    link.tell(here, *race(here))
    QApplication.processEvents()
    screen.side.tabs.setCurrentIndex(1)
    first = [board.geometry() for board in screen.side.boards.boards.values()]
    QApplication.processEvents()
    assert [board.geometry() for board in screen.side.boards.boards.values()] == first


def test_what_was_said_stays_in_sight_beside_boards(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RaceScreen(link, memory))
    here = room(*map(member, range(1, 5)), phase="running", show_boards=True)
    link.tell(replace(here, members=here.members[:1]), here, *race(here))
    for height, news in ((740, True), (440, False)):
        screen.resize(800, height)
        QApplication.processEvents()
        screen.side.tabs.setCurrentIndex(1)
        assert screen.side.chat.lines.isVisible() == news, "who came, where there is room for it"
        screen.side.tabs.setCurrentIndex(0)
    link.tell(Said(BOB, "Bob", "Hello"))
    screen.side.tabs.setCurrentIndex(1)
    for player in (None, BOB):
        screen.side.boards.enlarge(player)
        QApplication.processEvents()
        lines = screen.side.chat.lines
        assert lines.viewport().height() >= 3 * lines.fontMetrics().lineSpacing() - 3


def test_a_deal_that_can_be_won_is_said_to_be_one(screen: RaceScreen, link: FakeLink) -> None:
    assert screen.side.options.text() == "Deal: Single card deals"
    told = room(member(ADA), member(BOB), game="freecell", phase="running", deals="winnable")
    link.tell(told, *race(told))
    assert screen.side.options.text() == "Can be won"
    assert "sealed a way" in screen.side.options.toolTip()


def test_options_that_are_as_in_the_plain_form_are_no_noise(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    side = show(RaceScreen(link, memory)).side
    usual: Options = {"progressive_rounds": False, "multiplier_scoring": False}
    side.show_settings(Settings("triple-peaks", dict(usual)), racing=True)
    assert side.options.isHidden()
    side.show_settings(Settings("triple-peaks", {**usual, "multiplier_scoring": True}), racing=True)
    assert side.options.text() == "Multiplier scoring: Yes"
    assert "Progressive rounds: No" in side.options.toolTip()
    side.show_settings(Settings("ten-across", {"allow_temporary_spots_use": False}), racing=True)
    assert side.options.text().endswith("No"), "its plain form allows it"


def test_in_a_low_window_the_boards_have_the_room_of_what_can_wait(screen: RaceScreen) -> None:
    side = screen.side
    screen.resize(800, 440)
    until(lambda: side.height() < 480 and side.chat.isVisible())
    side.tabs.setCurrentIndex(1)
    assert not side.chat.isVisible()
    assert not side.game.isVisible()
    assert side.clock.isVisible()
    side.tabs.setCurrentIndex(0)
    assert side.chat.isVisible()
    assert side.game.isVisible()
    side.tabs.setCurrentIndex(1)
    screen.resize(1000, 860)
    until(side.chat.isVisible, "there is room for all")


def test_how_long_it_is_lost_is_counted_from_when_the_server_was_heard_last(
    screen: RaceScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Link, "unheard", 3.5)
    screen.set_up(False)
    assert screen.side.limit.text() == "offline for 0:03"


def test_without_a_connection_clock_and_ranking_say_that_they_may_not_be_true(
    screen: RaceScreen,
) -> None:
    side = screen.side
    screen.set_up(False)
    assert side.limit.text() == "offline for 0:00"
    assert side.clock.property("role") == "away"
    assert side.place.property("role") == "stale"
    assert "offline for" in screen.beside._told.text(), "where the column is folded away, too"
    assert screen.give_up.isEnabled(), "play goes on"
    assert side._lost is not None
    side._lost -= 75
    side.tick()
    assert side.limit.text() == "offline for 1:15"
    assert side._timer.isActive()
    screen.set_up(True)
    assert side.limit.text() == "left of 15:00"
    assert side.clock.property("role") == "clock"
    assert side.place.property("role") == "figure"

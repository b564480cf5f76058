"""Every screen of the window by the Tab key, with a screen reader."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.session.address import Address
from client.window.desktop import announce, theme
from client.window.desktop.memory import Memory
from client.window.scene.board_view import BoardView
from client.window.window import Window
from harness.fakes import ADA, BOB, Spoken, member, press, race, room
from harness.qt_waiting import until
from harness.replays import played
from protocol.messages import Leaderboard, LeftRoom, Progress, Rooms, Said, Standing
from tests.client.by_ear import controls, described, faults, in_sight, name_of
from tests.client.tour import Tour, a_race_without_boards
from tests.client.window.screens.test_profile import PAGE

NOTHING: Final = QRect(0, 0, 1, 1)
"""Of a window, as little as can be drawn."""


def focus() -> QWidget:
    """Return what has the keys."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def lay_out(window: Window) -> None:
    """Have what is new lie in its place, as it does before anybody sees it, or types.

    Qt does so for a picture, however little there is to be on it.
    """
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    window.grab(NOTHING)


class KeyTour(Tour):
    """Goes round each screen by Tab, forwards and backwards."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.found: dict[str, str] = {}

    def look(self, where: str) -> None:
        """Note what is wrong on the way round."""
        lay_out(self.window)
        for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            for fault in faults(self.window, key):
                self.found.setdefault(fault, where)


class LookTour(Tour):
    """Compares each control that Tab comes to with how it looks without the keys."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.alike: dict[str, str] = {}
        self._seen: set[str] = set()

    def look(self, where: str) -> None:
        """Go round once, and take a picture of each control with the keys and without.

        Nowhere is there a need to, where each control was seen before.
        """
        if self._seen.issuperset(map(described, controls(self.window))):
            return
        lay_out(self.window)
        if QApplication.focusWidget() is None:
            return
        begin = focus()
        QTest.keyClick(begin, Qt.Key.Key_Tab)
        for _ in controls(self.window):  # the first one at the end, when Tab comes to it
            now, what = focus(), described(focus())
            board = isinstance(now, BoardView) and not now._can_play()  # nothing is done there
            new = what not in self._seen and not board
            picture = now.grab().toImage() if new else None
            QTest.keyClick(now, Qt.Key.Key_Tab)
            if new and now.grab().toImage() == picture:
                self.alike.setdefault(what, where)
            self._seen.add(what)
        begin.setFocus()


@pytest.fixture
def tour(tmp_path: Path, heard: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyTour]:
    monkeypatch.setattr("client.window.window.Link", Spoken)
    window = Window(Memory(tmp_path))
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    until(window.isActiveWindow, "the window in front")
    yield KeyTour(window)
    window.close_unasked()
    window.deleteLater()


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
def test_tab_goes_round_every_screen(tour: KeyTour, size: tuple[int, int]) -> None:
    tour.window.resize(*size)
    tour.walk()
    assert not tour.found, "\n".join(f"{where}: {fault}" for fault, where in tour.found.items())


def test_the_screens_of_a_server_leave_the_window_in_front(tour: KeyTour) -> None:
    tour.window.connect_to(Address("localhost"), "Ada")
    QApplication.processEvents()
    assert tour.window.isActiveWindow(), "nothing was shown as a window of its own"
    assert focus() is tour.window.lobby.make_room


def test_tab_leads_through_a_race_without_boards_beside_it(tour: KeyTour) -> None:
    a_race_without_boards(tour)
    board = tour.window.race.board
    assert board.hasFocus()
    assert not faults(tour.window)
    assert not faults(tour.window, Qt.Key.Key_Backtab)
    for stop in (tour.window.race.side.bars, tour.window.race.side.chat.field):
        assert stop in controls(tour.window)


def test_the_keys_stay_in_sight_at_ones_own_end(tour: KeyTour) -> None:
    tour.window.connect_to(Address("localhost"), "Ada")
    told = room(member(ADA), member(BOB), phase="running", show_boards=True)
    tour.link.tell(told, *race(told))
    screen = tour.window.race
    screen.give_up.setFocus()
    ends = [Standing(ADA, "Ada", "gave up", 3, 2), Standing(BOB, "Bob", place=1)]
    tour.link.tell(Progress(ends))
    assert focus() is screen.own_end.headline
    for look in (1, 2, 0):
        screen._look(look)
        assert not faults(tour.window)
    assert focus() is not screen.board, "where no key does anything"


def test_who_chats_at_the_end_goes_on(tour: KeyTour) -> None:
    a_race_without_boards(tour)
    field = tour.window.race.side.chat.field
    field.setFocus()
    tour.link.tell(Progress([Standing(ADA, "Ada", "gave up", 3, 2), Standing(BOB, "Bob", place=1)]))
    assert focus() is field


def test_a_lost_line_leaves_the_keys_with_what_can_be_done(tour: KeyTour) -> None:
    window = tour.window
    window.connect_to(Address("localhost"), "Ada")
    tour.link.tell(Rooms([]))
    make = focus()
    window._show_trouble("The server does not answer.")
    assert name_of(focus()) == "Try now"
    window._show_trouble("")
    assert focus() is make
    window._show_trouble("The server does not answer.")
    press(window.status, "Another server")
    assert window.navigation.currentWidget() is window.connect_screen
    assert window.link is None


def test_each_screen_says_what_it_is(tour: KeyTour, heard: list[str]) -> None:
    window = tour.window
    window.show_settings()
    assert (heard[-1], window.windowTitle()) == ("Settings", "Settings – Samedeal")
    window.show_settings()
    assert window.windowTitle() == "Choose a server – Samedeal"
    window.practise()
    assert heard[-1] == "Practice: Klondike"
    window.connect_to(Address("localhost"), "Ada")
    window.navigation.come_back()
    assert window.windowTitle() == "Lobby – Samedeal"
    window.make_room.back.emit()
    tour.link.tell(room(member(ADA), member(BOB), game="golf"))
    assert heard[-1].startswith("Golf, room ")
    assert window.windowTitle() == f"Room {window.room.code.text()} – Samedeal"
    tour.link.tell(LeftRoom())
    window._show_leaderboard("golf", {})
    assert heard[-1] == "Leaderboard: Golf"
    tour.link.tell(Leaderboard("golf", {}, [], [], []))
    assert heard[-1] == "Nobody yet: be the first."
    window._show_profile(BOB)
    assert heard[-1] == "A player’s page"
    tour.link.tell(replace(PAGE, player=BOB, name="Bob"))
    assert heard[-1].startswith("Bob. Races: ")
    window.replay_screen.take(played())
    assert heard[-1].startswith("Replay: ")
    assert window.replay_screen.verdict.text() in heard[-1]


def test_escape_leaves_every_screen_that_was_gone_aside_to(tour: KeyTour) -> None:
    window = tour.window
    window.connect_to(Address("localhost"), "Ada")
    window.lobby.make.emit()
    ways: list[Callable[[], object]] = [
        window.lobby.make.emit,
        window.show_settings,
        window.lobby.leaderboard.emit,
        lambda: window._show_profile(BOB),
        lambda: window.replay_screen.take(played()),
    ]
    for go in ways:
        for number in range(len(controls(window))):
            window.navigation.come_back()
            go()
            for _ in range(number):
                QTest.keyClick(focus(), Qt.Key.Key_Tab)
            stop = described(focus())
            QTest.keyClick(focus(), Qt.Key.Key_Escape)
            assert window.navigation.aside is None, stop


def test_help_is_put_away_when_the_keys_go_elsewhere(tour: KeyTour, heard: list[str]) -> None:
    window = tour.window
    window.connect_to(Address("localhost"), "Ada")
    told = room(member(ADA, seated=False), member(BOB), host=BOB, phase="running")
    tour.link.tell(told, *race(told))
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Escape):
        QTest.keyClick(focus(), Qt.Key.Key_F1)
        assert window.watch.help.isVisible()
        assert heard[-1] == window.watch.help.accessibleName()
        QTest.keyClick(focus(), key)
        assert not window.watch.help.isVisible()


def test_what_was_said_before_is_read_by_tab(tour: KeyTour) -> None:
    window = tour.window
    window.connect_to(Address("localhost"), "Ada")
    tour.link.tell(room(member(ADA), member(BOB)), Said(BOB, "Bob", "Good luck!"))
    lines = window.room.chat.lines
    assert lines in controls(window)
    found = QAccessible.queryAccessibleInterface(lines).textInterface()
    assert found.text(0, found.characterCount()).endswith("Bob: Good luck!")


def test_what_has_the_keys_is_seen(tour: KeyTour, qt_app: QApplication) -> None:
    theme.apply(qt_app, dark=True)
    looks = LookTour(tour.window)
    looks.walk()
    qt_app.setStyleSheet("")
    assert not looks.alike, "\n".join(f"{where}: {what}" for what, where in looks.alike.items())


def test_a_screen_is_told_with_what_has_the_keys_there(
    tour: KeyTour, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce.voice, "cuts_off", True)
    tour.window.show_settings()
    assert heard[-1] == "Back; Settings"


def test_tab_comes_to_what_a_won_game_offers(tour: KeyTour) -> None:
    screen = tour.window.practice_screen
    tour.window.practise()
    screen.solved.tell("0:42", "", animate=False)
    until(lambda: in_sight(screen.settings_button), "the buttons in their places")
    assert {name_of(each) for each in controls(tour.window)} >= {"New deal", "This deal again"}
    assert not faults(tour.window)

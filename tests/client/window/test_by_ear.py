"""Every screen of the window by the Tab key, with a screen reader."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from client.session.address import Address
from client.window.desktop.memory import Memory
from client.window.window import Window
from harness.fakes import ADA, BOB, member, race, room
from harness.qt_waiting import until
from protocol.messages import Progress, Rooms, Standing
from tests.client.by_ear import controls, faults, name_of
from tests.client.tour import Spoken, Tour


def focus() -> QWidget:
    """Return what has the keys."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


class KeyTour(Tour):
    """Goes round each screen by Tab, forwards and backwards."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.found: dict[str, str] = {}

    def look(self, where: str) -> None:
        """Note what is wrong on the way round."""
        self.window.grab()  # or what is new would not lie in its place yet
        for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            for fault in faults(self.window, key):
                self.found.setdefault(fault, where)


@pytest.fixture
def tour(tmp_path: Path, heard: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyTour]:
    monkeypatch.setattr("client.window.window.Link", Spoken)
    window = Window(Memory(tmp_path))
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    until(window.isActiveWindow, "the window in front")
    yield KeyTour(window)
    window.close()
    window.deleteLater()


def test_tab_goes_round_every_screen(tour: KeyTour) -> None:
    tour.walk()
    assert not tour.found, "\n".join(f"{where}: {fault}" for fault, where in tour.found.items())


def test_tab_leads_through_a_race_without_boards_beside_it(tour: KeyTour) -> None:
    tour.window.connect_to(Address("localhost"), "Ada")
    told = room(member(ADA), member(BOB), phase="running")
    tour.link.tell(told, *race(told))
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
    assert focus() is screen.views.button(0)
    for look in (1, 2, 0):
        screen._look(look)
        assert not faults(tour.window)
    assert focus() is not screen.board, "where no key does anything"


def test_who_chats_at_the_end_goes_on(tour: KeyTour) -> None:
    tour.window.connect_to(Address("localhost"), "Ada")
    told = room(member(ADA), member(BOB), phase="running")
    tour.link.tell(told, *race(told))
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

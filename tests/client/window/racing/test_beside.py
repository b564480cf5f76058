"""A board and its column, in a window that is too narrow for both."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.window.desktop import theme
from client.window.desktop.memory import Memory
from client.window.screens.race import RaceScreen
from harness.fakes import ADA, BOB, FakeLink, Show, member, race, room
from harness.qt_waiting import until
from protocol.messages import Progress, Said, Standing


@pytest.fixture
def screen(styled: None, link: FakeLink, show: Show, memory: Memory) -> RaceScreen:
    made: RaceScreen = show(RaceScreen(link, memory))
    made.resize(800, 430)
    told = room(member(ADA), member(BOB), phase="running")
    link.tell(told, *race(told))
    return made


def test_with_very_large_texts_the_column_takes_the_place_of_the_board_on_demand(
    qt_app: QApplication, screen: RaceScreen, link: FakeLink
) -> None:
    beside, side = screen.beside, screen.side
    assert (beside.folded, side.isVisible()) == (False, True)
    theme.apply(qt_app, dark=True, larger=2.0)
    assert (beside.folded, side.isVisible()) == (True, False)
    until(lambda: screen.board.width() > 0.9 * screen.width())
    link.tell(Progress([Standing(BOB, "Bob", score=3, place=1), Standing(ADA, "Ada", place=2)]))
    assert beside._told.text().endswith(" · 2nd · 0 points")
    link.tell(Said(BOB, "Bob", "Hello!"), Said(ADA, "Ada", "Hello, Bob!"))
    assert beside.turn.text() == "Scores and chat (1)"
    beside.turn.click()
    assert (side.isVisible(), screen.board.isVisible()) == (True, False)
    assert beside.turn.text() == "Scores and chat"
    QTest.keyClick(side.chat.field, Qt.Key.Key_Escape)
    assert (side.isVisible(), screen.board.isVisible()) == (False, True)
    beside.turn.click()
    theme.apply(qt_app, dark=True, larger=1.0)
    assert (side.isVisible(), screen.board.isVisible()) == (True, True)

"""What tests of widgets share: the application, and waiting for something to happen."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication

from client.window.desktop import announce, preferences, theme
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import Preferences
from client.window.scene.board_view import BoardView
from harness.mouse import Mouse
from harness.qt_waiting import until
from tests.client.boards import Owner


@pytest.fixture(scope="session", autouse=True)
def qt_app() -> QApplication:
    """There is one application in a process: this one, before a test makes one without widgets."""
    app = QApplication.instance()
    return app if isinstance(app, QApplication) else QApplication([])


@pytest.fixture(autouse=True)
def no_leftovers(qt_app: QApplication) -> Iterator[None]:
    """Delete what a test wanted deleted later, and what it left: a new theme styles all of it.

    No loop does so, and each window gives the program a scale of its own. What has no parent and
    is held in a circle by Python would stay for hundreds of tests.
    """
    yield
    delete_leftovers()


@pytest.fixture(autouse=True)
def own_preferences() -> Iterator[None]:
    """Every test begins with cards that move, whatever the machine's owner prefers."""
    preferences.live.set(Preferences(motion="on", theme="dark"))
    yield
    preferences.live.set(Preferences())


@pytest.fixture
def styled(qt_app: QApplication) -> Iterator[None]:
    """The program's own look, as in the window; without one again after the test."""
    theme.apply(qt_app, dark=True, larger=1.0)
    yield
    delete_leftovers()
    preferences.live.set(Preferences())
    theme.apply(qt_app, dark=True, larger=1.0)
    qt_app.setStyleSheet("")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """What a client remembers that was never started before."""
    return Memory(tmp_path / "memory")


@pytest.fixture
def heard(qt_app: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a screen reader is told, while one listens."""
    texts: list[str] = []

    def listen(event: QAccessibleEvent) -> None:
        assert isinstance(event, QAccessibleAnnouncementEvent)
        texts.append(event.message())
        QAccessible.updateAccessibility(event)

    monkeypatch.setattr(announce, "send", listen)
    monkeypatch.setattr(announce.voice, "cuts_off", False)  # each text by itself
    QAccessible.setActive(True)
    yield texts
    QAccessible.setActive(False)


@pytest.fixture
def board(qt_app: QApplication) -> Iterator[BoardView]:
    """A board in a window of its own, whose cards glide."""
    view = BoardView()
    view.resize(1000, 700)
    view.show()
    yield view
    view.close()
    view.deleteLater()


@pytest.fixture
def hand(board: BoardView) -> Mouse:
    """A mouse on that board."""
    return Mouse(board)


@pytest.fixture
def owner(board: BoardView) -> Owner:
    """Who plays what that board asks for."""
    return Owner(board)


def delete_leftovers() -> None:
    """Delete all widgets that are in no other, and what else is to be deleted."""
    for widget in QApplication.topLevelWidgets():
        if widget.parent() is None:
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Let Qt work until the condition holds; fail when it never does."""
    until(condition, seconds=seconds)

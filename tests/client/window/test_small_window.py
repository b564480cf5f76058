"""Small screens, and large texts: whatever can be clicked can be reached, on every screen."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QScrollBar,
    QTabBar,
    QWidget,
)

from client.window.desktop import preferences
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import Preferences
from client.window.scene.board_view import BoardView
from client.window.window import Window
from harness.fakes import Spoken
from tests.client.by_ear import parts_in_sight
from tests.client.tour import Tour

USED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
    BoardView,
)
"""What can be clicked."""
SIZES = (
    pytest.param((800, 500), "100", id="800x500"),
    pytest.param((1280, 800), "200", id="1280x800-texts-twice-as-large"),
    # What is left of 1280x800 in a window's own pixels, each of which is four of the screen's:
    pytest.param((640, 400), "100", id="1280x800-at-twice-the-scale"),
)


ROUNDS = 10
"""How often a layout may have to ask the one above before all have their places.

On a screen of 160 dots an inch the first screen takes seven turns, in some 60 ms after it is shown.
"""


class Fitting(Tour):
    """Notes what cannot be reached, and which main buttons are not in sight at once."""

    def __init__(self, window: Window, size: tuple[int, int]) -> None:
        super().__init__(window)
        self._size = size
        self.looked_at = 0
        self.lost: dict[str, str] = {}
        self.hidden: dict[str, str] = {}

    def look(self, where: str) -> None:
        window = self.window
        for _ in range(ROUNDS):
            QApplication.processEvents()
        assert (window.width(), window.height()) == self._size, where
        for part in parts_in_sight(window):
            if part.window() is not window:
                continue
            used = isinstance(part, USED) and not isinstance(part, QScrollBar)
            self.looked_at += used
            if used and (fault := unreachable(part)):
                self.lost.setdefault(f"{named(part)}: {fault}", where)
            if part.property("role") == "main" and not in_sight(part):
                self.hidden.setdefault(named(part), where)


def named(part: QWidget) -> str:
    text = part.text() if isinstance(part, QAbstractButton) else ""
    return f"{type(part.parent()).__name__}/{type(part).__name__} {text or part.accessibleName()}"


def ancestors(part: QWidget) -> Iterator[QWidget]:
    """Yield what a widget is in, from the inside to the window."""
    while not part.isWindow() and (above := part.parentWidget()) is not None:
        yield above
        part = above


def in_sight(part: QWidget) -> bool:
    """Whether all of a widget is seen without scrolling, or covered by something on top of it."""
    rect, here = part.rect(), part
    for above in ancestors(part):
        rect.translate(here.pos())
        if not above.rect().contains(rect):
            return False
        here = above
    return True


def unreachable(part: QWidget) -> str:
    """Return why a widget cannot be clicked, however one scrolls; nothing if it can."""
    least = part.minimumSizeHint()
    words = isinstance(part, QPushButton) and part.text()
    if words and (part.width() < least.width() or part.height() < least.height()):
        return f"squeezed to {part.size().toTuple()} from {least.toTuple()}"
    rect, here = part.rect(), part
    if rect.height() < 10 or rect.width() < 10:
        return f"too small: {rect.size().toTuple()}"
    for above in ancestors(part):
        rect.translate(here.pos())
        area = above.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is above and here is not area:
            rect = scrolled(rect, here, area)
        if not above.rect().contains(rect):
            return f"{rect.getRect()} is outside of {type(above).__name__} {above.rect().getRect()}"
        here = above
    return ""


def scrolled(rect: QRect, content: QWidget, area: QAbstractScrollArea) -> QRect:
    """Return where a part of scrolled content can be brought: what of it cannot stays outside."""
    seen, off = area.viewport().rect(), Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert content.geometry().contains(rect) or not content.isVisible(), named(area)
    if area.verticalScrollBarPolicy() != off:
        rect = QRect(QPoint(rect.left(), seen.top()), QPoint(rect.right(), seen.top() + 9))
    if area.horizontalScrollBarPolicy() != off:
        rect = QRect(QPoint(seen.left(), rect.top()), QPoint(seen.left() + 9, rect.bottom()))
    return rect


@pytest.fixture
def window(styled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setattr("client.window.window.Link", Spoken)
    preferences.live.set(Preferences(motion="off"))
    made = Window(Memory(tmp_path))
    made.show()
    yield made
    made.close_unasked()
    made.deleteLater()


@pytest.mark.parametrize(("size", "zoom"), SIZES)
def test_all_that_can_be_clicked_can_be_reached(
    window: Window, size: tuple[int, int], zoom: str
) -> None:
    preferences.live.set(replace(preferences.live.now, zoom=zoom))
    window.resize(*size)
    tour = Fitting(window, size)
    tour.walk()
    window.practice_screen._show_table()
    practice = window.practice_screen
    practice.solved.tell(
        "1:23:45 · 1,234 moves · 5,200 points", "The best of all" * 3, animate=False
    )
    tour.look("a practice game is solved")
    practice.solved.hide()
    practice.stuck.show()
    tour.look("a practice game is stuck")
    assert tour.looked_at > 1000
    assert not tour.lost, "\n".join(f"{where}: {what}" for what, where in tour.lost.items())
    assert not tour.hidden, "\n".join(f"{where}: {what}" for what, where in tour.hidden.items())
    assert not window.findChildren(QMessageBox)
    assert all(not dialog.isVisible() for dialog in window.findChildren(QFileDialog))


def test_it_is_so_on_a_screen_of_160_dots_an_inch_too() -> None:
    """Where a pixel of the window is one and two thirds of the screen's; Qt asks at its start."""
    test = f"{__file__}::{test_all_that_can_be_clicked_can_be_reached.__name__}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    at_scale = subprocess.run(
        [*command, f"{test}[1280x800-at-twice-the-scale]"],
        env={**os.environ, "QT_FONT_DPI": "160"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert at_scale.returncode == 0, at_scale.stdout

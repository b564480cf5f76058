"""Nothing is cut on the screens around a race, however long names and texts are."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from client.window.desktop import preferences, theme
from client.window.desktop.language import set_language
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import Preferences
from client.window.online.probe import Probe
from client.window.window import Window
from harness.fakes import Spoken
from tools.pictures.cut_texts import cut_texts
from tools.pictures.longest import SCENES

PARTS = 3
"""Of the scenes, for as many tests that can be under way at the same time."""
ROUNDS = 6
"""How often a layout may have to ask the one above before all have their places."""
SETTLED = 2.0
"""Seconds in which a layout is as it stays, on a busy machine, too."""


class Reader:
    """Looks for texts that are cut, instead of taking pictures."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.cut: dict[str, str] = {}

    def shoot(self, name: str, *over: QWidget) -> None:
        for _ in range(ROUNDS):
            QApplication.processEvents()
        cut = [*cut_texts(self.window)]  # a dialog is as large as its screen lets it be
        until = time.monotonic() + SETTLED
        while cut and time.monotonic() < until:  # What stays so is cut: layouts may have timers.
            QApplication.processEvents()
            cut = [*cut_texts(self.window)]
        for text in cut:
            self.cut.setdefault(text, name)


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    qt_app = QApplication.instance() or QApplication([])
    assert isinstance(qt_app, QApplication)
    monkeypatch.setattr("client.window.window.Link", Spoken)
    monkeypatch.setattr(Probe, "ask", lambda *_: None)
    preferences.live.set(Preferences(motion="off"))
    theme.apply(qt_app, dark=True, larger=1.0)
    set_language(qt_app, "de")
    made = Window(Memory(tmp_path))
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    set_language(qt_app, "en")
    preferences.live.set(Preferences())
    theme.apply(qt_app, dark=True, larger=1.0)
    qt_app.setStyleSheet("")


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_nothing_is_cut_with_the_longest_of_everything(
    window: Window, size: tuple[int, int], part: int
) -> None:
    window.resize(*size)
    reader = Reader(window)
    for scene in SCENES[part::PARTS]:
        scene(reader)
    assert not reader.cut, "\n".join(f"{where}: {text}" for text, where in reader.cut.items())

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget

from client.window.desktop import preferences, theme
from client.window.desktop.scaling import Scaling
from harness.qt_waiting import until


@pytest.fixture
def window(styled: None) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(1280, 800)
    yield made
    made.close()
    made.deleteLater()


def test_the_player_makes_it_larger_and_smaller_in_any_window(window: QWidget) -> None:
    Scaling(window)
    window.show()
    label = theme.label("text")
    theme.fix(label, width=100, line_height=34)
    preferences.live.set(replace(preferences.live.now, zoom="150"))
    assert theme.scale == 1.5
    assert (label.width(), label.minimumHeight()) == (150, 44)  # its edges are as they were
    window.resize(2560, 1440)
    until(lambda: theme.scale == 1.5 * theme.scale_of(2560, 1440))
    preferences.live.set(replace(preferences.live.now, zoom="80"))
    assert theme.scale == 0.8 * theme.scale_of(2560, 1440)


def test_the_scale_follows_the_windows_size(window: QWidget) -> None:
    Scaling(window)
    window.show()
    window.resize(2560, 1440)
    until(lambda: theme.scale == theme.scale_of(2560, 1440) > 1)
    window.resize(1280, 800)
    until(lambda: theme.scale == 1)

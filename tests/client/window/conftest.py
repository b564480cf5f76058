"""A fake server's link, and screens that are closed after the test."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from client.window.screens.screen import Screen
from harness.fakes import FakeLink, Show, WidgetT


@pytest.fixture
def link(qt_app: QApplication) -> Iterator[FakeLink]:
    made = FakeLink()
    yield made
    made.deleteLater()


@pytest.fixture
def show(link: FakeLink) -> Iterator[Show]:
    """Show a widget; a screen hears what the fake server says."""
    shown: list[QWidget] = []

    def add(widget: WidgetT) -> WidgetT:
        if isinstance(widget, Screen):
            link.received.connect(widget.take)
        widget.resize(1000, 700)
        widget.show()
        shown.append(widget)
        return widget

    yield add
    for widget in shown:
        widget.close()
        widget.deleteLater()

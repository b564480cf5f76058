"""What is read is larger in a large window, and as large as the player wants it."""

from typing import Final
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from client.window.desktop import preferences, theme

_pages: Final[WeakSet[QWidget]] = WeakSet()


def let_wait(page: QWidget) -> None:
    """Let a page be, while it is hidden, when its window is enlarged: until it is shown again."""
    _pages.add(page)


class Scaling(QObject):
    """Gives a window the scale that fits its size and its player, whenever that changes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._behind: WeakSet[QWidget] = WeakSet()
        """The pages that are still styled for another scale."""
        window.installEventFilter(self)
        preferences.live.changed.connect(self._apply)
        self._apply()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice another size, before anything is laid out in it, and a page that is shown."""
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self._apply()
        elif event.type() == QEvent.Type.Show and watched in self._behind:
            self._catch_up(watched)
        return super().eventFilter(watched, event)

    def _catch_up(self, page: QObject) -> None:
        page.removeEventFilter(self)
        if isinstance(page, QWidget):
            self._behind.discard(page)
            theme.restyle(page)

    def _apply(self) -> None:
        app = QApplication.instance()
        if not isinstance(app, QApplication) or not theme.applied():
            return
        times = theme.scale_of(self._window.width(), self._window.height())
        zoom = preferences.live.now.larger
        if (zoom, zoom * times) != (theme.zoom, theme.scale):
            hidden = [
                each
                for each in _pages
                if isValid(each) and each.isHidden() and self._window.isAncestorOf(each)
            ]
            for page in hidden:
                if page not in self._behind:
                    self._behind.add(page)
                    page.installEventFilter(self)
            theme.enlarge(self._window, zoom, times, but=hidden)

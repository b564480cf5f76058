"""Room for what may need more than there is: then it is scrolled."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from client.window.desktop import theme


class Fitted(QScrollArea):
    """Gives a widget all of its room, or what that needs at the least.

    Qt's own resizable areas ask for the height in which every text is shown in full, and every list
    with it. The keyboard's Tab scrolls to where it leads.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys are the content's
        self.setWidget(content)
        for part in (self, self.viewport()):
            theme.set_role(part, "clear")

    def sizeHint(self) -> QSize:
        """Return what the content would like."""
        return self._content.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the content."""
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Fit the content when it needs more than before, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().event(event)

    def fit(self) -> None:
        """Give the content the room that there is, but no less than it needs."""
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        least = self._content.minimumSizeHint().expandedTo(self._content.minimumSize())
        across = least.width() > room.width()
        down = least.height() > room.height() - bar * across
        across = least.width() > room.width() - bar * down
        self._content.resize(least.expandedTo(room - QSize(bar * down, bar * across)))

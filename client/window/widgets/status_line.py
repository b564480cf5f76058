"""The window's last line: what has just happened, and what is the matter with the connection."""

from typing import Final

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.widgets.elements import SPACE, Elided, button, row

NOTICE: Final = 6000
"""Milliseconds that a notice stays."""
SMALL: Final = 11
"""The height in pixels of the letters where there are two lines."""


class _Told(Elided):
    """A line of text, or two in smaller letters where one is too short: no higher than the one."""

    def lines(self) -> tuple[str, ...]:
        """Return what is read, line by line."""
        whole, room = self.text(), self._room()
        if not self._is_small:
            return (whole,)
        layout = QTextLayout(whole, self._small())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(room)
        layout.endLayout()
        units, first = whole.encode("utf-16-le"), 2 * line.textLength()  # Qt counts in these
        rest = units[first:].decode("utf-16-le").strip()
        if not rest:
            return (whole,)
        elided = QFontMetrics(self._small()).elidedText(rest, Qt.TextElideMode.ElideRight, room)
        return units[:first].decode("utf-16-le").rstrip(), elided

    @property
    def _is_small(self) -> bool:
        """Whether one line in letters of the usual size is too short."""
        return self.sizeHint().width() > self._room()

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(theme.px(SMALL))
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw one line as ever, and two below each other."""
        if not self._is_small:
            super().paintEvent(event)
            return
        lines = self.lines()
        warns = self.property("role") == "warning"
        painter = QPainter(self)
        painter.setFont(self._small())
        painter.setPen(QColor(theme.colours.bright if warns else theme.colours.text))
        height = self.height() // len(lines)
        for at, line in enumerate(lines):
            place = QRect(0, at * height, self.width(), height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, line)


class StatusLine(QWidget):
    """Shows a notice for a while; trouble stays until it is over.  It makes no window wider."""

    again = Signal()
    """The player does not want to wait until the server is tried again."""
    elsewhere = Signal()
    """The player gives this server up, and wants another."""

    def __init__(self) -> None:
        super().__init__()
        self._line = _Told()
        self._line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._try = button(self.tr("Try now"), self.again.emit)
        self._go = button(self.tr("Another server"), self.elsewhere.emit)
        for way in (self._go, self._try):
            theme.set_role(way, "narrow")
            theme.fix(way, line_height=0)
            way.hide()
        always = self._try.sizePolicy()
        always.setRetainSizeWhenHidden(True)  # Nothing moves when it comes.
        self._try.setSizePolicy(always)
        line = self._row = row(space=8)
        line.addWidget(self._line, 1)
        line.addWidget(self._go)
        line.addWidget(self._try)
        self.setLayout(line)
        self.align(SPACE)
        self._notice = self._trouble = ""
        self._fading = QTimer(self, singleShot=True, interval=NOTICE)
        self._fading.timeout.connect(lambda: self.show_notice(""))
        self.show_notice("")

    def align(self, edge: int) -> None:
        """Keep as many pixels on either side as the screen above does."""
        self._row.setContentsMargins(edge, 2, edge, 4)

    def text(self) -> str:
        """Return all that is shown."""
        return self._line.text()

    def tell(self, notice: str) -> None:
        """Show a notice for a while, and say it aloud."""
        self.show_notice(notice)
        announce(self, notice)

    def show_notice(self, notice: str) -> None:
        """Show a notice for a while, without a word; an empty one takes away the last."""
        self._notice = notice
        self._show()
        if notice:
            self._fading.start(NOTICE)

    def _show(self) -> None:
        # The newest comes first: the line may be short.
        self._line.setText("  ".join(filter(None, (self._notice, self._trouble))))
        theme.set_role(self._line, "warning" if self._trouble else "notice")

    def show_trouble(self, trouble: str, *, waits: bool = False, leaves: bool = False) -> None:
        """Show what is the matter; all is well for an empty text.

        Where the next try `waits`, the player may have it now. Where all else has to wait as well,
        the player `leaves` from here.
        """
        goes_on = bool(trouble and self._trouble)
        self._trouble = trouble
        if not trouble:
            self._try.clearFocus()
            self._go.clearFocus()
        self._try.setVisible(bool(trouble) and waits)
        self._go.setVisible(bool(trouble) and leaves)
        if self._try.isVisible() and QApplication.focusWidget() is None:
            self._try.setFocus()  # where the keyboard was, it can be no longer
        if goes_on:
            self._show()
        else:
            self.show_notice("")

"""A QR code: a text that a phone's camera reads off the screen."""

from typing import Final

import segno
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.window.desktop import theme

DARK: Final = "#000000"
LIGHT: Final = "#ffffff"
"""In every theme: not all cameras read a code in other colours, or light on dark."""
QUIET: Final = 4
"""Modules that stay light on each side, without which no reader finds the code."""
MODULE: Final = 5
"""Pixels of a module; with fewer, a phone has to come close."""


class QrCode(QWidget):
    """Shows a text as a QR code, in whole pixels of the screen, so that all edges are sharp."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._text = ""
        self._modules: tuple[bytearray, ...] = ()

    def set_text(self, text: str) -> None:
        """Show this text."""
        if text == self._text:
            return
        self._text = text
        self._modules = segno.make(text, micro=False).matrix
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size with the quiet zone around it."""
        across = theme.px(MODULE) * (len(self._modules) + 2 * QUIET)
        return QSize(across, across)

    def minimumSizeHint(self) -> QSize:
        """Return the same: a part of a code is none."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the modules."""
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        painter.scale(1 / ratio, 1 / ratio)  # From here on in pixels of the screen.
        width = round(self.width() * ratio)
        painter.fillRect(QRectF(0, 0, width, round(self.height() * ratio)), QColor(LIGHT))
        if not self._modules:
            return
        module = width // (len(self._modules) + 2 * QUIET)
        edge = (width - module * len(self._modules)) // 2
        painter.setPen(Qt.PenStyle.NoPen)
        for y, line in enumerate(self._modules):
            for x, dark in enumerate(line):
                if dark:
                    place = QRectF(edge + x * module, edge + y * module, module, module)
                    painter.fillRect(place, QColor(DARK))

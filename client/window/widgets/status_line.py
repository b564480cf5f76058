"""The window's last line: what has just happened, and what is the matter with the connection."""

from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel

from client.window.desktop import theme

NOTICE: Final = 6000
"""Milliseconds that a notice stays."""


class StatusLine(QLabel):
    """Shows a notice for a while; trouble stays until it is over."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setContentsMargins(12, 2, 12, 4)
        self._trouble = ""
        self._fading = QTimer(self, singleShot=True, interval=NOTICE)
        self._fading.timeout.connect(lambda: self.tell(""))
        self.tell("")

    def tell(self, notice: str) -> None:
        """Show a notice for a while; an empty one takes away the last."""
        # The newest comes first: the line may be short.
        self.setText("  ".join(filter(None, (notice, self._trouble))))
        theme.set_role(self, "warning" if self._trouble else "notice")
        if notice:
            self._fading.start()

    def show_trouble(self, trouble: str) -> None:
        """Show what is the matter; all is well for an empty text."""
        self._trouble = trouble
        self.tell("")

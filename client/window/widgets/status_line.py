"""The window's last line: what has just happened, and what is the matter with the connection."""

from typing import Final

from PySide6.QtCore import QTimer

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.widgets.elements import Elided

NOTICE: Final = 6000
"""Milliseconds that a notice stays."""


class StatusLine(Elided):
    """Shows a notice for a while; trouble stays until it is over.  It makes no window wider."""

    def __init__(self) -> None:
        super().__init__()
        self.setContentsMargins(12, 2, 12, 4)
        self._trouble = ""
        self._fading = QTimer(self, singleShot=True, interval=NOTICE)
        self._fading.timeout.connect(lambda: self.show_notice(""))
        self.show_notice("")

    def tell(self, notice: str) -> None:
        """Show a notice for a while, and say it aloud."""
        self.show_notice(notice)
        announce(self, notice)

    def show_notice(self, notice: str) -> None:
        """Show a notice for a while, without a word; an empty one takes away the last."""
        # The newest comes first: the line may be short.
        self.setText("  ".join(filter(None, (notice, self._trouble))))
        theme.set_role(self, "warning" if self._trouble else "notice")
        if notice:
            self._fading.start()

    def show_trouble(self, trouble: str) -> None:
        """Show what is the matter; all is well for an empty text."""
        self._trouble = trouble
        self.show_notice("")

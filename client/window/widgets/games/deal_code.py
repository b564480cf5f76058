"""The code of a deal on a screen, to be read and copied, and typed where it is a field."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from client.window.widgets.elements import Elided, button, label


class DealCode(QWidget):
    """A line with the code, and a button to copy it."""

    copied = Signal(str)
    """The code is on the clipboard; a sentence says so."""

    def __init__(self, field: QLineEdit | None = None) -> None:
        """Show the code as a text, or in a `field` in which another can be typed."""
        super().__init__()
        self._code = ""
        self._shown = field or Elided(role="muted")
        self.copy = button(
            self.tr("Copy"), self._copy, self.tr("The deal's code, to send it to a friend")
        )
        self.copy.setAccessibleName(self.tr("Copy the deal code"))
        self.name = label(self.tr("Deal code"), "muted")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.name)
        line.addWidget(self._shown, int(field is None))
        line.addWidget(self.copy)

    @property
    def code(self) -> str:
        """The code of the deal; empty where there is none that this version could deal."""
        return self._code

    def show_code(self, code: str) -> None:
        """Show this code, in place of what may have been typed."""
        self._code = code
        self._shown.setText(code)
        self.copy.setEnabled(bool(code))
        if isinstance(self._shown, QLineEdit):
            self._shown.setCursorPosition(0)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self.copied.emit(self.tr("The deal's code is on the clipboard."))

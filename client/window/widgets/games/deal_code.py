"""The code of a deal on a screen, to be read and copied, and typed where it is a field."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import BUTTON_HEIGHT, CutField, button, label
from protocol.deal_code import readable

SEEN = 120
"""The least width of the code, in pixels."""


class DealCode(QWidget):
    """A line with the code as it is read, and a button to copy it."""

    copied = Signal(str)
    """The code is on the clipboard; a sentence says so."""

    def __init__(self, field: QLineEdit | None = None) -> None:
        """Show the code in a line to be copied from, or in a `field` in which another is typed."""
        super().__init__()
        self._code = ""
        self._typed = field is not None
        self._shown = field or CutField(only_read=True)
        if field is None:
            self._shown.setAccessibleName(self.tr("Deal code"))
            self._shown.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # "Copy" does it for the keys
            theme.fix(self._shown, line_height=BUTTON_HEIGHT, least_width=SEEN)
        self.copy = button(
            self.tr("Copy"), self._copy, self.tr("The deal's code, to send it to a friend")
        )
        self.copy.setAccessibleName(self.tr("Copy the deal code"))
        self.name = label(self.tr("Deal code"), "muted")
        self._lines = QGridLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)
        self.stand(upright=False)

    @property
    def code(self) -> str:
        """The code of the deal; empty where there is none that this version could deal."""
        return self._code

    def stand(self, *, upright: bool) -> None:
        """Have the code below its name and the button, where there is little width; or between."""
        for part in (self.name, self._shown, self.copy):
            self._lines.removeWidget(part)
        self._lines.addWidget(self.name, 0, 0)
        self._lines.addWidget(self.copy, 0, 2, Qt.AlignmentFlag.AlignRight)
        self._lines.addWidget(self._shown, int(upright), int(not upright), 1, 3 if upright else 1)
        self._lines.setColumnStretch(1, int(upright or not self._typed))

    def show_code(self, code: str) -> None:
        """Show this code, in place of what may have been typed."""
        self._code, shown = code, readable(code)
        self._shown.setText(shown)
        self._shown.setCursorPosition(0)
        self.copy.setEnabled(bool(code))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(readable(self._code))  # it can be typed like this, too
        self.copied.emit(self.tr("The deal's code is on the clipboard."))

"""What is said in a room: the lines so far, and a field for the next."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from client.link import Link
from client.screens.parts import button, column, row
from client.texts import one_line
from protocol.messages import Said


class ChatBox(QWidget):
    """The chat. Enter sends; what could not be sent stays in the field."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setMaximumBlockCount(300)
        self.lines.setPlaceholderText("Nothing has been said yet.")
        self.lines.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.lines.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.lines.setMinimumHeight(60)
        self.field = QLineEdit(maxLength=300)
        self.field.setPlaceholderText("Say something…")
        self.field.setMinimumHeight(36)
        self.field.returnPressed.connect(self._send)
        self.setLayout(
            column(self.lines, row(self.field, button("Send", self._send), space=6), space=6)
        )

    def add(self, said: Said) -> None:
        """Show what somebody said."""
        self.lines.appendPlainText(f"{one_line(said.name)}: {one_line(said.text)}")

    def clear(self) -> None:
        """Forget everything: another room."""
        self.lines.clear()

    def _send(self) -> None:
        text = self.field.text().strip()
        if text and self._link.up:
            self._link.session.say(text)
            self._link.flush()
            self.field.clear()

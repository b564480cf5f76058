"""What is said in a room: the lines so far, and a field for the next."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.widgets.elements import button, column, row
from client.words.texts import one_line
from protocol.messages import FromServer, LeftRoom, MemberChanged, RoomState, Said


class ChatBox(QWidget):
    """The chat. Enter sends; what could not be sent stays in the field."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._room = ""
        """The code of the room in which it was said."""
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setMaximumBlockCount(300)
        self.lines.setPlaceholderText(self.tr("Nothing has been said yet."))
        self.lines.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.lines.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.lines.setMinimumHeight(60)
        self.field = QLineEdit(maxLength=300)
        self.field.setPlaceholderText(self.tr("Say something…"))
        self.field.setMinimumHeight(36)
        self.field.returnPressed.connect(self._send)
        self.setLayout(
            column(
                self.lines, row(self.field, button(self.tr("Send"), self._send), space=6), space=6
            )
        )

    def take(self, message: FromServer) -> None:
        """Show what somebody said, and whether the reader may say something."""
        match message:
            case Said():
                self._show_said(message)
            case RoomState(code=code):
                if code != self._room:
                    self.lines.clear()
                self._room = code
                self._show_word()
            case MemberChanged():
                self._show_word()
            case LeftRoom():
                self._room = ""
            case _:
                pass

    def _show_said(self, said: Said) -> None:
        name, text = one_line(said.name), one_line(said.text)
        self.lines.appendPlainText(f"{name}: {text}")
        if self.isVisible() and said.player != self._link.session.player:
            told = self.tr("{name} says: {text}").format(name=name, text=text)
            announce(self, told, urgent=False)

    def _show_word(self) -> None:
        me = self._link.session.me
        muted = me is not None and me.muted
        self.field.setEnabled(not muted)
        self.field.setPlaceholderText(
            self.tr("The host has taken your word away.") if muted else self.tr("Say something…")
        )

    def _send(self) -> None:
        text = self.field.text().strip()
        if text and self._link.up:
            self._link.session.say(text)
            self.field.clear()

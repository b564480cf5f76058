"""The questions before the window closes: for who is racing, and for whose server others are on."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from client.words.texts import joined, one_line

MOST_NAMES: Final = 3


class Parting(QMessageBox):
    """Asks whether the server runs on without the window, or ends for everybody."""

    decided = Signal(bool)
    """Whether the server runs on; there is no signal when the player stays."""

    def __init__(
        self,
        others: Sequence[str],
        parent: QWidget,
        *,
        count: int | None,
        in_room: bool,
    ) -> None:
        """Ask about a server that others are on, of whom these are known by name.

        The server has told their `count`; None if it does not answer. `in_room` tells whether the
        player leaves a room there.
        """
        super().__init__(parent)
        self.setWindowTitle("Samedeal")
        self.setIcon(QMessageBox.Icon.Question)
        self.setTextFormat(Qt.TextFormat.PlainText)
        named = others[:MOST_NAMES]
        names = joined(map(one_line, named))
        if names and (count or 0) > len(named):
            names += "…"
        if names:
            told = self.tr("Still on the server that you opened: {names}").format(names=names)
        elif count is not None:
            told = self.tr("Others are still on the server that you opened.")
        else:
            told = self.tr(
                "The server that you opened does not answer just now: others may still be on it."
            )
        self.setText(told)
        self.setInformativeText(
            self.tr(
                "It can run on without this window until the last one has left: races go on, and "
                "somebody else becomes the host of your room."
            )
            if in_room
            else self.tr(
                "It can run on without this window until the last one has left, and races go on."
            )
        )
        roles = QMessageBox.ButtonRole
        self.keep = self.addButton(self.tr("Let it run on"), roles.AcceptRole)
        self.end = self.addButton(self.tr("End it for everybody"), roles.DestructiveRole)
        self.stay = self.addButton(self.tr("Stay here"), roles.RejectRole)
        self.setDefaultButton(self.keep)
        self.setEscapeButton(self.stay)
        self.finished.connect(self._answered)

    def _answered(self, _code: int) -> None:
        if self.clickedButton() in (self.keep, self.end):
            self.decided.emit(self.clickedButton() is self.keep)
        self.deleteLater()


class LeavingRace(QMessageBox):
    """Asks whether the player means to leave a race that goes on."""

    decided = Signal(bool)
    """Always False: nothing runs on here.  There is no signal when the player stays."""

    def __init__(self, parent: QWidget, *, own_server: bool = False) -> None:
        """Ask; `own_server` says whether the race's server ends with the window."""
        super().__init__(parent)
        self.setWindowTitle("Samedeal")
        self.setIcon(QMessageBox.Icon.Question)
        self.setText(self.tr("You are in the middle of a race."))
        self.setInformativeText(
            self.tr(
                "The server that you opened closes with the window. The race waits there until "
                "you open it again, but bots give up."
            )
            if own_server
            else self.tr(
                "If you stay away for long, you are out of the race and keep your points so far."
            )
        )
        roles = QMessageBox.ButtonRole
        self.leave = self.addButton(self.tr("Close the window"), roles.DestructiveRole)
        self.stay = self.addButton(self.tr("Play on"), roles.RejectRole)
        self.setDefaultButton(self.stay)
        self.setEscapeButton(self.stay)
        self.finished.connect(self._answered)

    def _answered(self, _code: int) -> None:
        if self.clickedButton() is self.leave:
            self.decided.emit(False)
        self.deleteLater()

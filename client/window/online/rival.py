"""The process beside the window in which a bot plays the deal that is practised."""

import secrets
from itertools import count
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal

from client.session.ghosts.challenges import Challenge, Played, moves
from client.window.online.child_process import Child
from engine.catalogue import Options

MODULE: Final = "samedeal.solving.rival"
"""What the process runs."""


class RivalProcess(QObject):
    """Plays one deal at a time: the last one that was asked for."""

    played = Signal(object)
    """(Played): what the bot has done since this was told last."""
    failed = Signal()
    """Nothing more comes: the process has ended by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = count(1)
        self._child: Child | None = None
        self._number = 0
        """The number of the challenge that is played; 0 for none."""

    def challenge(self, game: str, options: Options, seed: str, level: int) -> None:
        """Have a bot of this level, 1 to 5, play a deal."""
        if self._child is None:
            self._child = self._begun()
        self._number = next(self._numbers)
        luck = secrets.token_hex(8)
        wanted = Challenge(self._number, game, dict(options), seed, level, luck)
        self._child.tell(msgspec.json.encode(wanted))

    def cancel(self) -> None:
        """Have nothing played any more."""
        if self._number and self._child is not None:
            self._child.ask_to_end()
            self._child = None
        self._number = 0

    def end(self) -> None:
        """End the process, and wait until it has."""
        self._number = 0
        if self._child is not None:
            self._child.end()

    def _begun(self) -> Child:
        child = Child(self)
        child.said.connect(self._on_line)
        child.ended.connect(lambda _why: self._on_end(child))
        child.start_listening(MODULE)
        return child

    def _on_line(self, line: str) -> None:
        try:
            played: Played = moves.decode(line)
        except msgspec.DecodeError:
            return
        if played.number == self._number:
            if played.status != "racing":
                self._number = 0
            self.played.emit(played)

    def _on_end(self, child: Child) -> None:
        if child is self._child:
            self._child = None
            if self._number:
                self._number = 0
                self.failed.emit()
        child.deleteLater()

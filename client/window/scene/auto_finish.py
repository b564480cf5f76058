"""The end of a game that only has to be played: one action after another, each a moment later."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.finishing import finishing_moves
from engine.game import Game
from engine.state import Action, State

FINISH_MS: Final = 120
"""Milliseconds from one move to the next."""


class AutoFinish(QObject):
    """Plays the finishing moves as ordinary ones, until it is stopped or a move is refused."""

    wanted = Signal(object)
    """(Action): the next move."""
    offered = Signal(bool)
    """Whether there is anything to play now."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Wait to be told a position."""
        super().__init__(parent)
        self.by_itself = False
        """Whether to begin as soon as it is possible."""
        self.takes_back = False
        """Whether the player is just taking moves back: then nothing begins by itself."""
        self._game: Game | None = None
        self._state = State(())
        """The position, with the face-down cards that were seen on the way here."""
        self._expected: State | None = None
        """The position after the action that was played last."""
        self._moves: list[Action] = []
        self.timer = QTimer(self, interval=FINISH_MS)
        self.timer.timeout.connect(self._go_on)

    @property
    def possible(self) -> bool:
        """Whether moves to the foundations alone win the game from here."""
        return bool(self._moves)

    def follow(self, game: Game, state: State, *, may_play: bool) -> None:
        """Note the position, and whether the player may play it."""
        could = self.possible
        if self._expected is not None and game.view(self._expected) == state:
            state = self._expected
        self._game, self._state, self._expected = game, state, None
        self._moves = finishing_moves(game, state) if may_play else []
        if could != self.possible:
            self.offered.emit(self.possible)
        if self.possible and self.by_itself and not self.takes_back and not self.timer.isActive():
            self.timer.start()

    def begin(self) -> None:
        """Play the first move now, and the others after it."""
        self.timer.start()
        self._go_on()

    def stop(self) -> None:
        """Play no more of the moves."""
        self.timer.stop()

    def _go_on(self) -> None:
        moves, before = self._moves, self._state
        if moves and self._game is not None:
            self._expected = self._game.play(before, moves[0])
            self.wanted.emit(moves[0])
        if len(moves) < 2 or self._state == before:  # done, or nobody plays it
            self.timer.stop()

"""The end of a game that only has to be played: one move after another, each a moment later."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from client.board.finish import finish
from engine.game import Game
from engine.state import Action, State

FINISH_MS: Final = 120
"""From one move to the next."""


class Finisher(QObject):
    """Plays what `client.board.finish` finds, as ordinary moves, until it is stopped or refused."""

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
        self._state = State(())
        self._plan: list[Action] = []
        self.timer = QTimer(self, interval=FINISH_MS)
        self.timer.timeout.connect(self._go_on)

    @property
    def possible(self) -> bool:
        """Whether moves to the foundations alone win the game from here."""
        return bool(self._plan)

    def follow(self, game: Game, state: State, *, may_play: bool) -> None:
        """The position, or whether the player may play it, is this now."""
        could = self.possible
        self._state, self._plan = state, finish(game, state) if may_play else []
        if could != self.possible:
            self.offered.emit(self.possible)
        if self.possible and self.by_itself and not self.takes_back and not self.timer.isActive():
            self.timer.start()

    def begin(self) -> None:
        """Play the first move now, and the others after it."""
        self.timer.start()
        self._go_on()

    def stop(self) -> None:
        """Play no more of it."""
        self.timer.stop()

    def _go_on(self) -> None:
        plan, before = self._plan, self._state
        if plan:
            self.wanted.emit(plan[0])
        if len(plan) < 2 or self._state == before:  # done, or nobody plays it
            self.timer.stop()

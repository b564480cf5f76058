"""A hand on a board: what mouse and keyboard have in common.

A hand is told the position, takes up cards, and lights up where they may go. It decides nothing:
what the player wants comes out as signals.
"""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from client.board.layout import Spot
from client.board.no_game import NO_GAME
from client.window.scene.board_scene import BoardScene
from engine.game import Game
from engine.handling import targets
from engine.state import Move, State


class Hold(NamedTuple):
    """What a hand is on, or holds: a pile, and how many of its top cards (0: none)."""

    pile: int
    cards: int


class Hand(QObject):
    """One of the hands on a board, of which at most one holds cards at a time."""

    wanted = Signal(object)
    """(Action): the player wants this; whether it is legal is for the board to see."""
    refused = Signal(str, object)
    """(reason, Spot): there is nothing to be done with the card there; in the player's language."""
    put_back = Signal()
    """What was held is let go, and goes home."""

    def __init__(self, scene: BoardScene, parent: QObject | None = None) -> None:
        """Work on the cards of this scene."""
        super().__init__(parent)
        self.game: Game = NO_GAME
        self.state = State(())
        """The position shown; without piles while there is none."""
        self.targets: dict[int, Move] = {}
        """While cards are held: the legal moves, by target."""
        self._scene = scene

    @property
    def held(self) -> Hold | None:
        """What is held; None while nothing is."""
        raise NotImplementedError

    def set_game(self, game: Game) -> None:
        """Begin on the empty table of another game."""
        self.game, self.state = game, State(())
        self.let_go()

    def follow(self, state: State) -> None:
        """Take in the position; what is held stays in hand if its pile is as it was."""
        self.state = state

    def cancel(self) -> bool:
        """Put back what is held; return whether anything was."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Hold nothing any more; the cards stay where they are until they are sent home."""
        self.targets = {}
        self._scene.put_down()
        self._scene.unlight()

    def light_targets(self) -> None:
        """Light up where the held cards may go."""
        if self.held is not None:
            self.targets = targets(self.game, self.state, *self.held)
            self._scene.light(Spot.top(self.state, target) for target in self.targets)

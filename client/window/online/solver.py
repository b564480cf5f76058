"""The process beside the window that finds deals that can be won, and ways to win."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject

from client.session.solving.orders import Find, Look, answers
from client.window.online.order_process import OrderProcess
from engine.catalogue import Options
from engine.state import Action
from protocol.certificate import packed
from protocol.messages import Band

MODULE: Final = "samedeal.solving.beside"
"""What the process runs."""


class Solver(OrderProcess):
    """Tells what is `Found`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(MODULE, answers.decode, parent)

    def find(self, game: str, options: Options, band: Band | None = None) -> None:
        """Find a deal of this game that can be won: any, or one of this band."""
        self.give(Find(next(self.numbers), game, dict(options), band))

    def look(
        self, game: str, options: Options, seed: str, actions: Sequence[Action], positions: int
    ) -> None:
        """Find out whether a deal can still be won where these actions have led."""
        done = list(packed(actions))
        self.give(Look(next(self.numbers), game, dict(options), seed, done, positions))

"""The process beside the window in which a bot plays the deal that is practised."""

import secrets
from typing import Final

from PySide6.QtCore import QObject

from client.session.ghosts.challenges import Challenge, moves
from client.window.online.order_process import OrderProcess
from engine.catalogue import Options

MODULE: Final = "samedeal.solving.rival"
"""What the process runs."""


class RivalProcess(OrderProcess):
    """Plays one deal at a time, and tells what was `Played`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(MODULE, moves.decode, parent)

    def challenge(self, game: str, options: Options, seed: str, level: int) -> None:
        """Have a bot of this level, 1 to 5, play a deal."""
        luck = secrets.token_hex(8)
        self.give(Challenge(next(self.numbers), game, dict(options), seed, level, luck))

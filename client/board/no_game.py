"""The game of a board that has been given none: a table without piles. Pure."""

from typing import Final

from engine.game import Game
from engine.rules import all_on

NO_GAME: Final = Game(layout={}, deck=b"", won=all_on((), 0))
"""What a board shows before its game is set."""

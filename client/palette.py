"""The colours of the cards, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QColor


@dataclass(frozen=True)
class Palette:
    """The colours a player may choose, as "#rrggbb". Ready-made: `CLASSIC` and `FOUR_COLOURS`.

    For another back: `dataclasses.replace(CLASSIC, back=BURGUNDY)`.
    """

    clubs: str
    diamonds: str
    hearts: str
    spades: str
    back: str

    def suit(self, suit: int) -> QColor:
        """The colour of a suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return QColor((self.clubs, self.diamonds, self.hearts, self.spades)[suit])


BLACK: Final = "#1c222e"
RED: Final = "#c81e2c"
GREEN: Final = "#0f7038"
BLUE: Final = "#1a5fc4"

DEEP_BLUE: Final = "#1d3c78"
BURGUNDY: Final = "#7d1f33"

CLASSIC: Final = Palette(clubs=BLACK, diamonds=RED, hearts=RED, spades=BLACK, back=DEEP_BLUE)
FOUR_COLOURS: Final = Palette(clubs=GREEN, diamonds=BLUE, hearts=RED, spades=BLACK, back=DEEP_BLUE)

PAPER: Final = "#fffdf8"
EDGE: Final = "#8d8a82"
INK: Final = "#1c222e"
GOLD: Final = "#e2ac2f"
SKIN: Final = "#f7dcc0"

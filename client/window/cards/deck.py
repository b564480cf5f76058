"""The colours of the cards and of the table, and what kinds of deck there are, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QColor

from engine.cards import RANK_LABELS


@dataclass(frozen=True)
class Back:
    """A back: its colour, and the name of its pattern (see `client.window.cards.card_back`)."""

    colour: str
    pattern: str


BACKS: Final = {
    "rosette": Back("#1d3c78", "rosette"),
    "scales": Back("#7d1f33", "scales"),
    "stars": Back("#1f5a4a", "stars"),
}
"""The backs to choose from, by name."""

TABLES: Final = {
    "spruce": "#2a5a50",
    "ocean": "#28506e",
    "plum": "#57364f",
    "slate": "#3f474d",
}
"""The cloths that cards may lie on, by name."""
CLOTH: Final = TABLES["spruce"]

# Light on the table. These lie on a cloth and on cards, never on a window: no theme changes them.
TARGET: Final = "#f2b63c"
"""Where the held cards may go."""
PLAYABLE: Final = "#63c78f"
REFUSED: Final = "#ff6a5f"
HINTED: Final = "#7cc4ff"
CAPTION: Final = "#f2f6f4"


@dataclass(frozen=True)
class Deck:
    """How the cards look. Ready-made: `CLASSIC` and `FOUR_COLOURS`; the suits are "#rrggbb".

    For another back: `dataclasses.replace(CLASSIC, back=BACKS["stars"])`.
    """

    clubs: str
    diamonds: str
    hearts: str
    spades: str
    back: Back = BACKS["rosette"]
    large_index: bool = False
    """Whether rank and suit in the corner are as large as they can be, instead of the pips."""
    labels: tuple[str, ...] = RANK_LABELS
    """What marks the ranks, the ace first: one that can be drawn (`shapes.label_path`) for each."""

    def suit(self, suit: int) -> QColor:
        """Return the colour of a suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return QColor((self.clubs, self.diamonds, self.hearts, self.spades)[suit])


BLACK: Final = "#1c222e"
RED: Final = "#c81e2c"
GREEN: Final = "#0f7038"
BLUE: Final = "#1a5fc4"

CLASSIC: Final = Deck(clubs=BLACK, diamonds=RED, hearts=RED, spades=BLACK)
FOUR_COLOURS: Final = Deck(clubs=GREEN, diamonds=BLUE, hearts=RED, spades=BLACK)

PAPER: Final = "#fffdf8"
INK: Final = "#1c222e"
GOLD: Final = "#e2ac2f"
SKIN: Final = "#f7dcc0"

"""The jack, the queen, the king and the joker: half figures that are drawn twice, head to head.

A figure is made of parts, from back to front, each a list of coloured shapes in the figure's own
coordinates: x from -31.5 to 31.5, y from -60 (above the hat) to 0 (where the two halves meet), in
hundredths of a card's width. A shape's colour is a role, which the suit's colours fill (see
`_colours`).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen, QTransform

from client.window.cards.deck import GOLD, INK, PAPER, SKIN, Deck
from client.window.cards.pen import Pen
from client.window.cards.shapes import outline, placed, suit_path
from engine.cards import JOKER

HALF_WIDTH: Final = 31.5
_HALF_HEIGHT: Final = 60.0
"""Half the width and half the height of a figure, and of the frame around it."""
_HEAD_UP: Final = -11.0
"""How far the heads lie above where they are drawn, and what is held beside them."""


class Shape(NamedTuple):
    """One part of a figure: filled with a role's colour and edged in ink, or a bare line."""

    role: str
    text: str
    line: float = 0.0
    """The width of a line in the role's colour; 0 for a filled shape."""


_KING_ROBE: Final = (
    # the sword, upright at his left
    Shape("steel", "M22.2 -18 L22.2 -50 L24 -55.5 L25.8 -50 L25.8 -18 Z"),
    Shape("ink", "M24 -22 L24 -49", 0.5),
    # the mantle with its bands, and what he wears under it
    Shape(
        "main",
        "M-32 1 L-32 -15 C-27 -23.5 -17 -27.5 -9 -29 L9 -29 C17 -27.5 27 -23.5 32 -15 L32 1 Z",
    ),
    Shape("second", "M-9 1 L-10 -27 L10 -27 L9 1 Z"),
    Shape("gold", "M-3 -14.4 L0 -17.8 L3 -14.4 L0 -11 Z M-3 -6.4 L0 -9.8 L3 -6.4 L0 -3 Z"),
    Shape("gold", "M-9.6 -26 L-15.4 -25 C-16.6 -17 -16.2 -8 -15.6 1 L-9 1 Z"),
    Shape("gold", "M9.6 -26 L15.4 -25 C16.6 -17 16.2 -8 15.6 1 L9 1 Z"),
    Shape(
        "main", "E-12.8 -11.6 1.5 1.5 E-12.5 -6.4 1.5 1.5 E12.8 -11.6 1.5 1.5 E12.5 -6.4 1.5 1.5"
    ),
    Shape("gold", "M-31.6 -9.4 Q-25 -15.4 -16.6 -16.6 M31.6 -9.4 Q25 -15.4 16.6 -16.6", 1.5),
    Shape("tint", "M-31.6 -6.6 Q-25 -12.4 -16.6 -13.6 M31.6 -6.6 Q25 -12.4 16.6 -13.6", 0.9),
    # ermine
    Shape(
        "paper",
        "M-18.4 -26.4 C-16.6 -17.4 -10.4 -12.6 0 -11 C10.4 -12.6 16.6 -17.4 18.4 -26.4 L9 -30"
        "L-9 -30 Z",
    ),
    Shape("ink", "M-14.8 -23.4 L-14 -21 M-11.4 -18.4 L-10.2 -16.4 M14.8 -23.4 L14 -21", 0.95),
    Shape("ink", "M11.4 -18.4 L10.2 -16.4 M-5.4 -15.2 L-4.8 -13.2 M5.4 -15.2 L4.8 -13.2", 0.95),
    # hilt and hand
    Shape("gold", "M18.4 -20.4 L29.6 -20.4 L29.6 -18.2 L18.4 -18.2 Z"),
    Shape("gold", "M22.9 -18.2 L25.1 -18.2 L25.1 -9.6 L22.9 -9.6 Z"),
    Shape(
        "skin",
        "M20.6 -16.4 C20.6 -18.4 27.4 -18.4 27.4 -16.4 L27.4 -13.2"
        "C27.4 -11.4 20.6 -11.4 20.6 -13.2 Z",
    ),
    Shape("ink", "M20.8 -14.8 L25 -14.8", 0.45),
    # the orb in his other hand
    Shape("gold", "E-24 -18.6 5 5"),
    Shape("second", "M-28.9 -19.4 Q-24 -17.4 -19.1 -19.4 L-19.1 -17.8 Q-24 -15.8 -28.9 -17.8 Z"),
    Shape(
        "gold",
        "M-24.7 -23.4 L-24.7 -25.6 L-26.6 -25.6 L-26.6 -27 L-24.7 -27 L-24.7 -29 L-23.3 -29"
        "L-23.3 -27 L-21.4 -27 L-21.4 -25.6 L-23.3 -25.6 L-23.3 -23.4 Z",
    ),
    Shape("skin", "M-28 -13.4 C-27 -15.4 -21 -15.4 -20 -13.4 L-21 -9.8 L-27 -9.8 Z"),
    Shape("paper", "M-28.4 -10.2 L-19.6 -10.2 L-18.8 -6.6 L-29.2 -6.6 Z"),
)

_QUEEN_GOWN: Final = (
    # the veil behind her
    Shape(
        "tint",
        "M0 -56 C-14 -56 -18.6 -46 -19 -38 C-19.4 -30 -22 -24 -26.4 -18.6 L26.4 -18.6"
        "C22 -24 19.4 -30 19 -38 C18.6 -46 14 -56 0 -56 Z",
    ),
    # the gown: sleeves, bodice, lacing
    Shape(
        "main",
        "M-32 1 L-31.4 -9 C-27 -18.4 -15 -22.6 -8 -25 L8 -25 C15 -22.6 27 -18.4 31.4 -9 L32 1 Z",
    ),
    Shape("gold", "M-31.8 -3.4 Q-25.4 -10.6 -16.2 -12.2 M31.8 -3.4 Q25.4 -10.6 16.2 -12.2", 1.6),
    Shape("tint", "M-31.9 -0.4 Q-25.4 -7.6 -15.6 -9.2 M31.9 -0.4 Q25.4 -7.6 15.6 -9.2", 0.9),
    Shape("second", "M-14.6 1 L-13 -22.6 L-6 -25 L0 -15 L6 -25 L13 -22.6 L14.6 1 Z"),
    Shape("paper", "M-4.4 1 L-4 -12 L0 -15.4 L4 -12 L4.4 1 Z"),
    Shape(
        "gold", "M-4 -10.6 L4 -7.8 M4 -10.6 L-4 -7.8 M-4.2 -5.6 L4.2 -2.8 M4.2 -5.6 L-4.2 -2.8", 0.8
    ),
    Shape("gold", "M-14.2 -22.4 L-6.4 -25.6 L0 -15.6 L6.4 -25.6 L14.2 -22.4 L0 -7.6 Z"),
    Shape("main", "E-8.2 -19.6 1.2 1.2 E8.2 -19.6 1.2 1.2 E-3.8 -14.6 1.2 1.2 E3.8 -14.6 1.2 1.2"),
)

_JACK_TUNIC: Final = (
    # slashed sleeves, tunic, buttons, sash, ruff
    Shape(
        "main",
        "M-32 1 L-31 -13 C-26 -20.6 -16 -24 -8 -25.4 L8 -25.4 C16 -24 26 -20.6 31 -13 L32 1 Z",
    ),
    Shape(
        "gold",
        "M-29.8 1 L-28.6 -15.4 L-25 -18.2 L-25.4 1 Z M29.8 1 L28.6 -15.4 L25 -18.2 L25.4 1 Z",
    ),
    Shape("second", "M-22.4 1 L-21.6 -20 L-17.4 -22 L-18 1 Z M22.4 1 L21.6 -20 L17.4 -22 L18 1 Z"),
    Shape("tint", "M-15 1 L-13.4 -23.6 L13.4 -23.6 L15 1 Z"),
    Shape("main", "M-10.8 -9 L-7 -13.4 L-3.2 -9 L-7 -4.6 Z M3.2 -16 L7 -20.4 L10.8 -16 L7 -11.6 Z"),
    Shape("gold", "M-14 -23.2 L-6.4 -25 L15 -3 L15 1 L9.4 1 Z"),
    Shape("second", "E-4.6 -18 1.1 1.1 E0.6 -12.6 1.1 1.1 E5.8 -7.2 1.1 1.1 E11 -1.8 1.1 1.1"),
)

_JOKER_COAT: Final = (
    Shape("main", "M-32 1 L-31 -11 C-24 -20 -15 -23 -8 -25 L0 -25 L0 1 Z"),
    Shape("gold", "M32 1 L31 -11 C24 -20 15 -23 8 -25 L0 -25 L0 1 Z"),
    Shape(
        "gold", "M-23 -10 L-19.4 -15 L-15.8 -10 L-19.4 -5 Z M-12 -10 L-8.4 -15 L-4.8 -10 L-8.4 -5 Z"
    ),
    Shape("main", "M23 -10 L19.4 -15 L15.8 -10 L19.4 -5 Z M12 -10 L8.4 -15 L4.8 -10 L8.4 -5 Z"),
    Shape(
        "paper",
        "M0 -27 L-5 -28 L-9.4 -15.4 L-14 -25 L-20.4 -16.4 L-19 -28 L0 -32 L19 -28 L20.4 -16.4"
        "L14 -25 L9.4 -15.4 L5 -28 Z",
    ),
    Shape(
        "second", "E-9.4 -14.4 1.6 1.6 E9.4 -14.4 1.6 1.6 E-20.6 -15.4 1.6 1.6 E20.6 -15.4 1.6 1.6"
    ),
)

_KING_HEAD: Final = (
    # hair, face, beard
    Shape(
        "hair",
        "M-9.6 -35 C-12.5 -29 -12.5 -23 -13.6 -19.6 C-12 -17.4 -9 -17.6 -7.6 -19"
        "L7.6 -19 C9 -17.6 12 -17.4 13.6 -19.6 C12.5 -23 12.5 -29 9.6 -35 Z",
    ),
    Shape("skin", "M-8.4 -35 L8.4 -35 L8.6 -25 C8.6 -19 4 -15 0 -15 C-4 -15 -8.6 -19 -8.6 -25 Z"),
    Shape(
        "hair",
        "M-8.8 -29 C-7.6 -25 -4.6 -23.6 0 -24 C4.6 -23.6 7.6 -25 8.8 -29"
        "C10 -20.5 6.6 -11.5 0 -6.8 C-6.6 -11.5 -10 -20.5 -8.8 -29 Z",
    ),
    Shape(
        "ink",
        "M0 -18.2 L0 -10.4 M-3 -18.6 Q-3.2 -14.4 -1.7 -11.6 M3 -18.6 Q3.2 -14.4 1.7 -11.6",
        0.45,
    ),
    Shape(
        "paper",
        "M0 -25.2 C-2 -26.6 -5.6 -25.8 -7.2 -22.6 C-4.6 -22.2 -1.6 -22.4 0 -23.8"
        "C1.6 -22.4 4.6 -22.2 7.2 -22.6 C5.6 -25.8 2 -26.6 0 -25.2 Z",
    ),
    Shape("lips", "M-1.6 -20.8 Q0 -20 1.6 -20.8", 1.0),
    Shape("ink", "M-5.9 -31 Q-3.8 -32.3 -1.9 -31.1 M5.9 -31 Q3.8 -32.3 1.9 -31.1", 0.8),
    Shape("ink", "M0.3 -30.6 L1 -26.7 L-0.9 -26.5", 0.55),
    Shape("eye", "E-3.8 -29.2 0.95 0.95 E3.8 -29.2 0.95 0.95"),
    # the crown
    Shape("main", "M-9 -38 C-8 -43 8 -43 9 -38 Z"),
    Shape(
        "gold", "M-10.2 -33 Q0 -30.6 10.2 -33 L12.6 -43.6 L6.5 -39 L0 -45.4 L-6.5 -39L-12.6 -43.6 Z"
    ),
    Shape("ink", "M-10.9 -36 Q0 -33.6 10.9 -36", 0.5),
    Shape("main", "M0 -36.2 L1.7 -34.1 L0 -32.2 L-1.7 -34.1 Z"),
    Shape("paper", "E-6 -34 1 1 E6 -34 1 1"),
    Shape("paper", "E-12.6 -44 1.4 1.4 E0 -46 1.7 1.7 E12.6 -44 1.4 1.4"),
)

_QUEEN_HEAD: Final = (
    # long hair, neck, face
    Shape(
        "hair",
        "M0 -42 C-11 -42 -14 -34 -13.4 -27 C-13 -20 -16.5 -17 -19 -10.5"
        "C-14 -7.6 -9.2 -9.6 -7.6 -14 L7.6 -14 C9.2 -9.6 14 -7.6 19 -10.5"
        "C16.5 -17 13 -20 13.4 -27 C14 -34 11 -42 0 -42 Z",
    ),
    Shape("ink", "M-11 -27 C-10.6 -20 -13 -16 -15 -11.4 M11 -27 C10.6 -20 13 -16 15 -11.4", 0.45),
    Shape(
        "skin",
        "M-3.2 -22 L-3.4 -17 Q-5 -15.4 -6.6 -14.8 L0 -7.4 L6.6 -14.8 Q5 -15.4 3.4 -17 L3.2 -22 Z",
    ),
    Shape(
        "skin",
        "M-7.9 -30 C-7.9 -36 -4 -39 0 -39 C4 -39 7.9 -36 7.9 -30 C7.9 -23 3.4 -18.6 0 -18.6"
        "C-3.4 -18.6 -7.9 -23 -7.9 -30 Z",
    ),
    Shape(
        "hair",
        "M0 -38.4 C-3 -34 -6.4 -33 -8 -26.6 C-10.4 -33 -7.6 -41 0 -41"
        "C7.6 -41 10.4 -33 8 -26.6 C6.4 -33 3 -34 0 -38.4 Z",
    ),
    Shape("blush", "E-4.8 -25.6 1.7 1.2 E4.8 -25.6 1.7 1.2"),
    Shape("ink", "M-5.6 -31.2 Q-3.7 -32.6 -1.9 -31.4 M5.6 -31.2 Q3.7 -32.6 1.9 -31.4", 0.55),
    Shape("ink", "M-5.6 -28.6 Q-3.6 -30.8 -1.8 -28.8 M5.6 -28.6 Q3.6 -30.8 1.8 -28.8", 0.7),
    Shape("eye", "E-3.6 -28.9 0.85 0.85 E3.6 -28.9 0.85 0.85"),
    Shape("ink", "M0.5 -28.4 Q0.9 -26 -0.5 -25.5", 0.5),
    Shape("lips", "M-2.1 -22.9 Q-0.9 -24.2 0 -23.5 Q0.9 -24.2 2.1 -22.9 Q0 -20.9 -2.1 -22.9 Z"),
    # necklace
    Shape("gold", "M-4.6 -16.2 Q0 -10.8 4.6 -16.2", 0.9),
    Shape("main", "E0 -12.2 1.3 1.5"),
    # coronet
    Shape(
        "gold",
        "M-9.2 -36.6 Q0 -42 9.2 -36.6 L12 -43 L7.4 -41.6 L6.2 -45.6 L2.8 -43.2 L0 -47"
        "L-2.8 -43.2 L-6.2 -45.6 L-7.4 -41.6 L-12 -43 Z",
    ),
    Shape("main", "M0 -43.2 L1.4 -41.5 L0 -39.8 L-1.4 -41.5 Z"),
    Shape(
        "paper",
        "E-12 -43.4 1.1 1.1 E-6.2 -46 1.1 1.1 E0 -47.2 1.3 1.3 E6.2 -46 1.1 1.1 E12 -43.4 1.1 1.1",
    ),
    # the flower in her hand
    Shape("leaf", "M20.8 -6 C20.4 -14 21.6 -20 21.2 -27", 1.1),
    Shape("leaf", "M20.9 -17 C18 -17.4 17 -20 17 -21.6 C19.6 -21.4 20.8 -19.6 20.9 -17 Z"),
    Shape(
        "main",
        "E21.2 -32.4 2.5 2.5 E24.4 -30 2.5 2.5 E23.2 -26.4 2.5 2.5"
        "E19.2 -26.4 2.5 2.5 E18 -30 2.5 2.5",
    ),
    Shape("gold", "E21.2 -29 2 2"),
    Shape(
        "skin", "M18 -8.8 C18 -10.6 23.6 -10.6 23.6 -8.8 L23.6 -6.4 C23.6 -4.6 18 -4.6 18 -6.4 Z"
    ),
)

_JACK_FEATHER: Final = (
    # the feather behind the cap
    Shape(
        "tint",
        "M5 -40 C9 -48.6 19 -49 25.6 -43.4 C25.8 -39 24 -35.4 22 -33"
        "C22.6 -38 20 -41.4 16 -41.6 C12 -41.8 9 -40 7 -36.6 Z",
    ),
    Shape("ink", "M7.4 -39.4 C11 -44.6 18.6 -45.4 23.4 -38", 0.5),
)

_JACK_HEAD: Final = (
    # hair, face, fringe
    Shape(
        "hair",
        "M-10.4 -37 C-12.4 -30 -12.6 -24 -12.2 -20.6 C-11.6 -16.6 -7.6 -16.4 -6 -18.6"
        "L6 -18.6 C7.6 -16.4 11.6 -16.6 12.2 -20.6 C12.6 -24 12.4 -30 10.4 -37 Z",
    ),
    Shape(
        "paper",
        "E-9 -15 2.6 2.4 E9 -15 2.6 2.4 E-4.8 -13.6 2.8 2.6 E4.8 -13.6 2.8 2.6 E0 -13 2.9 2.7",
    ),
    Shape("skin", "M-8 -36 L-8 -27 C-8 -21 -4 -17 0 -17 C4 -17 8 -21 8 -27 L8 -36 Z"),
    Shape(
        "hair",
        "M-8.8 -37 L-8.4 -28.4 C-7 -29 -6 -31 -5.4 -32.6 Q0 -30.8 5.4 -32.6"
        "C6 -31 7 -29 8.4 -28.4 L8.8 -37 Z",
    ),
    Shape("ink", "M-5.3 -30.2 Q-3.6 -31.1 -2 -30.2 M5.3 -30.2 Q3.6 -31.1 2 -30.2", 0.6),
    Shape("eye", "E-3.6 -28.2 0.95 0.95 E3.6 -28.2 0.95 0.95"),
    Shape("ink", "M0.3 -28.4 L1 -25 L-0.8 -24.8", 0.55),
    Shape("lips", "M-2.3 -21.9 Q0 -20 2.5 -22.3", 1.0),
    # the cap, aslant
    Shape("main", "M-11.4 -36.6 C-14.6 -42.6 -9 -46.6 -1 -46.4 C7 -46.2 13 -42.6 11.6 -36 Z"),
    Shape(
        "gold",
        "M-12.8 -34 C-12.9 -36 -12.4 -37.4 -11.4 -38.2 C-4 -36.4 5 -36.6 11.4 -39"
        "C12.6 -38 13 -36.4 12.8 -34.6 C5 -32 -5 -31.8 -12.8 -34 Z",
    ),
    Shape("paper", "E8.2 -37.2 1.8 1.8"),
)

_JOKER_HEAD: Final = (
    Shape(
        "skin", "M-8.4 -36 L-8.4 -27 C-8.4 -21 -4 -16.4 0 -16.4 C4 -16.4 8.4 -21 8.4 -27 L8.4 -36 Z"
    ),
    Shape("blush", "E-5 -24.6 1.8 1.3 E5 -24.6 1.8 1.3"),
    Shape("ink", "M-5.6 -30.6 Q-3.8 -32.6 -2 -30.8 M5.6 -30.6 Q3.8 -32.6 2 -30.8", 0.7),
    Shape("eye", "E-3.7 -28.4 1 1 E3.7 -28.4 1 1"),
    Shape("lips", "E0 -25.4 1.3 1.3"),
    Shape("lips", "M-4.8 -23 Q0 -17.6 4.8 -23 Q0 -20.6 -4.8 -23 Z"),
    Shape(
        "main",
        "M-9.4 -32.4 Q-4 -34.6 0 -34.6 L0 -39 C-4 -46 -16 -47 -20 -36 L-20.4 -30"
        "C-17.6 -34.4 -14 -35.6 -12.4 -33 Z",
    ),
    Shape(
        "gold",
        "M9.4 -32.4 Q4 -34.6 0 -34.6 L0 -39 C4 -46 16 -47 20 -36 L20.4 -30"
        "C17.6 -34.4 14 -35.6 12.4 -33 Z",
    ),
    Shape(
        "tint", "M-6.4 -34.2 C-5 -40 -3 -43 0 -46.6 C3 -43 5 -40 6.4 -34.2 Q0 -35.4 -6.4 -34.2 Z"
    ),
    Shape("paper", "E-20.4 -29 1.9 1.9 E20.4 -29 1.9 1.9 E0 -46.4 1.7 1.7"),
)

_FIGURES: Final[dict[int, tuple[tuple[float, tuple[Shape, ...]], ...]]] = {
    11: ((_HEAD_UP, _JACK_FEATHER), (0, _JACK_TUNIC), (_HEAD_UP, _JACK_HEAD)),
    12: ((0, _QUEEN_GOWN), (_HEAD_UP, _QUEEN_HEAD)),
    13: ((0, _KING_ROBE), (_HEAD_UP, _KING_HEAD)),
    14: ((0, _JOKER_COAT), (_HEAD_UP, _JOKER_HEAD)),
}
"""The parts of each figure by its rank, and how far each lies below where it is drawn."""
_HAIR: Final = {  # by rank: clubs, diamonds, hearts, spades
    11: ("#7a4a22", "#e3b45a", "#b5622a", "#3a2f2c"),
    12: ("#5b371d", "#efc766", "#c4622d", "#332a2b"),
    13: ("#6d4526", "#d9a84e", "#a5532a", "#4b4a50"),
    14: ("#000000",) * 4,
}

_NAVY: Final = "#27457d"
_CRIMSON: Final = "#b3202f"


@cache
def _figure(rank: int) -> tuple[tuple[Shape, QPainterPath], ...]:
    return tuple(
        (shape, QTransform.fromTranslate(0, y).map(outline(shape.text)))
        for y, part in _FIGURES[rank]
        for shape in part
    )


def _mixed(colour: QColor, other: str, share: float) -> QColor:
    """Return a colour with a share (0 to 1) of another one in it."""
    b = QColor(other)
    keep = 1 - share
    return QColor(
        round(colour.red() * keep + b.red() * share),
        round(colour.green() * keep + b.green() * share),
        round(colour.blue() * keep + b.blue() * share),
    )


def _colours(rank: int, suit: int, deck: Deck) -> dict[str, QColor]:
    ink = deck.suit(suit)
    main = ink if ink.lightness() > 60 else _mixed(ink, "#2f5596", 0.62)
    return {
        "main": main,
        "second": QColor(_NAVY if main.red() > 2 * main.blue() else _CRIMSON),
        "tint": _mixed(main, PAPER, 0.72),
        "ground": _mixed(main, PAPER, 0.93),
        "gold": QColor(GOLD),
        "hair": QColor(_HAIR[rank][suit]),
        "skin": QColor(SKIN),
        "blush": QColor("#f0b8a0"),
        "lips": QColor("#b8323c"),
        "leaf": QColor("#3f7d4a"),
        "steel": QColor("#dfe5ec"),
        "paper": QColor(PAPER),
        "ink": QColor(INK),
        "eye": QColor(INK),
    }


_BARE: Final = ("eye", "blush", "lips")
"""Filled without an edge: too fine for one."""


def paint_half(painter: Pen, rank: int, suit: int, deck: Deck) -> None:
    """Paint one half of a figure (rank 11 to 14), in the coordinates that the module describes."""
    colours = _colours(rank, suit, deck)
    edge = QPen(QColor(INK), 0.55)
    edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    for shape, path in _figure(rank):
        colour = colours[shape.role]
        if shape.line:
            pen = QPen(colour, shape.line)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, pen)
        else:
            painter.fillPath(path, colour)
            if shape.role not in _BARE:
                painter.strokePath(path, edge)


def paint_court(painter: Pen, rank: int, suit: int, deck: Deck) -> None:
    """Paint a whole picture around (0, 0): the frame, two halves, the band where they meet."""
    colours = _colours(rank, suit, deck)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(-HALF_WIDTH, -_HALF_HEIGHT, 2 * HALF_WIDTH, 2 * _HALF_HEIGHT), 3, 3)
    painter.fillPath(frame, colours["ground"])
    painter.save()
    painter.setClipPath(frame, Qt.ClipOperation.IntersectClip)
    for _ in range(2):
        paint_half(painter, rank, suit, deck)
        if rank != JOKER:
            painter.fillPath(placed(suit_path(suit), -22.4, -50, 13), deck.suit(suit))
        painter.rotate(180)
    _paint_band(painter, colours)
    painter.restore()
    painter.strokePath(frame, QPen(colours["main"], 0.8))


@cache
def _band() -> tuple[tuple[str, QPainterPath], ...]:
    """What is woven into the band: the role of each shape, and its path."""
    shapes = []
    for step in range(-4, 5):
        x = step * 7.0
        shapes.append(("main", outline(f"M{x} -2.4 L{x + 3} 0 L{x} 2.4 L{x - 3} 0 Z")))
        shapes.append(("gold", outline(f"E{x + 3.5} 0 0.7 0.7")))
    return tuple(shapes)


def _paint_band(painter: Pen, colours: dict[str, QColor]) -> None:
    """Paint a woven band across the middle, the same upside down."""
    band = QRectF(-HALF_WIDTH - 1, -3.2, 2 * HALF_WIDTH + 2, 6.4)
    painter.fillRect(band, colours["paper"])
    for role, path in _band():
        painter.fillPath(path, colours[role])
    pen = QPen(colours["ink"], 0.55)
    painter.strokePath(outline("M-32 -3.2 L32 -3.2 M-32 3.2 L32 3.2"), pen)

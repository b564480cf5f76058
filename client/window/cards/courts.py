"""The jack, the queen, the king and the joker: half figures that are drawn twice, head to head.

A figure is a list of coloured shapes, from back to front, around the middle of the card: x from
-28 to 28, y from -48 (the top of the hat) to 0 (where the two halves meet), in hundredths of a
card's width. A shape's colour is a role, which the suit's colours fill (see `_colours`).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from client.window.cards.deck import GOLD, INK, PAPER, SKIN, Deck
from client.window.cards.shapes import outline

HALF_WIDTH: Final = 28.0

_SCALE: Final = 1.08
"""How much larger than its own coordinates a figure is on a large card."""
_FRAME_X: Final = HALF_WIDTH * _SCALE
_FRAME_Y: Final = 45.0
"""Half the width and half the height of the frame around the figure."""


class Shape(NamedTuple):
    """One part of a figure: filled with a role's colour and edged in ink, or a bare line."""

    role: str
    text: str
    line: float = 0.0
    """The width of a line in the role's colour; 0 for a filled shape."""


_KING: Final = (
    # the sword, upright at his left
    Shape("steel", "M19.6 -12 L19.6 -38 L21.2 -42.5 L22.8 -38 L22.8 -12 Z"),
    Shape("ink", "M21.2 -14 L21.2 -37", 0.5),
    # shoulders, ermine and the gold of the robe
    Shape("main", "M-28 1 L-28 -7 C-24 -14 -15 -17 -8 -18 L8 -18 C15 -17 24 -14 28 -7 L28 1 Z"),
    Shape("gold", "M-5.2 1 L-4 -14 L4 -14 L5.2 1 Z"),
    Shape("paper", "M-15 -17 C-13 -9 -8 -4.5 0 -3 C8 -4.5 13 -9 15 -17 L8 -19.5 L-8 -19.5 Z"),
    Shape("ink", "M-11.6 -13.6 L-10.9 -11.4 M-8.4 -8.9 L-7.4 -7 M11.6 -13.6 L10.9 -11.4", 0.9),
    Shape("ink", "M8.4 -8.9 L7.4 -7 M-3.2 -6.2 L-2.8 -4.6 M3.2 -6.2 L2.8 -4.6", 0.9),
    Shape("gold", "M16.6 -13.4 L25.8 -13.4 L25.8 -11.4 L16.6 -11.4 Z"),
    Shape("gold", "M20.2 -11.4 L22.2 -11.4 L22.2 -6 L20.2 -6 Z"),
    Shape(
        "skin",
        "M18.2 -9.8 C18.2 -11.4 24.2 -11.4 24.2 -9.8 L24.2 -7 C24.2 -5.4 18.2 -5.4 18.2 -7 Z",
    ),
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

_QUEEN: Final = (
    # the gown
    Shape("main", "M-28 1 L-27 -4 C-22 -11 -12 -13 -6 -15 L6 -15 C12 -13 22 -11 27 -4 L28 1 Z"),
    Shape("tint", "M-15 1 L-11 -12.5 L-6 -14.5 L0 -6 L6 -14.5 L11 -12.5 L15 1 Z"),
    Shape("gold", "M-11.8 -13 L-5.6 -15 L0 -6.6 L5.6 -15 L11.8 -13 L0 0.5 Z"),
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

_JACK: Final = (
    # the feather behind the cap
    Shape(
        "tint",
        "M5 -40 C9 -48.6 19 -49 25.6 -43.4 C25.8 -39 24 -35.4 22 -33"
        "C22.6 -38 20 -41.4 16 -41.6 C12 -41.8 9 -40 7 -36.6 Z",
    ),
    Shape("ink", "M7.4 -39.4 C11 -44.6 18.6 -45.4 23.4 -38", 0.5),
    # the tunic with its sash, and the ruff
    Shape("main", "M-28 1 L-26 -6 C-22 -12 -14 -14 -7 -15 L7 -15 C14 -14 22 -12 26 -6 L28 1 Z"),
    Shape(
        "tint", "M-22.6 1 L-19.6 -10.6 L-13.6 -13 L-15 1 Z M22.6 1 L19.6 -10.6 L13.6 -13 L15 1 Z"
    ),
    Shape("gold", "M-11.8 -13.8 L-5.4 -15 L13 1 L2.6 1 Z"),
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

_JOKER: Final = (
    Shape("main", "M-28 1 L-26 -5 C-20 -11 -13 -13 -7 -14 L0 -14 L0 1 Z"),
    Shape("gold", "M28 1 L26 -5 C20 -11 13 -13 7 -14 L0 -14 L0 1 Z"),
    Shape(
        "paper",
        "M0 -17 L-4 -18 L-8.4 -7.4 L-12.6 -16.4 L-17.4 -8.6 L-16 -18 L0 -21 L16 -18"
        "L17.4 -8.6 L12.6 -16.4 L8.4 -7.4 L4 -18 Z",
    ),
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

_FIGURES: Final = {11: _JACK, 12: _QUEEN, 13: _KING, 14: _JOKER}
_HAIR: Final = {  # by rank: clubs, diamonds, hearts, spades
    11: ("#7a4a22", "#e3b45a", "#b5622a", "#3a2f2c"),
    12: ("#5b371d", "#efc766", "#c4622d", "#332a2b"),
    13: ("#6d4526", "#d9a84e", "#a5532a", "#4b4a50"),
    14: ("#000000",) * 4,
}


@cache
def _figure(rank: int) -> tuple[tuple[Shape, QPainterPath], ...]:
    return tuple((shape, outline(shape.text)) for shape in _FIGURES[rank])


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
    main = deck.suit(suit)
    return {
        "main": main if main.lightness() > 60 else _mixed(main, "#4a6390", 0.45),
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


def paint_half(painter: QPainter, rank: int, suit: int, deck: Deck) -> None:
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


def paint_court(painter: QPainter, rank: int, suit: int, deck: Deck) -> None:
    """Paint a whole picture around (0, 0): the frame, two halves, the band where they meet.

    Hats and feathers reach out of the frame, at the top and at the bottom; sleeves do not.
    """
    colours = _colours(rank, suit, deck)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(-_FRAME_X, -_FRAME_Y, 2 * _FRAME_X, 2 * _FRAME_Y), 3, 3)
    line = QPen(colours["main"], 0.8)
    painter.fillPath(frame, colours["ground"])
    painter.strokePath(frame, line)
    painter.save()
    painter.setClipRect(
        QRectF(-_FRAME_X + 0.4, -2 * _FRAME_Y, 2 * _FRAME_X - 0.8, 4 * _FRAME_Y),
        Qt.ClipOperation.IntersectClip,
    )
    painter.scale(_SCALE, _SCALE)
    for _ in range(2):
        paint_half(painter, rank, suit, deck)
        painter.rotate(180)
    _paint_band(painter, colours)
    painter.restore()


def _paint_band(painter: QPainter, colours: dict[str, QColor]) -> None:
    """Paint a woven band across the middle, the same upside down."""
    band = QRectF(-HALF_WIDTH - 1, -3.2, 2 * HALF_WIDTH + 2, 6.4)
    painter.fillRect(band, colours["paper"])
    for step in range(-4, 5):
        x = step * 7.0
        painter.fillPath(outline(f"M{x} -2.4 L{x + 3} 0 L{x} 2.4 L{x - 3} 0 Z"), colours["main"])
        painter.fillPath(outline(f"E{x + 3.5} 0 0.7 0.7"), colours["gold"])
    pen = QPen(colours["ink"], 0.55)
    painter.strokePath(outline("M-29 -3.2 L29 -3.2 M-29 3.2 L29 3.2"), pen)

"""Draw all the cards on one sheet, to look at: `python -m tools.pictures.card_sheet OUT.png`.

Every width is drawn at the device pixel ratios 1 and 2. `--width 140 --ratio 1` draws just one.
`--four-colours`, `--large-index` and `--back NAME` draw other decks.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from client.board.layout import ASPECT
from client.window.cards.card_back import paint_glow, paint_place
from client.window.cards.card_face import CardPainter, strip_of
from client.window.cards.deck import BACKS, CLASSIC, CLOTH, FOUR_COLOURS, Deck

WIDTHS = (40, 60, 90, 140, 240)
RATIOS = (1, 2)
COLUMNS = 14
PLACES = (None, "A", "2", "K", "redeal", "x", "clubs", "diamonds", "hearts", "spades")


def draw_sheet(width: int, ratio: float, deck: Deck) -> QImage:
    """All faces, a row of backs and odd cards, empty places, and squeezed piles, at one size."""
    gap = max(3.0, width * 0.12)
    step_x, step_y = width + gap, width * ASPECT + gap
    size = (COLUMNS * step_x + gap, 7.6 * step_y + gap)
    image = QImage(round(size[0] * ratio), round(size[1] * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(CLOTH))
    painter = QPainter(image)
    cards = CardPainter(width, ratio, deck)

    def at(column: float, row: float) -> QPointF:
        return QPointF(gap + column * step_x, gap + row * step_y)

    for suit in range(4):
        for rank in range(1, 14):
            painter.drawPixmap(at(rank - 1, suit), cards.pixmap(suit << 4 | rank))
        painter.drawPixmap(at(13, suit), cards.pixmap(suit << 4 | 14))
    painter.drawPixmap(at(0, 4), cards.pixmap(0x80))
    painter.drawPixmap(at(1, 4), cards.pixmap(0x00))
    for column, back in enumerate(BACKS.values(), 7):
        cards.deck = replace(deck, back=back)
        painter.drawPixmap(at(column, 4), cards.pixmap(0x80))
    cards.deck = replace(FOUR_COLOURS, large_index=deck.large_index)
    for column, card in enumerate((0x01, 0x1A, 0x27, 0x3B, 0x0D), 2):
        painter.drawPixmap(at(column, 4), cards.pixmap(card))
    cards.deck = deck
    for column, colour in enumerate(("#ffe066", "#7fd4ff", "#ff8a70"), 10):
        rect = QRectF(at(column, 4), cards.size)
        paint_place(painter, rect, "A")
        paint_glow(painter, rect, colour)
    painter.drawPixmap(at(13, 4), cards.pixmap(0x29))
    paint_glow(painter, QRectF(at(13, 4), cards.size), "#ffe066")
    for column, sign in enumerate(PLACES):
        paint_place(painter, QRectF(at(column, 5), cards.size), sign)
    squeezed = (0x2D, 0x3C, 0x1B, 0x0A, 0x29, 0x38, 0x17)
    down, right = 0.18 * width * ASPECT, 0.2 * width
    for n, card in enumerate(squeezed):
        top, left = strip_of(0, down, width), strip_of(right, 0, width)
        if n == len(squeezed) - 1:
            top = left = None  # nothing lies on it
        painter.drawPixmap(at(10, 5) + QPointF(0, n * down), cards.pixmap(card, strip=top))
        painter.drawPixmap(at(11.5, 5) + QPointF(n * right, 0), cards.pixmap(card, strip=left))
        painter.drawPixmap(at(n, 6), cards.pixmap(card))
    painter.end()
    return image


def main() -> None:
    """Draw the sheets below each other and save them as a picture."""
    parser = argparse.ArgumentParser(description="Draw a contact sheet of all the cards.")
    parser.add_argument("out", metavar="OUT.png")
    parser.add_argument("--width", type=int, action="append", help="only this card width")
    parser.add_argument("--four-colours", action="store_true")
    parser.add_argument("--large-index", action="store_true")
    parser.add_argument("--back", choices=BACKS, default="rosette")
    parser.add_argument("--ratio", type=float, action="append", help="only this pixel ratio")
    arguments = parser.parse_args()
    app = QGuiApplication.instance() or QGuiApplication([])
    deck = replace(
        FOUR_COLOURS if arguments.four_colours else CLASSIC,
        back=BACKS[arguments.back],
        large_index=arguments.large_index,
    )
    sheets = [
        draw_sheet(width, ratio, deck)
        for ratio in arguments.ratio or RATIOS
        for width in arguments.width or WIDTHS
    ]
    whole = QImage(
        max(sheet.width() for sheet in sheets),
        sum(sheet.height() for sheet in sheets),
        QImage.Format.Format_RGB32,
    )
    whole.fill(QColor(CLOTH))
    painter = QPainter(whole)
    y = 0
    for sheet in sheets:
        sheet.setDevicePixelRatio(1)
        painter.drawImage(0, y, sheet)
        y += sheet.height()
    painter.end()
    if not whole.save(arguments.out):
        parser.error(f"cannot write {arguments.out}: give a writable path that ends in .png")
    del app


if __name__ == "__main__":
    main()

"""Draw the pictures that chats show of a link: `python -m tools.pictures.web_chats [GAME ...]`.

A game's picture is a deal of it with its title. That of all other links shows what Samedeal is: the
same cards twice. The window's drawings paint them.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

from client.board.layout import ASPECT
from client.window.cards.card_face import paint_card
from client.window.cards.deck import CAPTION, CLASSIC
from client.window.scene.card_item import Pictures
from client.window.scene.emblem import CARDS, SPREAD
from client.window.scene.game_pictures import Dealt, deal, paint_deal
from engine import catalogue
from server.network.page.front import ANY_GAME, PICTURE_SIZE, PICTURES
from tools.pictures.web_icons import as_png, on_cloth

FOLDER: Final = Path(__file__).parents[2] / "client" / "web" / PICTURES
BOARD: Final = QRect(40, 32, PICTURE_SIZE[0] - 80, 480)
"""Where a game's cards lie."""
TITLE: Final = QPointF(44, 594)
"""Where a game's title begins, on the line that it stands on."""
LETTERS: Final = 56
"""Pixels that they are high."""
COLOURS: Final = 128
"""In a picture: few are enough for cards on a cloth, and keep the file small."""
CLOSE: Final = 0xFFFCFCFC
"""What is looked at of a colour, to tell which are close."""
MIDDLE: Final = 0x00020202
"""What is added to those that were found: the middle of those that are close."""


def any_game() -> QImage:
    """Return the picture of no game: two hands with the same cards, as on the first screen."""
    width, height = PICTURE_SIZE
    image, painter = on_cloth(width, height)
    for x in (0.27, 0.73):
        _fan(painter, QPointF(width * x, height * 1.12), 205.0)
    painter.end()
    return _with_few_colours(image)


def game_picture(name: str) -> QImage:
    """Return the picture of a game: a deal of it, as large as it gets, and its title."""
    dealt = _largest(name)
    cards = Pictures(CLASSIC)
    cards.resize(dealt.laid.table.card, 1.0)
    image, painter = on_cloth(*PICTURE_SIZE)
    painter.save()
    painter.translate(BOARD.center() - _extent(dealt).center())
    paint_deal(painter, dealt, cards)
    painter.restore()
    font = QFont("DejaVu Sans")
    font.setPixelSize(LETTERS)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(CAPTION))
    painter.drawText(TITLE, catalogue.entry(name).title)
    painter.end()
    return _with_few_colours(image)


def _largest(name: str) -> Dealt:
    """Deal a game onto the highest table of which the cards fit on the board.

    A table has room for piles that grow; here, nothing will.
    """
    game = catalogue.make(name)
    dealt = deal(game, BOARD.width(), BOARD.height())
    for height in range(BOARD.height(), 3 * BOARD.height(), 20):
        higher = deal(game, BOARD.width(), height)
        if _extent(higher).height() > BOARD.height():
            break
        dealt = higher
    return dealt


def _extent(dealt: Dealt) -> QRect:
    """Return what the cards and the outlined places of a deal take of its table."""
    table = dealt.laid.table
    extent = QRect()
    for pile in dealt.places:
        extent |= QRect(*table.bases[pile])
    for corners in dealt.laid.at:
        for corner in corners:
            extent |= QRect(*corner, *table.card)
    return extent


def _fan(painter: QPainter, middle: QPointF, wide: float) -> None:
    for at, shown in enumerate(CARDS):
        painter.save()
        painter.translate(middle)
        painter.rotate((at - (len(CARDS) - 1) / 2) * SPREAD)
        high = wide * ASPECT
        paint_card(painter, QRectF(-wide / 2, -high * 1.9, wide, high), shown, CLASSIC)
        painter.restore()


def _with_few_colours(image: QImage) -> QImage:
    """Return a picture in its most frequent colours, of which those that are close count as one."""
    counts: Counter[int] = Counter()
    for y in range(0, image.height(), 2):
        for x in range(0, image.width(), 2):
            counts[image.pixel(x, y) & CLOSE] += 1
    table = sorted(counts, key=lambda colour: (-counts[colour], colour))[:COLOURS]
    return image.convertToFormat(
        QImage.Format.Format_Indexed8,
        [colour | MIDDLE for colour in table],
        Qt.ImageConversionFlag.ThresholdDither,
    )


def main() -> None:
    """Write all of them, or those of some games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="*")
    games = parser.parse_args().game
    QGuiApplication(["web_chats", "-platform", "offscreen"])
    FOLDER.mkdir(exist_ok=True)
    if not games:
        (FOLDER / ANY_GAME).write_bytes(as_png(any_game()))
    for name in games or [entry.name for entry in catalogue.entries()]:
        file = FOLDER / f"{name}.png"
        file.write_bytes(as_png(game_picture(name)))
        print(f"{file.name}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()

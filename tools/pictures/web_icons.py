"""Draw the page's icons and its picture for chats: `python -m tools.pictures.web_icons`.

Both show what Samedeal is: the same cards twice. The window's drawings paint them; there are no
letters but those on the cards, so that no font is needed.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QRadialGradient

from client.board.layout import ASPECT
from client.window.cards.card_face import paint_card
from client.window.cards.cloth import DARK, LIGHT
from client.window.cards.deck import CLASSIC, CLOTH
from client.window.scene.emblem import CARDS, SPREAD
from engine.cards import HEARTS, card

FOLDER: Final = Path(__file__).parents[2] / "client" / "web"
ICONS: Final = (48, 192, 512)
"""Widths of the icons in pixels. Phones cut theirs round: what counts is in the middle."""
CHAT: Final = (1200, 630)
"""Width and height of the picture that chats show."""
TURNED: Final = 13.0
"""Degrees by which the two cards of an icon lean, away from each other."""
COLOURS: Final = 64
"""In a picture for chats: few are enough for cards on a cloth, and keep the file small."""


def drawings() -> Mapping[str, QImage]:
    """Return the pictures by their paths in the page's folder."""
    made = {f"icons/{width}.png": icon(width) for width in ICONS}
    return {**made, "og/samedeal.png": _with_few_colours(chat_picture())}


def icon(width: int) -> QImage:
    """Return an icon: two cards that are the same."""
    image, painter = _on_cloth(width, width)
    wide = width * 0.38
    for way in (-1, 1):
        painter.save()
        painter.translate(width / 2 + way * width * 0.185, width * 0.51)
        painter.rotate(way * TURNED)
        place = QRectF(-wide / 2, -wide * ASPECT / 2, wide, wide * ASPECT)
        paint_card(painter, place, card(1, HEARTS), simple=width < ICONS[-1])
        painter.restore()
    painter.end()
    return image


def chat_picture() -> QImage:
    """Return the picture for chats: two hands with the same cards, as on the first screen."""
    width, height = CHAT
    image, painter = _on_cloth(width, height)
    for x in (0.27, 0.73):
        _fan(painter, QPointF(width * x, height * 1.12), 205.0, CARDS)
    painter.end()
    return image


def _fan(painter: QPainter, middle: QPointF, wide: float, cards: Sequence[int]) -> None:
    for at, shown in enumerate(cards):
        painter.save()
        painter.translate(middle)
        painter.rotate((at - (len(cards) - 1) / 2) * SPREAD)
        high = wide * ASPECT
        paint_card(painter, QRectF(-wide / 2, -high * 1.9, wide, high), shown, CLASSIC)
        painter.restore()


def _on_cloth(width: int, height: int) -> tuple[QImage, QPainter]:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    light = QRadialGradient(QPointF(width / 2, height * 0.4), max(width, height) * 0.72)
    light.setColorAt(0, QColor(CLOTH).lighter(LIGHT))
    light.setColorAt(1, QColor(CLOTH).darker(DARK))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(image.rect(), light)
    return image, painter


def _with_few_colours(image: QImage) -> QImage:
    """Return a picture in its most frequent colours."""
    small = image.scaled(
        image.width() // 4, image.height() // 4, Qt.AspectRatioMode.KeepAspectRatio
    )
    counts: dict[int, int] = {}
    for y in range(small.height()):
        for x in range(small.width()):
            colour = small.pixel(x, y)
            counts[colour] = counts.get(colour, 0) + 1
    table = sorted(counts, key=lambda colour: (-counts[colour], colour))[:COLOURS]
    return image.convertToFormat(
        QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither
    )


def as_png(image: QImage) -> bytes:
    """Return a picture as it is written, as small as it gets."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # type: ignore[call-overload]  # 0 packs best
    return bytes(buffer.data().data())


def main() -> None:
    """Write all of them."""
    for path, image in drawings().items():
        file = FOLDER / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(as_png(image))
        print(f"{path}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()

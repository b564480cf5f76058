"""Draw the page's icons: `python -m tools.pictures.web_icons`.

They show what Samedeal is: the same cards twice. The window's drawings paint them; there are no
letters but those on the cards, so that no font is needed.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QRadialGradient

from client.board.layout import ASPECT
from client.window.cards.card_face import paint_card
from client.window.cards.cloth import DARK, LIGHT
from client.window.cards.deck import CLOTH
from engine.cards import HEARTS, card

FOLDER: Final = Path(__file__).parents[2] / "client" / "web"
ICONS: Final = (48, 192, 512)
"""Widths of the icons in pixels. Phones cut theirs round: what counts is in the middle."""
TURNED: Final = 13.0
"""Degrees by which the two cards of an icon lean, away from each other."""


def drawings() -> Mapping[str, QImage]:
    """Return the pictures by their paths in the page's folder."""
    return {f"icons/{width}.png": icon(width) for width in ICONS}


def icon(width: int) -> QImage:
    """Return an icon: two cards that are the same."""
    image, painter = on_cloth(width, width)
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


def on_cloth(width: int, height: int) -> tuple[QImage, QPainter]:
    """Return a picture of a cloth of this size in pixels, and who paints on it."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    light = QRadialGradient(QPointF(width / 2, height * 0.4), max(width, height) * 0.72)
    light.setColorAt(0, QColor(CLOTH).lighter(LIGHT))
    light.setColorAt(1, QColor(CLOTH).darker(DARK))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(image.rect(), light)
    return image, painter


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

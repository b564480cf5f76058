"""The cloth: its own colour in between, lighter in the middle and darker in the corners."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from client.window.cards.cloth import paint_cloth
from client.window.cards.deck import TABLES


def lightness(image: QImage, left: int, top: int) -> float:
    """Return how light a patch of eight by eight pixels is."""
    pixels = [image.pixelColor(left + at % 8, top + at // 8) for at in range(64)]
    return sum(pixel.lightnessF() for pixel in pixels) / len(pixels)


def test_light_falls_on_the_middle() -> None:
    for colour in TABLES.values():
        image = paint_cloth(QSize(400, 300), colour).toImage()
        assert (image.width(), image.height()) == (400, 300)
        middle, corner = lightness(image, 196, 116), lightness(image, 0, 292)
        assert corner < QColor(colour).lightnessF() < middle
        assert middle - corner < 0.2  # cards are what is to be seen


def test_it_is_the_same_every_time() -> None:
    size, colour = QSize(100, 80), TABLES["ocean"]
    assert paint_cloth(size, colour).toImage() == paint_cloth(size, colour).toImage()

"""A board's caption: it grows with everything that is read, and is cut where it does not fit."""

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from client.window.cards import deck
from client.window.desktop import theme
from client.window.scene.caption import caption_height, draw_caption


def lettered(caption: str, width: int, ratio: float = 1) -> list[int]:
    """Return the columns of pixels in which something is written."""
    image = QImage(width, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    draw_caption(painter, caption, width, ratio)
    painter.end()
    light = QColor(deck.CAPTION).lightness() // 2
    height = round(caption_height() * ratio)
    return [
        x
        for x in range(width)
        if any(image.pixelColor(x, y).lightness() > light for y in range(height))
    ]


def test_a_long_one_is_cut() -> None:
    assert lettered("1st · 12 · Ada", 400)[-1] < 200
    assert 170 < lettered("W" * 40, 200)[-1] < 200


def test_a_note_without_room_is_left_out_as_a_whole() -> None:
    named = lettered("1st · 12 · Ada", 400)
    assert lettered("1st · 12 · Ada · gave up", 400)[-1] > named[-1]
    assert lettered("1st · 12 · Ada · gave up", named[-1] + 30) == named


def test_it_grows_with_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "scale", 1.0)
    usual, width = caption_height(), lettered("Ada, who leads", 400)[-1]
    monkeypatch.setattr(theme, "scale", 1.3)
    assert caption_height() == round(usual * 1.3)
    assert lettered("Ada, who leads", 400)[-1] > 1.15 * width

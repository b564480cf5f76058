"""A board's caption: it grows with everything that is read, and is cut where it does not fit."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from client.window.cards import deck
from client.window.desktop import theme
from client.window.scene.caption import brief_fits, caption_fits, caption_height, draw_caption


def lettered(caption: str, width: int, ratio: float = 1, *, brief: bool = False) -> list[int]:
    """Return the columns of pixels in which something is written."""
    image = QImage(width, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    draw_caption(painter, caption, width, ratio, brief=brief)
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


def test_a_brief_one_has_the_name_at_the_left_and_the_score_at_the_right() -> None:
    whole, brief = lettered("1st · 12 · Ada", 120), lettered("1st · 12 · Ada", 120, brief=True)
    assert whole[-1] < 100 < brief[-1] < 112
    assert max(b - a for a, b in pairwise(brief)) > 30, "nothing in between"
    assert lettered("1st · 12 · " + "W" * 40, 120, brief=True)[-1] == brief[-1], "cut before it"


def test_names_and_scores_of_usual_length_fit_where_all_does_not() -> None:
    for caption in ("16th · 52 · Escapement", "2nd · 7 · Barbara · bot"):
        assert not caption_fits(caption, 128)
        assert brief_fits(caption, 128)
    assert brief_fits("1st · 12 · " + "W" * 24, 128), "it would fit nowhere"
    assert not brief_fits("1st · 12 · " + "W" * 24, 90)


def test_it_grows_with_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "scale", 1.0)
    usual, width = caption_height(), lettered("Ada, who leads", 400)[-1]
    monkeypatch.setattr(theme, "scale", 1.3)
    assert caption_height() == round(usual * 1.3)
    assert lettered("Ada, who leads", 400)[-1] > 1.15 * width

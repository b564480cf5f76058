"""Empty places and the glow."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPainterPath, QPen

from client.window.cards.card_back import GLOW, paint_back, paint_glow, paint_place
from client.window.cards.deck import BACKS, Back
from engine.cards import RANK_LABELS

TABLE = QColor("#1f6b45")
RECT = QRectF(20, 20, 100, 140)
SIGNS = ["A", "2", "10", "J", "Q", "K", "clubs", "diamonds", "hearts", "spades", "redeal", "x"]


@pytest.fixture(scope="module", autouse=True)
def app() -> QGuiApplication:
    instance = QGuiApplication.instance() or QGuiApplication([])
    assert isinstance(instance, QGuiApplication)
    return instance


def table() -> QImage:
    canvas = QImage(140, 180, QImage.Format.Format_RGB32)
    canvas.fill(TABLE)
    return canvas


def place(sign: str | None, labels: Sequence[str] = RANK_LABELS) -> QImage:
    canvas = table()
    with QPainter(canvas) as painter:
        paint_place(painter, RECT, sign, labels)
    return canvas


def test_an_empty_place_is_an_outline_that_lets_the_table_through() -> None:
    picture = place(None)
    assert picture.pixelColor(5, 5) == TABLE
    line, inside = picture.pixelColor(21, 90), picture.pixelColor(70, 90)
    assert line.lightness() > TABLE.lightness() > inside.lightness() > 0


def test_every_sign_looks_different() -> None:
    pictures = [place(sign) for sign in [None, *SIGNS]]
    for n, picture in enumerate(pictures):
        assert picture not in pictures[:n]


def test_a_place_for_a_rank_has_the_letter_that_its_cards_have() -> None:
    french = ("A", *RANK_LABELS[1:10], "V", "D", "R")
    assert place("K", french) != place("K")
    assert place("A", french) == place("A")
    assert place("hearts", french) == place("hearts")


@pytest.mark.parametrize("sign", ["", "B", "1", "joker", "Redeal"])
def test_an_unknown_sign_is_refused_with_those_there_are(sign: str) -> None:
    with pytest.raises(ValueError, match="there are A, 2"):
        place(sign)


@pytest.mark.parametrize("back", BACKS.values(), ids=list(BACKS))
@pytest.mark.parametrize("simple", [True, False])
def test_no_more_than_a_few_lines_are_stroked_at_once(
    back: Back, simple: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt makes one shape of them and fills that: the back of a large card took half a second."""
    stroke, most = QPainter.strokePath, 0

    def look(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
        nonlocal most
        most = max(most, path.elementCount())
        stroke(painter, path, pen)

    canvas = table()
    monkeypatch.setattr(QPainter, "strokePath", look)
    with QPainter(canvas) as painter:
        paint_back(painter, QRectF(0, 0, 101, 140), back, simple=simple)
        assert painter.transform().isIdentity()
    assert most < 40


@pytest.mark.parametrize("colour", ["#ffe066", QColor("#7fd4ff")])
def test_the_glow_is_clear_on_the_line_and_fades_outside(colour: QColor | str) -> None:
    canvas = table()
    with QPainter(canvas) as painter:
        paint_glow(painter, RECT, colour)
        assert painter.transform().isIdentity()
        assert not painter.hasClipping()

    def distance(x: int) -> int:
        seen, glow = canvas.pixelColor(x, 90), QColor(colour)
        return abs(seen.red() - glow.red()) + abs(seen.blue() - glow.blue())

    assert distance(20) < 20
    assert distance(20) < distance(17) < distance(14) < distance(11)
    assert canvas.pixelColor(int(20 - 100 * GLOW) - 2, 90) == TABLE

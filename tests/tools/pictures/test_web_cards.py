"""The cards for browsers: up to date, small, whole, and like those in the window."""

from __future__ import annotations

import gzip
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from client.board.layout import ASPECT
from client.window.cards.deck import CLOTH
from client.words.texts import rank_labels
from tests.client.web.golden_words import speaking
from tests.client.web.test_core import NODE
from tools.pictures.web_cards import DECKS, FOLDER, SIGNS, Paint, sheet, signs, symbols

ALL = pytest.mark.parametrize("name", DECKS)
MOST = 45_000
"""Bytes of a deck on its way to a browser."""
ALIKE = 3.0
"""How far two pictures may lie apart in the mean, of 255: less than two suits in one shape do."""
RIM = 2
"""Pixels at a card's edge, where the window's line is never thinner than a pixel."""
COLUMNS = 13
OPAQUE = 255
"""The fourth channel of every pixel."""
WIDTHS = {"bold": (40, 60)}
"""The sizes for which a deck is drawn, where those are not the usual ones."""


def read(name: str) -> str:
    return (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


@ALL
def test_the_file_is_up_to_date(name: str) -> None:
    assert sheet(name) == read(name), "run: python -m tools.pictures.web_cards"


def test_there_is_a_file_for_each_deck_and_no_other() -> None:
    assert {path.name for path in FOLDER.glob("*.svg")} == {f"{name}.svg" for name in DECKS}


def test_the_shapes_are_up_to_date() -> None:
    assert signs() == SIGNS.read_text(encoding="utf-8"), "run: python -m tools.pictures.web_cards"


@ALL
def test_the_file_is_small(name: str) -> None:
    assert len(gzip.compress(read(name).encode(), 9)) <= MOST


@ALL
def test_the_file_holds_all_that_it_refers_to_and_nothing_else(name: str) -> None:
    """What works in every browser where a symbol is used from another file."""
    elements = list(ET.fromstring(read(name)).iter())
    tags = {element.tag.rpartition("}")[2] for element in elements}
    assert tags == {"svg", "defs", "symbol", "g", "path", "use"}
    ids = [element.attrib["id"] for element in elements if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = {element.attrib["href"] for element in elements if "href" in element.attrib}
    shown = {element.attrib["id"] for element in elements if element.tag.endswith("symbol")}
    assert shown == set(symbols(DECKS[name]))
    assert used == {f"#{name}" for name in set(ids) - shown}
    attributes = {attribute for element in elements for attribute in element.attrib}
    assert not attributes & {"style", "class", "font-family", "clip-path"}
    assert "url(" not in read(name)


def in_browser(name: str, shown: Mapping[str, Paint], width: int) -> QImage:
    """All symbols as the file has them."""
    height = width * ASPECT
    uses = "".join(
        f'<g transform="translate({at % COLUMNS * width} {at // COLUMNS * height})'
        f' scale({width / 100})"><use href="#{symbol}" width="100" height="140"/></g>'
        for at, symbol in enumerate(shown)
    )
    made = cloth(len(shown), width)
    text = read(name).replace("</svg>", f"{uses}</svg>")
    text = text.replace("<svg ", f'<svg viewBox="0 0 {made.width()} {made.height()}" ', 1)
    painter = QPainter(made)
    QSvgRenderer(text.encode()).render(painter, QRectF(made.rect()))
    painter.end()
    return made


def in_window(shown: Mapping[str, Paint], width: int) -> QImage:
    """All symbols as the window paints them."""
    made = cloth(len(shown), width)
    painter = QPainter(made)
    for at, paint in enumerate(shown.values()):
        height = width * ASPECT
        paint(painter, QRectF(at % COLUMNS * width, at // COLUMNS * height, width, height))
    painter.end()
    return made


def cloth(count: int, width: int) -> QImage:
    rows = -(-count // COLUMNS)
    made = QImage(COLUMNS * width, round(rows * width * ASPECT), QImage.Format.Format_RGB32)
    made.fill(QColor(CLOTH))
    return made


def difference(one: QImage, other: QImage) -> float:
    """How far the channels of two pictures lie apart in the mean, of 255."""
    assert one.size() == other.size()
    apart = one.copy()
    painter = QPainter(apart)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, other)
    painter.end()
    pixels = apart.width() * apart.height()
    return (sum(bytes(apart.constBits())) - OPAQUE * pixels) / (pixels * 3)


@pytest.mark.parametrize(
    ("name", "width"),
    [(name, width) for name in DECKS for width in WIDTHS.get(name, (40, 80, 160, 320))],
)
def test_every_symbol_looks_as_in_the_window(name: str, width: int) -> None:
    shown = symbols(DECKS[name])
    browser, window = in_browser(name, shown, width), in_window(shown, width)
    apart = {}
    for at, symbol in enumerate(shown):
        x, y, height = at % COLUMNS * width, at // COLUMNS * round(width * ASPECT), width * ASPECT
        inside = QRect(x + RIM, y + RIM, width - 2 * RIM, round(height) - 2 * RIM)
        apart[symbol] = difference(browser.copy(inside), window.copy(inside))
    assert max(apart.values()) < ALIKE, max(apart, key=apart.__getitem__)


LETTERS: Final = """
import { readFileSync } from "node:fs"
import { Drawing } from "./client/web/cards/drawing.mjs"
import { lettersIn } from "./client/web/cards/letters.mjs"
import { hasSuitBeside } from "./client/web/cards/strip.mjs"
const [deck, letters, ...names] = process.argv.slice(1)
const drawing = new Drawing(readFileSync(`./client/web/cards/${deck}.svg`, "utf8"))
const others = lettersIn(letters, hasSuitBeside(deck))
console.log(drawing.picture(names, 100, 140, others))
"""
"""Prints cards with the letters of a language as the page draws them."""


@ALL
@pytest.mark.parametrize("language", ["de", "fr", "pl"])
def test_letters_of_other_languages_look_as_in_the_window(name: str, language: str) -> None:
    width = 50 if name == "bold" else 100
    with speaking(language):
        labels = rank_labels()
    names = [f"{rank}{suit}" for rank in "JQK" for suit in "CH"]
    letters = "".join((labels[0], *labels[10:]))
    argv = [str(NODE), "--input-type=module", "-e", LETTERS, name, letters, *names]
    told = subprocess.run(argv, check=True, capture_output=True, text=True, cwd=FOLDER.parents[2])
    drawing = DECKS[name]
    own = drawing._replace(deck=replace(drawing.deck, labels=labels))
    browser, window, english = (cloth(len(names), width) for _ in range(3))
    painter = QPainter(browser)
    drawn = QSvgRenderer(told.stdout.encode())
    drawn.render(painter, QRectF(0, 0, len(names) * width, width * ASPECT))
    painter.end()
    for picture, shown in ((window, symbols(own)), (english, symbols(drawing))):
        painter = QPainter(picture)
        for at, symbol in enumerate(names):
            shown[symbol](painter, QRectF(at * width, 0, width, width * ASPECT))
        painter.end()
    for at, symbol in enumerate(names):
        card = QRect(at * width + RIM, RIM, width * 2 // 5, width * 2 // 5)  # with its index
        pictures = [each.copy(card) for each in (browser, window, english)]
        assert difference(pictures[0], pictures[1]) < ALIKE, symbol
        if symbol[0] != "K" or language == "fr":
            assert difference(pictures[0], pictures[2]) > ALIKE, symbol


@pytest.mark.parametrize("other", ["8H", "7D"])
def test_what_looks_different_is_told(other: str) -> None:
    """The bound lies far below what tells two cards apart."""
    shown = symbols(DECKS["classic"])
    seven, another = (in_window({name: shown[name]}, 80) for name in ("7H", other))
    card = QRect(0, 0, 80, 112)
    assert difference(seven.copy(card), another.copy(card)) > 2 * ALIKE

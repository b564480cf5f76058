"""Write the cards for a page in a browser, from the window's drawings.

    python -m tools.pictures.web_cards

Each deck is a file of symbols in `client/web/cards/`: `classic.svg#7H` is the seven of hearts. A
card's symbol has its name as `engine.cards.card_text` says it; the others are listed in `symbols`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF

from client.window.cards.card_back import HEIGHT, WIDTH, paint_back, paint_place
from client.window.cards.card_face import paint_card
from client.window.cards.deck import BACKS, CLASSIC, FOUR_COLOURS, Deck
from client.window.cards.pen import Pen
from engine.cards import (
    CLUBS,
    DIAMONDS,
    JOKER,
    KING,
    RANK_LABELS,
    SUIT_NAMES,
    UNKNOWN,
    card,
    card_text,
)
from engine.empty_places import REDEAL, USED_UP
from tools.pictures.svg_pen import SvgPen
from tools.pictures.svg_sheet import Sheet

FOLDER: Final = Path(__file__).parents[2] / "client" / "web" / "cards"


class Drawing(NamedTuple):
    """How a deck is drawn."""

    deck: Deck
    simple: bool = False
    """Whether it is the bold drawing, for small cards."""
    width: float = WIDTH
    """How wide in points the cards are for which the line around them is made."""


DECKS: Final = {
    "classic": Drawing(CLASSIC),
    "large-index": Drawing(replace(CLASSIC, large_index=True)),
    "four-colour": Drawing(FOUR_COLOURS),
    "four-colour-large-index": Drawing(replace(FOUR_COLOURS, large_index=True)),
    "bold": Drawing(CLASSIC, simple=True, width=50.0),
}

Paint = Callable[[Pen, QRectF], None]
"""Paints with a pen into a rectangle."""


def symbols(drawing: Drawing) -> dict[str, Paint]:
    """Return what paints each symbol of a deck, by its id."""
    deck, simple = drawing.deck, drawing.simple
    faces = [card(rank, suit) for rank in range(1, KING + 1) for suit in range(4)]
    faces += [card(JOKER, CLUBS), card(JOKER, DIAMONDS)]
    made: dict[str, Paint] = {
        card_text(face): partial(paint_card, card=face, deck=deck, simple=simple) for face in faces
    }
    made["unknown"] = partial(paint_card, card=UNKNOWN, deck=deck, simple=simple)
    for name, back in BACKS.items():
        made[f"back-{name}"] = partial(paint_back, back=back, simple=simple)
    made["place"] = paint_place
    for sign in (*RANK_LABELS, *SUIT_NAMES, REDEAL, USED_UP):
        made[f"place-{sign}"] = partial(paint_place, sign=sign)
    return made


def sheet(name: str) -> str:
    """Return the file of a deck of `DECKS`."""
    drawing = DECKS[name]
    pictures = {}
    for symbol, paint in symbols(drawing).items():
        pen = SvgPen()
        scale = WIDTH / drawing.width
        pen.scale(scale, scale)
        paint(pen, QRectF(0, 0, drawing.width, drawing.width * HEIGHT / WIDTH))
        pictures[symbol] = pen.groups
    return Sheet(pictures).text(f"0 0 {WIDTH:g} {HEIGHT:g}")


def main() -> None:
    """Write all decks."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in DECKS:
        (FOLDER / f"{name}.svg").write_text(sheet(name), encoding="utf-8")


if __name__ == "__main__":
    main()

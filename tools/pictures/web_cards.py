"""Write the cards for a page in a browser, from the window's drawings.

    python -m tools.pictures.web_cards

Each deck is a file of symbols in `client/web/cards/`: `classic.svg#7H` is the seven of hearts. A
card's symbol has its name as `engine.cards.card_text` says it; the others are listed in `symbols`.
Of a card that is covered but for a strip, the page draws rank and suit itself, so large that they
can be read there (`client/web/cards/strip.mjs`): `signs.mjs` has their shapes and colours.

The letters of jack, queen and king have ids of their own (`rank-J`): where cards have others, the
page puts these in their places (`client/web/cards/letters.mjs`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from client.window.cards.card_back import HEIGHT, WIDTH, paint_back, paint_place
from client.window.cards.card_face import paint_card
from client.window.cards.deck import BACKS, CLASSIC, FOUR_COLOURS, Deck
from client.window.cards.pen import Pen
from client.window.cards.shapes import LABELS, Sign, label_path, star_path, suit_path
from engine.cards import (
    CLUBS,
    DIAMONDS,
    JACK,
    JOKER,
    KING,
    RANK_LABELS,
    SUIT_NAMES,
    UNKNOWN,
    card,
    card_text,
)
from engine.empty_places import REDEAL, USED_UP
from tools.pictures.svg_pen import SvgPen, sign_text
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
    names = {sign_text(label_path(label)): f"rank-{label}" for label in RANK_LABELS[JACK - 1 :]}
    return Sheet(pictures, names).text(f"0 0 {WIDTH:g} {HEIGHT:g}")


SIGNS: Final = FOLDER / "signs.mjs"
_SIGNS_HEAD: Final = """\
// The shapes of ranks and suits, one unit high around (0, 0), and the suits' colours by deck: made
// from the window's drawings by `python -m tools.pictures.web_cards`.
//
// `d` is a path's data, to be scaled by `scale` after it was moved by (`x`, `y`); one with a `line`
// is stroked, with round ends, and else filled. `right` is how far it reaches to the right.

/**
 * @typedef {{ d: string, line: number, scale: number, x: number, y: number, right: number }} Sign
 */
"""


def signs() -> str:
    """Return the module with the shapes of ranks and suits."""
    ranks = [_sign(label_path(label)) for label in RANK_LABELS] + [_sign(star_path())]
    letters = {label: _sign(label_path(label)) for label in LABELS if label not in RANK_LABELS}
    suits = [_sign(suit_path(suit)) for suit in range(4)]
    colours = {
        name: [drawing.deck.suit(suit).name() for suit in range(4)]
        for name, drawing in DECKS.items()
    }
    backs = {name: back.colour for name, back in BACKS.items()}
    parts = (
        ("ranks, the ace first and the joker last", "Sign[]", "RANKS", ranks),
        ("letters of courts elsewhere", "Record<string, Sign>", "LETTERS", letters),
        ("suits, by their numbers", "Sign[]", "SUITS", suits),
        ("colours of the suits", "Record<string, string[]>", "COLOURS", colours),
        ("colours of the backs", "Record<string, string>", "BACKS", backs),
    )
    lines = [_SIGNS_HEAD]
    for what, kind, name, value in parts:
        lines.append(f"/** The {what}. @type {{{kind}}} */")
        lines.append(f"export const {name} = {json.dumps(value, indent=1)}")
    return "\n".join([*lines, ""])


def _sign(sign: Sign) -> dict[str, object]:
    scale = sign.shape.m11()
    return {
        "d": _data(sign.drawn),
        "line": sign.line,
        "scale": round(scale, 5),
        "x": round(sign.shape.dx() / scale, 4),
        "y": round(sign.shape.dy() / scale, 4),
        "right": round(sign.boundingRect().right(), 4),
    }


def _data(path: QPainterPath) -> str:
    """Return a path's data, in letters that each begin a line or one of the points of a curve."""
    letters = {
        QPainterPath.ElementType.MoveToElement: "M",
        QPainterPath.ElementType.LineToElement: "L",
        QPainterPath.ElementType.CurveToElement: "C",
        QPainterPath.ElementType.CurveToDataElement: " ",
    }
    elements = map(path.elementAt, range(path.elementCount()))
    return "".join(
        f"{letters[each.type]}{round(each.x, 3):g} {round(each.y, 3):g}" for each in elements
    )


def main() -> None:
    """Write all decks, and the shapes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    SIGNS.write_text(signs(), encoding="utf-8")
    for name in DECKS:
        (FOLDER / f"{name}.svg").write_text(sheet(name), encoding="utf-8")


if __name__ == "__main__":
    main()

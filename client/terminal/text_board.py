"""Text in cells, and boards made of it.  Pure.

A line is a list of cells; a cell is what one column of a terminal shows, and its ink.  A character
that is two columns wide is followed by a cell without text.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.cards import DOWN, JOKER, RANK, RANK_LABELS, Card, is_red, rank, suit
from engine.game import Game
from engine.places import Place
from engine.state import State

Ink: TypeAlias = Literal["", "red", "green", "dim", "bold"]


class Cell(NamedTuple):
    """One column of one line."""

    text: str
    ink: Ink = ""


Line: TypeAlias = list[Cell]

_SGR: Final[dict[Ink, str]] = {"red": "31", "green": "32", "dim": "2", "bold": "1"}


@dataclass(frozen=True)
class Glyphs:
    """The characters that a terminal can show."""

    suits: str = "♣♦♥♠"
    back: str = "▒"
    empty: str = "·"
    full: str = "█"
    rest: str = "░"
    more: str = "…"


UNICODE: Final = Glyphs()
ASCII: Final = Glyphs(suits="CDHS", back="#", empty=".", full="#", rest="-", more="~")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the glyphs that an output of this encoding can carry."""
    try:
        "".join(vars(UNICODE).values()).encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return ASCII
    return UNICODE


# Text ---------------------------------------------------------------------------------------------


def cells(text: str, ink: Ink = "") -> Line:
    """Return `text` as cells, without the characters that control a terminal or turn its text."""
    line: Line = []
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "C" or category in ("Zl", "Zp"):
            continue
        if unicodedata.combining(character) or category in ("Mn", "Me"):
            if line:
                line[-1] = Cell(line[-1].text + character, line[-1].ink)
            continue
        line.append(Cell(" " if category == "Zs" else character, ink))
        if unicodedata.east_asian_width(character) in "WF":
            line.append(Cell("", ink))
    return line


def fit(line: Line, width: int, glyphs: Glyphs) -> Line:
    """Return `line` filled up or cut to exactly `width` columns; a cut one says that it is."""
    if len(line) <= width:
        return line + [Cell(" ")] * (width - len(line))
    kept = line[: max(width - 1, 0)]
    if kept and line[len(kept)].text == "":
        kept[-1] = Cell(" ")  # half of a wide character
    return [*kept, Cell(glyphs.more, "dim")][:width]


def paint(line: Line, *, colours: bool) -> str:
    """Return a line as a terminal takes it, without spaces at its end."""
    end = len(line)
    while end and line[end - 1].text == " ":
        end -= 1
    parts: list[str] = []
    ink: Ink = ""
    for cell in line[:end]:
        if colours and cell.ink != ink and cell.text != " ":
            parts.append("\x1b[0m" * bool(ink) + (f"\x1b[{_SGR[cell.ink]}m" if cell.ink else ""))
            ink = cell.ink
        parts.append(cell.text)
    return "".join(parts) + ("\x1b[0m" if ink else "")


# Cards --------------------------------------------------------------------------------------------

CARD: Final = 3
"""The width of a card in columns; a fourth keeps cards apart."""
_RANKS: Final = ("?", *RANK_LABELS)


def card_cells(card: Card, glyphs: Glyphs) -> Line:
    """Return a card: ` 9♠`, `10♥`; its back where it lies face down."""
    if card >= DOWN:
        return cells(glyphs.back * CARD, "dim")
    if card & RANK == JOKER:
        return cells(" * ", "bold")
    if not 0 < card & RANK < JOKER:
        return cells(" ? ", "dim")
    text = f"{_RANKS[rank(card)]:>2}{glyphs.suits[suit(card)]}"
    return cells(text, "red" if is_red(card) else "")


def board_lines(game: Game, view: State, glyphs: Glyphs) -> list[Line]:
    """Return a board: each pile where the game's layout has it, long piles in full."""
    spots = [
        _Spot(place, list(_pile(game, place, cards, glyphs)))
        for place, cards in zip(game.places, view.piles, strict=True)
    ]
    for y in {spot.y for spot in spots}:
        row = sorted((spot for spot in spots if spot.y == y), key=lambda spot: spot.left)
        for spot, following in pairwise(row):  # where the window lays them over each other
            following.move(max(following.left, spot.left + CARD + 1))
    rows: dict[float, int] = {}
    for y in sorted({spot.y for spot in spots}):
        above = [other for other in spots if other.y < y]
        lowest = max(rows.values(), default=0)
        for spot in (spot for spot in spots if spot.y == y):
            ends = [rows[other.y] + other.height for other in above if spot.meets(other)]
            lowest = max([lowest, *ends])
        rows[y] = lowest
    canvas = [
        [Cell(" ")] * max(spot.right for spot in spots)
        for _ in range(max(rows[spot.y] + spot.height for spot in spots))
    ]
    for spot in sorted(spots, key=lambda spot: spot.left):
        for dx, dy, card in spot.cards:
            column = spot.left + dx
            canvas[rows[spot.y] + dy][column : column + CARD] = card
    return canvas


class _Spot:
    """A pile as text: its cards, each with how far right and down of the pile's corner it lies."""

    def __init__(self, place: Place, pile: list[tuple[int, int, Line]]) -> None:
        x, self.y = place.at
        self.cards = pile
        self.move(round(x * (CARD + 1)))
        self.height = 1 + max(dy for _, dy, _ in pile)

    def move(self, left: int) -> None:
        """Lie at another column."""
        self.left = left
        self.right = left + CARD + max(dx for dx, _, _ in self.cards)

    def meets(self, other: "_Spot") -> bool:
        """Whether one lies above the other."""
        return self.left < other.right and other.left < self.right


def _pile(
    game: Game, place: Place, cards: bytes, glyphs: Glyphs
) -> Iterator[tuple[int, int, Line]]:
    if not cards:
        yield 0, 0, cells(f" {glyphs.empty} ", "dim")
    elif place.kind == "stock" and cards[-1] >= DOWN:
        yield 0, 0, cells(f"{glyphs.back}{len(cards):<2}"[:CARD], "dim")
    elif place.spread == "squared":
        yield 0, 0, card_cells(cards[-1], glyphs)
    else:
        shown = cards[-place.fan :] if place.fan else cards
        if place.spread == "right":
            shown = shown[-_free_columns(game, place) :]
        for i, card in enumerate(shown):
            dx, dy = (i * (CARD + 1), 0) if place.spread == "right" else (0, i)
            yield dx, dy, card_cells(card, glyphs)


def _free_columns(game: Game, place: Place) -> int:
    """Return how many cards side by side fit between this place and the next one to its right."""
    x, y = place.at
    beyond = [other.at[0] for other in game.places if other.at[0] > x and abs(other.at[1] - y) < 1]
    return max(1, int(min(beyond, default=x + 13) - x))

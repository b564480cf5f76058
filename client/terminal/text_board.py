"""Boards as text: each card takes three columns.  Pure."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rich.text import Text

from client.terminal.text import Glyphs, place_at
from engine.cards import DOWN, JOKER, RANK, RANK_LABELS, Card, is_red, rank, suit
from engine.game import Game
from engine.places import Place
from engine.state import State

CARD: Final = 3
"""The width of a card in columns; a fourth keeps cards apart."""
_RANKS: Final = ("?", *RANK_LABELS)


def card_text(card: Card, glyphs: Glyphs) -> Text:
    """Return a card in three columns: ` 9♠`, `10♥`; its back where it lies face down."""
    if card >= DOWN:
        return Text(glyphs.back * CARD, "dim")
    if card & RANK == JOKER:
        return Text(" * ", "bold")
    if not 0 < card & RANK < JOKER:
        return Text(" ? ", "dim")
    text = f"{_RANKS[rank(card)]:>2}{glyphs.suits[suit(card)]}"
    return Text(text, "red" if is_red(card) else "")


def board_lines(game: Game, view: State, glyphs: Glyphs) -> list[Text]:
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
    lines = [Text() for _ in range(max(rows[spot.y] + spot.height for spot in spots))]
    cards = [
        (rows[spot.y] + dy, spot.left + dx, card) for spot in spots for dx, dy, card in spot.cards
    ]
    for line, column, card in sorted(cards, key=lambda each: each[:2]):
        place_at(lines[line], column, card)
    return lines


class _Spot:
    """A pile as text: its cards, each with how far right and down of the pile's corner it lies."""

    def __init__(self, place: Place, pile: list[tuple[int, int, Text]]) -> None:
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
) -> Iterator[tuple[int, int, Text]]:
    if not cards:
        yield 0, 0, Text(f" {glyphs.empty} ", "dim")
    elif place.kind == "stock" and cards[-1] >= DOWN:
        yield 0, 0, Text(f"{glyphs.back}{len(cards):<2}"[:CARD], "dim")
    elif place.spread == "squared":
        yield 0, 0, card_text(cards[-1], glyphs)
    else:
        shown = cards[-place.fan :] if place.fan else cards
        if place.spread == "right":
            shown = shown[-_free_columns(game, place) :]
        for i, card in enumerate(shown):
            dx, dy = (i * (CARD + 1), 0) if place.spread == "right" else (0, i)
            yield dx, dy, card_text(card, glyphs)


def _free_columns(game: Game, place: Place) -> int:
    """Return how many cards side by side fit between this place and the next one to its right."""
    x, y = place.at
    beyond = [other.at[0] for other in game.places if other.at[0] > x and abs(other.at[1] - y) < 1]
    return max(1, int(min(beyond, default=x + 13) - x))

"""Cards as vectors: sharp at any size, the same on every machine.

`CardPainter` is what a board uses: it hands out one pixmap for each card at the present size.
`paint_card` paints straight onto any painter, or with another `Pen`.

A card is a byte of `engine.cards`. `UNKNOWN`, a card that was just turned and whose face is not
known yet, is drawn as an empty face.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from client.board.layout import ASPECT
from client.window.cards.card_back import (
    HEIGHT,
    WIDTH,
    card_outline,
    paint_back,
    paint_edge,
    unit_transform,
)
from client.window.cards.courts import paint_court, paint_half
from client.window.cards.deck import CLASSIC, PAPER, Deck
from client.window.cards.pen import Pen
from client.window.cards.shapes import Placed, label_path, placed, star_path, suit_path, together
from engine.cards import DOWN, HEARTS, JOKER, RANK_LABELS, SPADES, UNKNOWN, check_card

PIP: Final = 22.0
"""The height of a pip, in hundredths of a card's width."""
SIMPLE_BELOW: Final = 65.0
"""Cards narrower than this many (device independent) pixels are drawn simpler and bolder.

There, the suit below the rank is nine pixels high, and clubs look like spades.
"""

_PAPER: Final = QColor(PAPER)

INDEX_BOTTOM: Final = 39.0
"""How far down the index of a large card reaches, in hundredths of its width."""

# Where the pips may be: three columns, and the first and the last row.
_LEFT, _MIDDLE, _RIGHT = 32.5, 50.0, 67.5
_TOP, _BOTTOM = 24.0, 116.0
_CENTRE = HEIGHT / 2


def _columns(rows: int) -> tuple[tuple[float, float], ...]:
    step = (_BOTTOM - _TOP) / (rows - 1)
    return tuple((x, _TOP + n * step) for n in range(rows) for x in (_LEFT, _RIGHT))


_ROW: Final = (_BOTTOM - _TOP) / 3
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    3: ((_MIDDLE, _TOP), (_MIDDLE, _CENTRE), (_MIDDLE, _BOTTOM)),
    4: _columns(2),
    5: (*_columns(2), (_MIDDLE, _CENTRE)),
    6: _columns(3),
    7: (*_columns(3), (_MIDDLE, (_TOP + _CENTRE) / 2)),
    8: (*_columns(3), (_MIDDLE, (_TOP + _CENTRE) / 2), (_MIDDLE, (_BOTTOM + _CENTRE) / 2)),
    9: (*_columns(4), (_MIDDLE, _CENTRE)),
    10: (*_columns(4), (_MIDDLE, _TOP + _ROW / 2), (_MIDDLE, _BOTTOM - _ROW / 2)),
}
"""Where the pips are, in a card's own coordinates; those below the middle stand on their heads."""


class Strip(NamedTuple):
    """What is seen of a card that another one covers."""

    side: Literal["top", "left"]
    """Where it is: above the other card, or to the left of it."""
    seen: int
    """How wide it is at least, in hundredths of the card's width: one of `SEEN`."""


SEEN: Final = (36, 32, 28, 25, 22, 20, 18, 16, 14, 12)
"""The strips for which there is a drawing of its own, the widest first."""
COVERED: Final = 58
"""A card of which less than this is seen shows nothing but its index, if it is a bold one."""


def strip_of(right: float, down: float, width: float) -> Strip | None:
    """Return what is seen of a card `width` wide with another one so far right or below on it.

    None stands for so much that the card looks as if nothing covered it; and for one that is
    covered from aslant, where nobody knows what is seen.
    """
    seen = 100 * (right or down) / width
    if (right and down) or not 0 < seen < COVERED:
        return None
    return Strip("left" if right else "top", next((n for n in SEEN if n <= seen), SEEN[-1]))


def look(card: int) -> int:
    """Return the one byte for all cards that look alike: all backs, or both copies of a face.

    Raises:
        ValueError: it is no card.
    """
    check_card(card)
    if card & DOWN:
        return DOWN
    if card & 15 == 0:
        return UNKNOWN
    return card & 0x3F


def paint_card(
    painter: Pen,
    rect: QRectF,
    card: int,
    deck: Deck = CLASSIC,
    *,
    simple: bool | None = None,
    strip: Strip | None = None,
) -> None:
    """Paint a card to fill `rect`, which should be `ASPECT` times as high as wide.

    `simple` chooses the bold drawing for small cards. Without it, the width of `rect` does, taken
    as pixels. Where only a `strip` is seen, and the index would not be in it, rank and suit are
    painted as large as they can be read there, and nothing else.
    """
    card = look(card)
    small = rect.width() < SIMPLE_BELOW if simple is None else simple
    if card == DOWN:
        paint_back(painter, rect, deck.back, simple=small)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(unit_transform(rect), True)
    painter.fillPath(card_outline(), _PAPER)
    rank, suit = card & 15, card >> 4 & 3
    if rank:
        sizes = _sizes(deck, small=small)
        if strip is not None and _has_own_index(strip, sizes):
            index = _index_within(rank, suit, deck.labels, sizes, strip)
            painter.fillPath(index, deck.suit(suit))
        elif deck.large_index:
            _paint_jumbo(painter, rank, suit, deck)
        else:
            (_paint_small if small else _paint_large)(painter, rank, suit, deck)
    painter.restore()
    paint_edge(painter, rect)


def _sizes(deck: Deck, *, small: bool) -> Sizes:
    return _LARGE if deck.large_index else _SMALL if small else _USUAL


def _has_own_index(strip: Strip, sizes: Sizes) -> bool:
    """Return whether the usual index would not be within what is seen."""
    return strip.seen < (sizes.down if strip.side == "top" else sizes.right)


def _paint_large(painter: Pen, rank: int, suit: int, deck: Deck) -> None:
    ink = deck.suit(suit)
    pip = suit_path(suit)
    if rank > 10:
        painter.save()
        painter.translate(WIDTH / 2, HEIGHT / 2)
        paint_court(painter, rank, suit, deck)
        painter.restore()
    elif rank == 1:
        _paint_ace(painter, suit, ink)
    else:
        for x, y in _PIPS[rank]:
            painter.fillPath(placed(pip, x, y, -PIP if y > _CENTRE else PIP), ink)
    index = _index_over(rank, suit, deck.labels)
    for _ in range(2):
        painter.fillPath(index, ink)
        painter.translate(WIDTH, HEIGHT)
        painter.rotate(180)


def _paint_ace(painter: Pen, suit: int, ink: QColor) -> None:
    """Paint one large pip; that of spades is the deck's own mark, as in most decks."""
    pip = suit_path(suit)
    if suit != SPADES:
        painter.fillPath(placed(pip, WIDTH / 2, _CENTRE, 46), ink)
        return
    painter.fillPath(placed(pip, WIDTH / 2, _CENTRE, 62), ink)
    painter.strokePath(placed(pip, WIDTH / 2, _CENTRE - 0.5, 49), QPen(_PAPER, 1.0))
    painter.fillPath(placed(suit_path(HEARTS), WIDTH / 2, _CENTRE + 3.5, 17), _PAPER)


def _paint_small(painter: Pen, rank: int, suit: int, deck: Deck) -> None:
    ink = deck.suit(suit)
    painter.fillPath(_index_beside(rank, suit, deck.labels, 16.5, 16, 26, 22), ink)
    if rank > 10:
        painter.save()
        painter.setClipPath(card_outline(), Qt.ClipOperation.IntersectClip)
        painter.translate(WIDTH / 2, HEIGHT)
        painter.scale(1.7, 1.7)
        paint_half(painter, rank, suit, deck)
        painter.restore()
    else:
        painter.fillPath(placed(suit_path(suit), WIDTH / 2, 88, 66), ink)


def _paint_jumbo(painter: Pen, rank: int, suit: int, deck: Deck) -> None:
    """Paint the index as large as what shows of a covered card, and the suit again at the left."""
    ink = deck.suit(suit)
    painter.fillPath(_index_beside(rank, suit, deck.labels, 18, 18, 29, 26), ink)
    if rank > 10:
        painter.save()
        painter.setClipPath(card_outline(), Qt.ClipOperation.IntersectClip)
        painter.translate(WIDTH * 0.57, HEIGHT)
        painter.scale(1.62, 1.62)
        paint_half(painter, rank, suit, deck)
        painter.restore()
    else:
        painter.fillPath(placed(suit_path(suit), WIDTH * 0.6, 91, 64), ink)
    if rank != JOKER:
        painter.fillPath(placed(suit_path(suit), 14.5, 51, 19), ink)


def _index_over(rank: int, suit: int, labels: Sequence[str]) -> Placed:
    """Return the index of the top left corner, the rank over the suit."""
    if rank == JOKER:
        return placed(star_path(), 10, 13, 15)
    label = placed(label_path(labels[rank - 1]), 10.6, 14, 20)
    return together(label, placed(suit_path(suit), 10.6, INDEX_BOTTOM - 7, 14))


def _index_beside(
    rank: int,
    suit: int,
    labels: Sequence[str],
    x: float,
    y: float,
    rank_size: float,
    suit_size: float,
) -> Placed:
    """Return the index of the top left corner: the rank around (x, y), the suit beside it.

    The suit lies where it does in English: a wider letter than J takes its room to the left.
    """
    if rank == JOKER:
        return placed(star_path(), x, y, rank_size)
    mark, usual = label_path(labels[rank - 1]), label_path(RANK_LABELS[rank - 1])
    right = usual.boundingRect().right()
    label = placed(mark, x + (right - mark.boundingRect().right()) * rank_size, y, rank_size)
    beside = x + right * rank_size + suit_size * 0.62
    return together(label, placed(suit_path(suit), beside, y, suit_size))


class Sizes(NamedTuple):
    """How large the index of a card is, in hundredths of its width."""

    rank: float
    suit: float
    """Of the suit, where it is beside the rank."""
    down: int
    """How much of the whole card shows its index, if that is what another leaves above it."""
    right: int
    """How much of the whole card shows its index, if that is what another leaves left of it."""


_USUAL: Final = Sizes(20, 16, 36, 24)
_SMALL: Final = Sizes(26, 22, COVERED, COVERED)
_LARGE: Final = Sizes(29, 26, COVERED, COVERED)

_WIDEST: Final = 0.87
"""The width of the widest rank, the ten, over its height."""


def _index_within(
    rank: int, suit: int, labels: Sequence[str], sizes: Sizes, strip: Strip
) -> Placed:
    """Return the index as large as it is elsewhere, or else as what is seen lets it be."""
    if strip.side == "top":
        size = min(sizes.rank, strip.seen - 2.5)
        y = min(4.0, (strip.seen - size) / 2 + 0.3) + size / 2
        beside = size * sizes.suit / sizes.rank
        return _index_beside(rank, suit, labels, 3 + size / 2, y, size, beside)
    size = min(sizes.rank, (strip.seen - 3) / _WIDEST)
    x = min(strip.seen / 2, 2.5 + size * _WIDEST / 2)
    if rank == JOKER:
        return placed(star_path(), x, 4 + size / 2, size * _WIDEST)
    suit_size = min(size * _WIDEST, sizes.suit)
    label = placed(label_path(labels[rank - 1]), x, 4 + size / 2, size)
    return together(label, placed(suit_path(suit), x, 8 + size + suit_size / 2, suit_size))


class CardPainter:
    """Pictures of cards at one size, each drawn once.

    `width` is in device independent pixels. The cache holds one of each look, of which there are
    58 (52 faces, two jokers in each colour, the back, the unknown face), and one for each strip of
    it that was seen; it is emptied when the size or the deck changes.
    """

    def __init__(self, width: float, device_pixel_ratio: float = 1.0, deck: Deck = CLASSIC) -> None:
        self._pixmaps: dict[tuple[int, Strip | None], QPixmap] = {}
        self._palette = deck
        self.resize(width, device_pixel_ratio)

    @property
    def size(self) -> QSizeF:
        """The size of a card in device independent pixels."""
        return QSizeF(self._width, self._width * ASPECT)

    @property
    def deck(self) -> Deck:
        """The colours; setting others draws everything anew."""
        return self._palette

    @deck.setter
    def deck(self, deck: Deck) -> None:
        if deck != self._palette:
            self._pixmaps.clear()
        self._palette = deck

    def resize(self, width: float, device_pixel_ratio: float = 1.0) -> None:
        """Draw cards this wide from now on.

        Raises:
            ValueError: the size is below one pixel.
        """
        if not (width >= 1 and device_pixel_ratio > 0):
            raise ValueError(f"cards cannot be {width} wide at a ratio of {device_pixel_ratio}")
        self._pixmaps.clear()
        self._width = width
        self._ratio = device_pixel_ratio

    def pixmap(self, card: int, *, strip: Strip | None = None) -> QPixmap:
        """Return the picture of a card, given as its byte; a `strip` as `paint_card` knows it."""
        shown = look(card)
        key = shown, None if shown in (DOWN, UNKNOWN) else strip
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            sizes = _sizes(
                self._palette, small=round(self._width * self._ratio) < SIMPLE_BELOW * self._ratio
            )
            alike = key[1] is not None and not _has_own_index(key[1], sizes)
            pixmap = self._pixmaps[key] = self.pixmap(card) if alike else self._draw(*key)
        return pixmap

    def _draw(self, card: int, strip: Strip | None) -> QPixmap:
        size = self.size * self._ratio
        pixmap = QPixmap(round(size.width()), round(size.height()))
        pixmap.setDevicePixelRatio(self._ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        # The whole pixels, not the exact size: so the edge is as sharp on every side.
        rect = QRectF(0, 0, pixmap.width() / self._ratio, pixmap.height() / self._ratio)
        paint_card(painter, rect, card, self._palette, strip=strip)
        painter.end()
        return pixmap

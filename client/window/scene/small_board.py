"""A small board to look at, or to click: the position as it is, without hands, glides or lights.

It is cheap, so that sixteen of them can change in every frame: no items, only pictures of cards,
which boards of one size share; and only what has changed is painted again.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from client.board.layout import LAST_DOWN, Table, least_step, plan, spread, step_over
from client.board.no_game import NO_GAME
from client.window.cards.card_face import Strip, strip_of
from client.window.cards.cloth import paint_cloth
from client.window.desktop import preferences
from client.window.scene.caption import caption_height, draw_caption
from client.window.scene.card_item import Pictures
from client.words.texts import game_title
from engine import catalogue, empty_places
from engine.catalogue import Options
from engine.places import Kind
from engine.state import State

SIGNED: Final[tuple[Kind, ...]] = ("stock", "foundation", "discard")
"""The kinds of piles whose empty places say something; the first, whether it is filled again."""


class SeenCard(NamedTuple):
    """A card, or an empty place, as it is seen: where, and what it shows."""

    x: int
    y: int
    card: int
    """Its byte; -1 for an empty place."""
    sign: str | None = None
    """The sign of an empty place."""
    strip: Strip | None = None
    """What is seen of a card, where another one covers it."""


class SeenPile(NamedTuple):
    """A pile as it is seen."""

    cards: Sequence[SeenCard] = ()
    """The cards from below, or the empty place."""
    area: QRect = QRect()
    """What it covers, in pixels of the window."""


@lru_cache(maxsize=4)
def _cloth(width: int, height: int, colour: str) -> QPixmap:
    """Return the cloth that all boards of one size, in device pixels, have in common."""
    return paint_cloth(QSize(width, height), colour)


def _begin_alike(some: Sequence[SeenCard], others: Sequence[SeenCard]) -> int:
    """Return how many cards lie, and look, the same in both from the first one on."""
    pairs = zip(some, others, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(some), len(others)))


class SmallBoard(QWidget):
    """Shows a position as the player may see it; a click chooses it."""

    chosen = Signal()
    """It was clicked."""

    def __init__(self, parent: QWidget | None = None, *, pictures: Pictures | None = None) -> None:
        """Make a board; others of the same size may have the same `pictures`."""
        super().__init__(parent)
        self.game = NO_GAME
        self.state = State(())
        """The position shown; without piles while there is none."""
        self._outlined: frozenset[int] = frozenset()
        """The piles whose places are shown while they are empty."""
        self.caption = ""
        self._lines = 1
        """The lines of the caption."""
        self._brief = False
        """Whether it has no more than name and score."""
        self._length = LAST_DOWN
        """For how long columns there is room."""
        self._title = ""
        self._pictures = pictures or Pictures()
        self._table = Table()
        """Where the places lie, in device pixels: nowhere until there are a game and a size."""
        self._ratio = 1.0
        self._piles: list[SeenPile] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumSize(120, 80)
        self.installEventFilter(self)
        preferences.live.changed.connect(self._follow_preferences)
        self._follow_preferences()

    def set_game(self, name: str, options: Options | None = None) -> None:
        """Show the empty table of a game.

        Raises:
            UnknownGame, BadOption: as `engine.catalogue.make`.
        """
        self.game = catalogue.make(name, options)
        self._outlined = empty_places.outlined(self.game)
        self._title = game_title(name)
        self.state = State(())
        self._plan()
        self._describe()

    def set_caption(self, caption: str) -> None:
        """Write a line of plain text above the cards: whose board it is."""
        had, self.caption = self.caption, caption
        if bool(had) != bool(caption):
            self._plan()
        self.update(self._strip())
        self._describe()

    def set_caption_lines(self, lines: int, *, brief: bool = False) -> None:
        """Write the caption on one line, or on two; a `brief` one says no place."""
        if lines != self._lines:
            self._lines = lines
            self._plan()
        if brief != self._brief:
            self._brief = brief
            self.update(self._strip())

    def set_length(self, length: float) -> None:
        """Keep room for columns so long, one of `layout.LENGTHS`: the cards are the larger."""
        if length != self._length:
            self._length = length
            self._plan()

    def show_state(self, state: State) -> None:
        """Show a position (a view) of the game that was set."""
        before, self.state = self.state, state
        fresh = len(before.piles) != len(state.piles)
        signs = self._signs_anew(before) if state.piles and not fresh else ()
        for pile, cards in enumerate(state.piles if self._table.bases else ()):
            if (
                fresh
                or cards != before.piles[pile]
                or (not cards and self.game.places[pile].kind in signs)
                or self._covered_anew(before, pile)
            ):
                old, new = self._piles[pile], self._seen(pile, cards)
                if old != new:
                    self._piles[pile] = new
                    same = _begin_alike(old.cards, new.cards)
                    self.update(self._area(old.cards[same:]) | self._area(new.cards[same:]))

    def _signs_anew(self, before: State) -> Collection[Kind]:
        """Return the kinds of piles whose empty places may say something else than before."""
        now = self.state
        begun = now.marks != before.marks or any(
            place.kind == "foundation" and cards[:1] != old[:1]
            for place, cards, old in zip(self.game.places, now.piles, before.piles, strict=True)
        )
        return SIGNED if begun else SIGNED[:1]

    def _covered_anew(self, before: State, pile: int) -> bool:
        """Return whether a pile that lies on this one has got its first card or lost its last."""
        return any(
            bool(before.piles[other]) != bool(self.state.piles[other])
            for other in self._table.over[pile]
        )

    def _seen(self, pile: int, cards: bytes) -> SeenPile:
        """Return what is seen of a pile: no card that lies right under another."""
        if cards:
            at = spread(self._table, pile, cards)
            wide, apart = self._table.card[0], at[0] != at[-1]
            strip = strip_of(*least_step(cards, at), wide) if apart else None
            top = None
            if self._table.over[pile]:
                top = strip_of(*step_over(self._table, self.state.piles, pile), wide)
            seen = [
                SeenCard(*here, card, strip=strip if above else top)
                for here, above, card in zip(at, (*at[1:], None), cards, strict=True)
                if here != above
            ]
        elif pile in self._outlined:
            box, sign = self._table.bases[pile], empty_places.sign(self.game, self.state, pile)
            seen = [SeenCard(box.x, box.y, -1, sign)]
        else:
            return SeenPile()
        return SeenPile(seen, self._area(seen))

    def _area(self, cards: Sequence[SeenCard]) -> QRect:
        """Return the pixels of the window that cards of a pile lie on, which follow each other."""
        if not cards:
            return QRect()
        first, last = cards[0], cards[-1]
        (width, height), ratio = self._table.card, self._ratio
        left, top = int(first.x / ratio), int(first.y / ratio)
        right, bottom = ceil((last.x + width) / ratio), ceil((last.y + height) / ratio)
        return QRect(left, top, right - left, bottom - top)

    def _plan(self) -> None:
        """Fit everything to the size of the window, and to its pixels."""
        self._ratio = ratio = self.devicePixelRatioF()
        width, height = round(self.width() * ratio), round(self.height() * ratio)
        places = self.game.places
        top = round(caption_height(self._lines) * ratio) if self.caption else 0
        self._table = (
            plan(places, width, height, top=top, length=self._length) if places else Table()
        )
        state, self.state = self.state, State(())
        self._piles = [SeenPile() for _ in places]
        self.show_state(state)
        self.update()

    def _strip(self) -> QRect:
        """Return where the caption is, in pixels of the window."""
        return QRect(0, 0, self.width(), caption_height(self._lines))

    def _follow_preferences(self) -> None:
        now = preferences.live.now
        self._pictures.deck, self._cloth = now.deck, now.cloth
        self.update()

    def _describe(self) -> None:
        self.setAccessibleName(f"{self._title}, {self.caption}" if self.caption else self._title)

    # The window ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cloth, the caption, and the piles that are where something has changed."""
        ratio, pictures = self._ratio, self._pictures
        painter = QPainter(self)
        painter.scale(1 / ratio, 1 / ratio)  # on to device pixels, so that all stays sharp
        width, height = round(self.width() * ratio), round(self.height() * ratio)
        seen = QRectF(event.rect())
        seen = QRectF(seen.topLeft() * ratio, seen.size() * ratio)
        painter.drawPixmap(seen, _cloth(width, height, self._cloth), seen)
        dirty = event.region()
        if self.caption and dirty.intersects(self._strip()):
            draw_caption(painter, self.caption, width, ratio, self._lines, brief=self._brief)
        pictures.resize(self._table.card, ratio)
        wide, high = self._table.card
        card = QRect(0, 0, wide, high)
        at = QRect(card)
        for pile in self._piles:
            if not dirty.intersects(pile.area):
                continue
            part = dirty.intersected(pile.area).boundingRect()
            right, below = (part.right() + 1) * ratio, (part.bottom() + 1) * ratio
            left, above = part.left() * ratio - wide, part.top() * ratio - high
            for this in pile.cards:
                if left < this.x < right and above < this.y < below:
                    at.moveTo(this.x, this.y)
                    painter.drawPixmap(at, self._picture(this), card)

    def _picture(self, this: SeenCard) -> QPixmap:
        """Return what shows of a card, or of an empty place."""
        pictures = self._pictures
        if this.card < 0:
            return pictures.place(this.sign)
        return pictures.card(this.card, strip=this.strip)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Tell that the board is chosen."""
        self.chosen.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board to the window."""
        super().resizeEvent(event)
        self._plan()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the board to another screen's pixels, too."""
        changes = (QEvent.Type.DevicePixelRatioChange, QEvent.Type.StyleChange)
        if watched is self and event.type() in changes:
            self._plan()  # in another style, the caption may be larger
        return super().eventFilter(watched, event)

"""Pictures of games, and of deals: cards on their cloth, made in idle moments and kept.

    image = pictures.find("klondike", {}, QSize(168, 105), ratio)     # None: it will be made
    pictures.made.connect(view.update)

They are drawn as the boards are, from the same layout and the same cards, in the player's colours.
"""

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from client.board.layout import Arrangement, Table, arrange, plan
from client.window.cards.cloth import paint_cloth
from client.window.cards.deck import Deck
from client.window.desktop import preferences
from client.window.scene.card_item import Pictures
from engine import catalogue
from engine.empty_places import outlines
from engine.game import Game

SEED: Final = "picture"
"""The deal that is pictured."""
SLICE: Final = 0.004
"""Seconds at a time that are taken from what else there is to do."""
REST: Final = 1000
"""Milliseconds after the last picture until the cards that they are made of are thrown away."""
KEPT: Final = 64 * 2**20
"""Bytes of pictures that are kept at most; those that were not shown for the longest time go."""
FAINT: Final = 0.4
"""How much is seen of the picture of a game that cannot be chosen now."""
EDGE: Final = 4
"""Pixels of cloth around what lies on it: the corners are round."""
RADIUS: Final = 6
SMALL: Final = 140
"""Pixels of width below which a picture is drawn twice as large, and then made smaller: the cards
of long rows would come out too narrow to be drawn."""
ROUND: Final = 0.03
"""Seconds after which the pictures that are there are shown, and no longer waited for the others:
all that is seen is painted again then."""


class Asked(NamedTuple):
    """What was asked for: a deal of a game with its options, at a size."""

    game: str
    options: tuple[tuple[str, catalogue.Choice], ...]
    width: int
    """In device pixels, as the height is."""
    height: int
    ratio: float
    seed: str

    @property
    def drawn(self) -> "Asked":
        """As large as it is drawn at first."""
        if self.width >= SMALL:
            return self
        return self._replace(width=2 * self.width, height=2 * self.height, ratio=2 * self.ratio)


class Dealt(NamedTuple):
    """What is on a picture, and where."""

    laid: Arrangement
    piles: Sequence[bytes]
    places: dict[int, str | None]
    """The empty places to outline, each with its sign."""


class GamePictures(QObject):
    """The pictures that were made, and those that wait for an idle moment."""

    made = Signal()
    """Pictures are there, or have to be made anew: whoever shows any asks for them again."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[Asked, QImage] = {}
        """Those shown last come last."""
        self._bytes = 0
        self._waiting: dict[Asked, Dealt | None] = {}
        """What is asked for, in this order; with its deal, once that is begun."""
        self._cards: dict[tuple[int, int, float], Pictures] = {}
        """By size, as games share them; only while there are pictures to make."""
        self._news = False
        """Whether there are pictures that nobody was told of."""
        self._round = 0.0
        """When those are shown that are there by then."""
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._work)
        self._resting = QTimer(self, singleShot=True, interval=REST)
        self._resting.timeout.connect(self._cards.clear)
        self._look = _look()
        preferences.live.changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether some are still to be made."""
        return self._idle.isActive()

    def find(
        self, game: str, options: catalogue.Options, size: QSize, ratio: float, seed: str = SEED
    ) -> QImage | None:
        """Return a picture of `size`, in pixels of which each is `ratio` of the screen's.

        It is of the deal that is made from `seed`; any will do for the game itself.

        It returns None while the picture is not there. Then it will be made: ask again when `made`
        is emitted, as what is not asked for again is forgotten. A game or an option that this
        version does not have is pictured as a bare cloth.
        """
        self._forget_old()  # another language changes no preference, but the letters on the cards
        asked = Asked(
            game,
            tuple(options.items()),
            max(1, round(size.width() * ratio)),
            max(1, round(size.height() * ratio)),
            ratio,
            seed,
        )
        image = self._made.pop(asked, None)
        if image is not None:
            self._made[asked] = image
        elif asked not in self._waiting:
            self._waiting[asked] = None
            if not self._idle.isActive():
                self._round = time.perf_counter() + ROUND
                self._idle.start()
        return image

    def _follow(self) -> None:
        if self._forget_old():
            self.made.emit()

    def _forget_old(self) -> bool:
        """Forget all pictures if cards look otherwise by now, or the cloth; return whether so."""
        look = _look()
        if look == self._look:
            return False
        self._look = look
        self._made.clear()
        self._cards.clear()
        self._waiting.clear()
        self._idle.stop()
        self._bytes = 0
        return True

    def _work(self) -> None:
        end = time.perf_counter() + SLICE
        while self._waiting and time.perf_counter() < end:
            asked = next(iter(self._waiting))
            if self._draw_cards(asked, end):
                self._keep(asked, self._paint(asked))
                self._news = True
        if self._news and (not self._waiting or end > self._round):
            self._news = False
            self._waiting.clear()  # what is still seen is asked for again as it is painted
            self._idle.stop()
            self._resting.start()
            self.made.emit()

    def _draw_cards(self, asked: Asked, end: float) -> bool:
        """Draw the cards of a picture, as many as there is time for; return whether all are."""
        dealt = self._waiting[asked]
        if dealt is None:
            dealt = self._waiting[asked] = _deal(asked.drawn)
        cards = self._cards_for(asked.drawn, dealt)
        for card in {card for pile in dealt.piles for card in pile}:
            if time.perf_counter() > end:
                return False
            cards.card(card)
        return True

    def _cards_for(self, asked: Asked, dealt: Dealt) -> Pictures:
        size = dealt.laid.table.card
        cards = self._cards.get((*size, asked.ratio))
        if cards is None:
            cards = self._cards[*size, asked.ratio] = Pictures(self._look[0])
            cards.resize(size, asked.ratio)
        return cards

    def _paint(self, asked: Asked) -> QImage:
        dealt = self._waiting.pop(asked)
        assert dealt is not None
        drawn = asked.drawn
        cards = self._cards_for(drawn, dealt)
        image = _bare_cloth(QSize(drawn.width, drawn.height), drawn.ratio, self._look[1])
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = round(EDGE * drawn.ratio)
        painter.translate(edge, edge)
        paint_deal(painter, dealt, cards)
        painter.end()
        if drawn is not asked:
            image = image.scaled(
                asked.width, asked.height, mode=Qt.TransformationMode.SmoothTransformation
            )
        image.setDevicePixelRatio(asked.ratio)
        return image

    def _keep(self, asked: Asked, image: QImage) -> None:
        self._made[asked] = image
        self._bytes += image.sizeInBytes()
        while self._bytes > KEPT and len(self._made) > 1:
            self._bytes -= self._made.pop(next(iter(self._made))).sizeInBytes()


def _bare_cloth(size: QSize, ratio: float, cloth: str) -> QImage:
    """Return a piece of this cloth with nothing on it, of `size` in device pixels."""
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    table = QPainterPath()
    table.addRoundedRect(QRectF(image.rect()), RADIUS * ratio, RADIUS * ratio)
    painter.fillPath(table, QBrush(paint_cloth(size, cloth)))
    painter.end()
    return image


def _look() -> tuple[Deck, str]:
    return preferences.live.now.deck, preferences.live.now.cloth


def _deal(asked: Asked) -> Dealt:
    try:
        game = catalogue.make(asked.game, dict(asked.options))
    except (catalogue.UnknownGame, catalogue.BadOption):
        return Dealt(Arrangement(Table(card=(asked.width, asked.height)), ()), (), {})
    edge = round(EDGE * asked.ratio)
    return deal(game, asked.width - 2 * edge, asked.height - 2 * edge, asked.seed)


def deal(game: Game, width: int, height: int, seed: str = SEED) -> Dealt:
    """Deal a game onto a table of this size in pixels."""
    state = game.view(game.deal(seed))
    laid = arrange(plan(game.places, width, height), state.piles)
    return Dealt(laid, state.piles, outlines(game, state))


def paint_deal(painter: QPainter, dealt: Dealt, cards: Pictures) -> None:
    """Paint a deal with these cards, which are as large as it has them."""
    laid, piles, places = dealt
    wide, high = laid.table.card
    for pile, sign in places.items():
        painter.drawPixmap(QRect(*laid.table.bases[pile]), cards.place(sign))
    for corners, pile_cards in zip(laid.at, piles, strict=True):
        for number, (corner, card) in enumerate(zip(corners, pile_cards, strict=True), 1):
            if number == len(corners) or corners[number] != corner:  # else it is covered
                painter.drawPixmap(QRect(*corner, wide, high), cards.card(card))


pictures: Final = GamePictures()
"""The only ones: whoever shows a game shares them."""


class GamePicture(QWidget):
    """A picture of one game, as large as the widget is.

    Until it is made, the one before stays where that is of the same game; else there is bare cloth.
    """

    def __init__(self) -> None:
        super().__init__()
        self._game = ""
        self._options: catalogue.Options = {}
        self._seed = SEED
        self._shown = QImage()
        pictures.made.connect(self.update)

    @property
    def shown(self) -> QImage:
        """What is seen: null before the first picture."""
        return self._shown

    def show_game(self, game: str, options: catalogue.Options, seed: str = SEED) -> None:
        """Show this game with these options, or the deal of it that is made from a seed."""
        if (game, options, seed) != (self._game, self._options, self._seed):
            if (game, seed) != (self._game, self._seed):
                self._shown = QImage()
            self._game, self._options, self._seed = game, dict(options), seed
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture that there is."""
        if not self._game:
            return
        ratio = self.devicePixelRatioF()
        found = pictures.find(self._game, self._options, self.size(), ratio, self._seed)
        self._shown = found or self._shown
        painted = self._shown
        if painted.isNull():
            painted = _bare_cloth(self.size() * ratio, ratio, preferences.live.now.cloth)
            painted.setDevicePixelRatio(ratio)
        painter = QPainter(self)
        painter.setOpacity(1 if self.isEnabled() else FAINT)
        painter.drawImage(QPoint(0, 0), painted)

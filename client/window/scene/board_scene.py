"""The scene of a board: the cards of a position, their glides, and the light on them.

It knows places and piles, and neither rules nor the mouse.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QEasingCurve,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QVariantAnimation,
)
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from client.board.card_moves import came_from
from client.board.layout import Arrangement, Box, Spot, Table, arrange, least_step, plan, step_over
from client.window.cards import deck
from client.window.cards.card_face import Strip, strip_of
from client.window.cards.cloth import paint_cloth
from client.window.desktop.pace import Pace
from client.window.scene.caption import caption_height, draw_caption
from client.window.scene.card_item import CardItem, CountItem, LightItem, Pictures
from client.window.scene.celebration import LASTS, Celebration
from engine.cards import DOWN, is_down
from engine.empty_places import USED_UP
from engine.places import Place

GLIDE: Final = 180
"""Milliseconds that a card takes to its place."""
DEAL: Final = 420
"""Milliseconds from the first card of a deal that leaves the pack to the last one, at most."""
DEALT: Final = 20
"""Milliseconds from one card of a deal to the next, at most."""
FLASH: Final = 600
"""Milliseconds that the red light on a refused card takes to fade."""

# What lies above what. Cards at rest are numbered by pile, then by card.
_PILE_Z: Final = 1_000.0
_FLIGHT_Z: Final = 1_000_000.0
_LIGHT_Z: Final = 2_000_000.0
_HELD_Z: Final = 3_000_000.0
_PEEK_Z: Final = 4_000_000.0
_PARTY_Z: Final = 5_000_000.0


class Flight(NamedTuple):
    """A card on its way home, from where and when it began."""

    item: CardItem
    start: QPoint
    wait: float
    """Milliseconds until it leaves."""
    turned: float
    """How far it was turned over when it left."""


class BoardScene(QGraphicsScene):
    """The cards, the lights and the cloth of one board. Coordinates are device pixels."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.pictures = Pictures()
        self.laid = Arrangement(Table(), ())
        """Where everything lies: nothing until there are a game and a size."""
        self._places: Sequence[Place] = ()
        self._piles: tuple[bytes, ...] = ()
        self._outlines: dict[int, str | None] = {}
        self.caption = ""
        self._size = (0, 0)
        self._ratio = 1.0
        self._items: dict[Spot, CardItem] = {}
        self._held: list[CardItem] = []
        self._grip: list[QPoint] = []
        """From the pointer to each held card's corner."""
        self._lights: dict[Spot, LightItem] = {}
        self._glows: list[LightItem] = []
        self._flashes: list[LightItem] = []
        self._peeked: CardItem | None = None
        self._parts: dict[tuple[int, int], QRectF] = {}
        """What is seen of a card, by how far off the next one lies on it."""
        self._counts: dict[int, CountItem] = {}
        self._redeals: int | None = None
        """How many cards lie in each stock."""
        self._cloth = deck.CLOTH
        self._table = QPixmap()
        """The cloth at the present size, once it has been seen."""
        self._celebration: Celebration | None = None
        self.party = QVariantAnimation(self)
        """The clock of a celebration."""
        self.party.setStartValue(0.0)
        self.party.setEndValue(LASTS)
        self.party.setDuration(round(LASTS * 1000))
        self.party.valueChanged.connect(self._celebrate)
        self.party.finished.connect(self._end_celebration)
        self._flights: list[Flight] = []
        self.pace = Pace()
        """Which frames are drawn of what glides."""
        self._easing = QEasingCurve(QEasingCurve.Type.OutCubic)
        self.glide = QVariantAnimation(self)
        """The clock of everything that is on its way."""
        self.glide.setStartValue(0.0)
        self.glide.valueChanged.connect(self._fly)
        self.glide.finished.connect(self._land)
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.setDuration(FLASH)
        self._fade.setEasingCurve(QEasingCurve.Type.InQuad)
        self._fade.valueChanged.connect(self._dim)
        self._fade.finished.connect(self._end_flash)

    # What is shown -------------------------------------------------------------------------------

    def set_places(self, places: Sequence[Place]) -> None:
        """Clear the table for a game with these places."""
        self._end_flash()
        self._end_celebration()
        self.put_down()
        self.unlight()
        self.glow(())
        for item in self._items.values():
            self.removeItem(item)
        self._items.clear()
        self._flights.clear()
        for count in self._counts.values():
            self.removeItem(count)
        self._counts = {
            pile: CountItem(self.pictures)
            for pile, place in enumerate(places)
            if place.kind == "stock" or place.mark
        }
        for count in self._counts.values():
            self.addItem(count)
        self._places = places
        self._piles = tuple(b"" for _ in places)
        self._outlines = {}
        self._plan()

    def resize(self, width: int, height: int, ratio: float) -> None:
        """Fit everything to a window of this size in device pixels, `ratio` to each pixel of Qt."""
        if (width, height, ratio) != (*self._size, self._ratio):
            self._size, self._ratio = (width, height), ratio
            self.setSceneRect(0, 0, width, height)
            self._plan()

    def set_caption(self, caption: str) -> None:
        """Write one line of plain text above the cards; without a text there is no such line."""
        if bool(caption) != bool(self.caption):
            self.caption = caption
            self._plan()
        self.caption = caption
        self.update(QRectF(0, 0, self._size[0], self._caption_height))

    def restyle(self) -> None:
        """Fit everything to a caption of another size."""
        if self.caption:
            self._plan()

    def show_redeals(self, redeals: int | None) -> None:
        """Show how often the stock may still come round; nothing for None."""
        self._redeals = redeals
        self._show_counts()

    def _show_counts(self) -> None:
        for pile, count in self._counts.items():
            cards = self._piles[pile]
            if cards and not is_down(cards[-1]):
                count.show_text("")  # a face says what there is to say, and is not to be covered
            elif mark := self._places[pile].mark:
                count.show_text(mark)
            elif cards or self._outlines.get(pile) != USED_UP:
                count.show_text(str(len(cards)) if cards else "", self._redeals)
            else:
                count.show_text("")  # the cross has said it

    def show_outlines(self, outlines: dict[int, str | None]) -> None:
        """Outline these places, each with its sign (see `engine.empty_places`)."""
        if outlines != self._outlines:
            self._outlines = outlines
            self._show_counts()
            self.update()

    def set_look(self, cards: deck.Deck, cloth: str) -> None:
        """Show cards like these on a cloth of this colour."""
        self.pictures.deck = cards
        self._cloth, self._table = cloth, QPixmap()
        self.update()

    def show_piles(self, piles: tuple[bytes, ...], *, glide: bool, deal: bool = False) -> set[Spot]:
        """Show these piles without any glow; return the cards that were not where they are now.

        With `glide` the cards go there slowly; with `deal`, new ones fly out from the pack.
        """
        self.glow(())
        self._end_flash()
        self._end_celebration()
        origins = came_from(self._piles, piles)
        old, self._items = self._items, {}
        moved: set[Spot] = set()
        for pile, cards in enumerate(piles):
            for index, card in enumerate(cards):
                spot = Spot(pile, index)
                origin = origins.get(spot)
                item = old.pop(origin, None) if origin is not None else None
                if item is None:
                    item = CardItem(self.pictures, DOWN if deal else card)
                    self.addItem(item)
                    if self.laid.table.bases:
                        item.setPos(self._pack() if deal else self._base(pile))
                item.turn(card, slowly=glide or deal)
                self._items[spot] = item
                if origin != spot:
                    moved.add(spot)
        for item in old.values():
            if item in self._held:
                self.put_down()
            self.removeItem(item)
        self._flights = [flight for flight in self._flights if flight.item.scene() is self]
        self._piles = piles
        self._arrange(glide=glide, deal=deal)
        return moved

    def _base(self, pile: int) -> QPoint:
        box = self.laid.table.bases[pile]
        return QPoint(box.x, box.y)

    def _pack(self) -> QPoint:
        """Return where a deal comes from: the pile that keeps the rest, or below the table."""
        rest = next((pile for pile, place in enumerate(self._places) if place.rest), None)
        if rest is not None:
            return self._base(rest)
        return QPoint((self._size[0] - self.pictures.size[0]) // 2, self._size[1])

    def _plan(self) -> None:
        self._end_celebration()
        width, height = self._size
        if not self._places or not width or not height:
            self.laid = Arrangement(Table(), ())
            return
        table = plan(self._places, width, height, top=self._caption_height)
        self.laid = arrange(table, self._piles)
        self.pictures.resize(table.card, self._ratio)
        self._parts.clear()
        for item in self._items.values():
            item.resized()
        for light in (*self._lights.values(), *self._glows, *self._flashes):
            light.resized()
        for count in self._counts.values():
            count.resized()
        self._place_lights()
        self._arrange(glide=False)
        self.update()

    @property
    def _caption_height(self) -> int:
        return round(caption_height() * self._ratio) if self.caption else 0

    def _arrange(self, *, glide: bool, deal: bool = False) -> None:
        """Send every card that is not held to its place, those of a deal row by row."""
        if not self.laid.table.bases:
            return
        self.laid = laid = arrange(self.laid.table, self._piles)
        for spot, item in self._items.items():
            item.home = QPoint(*laid.at[spot.pile][spot.card])
            item.hold_up(item in self._held)
        self._show_counts()
        for pile, count in self._counts.items():
            cards = len(self._piles[pile])
            top = laid.card_box(Spot(pile, cards - 1))
            count.setPos(top.x, top.y)
            count.setZValue(_rest_z(Spot(pile, cards)))
        away = [
            (spot, item)
            for spot, item in self._items.items()
            if item not in self._held and (item.pos().toPoint() != item.home or item.turned < 1)
        ]
        pause = 0.0
        if deal and away:
            away.sort(key=lambda each: (each[0].card, each[0].pile))
            pause = min(DEALT, DEAL / len(away))
            for card in {DOWN, *(item.card for _, item in away)}:
                self.pictures.card(card)  # drawn now, and not while they fly
        self.glide.stop()
        self._flights = [
            Flight(item, item.pos().toPoint(), number * pause, item.turned)
            for number, (_, item) in enumerate(away)
        ]
        if (glide or deal) and away:
            # Of another type than where it begins, Qt would find nothing between the two.
            lasts = float(self._flights[-1].wait + GLIDE)
            self.glide.setEndValue(lasts)
            self.glide.setDuration(round(lasts))
            self.glide.start()
            self._stack()
        else:
            self._land()

    def _stack(self) -> None:
        """Put every card above those that it lies on, and hide those that nobody can see."""
        loose = {flight.item for flight in self._flights}.union(self._held)
        # A card that only turns over where it lies is in nobody's way.
        flying = {each.item for each in self._flights if each.start != each.item.home}
        for pile, lying in enumerate(self.laid.at):
            above: CardItem | None = None
            strip = strip_of(*least_step(self._piles[pile], lying), self.pictures.size[0])
            for card in range(len(lying) - 1, -1, -1):
                spot = Spot(pile, card)
                item = self._items[spot]
                z = _rest_z(spot)
                if item in self._held:
                    z += _HELD_Z
                elif item in flying:
                    z += _FLIGHT_Z
                item.setZValue(z)
                if above is None and item not in loose:
                    item.show_part(self.pictures.rect, self._top_strip(pile, loose))
                elif above is None or item in loose or above in loose:
                    item.show_part(self.pictures.rect)
                else:
                    (left, top), (x, y) = lying[card], lying[card + 1]
                    item.show_part(self._left_by(x - left, y - top), strip)
                above = item

    def _top_strip(self, pile: int, loose: set[CardItem]) -> Strip | None:
        """Return what other piles, with cards that lie there, leave to be seen of a pile's top."""
        table = self.laid.table
        if not table.over[pile]:
            return None
        lying = [
            cards if cards and self._items[Spot(other, 0)] not in loose else b""
            for other, cards in enumerate(self._piles)
        ]
        return strip_of(*step_over(table, lying, pile), self.pictures.size[0])

    def _left_by(self, x: int, y: int) -> QRectF:
        """Return what is seen of a card if another lies on it, so far to the right and below."""
        part = self._parts.get((x, y))
        if part is None:
            part, corner = QRectF(self.pictures.rect), self.pictures.corner
            if x == 0 and y >= 0:
                part.setHeight(min(y + corner, part.height()) if y else 0)
            elif y == 0 and x > 0:
                part.setWidth(min(x + corner, part.width()))
            self._parts[x, y] = part
        return part

    # Gliding -------------------------------------------------------------------------------------

    def _fly(self, time: float) -> None:
        if not self.pace.is_due():
            return
        for item, start, wait, turned in self._flights:
            part = self._easing.valueForProgress(min(1.0, max(0.0, (time - wait) / GLIDE)))
            way = item.home - start
            item.setPos(start.x() + round(way.x() * part), start.y() + round(way.y() * part))
            item.turn_to(turned + (1 - turned) * part)

    def _land(self) -> None:
        for flight in self._flights:
            flight.item.setPos(flight.item.home)
            flight.item.turn_to(1.0)
        self._flights = []
        self._stack()

    # The end of a game won -----------------------------------------------------------------------

    def celebrate(self) -> None:
        """Let the suits dance over the table for a moment; it stands in nobody's way."""
        self._end_celebration()
        if not self.laid.table.bases:
            return
        wide, high = self.pictures.size
        goals = [
            base
            for base, place in zip(self.laid.table.bases, self._places, strict=True)
            if place.kind == "foundation"
        ]
        sources = [(box.x + wide / 2, box.y + high / 2) for box in goals or self.laid.table.bases]
        self._celebration = Celebration(self.sceneRect(), sources, wide)
        self._celebration.setZValue(_PARTY_Z)
        self.addItem(self._celebration)
        self.party.start()

    def _celebrate(self, time: float) -> None:
        if self._celebration is not None:
            self._celebration.show_at(time)

    def _end_celebration(self) -> None:
        self.party.stop()
        if self._celebration is not None:
            self.removeItem(self._celebration)
            self._celebration = None

    # Holding -------------------------------------------------------------------------------------

    def lift(self, spot: Spot, x: float, y: float) -> None:
        """Take up the card at `spot` and all above it, at once, even while they are gliding."""
        pointer = QPoint(round(x), round(y))
        self._held = [
            self._items[Spot(spot.pile, index)]
            for index in range(spot.card, len(self._piles[spot.pile]))
        ]
        self._flights = [flight for flight in self._flights if flight.item not in self._held]
        self._grip = [item.home - pointer for item in self._held]
        for item in self._held:
            item.hold_up(True)
            item.turn_to(1.0)
        self.carry(x, y)
        self._stack()

    def carry(self, x: float, y: float) -> None:
        """Take the held cards to where the pointer is."""
        pointer = QPoint(round(x), round(y))
        for item, grip in zip(self._held, self._grip, strict=True):
            item.setPos(pointer + grip)

    def held_box(self) -> Box | None:
        """Return where the lowest of the held cards is; None when none is held."""
        if not self._held:
            return None
        corner = self._held[0].pos().toPoint()
        return Box(corner.x(), corner.y(), *self.pictures.size)

    def put_down(self) -> None:
        """Hold nothing any more; the cards stay where they are until they are sent home."""
        for item in self._held:
            item.hold_up(False)
        self._held, self._grip = [], []

    def send_home(self, *, glide: bool) -> None:
        """Let every card that is not held go to its place."""
        self._arrange(glide=glide)

    def peek(self, spot: Spot | None) -> None:
        """Show this card above all others, until called with None."""
        if self._peeked is not None:
            self._peeked.hold_up(False)
            self._peeked = None
            self._stack()
        if spot is not None:
            self._peeked = self._items[spot]
            self._peeked.hold_up(True)
            self._peeked.show_part(self.pictures.rect)
            self._peeked.setZValue(_PEEK_Z)

    @property
    def peeking(self) -> bool:
        """Whether a card is shown above all others."""
        return self._peeked is not None

    # Light ---------------------------------------------------------------------------------------

    def light(self, spots: Iterable[Spot], colour: str = deck.TARGET) -> None:
        """Light these cards and places, and no others."""
        self.unlight()
        for spot in spots:
            light = LightItem(self.pictures, colour)
            covered = Spot(spot.pile, spot.card + 1) in self._items
            light.setZValue(_rest_z(spot) + 0.5 if covered else _LIGHT_Z)
            self.addItem(light)
            self._lights[spot] = light
        self._place_lights()

    def unlight(self) -> None:
        """Put out all lights that `light` has lit."""
        self._remove(self._lights.values())
        self._lights = {}

    @property
    def lit(self) -> set[Spot]:
        """What is lit now."""
        return set(self._lights)

    def _place_lights(self) -> None:
        for spot, light in self._lights.items():
            box = self.laid.card_box(spot)
            light.setPos(box.x, box.y)

    def glow(self, spots: Iterable[Spot]) -> None:
        """Let these cards glow, and no others, wherever they go."""
        self._remove(self._glows)
        self._glows = [LightItem(self.pictures, deck.PLAYABLE, self._items[spot]) for spot in spots]

    def flash(self, spots: Iterable[Spot]) -> None:
        """Let a red light fade on these cards: they were refused."""
        self._end_flash()
        self._flashes = [
            LightItem(self.pictures, deck.REFUSED, self._items[spot]) for spot in spots
        ]
        if self._flashes:
            self._fade.start()

    def _dim(self, opacity: float) -> None:
        for light in self._flashes:
            light.setOpacity(opacity)

    def _end_flash(self) -> None:
        self._fade.stop()
        self._remove(self._flashes)
        self._flashes = []

    def _remove(self, lights: Iterable[LightItem]) -> None:
        for light in lights:
            light.setParentItem(None)  # type: ignore[arg-type]  # or the card would take it along
            self.removeItem(light)

    # The table -----------------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the cloth, the caption and the empty places."""
        size = QSize(*self._size)
        if self._table.size() != size:
            self._table = paint_cloth(size, self._cloth)
        painter.drawPixmap(rect, self._table, rect)
        if self.caption:
            draw_caption(painter, self.caption, self._size[0], self._ratio)
        for pile, sign in self._outlines.items() if self.laid.table.bases else ():
            box = QRect(*self.laid.table.bases[pile])
            if QRectF(box).intersects(rect):
                painter.drawPixmap(box.topLeft(), self.pictures.place(sign))


def _rest_z(spot: Spot) -> float:
    return spot.pile * _PILE_Z + spot.card

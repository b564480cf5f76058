"""Where the cards lie: from card units to pixels, piles squeezed to fit. Pure, no toolkit.

    table = plan(game.places, 1280, 800)      # once for a game and a size of the window
    laid = arrange(table, state.piles)        # once for a state
    laid.at[6][0]                             # the upper left pixel of the lowest card of pile 6
    laid.hit(640, 400)                        # which card lies under the pointer

All positions are whole pixels, so that cards drawn at exactly this size stay sharp.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import is_down
from engine.places import Place
from engine.state import Action, Click, Move, State

ASPECT: Final = 1.4
"""A card's height over its width."""

# In card widths:
GAP: Final = 0.07
LEAST_GAP: Final = 0.03
"""What stays of a gap in a row whose places lie closer than the columns."""
CLOSE: Final = 0.8
"""Places closer than this lie on each other, as the game wants them to."""
WIDE_GAP: Final = 0.25
"""What a gap grows to where the window has room to spare."""
TO_GAPS: Final = 0.25
"""The part of such room that gaps get above piles that grow down."""
EDGE: Final = 0.12
"""What stays free along the window's edges (to the right and left, above and below)."""
STEP_RIGHT: Final = 0.34
"""How far a card lies from the one under it: far enough to read the index."""
LAST_RIGHT: Final = 1.1
"""What a pile that spreads to the right needs beyond its first card, where nothing else lies."""
MORE: Final = 1
"""How many cards more than are dealt to it such a pile has room for, if there is any to spare."""

# In card heights:
STEP_DOWN: Final = 0.28
WIDE_STEP_DOWN: Final = 0.36
"""What such a step grows to where the columns have room to spare."""
LONG: Final = 14
"""So many steps fit into a column before they grow: what is dealt and what comes onto it."""
LAST_DOWN: Final = 1.6
LENGTHS: Final = (0.6, 1.0, LAST_DOWN)
"""For how long columns there is room beyond their first cards where cards should be as large as
they can be: the least of these that does."""
CLOSE_STEP_DOWN: Final = STEP_DOWN / 2
"""How close a face-up card may then lie to the one under it."""

DOWN_STEP: Final = 0.5
"""A face-down card shows this much of what a face-up one does, as there is nothing to read."""
LEAST_DOWN_STEP: Final = 0.3
"""A face-down card of a pile that is squeezed shows this much of what a face-up one does."""

DROP: Final = 1 / 8
"""A card is over a pile that takes it when this much of the card is."""


class Box(NamedTuple):
    """A rectangle of whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column of pixels to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row of pixels below it."""
        return self.y + self.height

    def has(self, x: float, y: float) -> bool:
        """Return whether the point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def common(self, other: "Box") -> int:
        """Return the area, in pixels, that both cover."""
        width = min(self.right, other.right) - max(self.x, other.x)
        height = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0, width) * max(0, height)

    def joined(self, other: "Box") -> "Box":
        """Return the smallest box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


class Spot(NamedTuple):
    """A card by its place in the position: `card` counts from the bottom, -1 is the bare place."""

    pile: int
    card: int

    @classmethod
    def top(cls, state: State, pile: int) -> "Spot":
        """Return where the top card of a pile is, or its bare place."""
        return cls.lowest(state, pile, 1)

    @classmethod
    def lowest(cls, state: State, pile: int, count: int) -> "Spot":
        """Return where the lowest of the `count` top cards of a pile is."""
        return cls(pile, len(state.piles[pile]) - count)


def spots_of(state: State, action: Action) -> tuple[Spot, ...]:
    """Return where an action is done: the lowest card that it moves, and what that goes onto.

    For a click it is the top card of the pile, and for the game's button nothing.
    """
    match action:
        case Move(source, count, target):
            return Spot.lowest(state, source, count), Spot.top(state, target)
        case Click(pile):
            return (Spot.top(state, pile),)
    return ()


@dataclass(frozen=True)
class Table:
    """A game's places on a window of one size."""

    places: Sequence[Place] = ()
    width: int = 0
    height: int = 0
    card: tuple[int, int] = (1, 1)
    """A card's width and height."""
    bases: tuple[Box, ...] = ()
    """Where each place's lowest card lies."""
    rooms: tuple[Box, ...] = ()
    """How far each place's cards may spread: never over another place that lies apart from it."""
    step_down: float = STEP_DOWN
    """How far a card lies below the one under it, in card heights."""
    over: tuple[tuple[int, ...], ...] = ()
    """For each squared place, those that lie on it straight from below or from the right."""


def plan(
    places: Sequence[Place],
    width: int,
    height: int,
    *,
    top: int = 0,
    length: float = LAST_DOWN,
    tallest: float = ASPECT,
) -> Table:
    """Return where the places lie on `width` by `height` pixels, of which `top` above stay free.

    All places fit, and the cards are as large as that lets them be. With a lesser `length` (one of
    `LENGTHS`), less is kept free for columns to grow, which are squeezed sooner. With `tallest`,
    cards that have less room beside each other than below are taller than others, up to so many
    times their width: as a page on a phone has need of.

    Raises:
        ValueError: there are no places.
    """
    if not places:
        raise ValueError("a game without places cannot be laid out")
    left = min(place.at[0] for place in places)
    first = min(place.at[1] for place in places)
    columns = max(place.at[0] for place in places) - left
    rows = max(place.at[1] for place in places) - first
    # What sticks out beyond the last column and row, in cards.
    beyond_x = (
        max(place.at[0] - left + _needed(places, place, "right") for place in places) - columns
    )
    beyond_y = (
        max(place.at[1] - first + min(_needed(places, place, "down"), length) for place in places)
        - rows
    )

    # From one column to the next, in cards: at least so much that fans can be read, and no
    # more than piles that spread against their neighbours can use.
    least_x = max(
        1 + GAP,
        _pitch_apart(places),
        *(_pitch_for(places, place, _least(place)) for place in places),
    )
    most_x = max(1 + WIDE_GAP, *(_pitch_for(places, place, _last(place)) for place in places))

    across = columns * least_x + 1 + beyond_x + 2 * EDGE
    along = (rows * (1 + GAP / ASPECT) + 1 + beyond_y) * ASPECT + 2 * EDGE
    card_width = max(8, int(min(width / across, (height - top) / along)))
    high = ((height - top) / card_width - 2 * EDGE - rows * GAP) / (rows + 1 + beyond_y)
    card_height = round(card_width * max(ASPECT, min(high, tallest)))
    edge = round(EDGE * card_width)

    # Spare room widens the gaps; of that below piles that grow down, these keep the most.
    # Before that, what is dealt at the right edge gets room to be read.
    room_x = width - 2 * edge - beyond_x * card_width
    spare = room_x / card_width - 1 - columns * least_x
    liked = max(place.at[0] - left + _liked(places, place) for place in places) - columns - beyond_x
    if spare > 0 and liked > 0:
        beyond_x += min(spare, liked)
        room_x = width - 2 * edge - beyond_x * card_width
    pitch_x = _pitch(card_width, columns, room_x, most_x * card_width)
    room_y: float = height - top - 2 * edge
    if beyond_y:
        least_y = card_height + GAP * card_width
        spare_y = room_y - rows * least_y - card_height * (1 + beyond_y)
        room_y = rows * least_y + card_height + max(0, spare_y) * TO_GAPS
    pitch_y = _pitch(card_height, rows, room_y, card_height + WIDE_GAP * card_width)
    used_x = columns * pitch_x + card_width * (1 + beyond_x)
    grows = any(_needed(places, place, "down") for place in places)
    used_y = height - top - 2 * edge if grows else rows * pitch_y + card_height
    x0, y0 = (width - used_x) / 2, top + (height - top - used_y) / 2
    bases = tuple(
        Box(
            round(x0 + (place.at[0] - left) * pitch_x),
            round(y0 + (place.at[1] - first) * pitch_y),
            card_width,
            card_height,
        )
        for place in places
    )
    rooms = _rooms(places, bases, width - edge, height - edge)
    over = tuple(_over(places, bases, pile) for pile in range(len(places)))
    card = (card_width, card_height)
    step = _step_down(places, rooms, card_height)
    return Table(tuple(places), width, height, card, bases, rooms, step, over)


def length_for(places: Sequence[Place], piles: Sequence[bytes]) -> float:
    """Return the least of `LENGTHS` in which these columns can still be looked through."""
    needed = 0.0
    for place, cards in zip(places, piles, strict=True):
        if place.spread == "down":
            up, down = _steps(cards, place.fan)
            needed = max(needed, (up + down * LEAST_DOWN_STEP) * CLOSE_STEP_DOWN)
    return next((length for length in LENGTHS if length >= needed), LAST_DOWN)


def _needed(places: Sequence[Place], place: Place, spread: str) -> float:
    """Return how many card lengths a pile needs beyond its first card, if no place bounds it."""
    if place.spread != spread or any(_follows(place, other, spread) for other in places):
        return 0.0
    return _last(place)


def _liked(places: Sequence[Place], place: Place) -> float:
    """Return how many card widths a pile at the right edge needs beyond its first as it is dealt.

    There is room for a few cards more in it.
    """
    if not _needed(places, place, "right") or place.fan:
        return 0.0
    return (_dealt(place) + MORE) * STEP_RIGHT


def _dealt(place: Place) -> float:
    """Return for how many steps of face-up cards a pile has cards as it is dealt."""
    return max(0, place.up + place.down * DOWN_STEP - 1)


def _last(place: Place) -> float:
    """Return how many card lengths a pile likes to have beyond its first card."""
    step, last = (STEP_DOWN, LAST_DOWN) if place.spread == "down" else (STEP_RIGHT, LAST_RIGHT)
    return min((place.fan - 1) * step, last) if place.fan else last


def _least(place: Place) -> float:
    """Return how many card widths a pile that spreads to the right must have beyond its first.

    That is the room for its fan, or without one for what is dealt to it.
    """
    dealt = _dealt(place) * STEP_RIGHT
    return _last(place) if place.fan else min(dealt, _last(place))


def _pitch_for(places: Sequence[Place], place: Place, length: float) -> float:
    """Return the pitch, in cards, that gives a pile this length up to the place to its right."""
    if place.spread != "right":
        return 0.0
    steps = [other.at[0] - place.at[0] for other in places if _follows(place, other, "right")]
    return (1 + length + GAP) / min(steps) if steps else 0.0


def _pitch_apart(places: Sequence[Place]) -> float:
    """Return the pitch, in cards, that keeps places apart which lie closer than the columns."""
    steps = [
        other.at[0] - place.at[0]
        for place in places
        for other in places
        if other.at[1] == place.at[1] and CLOSE < other.at[0] - place.at[0] < 1
    ]
    return (1 + LEAST_GAP) / min(steps) if steps else 0.0


def _follows(place: Place, other: Place, spread: str) -> bool:
    dx, dy = other.at[0] - place.at[0], other.at[1] - place.at[1]
    return (abs(dx) < 1 and dy >= 1) if spread == "down" else (abs(dy) < 1 and dx >= 1)


def _pitch(card: int, count: float, room: float, most: float) -> float:
    """Return the step with which `count` steps and one card fill `room`, but at most `most`."""
    if not count:
        return float(card)
    return min((room - card) / count, most)


def _step_down(places: Sequence[Place], rooms: Sequence[Box], card: int) -> float:
    """Return how far cards of this height lie apart in the columns, in card heights."""
    free = [
        room.height / card - 1
        for place, room in zip(places, rooms, strict=True)
        if place.spread == "down"
    ]
    return min(max(STEP_DOWN, min(free) / LONG), WIDE_STEP_DOWN) if free else STEP_DOWN


def _over(places: Sequence[Place], bases: Sequence[Box], pile: int) -> tuple[int, ...]:
    """Return the later places that lie on a squared one, level with it one way or the other."""
    if places[pile].spread != "squared":
        return ()
    base = bases[pile]
    return tuple(
        other
        for other, box in enumerate(bases[pile + 1 :], pile + 1)
        if base.common(box) and (box.x == base.x or box.y == base.y)
    )


def _rooms(
    places: Sequence[Place], bases: Sequence[Box], right: int, bottom: int
) -> tuple[Box, ...]:
    """Give each spread pile the room up to the next place, those that spread down first."""
    rooms = list(bases)
    for spread in ("down", "right"):
        for i, place in enumerate(places):
            if place.spread != spread:
                continue
            base = bases[i]
            others = [room for j, room in enumerate(rooms) if not bases[j].common(base)]
            if spread == "down":
                grown = base._replace(height=max(base.height, bottom - base.y))
                end = min(
                    (o.y for o in others if o.y >= base.bottom and o.common(grown)),
                    default=grown.bottom + 1,
                )
                rooms[i] = base._replace(height=max(base.height, end - 1 - base.y))
            else:
                grown = base._replace(width=max(base.width, right - base.x))
                end = min(
                    (o.x for o in others if o.x >= base.right and o.common(grown)),
                    default=grown.right + 1,
                )
                rooms[i] = base._replace(width=max(base.width, end - 1 - base.x))
    return tuple(rooms)


@dataclass(frozen=True)
class Arrangement:
    """A position on a table: where each card lies. Later places and higher cards lie above."""

    table: Table
    at: tuple[tuple[tuple[int, int], ...], ...]
    """For each pile, the upper left pixel of each of its cards, the lowest first."""

    def card_box(self, spot: Spot) -> Box:
        """Return where a card lies, covered or not; for the card -1, the place itself."""
        if spot.card < 0:
            return self.table.bases[spot.pile]
        return Box(*self.at[spot.pile][spot.card], *self.table.card)

    def pile_box(self, pile: int) -> Box:
        """Return what a pile covers, with all its cards."""
        base = self.table.bases[pile]
        return base.joined(self.card_box(Spot(pile, len(self.at[pile]) - 1)))

    def hit(self, x: float, y: float) -> Spot | None:
        """Return the highest card under a point, or else the empty place there, or None."""
        piles = range(len(self.at) - 1, -1, -1)
        for pile in piles:
            for index in range(len(self.at[pile]) - 1, -1, -1):
                if self.card_box(Spot(pile, index)).has(x, y):
                    return Spot(pile, index)
        for pile in piles:
            if not self.at[pile] and self.table.bases[pile].has(x, y):
                return Spot(pile, -1)
        return None

    def drop_target(
        self, held: Box, x: float, y: float, source: int, legal: Collection[int]
    ) -> int | None:
        """Return the pile that a card let go at `held`, the pointer at (x, y), is meant for.

        Of the piles in `legal`, the one that the card covers most of; if it hardly covers any, the
        one that it covers most of among all (which may be `source`, where it came from), or None.
        """
        covered = {pile: held.common(self.pile_box(pile)) for pile in range(len(self.at))}
        enough = held.width * held.height * DROP
        meant = [p for p in legal if covered[p] >= enough or self.pile_box(p).has(x, y)]
        if meant:
            return max(meant, key=lambda pile: covered[pile])
        best = max(covered, key=lambda pile: (covered[pile], pile == source))
        return best if covered[best] else None


def arrange(table: Table, piles: Sequence[bytes]) -> Arrangement:
    """Return where the cards of `piles` lie, spread as their places say and squeezed to fit."""
    return Arrangement(table, tuple(spread(table, i, cards) for i, cards in enumerate(piles)))


def spread(table: Table, pile: int, cards: bytes) -> tuple[tuple[int, int], ...]:
    """Return the upper left pixel of each of a pile's cards, the lowest first."""
    place, base, room = table.places[pile], table.bases[pile], table.rooms[pile]
    if place.spread == "squared" or len(cards) < 2:
        return ((base.x, base.y),) * len(cards)
    width, height = table.card
    if place.spread == "down":
        offsets = _offsets(cards, place.fan, table.step_down * height, room.height - height)
        return tuple((base.x, base.y + offset) for offset in offsets)
    offsets = _offsets(cards, place.fan, STEP_RIGHT * width, room.width - width)
    return tuple((base.x + offset, base.y) for offset in offsets)


def step_over(table: Table, piles: Sequence[bytes], pile: int) -> tuple[int, int]:
    """Return how far right and down another pile's cards lie on the top card of this one."""
    base = table.bases[pile]
    steps = (
        (abs(table.bases[over].x - base.x), abs(table.bases[over].y - base.y))
        for over in table.over[pile]
        if piles[over]
    )
    return min(steps, default=(0, 0))


def least_step(cards: Sequence[int], at: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return how far right and down the cards of a pile lie on face-up ones, at the least.

    As positions are whole pixels, some lie further; whoever draws what is seen of a pile's cards
    draws it alike by this.
    """
    steps = [
        (x - left, y - top)
        for card, (left, top), (x, y) in zip(cards, at, at[1:], strict=False)
        if not is_down(card) and (left, top) != (x, y)
    ]
    return min(steps, default=(0, 0))


def _first_apart(cards: bytes, fan: int) -> int:
    """Return the lowest card that lies apart from the next one, counted from below."""
    return max(0, len(cards) - fan) if fan else 0


def _steps(cards: bytes, fan: int) -> tuple[int, int]:
    """Return how many face-up and face-down cards of a pile another one lies apart from."""
    apart = cards[_first_apart(cards, fan) : -1]
    down = sum(map(is_down, apart))
    return len(apart) - down, down


def _offsets(cards: bytes, fan: int, step: float, room: int) -> list[int]:
    """Return how far each card lies from the first, the last one `room` at most."""
    first_apart = _first_apart(cards, fan)
    up, down = _steps(cards, fan)
    down_step = step * DOWN_STEP
    if up * step + down * down_step > room:
        down_step = step * LEAST_DOWN_STEP  # there is nothing to read on a face-down card
        needed = up * step + down * down_step
        if needed > room:
            step, down_step = step * room / needed, down_step * room / needed
    offsets = [0]
    at = 0.0
    for i, card in enumerate(cards[:-1]):
        if i >= first_apart:
            at += down_step if is_down(card) else step
        offsets.append(int(at))
    return offsets

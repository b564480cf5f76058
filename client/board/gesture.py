"""Press, drag, click: what a hand on the mouse means, as one pure state machine.

Cards can be moved in two ways, mixed freely, as in the game 4x13:

* **press - move - release**: the card is lifted by the press and dropped by the release (a *drag*);
* **click - move - click**: the card is lifted by the first click, sticks to the pointer, and is
  dropped by the second.

A press always lifts at once; only the release decides which of the two it was. It was a click when
it came at most `Thresholds.quick` after the press, wherever the pointer went, or at most
`Thresholds.slow` after it with the pointer less than `Thresholds.still` of a card away, sideways
and lengthwise, from where it was pressed. (Only the place of the release counts: a pointer that
strayed and came back has not moved.) But a card that was moved to another place that takes it was
dragged, however quickly: there, both ways want the same. So was one that went a whole card's way
(`BROUGHT`) and was let go with the pointer right on a place that does not take it: the rules refuse
it in words, where it would stick to the hand without any. Elsewhere, the bare table too, a quick
release stays a click, for a hand that clicks and hurries on to a pile passes over others.

Whoever presses another card while one sticks to the pointer wants that other one, unless the first
may go there: then the first is put back, and the other lifted.

`Gesture` is told what the hand does and answers with what is to happen, as a tuple of events. It
needs no timer and knows no toolkit: times are seconds on any clock that never runs backwards,
positions are in card widths (x) and card heights (y), and a *place* is whatever the caller names
its piles or cells by; the gesture only asks whether two of them are equal.

>>> gesture = Gesture[str]()
>>> gesture.press(0.0, Point(1.5, 0.5), "left", liftable=True)
(Lift(source='left', at=Point(x=1.5, y=0.5)),)
>>> gesture.release(0.1, Point(1.5, 0.5), "left")
(Stick(source='left'),)
>>> gesture.move(Point(4.2, 0.5))
(Carry(source='left', at=Point(x=4.2, y=0.5)),)
>>> gesture.press(0.9, Point(4.2, 0.5), "right", liftable=False)
(Carry(source='left', at=Point(x=4.2, y=0.5)),)
>>> gesture.release(1.0, Point(4.2, 0.5), "right")
(Drop(source='left', target='right', at=Point(x=4.2, y=0.5)),)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

PlaceT = TypeVar("PlaceT")

BROUGHT: Final = 1.0
"""Card widths or heights: so far, or further, a click has hardly gone when it ends."""


class Point(NamedTuple):
    """Where the pointer is: x in card widths, y in card heights."""

    x: float
    y: float


@dataclass(frozen=True)
class Thresholds:
    """What makes a click, and two of them a double-click: said here and nowhere else."""

    quick: float = 0.2
    """Seconds: a release this soon (or sooner) ends a click, however far the pointer went, unless
    it brought the card to another place."""
    slow: float = 1.0
    """Seconds: a release this soon (or sooner) ends a click if the pointer stayed `still`."""
    still: float = 1 / 6
    """Card widths and heights: a pointer that moved by less than this, both ways, stayed still."""
    double: float = 0.4
    """Seconds from press to press: two clicks this close, `still` between them, are a double."""

    def is_click(
        self,
        press: ButtonDown,
        time: float,
        at: Point,
        *,
        taken: bool = False,
        refused: bool = False,
    ) -> bool:
        """Return whether a release at that time and point makes the press a click.

        `taken` says whether it is over another place that takes the card, `refused` whether the
        pointer is right on one that does not.
        """
        elapsed = _settled(time - press.time)
        if self._is_still(press.at, at):
            return elapsed <= max(self.quick, self.slow)
        brought = taken or (refused and _went_a_card(press.at, at))
        return elapsed <= self.quick and not brought

    def is_double(self, first: ButtonDown, second: ButtonDown) -> bool:
        """Return whether the second of two clicks, told by their presses, makes a double-click."""
        elapsed = _settled(second.time - first.time)
        return elapsed <= self.double and self._is_still(first.at, second.at)

    def _is_still(self, a: Point, b: Point) -> bool:
        limit = _settled(self.still)
        return _settled(abs(a.x - b.x)) < limit and _settled(abs(a.y - b.y)) < limit


def _went_a_card(a: Point, b: Point) -> bool:
    return max(_settled(abs(a.x - b.x)), _settled(abs(a.y - b.y))) >= BROUGHT


def _settled(value: float) -> float:
    """Cut off what floating point leaves behind: 100.2 - 100.0 is 0.2 here, and no more."""
    return round(value, 6)


@dataclass(frozen=True)
class ButtonDown:
    """When and where the button went down."""

    time: float
    at: Point


# What the gesture answers.


@dataclass(frozen=True)
class Lift(Generic[PlaceT]):
    """The card at `source` leaves its place and follows the pointer from here."""

    source: PlaceT
    at: Point


@dataclass(frozen=True)
class Stick(Generic[PlaceT]):
    """The press that lifted the card was a click: the card stays at the pointer, button up.

    A game in which a click alone moves a card makes its move here, and calls `Gesture.cancel`.
    """

    source: PlaceT


@dataclass(frozen=True)
class Carry(Generic[PlaceT]):
    """The lifted card is now here."""

    source: PlaceT
    at: Point


@dataclass(frozen=True)
class Drop(Generic[PlaceT]):
    """The lifted card is let go over another place; whether it may lie there is for the rules."""

    source: PlaceT
    target: PlaceT
    at: Point


@dataclass(frozen=True)
class PutBack(Generic[PlaceT]):
    """The lifted card goes back to where it came from."""

    source: PlaceT


@dataclass(frozen=True)
class SingleClick(Generic[PlaceT]):
    """A click on a place from which nothing could be lifted, such as the stock."""

    place: PlaceT


@dataclass(frozen=True)
class DoubleClick(Generic[PlaceT]):
    """Two clicks on one card, which is back in its place (a `PutBack` comes right before)."""

    place: PlaceT


Event: TypeAlias = (
    Lift[PlaceT]
    | Stick[PlaceT]
    | Carry[PlaceT]
    | Drop[PlaceT]
    | PutBack[PlaceT]
    | SingleClick[PlaceT]
    | DoubleClick[PlaceT]
)
Answer: TypeAlias = tuple[Event[PlaceT], ...]


# The states. The button is down in Pressed, Held and Dropping; a card is up in the last three.


@dataclass(frozen=True)
class _Idle:
    pass


@dataclass(frozen=True)
class _Pressed(Generic[PlaceT]):
    """The button is down on something that cannot be lifted."""

    place: PlaceT
    press: ButtonDown


@dataclass(frozen=True)
class _Held(Generic[PlaceT]):
    """Lifted by a press that may yet turn out to be a click or a drag."""

    source: PlaceT
    press: ButtonDown


@dataclass(frozen=True)
class _Stuck(Generic[PlaceT]):
    """Lifted by a click; the pointer carries the card with the button up."""

    source: PlaceT
    first: ButtonDown


@dataclass(frozen=True)
class _Dropping(Generic[PlaceT]):
    """As stuck, and the button is down again: its release lets the card go."""

    source: PlaceT
    first: ButtonDown
    second: ButtonDown


_State: TypeAlias = _Idle | _Pressed[PlaceT] | _Held[PlaceT] | _Stuck[PlaceT] | _Dropping[PlaceT]


class Gesture(Generic[PlaceT]):
    """One hand on one board. Feed it every press, move and release of the left button.

    Every `Lift` is followed by exactly one `Drop` or `PutBack` before the next. Input that cannot
    be (a release without a press, a press while pressed because a release got lost) is taken for
    the nearest thing that can.
    """

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self.thresholds = thresholds or Thresholds()
        self._state: _State[PlaceT] = _Idle()

    @property
    def source(self) -> PlaceT | None:
        """The place whose card is lifted now, or None."""
        match self._state:
            case _Held(source=source) | _Stuck(source=source) | _Dropping(source=source):
                return source
        return None

    def press(
        self, time: float, at: Point, place: PlaceT | None, *, liftable: bool, takes: bool = True
    ) -> Answer[PlaceT]:
        """Take in that the button goes down over a place, or over the bare table for None.

        `liftable` says whether there is a card that may be lifted. `takes` says whether a carried
        card may be put there (True where nobody knows); it does not matter while none is carried.
        """
        press = ButtonDown(time, at)
        back: Answer[PlaceT] = ()
        match self._state:
            case (
                _Held(source=source, press=first)  # its release got lost: let it stick
                | _Stuck(source=source, first=first)
                | _Dropping(source=source, first=first)
            ):
                another = liftable and place not in (None, source) and not takes
                if not another or self.thresholds.is_double(first, press):
                    self._state = _Dropping(source, first, press)
                    return (Carry(source, at),)
                back = (PutBack(source),)
        if place is None:
            self._state = _Idle()
            return ()
        if not liftable:
            self._state = _Pressed(place, press)
            return ()
        self._state = _Held(place, press)
        return (*back, Lift(place, at))

    def move(self, at: Point) -> Answer[PlaceT]:
        """Take in that the pointer is here now, button up or down."""
        source = self.source
        return () if source is None else (Carry(source, at),)

    def release(
        self,
        time: float,
        at: Point,
        place: PlaceT | None,
        *,
        takes: bool = True,
        right_on: bool = True,
    ) -> Answer[PlaceT]:
        """Take in that the button comes up over a place, or over the bare table for None.

        `takes` says whether the lifted card may be put there (True where nobody knows), `right_on`
        whether the pointer itself is on that place, and not only some of the card. A card let go
        over the bare table, or over its own place, is put back.
        """
        other = place not in (None, self.source)
        taken, refused = other and takes, other and not takes and right_on
        match self._state:
            case _Pressed(place=pressed, press=press):
                self._state = _Idle()
                return (SingleClick(pressed),) if self.thresholds.is_click(press, time, at) else ()
            case _Held(source=source, press=press):
                if self.thresholds.is_click(press, time, at, taken=taken, refused=refused):
                    self._state = _Stuck(source, press)
                    return (Stick(source),)
                return self._let_go(source, at, place)
            case _Dropping(source=source, first=first, second=second):
                double = self.thresholds.is_double(first, second)
                if double and self.thresholds.is_click(
                    second, time, at, taken=taken, refused=refused
                ):
                    self._state = _Idle()
                    return (PutBack(source), DoubleClick(source))
                return self._let_go(source, at, place)
        return ()

    def cancel(self) -> Answer[PlaceT]:
        """Put a lifted card back, as for Escape, the right button, or a window without the focus.

        This is harmless at any time. A button that is still down means nothing until it is pressed
        again.
        """
        source = self.source
        self._state = _Idle()
        return () if source is None else (PutBack(source),)

    def _let_go(self, source: PlaceT, at: Point, place: PlaceT | None) -> Answer[PlaceT]:
        self._state = _Idle()
        if place is None or place == source:
            return (PutBack(source),)
        return (Drop(source, place, at),)

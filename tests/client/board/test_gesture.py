"""The gesture: its borders one by one, and its promises over any sequence of inputs."""

from __future__ import annotations

import doctest
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.board import gesture as gesture_module
from client.board.gesture import (
    Answer,
    Carry,
    DoubleClick,
    Drop,
    Gesture,
    Lift,
    Point,
    PutBack,
    SingleClick,
    Stick,
    Thresholds,
)

HERE = Point(2.5, 1.5)
FAR = Point(5.5, 1.5)
SIXTH = 1 / 6


def lifted(thresholds: Thresholds | None = None, time: float = 0.0) -> Gesture[str]:
    """A gesture whose button is down on a card at "a"."""
    gesture = Gesture[str](thresholds)
    assert gesture.press(time, HERE, "a", liftable=True) == (Lift("a", HERE),)
    return gesture


def stuck(time: float = 0.0) -> Gesture[str]:
    """A gesture that carries the card of "a" after a click of 100 ms that began at `time`."""
    gesture = lifted(time=time)
    assert gesture.release(time + 0.1, HERE, "a") == (Stick("a"),)
    return gesture


@pytest.mark.parametrize("start", [0.0, 1.0, 100.0, 1234567.891, 1.7e9])
@pytest.mark.parametrize(
    ("elapsed", "dx", "dy", "is_click"),
    [
        (0.0, 0.0, 0.0, True),
        (0.199, 0.0, 0.0, True),
        (0.199, 9.0, 9.0, True),  # quick: the way does not matter
        (0.2, 9.0, 0.0, True),  # "at most"
        (0.2, 0.0, -9.0, True),
        (0.201, 9.0, 0.0, False),
        (0.201, 0.0, 9.0, False),
        (0.201, 0.0, 0.0, True),  # slow, but still
        (0.999, 0.1, -0.1, True),
        (1.0, 0.0, 0.0, True),  # "at most"
        (1.0, 0.166, -0.166, True),
        (1.0, SIXTH, 0.0, False),  # "less than"
        (1.0, -SIXTH, 0.0, False),
        (1.0, 0.0, SIXTH, False),
        (1.0, 0.0, -SIXTH, False),
        (0.5, 0.0, 0.17, False),
        (0.5, 0.17, 0.0, False),
        (0.5, 0.16, 0.16, True),  # each direction by itself, not the diagonal
        (1.001, 0.0, 0.0, False),
        (60.0, 0.0, 0.0, False),
    ],
)
def test_click_or_drag(start: float, elapsed: float, dx: float, dy: float, is_click: bool) -> None:
    at = Point(HERE.x + dx, HERE.y + dy)
    gesture = lifted(time=start)
    on_card = gesture.release(start + elapsed, at, "b", takes=False, right_on=False)
    assert on_card == ((Stick("a"),) if is_click else (Drop("a", "b", at),))

    on_stock = Gesture[str]()
    assert on_stock.press(start, HERE, "stock", liftable=False) == ()
    assert on_stock.release(start + elapsed, at, "b") == (
        (SingleClick("stock"),) if is_click else ()
    )


@pytest.mark.parametrize("start", [0.0, 100.0, 1.7e9])
@pytest.mark.parametrize(
    ("place", "dx", "dy", "is_click"),
    [
        ("b", 3.0, 0.0, False),
        ("b", SIXTH, 0.0, False),
        ("b", 0.0, -SIXTH, False),
        ("b", 0.166, -0.166, True),  # the hand shook at the border
        ("a", 0.9, 0.0, True),  # on its own place
        (None, 3.0, 0.0, True),  # on its way
    ],
)
@pytest.mark.parametrize("elapsed", [0.0, 0.12, 0.2])
def test_a_quick_drag_to_a_place_that_takes_the_card(
    start: float, elapsed: float, place: str | None, dx: float, dy: float, is_click: bool
) -> None:
    at = Point(HERE.x + dx, HERE.y + dy)
    events = lifted(time=start).release(start + elapsed, at, place, takes=True)
    assert events == ((Stick("a"),) if is_click else (Drop("a", "b", at),))


@pytest.mark.parametrize("start", [0.0, 100.0, 1.7e9])
@pytest.mark.parametrize(
    ("place", "right_on", "dx", "dy", "is_click"),
    [
        ("b", True, 1.0, 0.0, False),  # a whole card's way
        ("b", True, 0.0, -1.0, False),
        ("b", True, 3.0, 2.0, False),
        ("b", True, 0.999, -0.999, True),  # on its way, or the hand shook
        ("b", False, 3.0, 0.0, True),  # on the bare table, with some of the card on that place
        ("a", True, 3.0, 0.0, True),  # on its own place
        (None, False, 3.0, 0.0, True),
    ],
)
@pytest.mark.parametrize("elapsed", [0.0, 0.12, 0.2])
def test_a_quick_drag_to_a_place_that_does_not_take_the_card(
    start: float,
    elapsed: float,
    place: str | None,
    right_on: bool,
    dx: float,
    dy: float,
    is_click: bool,
) -> None:
    at = Point(HERE.x + dx, HERE.y + dy)
    gesture = lifted(time=start)
    events = gesture.release(start + elapsed, at, place, takes=False, right_on=right_on)
    assert events == ((Stick("a"),) if is_click else (Drop("a", "b", at),))


def test_only_the_place_of_the_release_counts() -> None:
    gesture = lifted()
    assert gesture.move(FAR) == (Carry("a", FAR),)
    assert gesture.release(0.5, HERE, "a") == (Stick("a"),)


def test_press_move_release() -> None:
    gesture = lifted()
    assert gesture.source == "a"
    assert gesture.move(FAR) == (Carry("a", FAR),)
    assert gesture.release(0.7, FAR, "b") == (Drop("a", "b", FAR),)
    assert gesture.move(HERE) == ()


def test_click_move_click() -> None:
    gesture = stuck()
    assert gesture.source == "a"
    assert gesture.move(FAR) == (Carry("a", FAR),)
    assert gesture.press(3.0, FAR, "b", liftable=True) == (Carry("a", FAR),)
    assert gesture.source == "a"
    assert gesture.release(3.1, FAR, "b") == (Drop("a", "b", FAR),)
    assert gesture.source is None


def test_the_second_click_may_be_slow_and_drops_where_it_is_released() -> None:
    gesture = stuck()
    gesture.press(3.0, FAR, "b", liftable=False)
    further = Point(FAR.x + 1, FAR.y)
    assert gesture.move(further) == (Carry("a", further),)
    assert gesture.release(9.0, further, "c") == (Drop("a", "c", further),)


def test_both_ways_follow_each_other() -> None:
    gesture = stuck()
    gesture.press(1.0, FAR, "b", liftable=False)
    gesture.release(1.1, FAR, "b")
    assert gesture.press(1.2, FAR, "b", liftable=True) == (Lift("b", FAR),)
    assert gesture.release(2.0, HERE, "a") == (Drop("b", "a", HERE),)
    assert gesture.press(2.1, HERE, "a", liftable=True) == (Lift("a", HERE),)
    assert gesture.release(2.2, HERE, "a") == (Stick("a"),)


@pytest.mark.parametrize("down", ["held", "stuck", "dropping"])
def test_another_card_is_taken_instead_of_one_that_may_not_go_there(down: str) -> None:
    gesture = lifted() if down == "held" else stuck()
    if down == "dropping":
        gesture.press(1.0, FAR, None, liftable=False)
    swapped = gesture.press(3.0, FAR, "b", liftable=True, takes=False)
    assert swapped == (PutBack("a"), Lift("b", FAR))
    assert gesture.source == "b"
    assert gesture.release(4.0, HERE, "c") == (Drop("b", "c", HERE),)


def test_the_other_card_sticks_too_and_may_be_double_clicked() -> None:
    gesture = stuck()
    gesture.press(3.0, FAR, "b", liftable=True, takes=False)
    assert gesture.release(3.1, FAR, "b") == (Stick("b"),)
    assert gesture.press(3.3, FAR, "b", liftable=True, takes=False) == (Carry("b", FAR),)
    assert gesture.release(3.4, FAR, "b") == (PutBack("b"), DoubleClick("b"))


@pytest.mark.parametrize(
    ("place", "liftable", "takes"),
    [("b", True, True), ("b", False, False), ("a", True, False), (None, False, False)],
)
def test_any_other_press_keeps_the_card_in_hand(
    place: str | None, liftable: bool, takes: bool
) -> None:
    gesture = stuck()
    assert gesture.press(3.0, FAR, place, liftable=liftable, takes=takes) == (Carry("a", FAR),)
    assert gesture.source == "a"


def test_second_click_on_its_own_place_puts_back() -> None:
    gesture = stuck()
    gesture.press(2.0, HERE, "a", liftable=True)
    assert gesture.release(2.1, HERE, "a") == (PutBack("a"),)
    assert gesture.source is None


@pytest.mark.parametrize("place", ["a", None])
def test_drag_to_its_own_place_or_the_bare_table_puts_back(place: str | None) -> None:
    assert lifted().release(1.5, FAR, place) == (PutBack("a"),)


@pytest.mark.parametrize("down", ["held", "stuck", "dropping"])
def test_cancel_puts_back_and_the_release_means_nothing(down: str) -> None:
    gesture = lifted() if down == "held" else stuck()
    if down == "dropping":
        gesture.press(1.0, FAR, "b", liftable=True)
    assert gesture.cancel() == (PutBack("a"),)
    assert gesture.cancel() == ()
    assert gesture.source is None
    assert gesture.release(1.1, FAR, "b") == ()
    assert gesture.move(FAR) == ()
    assert gesture.press(1.2, FAR, "b", liftable=True) == (Lift("b", FAR),)


def test_cancel_forgets_a_press_on_the_stock() -> None:
    gesture = Gesture[str]()
    gesture.press(0.0, HERE, "stock", liftable=False)
    assert gesture.cancel() == ()
    assert gesture.release(0.1, HERE, "stock") == ()


@pytest.mark.parametrize("start", [0.0, 1.0, 100.0, 1.7e9])
@pytest.mark.parametrize(
    ("between", "dx", "dy", "held", "is_double"),
    [
        (0.15, 0.0, 0.0, 0.1, True),
        (0.4, 0.0, 0.0, 0.1, True),  # "within 400 ms", press to press
        (0.401, 0.0, 0.0, 0.1, False),
        (0.3, 0.16, -0.16, 0.1, True),
        (0.3, SIXTH, 0.0, 0.1, False),
        (0.3, 0.0, -SIXTH, 0.1, False),
        (0.3, 0.0, 0.0, 0.9, True),  # the second click is a click by the same rule as any
        (0.3, 0.0, 0.0, 1.1, False),
    ],
)
def test_double_click(
    start: float, between: float, dx: float, dy: float, held: float, is_double: bool
) -> None:
    gesture = stuck(start)
    at = Point(HERE.x + dx, HERE.y + dy)
    assert gesture.press(start + between, at, "a", liftable=True) == (Carry("a", at),)
    events = gesture.release(start + between + held, at, "a")
    assert events == ((PutBack("a"), DoubleClick("a")) if is_double else (PutBack("a"),))
    assert gesture.source is None


def test_double_click_across_a_border_is_on_the_place_first_pressed() -> None:
    gesture = stuck()
    at = Point(HERE.x + 0.1, HERE.y)
    gesture.press(0.3, at, "neighbour", liftable=True, takes=False)
    assert gesture.release(0.4, at, "neighbour") == (PutBack("a"), DoubleClick("a"))


def test_a_fast_drag_from_the_second_press_is_no_double_click() -> None:
    gesture = stuck()
    gesture.press(0.3, HERE, "a", liftable=True)
    assert gesture.release(0.6, FAR, "b") == (Drop("a", "b", FAR),)
    gesture = stuck()
    gesture.press(0.3, HERE, "a", liftable=True)
    assert gesture.release(0.42, FAR, "b") == (Drop("a", "b", FAR),)


def test_a_third_click_begins_anew() -> None:
    gesture = stuck()
    gesture.press(0.2, HERE, "a", liftable=True)
    assert gesture.release(0.25, HERE, "a") == (PutBack("a"), DoubleClick("a"))
    assert gesture.press(0.35, HERE, "a", liftable=True) == (Lift("a", HERE),)
    assert gesture.release(0.4, HERE, "a") == (Stick("a"),)


def test_a_click_right_after_a_drop_is_no_double_click() -> None:
    gesture = stuck()
    gesture.press(0.8, FAR, "b", liftable=False)
    assert gesture.release(0.9, FAR, "b") == (Drop("a", "b", FAR),)
    assert gesture.press(1.0, FAR, "b", liftable=True) == (Lift("b", FAR),)
    assert gesture.release(1.1, FAR, "b") == (Stick("b"),)


def test_every_fast_click_on_the_stock_counts() -> None:
    gesture = Gesture[str]()
    for n in range(5):
        gesture.press(n * 0.12, HERE, "stock", liftable=False)
        assert gesture.release(n * 0.12 + 0.05, HERE, "stock") == (SingleClick("stock"),)


def test_the_bare_table_answers_nothing() -> None:
    gesture = Gesture[str]()
    assert gesture.press(0.0, HERE, None, liftable=False) == ()
    assert gesture.release(0.1, HERE, None) == ()


def test_a_lost_release_lets_the_card_stick() -> None:
    gesture = lifted()
    assert gesture.press(5.0, FAR, "b", liftable=True) == (Carry("a", FAR),)
    assert gesture.release(5.1, FAR, "b") == (Drop("a", "b", FAR),)


def test_thresholds_are_the_callers() -> None:
    patient = Thresholds(quick=0.5, slow=3.0, still=0.5, double=1.0)
    assert lifted(patient).release(0.5, FAR, None) == (Stick("a"),)
    assert lifted(patient).release(3.0, Point(HERE.x + 0.49, HERE.y), "a") == (Stick("a"),)
    assert lifted(patient).release(3.1, FAR, "b") == (Drop("a", "b", FAR),)
    assert Thresholds() == Thresholds(quick=0.2, slow=1.0, still=1 / 6, double=0.4)


def test_the_example_in_the_docstring() -> None:
    assert doctest.testmod(gesture_module).failed == 0


@dataclass(frozen=True)
class Input:
    """One thing a hand (or a confused window system) may do."""

    kind: str
    wait: float
    at: Point
    place: str | None
    liftable: bool
    takes: bool
    right_on: bool

    def feed(self, gesture: Gesture[str], time: float) -> Answer[str]:
        match self.kind:
            case "press":
                return gesture.press(
                    time, self.at, self.place, liftable=self.liftable, takes=self.takes
                )
            case "release":
                return gesture.release(
                    time, self.at, self.place, takes=self.takes, right_on=self.right_on
                )
            case "move":
                return gesture.move(self.at)
        return gesture.cancel()


COORDINATES = st.sampled_from([0.0, 0.1, SIXTH, 0.5, 3.0]) | st.floats(-5, 5)
INPUTS = st.builds(
    Input,
    kind=st.sampled_from(["press", "press", "release", "release", "move", "cancel"]),
    wait=(st.sampled_from([0, 100, 200, 300, 400, 1000]) | st.integers(0, 3000)).map(
        lambda milliseconds: milliseconds / 1000
    ),
    at=st.builds(Point, COORDINATES, COORDINATES),
    place=st.sampled_from(["a", "b", "c", None]),
    liftable=st.booleans(),
    takes=st.booleans(),
    right_on=st.booleans(),
)


def run(inputs: list[Input], gesture: Gesture[str], start: float = 0.0) -> list[Answer[str]]:
    time = start
    answers = []
    for item in inputs:
        time += item.wait
        answers.append(item.feed(gesture, time))
    return answers


@given(st.lists(INPUTS, max_size=40))
def test_every_lift_has_one_end(inputs: list[Input]) -> None:
    gesture = Gesture[str]()
    up: str | None = None
    time = 0.0
    for item in inputs:
        time += item.wait
        for event in item.feed(gesture, time):
            match event:
                case Lift(source=source):
                    assert up is None
                    up = source
                case Stick(source=source) | Carry(source=source):
                    assert up == source
                case PutBack(source=source) | Drop(source=source):
                    assert up == source
                    up = None
                case SingleClick() | DoubleClick():
                    assert up is None
            if isinstance(event, Drop):
                assert event.target != event.source
        assert gesture.source == up
    # Whatever came before, one click (or Escape) ends it.
    if up is not None:
        gesture.press(time, HERE, "b", liftable=False)
        gesture.release(time + 5, HERE, "b")
    assert gesture.source is None


@given(st.lists(INPUTS, max_size=30), st.sampled_from([0.0, 1.0, 12345.678, 1.7e9]))
def test_only_the_time_between_inputs_matters(inputs: list[Input], start: float) -> None:
    """No clock and no timer of its own: the same inputs at any hour give the same answers."""
    assert run(inputs, Gesture(), start) == run(inputs, Gesture())


@given(st.lists(INPUTS, max_size=30), st.booleans(), st.booleans())
def test_what_a_press_takes_up(inputs: list[Input], liftable: bool, takes: bool) -> None:
    """What is up stays up, but for another card, and never so that it could go there."""
    gesture = Gesture[str]()
    run(inputs, gesture)
    up = gesture.source
    events = gesture.press(1000.0, HERE, "a", liftable=liftable, takes=takes)
    if up is None:
        assert events == ((Lift("a", HERE),) if liftable else ())
    elif up == "a" or takes or not liftable:
        assert events == (Carry(up, HERE),)
    else:
        assert events == (PutBack(up), Lift("a", HERE))
    assert gesture.source == (up if events == (Carry(up, HERE),) else "a" if liftable else None)


@given(st.lists(INPUTS, max_size=30), st.booleans(), st.booleans(), COORDINATES)
def test_a_card_is_never_dropped_where_a_click_was_meant(
    inputs: list[Input], takes: bool, right_on: bool, dx: float
) -> None:
    """A first click that shakes, or ends nowhere, leaves the card in hand; else it is dropped."""
    gesture = Gesture[str]()
    run(inputs, gesture)
    gesture.cancel()
    gesture.press(1000.0, HERE, "a", liftable=True)
    at = Point(HERE.x + dx, HERE.y)
    still = abs(dx) < SIXTH - 1e-5
    far = abs(dx) > (SIXTH if takes else 1) + 1e-5
    events = gesture.release(1000.1, at, "b", takes=takes, right_on=right_on)
    if still or (not takes and (not right_on or abs(dx) < 1 - 1e-5)):
        assert events == (Stick("a"),)
    elif far:
        assert events == (Drop("a", "b", at),)

"""The keyboard's cursor, over every game of the catalogue."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.board.cursor import Cursor, Direction, PileGrid, rows, stops
from client.board.layout import Spot
from engine import catalogue
from engine.cards import parse_card
from engine.handling import button_action
from engine.state import Action, Click, Deal, Move, State
from tests.engine.positions import Setting, walk

DIRECTIONS: tuple[Direction, ...] = ("left", "right", "up", "down")
NAMES = [entry.name for entry in catalogue.entries()]
every_game = pytest.mark.parametrize("name", NAMES)


def pile(text: str) -> bytes:
    return bytes(0x80 if card == "??" else parse_card(card) for card in text.split())


KLONDIKE = State(
    (
        pile("?? ?? ??"),
        pile("9C 2C"),
        pile("AC"),
        *[b""] * 3,
        pile("KS"),
        pile("?? QH JS TD"),
        pile("?? JC"),
        pile("TH"),
        pile("?? ?? 9S"),
        pile("8D"),
        b"",
    )
)
STOCK, WASTE, CLUBS = 0, 1, 2


def klondike_cursor(pile: int) -> Cursor:
    cursor = Cursor(catalogue.make("klondike"))
    cursor.to_top(pile, KLONDIKE)
    return cursor


# From pile to pile


@every_game
def test_from_every_pile_every_other_can_be_reached(name: str) -> None:
    places = catalogue.make(name).places
    grid = PileGrid(places)
    assert sorted(grid.order) == list(range(len(places)))
    for start in range(len(places)):
        reached, fresh = {start}, [start]
        while fresh:
            pile = fresh.pop()
            found = {grid.step(pile, direction) for direction in DIRECTIONS} - reached
            reached |= found
            fresh += found
        assert len(reached) == len(places), f"from {start}"


@every_game
def test_up_and_down_lead_up_and_down(name: str) -> None:
    places = catalogue.make(name).places
    grid = PileGrid(places)
    in_row = {pile: y for y, row in enumerate(rows(places)) for pile in row}
    for pile in range(len(places)):
        above, below = grid.step(pile, "up"), grid.step(pile, "down")
        assert in_row[above] < in_row[pile] or (above == pile and not in_row[pile])
        assert in_row[below] > in_row[pile] or below == pile
        assert grid.step(grid.step(pile, "right"), "left") == pile


@given(st.sampled_from(NAMES), st.data())
def test_among_some_piles_every_one_is_reached_and_no_other(name: str, data: st.DataObject) -> None:
    places = catalogue.make(name).places
    grid = PileGrid(places)
    numbers = st.integers(0, len(places) - 1)
    among, start = data.draw(st.sets(numbers, min_size=1)), data.draw(numbers)
    seen, at = set(), start
    for _ in range(len(places) + 1):
        at = grid.step(at, "right", among)
        seen.add(at)
    assert among <= seen <= among | {start}
    for direction in DIRECTIONS:
        assert grid.step(start, direction, among) in among | {start}


def test_klondikes_grid() -> None:
    grid = PileGrid(catalogue.make("klondike").places)
    assert grid.step(STOCK, "right") == WASTE
    assert grid.step(5, "right") == 6
    assert grid.step(12, "right") == STOCK
    assert grid.step(STOCK, "left") == 12
    assert grid.step(STOCK, "down") == 6
    assert grid.step(12, "up") == 5
    assert grid.step(STOCK, "up") == STOCK
    assert grid.step(6, "down") == 6


# From card to card


def test_the_arrows_walk_over_what_may_be_taken_and_then_to_the_next_pile() -> None:
    cursor = klondike_cursor(7)
    spots = []
    while cursor.go("up", KLONDIKE):
        spots.append(cursor.spot)
    assert spots == [Spot(7, 2), Spot(7, 1), Spot(WASTE, 1)]
    cursor.to_top(7, KLONDIKE)
    assert cursor.go("up", KLONDIKE, pile=True)
    assert cursor.spot == Spot(WASTE, 1)
    cursor.to_top(7, KLONDIKE)
    cursor.to_end(KLONDIKE, deepest=True)
    assert cursor.spot == Spot(7, 1)
    assert not cursor.along(KLONDIKE, deeper=True)
    assert cursor.go("down", KLONDIKE)
    assert cursor.spot == Spot(7, 2)
    cursor.to_end(KLONDIKE, deepest=False)
    assert cursor.spot == Spot(7, 3)


# Taking and putting


def test_the_arrows_pass_over_places_that_are_gone() -> None:
    game = catalogue.make("triple-peaks")
    state = game.view(game.deal("peaks"))
    first, second, third = 21, 22, 23  # in the last row
    gone = state._replace(piles=(*state.piles[:second], b"", *state.piles[third:]))
    cursor = Cursor(game)
    cursor.to_top(first, gone)
    cursor.go("right", gone)
    assert cursor.spot.pile == third
    cursor.go("left", gone)
    assert cursor.spot.pile == first


def test_cards_are_taken_and_put_where_it_is_best() -> None:
    cursor = klondike_cursor(7)
    cursor.to_end(KLONDIKE, deepest=True)
    assert cursor.enter(KLONDIKE) is None
    assert (cursor.held, cursor.spot) == (Spot(7, 1), Spot(6, 0))
    assert cursor.enter(KLONDIKE) == Move(7, 3, 6)
    assert not cursor.holding


def test_held_cards_go_only_where_they_fit_and_back() -> None:
    cursor = klondike_cursor(6)
    state = KLONDIKE._replace(piles=(*KLONDIKE.piles[:9], b"", *KLONDIKE.piles[10:]))
    cursor.enter(state)
    assert set(cursor.targets(state)) == {9, 12}
    seen = set()
    for _ in range(4):
        assert cursor.go("right", state)
        seen.add(cursor.spot.pile)
    assert seen == {6, 9, 12}
    for _ in range(3):
        cursor.next_target(state)
        assert cursor.spot.pile in (9, 12)
    cursor.next_target(state, back=True)
    assert not cursor.along(state, deeper=True)
    assert cursor.put_back()
    assert (cursor.spot, cursor.held) == (Spot(6, 0), None)
    assert not cursor.put_back()
    cursor.enter(state)
    cursor.to_top(6, state)
    assert cursor.enter(state) is None, "onto its own pile: put back"
    assert not cursor.holding


def test_what_cannot_be_done_says_why() -> None:
    assert klondike_cursor(12).enter(KLONDIKE) == "there is nothing to take there"
    assert klondike_cursor(8).enter(KLONDIKE) == "it fits nowhere now"
    assert klondike_cursor(8).best(KLONDIKE) == "it fits nowhere now"
    assert klondike_cursor(8).click(KLONDIKE) == "nothing there can be clicked"


def test_the_best_move_and_the_stock() -> None:
    assert klondike_cursor(WASTE).best(KLONDIKE) == Move(WASTE, 1, CLUBS)
    assert klondike_cursor(STOCK).enter(KLONDIKE) == Click(STOCK)
    assert klondike_cursor(STOCK).click(KLONDIKE) == Click(STOCK)


def test_another_position_keeps_the_cursor_on_what_is_there() -> None:
    game = catalogue.make("klondike")
    cursor = klondike_cursor(7)
    cursor.to_end(KLONDIKE, deepest=True)
    after = game.play(KLONDIKE, Move(7, 3, 6))
    cursor.fit(after)
    assert cursor.spot == Spot(7, 0)
    cursor = klondike_cursor(9)
    cursor.enter(KLONDIKE)
    assert (cursor.held, cursor.spot.pile) == (Spot(9, 0), 8)
    after = game.play(KLONDIKE, Move(WASTE, 1, CLUBS))
    cursor.fit(after)
    assert (cursor.held, cursor.spot.pile) == (Spot(9, 0), 8)
    cursor.fit(after._replace(piles=(*after.piles[:8], pile("KC"), *after.piles[9:])))
    assert (cursor.held, cursor.spot) == (Spot(9, 0), Spot(9, 0)), "it fits there no more"
    cursor.fit(game.play(KLONDIKE, Move(9, 1, 8)))
    assert cursor.held is None, "what lies there no more is out of the hand"


# Everything by keys alone


def keys_to(cursor: Cursor, state: State, action: Action) -> Action | str | None:
    """Go by arrows, page keys, Enter and Tab alone until the action is played."""
    if isinstance(action, Deal):
        button = button_action(cursor._game)
        assert button == action
        return button
    pile = action.pile if isinstance(action, Click) else action.source
    for _ in cursor.grid.order:
        if cursor.spot.pile == pile:
            break
        cursor.go("right", state, pile=True)
    if isinstance(action, Click):
        return cursor.click(state)
    card = len(state.piles[pile]) - action.count
    cursor.to_end(state, deepest=False)
    while cursor.spot.card != card and cursor.along(state, deeper=True):
        pass
    assert cursor.spot == Spot(pile, card)
    done = cursor.enter(state)
    if done is None:
        for _ in cursor.grid.order:
            if cursor.spot.pile == action.target:
                break
            cursor.next_target(state)
        done = cursor.enter(state)
    return done


@every_game
def test_every_legal_action_is_reached_by_keys_alone(name: str) -> None:
    setting = Setting(name, tuple(catalogue.entry(name).complete({}).items()))
    game, chance = setting.game, random.Random(name)
    steps = walk(setting, "by keys", 60)
    for step in steps[:: max(1, len(steps) // 5)]:
        view = game.view(step.before)
        for tap in (False, True):
            cursor = Cursor(replace(game, tap=tap))
            actions = game.legal_actions(view)
            for action in chance.sample(actions, min(25, len(actions))):
                cursor.fit(view)
                assert keys_to(cursor, view, action) == action


@every_game
def test_random_keys_never_do_what_is_not_legal(name: str) -> None:
    game, chance = catalogue.make(name), random.Random(name)
    state, cursor = game.deal("random keys"), Cursor(game)
    cursor.fit(state)
    played = 0
    for _ in range(1200):
        match chance.randrange(8):
            case 0:
                for _ in range(chance.randrange(len(game.places))):
                    cursor.go("right", state, pile=True)
            case 1:
                cursor.go(chance.choice(DIRECTIONS), state, pile=chance.random() < 0.3)
            case 2:
                cursor.along(state, deeper=chance.random() < 0.7)
            case 3:
                cursor.next_target(state)
            case 4 if chance.random() < 0.2:
                cursor.put_back()
            case _:
                ways = [cursor.enter] * 6 + [cursor.best, cursor.click]
                done = chance.choice(ways)(state)
                if isinstance(done, tuple):
                    assert game.is_legal(game.view(state), done)
                    state = game.play(state, done, "random keys")
                    played += 1
                    cursor.fit(state)
        assert cursor.spot.card in stops(game, state, cursor.spot.pile)
    assert played or game.outcome(state), "nothing was played"


# After a hint


def test_enter_does_what_a_hint_named_until_something_else_is_done() -> None:
    cursor = klondike_cursor(6)
    cursor.advise(KLONDIKE, Click(STOCK))
    assert cursor.spot == Spot(STOCK, 2)
    assert cursor.enter(KLONDIKE) == Click(STOCK)
    cursor.advise(KLONDIKE, Move(7, 3, 6))
    assert (cursor.spot, cursor.enter(KLONDIKE)) == (Spot(7, 1), None)
    assert cursor.enter(KLONDIKE) == Move(7, 3, 6)
    cursor.to_top(9, KLONDIKE)
    cursor.advise(KLONDIKE, Deal())
    assert (cursor.at_button(KLONDIKE), cursor.enter(KLONDIKE)) == (True, Deal())
    later = KLONDIKE._replace(score=5)
    assert not cursor.at_button(later)
    assert cursor.enter(later) is None, "the ten is lifted"

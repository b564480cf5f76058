"""The hand on the keyboard: a cursor on the piles and cards, and what it holds. Pure, no toolkit.

    cursor = Cursor(game)
    cursor.go("right", state)         # to another pile, or to another card of this one
    cursor.enter(state)               # take the cards here, or put down what is held
    cursor.spot, cursor.held          # what to draw

Left and right follow the reading order of the layout and go round, so that every pile can be
reached by them alone; up and down jump to the nearest pile above and below. In a pile that is
spread, the arrows along its fan walk over the cards that may be taken first. While cards are held,
all of them lead only to where these may go, and back to where they came from.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from client.board.layout import Spot, spots_of
from client.words.refusals import refusal_text
from client.words.translation import translate
from engine import handling
from engine.empty_places import outlined
from engine.game import Game
from engine.hints import best_move
from engine.places import Place, Spread
from engine.reasons import why_not, why_not_lifted
from engine.state import Action, Click, Deal, Move, State

Direction: TypeAlias = Literal["left", "right", "up", "down"]

SAME_ROW: Final = 0.3
"""Piles whose upper edges are less than this apart, in card heights, lie in one row."""
SIDEWAYS: Final = 3.0
"""Going up or down, a step to the side counts as much as this many on the way."""

# By the way a pile is spread: which arrow leads to the card below, and which back to the top.
_DEEPER: Final[dict[tuple[Spread, Direction], bool]] = {
    ("down", "up"): True,
    ("down", "down"): False,
    ("right", "left"): True,
    ("right", "right"): False,
}


def rows(places: Sequence[Place], piles: Collection[int] | None = None) -> list[list[int]]:
    """Return the piles (all, or only these) in rows from above, each from left to right."""
    chosen = range(len(places)) if piles is None else piles
    found: list[list[int]] = []
    start = 0.0
    for pile in sorted(chosen, key=lambda pile: (places[pile].at[1], places[pile].at[0], pile)):
        y = places[pile].at[1]
        if not found or y - start >= SAME_ROW:
            found.append([])
            start = y
        found[-1].append(pile)
    return [sorted(row, key=lambda pile: (places[pile].at[0], pile)) for row in found]


class PileGrid:
    """The piles of a layout in rows, and where the arrow keys lead from each of them."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = places
        self._rows = rows(places)
        self.order: list[int] = [pile for row in self._rows for pile in row]
        """All piles, as one reads them."""

    def step(self, pile: int, direction: Direction, among: Collection[int] | None = None) -> int:
        """Return the next pile in this direction, of all or of `among`; `pile` if there is none."""
        if direction in ("left", "right"):
            return self._read_on(pile, 1 if direction == "right" else -1, among)
        row = next(i for i, piles in enumerate(self._rows) if pile in piles)
        ahead = self._rows[row + 1 :] if direction == "down" else self._rows[:row]
        there = [other for piles in ahead for other in piles if among is None or other in among]
        return min(there, key=lambda other: self._distance(pile, other), default=pile)

    def _read_on(self, pile: int, step: int, among: Collection[int] | None) -> int:
        order = [p for p in self.order if among is None or p in among or p == pile]
        return order[(order.index(pile) + step) % len(order)]

    def _distance(self, pile: int, other: int) -> float:
        (x, y), (other_x, other_y) = self._places[pile].at, self._places[other].at
        return SIDEWAYS * abs(other_x - x) + abs(other_y - y)


def stops(game: Game, state: State, pile: int) -> list[int]:
    """Return the cards of a pile that a cursor may be on, the lowest first.

    These are the cards that may be taken, with those on them, and in any case the top card, or -1
    for the bare place of an empty pile.
    """
    cards = len(state.piles[pile])
    if not cards:
        return [-1]
    return [
        card
        for card in range(cards)
        if card == cards - 1 or handling.liftable(game, state, pile, card)
    ]


class _Advice(NamedTuple):
    action: Action
    state: State
    spot: Spot


class Cursor:
    """A cursor on one game. Every method is told the position as it is now."""

    def __init__(self, game: Game) -> None:
        """Begin on the first pile."""
        self._game = game
        self.grid = PileGrid(game.places)
        self.spot = Spot(self.grid.order[0] if game.places else 0, -1)
        """Where it is: a card, or the bare place of a pile."""
        self.held: Spot | None = None
        """The lowest of the cards that are held, where it lies; None while none is."""
        self._held_pile = b""
        self._on_top = True
        """Whether it is on the top of its pile: there it stays, whatever comes to lie there."""
        self._advice: _Advice | None = None
        """What a hint named last, in which position, and where that led."""

    def start(self, state: State) -> None:
        """Go to the first pile from which something can be done."""
        legal = self._game.legal_actions(state)
        useful = {a.source for a in legal if isinstance(a, Move)} or {
            a.pile for a in legal if isinstance(a, Click)
        }
        pile = next((pile for pile in self.grid.order if pile in useful), self.spot.pile)
        self.to_top(pile, state)

    # Going ----------------------------------------------------------------------------------------

    def go(self, direction: Direction, state: State, *, pile: bool = False) -> bool:
        """Do what an arrow key says, and return whether the cursor moved.

        With `pile` it goes to another pile, even if there is a card of this one to go to.
        """
        before = self.spot
        if self.held is not None:
            among = {*self.targets(state), self.held.pile}
            self.to_top(self.grid.step(self.spot.pile, direction, among), state)
            return self.spot != before
        deeper = _DEEPER.get((self._game.places[self.spot.pile].spread, direction))
        if pile or deeper is None or not self.along(state, deeper=deeper):
            self.to_top(self.grid.step(self.spot.pile, direction, self._seen(state)), state)
        return self.spot != before

    def _seen(self, state: State) -> set[int]:
        """Return the piles of which something is seen: not the bare places of a pyramid."""
        filled = {pile for pile, cards in enumerate(state.piles) if cards}
        return filled | outlined(self._game)

    def along(self, state: State, *, deeper: bool) -> bool:
        """Go to the next card of this pile that may be taken, and return whether there is one."""
        if self.held is not None:
            return False
        cards = stops(self._game, state, self.spot.pile)
        at = cards.index(self.spot.card) + (-1 if deeper else 1)
        if not 0 <= at < len(cards):
            return False
        self.spot = self.spot._replace(card=cards[at])
        self._on_top = at == len(cards) - 1
        return True

    def to_end(self, state: State, *, deepest: bool) -> None:
        """Go to the lowest card of this pile that may be taken, or to its top."""
        while self.along(state, deeper=deepest):
            pass

    def next_target(self, state: State, *, back: bool = False) -> None:
        """Go to the next pile that takes the held cards, round and round, if any are held."""
        if self.held is not None and (targets := self.targets(state)):
            pile = self.grid.step(self.spot.pile, "left" if back else "right", targets)
            self.to_top(pile, state)

    # Following a hint -----------------------------------------------------------------------------

    def advise(self, state: State, action: Action) -> None:
        """Put back what is held, and go to what a hint names, so that `enter` does it.

        That is the card to be moved or the pile to be clicked. The game's button is not on the
        board: the cursor stays where it is, and is `at_button`.
        """
        self.put_back()
        if spots := spots_of(state, action):
            self.spot = spots[0]
            self._on_top = self.spot == Spot.top(state, self.spot.pile)
        self._advice = _Advice(action, state, self.spot)

    def at_button(self, state: State) -> bool:
        """Return whether `enter` presses the game's button, as a hint has just named it."""
        return isinstance(self._advised(state), Deal)

    def _advised(self, state: State) -> Action | None:
        """Return what a hint named, until the cursor or the position is another one."""
        advice = self._advice
        return advice.action if advice and advice[1:] == (state, self.spot) else None

    # Taking and putting ---------------------------------------------------------------------------

    @property
    def holding(self) -> bool:
        """Whether cards are held."""
        return self.held is not None

    def targets(self, state: State) -> dict[int, Move]:
        """Return the legal moves of the held cards, by their targets."""
        if self.held is None:
            return {}
        count = len(state.piles[self.held.pile]) - self.held.card
        return handling.targets(self._game, state, self.held.pile, count)

    def enter(self, state: State) -> Action | str | None:
        """Take the cards here, or put down what is held.

        Returns an action to be played, or a text that says why there is none, or None where only
        the cursor has changed: the cards are in hand now, or back in their place.
        """
        if self.held is not None:
            return self._put(state)
        advised = self._advised(state)
        if isinstance(advised, Click | Deal):
            return advised
        pile, count = self.spot.pile, handling.liftable(self._game, state, *self.spot)
        if count:
            move = handling.tap(self._game, state, pile, count)
            if move is not None:
                return move
            if handling.targets(self._game, state, pile, count):
                self._take(state, count)
                return None
        if self.spot == Spot.top(state, pile) and self._game.is_legal(state, Click(pile)):
            return Click(pile)
        if count:
            return translate("cursor", "it fits nowhere now")
        reason = why_not_lifted(self._game, state, pile, len(state.piles[pile]) - self.spot.card)
        return refusal_text(reason) if reason else translate("cursor", "it fits nowhere now")

    def click(self, state: State) -> Action | str:
        """Return the click on this pile, or a text that says why it cannot be clicked."""
        action = Click(self.spot.pile)
        reason = why_not(self._game, state, action)
        return action if reason is None else refusal_text(reason)

    def best(self, state: State) -> Action | str:
        """Put back what is held, and return what a double-click here does.

        Returns a text that says so where there is nothing to be done.
        """
        self.put_back()
        count = handling.liftable(self._game, state, *self.spot)
        action = handling.double_click(self._game, state, self.spot.pile, count)
        return translate("cursor", "it fits nowhere now") if action is None else action

    def put_back(self) -> bool:
        """Put the held cards back, go there, and return whether any were held."""
        held, self.held = self.held, None
        if held is None:
            return False
        self.spot, self._on_top = held, held.card == len(self._held_pile) - 1
        return True

    def fit(self, state: State) -> None:
        """Follow a change of the position: hold what lies where it lay, and stay on a card.

        A cursor on a top card stays on the top; one on an inner card goes to it if that is gone.
        """
        held = self.held
        if held is not None and state.piles[held.pile] != self._held_pile:
            self.put_back()
        elif held is not None:
            if self.spot.pile not in self.targets(state):
                self.spot = held
            else:
                self.to_top(self.spot.pile, state)
            return
        if self._on_top or self.spot.card not in stops(self._game, state, self.spot.pile):
            self.to_top(self.spot.pile, state)

    def to_top(self, pile: int, state: State) -> None:
        """Go to the top card of a pile."""
        self.spot, self._on_top = Spot.top(state, pile), True

    def _take(self, state: State, count: int) -> None:
        advised = self._advised(state)
        self.held, self._held_pile = self.spot, state.piles[self.spot.pile]
        targets = self.targets(state)
        best = advised or best_move(self._game, state, self.spot.pile, count)
        target = best.target if isinstance(best, Move) else next(iter(targets))
        self.to_top(target, state)

    def _put(self, state: State) -> Action | str | None:
        pile, move = self.spot.pile, self.targets(state).get(self.spot.pile)
        self.put_back()
        if move is None:
            return None
        self.to_top(pile, state)
        return move

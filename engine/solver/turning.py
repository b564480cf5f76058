"""What the stock brings within reach, without a position for each turn of it."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from engine.cards import Pile
from engine.game import Game
from engine.rules import top
from engine.state import Action, Click, Move, State

Talon: TypeAlias = tuple[Pile, ...]
"""The stock, and the waste or several."""
Course: TypeAlias = dict[Talon, tuple[int, int]]
"""What a talon comes to, with the fewest redeals (0 where they are not counted) and turns."""
KEPT = 3000
"""Of how many talons it is kept what they come to: a search comes back to the same ones soon."""


class Line(NamedTuple):
    """An action, after some others that only lead up to it."""

    prelude: tuple[Action, ...]
    """Turns of the stock, and moves that prepare it."""
    state: State
    """The position after these, before the action."""
    action: Action


class Turning:
    """Turns the stock of one game in which `Strategy.turning` holds."""

    def __init__(self, game: Game) -> None:
        """Look for the stock and what it is turned onto.

        Raises:
            ValueError: there is not one stock to click.
        """
        places = list(enumerate(game.places))
        clicked = [(pile, place.click) for pile, place in places if place.kind == "stock"]
        if len(clicked) != 1 or clicked[0][1] is None:
            raise ValueError("a game with `turning` has one stock, which is turned by a click")
        self._stock, self._rule = clicked[0][0], clicked[0][1]
        self.click = Click(self._stock)
        self._follow, self._legal = game.follow, game.legal_actions
        self._wastes = [(pile, place.take) for pile, place in places if place.kind == "waste"]
        self.piles = (self._stock, *(pile for pile, _ in self._wastes))
        """The stock, then the waste."""
        self._only_taken = not any(
            place.kind == "waste" and (place.click or place.on_empty or place.on_top)
            for _, place in places
        )
        self._targets = [(pile, place) for pile, place in places if place.on_empty or place.on_top]
        self._counted = game.redeals is not None
        self._courses: dict[tuple[Talon, int], Course] = {}

    def talon(self, state: State) -> tuple[Talon, int]:
        """Return what turning changes: the talon, and the redeals used, where they are counted."""
        piles = state.piles
        return tuple([piles[pile] for pile in self.piles]), state.redeals if self._counted else 0

    def course(self, state: State, talon: tuple[Talon, int]) -> Course:
        """Return what `talon`, with the redeals used, comes to; it is among these itself.

        `state` is a position with the same other piles.
        """
        found = self._courses.get(talon)
        if found is None:
            if len(self._courses) > KEPT:
                self._courses.clear()
            found = self._courses[talon] = self._turn_on(state, *talon)
        return found

    def _turn_on(self, state: State, talon: Talon, redeals: int) -> Course:
        found: Course = {talon: (redeals, 0)}
        after = self._with(state, talon, redeals)
        may, stock, counted = self._rule.may, self._stock, self._counted
        turns = again = 0
        # Where redeals are counted, they end; where they are not, a whole round brings nothing new.
        while may(after, stock) and again < len(found):
            after = self._follow(after, self.click)
            turns += 1
            piles = after.piles
            turned = tuple([piles[pile] for pile in self.piles])
            if turned in found:
                again += 1
            else:
                again = 0
                found[turned] = after.redeals if counted else 0, turns
        return found

    def lines(self, state: State) -> list[Line]:
        """Return what can be done with the waste after turns, each by the fewest turns."""
        if not self._rule.may(state, self._stock):
            return []
        course = self.course(state, self.talon(state))
        if not self._only_taken:
            return self._with_all_that_is_legal(state, course)
        piles = state.piles
        puts = [
            (target, place, put(state, target))
            for target, place in self._targets
            if (put := place.on_top if piles[target] else place.on_empty) is not None
        ]
        lines: list[Line] = []
        for turned, (redeals, turns) in course.items():
            if not turns:
                continue
            after: State | None = None
            for (waste, take), cards in zip(self._wastes, turned[1:], strict=True):
                if not cards:
                    continue
                counts: Sequence[int] = (1,)
                if take is not top:
                    after = after or self._with(state, turned, redeals)
                    counts = take(after, waste)
                for count in counts:
                    card = cards[-count]
                    for target, place, welcome in puts:
                        if welcome[card] and count <= place.most:
                            after = after or self._with(state, turned, redeals)
                            move = Move(waste, count, target)
                            if place.fits is None or place.fits.allows(after, *move):
                                lines.append(Line((self.click,) * turns, after, move))
        return lines

    def _with_all_that_is_legal(self, state: State, course: Course) -> list[Line]:
        """Return the lines where cards go to the waste, too, or leave it by a click."""
        lines: list[Line] = []
        for turned, (redeals, turns) in course.items():
            if turns:
                after = self._with(state, turned, redeals)
                lines += [
                    Line((self.click,) * turns, after, action)
                    for action in self._legal(after)
                    if self.concerns_waste(action)
                ]
        return lines

    def concerns_waste(self, action: Action) -> bool:
        """Return whether an action takes from the waste, puts something there, or clicks it."""
        wastes = self.piles[1:]
        if isinstance(action, Move):
            return action.source in wastes or action.target in wastes
        return isinstance(action, Click) and action.pile in wastes

    def _with(self, state: State, talon: Talon, redeals: int) -> State:
        piles = list(state.piles)
        for pile, cards in zip(self.piles, talon, strict=True):
            piles[pile] = cards
        return state._replace(piles=tuple(piles), redeals=redeals)

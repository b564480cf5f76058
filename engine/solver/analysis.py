"""Until when the deal of a finished game could still be won, as far as that can be proved."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from engine.game import Game, IllegalAction
from engine.play import Entry, Play
from engine.solver.answer import Answer, Verdict
from engine.solver.search import POSITIONS, Solver
from engine.state import Action, State
from engine.strategies.strategy import luck_alone, nobody_wins

FIRST_PART: Final = 20
"""The part of its budget that a search of a position gets before all of them get the whole."""


class Way(NamedTuple):
    """The positions that a game went through, without those that were taken back."""

    states: tuple[State, ...]
    """The first one is the deal."""
    numbers: tuple[int, ...]
    """Of each, after how many entries it lay there for the last time.

    So what was done and taken back belongs to the position to which that led back.
    """


class Finding(NamedTuple):
    """What is known of a game: until when it could be won, and from when on no more.

    Moments are told in entries, those taken back and the undos included: 0 is the deal.
    """

    won_until: int | None = None
    """After so many entries it could still be won, for certain; None where not even the deal is
    known to be one that can."""
    lost_from: int | None = None
    """From so many entries on it could not be won any more, for certain: the last of them was the
    move that lost it, or a later one did.  None where no position is known to be lost."""
    actions: tuple[Action, ...] = ()
    """Actions that win from where it stood after `won_until` entries; none where it was won."""
    positions: int = 0
    """How many positions were made to find it out: the same on every machine."""

    def at(self, number: int) -> Verdict:
        """Return whether it could be won after `number` entries."""
        if self.won_until is not None and number <= self.won_until:
            return "won"
        if self.lost_from is not None and number >= self.lost_from:
            return "impossible"
        return "unknown"

    @property
    def exact(self) -> bool:
        """Whether there is no entry of which it is not known."""
        if self.lost_from is None:
            return False
        return self.lost_from == (0 if self.won_until is None else self.won_until + 1)


def way_of(game: Game, seed: str, entries: Iterable[Entry]) -> Way:
    """Return the way that `entries` went from the deal of `seed`.

    Raises:
        IllegalAction: the rules refuse one of the entries.
        ValueError: `seed` is none.
    """
    play = Play(game, seed)
    numbers = [0]
    for number, entry in enumerate(entries, 1):
        play.enter(entry)
        if entry == "undo":
            del numbers[-2:]
        numbers.append(number)
    return Way(tuple(play.states), tuple(numbers))


def nothing_to_decide(game: Game) -> bool:
    """Return whether a game says of itself that it is nothing but luck, or that nobody wins it."""
    strategy = game.strategy
    return strategy.at_once is luck_alone or strategy.hopeless is nobody_wins


def luck_decides(game: Game, way: Way) -> bool:
    """Return whether nothing that was done on the way could have made a difference.

    That is so where there is nothing to decide in a game, and where there was never more than one
    thing to do.
    """
    return nothing_to_decide(game) or all(
        len(game.legal_actions(state)) < 2 for state in way.states
    )


class Analysis:
    """An analysis under way, which may be gone on with.

    Whoever can still win could do so before as well, as nothing else happened than what happened.
    So the positions on the way are not searched one by one, but by halving.  A position of which
    the search does not tell is passed over: those after it are looked at for the first one that is
    lost, those before it for the last one that is not.
    """

    def __init__(
        self,
        game: Game,
        seed: str,
        way: Way,
        positions: int = POSITIONS,
        solution: Sequence[Action] = (),
    ) -> None:
        """Look at the positions of `way`, at each for as many as `positions`.

        A `solution` of the deal, where one is known, tells a lot by itself.

        Raises:
            ValueError: `solution` does not win the deal.
        """
        self._game, self._seed, self._way = game, seed, way
        self._where = {state: at for at, state in enumerate(way.states)}
        self._won, self._lost = -1, len(way.states)
        """The last position that is known to be winnable, and the first one known to be lost."""
        self._passed_over: list[int] = []
        """Positions of which the search for the first one that is lost did not tell."""
        self._actions: tuple[Action, ...] = ()
        self._solver: Solver | None = None
        self._slice = 0
        """How many positions are still to be made before the next pause."""
        self._spent = 0
        """Positions of searches that are over."""
        self._budgets = (max(1, positions // FIRST_PART), positions)
        self.share = 0.0
        """How much of the work is done, from 0 to 1: it never falls, and may leap."""
        self.over = False
        """Whether nothing more is to be found out within the budget."""
        outcome = game.outcome(way.states[-1])
        if outcome == "won":
            self._won = len(way.states) - 1
        elif outcome == "stuck":
            self._lost = len(way.states) - 1
        if solution:
            self._follow(game.deal(seed), solution)
        self._searches = self._search()

    @property
    def finding(self) -> Finding:
        """What is known so far."""
        numbers, won, lost = self._way.numbers, self._won, self._lost
        return Finding(
            numbers[won] if won >= 0 else None,
            (numbers[lost - 1] + 1 if lost else 0) if lost < len(numbers) else None,
            self._actions,
            self._positions,
        )

    @property
    def _positions(self) -> int:
        return self._spent + (self._solver.answer.positions if self._solver else 0)

    def go_on(self, positions: int) -> Finding:
        """Make some `positions` more, unless all is known before, and return what is known then.

        They are a few more than that at most.
        """
        until = self._positions + positions
        while not self.over and self._positions < until:
            self._slice = until - self._positions
            if next(self._searches, None) is None:
                self.over, self.share = True, 1.0
        return self.finding

    def _search(self) -> Iterator[Answer]:
        """Do it all, and pause after each slice."""
        halvings = [
            (budget, halving)
            for budget in self._budgets
            for halving in (self._first_lost, self._last_won)
        ]
        for number, (budget, halving) in enumerate(halvings):
            for done, (at, left) in enumerate(halving()):
                for answer in self._try(at, budget):
                    part = (done + answer.positions / budget) / (done + left)
                    self.share = max(self.share, (number + min(1.0, part)) / len(halvings))
                    yield answer

    def _first_lost(self) -> Iterator[tuple[int, int]]:
        """Give the positions to be searched for the first one that is lost.

        Each comes once it is known what became of the one before, and with how many searches there
        may be from it on.  One that is unknown is taken for winnable.
        """
        self._passed_over.clear()
        low = self._won
        while (at := (low + self._lost) // 2) > low:
            yield at, (self._lost - low).bit_length()
            if self._won < at < self._lost:
                self._passed_over.append(at)
            low = max(self._won, low if at == self._lost else at)

    def _last_won(self) -> Iterator[tuple[int, int]]:
        """Give the positions to be searched for the last one that can be won, in the same way.

        One that is unknown is taken for lost, those that the other halving found among them.
        """
        high = min([self._lost, *(at for at in self._passed_over if at > self._won)])
        while (at := (self._won + high) // 2) > self._won:
            yield at, (high - self._won).bit_length()
            high = high if at <= self._won else at

    def _try(self, at: int, budget: int) -> Iterator[Answer]:
        """Find out whether the position at `at` can be won, and pause after each slice."""
        state = self._way.states[at]
        solver = self._solver = Solver(self._game, self._seed, state)
        while solver.answer.verdict == "unknown" and solver.answer.positions < budget:
            yield solver.go_on(min(self._slice, budget - solver.answer.positions))
        self._spent, self._solver = self._positions, None
        if solver.answer.verdict == "impossible":
            self._lost = at
        elif solver.answer.verdict == "won":
            self._follow(state, solver.answer.actions)

    def _follow(self, state: State, actions: Sequence[Action]) -> None:
        """Take in that `actions` win from `state`, and how far the way went with them.

        Raises:
            ValueError: they do not win.
        """
        play = Play(self._game, self._seed, state)
        with suppress(IllegalAction):
            for action in actions:
                play.enter(action)
        if play.length < len(actions) or play.outcome() != "won":
            raise ValueError("the solution does not win this deal")
        at, done = max((self._where.get(each, -1), done) for done, each in enumerate(play.states))
        if at > self._won:
            self._won, self._actions = at, tuple(actions[done:])

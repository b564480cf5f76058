"""A player that reckons: it looks for a win of the deal as it may be, and goes that way."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from client.bots.chooser import cards_of
from client.bots.levels.guess import guess
from client.bots.levels.memory import Memory, hidden
from client.bots.levels.tidy import TidyPlanner
from engine.cards import UNKNOWN
from engine.game import Game
from engine.solver.analysis import nothing_to_decide
from engine.solver.search import Solver
from engine.state import Action, State

SLICE: Final = 200
"""Positions after which it pauses, so that others get their turn: some ten milliseconds."""
TRIED: Final = 2
"""Of so many guesses it has to win one, or it makes no more until it has seen more."""


class Budget(NamedTuple):
    """How much a player may reckon, in positions."""

    most: int
    """At one time, where it has saved them up: it begins with so many."""
    each: int
    """More for each move."""
    solved: int
    """For how many it looks for a win where it knows all cards, at least; or for none."""
    guesses: int
    """At how many deals it looks that may be the one that it plays."""
    guess: int
    """For how many positions it looks at each of them."""
    share: float
    """Of how many of these it has to know a win, to go that way rather than where it looks good."""
    planned: int
    """How many of each look ahead where it knows no win: see `Planner`."""


class Line(NamedTuple):
    """What to do next, as far as nothing is turned up by it."""

    steps: tuple[tuple[State, Action], ...]
    """The actions in order, each with the cards before it."""
    turned: tuple[tuple[int, int], ...]
    """Which cards the last one turns up, each by its pile and its place there."""


Votes: TypeAlias = dict[tuple[tuple[int, int], ...], list[Line]]


class Reckoner(TidyPlanner):
    """Plays one game: solves it where all cards are known, and guesses at them where they are not.

    It looks at some deals that fit all that it has seen, and does what turns up the cards that most
    of their wins turn up first: up to there all of that is known.  Then it looks again.  Where it
    finds no win, it plans like others.
    """

    def __init__(self, game: Game, chance: Random, care: float, budget: Budget) -> None:
        """Play `game`; see `Planner`.  `budget` bounds what it looks at."""
        super().__init__(game, chance, care, most=budget.planned)
        self._budget = budget
        self._saved = budget.most
        self._memory = Memory(game)
        self._line: list[tuple[State, Action]] = []
        """What it has made up its mind to do, the last action first."""
        self._thought_about: State | None = None
        self._luck = nothing_to_decide(game)
        self._guessed = -1
        """How many cards were not known when it guessed last."""

    def thoughts(self, view: State) -> Iterator[None]:
        """Think about what to do in `view`, with a pause now and then; `choose` then knows it."""
        known = self._memory.see(view)
        self._thought_about = view
        self._saved = min(self._budget.most, self._saved + self._budget.each)
        if self._luck or (self._line and self._line[-1][0] == cards_of(known)):
            return
        self._line = []
        if hidden(known):
            yield from self._guess(known)
        elif self._saved >= self._budget.solved:
            yield from self._solve(known)

    def choose(self, view: State) -> Action | None:
        """Return the move to make in `view`; None to give up."""
        if self._thought_about != view:
            for _ in self.thoughts(view):
                pass
        self._thought_about = None
        if self._line:
            self._idle = 0  # Who knows a way to win does not give up on it.
        action = super().choose(view)
        if action is not None:
            self._memory.note(action)
        return action

    @property
    def is_sure(self) -> bool:
        """Whether it knows already what to do after its last move."""
        return bool(self._line) or super().is_sure

    def _pick(self, view: State) -> Action | None:
        if self._line:
            self._plan = []
            return self._line.pop()[1]
        return super()._pick(view)

    def _solve(self, known: State) -> Iterator[None]:
        """Look for a win where all cards are known."""
        solver = Solver(self._game, self._made_up(), known)
        answer = solver.answer
        while answer.verdict == "unknown" and self._saved > 0:
            before = answer.positions
            answer = solver.go_on(min(SLICE, self._saved))
            self._saved -= answer.positions - before
            yield
        if answer.verdict == "won":
            self._line = [*reversed(self._along(known, answer.actions).steps)]

    def _guess(self, known: State) -> Iterator[None]:
        """Look for wins of deals that may be the one, and take the way of most of them."""
        budget, votes, unknown = self._budget, Votes(), hidden(known)
        guesses = min(budget.guesses, self._saved // budget.guess)
        if guesses < TRIED or unknown == self._guessed:
            return
        self._guessed = unknown
        for number in range(guesses):
            if number == TRIED and not votes:
                return  # It is too early to tell.
            deal = guess(self._game, known, self._chance)
            if deal is None:
                return
            solver = Solver(self._game, self._made_up(), deal)
            answer = solver.answer
            while answer.verdict == "unknown" and answer.positions < budget.guess:
                answer = solver.go_on(min(SLICE, budget.guess - answer.positions))
                yield
            self._saved -= answer.positions
            if answer.verdict == "won" and answer.actions:
                line = self._along(known, answer.actions)
                votes.setdefault(line.turned, []).append(line)
        if sum(map(len, votes.values())) >= max(1, budget.share * guesses):
            best = max(votes.values(), key=len)
            self._line = [*reversed(min(best, key=lambda line: len(line.steps)).steps)]

    def _along(self, known: State, actions: Sequence[Action]) -> Line:
        """Return the first of the actions, up to the one that turns up what is not known."""
        state, steps = known, list[tuple[State, Action]]()
        for action in actions:
            steps.append((cards_of(state), action))
            state = self._game.follow(state, action)
            if turned := tuple(_unknown(state)):
                return Line(tuple(steps), turned)
        return Line(tuple(steps), ())

    def _made_up(self) -> str:
        """Return a seed for what is shuffled in a guess: the real one is not known."""
        return f"{self._chance.getrandbits(64):x}"


def _unknown(state: State) -> Iterator[tuple[int, int]]:
    """Yield where cards lie that were turned up without being known."""
    for pile, cards in enumerate(state.piles):
        at = cards.find(UNKNOWN)
        if at >= 0:
            yield pile, at

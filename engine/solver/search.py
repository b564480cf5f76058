"""The search for a win: the most promising position first, by several opinions in turn."""

from engine.game import Game
from engine.play import Play
from engine.solver.answer import Answer
from engine.solver.narrowing import Narrowing
from engine.solver.progress import Progress
from engine.solver.queue import Queue
from engine.solver.sameness import Key, Sameness
from engine.state import Action, State

POSITIONS = 100_000
"""How many positions are made where nothing else is said: a few seconds, and some 80 MB."""


class Solver:
    """A search under way, which may be gone on with.

    It is the same on every machine, step by step: nothing in it is left to chance or to the clock.
    """

    def __init__(self, game: Game, seed: str, start: State | None = None) -> None:
        """Begin where `seed` is dealt, or at the position `start` of that deal.

        All cards are looked at, hidden ones too.

        Raises:
            ValueError: `seed` is none.
        """
        deal = game.deal(seed)
        start = deal if start is None else start
        self._game, self._seed, self._start = game, seed, start
        self._sameness = Sameness(game, deal)
        self._narrowing = Narrowing(game)
        self._opinions = [Progress(game, weights) for weights in game.strategy.weights]
        self._queues = [Queue() for _ in self._opinions]
        """For each opinion the positions to be looked at."""
        for queue in self._queues:
            queue.push(0, 0)
        self._seen: set[Key] = {self._sameness.key(start)}
        self._waiting: list[State | None] = [start]
        """Each position by its number, until it has been looked at."""
        self._before: list[tuple[int, Action | None, int]] = [(-1, None, 0)]
        """Of each position the one before, what led from there to it, and how many actions did."""
        self._turn = 0
        self.answer = Answer("won" if game.won(start) else "unknown", 0)
        """What is known so far."""

    def go_on(self, positions: int) -> Answer:
        """Make some `positions` more, unless it is known before, and return what is known then.

        They are a few more than that at most: a position is looked at as a whole.
        """
        until = self.answer.positions + positions
        while self.answer.verdict == "unknown" and self.answer.positions < until:
            self._look(until)
        return self.answer

    def _look(self, until: int) -> None:
        """Look at positions until it is known, or `until` positions are made."""
        # All that is asked of each position stands here in local names: it is done a hundred
        # thousand times.
        game, seed, seen, before, waiting = (
            self._game,
            self._seed,
            self._seen,
            self._before,
            self._waiting,
        )
        follow, won = game.follow, game.won
        key_of, distinct = self._sameness.key, self._sameness.distinct
        weighing = [
            (opinion.distance, opinion.level, queue.push)
            for opinion, queue in zip(self._opinions, self._queues, strict=True)
        ]
        made = self.answer.positions
        while made < until:
            number = self._next()
            if number is None:
                self.answer = Answer("impossible", made)
                return
            state = waiting[number]
            assert state is not None
            waiting[number] = None
            _, last, depth = before[number]
            for action in distinct(state, self._narrowing.actions(state, last)):
                after = follow(state, action, seed)
                made += 1
                key = key_of(after)
                if key in seen:
                    continue
                seen.add(key)
                before.append((number, action, depth + 1))
                if won(after):
                    self.answer = Answer("won", made, self._checked(len(waiting)))
                    return
                for distance, level, push in weighing:
                    push(len(waiting), distance(after, depth + 1), level(after))
                waiting.append(after)
        self.answer = Answer("unknown", made)

    def _next(self) -> int | None:
        """Return the number of the position to look at next; None where there is none left."""
        queue = self._queues[self._turn]
        self._turn = (self._turn + 1) % len(self._queues)
        while (number := queue.pop()) is not None:
            if self._waiting[number] is not None:
                return number
        return None

    def _checked(self, number: int) -> tuple[Action, ...]:
        """Return the actions that lead to a position that is won, played again by the rules."""
        actions: list[Action] = []
        while number:
            number, action, _ = self._before[number]
            if action is not None:
                actions.append(action)
        actions.reverse()
        play = Play(self._game, self._seed, self._start)
        for action in actions:
            play.enter(action)
        if play.outcome() != "won":
            raise AssertionError("the search has found what does not win")
        return tuple(actions)


def solve(game: Game, seed: str, positions: int = POSITIONS) -> Answer:
    """Return whether the deal of `seed` can be won, as far as some `positions` tell.

    Raises:
        ValueError: `seed` is none.
    """
    return Solver(game, seed).go_on(positions)

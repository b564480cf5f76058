"""One search for a win: the most promising position first, by several opinions in turn."""

from engine.game import Game
from engine.solver.answer import Answer, Verdict
from engine.solver.freeing import Freeing
from engine.solver.narrowing import Narrowing
from engine.solver.progress import Progress
from engine.solver.queue import Queue
from engine.solver.sameness import Sameness
from engine.solver.seen import Seen
from engine.solver.turning import Turning
from engine.state import Action, State


class Exploring:
    """One search under way, which may be gone on with."""

    def __init__(self, game: Game, seed: str, deal: State, start: State) -> None:
        """Begin at the position `start` of the `deal` of `seed`."""
        self._game, self._seed = game, seed
        self._turning = Turning(game) if game.strategy.turning else None
        self._narrowing = Narrowing(game, self._turning)
        self._opinions = [Progress(game, weights) for weights in game.strategy.weights]
        self._queues = [Queue() for _ in self._opinions]
        """For each opinion the positions to be looked at."""
        for queue in self._queues:
            queue.push(0, 0)
        self._sameness = Sameness(game, deal, self._turning)
        self._seen = Seen(self._sameness, self._turning)
        self._seen.adds(start)
        self._waiting: list[State | None] = [start]
        """Each position by its number, until it has been looked at."""
        self._before: list[tuple[int, tuple[Action, ...], Action | None, int]] = [(-1, (), None, 0)]
        """Of each position the one before, the prelude and the action that led from there to it,
        and how many actions it took in all."""
        self._turn = 0
        preparing = game.strategy.preparing
        self._hopeless = Freeing(game).hopeless if preparing else game.strategy.hopeless
        self.answer = Answer(self._verdict(start), 0)
        """What is known so far."""

    def _verdict(self, start: State) -> Verdict:
        """Return what is known before anything is done."""
        if self._game.won(start):
            return "won"
        return "impossible" if self._hopeless is not None and self._hopeless(start) else "unknown"

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
        game, seed, before, waiting = self._game, self._seed, self._before, self._waiting
        follow, won, adds = game.follow, game.won, self._seen.adds
        lines, distinct = self._narrowing.lines, self._sameness.distinct
        hopeless = self._hopeless
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
            depth = before[number][-1]
            for prelude, ready, action in distinct(state, lines(state)):
                after = follow(ready, action, seed)
                made += 1
                if not adds(after):
                    continue
                taken = depth + len(prelude) + 1
                if won(after):
                    before.append((number, prelude, action, taken))
                    self.answer = Answer("won", made, self._actions(len(waiting)))
                    return
                if hopeless is not None and hopeless(after):
                    continue
                before.append((number, prelude, action, taken))
                for distance, level, push in weighing:
                    push(len(waiting), distance(after, taken), level(after))
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

    def _actions(self, number: int) -> tuple[Action, ...]:
        """Return the actions that lead to a position."""
        actions: list[Action] = []
        while number:
            number, prelude, action, _ = self._before[number]
            assert action is not None
            actions.append(action)
            actions += reversed(prelude)
        actions.reverse()
        return tuple(actions)

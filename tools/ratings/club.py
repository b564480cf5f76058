"""A made-up club: players whose strengths are known, and races among them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.messages import Status
from server.ratings.model import UNKNOWN, Strength
from server.ratings.ranks import Finisher
from server.ratings.reckoning import OVERALL, Key, RatedRace, Reckoning

GAMES: Final = ("klondike", "freecell", "yukon", "spider", "golf")
"""A game of each of some families."""
TALENT: Final = 0.4
"""How much better or worse than otherwise somebody is in one game; strengths are spread by 1."""
LUCK: Final = 1.0
"""How far what somebody does in a race lies from their strength."""
EASY: Final = 0.1
"""How far below the middle of the club a performance may be that still wins the middling deal."""
SIZE: Final = 40


@dataclass
class Racer:
    """A player of the club."""

    number: int
    strength: float
    """0 is the middle; two thirds of the club lie between -1 and 1."""
    talents: dict[str, float] = field(default_factory=dict)


class Club:
    """Players, and what is known of them by their races."""

    def __init__(self, seed: str) -> None:
        """Make up a club by this seed."""
        self._chance = random.Random(seed)  # noqa: S311 (made-up races)
        self._races = 0
        self._reckoning = Reckoning()
        self.racers: list[Racer] = []
        for _ in range(SIZE):
            self.add(self._chance.gauss(0, 1))

    def add(self, strength: float, *, talented: bool = True) -> Racer:
        """Let one more in, who is better in some games than in others if `talented`."""
        spread = TALENT if talented else 0.0
        talents = {game: self._chance.gauss(0, spread) for game in GAMES}
        self.racers.append(Racer(len(self.racers), strength, talents))
        return self.racers[-1]

    def draw(self, count: int, of: Sequence[Racer] | None = None) -> list[Racer]:
        """Return some of the club at random."""
        return self._chance.sample(self.racers if of is None else of, count)

    def company(self) -> list[Racer]:
        """Return two to six who race together."""
        return self.draw(self._chance.randint(2, 6))

    def race(
        self,
        racers: Sequence[Racer],
        *,
        game: str = "",
        thrown: Racer | None = None,
        quitter: Racer | None = None,
    ) -> None:
        """Let some race, and rate it.

        How well each did decides: above a line, which is the deal's, the game is won, the best
        first; below it scores follow how well.  `thrown` gives the race up at once; `quitter` does
        when not among the better half.
        """
        game = game or self._chance.choice(GAMES)
        did = {
            each.number: self._chance.gauss(each.strength + each.talents[game], LUCK)
            for each in racers
        }
        line = self._chance.gauss(-EASY, 1)
        order = sorted(did, key=lambda number: -did[number])
        gave_up = {thrown.number} if thrown else set[int]()
        if quitter and order.index(quitter.number) >= len(order) / 2:
            gave_up.add(quitter.number)
        order.sort(key=lambda number: number in gave_up)  # with no points, behind all others
        finishers = []
        for place, number in enumerate(order, 1):
            ended: Status = "won" if did[number] > line else "stuck"
            if number in gave_up:
                ended = "gave up"
            finishers.append(Finisher(number, ended, place))
        self._races += 1
        self._reckoning.rate(RatedRace(self._races, game, finishers))

    def known(self, racer: Racer) -> Strength:
        """Return what is known of somebody, in all games together."""
        return self._reckoning.strengths.get(Key(OVERALL, racer.number), UNKNOWN)

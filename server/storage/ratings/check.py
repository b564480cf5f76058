"""Whether the ratings of a season are what its races make of them, to the last bit."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeAlias

from server.ratings.model import Strength
from server.ratings.reckoning import Key, RatedRace, Reckoning, Step
from server.storage.database import Row
from server.storage.ratings.books import finisher

PAGE: Final = 200
"""Races that are reckoned at once."""
SHOWN: Final = 20
"""The most faults that are told."""

Question: TypeAlias = tuple[str, Row]

_OPEN: Final = "(SELECT id FROM rating_books WHERE state = 'open')"
SINCE: Final[Question] = ("SELECT since FROM rating_books WHERE state = 'open'", ())
_RACES: Final = "SELECT id, game, rated FROM races WHERE rated > ?1 ORDER BY rated LIMIT ?2"
_FINISHERS: Final = f"""
    SELECT rated, game, player, status, racers.place, bot, NOT unrated, gone
    FROM ({_RACES}) AS page JOIN racers ON race = page.id JOIN players ON players.id = player
    WHERE status IS NOT NULL ORDER BY rated, player
"""  # noqa: S608 (what stands in it is ours)
_STEPS: Final = f"""
    SELECT family, player, rated, mu, sigma, races FROM rating_steps
    WHERE book = {_OPEN} AND rated IN (SELECT rated FROM ({_RACES}) AS page)
"""  # noqa: S608 (what stands in it is ours)
# A strength is what the last step has made of it.
WRONG_STRENGTHS: Final[Question] = (
    f"""
    SELECT COALESCE(name, 'player ' || player), family FROM (
        SELECT family, player, mu, sigma, races FROM ratings WHERE book = {_OPEN}
        EXCEPT SELECT family, player, mu, sigma, races
        FROM rating_steps AS last WHERE book = {_OPEN} AND rated = (
            SELECT MAX(rated) FROM rating_steps AS later WHERE later.book = last.book
            AND later.player = last.player AND later.family = last.family)
    ) AS wrong LEFT JOIN players ON players.id = player LIMIT {SHOWN}
    """,  # noqa: S608 (what stands in it is ours)
    (),
)
REBUILD: Final = "`samedeal admin DATA ratings rebuild` mends it"


class RatingsCheck:
    """The races of a season, reckoned again page by page."""

    def __init__(self, since: int) -> None:
        """Begin after the race that was rated as number `since`."""
        self._reckoning = Reckoning()
        self._last = since
        self.done = False
        """Whether there are no more races."""

    @property
    def questions(self) -> tuple[Question, Question]:
        """What to ask next: who was in the races, and what is kept of them."""
        page = (self._last, PAGE)
        return (_FINISHERS, page), (_STEPS, page)

    def faults(self, finishers: list[Row], kept: list[Row]) -> Iterator[str]:
        """Yield what is wrong in the answers to these questions."""
        made: dict[tuple[Key, int], Strength] = {}
        number = self._last
        for (number, game), group in groupby(finishers, key=lambda row: (row[0], row[1])):
            raced = [finisher(*row[2:]) for row in group]
            gone = {each.player for each in raced if each.gone}
            for step in self._reckoning.rate(RatedRace(number, game, raced)):
                if step.key.player not in gone:
                    made[step.key, step.number] = step.strength
        self.done, self._last = not finishers, number
        written = {(step.key, step.number): step.strength for step in map(_step, kept)}
        wrong = [key for key in sorted({*made, *written}) if made.get(key) != written.get(key)]
        for key, race in wrong[:SHOWN]:
            yield (
                f"what race {race} in the order of ratings made of the rating of player "
                f"{key.player} is not what it comes to: {REBUILD}"
            )


def _step(row: Row) -> Step:
    family, player, number, *strength = row
    return Step(Key(family, player), number, Strength(*strength))

"""Whether the races of each evening have one rule, and numbers without gaps and doubles."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from protocol.messages import Settings
from server.rooms.evenings.evening import USUAL
from server.storage.database import Row

OF_EVENINGS: Final = """
    SELECT evening, COALESCE(number, 0), id, over IS NOT NULL AND closed IS NULL, practice, settings
    FROM races WHERE (evening, COALESCE(number, 0), id) > (?, ?, ?)
    ORDER BY evening, COALESCE(number, 0), id LIMIT ?
"""
"""The races of evenings that follow one of them, so many."""


class _Race(NamedTuple):
    """What says of a race which of an evening it is."""

    evening: int
    number: int
    id: int
    done: int
    """Whether it has a result: one that was called off or closed has none, and the next one has its
    number."""
    practice: int
    settings: str

    @property
    def rule(self) -> str:
        """What its points go by."""
        series = msgspec.json.decode(self.settings, type=Settings).series
        return (series or USUAL).points


class EveningCheck:
    """Looks at the races of one evening after the other, in their order."""

    def __init__(self) -> None:
        """Begin before the first."""
        self.last = (-(2**63), -(2**31), -(2**63))
        """Which race was looked at last, for `OF_EVENINGS`."""
        self._evening: int | None = None
        self._rule = ""
        self._done = 0
        """The races of the evening that have a result."""
        self._began = False
        """Whether the race was there that it is known by."""

    def faults(self, row: Row) -> Iterator[str]:
        """Yield what is wrong with the next race, and with the evening before it."""
        race = _Race(*row)
        self.last = race[:3]
        if race.evening != self._evening:
            yield from self.end()
            self._evening = race.evening
            self._rule, self._done, self._began = "", 0, False
        self._began = self._began or race.id == race.evening
        for fault in self._race_faults(race):
            yield f"evening {race.evening}: race {race.id} {fault}"
        self._done += bool(race.done)

    def end(self) -> Iterator[str]:
        """Yield what is wrong with an evening of which all races were looked at."""
        if self._evening is not None and not self._began:
            yield f"evening {self._evening}: the race that it began with is none of it"

    def _race_faults(self, race: _Race) -> Iterator[str]:
        if race.practice:
            yield "is practice, and counts for it"
        if race.number != self._done + 1:
            yield f"is number {race.number} of it, and has {self._done} before it"
        try:
            rule = race.rule
        except msgspec.DecodeError:
            return  # That is told of the race.
        if rule != (self._rule or rule):
            yield f"has points by {rule}, and those before it by {self._rule}"
        self._rule = self._rule or rule

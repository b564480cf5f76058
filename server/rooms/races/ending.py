"""The question whether a race is to end, which the host asks of all who are still racing.  Pure."""

from typing import Final

from protocol.messages import EndAsked

ANSWER: Final = 20_000
"""Milliseconds that the racers have for an answer."""
GOES_ON: Final = 60_000
"""Milliseconds for which a race goes on at least, when somebody would rather."""


class Ending:
    """One question of one race, and what became of it."""

    def __init__(self, race: int, host: int, now: int) -> None:
        """Ask from now on; the host agrees."""
        self.race = race
        self.agreed = {host}
        self._until: int | None = now + ANSWER
        """When the time for an answer is up; None if somebody would rather go on."""
        self._free = now
        """When the host may end the race without asking."""
        self._by = 0

    @property
    def asks(self) -> bool:
        """Whether it is open still."""
        return self._until is not None

    def is_free(self, now: int) -> bool:
        """Return whether it was asked, and the race has gone on for long enough since."""
        return self._until is None and now >= self._free

    def agree(self, player: int) -> None:
        """Note that somebody agrees."""
        self.agreed.add(player)

    def go_on(self, player: int, now: int) -> None:
        """Note that somebody would rather go on."""
        self._until, self._free, self._by = None, now + GOES_ON, player

    def is_due(self, now: int) -> bool:
        """Return whether the time for an answer is up."""
        return self._until is not None and now >= self._until

    def told(self, now: int) -> EndAsked:
        """Return how it is told."""
        if self._until is None:
            return EndAsked(self.race, 0, by=self._by)
        return EndAsked(self.race, max(1, self._until - now), sorted(self.agreed)[:64])

"""Stopping: no race is started any more, and those under way get some time to end."""

import asyncio
from collections.abc import Callable

from server.bounds import Limits
from server.network.delivery import Delivery
from server.rooms.lobby import Lobby, stopping


class Shutdown:
    """Whether and when the server is going to stop."""

    def __init__(
        self, lobby: Lobby, delivery: Delivery, limits: Limits, clock: Callable[[], int]
    ) -> None:
        """Stop not yet; `clock` returns milliseconds."""
        self._lobby, self._delivery = lobby, delivery
        self._limits, self._clock = limits, clock
        self._at: int | None = None
        """When the server stops at the latest, in the clock's milliseconds."""
        self.due = asyncio.Event()
        """Set when the server has to stop now."""

    @property
    def begun(self) -> bool:
        """Whether the server has been told to stop."""
        return self._at is not None

    def begin(self, after: float | None = None) -> float:
        """Stop when no race is on any more, or `after` so many seconds, and tell everybody.

        Without a number it is `Limits.stop_after`; a second call may name another.  Returns the
        seconds that are left: 0 when no race is on.
        """
        seconds = self._limits.stop_after if after is None else after
        if not self._lobby.racing:
            seconds = 0
        now = self._clock()
        self._at = now + int(seconds * 1000)
        self._lobby.stop(self._at)
        self._delivery.tell_everybody(stopping(self._at - now))
        self.check(now)
        return seconds

    def check(self, now: int) -> None:
        """See whether it is time to stop.  Call it often."""
        if self._at is not None and (now >= self._at or not self._lobby.racing):
            self.due.set()

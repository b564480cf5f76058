"""Stopping: no race is started any more, and those under way get some time to end.

A server that is there for a few friends may stop by itself, when the last of them has left.
"""

import asyncio
from collections.abc import Callable

from server.bounds import Limits
from server.network.delivery import Delivery
from server.network.presence import Presence
from server.rooms.lobby import Lobby, stopping


class Shutdown:
    """Whether and when the server is going to stop."""

    def __init__(
        self,
        lobby: Lobby,
        presence: Presence,
        delivery: Delivery,
        limits: Limits,
        clock: Callable[[], int],
    ) -> None:
        """Stop not yet; `clock` returns milliseconds."""
        self._lobby, self._presence, self._delivery = lobby, presence, delivery
        self._limits, self._clock = limits, clock
        self._at: int | None = None
        """When the server stops at the latest, in the clock's milliseconds."""
        self._empty_since: int | None = clock()
        """Since when nobody is connected; None while somebody is."""
        self.due = asyncio.Event()
        """Set when the server has to stop now."""

    @property
    def begun(self) -> bool:
        """Whether the server has been told to stop."""
        return self._at is not None

    def begin(self, after: float | None = None) -> float:
        """Stop when no race is on any more, or `after` so many seconds, and tell everybody.

        Without a number it is `Limits.stop_after`; a second call may name another, and without one
        it changes nothing.  Returns the seconds that are left: 0 when no race is on.
        """
        now = self._clock()
        seconds = self._limits.stop_after if after is None else after
        if after is None and self._at is not None:
            seconds = max(0, self._at - now) / 1000
        if not self._lobby.racing:
            seconds = 0
        self._at = now + int(seconds * 1000)
        self._lobby.stop(self._at)
        self._delivery.tell_everybody(stopping(self._at - now))
        self.check(now)
        return seconds

    def check(self, now: int) -> None:
        """See whether it is time to stop.  Call it often."""
        if self._limits.stop_empty:
            self._look_who_is_there(now)
        if self._at is not None and (now >= self._at or not self._lobby.racing):
            self.due.set()

    def _look_who_is_there(self, now: int) -> None:
        if self._presence.newest:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now
        elif self._at is None and now - self._empty_since >= self._limits.stop_empty * 1000:
            self.begin(0)

"""What the log tells of those who come and are turned away: each while they are few, else a sum.

Whoever knocks all day would fill the disk with lines otherwise.  Names of places (an address, or a
network that counts as one) are the caller's; an address goes into the field `address` alone.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Hashable
from typing import Final, NamedTuple

from server.buckets import Allowance, Bucket
from server.monitoring.metrics import Metrics, TurnedAway

log = logging.getLogger(__name__)

EVERY: Final = 60.0
"""Seconds for which what happens again is counted, and then told in one line."""
PLACES: Final = 10
"""Places that get a line of their own each time; what came from all others is one more."""
MOST_PLACES: Final = 1000
"""Places that are counted apart meanwhile."""
TOLD_AT_ONCE: Final = 100
"""Visits from one place that are told at once, and again in `TOLD_AGAIN` seconds."""
TOLD_AGAIN: Final = 600.0
TOLD: Final = 2.0
"""Visits from anywhere that are told a second, in the long run."""


class _What(NamedTuple):
    """What is counted: an event, and why it happened."""

    event: str
    why: str
    level: int = logging.WARNING


class Visitors:
    """Decides what is told of those who come, and tells what has piled up once a minute."""

    def __init__(self, metrics: Metrics, connections: int) -> None:
        """Count in `metrics`; `connections` may come at once, as after a restart."""
        self._metrics = metrics
        self._by_place = Allowance(TOLD_AT_ONCE, TOLD_AGAIN)
        self._all = Bucket(TOLD, max(connections, TOLD_AT_ONCE), time.monotonic())
        self._counts: Counter[tuple[_What, Hashable]] = Counter()
        """What came again, by place; None stands for all places beyond `MOST_PLACES`."""
        self._addresses: dict[Hashable, str] = {}
        """An address of each of these places."""
        self._timer: asyncio.TimerHandle | None = None

    def level(self, place: Hashable, address: str) -> int:
        """Return at which level to tell of a visit: DEBUG when there are too many to tell each."""
        now = time.monotonic()
        if self._by_place.take(place, now) and self._all.take(now):
            return logging.INFO
        untold = _What("more connections than are told", "", logging.INFO)
        self._count(untold, place, address)
        return logging.DEBUG

    def turned_away(self, why: TurnedAway, place: Hashable, address: str) -> None:
        """Tell that somebody was turned away: at once if nobody was for a while."""
        self._metrics.turned_away(why)
        self._tell(_What("turned away", why), place, address)

    def cannot_open(self, reason: str) -> None:
        """Tell that the machine has no socket left for those who want to come in."""
        self._tell(_What("no socket is left for those who come", reason), None, "")

    def flush(self) -> None:
        """Tell what has piled up, and begin to count anew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        counts, self._counts = self._counts, Counter()
        addresses, self._addresses = self._addresses, {}
        rest: Counter[_What] = Counter()
        told = 0
        for (what, place), count in counts.most_common():
            if place is not None and told < PLACES:
                told += 1
                _log(what, count, addresses[place])
            else:
                rest[what] += count
        for what, count in rest.items():
            _log(what, count, "")

    def _tell(self, what: _What, place: Hashable, address: str) -> None:
        if self._timer is None:
            _log(what, 1, address)
            self._wait()
        else:
            self._count(what, place, address)

    def _count(self, what: _What, place: Hashable, address: str) -> None:
        if place not in self._addresses:
            if len(self._addresses) >= MOST_PLACES:
                place = None
            else:
                self._addresses[place] = address
        self._counts[what, place] += 1
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY, self.flush)


def _log(what: _What, count: int, address: str) -> None:
    about: dict[str, object] = {"count": count}
    if what.why:
        about["why"] = what.why
    if address:
        about["address"] = address
    log.log(what.level, what.event, extra=about)

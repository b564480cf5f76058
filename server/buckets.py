"""Counting what has a bound in time: so many at once, and so many a second after that."""

from collections.abc import Hashable
from typing import Final

FEW: Final = 1024
"""Keys that an allowance remembers without looking for some to forget."""


class Bucket:
    """A token bucket: full at first, emptied by messages, filled again by time."""

    __slots__ = ("_burst", "_filled", "_left", "_rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        """Hold `burst` messages, and get `rate` more a second."""
        self._rate, self._burst = rate, burst
        self._left, self._filled = float(burst), now

    def take(self, now: float, amount: float = 1) -> bool:
        """Take `amount` messages out at the time `now`, in seconds; return whether there were some.

        More than the bucket holds is never there; then a full one will do, and is in debt.
        """
        left = self._left + (now - self._filled) * self._rate
        if left > self._burst:
            left = float(self._burst)
        self._filled = now
        some = left >= 1 and (left >= amount or left >= self._burst)
        self._left = left - amount if some else left
        return some

    def has_any(self, now: float, amount: float = 1) -> bool:
        """Return whether there are `amount` messages to take out at the time `now`."""
        some = self.take(now, amount)
        if some:
            self._left += amount
        return some

    def borrow(self, now: float, amount: float = 1) -> float:
        """Take messages out even if there are none; return the seconds until all are paid back."""
        if not self.take(now, amount):
            self._left -= amount
        return max(0.0, -self._left / self._rate)

    def due(self, amount: int = 1) -> float:
        """Return the seconds until there are `amount` messages, from the last look on."""
        return max(0.0, (max(1, min(amount, self._burst)) - self._left) / self._rate)

    def give_back(self) -> None:
        """Put one message in again."""
        self._left = min(self._burst, self._left + 1)

    @property
    def full(self) -> bool:
        """Whether nothing was missing when it was last looked at."""
        return self._left >= self._burst


class Allowance:
    """So many of something within a time for each key: an address, a player.

    It is a bucket for each key, which is forgotten when it is full again.
    """

    def __init__(self, most: int, seconds: float) -> None:
        """Allow `most` in `seconds`: so many at once, and then at that rate."""
        self._most, self._rate = most, most / seconds
        self._buckets: dict[Hashable, Bucket] = {}
        self._sweep_at = FEW

    def take(self, key: Hashable, now: float, amount: int = 1) -> bool:
        """Use `amount` up at the time `now`, in seconds; return whether there were as many."""
        return self.bucket(key, now).take(now, amount)

    def borrow(self, key: Hashable, now: float, amount: float) -> None:
        """Use `amount` up at the time `now`, even if there is not as much left."""
        self.bucket(key, now).borrow(now, amount)

    def has_any(self, key: Hashable, now: float) -> bool:
        """Return whether there is one left."""
        bucket = self._buckets.get(key)
        return self._most > 0 if bucket is None else bucket.has_any(now)

    def give_back(self, key: Hashable) -> None:
        """Let one that was taken not count after all."""
        if bucket := self._buckets.get(key):
            bucket.give_back()

    def bucket(self, key: Hashable, now: float) -> Bucket:
        """Return what a key has left, to be used up at the time `now` or later."""
        if len(self._buckets) >= self._sweep_at:
            self._sweep(now)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._most, now)
        return bucket

    def __len__(self) -> int:
        """Keys that are remembered."""
        return len(self._buckets)

    def _sweep(self, now: float) -> None:
        for key, bucket in list(self._buckets.items()):
            if bucket.has_any(now) and bucket.full:
                del self._buckets[key]
        self._sweep_at = max(FEW, 2 * len(self._buckets))

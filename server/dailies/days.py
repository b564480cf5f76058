"""Days by the server's clock, in the operator's zone."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from typing import Final
from zoneinfo import ZoneInfo

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_day(text: str) -> bool:
    """Return whether this is a day that there is, as `2026-11-27`."""
    try:
        return bool(_DAY.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def day_after(day: str, days: int = 1) -> str:
    """Return the day that is so many days after this one, or before it; the last there is at most.

    Raises:
        ValueError: it is no day.
    """
    try:
        return (date.fromisoformat(day) + timedelta(days)).isoformat()
    except OverflowError:
        return (date.max if days > 0 else date.min).isoformat()


def zone_of(text: str) -> tzinfo:
    """Return the zone of this name, as `UTC` or `Europe/Berlin`.

    Raises:
        ValueError: there is none of that name here.
    """
    if text == "UTC":
        return UTC  # also where the system knows no zones
    try:
        return ZoneInfo(text)
    except (LookupError, ValueError, OSError):
        raise ValueError(
            f"{text!r} is no time zone that is known here: write UTC, or one as Europe/Berlin"
        ) from None


@dataclass(frozen=True)
class Days:
    """Which day it is."""

    zone: tzinfo = UTC
    clock: Callable[[], float] = time.time
    """Returns seconds since 1970."""

    @property
    def today(self) -> str:
        """The day, as `2026-11-27`."""
        return datetime.fromtimestamp(self.clock(), self.zone).date().isoformat()

    def begins(self, day: str) -> int:
        """Return when a day begins, in seconds since 1970."""
        midnight = datetime.combine(date.fromisoformat(day), time_of_day.min, self.zone)
        return max(0, int(midnight.timestamp()))

    def ends(self, day: str) -> int:
        """Return when a day is over, in seconds since 1970."""
        return self.begins(day_after(day))

"""On which day and at what time something was, where the player lives."""

from datetime import UTC, date, datetime

from client.words.texts import date_text, long_date_text


def day_of(seconds: int) -> str:
    """Return the day of a moment, which is in seconds since 1970, as people write it."""
    day = _day(seconds)
    return date_text(day.year, day.month, day.day)


def long_day_of(seconds: int) -> str:
    """Return the same with the month in words."""
    day = _day(seconds)
    return long_date_text(day.year, day.month, day.day)


def time_of(seconds: int) -> str:
    """Return the time of a moment, as on a clock: "20:15"."""
    return _local(seconds).strftime("%H:%M")


def _day(seconds: int) -> date:
    return _local(seconds).date()


def _local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).astimezone()

"""On which day something was, where the player lives."""

from datetime import UTC, datetime

from client.words.texts import date_text


def day_of(seconds: int) -> str:
    """Return the day of a moment, which is in seconds since 1970, as people write it."""
    day = datetime.fromtimestamp(seconds, UTC).astimezone()
    return date_text(day.year, day.month, day.day)

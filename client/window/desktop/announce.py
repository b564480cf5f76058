"""Saying something to whoever uses a screen reader."""

import sys
import time
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

A_LETTER: Final = 0.06
"""Seconds that a reader takes to say a letter, more or less."""
MOST_JOINED: Final = 300
"""Letters after which nothing more is joined to what is being said."""


class Voice:
    """What a screen reader is saying just now, as far as one can tell."""

    def __init__(self) -> None:
        self.text = ""
        self.until = 0.0
        """When it has been said to its end, by the monotonic clock."""
        self.cuts_off = sys.platform == "linux"
        """Whether the next announcement cuts it off, however polite that is."""


voice: Final = Voice()


def screen_reader_is_on() -> bool:
    """Whether a screen reader is there: else nothing need be put in words."""
    return QAccessible.isActive()


def announce(source: QObject, text: str, *, urgent: bool = True) -> None:
    """Have a text read out, as `source` would say it; what is not urgent waits for its turn.

    Where it would have no turn, but cut off what is being said, both are said as one, from the
    beginning. It takes Qt 6.8; on all platforms a screen reader gets it as an announcement of its
    own kind.
    """
    if not text or not screen_reader_is_on():
        return
    now = time.monotonic()
    joined = not urgent and voice.cuts_off and now < voice.until
    if joined and len(voice.text) + len(text) <= MOST_JOINED:
        text = f"{voice.text}; {text}"
    voice.text, voice.until = text, now + A_LETTER * len(text)
    event = QAccessibleAnnouncementEvent(source, text)
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
    send(event)


def send(event: QAccessibleEvent) -> None:
    """Hand an event to the platform."""
    QAccessible.updateAccessibility(event)

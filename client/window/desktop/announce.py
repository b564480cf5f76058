"""Saying something to whoever uses a screen reader."""

import sys
import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

A_LETTER: Final = 0.06
"""Seconds that a reader takes to say a letter, more or less."""
MOST_JOINED: Final = 300
"""The most letters that are said as one."""


class Voice:
    """What a screen reader is saying just now, as far as one can tell."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, cuts_off: bool = False
    ) -> None:
        """Know nothing yet; `clock` tells the time in seconds."""
        self.cuts_off = cuts_off
        """Whether the next announcement cuts off what is being said, however polite it is."""
        self._clock = clock
        self._saying: list[tuple[str, float]] = []
        """The texts that it says one after the other, each with the time of its end."""

    def says(self, *texts: str) -> None:
        """Note that it says these from now on, and nothing else."""
        end = self._clock()
        self._saying = []
        for text in texts:
            end += A_LETTER * len(text)
            self._saying.append((text, end))

    def follow(self, text: str) -> list[str]:
        """Return what to say for this to cut nothing off: what is being said, and then this."""
        now = self._clock()
        texts = [each for each, end in self._saying if end > now] if self.cuts_off else []
        while texts and sum(map(len, texts)) + len(text) > MOST_JOINED:
            texts.pop(0)
        return [*texts, text]


voice: Final = Voice(cuts_off=sys.platform == "linux")


def screen_reader_is_on() -> bool:
    """Whether a screen reader is there: else nothing need be put in words."""
    return QAccessible.isActive()


def announce(source: QObject, text: str, *, urgent: bool = True) -> None:
    """Have a text read out, as `source` would say it; what is not urgent cuts nothing off.

    It takes Qt 6.8; on all platforms a screen reader gets it as an announcement of its own kind.
    """
    if not text or not screen_reader_is_on():
        return
    texts = [text] if urgent else voice.follow(text)
    voice.says(*texts)
    event = QAccessibleAnnouncementEvent(source, "; ".join(texts))
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
    send(event)


def note_focus(control: QObject) -> None:
    """Note that a reader says by itself what has the focus now."""
    if screen_reader_is_on():
        found = QAccessible.queryAccessibleInterface(control)
        voice.says(found.text(QAccessible.Text.Name))


def send(event: QAccessibleEvent) -> None:
    """Hand an event to the platform."""
    QAccessible.updateAccessibility(event)

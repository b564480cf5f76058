"""Saying something to whoever uses a screen reader."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent


def screen_reader_is_on() -> bool:
    """Whether a screen reader is there: else nothing need be put in words."""
    return QAccessible.isActive()


def announce(source: QObject, text: str, *, urgent: bool = True) -> None:
    """Have a text read out, as `source` would say it; what is not urgent waits for its turn.

    It takes Qt 6.8; on all platforms a screen reader gets it as an announcement of its own kind.
    """
    if text and screen_reader_is_on():
        event = QAccessibleAnnouncementEvent(source, text)
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
        send(event)


def send(event: QAccessibleEvent) -> None:
    """Hand an event to the platform."""
    QAccessible.updateAccessibility(event)

"""Whether a player means what cannot be taken back: the first time is asked, the second does it."""

from collections.abc import Callable
from typing import Final

from engine.state import Action

HASTE: Final = 0.5
"""Seconds after which a second press can be an answer: one before is of a hand that went on."""
PATIENCE: Final = 5.0
"""Seconds that a question waits for its answer."""


class Sure:
    """The question whether an action is meant, of which there is one at a time."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Ask nothing yet; `now` is a clock in seconds."""
        self.now = now
        self._asked: Action | None = None
        self._at = 0.0
        """When that was last tried."""

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._asked is not None and self.now() - self._at < PATIENCE

    def is_meant(self, action: Action) -> bool:
        """Return whether this answers the question; if not, it is asked from now on."""
        now = self.now()
        meant = self.asking and action == self._asked and now - self._at >= HASTE
        self._asked, self._at = None if meant else action, now
        return meant

    def forget(self) -> None:
        """Ask nothing any more: something else was done."""
        self._asked = None

"""How often what moves is drawn: in every second frame where very much moves at once.

Whatever spares frames draws in the same ones, so that the window is painted for all of it at once.
"""

import time
from collections.abc import Callable
from typing import Final

TWO_FRAMES: Final = 0.032
"""Seconds from one frame that is drawn to the next, where every second one is."""
MANY: Final = 8
"""The most boards, or rows, that move in every frame; with more of them, it is every second."""


class Pace:
    """Says of each frame of an animation whether it is drawn."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Have every frame drawn; `clock` tells the time in seconds."""
        self.sparing = False
        """Whether every second frame goes by."""
        self._clock = clock
        self._drawn = 0
        """The number of the two frames of which one was drawn last."""

    def is_due(self) -> bool:
        """Return whether the frame is drawn that is there now; it counts as drawn then."""
        if not self.sparing:
            return True
        now = int(self._clock() / TWO_FRAMES)
        due, self._drawn = now != self._drawn, now
        return due

"""A process that works only where nobody else wants to."""

import contextlib
import os
from typing import Final

NICENESS: Final = 19
"""How much such a process lets others go first: as much as there is."""


def let_others_go_first() -> None:
    """Give this process the lowest priority, where the system has such a thing."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # Some services may not: then the system decides.
            os.setpriority(os.PRIO_PROCESS, 0, NICENESS)

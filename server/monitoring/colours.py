"""Whether what is written is to be in colours."""

import os
import sys
from typing import Final, TextIO

PLAIN: Final = ("", "dumb", "unknown")
"""What TERM says of a terminal that would show the colours' codes as they are."""


def wants_colours(stream: TextIO) -> bool:
    """Return whether a stream leads to a terminal that shows colours, and nobody asked for none.

    NO_COLOR says that, whatever it holds (https://no-color.org).
    """
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        return False
    return sys.platform == "win32" or os.environ.get("TERM", "") not in PLAIN

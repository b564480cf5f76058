"""Whether a window can be opened here: there has to be a display, and Qt."""

import importlib.util
import os
import sys


class NoWindow(Exception):
    """No window can be opened here.  The text says why, and what to do."""


def has_display() -> bool:
    """Return whether this machine has a screen for windows, as far as its environment says."""
    if os.environ.get("QT_QPA_PLATFORM") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def need_window(instead: str) -> None:
    """Check that a window can be opened.

    `instead` tells the user what else can be done where there is no display.

    Raises:
        NoWindow: There is no display, or Qt is not installed.
    """
    if not has_display():
        raise NoWindow(f"there is no display for a window; {instead}")
    if importlib.util.find_spec("PySide6") is None:
        raise NoWindow("the window needs Qt; install it with: pip install 'samedeal[client]'")

"""The way to the Qt client, which only some commands need and not every installation has."""

import importlib.util
import os
import sys


class NoWindow(Exception):
    """There can be no window here.  The text says why, and what to do."""


def has_display() -> bool:
    """Return whether this machine has a screen for windows, as far as its environment says."""
    if os.environ.get("QT_QPA_PLATFORM") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def need_window(instead: str) -> None:
    """See to it that a window can be opened; `instead` says what can be done where it cannot.

    Raises:
        NoWindow: it cannot.
    """
    if not has_display():
        raise NoWindow(f"there is no display for a window; {instead}")
    if importlib.util.find_spec("PySide6") is None:
        raise NoWindow("the window needs Qt; install it with: pip install 'samedeal[client]'")

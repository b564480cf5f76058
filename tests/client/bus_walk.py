"""A program that goes through the window's screens by Tab, and listens as a screen reader does.

    dbus-run-session -- python -m tests.client.bus_walk

It needs what `tools.setup.reader_bus` installs, prints what is wrong, a line each, and then fails.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.window import window as shown
from client.window.desktop.memory import Memory
from client.window.window import Window
from harness.fakes import Spoken
from tests.client.by_ear import MOST, described, name_of
from tests.client.tour import Tour, a_race_without_boards
from tools.setup.reader_bus import PYTHON

LISTENER: Final = Path(__file__).with_name("bus_listener.py")
PATIENCE: Final = 5.0
"""Seconds in which the bus has to bring what was told it."""


class Bus:
    """What comes over the bus, as the listener tells it."""

    def __init__(self, listener: "subprocess.Popen[bytes]") -> None:
        assert listener.stdout is not None
        self._lines = listener.stdout
        os.set_blocking(self._lines.fileno(), False)
        self._rest = b""
        self.heard: list[dict[str, Any]] = []

    def read(self) -> None:
        """Take in what has come."""
        try:
            self._rest += os.read(self._lines.fileno(), 1 << 16)
        except BlockingIOError:
            return
        *lines, self._rest = self._rest.split(b"\n")
        self.heard += [json.loads(line) for line in lines]

    def tells(self, name: str) -> bool:
        """Whether what has this name, or is named by it, has the focus and shows."""
        self.read()
        return any(
            each["showing"] and name in (each["focus"], *each["labels"])
            for each in self.heard
            if "focus" in each
        )


def comes(true: Callable[[], bool]) -> bool:
    """Let Qt work until something holds; return whether it ever does."""
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        QApplication.processEvents()
    return true()


class BusTour(Tour):
    """Goes round each screen by Tab, and waits until the bus has told each stop."""

    def __init__(self, window: Window, bus: Bus) -> None:
        super().__init__(window)
        self._bus = bus
        self._seen: set[str] = set()
        self.faults: list[str] = []
        self.stops = 0

    def look(self, where: str) -> None:
        """Go round a screen that was not seen before, if anything has the focus there."""
        screen = type(self.window.navigation.currentWidget()).__name__
        if screen not in self._seen and QApplication.focusWidget() is not None:
            self._seen.add(screen)
            self.go_round(where)

    def go_round(self, where: str) -> None:
        """Press Tab until the focus is where it was."""
        self.window.grab()  # or what is new would not lie in its place yet
        QApplication.processEvents()
        begin = now = QApplication.focusWidget()
        for _ in range(MOST):
            assert now is not None
            then = self._step(now, where)
            if then is None or then is begin:
                return
            now = then
        self.faults.append(f"{where}: no way round in {MOST} steps")

    def _step(self, now: QWidget, where: str) -> QWidget | None:
        """Press Tab, and return what has the focus then; None where it leads nowhere."""
        self._bus.heard.clear()
        QTest.keyClick(now, Qt.Key.Key_Tab)
        # A key goes over the bus first, where a reader may take it.
        comes(lambda: QApplication.focusWidget() is not now)
        then: QWidget | None = QApplication.focusWidget()
        if then is None or then is now:
            self.faults.append(f"{where}: Tab leads nowhere after {described(now)}")
            return None
        self.stops += 1
        name = name_of(then)
        if not name:
            self.faults.append(f"{where}: {described(then)} has no name")
        # In a table or a list, a reader is told of the row.
        rows = then.inherits("QAbstractItemView")
        if not rows and not comes(lambda: self._bus.tells(name)):
            self.faults.append(f"{where}: {described(then)} is told as {self._bus.heard}")
        return then


def walk(bus: Bus) -> list[str]:
    """Go through all screens, and return what is wrong."""
    application = QApplication([])
    shown.Link = Spoken  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as memory:
        window = Window(Memory(Path(memory)))
        window.resize(1180, 760)
        window.show()
        window.activateWindow()
        name = name_of(window.connect_screen.name)
        if not comes(lambda: window.isActiveWindow() and bus.tells(name)):
            return ["nothing of the window comes over the bus"]
        tour = BusTour(window, bus)
        tour.walk()
        a_race_without_boards(tour)
        tour.go_round("a race without boards")
        window.close_unasked()
    application.processEvents()
    print(f"{tour.stops} stops", file=sys.stderr)
    return tour.faults


def main() -> int:
    """Start a display and a listener, go through the screens, and print what is wrong."""
    with ExitStack() as stack:
        read, write = os.pipe()
        server = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"]
        display = stack.enter_context(subprocess.Popen(server, pass_fds=[write]))
        stack.callback(display.terminate)
        os.close(write)
        with os.fdopen(read) as number:
            os.environ["DISPLAY"] = f":{number.readline().strip()}"
        os.environ.update(QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        listener = stack.enter_context(
            subprocess.Popen([PYTHON, LISTENER], stdout=subprocess.PIPE, bufsize=0)
        )
        stack.callback(listener.terminate)
        assert listener.stdout is not None
        listener.stdout.readline()  # it is ready
        faults = walk(Bus(listener))
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

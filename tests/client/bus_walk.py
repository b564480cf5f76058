"""A program that goes through the window's screens by Tab, and listens as a screen reader does.

    dbus-run-session -- python -m tests.client.bus_walk

It needs `tools.setup.reader_bus`. What is wrong is printed, a line each; nothing is, where all is
well but the number of stops.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tools.setup.reader_bus import PYTHON

LISTENER: Final = Path(__file__).with_name("bus_listener.py")
PATIENCE: Final = 5.0
"""Seconds in which the bus has to bring what was told it."""


class Bus:
    """What comes over the bus, as the listener tells it."""

    def __init__(self, listener: "subprocess.Popen[str]") -> None:
        assert listener.stdout is not None
        self._lines = listener.stdout
        os.set_blocking(self._lines.fileno(), False)
        self._rest = ""
        self.heard: list[dict[str, object]] = []

    def read(self) -> None:
        """Take in what has come."""
        try:
            self._rest += os.read(self._lines.fileno(), 1 << 16).decode()
        except BlockingIOError:
            return
        *lines, self._rest = self._rest.split("\n")
        self.heard += [json.loads(line) for line in lines]


def walk(bus: Bus) -> list[str]:
    """Go through all screens, and return what is wrong."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QWidget

    from client.window import window as shown
    from client.window.desktop.memory import Memory
    from client.window.window import Window
    from tests.client.by_ear import MOST, described, name_of
    from tests.client.tour import Spoken, Tour

    application = QApplication([])
    shown.Link = Spoken  # type: ignore[attr-defined]
    found: list[str] = []
    stops = 0

    def comes(name: str) -> bool:
        """Whether the bus tells in time that what has this name has the focus, and shows."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            application.processEvents()
            bus.read()
            for each in bus.heard:
                names = [each.get("focus"), *each.get("labels", [])]  # type: ignore[misc]
                if name in names and each["showing"]:
                    return True
            time.sleep(0.001)
        return False

    def moved(before: QWidget) -> None:
        """Wait until a key was heeded: it goes over the bus first, where readers may take it."""
        end = time.monotonic() + PATIENCE
        while QApplication.focusWidget() is before and time.monotonic() < end:
            application.processEvents()

    class BusTour(Tour):
        def __init__(self, window: Window) -> None:
            super().__init__(window)
            self.seen: set[str] = set()

        def look(self, where: str) -> None:
            nonlocal stops
            self.window.grab()
            application.processEvents()
            begin = QApplication.focusWidget()
            screen = type(self.window.navigation.currentWidget()).__name__
            if begin is None or screen in self.seen:
                return
            self.seen.add(screen)
            now: QWidget = begin
            for _ in range(MOST):
                bus.heard.clear()
                QTest.keyClick(now, Qt.Key.Key_Tab)
                moved(now)
                there = QApplication.focusWidget()
                if there is None or there is now:
                    found.append(f"{where}: Tab leads nowhere after {described(now)}")
                    return
                now = there
                stops += 1
                name = name_of(now)
                table = now.inherits("QAbstractItemView")  # there a reader is told of the row
                if not name:
                    found.append(f"{where}: {described(now)} has no name")
                elif not table and not comes(name):
                    found.append(f"{where}: {described(now)} is told as {bus.heard}")
                if now is begin:
                    return
            found.append(f"{where}: no way round")

    with tempfile.TemporaryDirectory() as memory:
        window = Window(Memory(Path(memory)))
        window.show()
        window.activateWindow()
        end = time.monotonic() + PATIENCE
        while not (window.isActiveWindow() and bus.heard) and time.monotonic() < end:
            application.processEvents()
            bus.read()
        tour = BusTour(window)
        tour.walk()
        window.close()
    print(f"{stops} stops on {len(tour.seen)} screens", file=sys.stderr)
    return found


def main() -> int:
    """Start a display and a listener, go through the screens, and print what is wrong."""
    with ExitStack() as stack:
        read, write = os.pipe()
        display = stack.enter_context(
            subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write]
            )
        )
        stack.callback(display.terminate)
        os.close(write)
        with os.fdopen(read) as number:
            os.environ["DISPLAY"] = f":{number.readline().strip()}"
        os.environ.update(QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        listener = stack.enter_context(
            subprocess.Popen([PYTHON, LISTENER], stdout=subprocess.PIPE, text=True)
        )
        stack.callback(listener.terminate)
        assert listener.stdout is not None
        listener.stdout.readline()  # it is ready
        found = walk(Bus(listener))
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())

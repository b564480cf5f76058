"""`samedeal`, that tells when it has come how far: `python -m bench.shared.marks play ...`.

It watches from outside: each name below is replaced once its module is there, by one that notes
the time and goes on to the real one. So nothing is imported earlier than it is in the program. At
the first card on the board it writes all that it noted to the file `MARKS` of its environment, a
line each, a name and the seconds of the system's monotonic clock, and closes the window.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Final

MARKS: Final = "MARKS"
"""In the environment, the file to write to."""
BEGUN: Final = "the program runs"
CARDS: Final = "the first cards are painted"
noted: Final[dict[str, float]] = {}
"""What has happened, and when it did so for the first time."""


def note(name: str) -> None:
    """Note that this has happened, unless it had before."""
    noted.setdefault(name, time.monotonic())


def calls(owner: Any, name: str, before: str = "", after: str = "") -> None:
    """Note when a function is called, and when it has returned."""
    function = getattr(owner, name)

    @wraps(function)
    def told(*given: Any, **named: Any) -> Any:
        if before:
            note(before)
        result = function(*given, **named)
        if after:
            note(after)
        return result

    setattr(owner, name, told)


def watch_qt(module: ModuleType) -> None:
    """Note when all modules of the window are there, and when Qt is."""
    note("the window's modules are there")
    calls(module, "QApplication", "Qt is begun", "Qt is there")


def watch_server(module: ModuleType) -> None:
    """Note when the server's process is begun, waited for, and there."""
    calls(module.DemoProcess, "__enter__", "the server is begun")
    calls(module.DemoProcess, "_wait", "the server is waited for", "the server is there")


def watch_session(module: ModuleType) -> None:
    """Note the first of each kind of message that the window is told, whose thread is the first."""
    receive = module.Session.receive

    def told(session: Any, frame: Any, now: float) -> Any:
        message = receive(session, frame, now)
        if threading.current_thread() is threading.main_thread():
            note(f"told {type(message).__name__}")
        return message

    module.Session.receive = told


def watch_board(module: ModuleType) -> None:
    """Note when a board is painted that has cards, and end the program."""
    paint = module.BoardView.paintEvent

    def told(board: Any, event: Any) -> None:
        paint(board, event)
        if any(board.state.piles) and CARDS not in noted:
            note(CARDS)
            board.window().disconnect_from_server()  # and nobody is left in the room
            board.window().close_unasked()

    module.BoardView.paintEvent = told


def watch_window(module: ModuleType) -> None:
    """Note when the window is made, shown and painted."""
    from PySide6.QtCore import QEvent, QObject

    class Painted(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt)
            if event.type() == QEvent.Type.Paint:
                note("the window is painted")
            return False

    def watched(window: Any) -> None:
        window.installEventFilter(Painted(window))
        show(window)

    show = module.Window.show
    module.Window.show = watched
    calls(module.Window, "__init__", "the window is begun", "the window is made")


WATCHED: Final[dict[str, Callable[[ModuleType], None]]] = {
    "samedeal.commands.play": lambda it: calls(it, "run", "the command is read"),
    "samedeal.demo.beside": watch_server,
    "client.window.app": watch_qt,
    "client.window.window": watch_window,
    "client.session.session": watch_session,
    "client.window.scene.board_view": watch_board,
}
"""What is done when these modules are there."""


class Watcher(importlib.abc.MetaPathFinder):
    """Finds the modules above as Python does, and watches them when they have been executed."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return what Python finds, for the modules above."""
        if name not in WATCHED:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            calls_after(spec.loader, WATCHED[name])
        return spec


def calls_after(loader: Any, does: Callable[[ModuleType], None]) -> None:
    """Have `does` be called with the module that this loader has executed."""
    execute = loader.exec_module

    def told(module: ModuleType) -> None:
        execute(module)
        does(module)

    loader.exec_module = told


def main() -> int:
    """Run `samedeal` with these arguments, and write down what was noted."""
    note(BEGUN)
    sys.meta_path.insert(0, Watcher())
    from samedeal.__main__ import main as samedeal

    status = samedeal(sys.argv[1:])
    lines = (f"{when!r} {what}\n" for what, when in noted.items())
    Path(os.environ[MARKS]).write_text("".join(lines), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Ctrl-C and a polite `kill` close the window, as its own button does.

Python runs a signal's handler only when it runs code, and while Qt waits for events it runs none.
So the signal also wakes Qt, through a pair of sockets.
"""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from PySide6.QtCore import QSocketNotifier

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def closing(close_window: Callable[[], object]) -> Iterator[list[int]]:
    """Close the window when a signal asks for it; the signals that came are in the list yielded.

    Only the main thread can do this.
    """
    came: list[int] = []

    def close(number: int, _frame: object) -> None:
        came.append(number)
        close_window()

    reader, writer = socket.socketpair()

    def hear() -> None:
        # The signal's handler runs here at the latest, and may wait in an event loop of its own
        # that hears the same: then there is nothing left to be read.
        with suppress(BlockingIOError):
            reader.recv(64)

    with reader, writer:
        reader.setblocking(False)
        writer.setblocking(False)
        notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(hear)
        before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        handlers = {number: signal.signal(number, close) for number in SIGNALS}
        try:
            yield came
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)
            notifier.setEnabled(False)

"""Ctrl-C and a polite `kill` close the window, as its own button does.

Python runs a signal's handler only when it runs code, and while Qt waits for events it runs none.
So the signal also wakes Qt, through a pair of sockets.
"""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QWidget

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def closing(window: QWidget) -> Iterator[list[int]]:
    """Close `window` when a signal asks for it; the signals that came are in the list yielded.

    Only the main thread can do this.
    """
    came: list[int] = []

    def close(number: int, _frame: object) -> None:
        came.append(number)
        window.close()

    reader, writer = socket.socketpair()
    with reader, writer:
        writer.setblocking(False)
        notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(lambda: reader.recv(64))
        before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        handlers = {number: signal.signal(number, close) for number in SIGNALS}
        try:
            yield came
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)
            notifier.setEnabled(False)

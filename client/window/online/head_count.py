"""How many people are on the window's own server: asked of its metrics, before it ends."""

import re
from typing import Final

from PySide6.QtCore import QByteArray, QDeadlineTimer
from PySide6.QtNetwork import QTcpSocket

PATIENCE: Final = 500
"""Milliseconds that the server has to answer: the window stands still meanwhile."""
LONGEST: Final = 256 * 1024
"""Bytes of an answer that are read."""
HERE: Final = "127.0.0.1"

_COUNT: Final = re.compile(rb"^samedeal_(players|bots) ([0-9]{1,9})(?:\.0)?\r?\n", re.MULTILINE)


def people_on(port: int) -> int | None:
    """Return how many people, and no bots, are connected to the server at a port of this computer.

    None: it does not say, or not soon.
    """
    deadline, line, read = QDeadlineTimer(PATIENCE), QTcpSocket(), b""
    line.setReadBufferSize(LONGEST)
    line.connectToHost(HERE, port)
    if not line.waitForConnected(deadline.remainingTime()):
        return None
    asked = f"GET /metrics HTTP/1.1\r\nHost: {HERE}:{port}\r\nConnection: close\r\n\r\n"
    line.write(QByteArray(asked.encode()))
    while len(read) < LONGEST and line.waitForReadyRead(deadline.remainingTime()):
        read += bytes(line.readAll().data())
    line.abort()
    counts = {name: int(count) for name, count in _COUNT.findall(read)}
    return counts[b"players"] - counts[b"bots"] if len(counts) == 2 else None

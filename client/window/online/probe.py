"""Whether a server is up, and how far away: a question over HTTP, before anybody connects."""

import re
from typing import Final

from PySide6.QtCore import QByteArray, QElapsedTimer, QObject, QTimer, QUrl, Signal
from PySide6.QtNetwork import QSslSocket, QTcpSocket

from client.session.address import Address
from client.words.translation import translate

PATIENCE: Final = 4000
"""Milliseconds that a server may take to answer."""
STOPPING: Final = 503
"""The status of a server that is there, and takes nobody in now."""
LONGEST: Final = 1024
"""Bytes that are read of an answer: of its first line, which alone says how the server is."""

_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([0-9]{3})[ \r\n]")


class Probe(QObject):
    """Asks servers how they are; each answer comes as a signal."""

    found = Signal(object, str, bool)
    """A server's address, its state in a few words ("up, 23 ms"), and whether it is one of ours."""

    def ask(self, address: Address) -> None:
        """Ask the server at this address how it is."""
        question = _Question(address, self)
        question.answered.connect(self._answered)
        question.ask()

    def _answered(self, address: Address, line: bytes | None, took: int) -> None:
        status = _status(line)
        words = _words(status, took, here=address.here)
        self.found.emit(address, words, status in (200, STOPPING))


class _Question(QObject):
    """One question to one server, over a socket that is let go of at the end of the first line.

    (Qt's own HTTP has no bound on what it reads before it tells of an answer, nor on the time.)
    """

    answered = Signal(object, object, int)
    """The address, the answer's first line or its beginning (bytes; None without an answer), and
    the milliseconds that it took."""

    def __init__(self, address: Address, parent: QObject) -> None:
        super().__init__(parent)
        self._address = address
        self._read = b""
        self._over = False
        self._clock = QElapsedTimer()
        self._deadline = QTimer(self, singleShot=True, interval=PATIENCE)
        self._deadline.timeout.connect(self._fail)
        self._socket: QTcpSocket = QSslSocket(self) if address.secure else QTcpSocket(self)
        self._socket.setReadBufferSize(LONGEST)
        self._socket.readyRead.connect(self._take)
        self._socket.errorOccurred.connect(self._fail)

    def ask(self) -> None:
        """Connect, and put the question."""
        self._clock.start()
        self._deadline.start()
        if isinstance(self._socket, QSslSocket):
            self._socket.encrypted.connect(self._put)
            self._socket.connectToHostEncrypted(self._address.host, self._address.port)
        else:
            self._socket.connected.connect(self._put)
            self._socket.connectToHost(self._address.host, self._address.port)

    def _put(self) -> None:
        host = QUrl(self._address.url).authority(QUrl.ComponentFormattingOption.FullyEncoded)
        question = (
            f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n"
            "Accept: */*\r\nUser-Agent: Samedeal\r\nConnection: close\r\n\r\n"
        )
        self._socket.write(QByteArray(question.encode()))

    def _take(self) -> None:
        self._read += bytes(self._socket.read(LONGEST - len(self._read)).data())
        if b"\n" in self._read or len(self._read) >= LONGEST:
            self._end(self._read)

    def _fail(self) -> None:
        self._end(None)

    def _end(self, line: bytes | None) -> None:
        if not self._over:
            self._over = True  # to let go is an error of the socket's, too
            self._deadline.stop()
            self._socket.abort()
            self.deleteLater()
            self.answered.emit(self._address, line, self._clock.elapsed())


def _status(line: bytes | None) -> int | None:
    """Return the status in the first line of an answer: 0 if it has none, None without a line."""
    if line is None:
        return None
    found = _STATUS.match(line)
    return int(found[1]) if found else 0


def _words(status: int | None, took: int, *, here: bool) -> str:
    """Return what a status says about a server; one on this computer need not be there."""
    if status is None:
        return translate("probe", "none is open") if here else translate("probe", "no answer")
    if status == STOPPING:
        return translate("probe", "stopping", "the server")
    if not 200 <= status < 300:
        return translate("probe", "no Samedeal server")
    return translate("probe", "up, {time} ms").format(time=took)

"""Whether a server is up, and how far away: a question over HTTP, before anybody connects."""

from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QUrl, Signal
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

from client.session.address import Address
from client.words.translation import translate

PATIENCE: Final = 4000
"""Milliseconds that a server may take to answer."""
STOPPING: Final = 503
"""The status of a server that is there, and takes nobody in now."""


class Probe(QObject):
    """Asks servers how they are; each answer comes as a signal."""

    found = Signal(object, str, bool)
    """A server's address, its state in a few words ("up, 23 ms"), and whether it is one of ours."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._network = QNetworkAccessManager(self)
        self._network.setTransferTimeout(PATIENCE)

    def ask(self, address: Address) -> None:
        """Ask the server at this address how it is."""
        url = QUrl(address.url)
        url.setScheme("https" if address.secure else "http")
        url.setPath("/healthz")
        clock = QElapsedTimer()
        clock.start()
        request = QNetworkRequest(url)
        manual = QNetworkRequest.RedirectPolicy.ManualRedirectPolicy
        request.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, manual.value)
        reply = self._network.get(request)
        # What it says beyond its status is not read: it may be without end.
        reply.readyRead.connect(reply.abort)
        reply.finished.connect(lambda: self._answered(address, reply, clock.elapsed()))

    def _answered(self, address: Address, reply: QNetworkReply, took: int) -> None:
        status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
        reply.deleteLater()
        self.found.emit(address, _words(status, took), status in (200, STOPPING))


def _words(status: object, took: int) -> str:
    """Return what an HTTP status (None without an answer) says about a server."""
    match status:
        case None:
            return translate("probe", "no answer")
        case _ if status == STOPPING:
            return translate("probe", "stopping", "the server")
        case int() if status >= 300:
            return translate("probe", "no Samedeal server")
        case _:
            return translate("probe", "up, {time} ms").format(time=took)

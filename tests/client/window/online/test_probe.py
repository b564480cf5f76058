"""How a server is, asked over real sockets."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
import trustme
from PySide6.QtCore import QByteArray, QObject
from PySide6.QtNetwork import QSslCertificate, QSslConfiguration
from PySide6.QtWidgets import QApplication

from client.session.address import Address
from client.window.online import probe
from client.window.online.probe import Probe
from harness.listener_thread import ListenerThread
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from server.network.access import Access, load_certificate
from tools.faults.hostile_server import HostileServer


class Answering(ListenerThread):
    """A server that says these bytes to whoever comes, once or `forever`, and never hangs up."""

    def __init__(self, answer: bytes, *, forever: bool = False) -> None:
        super().__init__("answering")
        self._answer, self._forever = answer, forever
        self.sent = 0
        """Bytes that were said."""
        self.gone = threading.Event()
        """Whether the one who came has hung up."""

    async def listen(self) -> None:
        """Serve."""
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0) as server:
            await self.stand(server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await reader.readuntil(b"\r\n\r\n")
            host = f"127.0.0.1:{self.port}"
            assert request.startswith(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n".encode())
            while True:
                writer.write(self._answer)
                await writer.drain()
                self.sent += len(self._answer)
                if not self._forever:
                    await reader.read()
                    return
        except ConnectionError:
            pass
        finally:
            self.gone.set()
            writer.transport.abort()


def asked(address: Address) -> tuple[str, bool]:
    """Return what a probe finds out about a server, and whether it is one of ours."""
    found: list[tuple[str, bool]] = []
    owner = QObject()
    asking = Probe(owner)
    asking.found.connect(lambda _, state, answers: found.append((state, answers)))
    asking.ask(address)
    until(lambda: found, "an answer")
    return found[0]


def test_a_server_that_is_up(qt_app: QApplication, tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        state, answers = asked(server.address)
    assert answers
    assert state.startswith("up, ")


def test_nobody(qt_app: QApplication) -> None:
    assert asked(Address("127.0.0.1", 9)) == ("none is open", False)


@pytest.mark.parametrize("deed", ["redirect", "circle"])
def test_who_points_elsewhere_is_not_followed(qt_app: QApplication, deed: str) -> None:
    with HostileServer(deed) as server:
        assert asked(server.address) == ("no Samedeal server", False)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.1 200 OK\r\n", "up, "),
        (b"HTTP/1.0 200 \r\n", "up, "),
        (b"HTTP/1.1 503 Service Unavailable\r\n", "stopping"),
        (b"HTTP/1.1 101 Switching Protocols\r\n", "no Samedeal server"),
        (b"HTTP/1.1 404 Not Found\n", "no Samedeal server"),
        (b"HTTP/1.1 2000 OK\r\n", "no Samedeal server"),
        (b"HTTP/1.1 \xd9\xa2\xd9\xa0\xd9\xa0 OK\r\n", "no Samedeal server"),
        (b"SSH-2.0-OpenSSH\r\n", "no Samedeal server"),
        (b"\n", "no Samedeal server"),
    ],
)
def test_only_the_first_line_is_read(qt_app: QApplication, answer: bytes, told: str) -> None:
    with Answering(answer) as server:
        state, answers = asked(server.address)
        assert answers is (told != "no Samedeal server")
        assert state.startswith(told)
        assert server.gone.wait(20), "the line stays open"


@pytest.mark.parametrize(
    "endless",
    [b"HTTP/1.1 200 OK\r\n" + b"X-Header: x\r\n" * 500, b"HTTP/1.1 200 OK" * 500, b"HTTP/1.1 200 "],
)
def test_an_answer_without_end_is_not_read(qt_app: QApplication, endless: bytes) -> None:
    with Answering(endless, forever=True) as server:
        assert asked(server.address)[1]
        assert server.gone.wait(20), "the line stays open"
        assert server.sent < 20_000_000, "more than what systems keep for whoever will read it"


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK"])
def test_who_says_nothing_whole_in_time_has_not_answered(
    qt_app: QApplication, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr(probe, "PATIENCE", 200)
    with Answering(answer) as server:
        assert asked(server.address) == ("none is open", False)
        assert server.gone.wait(20), "the line stays open"


def test_a_question_goes_with_its_asker(qt_app: QApplication) -> None:
    with Answering(b"HTTP/1.1") as server:
        owner = QObject()
        Probe(owner).ask(server.address)
        until(lambda: server.sent, "the beginning of an answer")
        shiboken6.delete(owner)
        assert server.gone.wait(20), "the line stays open"


def test_who_speaks_no_tls_has_not_answered_over_it(qt_app: QApplication) -> None:
    with HostileServer("garbage") as server:
        assert asked(replace(server.address, secure=True)) == ("none is open", False)


def test_a_server_with_tls_is_asked_over_tls(qt_app: QApplication, tmp_path: Path) -> None:
    authority, other = trustme.CA(), trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    issued.private_key_and_cert_chain_pem.write_to_path(tmp_path / "server.pem")
    access = Access(tls=load_certificate(tmp_path / "server.pem"))
    usual = QSslConfiguration.defaultConfiguration()
    with ServerThread(tmp_path / "data", access) as server:
        address = replace(server.address, secure=True)
        for trusted, answers in ((authority, True), (other, False)):
            changed = QSslConfiguration(usual)
            pem = QByteArray(trusted.cert_pem.bytes())
            changed.setCaCertificates(QSslCertificate.fromData(pem))
            QSslConfiguration.setDefaultConfiguration(changed)
            try:
                assert asked(address)[1] is answers
            finally:
                QSslConfiguration.setDefaultConfiguration(usual)

"""How a server is, asked over real sockets."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from client.session.address import Address
from client.window.online.probe import Probe
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from tools.faults.hostile_server import HostileServer


def asked(address: Address) -> tuple[str, bool]:
    """Return what a probe finds out about a server, and whether it is one of ours."""
    found: list[tuple[str, bool]] = []
    owner = QObject()
    probe = Probe(owner)
    probe.found.connect(lambda _, state, answers: found.append((state, answers)))
    probe.ask(address)
    until(lambda: found, "an answer")
    return found[0]


def test_a_server_that_is_up(qt_app: QApplication, tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        state, answers = asked(server.address)
    assert answers
    assert state.startswith("up, ")


def test_nobody(qt_app: QApplication) -> None:
    assert asked(Address("127.0.0.1", 9)) == ("no answer", False)


@pytest.mark.parametrize("deed", ["redirect", "circle"])
def test_who_points_elsewhere_is_not_followed(qt_app: QApplication, deed: str) -> None:
    with HostileServer(deed) as server:
        assert asked(server.address) == ("no Samedeal server", False)


def test_an_answer_without_end_is_not_read(qt_app: QApplication) -> None:
    with HostileServer("body") as server:
        assert asked(server.address)[1]

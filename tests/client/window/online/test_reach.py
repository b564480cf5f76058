"""Whether a server of this computer is reached from the network, asked over real sockets."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from client.session.address import Address
from client.window.online import reach as module
from client.window.online.reach import Reach
from harness.qt_waiting import until
from harness.server_thread import ServerThread


def reached(
    server: Address, monkeypatch: pytest.MonkeyPatch, network: str
) -> list[tuple[Address, Address]]:
    """Return what is found out about a server by a computer with this address in its network."""
    monkeypatch.setattr(module, "lan_address", lambda: network)
    owner = QObject()
    asking = Reach(owner)
    told: list[tuple[Address, Address]] = []
    asking.found.connect(lambda here, there: told.append((here, there)))
    answers: list[bool] = []
    asking._probe.found.connect(lambda _there, _state, up: answers.append(up))
    asking.ask(server)
    if asking._asked:
        until(lambda: answers, "an answer, or none")
    return told


def test_only_an_address_that_answers_is_told(
    qt_app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ServerThread(tmp_path) as server:
        here = replace(server.address, host="localhost", code="ABCDEF")
        there = replace(server.address, host="127.0.0.1", code="")
        assert reached(here, monkeypatch, "127.0.0.1") == [(here, there)]
        assert reached(here, monkeypatch, "127.0.0.2") == [], "it listens elsewhere only"
        assert reached(here, monkeypatch, "") == [], "there is no network"


def test_a_server_elsewhere_is_not_asked(
    qt_app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reached(Address("example.org"), monkeypatch, "127.0.0.1") == []

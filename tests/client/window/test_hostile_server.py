"""The window before hostile servers: it goes on, or says in a sentence why it let go."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from client.session.reconnecting import ReconnectPolicy
from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.window import Window
from harness.qt_waiting import until
from tools.faults.hostile_server import DEEDS, HostileServer

QUICK = ReconnectPolicy(pauses=(0.01,), answer_time=0.5, goodbye=0.1)
ENDS = {
    "chat": "never stops talking",
    "pings": "never stops talking",
    "progress": "never stops talking",
    "refusals": "31m evil",
    "taken": "name is taken",
}
"""What is said of those that are left for good."""


@pytest.fixture
def window(
    qt_app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Window]:
    usual = Link.__init__.__kwdefaults__ or {}
    monkeypatch.setattr(Link.__init__, "__kwdefaults__", usual | {"policy": QUICK})
    made = Window(Memory(tmp_path))
    made.show()
    yield made
    made.close_unasked()
    made.deleteLater()


@pytest.mark.parametrize("name", DEEDS)
def test_a_window_comes_through(
    name: str, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: wrong.append(error))
    turns = 0

    def a_turn() -> bool:
        nonlocal turns
        turns += 1
        return turns > 10

    with HostileServer(name) as server:
        window.connect_to(server.address, "Ada")
        until(server.came.is_set, "the client came")
        if name in ENDS:
            until(lambda: window.link is None, "it is left for good")
            assert ENDS[name].lower() in window.connect_screen.trouble.text().lower()
        else:
            if window.link and window.link.up:
                window.link.session.join_room("ABCDEF")
            until(a_turn, "the window answers")
    assert wrong == []
    written = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert written <= {"client.ini", "practice-deals.json", "tokens.json"}

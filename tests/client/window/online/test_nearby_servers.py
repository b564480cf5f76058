"""The process that looks for servers, as the window has it."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from client.session import nearby
from client.session.nearby import Nearby
from client.window.desktop.memory import Memory
from client.window.online import child_process, nearby_servers
from client.window.online.nearby_servers import NearbyServers, computer_name
from client.window.online.own_server import OwnServer
from client.window.window import Window
from harness.qt_waiting import until
from protocol.nearby import LONGEST_NAME, About

ADA = Nearby("ADA-PC", "192.0.2.5", 8765, False, About())
SAYS = "import os\nprint({lines!r}, flush=True)\n"
WAITS = "while os.read(0, 99):\n    pass\n"


@pytest.fixture
def search() -> Iterator[NearbyServers]:
    made = NearbyServers()
    yield made
    made.close()
    assert not made._child.running


def let_it_say(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(child_process, "_command", lambda *_: ["-c", program])


def test_what_it_finds_is_told(search: NearbyServers, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(["no list", nearby.written([]), nearby.written([ADA])])
    let_it_say(monkeypatch, SAYS.format(lines=lines) + WAITS)
    told: list[list[Nearby]] = []
    search.changed.connect(told.append)
    search.look(True)
    until(lambda: len(told) == 2, "the list")
    assert told == [[], [ADA]]


def test_it_looks_only_while_it_is_wanted(
    search: NearbyServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_it_say(monkeypatch, SAYS.format(lines=nearby.written([ADA])) + WAITS)
    told: list[list[Nearby]] = []
    search.changed.connect(told.append)
    search.look(True)
    until(lambda: told == [[ADA]], "the list")
    search.look(False)
    assert told[-1] == []
    search.look(True)  # before the first one has ended
    until(lambda: told[-1] == [ADA], "the list again")
    search.look(False)
    until(lambda: not search._child.running, "the end")


def test_where_it_cannot_be_done_the_list_is_empty(
    search: NearbyServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_it_say(monkeypatch, SAYS.format(lines=nearby.written([ADA])))
    told: list[list[Nearby]] = []
    search.changed.connect(told.append)
    search.look(True)
    until(lambda: told == [[ADA], []], "the end")


def test_the_window_looks_while_a_server_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_it_say(monkeypatch, SAYS.format(lines=nearby.written([ADA])) + WAITS)
    window = Window(Memory(tmp_path), own_port=0, nearby=True)
    window.show()
    servers = window.connect_screen.servers
    until(lambda: servers.text(0, 0) == "ADA-PC", "the server")
    window.show_settings()
    until(lambda: not window._nearby._child.running, "the end")
    window.navigation.go_back()
    until(lambda: servers.text(0, 0) == "ADA-PC", "the server again")
    window.close_unasked()
    assert not window._nearby._child.running


def test_unless_it_is_asked_for_nothing_is_looked_for_or_announced(tmp_path: Path) -> None:
    window = Window(Memory(tmp_path), own_port=0)
    window.show()
    assert not window._nearby._child.running
    assert "--announced-as" not in window.own_server._options(1)
    window.close_unasked()


def test_an_own_server_is_announced_by_the_computers_name(tmp_path: Path) -> None:
    options = OwnServer(tmp_path, announced_as="ADA-PC")._options(1)
    assert options[options.index("--announced-as") + 1] == "ADA-PC"


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("ADA-PC", "ADA-PC"),
        ("ada-pc.example.org", "ada-pc"),
        ("", "Samedeal"),
        ("\n", "Samedeal"),
        ("é" * 60, "é" * (LONGEST_NAME // 2)),
    ],
)
def test_the_computers_name_is_one_that_a_server_takes(
    host: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearby_servers, "QSysInfo", SimpleNamespace(machineHostName=lambda: host))
    assert computer_name() == name

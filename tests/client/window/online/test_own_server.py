"""A server that is opened from the window, and the bots that its owner calls."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.session.address import Address, parse_address
from client.window.desktop.memory import Memory
from client.window.online import own_server
from client.window.online.own_server import OwnServer
from client.window.window import Window
from harness.fakes import press
from harness.qt_waiting import until


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setattr(own_server, "lan_address", lambda: "192.168.1.5")
    window = Window(Memory(tmp_path), own_port=0)
    window.show()
    yield window
    window.close()
    assert not window.own_server.running


def test_from_a_name_to_a_race_with_a_bot(window: Window) -> None:
    screen = window.connect_screen
    press(screen, "Open a server here")
    assert "Type a name" in screen.trouble.text()
    assert not window.own_server.running
    screen.name.setText("Ada")
    press(screen, "Open a server here")
    until(lambda: window.link and window.link.up, "the server")
    port = window.own_server.address.port
    assert f"192.168.1.5:{port}" in window.lobby.where.text()
    window.lobby.make.emit()
    window.make_room.make.click()
    until(lambda: window.navigation.currentWidget() is window.room, "the room")
    invited = parse_address(window.room.invitation.text())
    assert invited == Address("192.168.1.5", port, code=window.room.code.text())
    assert "same network" in window.room.reach.text()
    press(window.room, "Call a bot")
    press(window.room, "Call a bot")
    until(lambda: window.room.start.isEnabled() and len(window.room.members.rows) == 3, "the bots")
    room = window.link.session.room if window.link else None
    assert room is not None
    assert sorted(m.name for m in room.members if m.bot) == ["Abacus", "Bellows"]
    press(window.room, "Leave")
    until(lambda: not window._bots._bots, "the bots are gone")


def test_opening_it_again_leads_to_it(window: Window) -> None:
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up)
    port = window.own_server.address.port
    window.disconnect_from_server()
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up)
    assert window.own_server.address.port == port


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = OwnServer(tmp_path, taken.getsockname()[1])
        failed: list[str] = []
        server.failed.connect(failed.append)
        server.open()
        assert len(failed) == 1
        assert f"Port {taken.getsockname()[1]}" in failed[0]
        assert not server.running


def test_a_server_that_cannot_keep_its_data_says_why(tmp_path: Path) -> None:
    (tmp_path / "server").write_text("no directory")
    window = Window(Memory(tmp_path), own_port=0)
    window.show()
    window.open_own_server("Ada")
    until(window.connect_screen.trouble.text, "the reason")
    assert window.navigation.currentWidget() is window.connect_screen
    assert window.connect_screen.go.isEnabled()
    window.close()


def test_other_servers_are_known_as_they_are(tmp_path: Path) -> None:
    server = OwnServer(tmp_path)
    for address in (Address("localhost"), Address("example.org")):
        assert server.address_for_others(address) == address

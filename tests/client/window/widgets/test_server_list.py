"""The servers to choose from: those in the network come and go."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from client.session.address import Address
from client.session.nearby import Nearby
from client.window.desktop.memory import Memory
from client.window.screens.connect import ConnectScreen
from client.window.widgets.server_list import FRAME, ROWS, ServerList
from client.window.window import Window
from harness.fakes import HOSTILE, Show
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from protocol.nearby import About

ADA = Nearby("ADA-PC", "192.0.2.5", 8765, False, About())
BOB = Nearby("BOB-PC", "192.0.2.6", 7713, False, About(password=True))
HERE = Address("localhost")


def texts(servers: ServerList) -> list[str]:
    return [servers.text(y, 0) for y in range(servers.rowCount())]


def click(servers: ServerList, y: int) -> None:
    item = servers.item(y, 0)
    assert item
    at = servers.visualItemRect(item).center()
    QTest.mouseClick(servers.viewport(), Qt.MouseButton.LeftButton, pos=at)


@pytest.fixture
def screen(show: Show) -> ConnectScreen:
    made = show(ConnectScreen())
    made.fill("", "Ada")
    made.show_servers([Address("127.0.0.1", 1)])
    return made


def test_they_come_and_go(screen: ConnectScreen) -> None:
    servers = screen.servers
    servers.show_nearby([ADA, BOB])
    assert texts(servers) == ["ADA-PC", "BOB-PC", "127.0.0.1:1", "This computer"]
    assert servers.text(0, 1) == "192.0.2.5:8765, nearby"
    servers.show_nearby([BOB])
    assert texts(servers) == ["BOB-PC", "127.0.0.1:1", "This computer"]
    servers.show_nearby([])
    assert texts(servers) == ["127.0.0.1:1", "This computer"]


def test_a_click_connects_to_one_that_is_there(screen: ConnectScreen) -> None:
    wanted: list[Address] = []
    screen.server_wanted.connect(lambda address, _: wanted.append(address))
    screen.servers.show_nearby([ADA])
    click(screen.servers, 2)
    assert wanted == [], "nobody is known to be there"
    assert screen.server.text() == "localhost"
    click(screen.servers, 0)
    assert wanted == [ADA.address]
    screen.servers.found.emit(HERE, True)
    screen.servers._found(HERE, "up, 1 ms", True)
    click(screen.servers, 2)
    assert wanted == [ADA.address, HERE]


def test_the_keyboard_goes_there_too(screen: ConnectScreen) -> None:
    wanted: list[Address] = []
    screen.server_wanted.connect(lambda address, _: wanted.append(address))
    screen.servers.show_nearby([ADA, BOB])
    screen.servers.setFocus()
    QTest.keyClick(screen.servers, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(screen.servers, Qt.Key.Key_Down)
    assert screen.server.text() == "192.0.2.6"
    assert wanted == [], "to look is not to go"
    QTest.keyClick(screen.servers, Qt.Key.Key_Return)
    assert wanted == [BOB.address]


def test_the_chosen_one_stays_chosen_when_others_come(screen: ConnectScreen) -> None:
    screen.servers.show_nearby([BOB])
    screen.servers.selectRow(0)
    screen.servers.show_nearby([ADA, BOB])
    assert screen.servers.chosen == BOB.address
    screen.servers.show_nearby([ADA])
    assert not screen.servers.selectedItems()
    assert screen.server.text() == "192.0.2.6", "what was chosen is still there to read"


def test_nobody_is_listed_twice(screen: ConnectScreen) -> None:
    screen.show_servers([ADA.address, Address("race.example")])
    own = Nearby("MY-PC", "192.0.2.7", 7713, True, About())
    screen.servers.show_nearby([own, ADA])
    assert texts(screen.servers) == ["ADA-PC", "race.example", "This computer"]
    other_port = Nearby("MY-PC-2", "192.0.2.7", 9000, True, About())
    screen.servers.show_nearby([other_port])
    assert texts(screen.servers)[0] == "MY-PC-2"


def test_nobody_is_asked_who_was_only_heard_of(
    screen: ConnectScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Address] = []
    monkeypatch.setattr(screen.servers._probe, "ask", asked.append)
    screen.servers.show_nearby([ADA, BOB])
    screen.servers.refresh()
    assert asked == [Address("127.0.0.1", 1), HERE]


def test_strangers_text_is_text(screen: ConnectScreen) -> None:
    eve = Nearby(f"{HOSTILE}\n\x1b[2J", "192.0.2.9", 1, False, About())
    screen.servers.show_nearby([eve])
    assert screen.servers.text(0, 0) == f"{HOSTILE} [2J"
    item = screen.servers.item(0, 0)
    assert item
    assert "<img" not in item.toolTip()


def test_who_listens_hears_what_it_is(screen: ConnectScreen) -> None:
    old = Nearby("OLD", "192.0.2.8", 7713, False, About(version=99))
    screen.servers.show_nearby([ADA, BOB, old])
    told = [
        "Server ADA-PC, 192.0.2.5:8765, found in your network",
        "Server BOB-PC, 192.0.2.6, found in your network: asks new players for a password",
        "Server OLD, 192.0.2.8, found in your network: of another version of Samedeal",
        "127.0.0.1:1",
    ]
    listened = QAccessible.queryAccessibleInterface(screen.servers)
    names = [listened.child(at).text(QAccessible.Text.Name) for at in range(listened.childCount())]
    assert [name for name in names if name in told] == told
    assert screen.servers.text(2, 1) == "192.0.2.8, another version"


@pytest.mark.parametrize("count", [0, 1, 12])
def test_in_a_small_window_nothing_lies_over_the_list(memory: Memory, count: int) -> None:
    many = [Nearby(f"PC-{n}", f"192.0.2.{n}", 7713, False, About()) for n in range(count)]
    window = Window(memory, own_port=0)
    window.show()
    screen = window.connect_screen
    screen.show_servers([Address("127.0.0.1", port) for port in range(1, 9)])
    screen.servers.show_nearby(many)
    row = screen.servers.verticalHeader().defaultSectionSize()
    for size in ((900, 600), (1280, 800)):
        window.resize(*size)
        until(lambda: screen.servers.height() > row, "a row")
        end = screen.servers.mapTo(screen, screen.servers.rect().bottomLeft()).y()
        assert end < screen.go.mapTo(screen, screen.go.rect().topLeft()).y()
    until(lambda: screen.servers.height() == row * ROWS + FRAME, "some rows")
    window.close()


def test_each_server_says_how_it_is(show: Show, tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        servers = show(ServerList())
        servers.show_servers([server.address, Address("127.0.0.1", 1)])
        until(lambda: servers.text(0, 1).startswith("up, "), "the server's answer")
        until(lambda: servers.text(1, 1) == "none is open", "no answer")
    servers.refresh()
    until(lambda: servers.text(0, 1) == "none is open", "the server is gone")

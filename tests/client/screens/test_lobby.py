from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.screens.lobby import LobbyScreen
from protocol.messages import JoinRoom, ListRooms, RoomInfo, Rooms, Settings, WatchRoom
from tests.client.screens.fakes import HOSTILE, FakeLink, Show, press


def info(code: str, **more: object) -> RoomInfo:
    return RoomInfo(code, Settings("klondike", seats=4), HOSTILE, "lobby", 1, 2)


def test_it_asks_for_rooms_and_lists_them(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    assert link.take_sent() == [ListRooms()]
    assert not lobby.table.isVisible()
    link.tell(Rooms([info("ONE"), info("TWO")]))
    row = [lobby.table.text(0, x) for x in range(6)]
    assert row == ["Klondike", HOSTILE, "1 of 4", "2", "Open", "ONE"]
    assert not lobby.join.isEnabled()


def test_the_chosen_room_stays_chosen_until_it_is_gone(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE"), info("TWO")]))
    lobby.table.selectRow(1)
    link.tell(Rooms([info("NEW"), info("ONE"), info("TWO")]))
    link.take_sent()
    press(lobby, "Watch")
    assert link.take_sent() == [WatchRoom("TWO")]
    link.tell(Rooms([info("NEW")]))
    assert lobby.table.chosen is None
    assert not lobby.join.isEnabled()


def test_a_game_of_a_newer_server_is_listed_by_its_name(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([RoomInfo("X", Settings("calculation"), "Bob", "running", 3, 0)]))
    assert [lobby.table.text(0, x) for x in (0, 3, 4)] == ["calculation", "", "Racing"]


def test_a_code_joins(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.take_sent()
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    assert link.take_sent() == []
    QTest.keyClicks(lobby.code, "abc")
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    assert link.take_sent() == [JoinRoom("ABC")]


def test_nobody_asks_while_nobody_looks(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    assert lobby._timer.isActive()
    lobby.hide()
    assert not lobby._timer.isActive()

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.session.address import Address
from client.window.screens.connect import ConnectScreen
from client.window.widgets.fitting import Fitted
from client.window.widgets.server_list import HERE
from harness.fakes import Show, press
from harness.qt_waiting import until


def test_a_server_and_a_name_are_wanted(show: Show) -> None:
    screen = show(ConnectScreen())
    wanted: list[tuple[Address, str]] = []
    screen.server_wanted.connect(lambda server, name: wanted.append((server, name)))
    screen.fill("", "")
    screen.server.clear()
    QTest.keyClicks(screen.server, "race.example:7000")
    press(screen, "Connect")
    assert "name" in screen.trouble.text()
    QTest.keyClicks(screen.name, " Ada ")
    QTest.keyClick(screen.name, Qt.Key.Key_Return)
    assert wanted == [(Address("race.example", 7000), "Ada")]
    assert not screen.trouble.isVisible()


def test_a_bad_address_is_explained(show: Show) -> None:
    screen = show(ConnectScreen())
    wanted: list[Address] = []
    screen.server_wanted.connect(lambda server, _: wanted.append(server))
    screen.fill("ftp://x", "Ada")
    press(screen, "Connect")
    assert wanted == []
    assert "address" in screen.trouble.text()


def test_trouble_is_read_out(show: Show, heard: list[str]) -> None:
    screen = show(ConnectScreen())
    screen.show_trouble("That name is taken.")
    screen.show_trouble("")
    assert heard == ["That name is taken."]


def test_waiting_can_be_cancelled(show: Show) -> None:
    screen = show(ConnectScreen())
    cancelled: list[bool] = []
    screen.cancelled.connect(lambda: cancelled.append(True))
    screen.show_waiting("No answer yet.")
    assert not screen.go.isEnabled()
    press(screen, "Cancel")
    assert cancelled == [True]
    screen.show_waiting("")
    assert screen.go.isEnabled()
    assert not screen.cancel.isVisible()


def test_the_first_visit_asks_for_nothing_but_a_name_and_for_bots_not_even_that(
    show: Show,
) -> None:
    screen = show(ConnectScreen())
    wanted: list[tuple[Address, str]] = []
    screen.server_wanted.connect(lambda server, name: wanted.append((server, name)))
    hosted: list[str] = []
    screen.own_server_wanted.connect(hosted.append)
    screen.fill("", "")
    here = Address("localhost")
    raced: list[str] = []
    screen.bots_wanted.connect(raced.append)
    screen.servers.found.emit(here, True)
    press(screen, "Connect")
    assert "Type a name" in screen.trouble.text()
    assert raced == []
    screen.servers.found.emit(here, False)
    ways = (screen.go, screen.open_here, screen.bots)
    assert [b for b in ways if b.property("role") == "main"] == [screen.bots]
    screen.name.clear()
    QTest.keyClicks(screen.name, "Ada")
    screen._unnamed = None
    for answers in (True, False):
        screen.servers.found.emit(here, answers)
        assert [b for b in ways if b.property("role") == "main"] == [screen.bots]
        QTest.keyClick(screen.name, Qt.Key.Key_Return)
    assert raced == ["Ada", "Ada"], "a name makes nobody an old hand"
    press(screen, "Connect")
    assert wanted == [(Address("localhost"), "Ada")]
    screen.fill("", "Ada")
    assert [b for b in ways if b.property("role") == "main"] == [screen.open_here]
    QTest.keyClick(screen.name, Qt.Key.Key_Return)
    assert hosted == ["Ada"], "nothing answers here: a server has to be opened first"
    screen.server.setText("race.example")
    QTest.keyClick(screen.name, Qt.Key.Key_Return)
    assert wanted[1:] == [(Address("race.example"), "Ada")]


def test_a_known_server_is_a_click_away(show: Show) -> None:
    screen = show(ConnectScreen())
    wanted: list[tuple[Address, str]] = []
    screen.server_wanted.connect(lambda server, name: wanted.append((server, name)))
    screen.fill(" ", "Ada")
    press(screen, "Connect")
    assert wanted.pop() == (Address("localhost"), "Ada"), "the one on this machine"
    screen.show_servers([Address("127.0.0.1", 1), Address("localhost")])
    screen.servers.selectRow(0)
    assert screen.server.text() == "127.0.0.1:1"
    screen.servers.entered.emit()
    assert wanted == [(Address("127.0.0.1", 1), "Ada")]


def test_the_servers_password_is_asked_for_only_when_it_is_wanted(show: Show) -> None:
    screen = show(ConnectScreen())
    assert not screen.password.isVisible()
    screen.ask_password(True)
    assert screen.password.isVisible()
    QTest.keyClicks(screen.password, "sesame")
    assert screen.password.text() == "sesame"
    assert "sesame" not in screen.password.displayText()
    screen.ask_password(False)
    assert not screen.password.isVisible()
    assert screen.password.text() == ""


def test_the_picture_stays_where_a_trouble_leaves_it_room(show: Show) -> None:
    screen = ConnectScreen()
    around = show(Fitted(screen))
    around.resize(1180, 740)
    trouble = "There is already somebody with that name, or one like it, so it is a long story."
    for text in (trouble, "", trouble):
        screen.show_trouble(text)
        until(lambda: not screen.emblem.isHidden())
        screen.repaint()
        assert screen.emblem.isVisible()
    around.resize(1180, 480)
    until(screen.emblem.isHidden)


def test_the_systems_name_is_only_suggested(show: Show) -> None:
    screen = show(ConnectScreen())
    screen.servers.found.emit(HERE, False)
    screen.fill("", "", "ada")
    assert (screen.name.text(), screen.name.selectedText()) == ("ada", "ada")
    assert screen.bots.property("role") == "main", "for who comes for the first time"
    QTest.keyClicks(screen.name, "Ada")
    assert screen.name.text() == "Ada"
    assert screen.bots.property("role") == "main", "also with a name"
    screen.fill("", "Bob", "ada")
    assert screen.name.text() == "Bob"
    assert screen.open_here.property("role") == "main"


def test_a_race_against_bots_begins_without_a_name_too(show: Show) -> None:
    screen = show(ConnectScreen())
    wanted: list[str] = []
    screen.bots_wanted.connect(wanted.append)
    press(screen, "Race against bots")
    assert wanted == ["Newcomer"]
    assert screen.name.text() == "Newcomer", "it is seen by which name one races"
    assert not screen.trouble.text()
    screen.name.clear()
    QTest.keyClicks(screen.name, " Ada ")
    press(screen, "Race against bots")
    assert wanted == ["Newcomer", "Ada"]
    screen.show_waiting("Opening a server on this computer…")
    assert not screen.bots.isEnabled()
    screen.show_waiting("")
    assert screen.bots.isEnabled()


def test_who_is_invited_reads_where_to_and_one_button_leads_there(show: Show) -> None:
    screen = show(ConnectScreen())
    wanted: list[tuple[object, str]] = []
    screen.server_wanted.connect(lambda *each: wanted.append(each))
    screen.fill("samedeal://race.example:1/ABCDEF", "", "ada")
    screen.show_invitation("ABCDEF")
    assert screen.heading() == screen.motto.text() == "Invitation to room ABCDEF"
    assert screen.where.text() == "The room is on the server race.example:1"
    for part in (screen.server, screen.servers, screen.bots, screen.open_here):
        assert not part.isVisible()
    QTest.keyClick(screen.name, Qt.Key.Key_Return)
    assert wanted == [(Address("race.example", 1, code="ABCDEF"), "ada")]
    again = show(ConnectScreen())
    again.follow(screen)
    assert again.motto.text() == screen.motto.text()
    again.show_invitation("")
    assert again.server.isVisible()
    assert again.go.text() == "Connect"


def test_in_a_low_window_no_server_is_cut_in_two(styled: None, show: Show) -> None:
    screen = ConnectScreen()
    screen.show_servers([Address("one.example"), Address("two.example"), Address("three.example")])
    around = show(Fitted(screen))
    row = screen.servers.verticalHeader().defaultSectionSize()
    for height, rows in ((700, 4), (600, 3), (480, 4), (450, 3), (420, 2)):
        around.resize(800, height)
        most, least = (rows + 0.25) * row, rows * row
        until(partial(_is_high, screen, least, most), f"{rows} rows at {height}")


def _is_high(screen: ConnectScreen, least: float, most: float) -> bool:
    return least <= screen.servers.viewport().height() < most


def test_the_only_server_is_told_of_once(show: Show) -> None:
    screen = show(ConnectScreen())
    screen.fill("", "Ada")
    screen.show_servers([])
    assert not screen.servers.isVisible(), "the field has it already"
    screen.servers._found(HERE, "none is open", False)
    told = screen._server_label.text()
    assert told == "Or with others, on a server (this computer: none is open)"
    assert screen.servers._again.isActive(), "it may be there soon"
    screen.show_servers([Address("race.example")])
    assert screen.servers.isVisible()
    assert screen._server_label.text() == "Or with others, on a server"
    screen.hide()
    assert not screen.servers._again.isActive()

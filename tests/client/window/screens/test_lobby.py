import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from client.session.address import Address
from client.window.screens.lobby import LobbyScreen
from client.window.widgets.games.game_tiles import GameTile
from harness.fakes import (
    ADA,
    HOSTILE,
    TODAY,
    FakeLink,
    Show,
    member,
    played_today,
    press,
    room,
    today,
)
from harness.qt_waiting import until
from protocol.messages import (
    GetDaily,
    JoinRoom,
    ListRooms,
    Phase,
    PlayDaily,
    Problem,
    RoomInfo,
    Rooms,
    Series,
    Settings,
    WatchRoom,
)
from tests.client.conftest import wait_until

LEFT = Qt.MouseButton.LeftButton


def info(
    code: str, phase: Phase = "lobby", *, racers: int = 1, locked: bool = False, elapsed: int = 0
) -> RoomInfo:
    settings = Settings("klondike", seats=4)
    return RoomInfo(code, settings, HOSTILE, phase, racers, 2, locked, elapsed)


def order(lobby: LobbyScreen) -> list[str]:
    rows: list[QWidget] = sorted(lobby.list.rows.values(), key=lambda row: row.y())
    codes = {row: code for code, row in lobby.list.rows.items()}
    return [codes[row] for row in rows]  # type: ignore[index]


def test_it_asks_for_rooms_and_lists_them(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    assert link.take_sent() == [ListRooms(follow=True)]
    assert not lobby.list.isVisible()
    link.tell(Rooms([info("RACE", "running", racers=3, elapsed=60_000), info("ONE"), info("TWO")]))
    row = lobby.list.rows["ONE"]
    assert (row.game.text(), row.people.text()) == ("Klondike", "1 of 4 seats")
    assert row.about.text().startswith(HOSTILE)
    assert row.watching.text() == "2 watching"
    assert row.state.text() == "15 minutes"
    race = lobby.list.rows["RACE"]
    assert race.people.text() == "3 racers"
    assert race.state.text() in ("14:00 left", "13:59 left")
    assert not race.join.isVisible()
    lobby.grab()
    assert order(lobby) == ["ONE", "TWO", "RACE"], "open rooms come first"


def test_a_narrow_row_leaves_out_what_would_be_cut(
    styled: None, link: FakeLink, show: Show
) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([replace(info("ONE"), host="Edsger")]))
    about = lobby.list.rows["ONE"].about
    for width in range(800, 1000, 20):
        lobby.resize(width, 460)
        until(lambda: "…" not in QLabel.text(about))
        shown = QLabel.text(about)
        assert about.text().startswith(shown)
        assert (about.toolTip() == "") == (shown == about.text()), "the tip has all of it"


def test_a_row_says_that_its_room_plays_a_series(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    played = replace(info("ONE"), settings=Settings("klondike", seats=4, series=Series(deals=7)))
    link.tell(Rooms([played, info("TWO")]))
    one, two = lobby.list.rows["ONE"], lobby.list.rows["TWO"]
    assert "  ·  Series of 7 deals  ·  Rated" in one.about.text()
    assert "Series of 7 deals" in one.accessibleName()
    assert "Series" not in two.about.text() + two.accessibleName()


def test_an_empty_lobby_offers_races_against_bots_and_the_way_for_friends(
    link: FakeLink, show: Show
) -> None:
    link.address_for_others = Address("192.0.2.7", 7713)
    lobby = show(LobbyScreen(link, lambda: ["montana", "a game that is gone"]))
    link.tell(Rooms([]))
    wanted: list[str] = []
    lobby.bots.connect(wanted.append)
    shown = [tile for tile in lobby.tiles.findChildren(GameTile) if tile.isVisible()]
    assert [tile.game for tile in shown[:2]] == ["montana", "klondike"], "the last played first"
    assert all(lobby.tiles.rect().contains(tile.geometry()) for tile in shown)
    QTest.mouseClick(shown[1], LEFT)
    assert wanted == ["klondike"]
    link.session.page = True
    lobby.refresh()
    press(lobby, "Copy")
    assert QGuiApplication.clipboard().text() == link.address_for_others.page
    lobby.resize(1000, 600)
    link.tell(Rooms([info("ONE")]))
    assert lobby.tiles.isVisible(), "there is room below"
    lobby.set_up(False)
    QTest.mouseClick(shown[1], LEFT)
    assert wanted == ["klondike"], "no race without the server"
    lobby.set_up(True)
    link.tell(Rooms([info(f"ROOM{number}") for number in range(9)]))
    until(lambda: not lobby.tiles.isVisible(), "the rooms need the room")


def test_it_says_how_many_rooms_are_not_in_the_list(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE"), info("RACE", "running")], more=7))
    assert lobby.list.more.text().startswith("And 7 more rooms, ")
    lobby.grab()
    assert lobby.list.more.y() > max(row.y() for row in lobby.list.rows.values())
    link.tell(Rooms([info("ONE")]))
    assert not lobby.list.more.isVisible()


def test_the_time_left_goes_by(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("RACE", "running", elapsed=60_000)]))
    row = lobby.list.rows["RACE"]
    row._since -= 30
    wait_until(lambda: row.state.text() in ("13:29 left", "13:28 left"))


def test_nothing_ticks_where_no_race_runs_or_nobody_looks(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE")]))
    assert not lobby._timer.isActive()
    link.tell(Rooms([info("ONE"), info("RACE", "running")]))
    assert lobby._timer.isActive()
    lobby.hide()
    assert not lobby._timer.isActive()
    assert link.take_sent() == [ListRooms(follow=True), ListRooms(follow=False)]


def test_it_leads_to_ones_own_page(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    wanted: list[int] = []
    lobby.profile.connect(wanted.append)
    press(lobby, "My page")
    assert wanted == [ADA]


def test_one_click_joins_or_watches(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE"), info("FULL", racers=4), info("RACE", "running")]))
    link.take_sent()
    rows = lobby.list.rows
    QTest.mouseClick(rows["ONE"].join, LEFT)
    QTest.mouseClick(rows["ONE"].watch, LEFT)
    QTest.mouseClick(rows["RACE"].watch, LEFT)
    assert not rows["FULL"].join.isEnabled()
    assert link.take_sent() == [JoinRoom("ONE"), WatchRoom("ONE"), WatchRoom("RACE")]


def test_enter_and_double_click_take_the_likeliest_way(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE"), info("FULL", racers=4), info("RACE", "countdown")]))
    link.take_sent()
    lobby.grab()
    rows = lobby.list.rows
    QTest.mouseDClick(rows["ONE"], LEFT)
    rows["ONE"].setFocus()
    QTest.keyClick(rows["ONE"], Qt.Key.Key_Down)
    QTest.keyClick(rows["FULL"], Qt.Key.Key_Return)
    QTest.keyClick(rows["FULL"], Qt.Key.Key_Down)
    assert lobby.focusWidget() is rows["RACE"]
    QTest.keyClick(rows["RACE"], Qt.Key.Key_Return)
    assert link.take_sent() == [JoinRoom("ONE"), WatchRoom("FULL"), WatchRoom("RACE")]


def test_rooms_come_and_go_under_the_pointer(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE"), info("TWO")]))
    kept = lobby.list.rows["TWO"]
    kept.setFocus()
    link.tell(Rooms([info("NEW"), info("TWO", "running")]))
    assert lobby.list.rows["TWO"] is kept
    assert lobby.focusWidget() is kept
    assert set(lobby.list.rows) == {"NEW", "TWO"}
    link.tell(Rooms([]))
    assert not lobby.list.isVisible()


def test_a_locked_room_asks_for_its_password_in_place(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE", locked=True)]))
    link.take_sent()
    row = lobby.list.rows["ONE"]
    assert row.lock.isVisible()
    QTest.mouseClick(row.watch, LEFT)
    assert link.take_sent() == []
    assert lobby.password.isVisible()
    assert lobby.make_room.property("role") == "", "one button is the main one"
    for width, height in ((1280, 760), (800, 460), (1280, 900)):
        lobby.resize(width, height)
        until(lambda: lobby.asking.height() <= lobby.asking.sizeHint().height())
    QTest.keyClicks(lobby.password, "sesame")
    QTest.keyClick(lobby.password, Qt.Key.Key_Return)
    assert link.take_sent() == [WatchRoom("ONE", "sesame")]
    link.tell(Problem(code="wrong password", text="that is not the password"))
    assert lobby.question.text() == "That is not the password."
    assert lobby.password.text() == ""
    link.tell(room(member(ADA)))
    assert not lobby.asking.isVisible()


def test_what_comes_in_a_room_does_not_lay_the_lobby_out(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Problem(code="password needed", text="this room asks for a password"))
    assert lobby.asking.isVisible()
    link.tell(room(member(ADA)))
    assert not lobby.asking.isVisible()
    laid_out: list[None] = []
    lobby._share = lambda: laid_out.append(None)  # type: ignore[method-assign]
    link.tell(room(member(ADA)), room(member(ADA)))
    assert not laid_out


def test_an_unlisted_locked_room_is_joined_by_code_and_password(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.take_sent()
    QTest.keyClicks(lobby.code, "abc")
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    link.tell(Problem(code="password needed", text="this room asks for a password"))
    QTest.keyClicks(lobby.password, "sesame")
    press(lobby, "Go in")
    assert link.take_sent() == [JoinRoom("ABC"), JoinRoom("ABC", "sesame")]
    press(lobby, "Cancel")
    assert not lobby.asking.isVisible()


def test_a_game_of_a_newer_server_is_listed_by_its_name(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([RoomInfo("X", Settings("calculation-2"), "Bob", "running", 3, 0)]))
    row = lobby.list.rows["X"]
    assert row.game.text() == "calculation-2"
    assert not row.watching.isVisible()


def test_a_code_joins(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.take_sent()
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    assert link.take_sent() == []
    QTest.keyClicks(lobby.code, "abc")
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    assert link.take_sent() == [JoinRoom("ABC")]


def test_a_whole_invitation_may_be_pasted_for_the_code(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.take_sent()
    wanted: list[str] = []
    lobby.elsewhere.connect(wanted.append)
    link.address_for_others = Address("192.0.2.7", 1)
    for here in ("localhost:1", "127.0.0.1:1", "192.0.2.7:1"):
        lobby.code.setText(f"samedeal play samedeal://{here}/abcdef")
        QTest.keyClick(lobby.code, Qt.Key.Key_Return)
        assert link.take_sent() == [JoinRoom("ABCDEF")]
    lobby.code.setText("http://192.0.2.7:1/r/ABCDEF")
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    assert link.take_sent() == [JoinRoom("ABCDEF")]
    link.tell(Problem("unknown room", "there is no room with that code"))
    assert wanted == []
    lobby.code.setText("ftp://play.example/abcdef")
    QTest.keyClick(lobby.code, Qt.Key.Key_Return)
    assert link.take_sent() == []
    assert "samedeal://host:port/CODE" in lobby.code_fault.text()


def test_a_room_after_a_race_is_between_races_and_can_be_joined(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ABCDEF", "finished")]))
    row = lobby.list.rows["ABCDEF"]
    assert row.state.text() == "Between races"
    assert row.join.isEnabled()


def test_a_wrong_code_is_told_at_its_field_each_time_anew(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    wrong = Problem("unknown room", "there is no room with that code")
    lobby.code.setText("wrong")
    for _ in range(2):
        press(lobby, "Join")
        assert not lobby.code_fault.isVisible(), "nothing is said before the server has answered"
        link.tell(wrong)
        assert lobby.code_fault.isVisible()
        assert lobby.code_fault.text() == "There is no room with that code."
        assert lobby.tells(wrong)
    assert lobby.code.selectedText() == "wrong", "another is typed over it"
    told = lobby.code_fault.geometry()
    for part in (lobby._code_name, lobby.code, lobby.join, lobby.watch, lobby.make_room):
        place = QRect(part.mapTo(lobby, QPoint()), part.size())
        assert not told.intersects(place), f"it hides {part}"
    QTest.keyClicks(lobby.code, "x")
    assert not lobby.code_fault.isVisible()
    lobby.enter("ONE", watch=False)
    link.tell(wrong)
    assert not lobby.code_fault.isVisible(), "it was not typed"
    assert not lobby.tells(wrong)


def test_an_address_of_this_computer_is_said_to_lead_here_only_from_there(
    link: FakeLink, show: Show
) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([]))
    assert lobby.here_only.isVisible()
    assert not lobby.found_at.isVisible(), "nobody else can use it"
    link.address_for_others = Address("192.0.2.7", 1)
    lobby.refresh()
    assert not lobby.here_only.isVisible()
    assert lobby.found_at.isVisible()


def test_while_bots_come_the_lobby_says_so_and_nothing_else_works(
    link: FakeLink, show: Show
) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info(f"ROOM{number}") for number in range(9)]))
    lobby.show_waiting("Two bots are coming.")
    assert lobby.offer.text() == "Two bots are coming."
    assert lobby.offer.isVisible(), "the rooms give way"
    lobby.set_up(True)
    for part in (lobby.tiles, lobby.make_room, lobby.code, lobby.list):
        assert not part.isEnabled()
    lobby.show_waiting("")
    assert lobby.offer.text() != "Two bots are coming."
    assert all(part.isEnabled() for part in (lobby.tiles, lobby.make_room, lobby.code, lobby.list))


@pytest.mark.parametrize("way", ["Join", "Watch"])
@pytest.mark.parametrize(
    "there", ["samedeal://play.example", "samedeal://192.0.2.7:2", "samedeals://192.0.2.7:1"]
)
def test_no_server_hears_of_an_invitation_to_another(
    link: FakeLink, show: Show, way: str, there: str
) -> None:
    lobby = show(LobbyScreen(link))
    link.take_sent()
    link.address_for_others = Address("192.0.2.7", 1)
    wanted: list[str] = []
    lobby.elsewhere.connect(wanted.append)
    lobby.code.setText(f"samedeal play {there}/abcdef")
    press(lobby, way)
    assert link.take_sent() == []
    assert wanted == [lobby.code.text()]


def test_rooms_show_their_game_where_there_is_room(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([info("ONE")]))
    row = lobby.list.rows["ONE"]
    lobby.resize(1180, 760)
    wait_until(lambda: not row.picture.shown.isNull())
    lobby.resize(850, 560)
    wait_until(lambda: not row.picture.isVisible())
    assert row.game.isVisible()


def test_a_room_says_whether_it_is_rated(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    settings = (
        Settings("freecell", rated=False),
        Settings("freecell"),
        Settings("freecell", seats=1),
    )
    link.tell(
        Rooms([RoomInfo(f"X{n}", each, "Bob", "lobby", 1, 0) for n, each in enumerate(settings)])
    )
    casual, rated, alone = (lobby.list.rows[f"X{n}"] for n in range(3))
    assert "Casual" in casual.about.text()
    assert "Casual" in casual.accessibleName()
    assert "Rated" in rated.accessibleName()
    assert alone.about.text() == "Bob"


def test_a_narrow_row_keeps_its_title_whole(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    running = RoomInfo("TWO", Settings("klondike"), "Bob", "running", 2, 0)
    link.tell(Rooms([info("ONE"), running]))
    open_one, racing = lobby.list.rows["ONE"], lobby.list.rows["TWO"]
    for width in range(1180, 700, -20):
        lobby.resize(width, 560)
        QApplication.processEvents()
        for row in (open_one, racing):
            if not row.state.isHidden() and row.state.isVisible():
                assert row.game.width() >= 130, "columns go before the title is cut"
    wait_until(lambda: not racing.state.isVisible())
    assert racing.about.width() > open_one.about.width(), "no way in is kept room for"


def test_a_room_says_that_its_deals_can_be_won(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    link.tell(Rooms([RoomInfo("X", Settings("freecell", deals="winnable"), "Bob", "lobby", 1, 0)]))
    row = lobby.list.rows["X"]
    assert "Can be won" in row.about.text()
    assert "Can be won" in row.accessibleName()


def test_the_daily_deal_stands_above_the_rooms(link: FakeLink, show: Show) -> None:
    link.session.daily = TODAY
    lobby = show(LobbyScreen(link))
    assert link.take_sent() == [ListRooms(follow=True), GetDaily()]
    link.tell(today(), Rooms([info("ONE")]))
    assert lobby.place.isVisible()
    assert lobby.place.y() < lobby.list.mapTo(lobby, QPoint()).y()
    assert lobby.place.begin in lobby.commands()
    press(lobby.place, "Play today’s deal")
    assert link.take_sent() == [PlayDaily()]
    link.tell(played_today())
    assert not lobby.place.begin.isVisible()
    lobby.set_up(False)
    assert not lobby.place.isEnabled()


def test_a_server_without_daily_deals_has_the_whole_lobby(link: FakeLink, show: Show) -> None:
    lobby = show(LobbyScreen(link))
    assert link.take_sent() == [ListRooms(follow=True)]
    assert not lobby.place.isVisible()

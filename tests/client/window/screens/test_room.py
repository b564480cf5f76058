from operator import attrgetter

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from client.session.address import Address, parse_address
from client.window.desktop.memory import Memory
from client.window.screens.commands import is_offered
from client.window.screens.room import RoomScreen
from client.window.widgets.members import MemberRow, remarks
from client.words.texts import rules_text
from engine import catalogue
from engine.chance import commitment
from harness.fakes import ADA, BOB, CLEO, FakeLink, Show, member, press, race, room
from harness.qt_waiting import until
from protocol.messages import (
    ChangeSettings,
    CloseRoom,
    FromServer,
    Guests,
    JoinRoom,
    Kick,
    LeaveRoom,
    LeftRoom,
    MemberChanged,
    MemberLeft,
    Mute,
    Rematch,
    Results,
    RoomState,
    Said,
    Search,
    Searching,
    Series,
    SetReady,
    Standing,
    StartRace,
    StopLooking,
    Veto,
    WatchRoom,
    Welcome,
)
from tests.client.evenings import RACES, Told


def test_the_host_waits_or_does_not(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB)))
    assert not screen.start.isEnabled()
    press(screen, "Start anyway")
    link.tell(room(member(ADA), member(BOB, ready=True)))
    assert not screen.anyway.isVisible()
    press(screen, "Start")
    assert link.take_sent() == [StartRace(anyway=True), StartRace()]


def test_a_guest_may_be_ready_for_the_next_race_before_the_room_is_open_for_it(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(BOB), member(ADA), phase="finished", host=BOB))
    press(screen, "I am ready")
    press(screen, "Only watch")
    link.tell(room(member(BOB), member(ADA, seated=False), phase="finished", host=BOB))
    assert not screen.ready.isVisible()
    press(screen, "Take a seat")
    assert link.take_sent() == [SetReady(True), WatchRoom("ABCDEF"), JoinRoom("ABCDEF")]


def test_a_guest_says_ready_and_takes_it_back(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(BOB), member(ADA), host=BOB))
    assert not screen.start.isVisible()
    assert screen.state.text() == "Everybody is waiting for you."
    press(screen, "I am ready")
    link.tell(room(member(BOB), member(ADA, ready=True), member(CLEO), host=BOB))
    assert screen.state.text() == "Waiting for everybody to be ready."
    link.tell(room(member(BOB), member(ADA, ready=True), host=BOB))
    assert screen.state.text() == "Waiting for the host to start."
    press(screen, "Not ready after all")
    assert link.take_sent() == [SetReady(True), SetReady(False)]


def test_a_spectator_only_looks_on(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(BOB), member(ADA, seated=False), host=BOB))
    assert not screen.ready.isVisible()
    assert "watching" in screen.state.text()
    press(screen, "Leave")
    assert link.take_sent() == [LeaveRoom()]


def test_a_change_of_the_room_is_told(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    told: list[str] = []
    screen.notice.connect(told.append)
    link.tell(room(member(BOB), member(ADA, ready=True), host=BOB))
    link.tell(room(member(BOB), member(ADA), host=BOB))
    assert told == []
    link.tell(room(member(BOB), member(ADA), host=BOB, game="spider"))
    assert told == ["The host has changed the room: Spider · Suits: Four suits."]
    link.tell(room(member(BOB), member(ADA, ready=True), host=BOB, game="spider"))
    link.tell(room(member(BOB), member(ADA), host=BOB, game="spider", time_limit=300, undo=False))
    changed = "The host has changed the room: Spider · Time limit: 5 minutes · No undo."
    assert told[1:] == [f"{changed} Say again that you are ready."]
    link.tell(room(member(BOB), member(ADA), host=BOB, game="spider", time_limit=300, seats=4))
    assert told[2:] == [
        "The host has changed the room: Spider · Undo is allowed while a move is left."
    ]
    link.tell(room(member(BOB), member(ADA), host=BOB, game="spider", time_limit=300, seats=3))
    assert told[3:] == ["The host has changed the room: Spider."]


def test_a_seat_is_taken_and_given_back(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(BOB), member(ADA, seated=False), host=BOB, seats=2))
    press(screen, "Take a seat")
    link.tell(room(member(BOB), member(ADA), host=BOB, seats=2))
    assert not screen.sit.isVisible()
    press(screen, "Only watch")
    assert link.take_sent() == [JoinRoom("ABCDEF"), WatchRoom("ABCDEF")]
    link.tell(room(member(BOB), member(CLEO), member(ADA, seated=False), host=BOB, seats=2))
    assert not screen.sit.isVisible(), "all seats are taken"
    link.tell(room(member(BOB), member(ADA, seated=False), host=BOB, phase="running"))
    assert not screen.sit.isVisible()


def test_the_invitation_is_a_line_that_leads_here(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    screen.resize(1000, 700)
    link.tell(room(member(ADA)))
    press(screen, "Copy")
    line = QGuiApplication.clipboard().text()
    assert line == "samedeal play samedeal://127.0.0.1:1/ABCDEF"
    address = parse_address(line.split()[-1])
    assert (address.url, address.code) == (link.address.url, "ABCDEF")


def test_a_server_of_this_computer_alone_says_so_in_place_of_an_invitation(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    link.session.page = True
    screen = show(RoomScreen(link, memory))
    for people in ([member(ADA)], [member(ADA), member(BOB)]):
        link.tell(room(*people))
        for size in ((1180, 700), (800, 440)):
            screen.resize(*size)
            assert screen._how.isVisible()
            assert screen._how.text().startswith("This address works on this computer only")
            for part in (screen.page_link, screen.link_copied, screen.show_code, screen.qr_code):
                assert not part.isVisible()
    press(screen, "More")
    assert screen.page_link.isVisible(), "for a browser on this computer"
    link.address_for_others = Address("192.0.2.7", 7713)
    screen.refresh()
    assert screen._how.text().startswith("Invite friends")
    assert screen.link_copied.isVisible()


def test_with_a_page_a_link_is_enough(link: FakeLink, show: Show, memory: Memory) -> None:
    link.session.page = True
    link.address_for_others = Address("192.0.2.7", 7713)
    screen = show(RoomScreen(link, memory))
    screen.resize(1000, 700)
    link.tell(room(member(ADA)))
    press(screen, "Copy the link")
    assert QGuiApplication.clipboard().text() == "http://192.0.2.7:7713/r/ABCDEF"
    assert screen.page_link.text() == "http://192.0.2.7:7713/r/ABCDEF"
    assert not screen.qr_code.isVisible()
    press(screen, "QR code")
    assert screen.qr_code.isVisible()
    link.tell(room(member(ADA), member(BOB)))
    assert screen.qr_code.isVisible()
    press(screen, "QR code")
    assert not screen.qr_code.isVisible()
    assert not screen.invitation.isVisible(), "once somebody has come, it is folded"
    press(screen, "More")
    press(screen, "Copy")
    assert QGuiApplication.clipboard().text().startswith("samedeal play samedeal://192.0.2.7")


def test_the_code_for_a_camera_leaves_the_racers_in_sight(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    link.session.page = True
    link.address_for_others = Address("192.0.2.7", 7713)
    screen = show(RoomScreen(link, memory))
    people = [member(player, ready=True) for player in (BOB, CLEO, ADA)]
    link.tell(room(*people))
    for size, told in (((800, 450), False), ((1180, 730), True), ((800, 450), False)):
        screen.resize(*size)
        if not screen.qr_code.isVisible():
            press(screen, "QR code")
        until(lambda: all(map(whole, screen.members.rows.values())), "all rows are seen")
        until(lambda: screen.qr_code.visibleRegion().boundingRect().size() == screen.qr_code.size())
        assert not screen.chat.field.visibleRegion().isEmpty()
        assert screen.settings.isVisible() == told
        assert is_offered(screen.change)
    press(screen, "QR code")
    assert screen.settings.isVisible()


def test_an_older_server_has_no_link(link: FakeLink, show: Show, memory: Memory) -> None:
    link.address_for_others = Address("192.0.2.7", 7713)
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    screen.resize(1000, 700)
    parts = (screen.page_link, screen.link_copied, screen.show_code, screen.qr_code)
    assert not any(part.isVisible() for part in parts)
    assert screen.invitation.isVisible()


def test_people_come_before_the_invitation_and_the_rules(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    link.session.page = True
    link.address_for_others = Address("192.0.2.7", 7713)
    screen = show(RoomScreen(link, memory))
    people = [member(player, ready=True) for player in (BOB, CLEO, ADA)]
    for host in (BOB, ADA):
        link.tell(room(*people, host=host))
        for size in ((800, 440), (1180, 700)):
            screen.resize(*size)
            until(lambda: all(map(whole, screen.members.rows.values())), "all rows are seen")
            assert screen.page_link.isVisible() == (size[0] > 1000), "in its row"
            rules = screen.rules
            assert rules.height() >= rules.needed(rules.viewport().width()), "scrolled once"
    pictures = screen.picture, screen.table
    assert sum(each.isVisible() for each in pictures) == 1, "there is room for one of the game"


def whole(row: MemberRow) -> bool:
    """Return whether a row is seen in its whole height."""
    return row.visibleRegion().boundingRect().height() == row.height()


def test_without_the_connection_the_link_can_be_copied_and_nothing_asked(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    link.session.page = True
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB)))
    screen.set_up(False)
    assert screen.link_copied.isEnabled()
    assert screen.leave.isEnabled(), "one may go in any case"
    for part in (screen.anyway, screen.chat.field, screen.members.call_bot):
        assert not part.isEnabled()
    link.tell(room(member(ADA), member(BOB, ready=True)))
    assert not screen.start.isEnabled()
    assert screen.state.text() == "So it was when the connection was lost."
    screen.set_up(True)
    for part in (screen.start, screen.leave, screen.chat.field, screen.members.call_bot):
        assert part.isEnabled()
    assert screen.state.text() == "Everybody is ready."


def test_a_room_is_left_by_a_lost_connection_too(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    told: list[FromServer] = []
    link.received.connect(told.append)
    link.tell(room(member(ADA)))
    link.session.closed()
    screen.set_up(False)
    told.clear()
    screen.leave.click()
    assert told == [LeftRoom()], "the window is told as if the server had said so"
    assert link.session.room is None
    link.session.opened(link.transmit)
    link.take_sent()
    link.tell(Welcome(1, ADA, "Ada", room="ABCDEF"), room(member(ADA)), Said(BOB, "Bob", "Ada?"))
    assert link.take_sent() == [LeaveRoom()]
    assert link.session.room is None, "what it tells of the room is past"
    assert told[1:] == [Welcome(1, ADA, "Ada", room="ABCDEF")]
    link.tell(LeftRoom(), room(member(ADA)))
    assert link.session.room is not None, "who comes in again is told of it"


def test_a_large_window_shows_the_deal_below_the_rules_and_else_beside_them(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    link.address_for_others = Address("192.0.2.7", 7713)
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB)))
    screen.resize(1600, 1100)
    until(screen.table.isVisible, "the large picture")
    assert not screen.picture.isVisible()
    until(lambda: screen.table.y() > screen._rules_box.geometry().bottom(), "below the rules")
    screen.resize(1280, 760)
    until(lambda: screen.table.x() > screen._rules_box.geometry().right(), "beside them")
    assert screen.table.isVisible()
    foot = screen._told.mapTo(screen._main, screen._told.rect().bottomLeft()).y()
    assert screen._main.height() - foot < 2, "nothing is empty below"
    screen.resize(1280, 600)
    until(lambda: not screen.table.isVisible(), "no room")
    until(screen.picture.isVisible, "the small one")
    assert screen.invitation.isVisible(), "the line is in its row"


def test_those_without_a_name_are_counted(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    assert not screen.guests.isVisible()
    link.tell(Guests(3))
    assert screen.guests.isVisible()
    assert screen.guests.text() == "3 watching without a name"
    link.tell(Guests(0))
    assert not screen.guests.isVisible()


def test_only_the_host_calls_bots(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    called: list[int] = []
    screen.bot.connect(called.append)
    link.tell(room(member(ADA), member(BOB)))
    press(screen, "Add a bot")
    menu = screen.members.levels
    assert menu.isVisible()
    assert menu.activeAction() is menu.actions()[1], "the usual level"
    menu.actions()[3].trigger()
    menu.close()
    assert called == [4]
    assert memory.bot_level == 4
    press(screen, "Add a bot")
    assert menu.activeAction() is menu.actions()[3], "the last one"
    menu.close()
    link.tell(room(member(ADA), member(BOB), seats=2))
    assert not screen.members.call_bot.isVisible(), "no seat is free"
    link.tell(room(member(ADA), member(BOB), host=BOB))
    assert not screen.members.call_bot.isVisible()


def test_after_a_race_the_host_offers_another(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB), phase="finished"))
    press(screen, "Rematch")
    assert link.take_sent() == [Rematch()]
    link.tell(room(member(ADA), phase="finished"))
    assert screen.state.text() == "Nobody else is in the room."
    press(screen, "Race again")
    assert link.take_sent() == [Rematch()]


def test_a_rematch_starts_when_everybody_is_ready(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB), member(CLEO, bot=True), phase="finished"))
    press(screen, "Rematch")
    link.take_sent()
    link.tell(room(member(ADA), member(BOB), member(CLEO, bot=True)))
    assert screen.state.text() == "The race starts as soon as everybody is ready."
    link.tell(MemberChanged(member(CLEO, bot=True, ready=True)))
    assert link.take_sent() == []
    link.tell(MemberChanged(member(BOB, ready=True)))
    assert link.take_sent() == [StartRace()]
    link.tell(MemberChanged(member(BOB)), MemberChanged(member(BOB, ready=True)))
    assert link.take_sent() == [], "once"


@pytest.mark.parametrize("way", ["change.click", "members.levels.chosen.emit"])
def test_who_wants_something_else_first_starts_by_hand(
    link: FakeLink, show: Show, memory: Memory, way: str
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB), phase="finished"))
    press(screen, "Rematch")
    link.tell(room(member(ADA), member(BOB)))
    attrgetter(way)(screen)(*[2] if "levels" in way else [])
    link.take_sent()
    link.tell(MemberChanged(member(BOB, ready=True)))
    assert link.take_sent() == []


def test_after_a_race_its_results_are_a_click_away(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    running = room(member(ADA), member(BOB), phase="running")
    link.tell(running, *race(running))
    link.tell(replace(running, phase="finished"))
    assert not screen.show_results.isVisible()
    standings = [Standing(ADA, "Ada", "stuck", 0, 1), Standing(BOB, "Bob", "stuck", 0, 1)]
    link.tell(Results(7, running.settings, standings, "seed", commitment("seed")))
    wanted: list[bool] = []
    screen.results.connect(lambda: wanted.append(True))
    press(screen, "Results")
    assert wanted


def test_after_a_race_the_host_changes_the_room_or_calls_a_bot(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    over = room(member(ADA), member(BOB), phase="finished")
    link.tell(over)
    press(screen, "Change…")
    assert screen.form is not None
    screen.form.games.choose("golf")
    press(screen, "Change it")
    opened, change = link.take_sent()
    assert isinstance(opened, Rematch), "a room is changed where it is open for the next race"
    assert isinstance(change, ChangeSettings)
    assert change.settings.game == "golf"
    called: list[int] = []
    screen.bot.connect(called.append)
    press(screen, "Add a bot")
    assert link.take_sent() == [], "the level is to be chosen first"
    screen.members.levels.actions()[0].trigger()
    screen.members.levels.close()
    assert link.take_sent() == [Rematch()]
    assert called == [1]
    link.tell(replace(over, host=BOB))
    assert not screen.change.isVisible()
    assert not screen.members.call_bot.isVisible()


def test_the_invitation_follows_what_is_found_out(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    screen.refresh()
    link.tell(room(member(ADA)))
    link.address_for_others = Address("192.0.2.7", 7713)
    screen.refresh()
    assert screen.invitation.text() == "samedeal play samedeal://192.0.2.7:7713/ABCDEF"


def test_names_are_never_markup(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(99, bot=True)))
    assert "<b>Eve</b>" in screen.members.accessibleDescription()
    assert all(
        label.textFormat() == Qt.TextFormat.PlainText for label in screen.findChildren(QLabel)
    )


def test_what_there_is_to_say_of_a_member() -> None:
    assert remarks(member(ADA, ready=True), ADA, ADA) == "you, host"
    assert remarks(member(BOB, bot=True), ADA, ADA) == "bot, not ready"
    assert remarks(member(CLEO, seated=False), ADA, ADA) == "watching"


def buttons(row: MemberRow) -> list[str]:
    return [way.text() for way in (row.silence, row.away) if not way.isHidden()]


def test_the_host_mutes_and_sends_away(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB), member(CLEO, seated=False)))
    rows = screen.members.rows
    assert [buttons(rows[player]) for player in (ADA, BOB, CLEO)] == [
        [],
        ["Mute", "Send away"],
        ["Mute", "Send away"],
    ]
    rows[CLEO].silence.click()
    link.tell(MemberChanged(replace(member(CLEO, seated=False), muted=True)))
    assert "muted" in rows[CLEO].remarks.text()
    rows[CLEO].silence.click()
    rows[BOB].away.click()
    rows[BOB].away.click()
    assert link.take_sent() == [Mute(CLEO, True), Mute(CLEO, False), Kick(BOB)]
    link.tell(MemberLeft(BOB))
    assert BOB not in rows
    assert "7 free seats" in screen.members._free_text.text()


def test_in_a_narrow_row_the_name_has_the_room_of_buttons_that_are_not_there(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB)))
    host, other = screen.members.rows[ADA], screen.members.rows[BOB]
    screen.resize(1200, 800)
    until(lambda: host.delay.isVisible() and host.name.width() == other.name.width())
    screen.resize(800, 500)
    until(lambda: not host.delay.isVisible())
    until(lambda: host.name.width() > other.name.width() + other.away.width())


def test_guests_have_no_such_power(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(BOB), member(ADA), member(CLEO), host=BOB))
    assert not any(buttons(row) for row in screen.members.rows.values())
    assert not screen.change.isVisible()
    assert not screen.close_room.isVisible()
    link.tell(replace(room(member(BOB), member(ADA), member(CLEO)), host=ADA))
    assert buttons(screen.members.rows[BOB]), "the host has gone, and made this one host"


def test_a_guest_reads_in_full_what_the_others_are(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    screen.resize(800, 460)
    here = (member(BOB), member(ADA), replace(member(CLEO), ping=300, muted=True, connected=False))
    link.tell(room(*here, host=BOB))
    shown = screen.members.rows[CLEO]
    assert shown.remarks.text() == "away, muted, not ready"
    until(lambda: shown.remarks.width() >= shown.remarks.sizeHint().width())


def test_delay_and_being_muted_are_shown(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), replace(member(BOB), ping=42)))
    assert screen.members.rows[BOB].delay.text() == "42 ms"
    link.tell(MemberChanged(replace(member(BOB), ping=900)))
    assert screen.members.rows[BOB].delay.property("role") == "slow"
    assert screen.chat.field.isEnabled()
    link.tell(MemberChanged(replace(member(ADA), muted=True)))
    assert not screen.chat.field.isEnabled()
    assert "muted" in screen.chat.field.placeholderText()


def test_the_host_changes_the_room_in_place(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    before = replace(room(member(ADA), member(BOB), undo=False), locked=True)
    link.tell(replace(before, settings=replace(before.settings, time_limit=45, listed=False)))
    press(screen, "Change…")
    assert screen.form is not None
    assert screen.form.secret.isVisible()
    screen.form.games.choose("montana")
    screen.form.delay.setValue(30)
    screen.form.hints.setChecked(False)
    press(screen, "Change it")
    (wish,) = link.take_sent()
    assert isinstance(wish, ChangeSettings)
    assert wish.password is None, "the room keeps its password"
    chosen = wish.settings
    assert (chosen.game, chosen.delay, chosen.hints) == ("montana", 30, False)
    assert (chosen.undo, chosen.time_limit, chosen.listed) == (False, 45, False)
    assert screen.game.isVisible()
    link.tell(replace(before, settings=chosen))
    assert screen.game.text() == "Montana"
    assert "later" in screen.settings.text()

    press(screen, "Change…")
    screen.form.lock.setChecked(False)
    press(screen, "Change it")
    (wish,) = link.take_sent()
    assert isinstance(wish, ChangeSettings)
    assert wish.password == ""


def test_enter_changes_the_game_and_no_search_is_kept(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    for text, game in (("golf", "golf"), ("gaps", "gaps")):
        press(screen, "Change…")
        assert screen.form is not None
        finder = screen.form.games.finder
        assert finder.search.text() == ""
        QTest.keyClicks(finder.search, text)
        QTest.keyClick(finder.search, Qt.Key.Key_Return)
        (wish,) = link.take_sent()
        assert isinstance(wish, ChangeSettings)
        assert wish.settings.game == game
        assert screen.game.isVisible()


def test_a_start_ends_the_changing(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    press(screen, "Change…")
    link.tell(room(member(ADA), phase="countdown"))
    assert screen._pages.currentIndex() == 0


def test_closing_the_room_asks_first(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    press(screen, "Close the room")
    assert link.take_sent() == []
    press(screen, "Really?")
    assert link.take_sent() == [CloseRoom()]


def test_a_member_leads_to_a_page(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB)))
    wanted: list[int] = []
    screen.profile.connect(wanted.append)
    screen.grab()
    row = screen.members.rows[BOB]
    QTest.mouseDClick(row.name, Qt.MouseButton.LeftButton)
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert wanted == [BOB, BOB]


def test_the_rules_stand_in_the_room(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    for game in ("golf", "spider"):
        link.tell(room(member(ADA), game=game))
        assert screen.rules.isVisible()
        assert screen.rules.rules.text() == rules_text(catalogue.entry(game))


def test_no_rules_of_a_game_that_only_the_server_has(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    told = room(member(ADA))
    link.tell(replace(told, settings=replace(told.settings, game="bridge", options={})))
    assert not screen.rules.isVisible()
    assert screen.game.text() == "bridge"


def test_a_bot_has_no_word_to_take_and_the_button_stays_in_its_place(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB)))
    at = screen.members.call_bot.mapTo(screen, screen.members.call_bot.rect().topLeft())
    link.tell(room(member(ADA), member(BOB), member(99, bot=True)))
    screen.grab()
    assert screen.members.call_bot.mapTo(screen, screen.members.call_bot.rect().topLeft()) == at
    rows = [screen.members.rows[each] for each in (BOB, 99)]
    assert [not row.silence.isHidden() for row in rows] == [True, False]


def test_taking_ones_word_back_does_not_shine(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    for ready, role in ((False, "main"), (True, "")):
        link.tell(room(member(BOB), member(ADA, ready=ready), host=BOB))
        assert screen.ready.property("role") == role


def test_escape_leaves_the_settings_as_they_are(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    press(screen, "Change…")
    assert screen._pages.currentIndex() == 1
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert screen._pages.currentIndex() == 0
    assert link.take_sent() == []


def test_bots_are_waited_for_by_nobody(
    link: FakeLink, show: Show, memory: Memory, heard: list[str]
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    link.tell(room(member(ADA), member(BOB, bot=True)))
    assert heard[-1].endswith(". The bots get ready by themselves.")
    link.tell(room(member(ADA), member(BOB, bot=True), member(CLEO)))
    assert screen.state.text() == "Cleo is not ready yet."


def test_the_room_is_told_to_who_comes(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA), member(BOB, bot=True), game="golf"))
    code = screen.code.text()
    assert screen.heading() == f"Room {code}"
    assert screen.spoken() == f"Golf, room {code}. Here: Ada you, host; Bob bot, not ready"
    assert screen.settings.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_the_list_is_as_high_as_its_people(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    screen.resize(1280, 1000)
    link.tell(room(member(ADA), member(BOB)))
    QApplication.processEvents()
    people, rules = screen.members.geometry(), screen.rules
    below = rules.mapTo(screen, QPoint()).y() - screen.members.mapTo(screen, QPoint()).y()
    assert below < people.height() + 80, "the rules follow at once"
    assert people.height() < 200


def searching(search: Search, *, host: int = ADA) -> RoomState:
    seen = room(member(ADA), member(BOB, ready=True), host=host, deals="winnable")
    return replace(seen, search=search)


def test_the_host_sees_the_search_for_a_deal_and_ends_it(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(searching("none"))
    assert "Only deals that can be won" in screen.settings.text()
    assert not screen.search.isVisible()
    press(screen, "Start")
    link.tell(searching("looking"))
    assert screen.search.told.text() == "Looking for a deal that can be won…"
    assert not screen.start.isVisible()
    assert not screen.anyway.isVisible()
    assert "by itself" in screen.state.text()
    press(screen, "Stop looking")
    link.tell(searching("none"))
    assert not screen.search.isVisible()
    assert screen.start.isVisible()
    assert link.take_sent() == [StartRace(), StopLooking()]


def test_how_a_search_goes_is_told(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(searching("looking", host=BOB))
    assert screen.search.way_out.text() == "Most searches take less than half a minute."
    assert not screen.search.time.isVisible(), "nobody knows for how long"
    link.tell(Searching(12, 75_000))
    assert screen.search.way_out.text().startswith("12 deals tried. ")
    assert screen.search.time.text() == "1:15", "also for who has come later"
    link.tell(searching("no deal", host=BOB))
    assert "tried" not in screen.search.way_out.text()
    link.tell(searching("looking", host=BOB))
    assert "tried" not in screen.search.way_out.text(), "another search"


def test_the_host_races_any_deal_instead(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(searching("none"), searching("looking"))
    press(screen, "Race any deal instead")
    any_deal = replace(searching("none").settings, deals="any")
    assert link.take_sent() == [ChangeSettings(any_deal, None), StartRace(anyway=True)]


def test_a_search_in_vain_says_what_to_do(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(searching("looking"), searching("no deal"))
    assert "race any deal" in screen.search.spoken()
    assert not screen.search.stop.isVisible()
    press(screen, "Look again")
    assert link.take_sent() == [StartRace(anyway=True)]
    link.tell(searching("none"))
    assert screen.start.text() == "Start"


def test_the_host_looks_again_though_a_guest_is_not_ready(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    waiting = replace(room(member(ADA), member(BOB), deals="winnable"), search="no deal")
    link.tell(searching("looking"), waiting)
    assert not screen.anyway.isVisible(), "it would look again, too"
    press(screen, "Look again")
    assert link.take_sent() == [StartRace(anyway=True)]
    link.tell(replace(waiting, search="none"))
    assert not screen.start.isEnabled()
    assert screen.anyway.isVisible()


def test_a_guest_is_told_of_the_search_and_has_no_part_in_it(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    told: list[str] = []
    screen.notice.connect(told.append)
    link.tell(searching("none", host=BOB), searching("looking", host=BOB))
    assert screen.search.told.isVisible()
    assert not screen.search.any.isVisible()
    assert not screen.search.stop.isVisible()
    link.tell(searching("no deal", host=BOB))
    assert "The host can" in screen.search.spoken()
    assert told == []
    link.tell(searching("looking", host=BOB), searching("none", host=BOB))
    assert told == ["No deal is being looked for any more: the host can start again."]


def test_bots_that_come_late_get_a_start_by_the_keys(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    screen._begin()
    copied = screen.window().focusWidget()
    assert copied in (screen.copied, screen.link_copied)
    link.tell(room(member(ADA), member(BOB, bot=True)))
    assert screen.window().focusWidget() is copied, "the bot is not ready yet"
    link.tell(room(member(ADA), member(BOB, bot=True, ready=True)))
    assert screen.window().focusWidget() is screen.start


@pytest.mark.parametrize("why", ["a person came", "the keys are elsewhere", "it was pressed"])
def test_the_keys_stay_where_the_player_has_them(
    link: FakeLink, show: Show, memory: Memory, why: str
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(room(member(ADA)))
    screen._begin()
    if why == "the keys are elsewhere":
        screen.change.setFocus()
    held = screen.window().focusWidget()
    if why == "it was pressed":
        QTest.keyClick(held, Qt.Key.Key_Space)
    link.tell(room(member(ADA), member(BOB, bot=why != "a person came", ready=True)))
    assert screen.window().focusWidget() is held


def test_the_key_that_has_started_the_search_does_not_end_it(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(searching("none"))
    screen.start.setFocus()
    QTest.keyClick(screen.start, Qt.Key.Key_Return)
    link.tell(searching("looking"))
    assert screen.window().focusWidget() is screen.search.told
    QTest.keyClick(screen.search.told, Qt.Key.Key_Return)
    assert link.take_sent() == [StartRace()]
    QTest.keyClick(screen.search.told, Qt.Key.Key_Tab)
    QTest.keyClick(screen.search.any, Qt.Key.Key_Tab)
    assert screen.window().focusWidget() is screen.search.stop
    QTest.keyClick(screen.search.stop, Qt.Key.Key_Return)
    link.tell(searching("none"))
    assert link.take_sent() == [StopLooking()]
    assert screen.window().focusWidget() is screen.start


def test_a_series_is_told_with_its_tally_and_a_veto(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    link.tell(Told(RACES).room("lobby", vetoes={ADA: 2}))
    assert screen.settings.text().startswith("Series of 5 deals\nIn turn: Klondike, Golf\n")
    assert screen.told_tally.text() == "3 of 5 deals · You are 4th with 12 points"
    press(screen, "Another game")
    assert link.take_sent() == [Veto()]
    asked: list[str] = []
    screen.evening.connect(lambda: asked.append("tally"))
    press(screen, "Tally")
    assert asked == ["tally"]
    link.tell(Told([]).room("lobby"))
    assert not screen.tally.isVisible()
    assert not screen.veto.isVisible()


def test_the_next_game_of_a_series_is_no_change_by_the_host(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))
    told: list[str] = []
    screen.notice.connect(told.append)
    link.tell(Told(RACES).room(host=BOB))
    other = Told(RACES).room("lobby", host=BOB)
    link.tell(replace(other, settings=replace(other.settings, game="golf", options={})))
    assert told == []
    link.tell(Told(RACES, Series(3)).room("lobby", host=BOB))
    assert "Series of 3 deals" in told[-1]


def test_the_button_for_bots_stays_in_its_place_as_they_come(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    link.address_for_others = Address("192.0.2.7", 7713)
    screen = show(RoomScreen(link, memory))
    screen.resize(1180, 740)
    bots = [member(90 + n, bot=True) for n in range(3)]

    def place() -> QPoint:
        call = screen.members.call_bot
        return call.mapTo(screen, call.rect().topLeft())

    link.tell(room(member(ADA)))
    until(lambda: not screen.unfold.isVisible(), "all ways in are shown")
    QApplication.processEvents()
    at = place()
    for count in range(1, 4):
        link.tell(room(member(ADA), *bots[:count]))
        QApplication.processEvents()
        assert place() == at
    link.tell(room(member(ADA), *bots, member(BOB)))
    until(lambda: place().y() < at.y(), "whom the invitation was for")


def test_the_deal_keeps_its_place_as_the_first_come(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(RoomScreen(link, memory))  # with no way in from elsewhere: it is folded
    screen.resize(1180, 740)
    golf = room(member(ADA), game="golf")
    link.tell(golf)
    until(lambda: screen.table.x() > screen._rules_box.geometry().right(), "beside the rules")
    link.tell(replace(golf, members=[member(ADA), member(BOB)]))
    QApplication.processEvents()
    assert screen.table.isVisible()
    assert screen.table.x() > screen._rules_box.geometry().right()

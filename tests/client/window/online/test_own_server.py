"""A server that is opened from the window, and the bots that its owner calls."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QPushButton

from client.bots import company
from client.bots.pace import Pace
from client.session.address import Address, parse_address
from client.session.reconnecting import ReconnectPolicy
from client.session.session import Session
from client.window import window as window_module
from client.window.desktop.memory import Memory
from client.window.online import bot_race, head_count, own_server, probe
from client.window.online.link import Link
from client.window.online.own_server import OwnServer
from client.window.widgets.parting import LeavingRace, Parting
from client.window.window import Window
from harness.fakes import press
from harness.qt_waiting import until
from protocol.messages import FromServer, Settings
from samedeal.demo.bots import BOTS
from samedeal.demo.demo import Demo


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setattr(own_server, "lan_address", lambda: "192.168.1.5")
    memory = Memory(tmp_path)
    memory.add_recent("klondike")
    window = Window(memory, own_port=0)
    window.show()
    yield window
    window.close_unasked()
    assert not window.own_server.running


def call_bot(window: Window, level: int) -> None:
    """Choose a level in the menu that is open."""
    menu = window.room.members.levels
    menu.actions()[level - 1].trigger()
    menu.close()


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
    for level in (1, 3):
        press(window.room, "Add a bot")
        call_bot(window, level)
    until(lambda: window.room.start.isEnabled() and len(window.room.members.rows) == 3, "the bots")
    room = window.link.session.room if window.link else None
    assert room is not None
    bots = sorted((m.name, m.level) for m in room.members if m.bot)
    assert bots == [("Abacus", 1), ("Bellows", 3)], "those of the server"
    assert window._bots._bots == {}
    row = next(row for row in window.room.members.rows.values() if row.name.text() == "Bellows")
    assert row.remarks.text() == "bot, level 3, ready"


def test_opening_it_again_leads_to_it(window: Window) -> None:
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up)
    port = window.own_server.address.port
    window.disconnect_from_server()
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up)
    assert window.own_server.address.port == port


def test_a_port_that_another_program_has_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "PATIENCE", 100)  # It accepts, and never says a word.
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = OwnServer(tmp_path, taken.getsockname()[1])
        failed: list[str] = []
        server.failed.connect(failed.append)
        server.open()
        until(lambda: failed, "the reason")
        assert f"uses port {taken.getsockname()[1]}" in failed[0]
        assert not server.running


@contextmanager
def friend(window: Window, *, elsewhere: bool = False) -> Iterator[Link]:
    """A friend in a room of the window's own server, whose owner is there, or in another room."""
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    window.lobby.make.emit()
    window.make_room.make.click()
    until(lambda: window.navigation.currentWidget() is window.room, "the room")
    there = Link(Session("Bob"), window.own_server.address, policy=ReconnectPolicy(pauses=(0.1,)))
    there.open()
    until(lambda: there.up, "the friend")
    if elsewhere:
        there.session.create_room(Settings("klondike"))
        until(lambda: there.session.room, "another room")
    else:
        there.session.join_room(window.room.code.text())
        until(lambda: window.link and len(window.link.session.room.members) == 2, "the friend")  # type: ignore[union-attr]
    try:
        yield there
    finally:
        there.close()


def question(window: Window, told: str = "that you opened: Bob") -> Parting:
    window.close()
    assert window.isVisible()
    (asked,) = [child for child in window.children() if isinstance(child, Parting)]
    assert told in asked.text()
    return asked


def test_whose_server_others_are_on_is_asked_before_it_ends_for_all(window: Window) -> None:
    with friend(window) as bob:
        question(window).stay.click()
        assert window.isVisible()
        assert window.own_server.running
        asked = question(window)
        window.close()  # A second question would be in the way of the first.
        asked.end.click()
        until(lambda: not window.isVisible(), "the end of the window")
        until(lambda: not bob.up, "the end")


def test_it_is_asked_wherever_the_others_and_the_owner_are(window: Window) -> None:
    with friend(window, elsewhere=True) as bob:
        asked = question(window, "Others are still on the server")
        assert "the host of your room" in asked.informativeText()
        asked.stay.click()
        until(lambda: not window._is_asked, "the end of the question")
        press(window.room, "Leave")
        until(lambda: window.link and window.link.session.rooms, "the lobby")
        until(window._others, "Bob's room")
        question(window).stay.click()
        until(lambda: not window._is_asked, "the end of the question")
        window.disconnect_from_server()
        asked = question(window, "Others are still on the server")
        assert "your room" not in asked.informativeText()
        assert bob.up
        asked.end.click()
        until(lambda: not window.isVisible(), "the end of the window")
        until(lambda: not bob.up, "the end")


def test_of_bots_alone_nobody_is_asked(window: Window) -> None:
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    window.make_room.make.click()
    until(lambda: window.navigation.currentWidget() is window.room, "the room")
    press(window.room, "Add a bot")
    call_bot(window, 2)
    until(lambda: len(window.room.members.rows) == 2, "the bot")
    window.close()
    assert not window.isVisible()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows stops no process")
def test_one_that_does_not_answer_holds_nothing_up_and_is_asked_about(window: Window) -> None:
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    process = window.own_server._child._process.processId()
    os.kill(process, signal.SIGSTOP)
    clock = QElapsedTimer()
    clock.start()
    try:
        asked = question(window, "others may still be on it")
    finally:
        os.kill(process, signal.SIGCONT)
    assert clock.elapsed() < 2 * head_count.PATIENCE
    asked.stay.click()


def test_left_running_it_goes_on_without_the_window_until_the_last_one_has_left(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(own_server, "LEFT_ALONE", 1)
    with friend(window) as bob:
        port = window.own_server.address.port
        question(window).keep.click()
        until(lambda: not window.isVisible(), "the end of the window")
        until(lambda: not bob.up, "the one that belongs to the window ends")
        until(lambda: bob.up and bob.session.is_host, "Bob is back, and the host")
        # Whoever opens a server again comes to that one.
        again = OwnServer(tmp_path / "server", port)
        opened: list[bool] = []
        again.opened.connect(lambda: opened.append(True))
        again.open()
        until(lambda: opened, "the way to it")
        assert not again.running
    until(lambda: port_is_free(port), "its end")


def port_is_free(port: int) -> bool:
    try:
        socket.create_server(("0.0.0.0", port)).close()
    except OSError:
        return False
    return True


def test_one_that_was_killed_is_started_again(window: Window) -> None:
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    port, before = window.own_server.address.port, window.own_server._child._process.processId()
    window.own_server._child._process.kill()
    until(lambda: window.link and not window.link.up, "the loss")
    until(lambda: window.link and window.link.up, "the server again")
    assert window.own_server._child._process.processId() != before
    assert window.own_server.address.port == port


def test_one_that_ends_again_and_again_is_given_up(window: Window) -> None:
    said: list[str] = []
    window.own_server.failed.connect(said.append)
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    process = window.own_server._child._process
    for _ in range(own_server.TRIES):
        before = process.processId()
        process.kill()
        until(lambda: process.processId() not in (0, before), "another one")  # noqa: B023
        until(window.own_server._steady.isActive, "that it listens")
    process.kill()
    until(lambda: said, "the reason")
    assert said == ["The server that you opened has stopped."]


def test_one_that_has_run_for_long_is_started_again(window: Window) -> None:
    server = window.own_server
    said: list[str] = []
    server.failed.connect(said.append)
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    process = server._child._process
    for _ in range(own_server.TRIES + 1):  # However often: it has run for a minute in between.
        server._steady.timeout.emit()
        server._steady.stop()
        before = process.processId()
        process.kill()
        until(lambda: process.processId() not in (0, before), "another one")  # noqa: B023
        until(server._steady.isActive, "that it listens")
    assert not said


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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows stops no process")
def test_one_that_is_frozen_is_noticed_soon_and_can_be_tried_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = ReconnectPolicy(silence=0.2)
    monkeypatch.setattr(window_module, "Link", partial(Link, policy=quick))
    window = Window(Memory(tmp_path), own_port=0)
    window.show()
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    process = window.own_server._child._process.processId()
    os.kill(process, signal.SIGSTOP)
    try:
        until(lambda: "has not answered for" in window.status.text(), "the silence")
        again = next(
            each for each in window.status.findChildren(QPushButton) if each.text() == "Try now"
        )
        assert again.isVisible()
        assert window.link
        assert window.link.up
    finally:
        os.kill(process, signal.SIGCONT)
    until(lambda: "has not answered for" not in window.status.text(), "it answers")
    assert not again.isVisible()
    os.kill(process, signal.SIGSTOP)
    try:
        until(again.isVisible, "the silence")
        again.click()  # On a new connection, it may be another server that answers.
        until(lambda: window.link and not window.link.up, "the next try")
    finally:
        os.kill(process, signal.SIGCONT)
    until(lambda: window.link and window.link.up, "it is back")
    window.close_unasked()


def test_one_click_leads_to_a_race_against_bots(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "WAITING", 1)
    window._patience.setInterval(60_000)  # A busy machine may take long to start bots.
    window.connect_screen.fill("", "", "Somebody Here")
    shown = [window.navigation.currentWidget()]
    window.navigation.currentChanged.connect(
        lambda _: shown.append(window.navigation.currentWidget())
    )
    press(window.connect_screen, "Race against bots")
    assert not window.connect_screen.bots.isEnabled()
    until(lambda: window.link and window.link.session.track, "the first card")
    assert shown == [window.connect_screen, window.race], "neither lobby nor room on the way"
    assert window.navigation.currentWidget() is window.race
    room = window.link.session.room if window.link else None
    assert room is not None
    assert sorted(m.name for m in room.members) == ["Abacus", "Bellows", "Somebody Here"]
    assert (room.settings.game, room.settings.countdown) == ("klondike", 1)
    assert room.settings.show_boards
    assert window.memory.played == ["klondike"]


def test_who_comes_again_races_in_the_game_played_last_and_starts_only_one_race(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "WAITING", 0)
    window.memory.add_recent("yukon")
    window.memory.add_recent("a-game-of-a-later-version")
    window.connect_screen.name.setText("Ada")
    press(window.connect_screen, "Race against bots")
    until(lambda: window.link and window.link.session.track, "the first card")
    assert window.link
    session = window.link.session
    assert session.room
    assert (session.room.settings.game, session.room.settings.countdown) == ("yukon", 0)
    assert session.name == "Ada"
    session.give_up()
    session.end_race()
    until(lambda: session.results, "the results")
    session.rematch()
    until(lambda: window.navigation.currentWidget() is window.room, "the room")
    until(window.room.start.isEnabled, "the bots are ready again")
    assert session.room.phase == "lobby", "the next race is for the player to start"


def test_a_newcomers_page_leads_to_a_race_against_bots_on_the_same_server(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "WAITING", 0)
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    link = window.link
    press(window.lobby, "My page")
    until(window.profile.steps.race.isVisible, "the page")
    press(window.profile, "Race against bots")
    until(lambda: link and link.session.track, "the first card")
    assert window.link is link
    assert window.navigation.currentWidget() is window.race


def test_an_empty_leaderboard_leads_to_races_in_its_game(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Settings] = []
    monkeypatch.setattr(window._bot_race, "begin", lambda settings, _: begun.append(settings))
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    window._show_leaderboard("klondike", {"deal": "three-card-deals"})
    until(window.leaderboard.make_room.isVisible, "the answer")
    press(window.leaderboard, "Make a room")
    assert window.navigation.currentWidget() is window.make_room
    settings = window.make_room.form.settings
    assert (settings.game, settings.options) == ("klondike", {"deal": "three-card-deals"})
    press(window.make_room, "Back")
    press(window.leaderboard, "Race against bots")
    assert [(s.game, s.options) for s in begun] == [("klondike", {"deal": "three-card-deals"})]


def test_who_never_played_a_game_starts_when_its_rules_are_read(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    started: list[bool] = []
    assert window.link
    monkeypatch.setattr(window.link.session, "start_race", lambda **_: started.append(True))
    window._race_bots_here("golf")
    until(lambda: window.link and window.link.session.room, "the answer")
    assert window.navigation.currentWidget() is window.lobby, "the bots are awaited there"
    assert not window.lobby.tiles.isEnabled()
    until(lambda: window.navigation.currentWidget() is window.room, "the room")
    assert window.lobby.tiles.isEnabled()
    room = window.link.session.room
    assert room is not None
    assert len(room.members) == 3
    assert not started
    assert window.room.rules.isVisible()
    assert window.room.focusWidget() is window.room.start
    press(window.room, "Start")
    assert started


def test_bots_that_are_at_hand_race_at_once_also_with_who_never_played_the_game(
    window: Window, tmp_path: Path
) -> None:
    settings = company.race_settings("golf")
    shown = [window.navigation.currentWidget()]
    window.navigation.currentChanged.connect(
        lambda _: shown.append(window.navigation.currentWidget())
    )
    with Demo(Pace(0.1), tmp_path / "demo") as demo:
        window.race_with(company.Company(settings, len(BOTS), demo.call))
        window.connect_to(demo.address, "Ada")
        until(lambda: window.navigation.currentWidget() is window.race, "the race")
        assert shown == [window.connect_screen, window.race], "neither lobby nor room on the way"
        assert window.link
        session = window.link.session
        assert session.is_host
        assert session.room
        assert {member.name for member in session.room.members} == {"Ada", *BOTS}
        until(lambda: window.race.racing, "the cards")
        assert window.race.overlay.primer.isVisible(), "what the game is about"
        session.leave_room()
        until(lambda: session.rooms and session.rooms.rooms == [], "the bots go, too")


def between_screens(
    window: Window, wait: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Have the hidden window wait whenever it has made one more screen."""
    speak = window._let_the_server_speak

    def speak_and_wait() -> None:
        speak()
        wait()

    monkeypatch.setattr(window, "_let_the_server_speak", speak_and_wait)


def test_a_race_is_on_its_way_before_the_window_is_shown(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes while the screens are made is told to all of them, in its order."""
    window.hide()
    told: list[str] = []
    take = window._take

    def note(message: FromServer) -> None:
        told.append(type(message).__name__)
        take(message)

    monkeypatch.setattr(window, "_take", note)

    def until_the_room_is_made() -> None:
        assert window.link
        if window.link.session.room is None:
            until(lambda: window.link and window.link.session.room, "the room")
            assert not told, "nobody could be told yet"

    between_screens(window, until_the_room_is_made, monkeypatch)
    with Demo(Pace(0.1), tmp_path / "demo") as demo:
        window.race_with(company.Company(company.race_settings("golf"), len(BOTS), demo.call))
        window.connect_to(demo.address, "Ada")
        assert told[0] == "Welcome"
        assert "RoomState" in told
        assert window.navigation.currentWidget() in (window.connect_screen, window.race)
        window.show()
        until(lambda: window.race.racing, "the cards")
        assert window.lobby.list is not None


def test_no_room_is_shown_between_the_start_of_a_race_and_its_countdown(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.hide()
    started: list[Session] = []
    start = Session.start_race

    def note(session: Session) -> None:
        started.append(session)

    monkeypatch.setattr(Session, "start_race", note)
    between_screens(window, lambda: until(lambda: started, "the start"), monkeypatch)
    with Demo(Pace(0.1), tmp_path / "demo") as demo:
        window.race_with(company.Company(company.race_settings("golf"), len(BOTS), demo.call))
        window.connect_to(demo.address, "Ada")
        assert window.navigation.currentWidget() is window.connect_screen
        start(started[0])
        window.show()
        until(lambda: window.navigation.currentWidget() is window.race, "the race")
        until(lambda: window.race.racing, "the cards")


def test_after_a_race_against_bots_there_is_another_game_with_one_bot_more(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "WAITING", 0)
    window.race_bots("Ada")
    until(lambda: window.link and window.race.racing, "the race")
    assert window.link
    session = window.link.session
    session.give_up()
    session.end_race()
    until(lambda: window.navigation.currentWidget() is window.results, "the results")
    press(window.results, "Back to the room")
    press(window.room, "Change…")
    assert window.room.form is not None
    window.room.form.games.choose("golf")
    press(window.room, "Change it")
    until(lambda: window.room.game.text() == "Golf", "the other game")
    press(window.room, "Add a bot")
    call_bot(window, 2)
    until(lambda: len(window.room.members.rows) == 4, "a third bot")
    until(window.room.start.isEnabled, "all bots are ready")


def test_who_opens_a_server_after_all_is_in_its_lobby(window: Window) -> None:
    window.race_bots("Ada")
    window.connect_screen.cancelled.emit()
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    assert window.link
    until(lambda: window.link and window.link.session.rooms, "the lobby")
    assert window.link.session.room is None
    assert window.navigation.currentWidget() is window.lobby


def test_a_race_against_bots_that_is_not_waited_for_leaves_no_room_behind(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window._bots, "call", lambda *_: None)
    window.race_bots("Ada")
    until(lambda: window.link and window.link.session.room, "the room")
    press(window.connect_screen, "Cancel")
    window.open_own_server("Bob")
    until(lambda: window.link and window.link.session.rooms, "the lobby")
    assert window.link
    session = window.link.session
    until(lambda: session.rooms and session.rooms.rooms == [], "no room is left")


def test_who_races_on_a_server_of_their_own_is_told_that_it_ends_with_the_window(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "WAITING", 0)
    window.race_bots("Ada")
    until(lambda: window.link and window.race.racing, "the race")
    window.close()
    (asked,) = [child for child in window.children() if isinstance(child, LeavingRace)]
    assert "closes with the window" in asked.informativeText()
    asked.reject()


def test_bots_that_do_not_come_leave_the_player_in_the_room(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_race, "levels", lambda *_: [9, 9])
    window.race_bots("Ada")
    until(lambda: window.status.text().startswith("Argument --level"), "why")
    assert window.navigation.currentWidget() is window.room
    press(window.room, "Add a bot")
    call_bot(window, 1)
    until(lambda: len(window.room.members.rows) == 2, "a bot")


def test_bots_that_are_slow_are_waited_for_in_the_room(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window._bots, "call", lambda *_: None)
    window._patience.setInterval(1)
    window.race_bots("Ada")
    until(lambda: window.link and window.navigation.currentWidget() is window.room, "the room")
    assert window.connect_screen.state.text() == ""


def test_bots_that_end_while_another_is_waited_for_do_no_harm(window: Window) -> None:
    window.race_bots("Ada")
    until(lambda: len(window._bots._bots) == 2, "the bots")
    until(lambda: all(bot.running for bot in window._bots._bots), "their processes")
    _first, second = window._bots._bots
    os.kill(second._process.processId(), signal.SIGKILL)
    window._bots.end()
    assert not window._bots._bots


def test_who_comes_back_from_another_room_races_the_bots_in_a_new_one(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "WAITING", 0)
    window.open_own_server("Ada")
    until(lambda: window.link and window.link.up, "the server")
    window.make_room.make.click()
    until(lambda: window.navigation.currentWidget() is window.room, "the room")
    old = window.room.code.text()
    window.disconnect_from_server()
    window.race_bots("Ada")
    until(lambda: window.link and window.link.session.track, "the first card")
    assert window.room.code.text() != old
    assert len(window._bots._bots) == 2

"""The window; whole races are in test_race."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from client.session.address import Address
from client.window.desktop import preferences
from client.window.desktop.memory import Memory
from client.window.window import Window
from client.words.translation import read
from engine.state import Click
from harness.fakes import ADA, BOB, CLEO, Spoken, member, press, room
from harness.qt_waiting import until
from harness.replays import played
from harness.server_thread import ServerThread
from protocol.messages import VERSION, MemberLeft, Said, Settings, Welcome
from protocol.racing import play_again
from protocol.wire import encode
from server.network.access import Access

ESCAPE = Qt.Key.Key_Escape


def close(window: Window) -> None:
    """Close a window, and let it say goodbye: else its server waits for that."""
    link = window.link
    window.close_unasked()
    assert link is not None
    until(lambda: link.closed, "the goodbye")


def test_a_code_leads_into_its_room(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        host = Window(Memory(tmp_path / "host"))
        host.connect_to(server.address, "Ada")
        until(lambda: host.link and host.link.up)
        host.make_room.make.click()
        until(lambda: host.link and host.link.session.room)
        code = host.room.code.text()
        guest = Window(Memory(tmp_path / "guest"), code=code, watch=True)
        guest.connect_to(server.address, "Bob")
        until(lambda: guest.navigation.currentWidget() is guest.room)
        assert not guest.room.session.seated
        lost = Window(Memory(tmp_path / "lost"), code="NOSUCH")
        lost.connect_to(server.address, "Cleo")
        until(lambda: lost.status.text() != "")
        assert lost.navigation.currentWidget() is lost.lobby
        windows = (host, guest, lost)
        for window in windows:
            window.close_unasked()
        until(lambda: all(window.link is None or window.link.closed for window in windows))
        for window in windows:
            window.deleteLater()


def test_what_no_password_mends_is_said_where_one_was_asked_for(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        window = Window(Memory(tmp_path / "window"))
        window.show()
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        window.lobby._ask("Klondike, ABCDEF: the room has a password.")
        window.lobby.enter("ABCDEF", watch=False, password="sesame")
        until(lambda: "no room with that code" in window.status.text())
        assert not window.lobby.asks_password
        close(window)


def test_a_server_that_is_going_to_stop_says_so(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        window = Window(Memory(tmp_path / "window"))
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        server.tell_of_its_end()
        until(lambda: "The server is going to stop now" in window.status.text())
        window.close()
        until(lambda: window.link is None or window.link.closed)
        window.deleteLater()


def test_practice_needs_no_server(tmp_path: Path) -> None:
    window = Window(Memory(tmp_path))
    window.show()
    window.connect_screen.alone.click()
    assert window.navigation.currentWidget() is window.practice_screen
    assert window.focusWidget() is window.practice_screen.board
    QTest.mouseClick(window.practice_screen.new_button, Qt.MouseButton.LeftButton)
    assert window.focusWidget() is window.practice_screen.board, "else the space bar deals anew"
    window.practice_screen.leave_button.click()
    assert window.navigation.currentWidget() is window.connect_screen
    QTest.keyClicks(window.connect_screen.name, "Ada")
    window.close()
    window.deleteLater()


def test_trouble_is_told_calmly_and_connecting_can_be_cancelled(tmp_path: Path) -> None:
    window = Window(Memory(tmp_path))
    window.show()
    window.connect_to(Address("127.0.0.1", 1), "Ada")
    until(lambda: "No answer" in window.connect_screen.state.text())
    window.connect_screen.cancel.click()
    assert window.link is None
    assert window.connect_screen.go.isEnabled()
    window.close()
    window.deleteLater()


def test_for_how_long_trouble_lasts_is_shown_and_not_read_out_each_second(
    tmp_path: Path, heard: list[str]
) -> None:
    window = Window(Memory(tmp_path))
    window.show()
    window.navigation.go_aside(window.settings_screen)
    heard.clear()
    for seconds in (1, 2, 3):
        window._show_trouble(f"It has been away for {seconds} s.")
        assert f"{seconds} s" in window.status.text()
    window._show_trouble("It is full.")
    assert heard == ["It has been away for 1 s.", "It is full."]
    window._show_trouble("")
    assert window.status.text() == "Connected", "as it is said, and for a while only"
    window.status._fading.timeout.emit()
    assert window.status.text() == ""
    window._show_trouble("")
    assert window.status.text() == "", "there was nothing that is over"
    window.close()
    window.deleteLater()


def test_what_was_missed_is_told_when_the_connection_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.window.window.Link", Spoken)
    window = Window(Memory(tmp_path))
    window.show()
    window.connect_to(Address("race.example"), "Ada")
    assert isinstance(window.link, Spoken)
    window.link.tell(room(member(ADA), member(BOB)))
    window._show_trouble("It is away.")
    window._show_trouble("")
    window.link.tell(MemberLeft(BOB), Said(CLEO, "Cleo", "Where is Bob?"))
    until(lambda: "Meanwhile" in window.status.text(), "what was missed")
    assert window.status.text() == "Connected. Meanwhile: Bob left · 1 message"
    window.close_unasked()
    window.deleteLater()


def test_a_refused_name_is_asked_for_again(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        first = Window(Memory(tmp_path / "first"))
        first.connect_to(server.address, "Ada")
        until(lambda: first.link and first.link.up)
        window = Window(Memory(tmp_path / "client"))
        screen = window.connect_screen
        window.show()
        screen.fill(str(server.address), "ada")
        screen.go.click()
        until(lambda: "taken" in screen.trouble.text())
        assert window.focusWidget() is screen.name
        screen.name.setText("Bob")
        screen.go.click()
        until(lambda: window.navigation.currentWidget() is window.lobby)
        window.lobby.code.setText("samedeal play samedeal://race.example/ABCDEF")
        press(window.lobby, "Join")
        until(lambda: window.navigation.currentWidget() is screen)
        assert screen.server.text() == "samedeal play samedeal://race.example/ABCDEF"
        assert screen.motto.text() == "Invitation to room ABCDEF"
        assert screen.where.text() == "The room is on another server: race.example"
        assert not screen.trouble.text(), "nothing went wrong"
        close(first)
        window.close()


def test_the_window_comes_back_where_it_was(tmp_path: Path) -> None:
    first = Window(Memory(tmp_path))
    screen = first.screen().availableSize()
    assert first.size() == QSize(1180, 760).boundedTo(screen) != QSize(1180, 760)
    first.show()
    first.resize(780, 640)
    first.close()
    first.memory._settings.sync()
    again = Window(Memory(tmp_path))
    assert (again.width(), again.height()) == (780, 640)
    again.close()


def test_a_window_that_makes_no_sense_is_forgotten(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    memory.window = QByteArray(b"nonsense")
    window = Window(memory)
    assert window.size() == QSize(1180, 760).boundedTo(window.screen().availableSize())
    window.close()


def test_the_settings_are_one_key_away_and_kept(tmp_path: Path) -> None:
    window = Window(Memory(tmp_path))
    window.show()
    window.practise()
    window.activateWindow()
    until(window.isActiveWindow, "the focus")
    QTest.keyClick(window, Qt.Key.Key_F10)
    assert window.navigation.currentWidget() is window.settings_screen
    window.settings_screen.switches["large_index"].click()
    assert Memory(tmp_path).preferences.large_index
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.navigation.currentWidget() is window.practice_screen
    window.practice_screen.settings_button.click()
    window.settings_screen.leave.click()
    assert window.navigation.currentWidget() is window.practice_screen
    window.close()


def test_a_server_with_a_password(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "client")
    with ServerThread(tmp_path / "server", Access(password="sesame")) as server:
        window = Window(memory)
        screen = window.connect_screen
        window.show()
        screen.fill(str(server.address), "Ada")
        screen.go.click()
        until(screen.password.isVisible)
        assert "password" in screen.trouble.text()
        QTest.keyClicks(screen.password, "wrong")
        screen.go.click()
        until(lambda: "not the password" in screen.trouble.text())
        QTest.keyClicks(screen.password, "sesame")
        screen.go.click()
        until(lambda: window.navigation.currentWidget() is window.lobby)
        window.disconnect_from_server()
        assert not screen.password.isVisible()
        screen.go.click()  # with the token, no password is wanted
        until(lambda: window.navigation.currentWidget() is window.lobby)
        close(window)


def test_a_renewed_token_is_remembered(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "client")
    with ServerThread(tmp_path / "server") as server:
        window = Window(memory)
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        assert window.link
        url = window.link.address.url
        old = memory.tokens.of(url, "Ada")
        window.show()
        window.show_settings()
        press(window.settings_screen, "Renew my key")
        press(window.settings_screen, "Really renew it?")
        until(lambda: memory.tokens.of(url, "Ada") not in ("", old))
        player = window.link.session.player
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        assert window.link.session.player == player
        close(window)


def test_who_is_deleted_is_told_so_and_forgotten_here(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "client")
    with ServerThread(tmp_path / "server") as server:
        window = Window(memory)
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        window.show()
        window.show_settings()
        own_data = window.settings_screen.own_data
        own_data.save_to(tmp_path / "mine.json")
        until((tmp_path / "mine.json").exists)
        assert '"name":"Ada"' in (tmp_path / "mine.json").read_text(encoding="utf-8")
        press(own_data, "Delete me…")
        own_data.name.setText("Ada")
        press(own_data, "Delete me for good")
        until(lambda: window.link is None)
        told = f"You are deleted on {server.address}."
        assert told in [each.text() for each in window.connect_screen.findChildren(QLabel)]
        assert memory.tokens.of(server.address.url, "Ada") == ""
        assert window.settings_screen.token.isHidden()
        window.close_unasked()


@pytest.mark.parametrize(("called", "kept"), [("Mallet", "Mallet"), ("\x1b[31m\nx", "Ada")])
def test_what_a_server_calls_us_is_kept_for_that_server_only(
    qt_app: QApplication, tmp_path: Path, called: str, kept: str
) -> None:
    memory = Memory(tmp_path)
    window = Window(memory)
    window.connect_to(Address("localhost", 1), "Ada")
    assert window.link
    window.link.take(encode(Welcome(VERSION, 7, called, "token")))
    assert memory.name == "Ada"
    assert memory.tokens.of(window.link.address.url, kept) == "token"
    window.close()


def test_a_replay_that_nobody_asked_for_is_told_as_such(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        window = Window(Memory(tmp_path / "window"))
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        link = window.link
        assert link is not None
        verdict = window.replay_screen.verdict
        link.session.get_replay(1, 2)
        link.take(encode(replace(played(), player=3)))
        assert verdict.text() == "This is not the race that you asked for."
        link.take(encode(played()))
        assert verdict.text() == "Checked: the moves lead to this result."
        close(window)


def test_escape_leaves_whatever_was_looked_at_aside(tmp_path: Path) -> None:
    window = Window(Memory(tmp_path))
    window.show()
    window.activateWindow()
    until(window.isActiveWindow, "the window in front")
    for aside in (window.practice_screen, window.settings_screen, window.replay_screen):
        window.navigation.go_aside(aside)
        for _ in range(2):  # In practice, the first one leads to the table.
            QTest.keyClick(QApplication.focusWidget() or aside, ESCAPE)
        assert window.navigation.currentWidget() is window.connect_screen
    window.close()


def test_what_is_said_is_told_where_there_is_no_chat(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        host = Window(Memory(tmp_path / "host"))
        host.show()
        host.connect_to(server.address, "Ada")
        until(lambda: host.link and host.link.up)
        host.make_room.make.click()
        until(lambda: host.link and host.link.session.room)
        guest = Window(Memory(tmp_path / "guest"), code=host.room.code.text())
        guest.connect_to(server.address, "Bob")
        until(lambda: guest.link and guest.link.session.room)
        assert guest.link is not None
        guest.link.session.say("Are you there?")
        until(lambda: "Are you there?" in host.room.chat.lines.toPlainText())
        assert host.status.text() == ""
        host.show_settings()
        guest.link.session.say("<b>Hello</b>?")
        until(lambda: host.status.text() == "Bob says: <b>Hello</b>?")
        close(guest)
        again = Window(Memory(tmp_path / "guest"))
        again.connect_to(server.address, "Bob")
        until(lambda: again.room.chat.lines.toPlainText() != "")
        assert again.room.chat.lines.toPlainText() == "Bob: Are you there?\nBob: <b>Hello</b>?"
        for window in (again, host):
            close(window)


def test_another_language_is_shown_at_once_in_the_midst_of_a_race(tmp_path: Path) -> None:
    german = read("de")
    with ServerThread(tmp_path / "server") as server:
        window = Window(Memory(tmp_path / "window"))
        window.show()
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        assert window.link is not None
        session = window.link.session
        window.make_room.make.click()
        until(lambda: session.room)
        session.say("Hello")
        session.start_race(anyway=True)
        until(lambda: window.race.racing, "the race")
        shown = window.race.board.state

        def unfolded() -> tuple[QPushButton, ...]:
            return window.room.unfold, window.room.show_code, window.results.details

        for switch in unfolded():
            switch.setChecked(True)
        window.show_settings()
        choice = window.settings_screen.choices["language"]
        choice.setCurrentIndex(choice.findData("de"))
        choice.activated.emit(choice.currentIndex())
        until(lambda: window.race.give_up.text() == german["RaceScreen.give-up"], "German")
        assert german["Window.the-whole-window-speaks-english-now"] in window.status.text()
        until(lambda: "Hello" in window.race.side.chat.lines.toPlainText(), "what was said")
        until(lambda: window.race.racing and window.race.board.state == shown, "the board")
        assert window.navigation.currentWidget() is window.settings_screen
        assert window.settings_screen.leave.text() == german["SettingsScreen.back"]
        window.show_settings()
        assert window.navigation.currentWidget() is window.race
        assert all(switch.isChecked() for switch in unfolded())
        window.link.session.give_up()
        until(window.results.proof.isVisible, "the details, in German")
        assert Memory(tmp_path / "window").preferences.language == "de"
        preferences.live.set(preferences.Preferences())
        until(lambda: window.race.give_up.text() != german["RaceScreen.give-up"], "the system's")
        close(window)


def test_in_another_language_back_leads_where_it_led_before(tmp_path: Path) -> None:
    german = read("de")
    with ServerThread(tmp_path / "server") as server:
        window = Window(Memory(tmp_path / "window"))
        window.show()
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        window.show_leaderboard()
        window.overview.leaderboard.emit("golf", {}, "any")
        window.practise()
        window.practice_screen.deal_button.click()
        press(window.practice_screen, "Replay")
        moment = window.replay_screen.moment
        window.show_settings()
        choice = window.settings_screen.choices["language"]
        choice.setCurrentIndex(choice.findData("de"))
        choice.activated.emit(choice.currentIndex())
        until(lambda: window.settings_screen.leave.text() == german["SettingsScreen.back"])
        press(window.settings_screen, german["SettingsScreen.back"])
        assert window.navigation.currentWidget() is window.replay_screen
        assert len(window.replay_screen.recordings) == 1
        assert window.replay_screen.moment >= moment
        press(window.replay_screen, german["ReplayScreen.back"])
        assert window.navigation.currentWidget() is window.practice_screen
        press(window.practice_screen, german["PracticeScreen.back"])
        assert window.navigation.currentWidget() is window.leaderboard
        assert window.leaderboard.games.game == "golf"
        preferences.live.set(preferences.Preferences())
        until(lambda: window.settings_screen.leave.text() == "Back", "the system's language")
        close(window)


def test_from_a_replay_into_practice_and_back_again(tmp_path: Path) -> None:
    window = Window(Memory(tmp_path))
    window.show()
    window.connect_screen.alone.click()
    practice, replay = window.practice_screen, window.replay_screen
    practice.start("klondike", seed="mine")
    practice.act(Click(0))
    mine = practice.practice.view
    press(practice, "Replay")
    assert window.navigation.currentWidget() is replay
    assert replay.recordings[0].views[-1] == mine
    replay.take(played())
    replay.seek(450)
    press(replay, "Play on from here")
    assert window.navigation.currentWidget() is practice
    assert practice.practice.view == play_again(played()).views[4]
    assert window.focusWidget() is practice.board
    press(practice, "My own game")
    assert practice.practice.view == mine
    press(practice, "Back")
    assert window.navigation.currentWidget() is replay, "where the player came from"
    press(replay, "Back")
    assert window.navigation.currentWidget() is window.connect_screen, "and not round and round"
    replay.take(played())
    press(replay, "This deal again")
    assert practice.practice.view == play_again(played()).views[0]
    press(practice, "Back")
    assert window.navigation.currentWidget() is replay
    window.close()
    assert window.memory.practice.game() is not None
    again = Window(Memory(tmp_path))
    assert again.practice_screen.practice.view == mine, "one's own game is what is kept"
    for each in (window, again):
        each.deleteLater()


def test_from_the_results_into_practice(tmp_path: Path) -> None:
    with ServerThread(tmp_path / "server") as server:
        window = Window(Memory(tmp_path / "window"))
        window.show()
        window.connect_to(server.address, "Ada")
        until(lambda: window.link and window.link.up)
        window.link.session.create_room(Settings("yukon", countdown=0))  # type: ignore[union-attr]
        until(lambda: window.navigation.currentWidget() is window.room)
        press(window.room, "Start")
        until(lambda: window.link and window.link.session.track)
        dealt = window.link.session.track.view  # type: ignore[union-attr]
        window.link.session.give_up()  # type: ignore[union-attr]
        until(lambda: window.navigation.currentWidget() is window.results)
        press(window.results, "This deal again")
        assert window.navigation.currentWidget() is window.practice_screen
        assert window.practice_screen.practice.view == dealt
        assert window.practice_screen.code == window.results.deal_code.code
        close(window)
        window.deleteLater()

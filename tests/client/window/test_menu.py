"""The menu bar: the buttons of the screen that is shown, and what can always be done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QPushButton, QWidget

from client.window.desktop import preferences
from client.window.desktop.memory import Memory
from client.window.menu import ABOUT, GUIDE, About, program_icon, version
from client.window.screens.commands import is_offered, key_of
from client.window.screens.screen import Page
from client.window.widgets.parting import LeavingRace
from client.window.window import Window
from harness.fakes import ADA, BOB, Spoken, member, race, room
from harness.qt_waiting import until
from tests.client.tour import Tour

Key, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(
    qt_app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Window]:
    monkeypatch.setattr("client.window.window.Link", Spoken)
    made = Window(Memory(tmp_path))
    made.show()
    made.activateWindow()
    until(made.isActiveWindow, "the focus")
    yield made
    made.close_unasked()
    made.deleteLater()


@pytest.fixture
def racing(window: Window) -> Window:
    """The window in a race of Klondike against Bob."""
    window.connect_screen.fill("localhost", "Ada")
    window.connect_screen.go.click()
    assert isinstance(window.link, Spoken)
    told = room(member(ADA), member(BOB), phase="running")
    window.link.tell(told, *race(told))
    assert window.navigation.currentWidget() is window.race
    return window


def items(menu: QMenu) -> dict[str, QAction]:
    """The items of a menu as it opens, by their texts without the keys."""
    menu.aboutToShow.emit()
    return {
        item.text().partition("\t")[0].replace("&", ""): item
        for item in menu.actions()
        if not item.isSeparator()
    }


def moved(window: Window) -> bool:
    """Whether there is a move to take back in practice."""
    return window.practice_screen.practice.can_undo


def now(window: Window) -> dict[str, QAction]:
    return items(window.menu.actions_now)


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    focus = QApplication.activePopupWidget() or QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifiers)


# What can be done on a screen ---------------------------------------------------------------------


def test_an_item_is_a_button_of_the_screen(window: Window) -> None:
    window.practise()
    screen = window.practice_screen
    seed = screen.practice.seed
    assert not now(window)["Undo"].isEnabled()
    now(window)["Deal"].trigger()
    assert moved(window)
    found = now(window)
    assert found["Undo"].isEnabled()
    assert [found[name].text().partition("\t")[2] for name in ("Undo", "Redo", "Hint", "Deal")] == [
        *("U", "Ctrl+Y", "H", "Space")
    ]
    found["Undo"].trigger()
    assert not moved(window)
    now(window)["New deal"].trigger()
    assert screen.practice.seed != seed
    rules = now(window)["Rules"]
    assert (rules.isCheckable(), rules.isChecked()) == (True, False)
    rules.trigger()
    assert screen.rules_panel.isVisible()
    assert now(window)["Rules"].isChecked()
    now(window)["Back"].trigger()
    assert window.navigation.currentWidget() is window.connect_screen
    assert list(now(window)) == ["Connect", "Race against bots", "Open a server here"]


def test_a_page_of_a_screen_has_its_own(window: Window) -> None:
    window.practise()
    window.practice_screen.choose_game()
    assert list(now(window)) == ["Play", "Cancel"]
    now(window)["Cancel"].trigger()
    window.practice_screen.show_records()
    assert list(now(window)) == ["Back"]  # there is nothing to be played again


def test_what_cannot_be_taken_back_asks_there_too(racing: Window) -> None:
    now(racing)["Give up"].trigger()
    assert racing.race.give_up.asking
    assert racing.race.racing
    assert "Give up?" in now(racing)
    assert "Leave" not in now(racing)  # as its button is not there either


def test_the_host_has_there_what_is_done_about_a_member(window: Window) -> None:
    window.connect_screen.fill("localhost", "Ada")
    window.connect_screen.go.click()
    assert isinstance(window.link, Spoken)
    window.link.tell(room(member(ADA), member(BOB)))
    assert "Add a bot" in now(window)
    assert not [text for text in now(window) if "Bob" in text], "nobody is chosen"
    window.room.members.rows[BOB].setFocus()
    press(Key.Key_Alt)
    until(window.menu.hasFocus, "the menu bar")
    muted: list[tuple[int, bool]] = []
    window.room.members.mute.connect(lambda *about: muted.append(about))
    now(window)["Mute: Bob"].trigger()
    assert muted == [(BOB, True)]
    now(window)["Send away: Bob"].trigger()
    assert window.room.members.rows[BOB].away.asking
    window.room.members.rows[ADA].setFocus()
    assert not [text for text in now(window) if "Ada" in text]
    window.link.tell(room(member(ADA), member(BOB), host=BOB))
    window.room.members.rows[BOB].setFocus()
    assert not {"Add a bot", "Mute: Bob", "Send away: Bob"} & now(window).keys()


def test_the_lobby_has_there_what_it_offers(window: Window) -> None:
    window.connect_screen.fill("example.org", "Ada")
    window.connect_screen.go.click()
    now(window)["Join by code"].trigger()
    assert window.lobby.code.hasFocus(), "there is none yet"
    assert "Watch by code" in now(window)
    now(window)["Copy the server’s address"].trigger()
    assert QApplication.clipboard().text() == window.lobby.found_at.text() != ""


class Comparison(Tour):
    """Compares the menu with the buttons on each screen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.missing: dict[str, str] = {}

    def look(self, where: str) -> None:
        screen = self.window.navigation.currentWidget()
        assert isinstance(screen, Page)
        found = now(self.window)
        buttons = [each for each in screen.commands() if each is not None and is_offered(each)]
        assert [said(each) for each in buttons] == list(found)[: len(buttons)], where
        for button, item in zip(buttons, found.values(), strict=False):
            assert item.isEnabled() == button.isEnabled(), where
            assert item.text().partition("\t")[2] == key_of(button), where
        for button in screen.findChildren(QPushButton):
            main = button.property("role") == "main" and button.isVisible()
            if main and said(button) not in found:
                self.missing.setdefault(said(button), where)


def said(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text()


def test_every_screen_has_its_main_button_in_the_menu(window: Window) -> None:
    comparison = Comparison(window)
    comparison.walk()
    assert not comparison.missing


def test_while_the_line_is_broken_the_items_wait_as_the_buttons_do(racing: Window) -> None:
    racing.navigation.go_aside(racing.leaderboard)
    assert now(racing)["Back"].isEnabled()
    racing._show_trouble("The connection was lost.")
    assert now(racing)["Back"].isEnabled()
    racing.leaderboard.back.emit()
    racing.navigation.go_aside(racing.results)
    assert now(racing)["Leave"].isEnabled(), "the server hears of it later"
    assert now(racing)["Details"].isEnabled()


# Keys ---------------------------------------------------------------------------------------------


def test_the_keys_of_the_board_and_the_letters_of_the_chat_are_their_own(racing: Window) -> None:
    menus = (racing.menu.program, racing.menu.actions_now, racing.menu.view, racing.menu.help)
    keys = [key.toString() for menu in menus for item in menu.actions() for key in item.shortcuts()]
    assert keys
    assert all(key.startswith(("Ctrl+", "F1")) and key != "F1" for key in keys)
    field = racing.race.side.chat.field
    field.setFocus()
    QTest.keyClicks(field, "uhad UHAD-+0")
    assert field.text() == "uhad UHAD-+0"
    racing.race.board.setFocus()
    track = racing.race.session.track
    assert track is not None
    before = track.view
    QTest.keyClick(racing.race.board, Key.Key_D)
    assert track.view != before
    QTest.keyClick(racing.race.board, Key.Key_U)
    assert track.view == before


def test_alt_leads_to_the_menus_and_back_to_the_board(window: Window) -> None:
    window.practise()
    board = window.practice_screen.board
    until(board.hasFocus)
    press(Key.Key_Alt)
    until(window.menu.hasFocus, "the menu bar")
    press(Key.Key_Right)  # from Samedeal to Actions
    press(Key.Key_Down)
    until(lambda: QApplication.activePopupWidget() is window.menu.actions_now, "the menu")
    for _ in range(20):
        if window.menu.actions_now.activeAction().text() == "Deal\tSpace":
            break
        press(Key.Key_Down)
    press(Key.Key_Return)
    assert moved(window)
    until(board.hasFocus, "the board again")
    press(Key.Key_U)
    assert not moved(window)
    press(Key.Key_Alt)
    until(window.menu.hasFocus)
    press(Key.Key_Escape)
    until(board.hasFocus, "the board again")


def test_every_menu_can_be_reached_by_a_letter(window: Window) -> None:
    letters = [item.text()[item.text().index("&") + 1] for item in window.menu.actions()]
    assert len(set(letters)) == len(letters) == 4


# What can always be done --------------------------------------------------------------------------


def test_what_can_always_be_done_can_be_done_in_a_room_too(racing: Window) -> None:
    found = items(racing.menu.program)
    assert list(found) == [
        "Practise alone",
        "Open a replay…",
        "Leaderboard",
        "Daily deal",
        "Settings",
        "Quit",
    ]
    found["Practise alone"].trigger()
    assert racing.navigation.currentWidget() is racing.practice_screen
    found["Settings"].trigger()
    assert racing.navigation.currentWidget() is racing.settings_screen
    press(Key.Key_F10)
    assert racing.navigation.currentWidget() is racing.practice_screen
    found["Open a replay…"].trigger()
    assert racing.replay_screen.files.isVisible()
    racing.replay_screen.files.close()
    found["Quit"].trigger()
    assert racing.isVisible(), "in the middle of a race it asks"
    [question] = racing.findChildren(LeavingRace)
    racing.close()
    assert racing.findChildren(LeavingRace) == [question], "once"
    question.leave.click()
    until(lambda: not racing.isVisible(), "the end")


def test_who_plays_on_after_all_is_in_the_race_as_before(racing: Window) -> None:
    press(Key.Key_Q, CONTROL)
    [question] = racing.findChildren(LeavingRace)
    question.stay.click()
    assert racing.isVisible()
    assert racing.race.racing
    racing.close_unasked()
    assert not racing.isVisible()


def test_the_leaderboard_is_a_key_away_wherever_there_is_a_server(window: Window) -> None:
    assert not items(window.menu.program)["Leaderboard"].isEnabled()
    press(Key.Key_L, CONTROL)
    assert window.navigation.aside is None
    window.connect_screen.fill("localhost", "Ada")
    window.connect_screen.go.click()
    assert items(window.menu.program)["Leaderboard"].isEnabled()
    press(Key.Key_L, CONTROL)
    assert window.navigation.currentWidget() is window.overview
    press(Key.Key_L, CONTROL)
    assert window.navigation.currentWidget() is window.lobby
    assert isinstance(window.link, Spoken)
    window.link.tell(room(member(ADA), game="yukon"))
    items(window.menu.program)["Leaderboard"].trigger()
    assert window.leaderboard.games.game == "yukon"
    window.disconnect_from_server()
    assert not items(window.menu.program)["Leaderboard"].isEnabled()


def test_so_is_the_daily_deal_where_the_server_has_one(window: Window) -> None:
    assert not items(window.menu.program)["Daily deal"].isEnabled()
    window.connect_screen.fill("localhost", "Ada")
    window.connect_screen.go.click()
    for screen in (window.daily, window.lobby, window.daily):
        press(Key.Key_T, CONTROL)
        assert window.navigation.currentWidget() is screen
    window.navigation.come_back()
    assert isinstance(window.link, Spoken)
    window.link.session.daily = ""
    window._show_trouble("")
    assert not items(window.menu.program)["Daily deal"].isEnabled()


def test_its_key_works_before_the_menu_was_ever_opened(window: Window) -> None:
    window.connect_screen.fill("localhost", "Ada")
    window.connect_screen.go.click()
    press(Key.Key_L, CONTROL)
    assert window.navigation.currentWidget() is window.overview


def test_the_switches_are_those_of_the_settings(window: Window) -> None:
    switch = window.settings_screen.switches["sounds"]
    found = items(window.menu.view)
    assert {each.text() for each in window.settings_screen.switches.values()} <= set(found)
    assert found["Sounds"].isChecked()
    found["Sounds"].trigger()
    assert not preferences.live.now.sounds
    assert not switch.isChecked()
    switch.click()
    assert items(window.menu.view)["Sounds"].isChecked()


def test_the_full_screen_is_a_key_away_and_so_is_the_window(window: Window) -> None:
    window.practise()
    assert not items(window.menu.view)["Full screen"].isChecked()
    press(Key.Key_F11)
    assert window.isFullScreen()
    assert items(window.menu.view)["Full screen"].isChecked()
    press(Key.Key_F11)
    assert not window.isFullScreen()
    assert window.isVisible()


def test_a_start_is_a_window(window: Window, tmp_path: Path) -> None:
    window.resize(780, 640)
    press(Key.Key_F11)
    until(window.isFullScreen)
    window.close()
    window.memory._settings.sync()
    again = Window(Memory(tmp_path))
    again.show()
    assert not again.isFullScreen()
    assert (again.width(), again.height()) == (780, 640)
    again.close()


def test_texts_grow_and_shrink_by_keys_and_stay_so(
    window: Window, tmp_path: Path, heard: list[str]
) -> None:
    for _ in range(2):
        press(Key.Key_Plus, CONTROL)
    assert preferences.live.now.zoom == "130"
    assert Memory(tmp_path).preferences.zoom == "130"
    assert heard[-1] == "Text: 130%"
    press(Key.Key_Minus, CONTROL)
    assert preferences.live.now.zoom == "115"
    press(Key.Key_0, CONTROL)
    assert preferences.live.now.zoom == "100"
    assert not items(window.menu.view)["Normal text size"].isEnabled()
    for _ in range(20):
        press(Key.Key_Equal, CONTROL)  # a plus without Shift
    assert preferences.live.now.zoom == "200"
    assert not items(window.menu.view)["Larger text"].isEnabled()
    for _ in range(20):
        press(Key.Key_Minus, CONTROL)
    assert preferences.live.now.zoom == "80"
    assert not items(window.menu.view)["Smaller text"].isEnabled()


# Help ---------------------------------------------------------------------------------------------


def sheet_of(screen: QWidget) -> QWidget:
    return screen.board._help  # type: ignore[attr-defined, no-any-return]


def test_the_rules_are_shown_where_there_is_a_board(racing: Window) -> None:
    found = items(racing.menu.help)
    assert found["Rules and keys"].isEnabled()
    found["Rules and keys"].trigger()
    assert sheet_of(racing.race).isVisible()
    racing.show_settings()
    assert not items(racing.menu.help)["Rules and keys"].isEnabled()


def test_the_program_says_which_it_is_and_where_its_guide_is(window: Window) -> None:
    items(window.menu.help)["About Samedeal"].trigger()
    (about,) = window.findChildren(About)
    assert about.text() == f"Samedeal {version()}"
    assert version()
    assert str(GUIDE) in about.informativeText()
    assert GUIDE.is_file()
    assert not program_icon().isNull()
    assert not about.iconPixmap().isNull()
    lines = [each for each in about.findChildren(QLabel) if each.text() == about.informativeText()]
    assert lines[0].width() >= ABOUT, "no path is broken into many lines"
    about.close()

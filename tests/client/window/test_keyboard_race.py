"""A whole race with the keyboard alone, and every word that a screen reader says of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from client.board.spoken import Speaker
from client.bots.chooser import MoveChooser
from client.session.session import Session
from client.window.online.link import Link
from client.words.texts import primer_text
from engine import catalogue
from engine.state import Action, Click, Deal, Move, State
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from tests.client.window.test_whole_race import Friend

Key, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with ServerThread(tmp_path / "server") as running:
        yield running


class Typist:
    """Somebody without a mouse: keys go to whatever has the focus."""

    def __init__(self, friend: Friend, heard: list[str]) -> None:
        self.friend, self.heard = friend, heard
        self._told = 0

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None, "something always has the focus"
        QTest.keyClick(focus, key, modifier or Qt.KeyboardModifier.NoModifier)

    def type(self, text: str) -> None:
        for letter in text:
            focus = QApplication.focusWidget()
            assert focus is not None
            QTest.keyClicks(focus, letter)

    def tab_to(self, widget: QWidget) -> None:
        for _ in range(60):
            if widget.hasFocus():
                return
            self.key(Key.Key_Tab)
        raise AssertionError(f"Tab does not lead to {widget.accessibleName() or widget}")

    def press(self, button: QWidget) -> None:
        self.tab_to(button)
        self.key(Key.Key_Space)

    def fill(self, field: QWidget, text: str) -> None:
        self.tab_to(field)
        self.key(Key.Key_A, CONTROL)
        self.type(text)

    def hears(self, *said: str) -> None:
        """Assert what was said since the last time, word for word."""
        until(lambda: len(self.heard) >= self._told + len(said), f"{said}, not {self.new}")
        assert self.new == list(said)
        self._told = len(self.heard)

    @property
    def new(self) -> list[str]:
        return self.heard[self._told :]

    # On the board

    def go(self, pile: int, key: Qt.Key) -> None:
        """Go by one key until the cursor is on a pile, and listen on the way."""
        board = self.friend.window.race.board
        cursor, speaker = board._keys.cursor, Speaker(board.game)
        assert cursor is not None
        for _ in range(len(board.state.piles) + 1):
            if board._keys.shown and cursor.spot.pile == pile:
                return
            self.key(key)
            said = self.heard[-1]
            if cursor.held is None:
                assert said == speaker.spot(board.state, cursor.spot)
            else:
                assert said == speaker.over(board.state, cursor.spot, cursor.held)
        raise AssertionError(f"the cursor does not come to {pile}")

    def play(self, action: Action) -> None:
        """Play an action by keys, wait for the server, and listen."""
        track = self.friend.track
        before, number = track.view, track.number
        match action:
            case Deal():
                self.key(Key.Key_D)
            case Click(pile):
                self.go(pile, Key.Key_Right)
                self._told = len(self.heard)
                self.key(Key.Key_C)
            case Move(source, _, target):
                self.go(source, Key.Key_Right)
                self.key(Key.Key_Return)
                assert self.heard[-1].startswith("holding ")
                self.go(target, Key.Key_Tab)
                self._told = len(self.heard)
                self.key(Key.Key_Return)
        self.hears_change(before, number)

    def hears_change(self, before: State, number: int) -> None:
        """Wait for the server, and listen to what was shown at once and what it then told."""
        board, track = self.friend.window.race.board, self.friend.track
        speaker, shown = Speaker(board.game), board.state
        until(lambda: track.number == number + 1, "confirmed")
        said = [speaker.change(before, shown), speaker.change(shown, track.view)]
        heard = [text for text in said if text]
        assert heard, "every entry says something"
        assert self.new[: len(heard)] == heard
        self._told += len(heard)


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Friend]:
    friend = Friend("Ada", tmp_path)
    yield friend
    friend.close()


@pytest.fixture
def bob(server: ServerThread) -> Iterator[Link]:
    """A rival without a window: of what he does, only Ada's screen reader says anything."""
    link = Link(Session("Bob"), server.address)
    link.open()
    until(lambda: link.up, "Bob is there")
    yield link
    link.close()
    until(lambda: link.closed, "the goodbye")


def test_a_race_by_keyboard_alone_with_every_announcement(
    server: ServerThread, ada: Friend, bob: Link, heard: list[str]
) -> None:
    server.deal_from("race 7")
    ada.window.activateWindow()
    until(ada.window.isActiveWindow, "the window in front")
    heard.clear()
    me = Typist(ada, heard)

    screen = ada.window.connect_screen
    me.fill(screen.server, str(server.address))
    me.fill(screen.name, "Ada")
    me.key(Key.Key_Return)
    until(lambda: ada.shows(ada.window.lobby), "the lobby")
    me.hears(
        f"Connecting to {server.address}…",
        "Connected",
        f"Lobby of {server.address}",
    )

    window = ada.window
    buttons = window.lobby.findChildren(QPushButton)
    me.press(next(b for b in buttons if b.text() == "Make a room"))
    me.hears("Make a room")
    me.fill(window.make_room.games.finder.search, "Thirteens")
    assert heard[-1].startswith("Thirteens, ")
    assert heard[-1].endswith("; 1 of 1 game")
    me._told = len(heard)
    me.fill(window.make_room.form.countdown, "2")
    me.press(window.make_room.make)
    until(lambda: ada.shows(window.room), "the room")
    me.hears(f"Thirteens, room {window.room.code.text()}. Here: Ada you, host")

    bob.session.join_room(window.room.code.text())
    until(lambda: not window.room.start.isEnabled(), "Bob is there")
    bob.session.set_ready(True)
    until(window.room.start.isEnabled, "Bob is ready")
    me.press(window.room.start)
    until(lambda: ada.shows(window.race), "the race screen")
    me.hears(
        "Bob came in. Bob is not ready yet.",
        "Bob is ready. Everybody is ready.",
        "Thirteens: the race begins in 2 seconds",
        primer_text(catalogue.entry("thirteens")),
    )
    until(ada.in_race, "the race")
    me.hears("1", "Go!")
    board = window.race.board
    assert board.hasFocus(), "one can play at once"

    me.key(Key.Key_T)
    assert heard[-1].startswith("0 points; 0 seconds gone, 14 minutes 5")
    me.key(Key.Key_F1)
    assert heard[-1].startswith("Thirteens. Take all cards away")
    me.key(Key.Key_Escape)
    me._told = len(heard)
    me.key(Key.Key_U)
    me.hears("there is nothing to undo")

    player, moves = MoveChooser(ada.track.game), 0
    first = player.choose(ada.track.view)
    assert first is not None
    deal = board.state
    me.play(first)
    after = board.state
    me.key(Key.Key_U)
    me.hears_change(after, 1)
    assert board.state == deal
    me.key(Key.Key_Y, CONTROL)
    me.hears_change(deal, 2)
    assert board.state == after
    me.key(Key.Key_Y, CONTROL)
    me.hears("there is nothing to redo")

    player = MoveChooser(ada.track.game)
    while (action := player.choose(ada.track.view)) is not None and moves < 60:
        me.play(action)
        moves += 1
        if moves == 5:
            me.key(Key.Key_H)
            assert heard[-1]
            me._told = len(heard)
            bob.session.give_up()
            me.hears("Bob gave up")
    assert ada.track.status == "won"
    until(lambda: ada.shows(window.results), "the results")
    time = me.new[0].removeprefix("Solved in ").split(".")[0]
    assert me.new[0].startswith(f"Solved in {time}.")
    results = me.new[1]
    assert results.startswith(
        f"The race is over. You came 1st of 2 with {ada.track.view.score} points: solved in "
    )
    assert ". Bob with 0 points, gave up" in results
    until(lambda: any("Your rating in Pairs is" in each for each in me.new), "the rating")


def test_giving_up_by_keyboard(server: ServerThread, ada: Friend, heard: list[str]) -> None:
    server.deal_from("race 16")
    ada.connect(server)
    ada.make_room("Golf")
    ada.click(ada.window.room.start)
    until(ada.in_race, "the race")
    ada.window.activateWindow()
    until(ada.window.isActiveWindow, "the window in front")
    me = Typist(ada, heard)
    me.key(Key.Key_Space)
    until(lambda: ada.track.number == 1, "a card of the stock")
    me._told = len(heard)
    me.press(ada.window.race.give_up)
    me.key(Key.Key_Space)
    until(lambda: ada.shows(ada.window.results), "the results")
    assert "You ended with 0 points: gave up" in me.new[-1]
    assert me.new[-1].endswith("gave up")

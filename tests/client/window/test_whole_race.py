"""Whole races over a real server, by mouse and keys: two racers' windows and a spectator's."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPushButton, QWidget

from client.bots.chooser import MoveChooser
from client.session.session import ClientRace, Session
from client.session.track import Track
from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.scene.board_view import BoardView
from client.window.scene.small_board import SmallBoard
from client.window.screens.race import BOARDS
from client.window.widgets.elements import DataTable
from client.window.window import Window
from client.words.texts import status_text
from engine.state import Action, Click, Move
from harness.mouse import Mouse
from harness.qt_waiting import until
from harness.server_process import ServerProcess
from harness.server_thread import ServerThread

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with ServerThread(tmp_path / "server") as running:
        yield running


class Friend:
    """Somebody at a window, who has nothing but mouse and keys."""

    def __init__(self, name: str, directory: Path) -> None:
        self.name = name
        self.window = Window(Memory(directory / name))
        self.window.show()
        self._player: tuple[Track, MoveChooser] | None = None
        """Who chooses the moves of a race."""
        self._hand: Mouse | None = None

    @property
    def link(self) -> Link:
        assert self.window.link is not None
        return self.window.link

    @property
    def session(self) -> Session:
        return self.link.session

    @property
    def race(self) -> ClientRace:
        assert self.session.race is not None
        return self.session.race

    @property
    def track(self) -> Track:
        track = self.session.track
        assert track is not None
        return track

    @property
    def hand(self) -> Mouse:
        if self._hand is None:
            self._hand = Mouse(self.window.race.board)
        return self._hand

    def click(self, button: QAbstractButton | str) -> None:
        if isinstance(button, str):
            shown = self.window.navigation.findChildren(QPushButton)
            button = next(b for b in shown if b.text() == button and b.isVisible())
        assert button.isVisible(), button.text()
        assert button.isEnabled(), button.text()
        QTest.mouseClick(button, LEFT)

    def type(self, field: QLineEdit, text: str, *, enter: bool = False) -> None:
        QTest.mouseClick(field, LEFT)
        field.selectAll()
        QTest.keyClicks(field, text)
        if enter:
            QTest.keyClick(field, Qt.Key.Key_Return)

    def choose(self, table: DataTable, row: int) -> None:
        at = table.visualRect(table.model().index(row, 0)).center()
        QTest.mouseClick(table.viewport(), LEFT, pos=at)

    @property
    def focus(self) -> QAbstractButton:
        """The button that Enter would press."""
        focus = self.window.focusWidget()
        assert isinstance(focus, QAbstractButton)
        return focus

    def in_race(self) -> bool:
        return self.shows(self.window.race) and self.session.track is not None

    def connect(self, server: ServerThread | ServerProcess) -> None:
        self.type(self.window.connect_screen.server, str(server.address))
        self.type(self.window.connect_screen.name, self.name, enter=True)
        until(lambda: self.shows(self.window.lobby), "the lobby")

    def shows(self, screen: QWidget) -> bool:
        return self.window.navigation.currentWidget() is screen

    def make_room(self, title: str) -> str:
        """Make a room by the form, without a countdown, and return its code."""
        window = self.window
        self.click("Make a room")
        self.type(window.make_room.games.finder.search, title)
        self.type(window.make_room.form.countdown.lineEdit(), "0")
        self.click(window.make_room.make)
        until(lambda: self.shows(window.room), "the room")
        return window.room.code.text()

    def move(self) -> bool:
        """Make the engine's best move with the mouse, and wait for the server; False: none left."""
        track, board = self.track, self.window.race.board
        if self._player is None or self._player[0] is not track:
            self._player = track, MoveChooser(track.game)
        action = self._player[1].choose(track.view)
        if action is None or track.status != "racing":
            return False
        number = track.number
        expected = track.game.view(track.game.play(track.view, action))
        self.perform(action)
        if 0 not in b"".join(expected.piles):  # else only the server knows what comes up
            assert board.state == expected, "a move shows at once"
        until(lambda: track.number == number + 1 and not track.pending, f"{action} confirmed")
        assert board.state == track.view == track.confirmed
        return True

    def perform(self, action: Action) -> None:
        self.hand.wait(2000)  # two clicks of two moves are no double-click
        match action:
            case Move(source, count, target):
                card = len(self.track.view.piles[source]) - count
                self.hand.drag(self.hand.point(source, card), target)
            case Click(pile):
                self.hand.click(pile)
            case _:
                self.click(self.window.race.deal)

    def close(self) -> None:
        link = self.window.link
        self.window.close_unasked()
        if link is not None:
            until(lambda: link.closed, "the goodbye")
        self.window.deleteLater()


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[list[Friend]]:
    three = [Friend(name, tmp_path) for name in ("Ada", "Bob", "Cleo")]
    yield three
    for friend in three:
        friend.close()


def same(board: BoardView | SmallBoard, friend: Friend) -> bool:
    return board.state == friend.track.view


def begin(server: ServerThread, friends: list[Friend], title: str) -> None:
    """Come together in a room, and start the race."""
    ada, bob, cleo = friends
    for friend in friends:
        friend.connect(server)
        assert friend.focus.text() == "Make a room"
    code = ada.make_room(title)
    assert ada.focus is ada.window.room.copied
    bob.type(bob.window.lobby.code, code.lower(), enter=True)
    until(lambda: bob.shows(bob.window.room), "Bob in the room")
    assert bob.focus is bob.window.room.ready
    rows = cleo.window.lobby.list.rows
    until(lambda: code in rows and rows[code].people.text() == "2 of 8 seats", "the room listed")
    cleo.click(rows[code].watch)
    until(lambda: cleo.shows(cleo.window.room), "Cleo in the room")

    assert not ada.window.room.start.isEnabled()
    bob.click(bob.window.room.ready)
    until(ada.window.room.start.isEnabled, "Bob is ready")
    ada.click(ada.window.room.start)
    for friend in (ada, bob):
        until(friend.in_race, "the race")
    until(lambda: len(cleo.window.watch.grid.boards) == 2, "both boards")
    assert cleo.shows(cleo.window.watch)
    assert cleo.focus is cleo.window.watch.follow


@pytest.mark.parametrize(
    ("title", "seed", "moves"),
    [
        ("4x13", "race 28", 30),
        ("Montana", "race 28", 30),
        ("Thirteens", "race 7", 40),
        ("Klondike", "race 16", 36),
    ],
)
def test_a_race_from_connecting_to_the_leaderboard(
    server: ServerThread, friends: list[Friend], title: str, seed: str, moves: int
) -> None:
    server.deal_from(seed)
    ada, bob, cleo = friends
    begin(server, friends, title)
    deal = ada.track.deal
    assert deal is not None
    assert deal == bob.track.deal == ada.window.race.board.state == bob.window.race.board.state
    boards = cleo.window.watch.grid.boards
    assert all(board.state == deal for board in boards.values())

    made = 0
    while made < moves and ada.move():
        made += 1
        if made <= 20:
            assert bob.move()
    assert made >= 24
    bob.click(bob.window.race.undo)
    entries = 20 + 1
    until(lambda: bob.track.number == entries and not bob.track.pending, "the undo")
    assert bob.window.race.board.state == bob.track.confirmed
    for friend in (ada, bob):
        until(partial(same, boards[friend.session.player], friend), "what Cleo sees")
    QTest.mousePress(boards[bob.session.player], LEFT)
    assert cleo.window.watch.grid.shown == bob.session.player
    assert cleo.window.watch.grid.large.state == bob.track.view

    over = ada.track.status != "racing"
    for friend in (bob,) if over else (ada, bob):
        friend.click(friend.window.race.give_up)
        assert friend.track.status == "racing", "the first click only asks"
        friend.click(friend.window.race.give_up)
    for friend in friends:
        until(partial(friend.shows, friend.window.results), "the results")
        names = [friend.window.results.table.text(row, 1) for row in (0, 1)]
        assert names == ["Ada", "Bob"]
        assert friend.window.results.verdict.property("role") == "good"
        assert "cards dealt" in friend.window.results.checked.text()
        assert friend.window.results.seed.text() == seed
    score = ada.track.view.score
    first = ada.window.results.table
    assert first.text(0, 2) == status_text(ada.track.status)
    assert first.text(0, 3) == str(score)
    assert score > bob.track.view.score
    won = ada.track.status == "won"
    assert won == (title == "Thirteens"), "one of the races is won"

    ada.window.results.best.click()  # which is in the menu alone where there is little room
    until(lambda: ada.window.leaderboard.best.rowCount() == 2, "the leaderboard")
    until(lambda: ada.window.leaderboard.fastest.rowCount() == won, "the fastest wins")
    QTest.mouseClick(
        ada.window.leaderboard.tabs.tabBar(),
        LEFT,
        pos=ada.window.leaderboard.tabs.tabBar().tabRect(1).center(),
    )
    best = ada.window.leaderboard.best
    assert [best.text(row, 1) for row in (0, 1)] == ["Ada", "Bob"]
    ada.choose(best, 1)
    ada.click(ada.window.leaderboard.replay)
    replay = ada.window.replay_screen
    until(lambda: ada.shows(replay), "the replay")
    assert replay.verdict.property("role") == "good"
    (recording,) = replay.recordings
    assert len(recording.views) == entries + 1
    QTest.keyClick(replay.curve, Qt.Key.Key_End)
    assert replay.seats[0].board.state == bob.track.view
    assert replay.seats[0].board.state != deal
    ada.click("Back")
    ada.click("Back")
    until(lambda: ada.shows(ada.window.results), "the results")
    ada.choose(first, 0)
    ada.click("Watch the replay")
    until(lambda: ada.shows(replay), "her own replay")
    replay.beside.setCurrentIndex(1)
    replay.beside.activated.emit(1)
    until(lambda: len(replay.recordings) == 2, "Bob's beside it")
    assert "the same deal" in replay.verdict.text()
    replay.seek(0)
    assert [seat.board.state for seat in replay.seats] == [deal, deal]
    QTest.keyClick(replay.curve, Qt.Key.Key_End)
    assert [seat.board.state for seat in replay.seats] == [ada.track.view, bob.track.view]


def test_a_rematch_takes_everybody_along(server: ServerThread, friends: list[Friend]) -> None:
    ada, bob, cleo = friends
    begin(server, friends, "Montana")
    for friend in (ada, bob):
        friend.click(friend.window.race.give_up)
        friend.click(friend.window.race.give_up)
    for friend in friends:
        until(partial(friend.shows, friend.window.results), "the results")
    assert not bob.window.results.rematch.isVisible()
    ada.click(ada.window.results.rematch)
    for friend in friends:
        until(partial(friend.shows, friend.window.room), "the room again")
    assert [friend.window.room.session.seated for friend in friends] == [True, True, False]
    bob.click(bob.window.room.show_results)
    assert bob.shows(bob.window.results)
    assert not bob.window.results.rematch.isVisible()
    assert bob.window.results.state.text() == "The room is open for the next race."
    assert bob.window.results.ready.isVisible()
    bob.click("Back to the room")
    bob.click(bob.window.room.ready)
    until(ada.window.room.start.isEnabled, "Bob is ready")
    ada.click(ada.window.room.start)
    until(lambda: ada.in_race() and bob.in_race(), "the second race")
    until(lambda: len(cleo.window.watch.grid.boards) == 2, "both boards")


def test_who_has_finished_looks_at_the_others(server: ServerThread, friends: list[Friend]) -> None:
    server.deal_from("race 24")
    ada, bob, _ = friends
    begin(server, friends, "Montana")
    race = ada.window.race
    assert not race.banner.isVisible()
    ada.click(race.give_up)
    ada.click(race.give_up)
    until(race.banner.isVisible, "the end of her race")
    assert bob.move()
    ada.click("Curve")
    assert race.curve.isVisible()
    until(lambda: str(bob.track.view.score) in race.curve.accessibleDescription(), "Bob's score")
    assert race.views.button(BOARDS).isVisible(), "the room shows the boards"
    ada.click("My board")
    assert race.board.isVisible()
    assert bob.move(), "his race goes on"


def test_a_dropped_connection_comes_back_to_the_same_board(
    server: ServerThread, friends: list[Friend]
) -> None:
    server.deal_from("race 24")
    ada, _, cleo = friends
    begin(server, friends, "Montana")
    for _ in range(6):
        assert ada.move()
    before, number = ada.track.view, ada.track.number
    server.cut(ada.session.player)
    until(lambda: not ada.link.up, "the connection is lost")
    assert "Reconnecting" in ada.window.status.text()
    assert "moves are kept" in ada.window.status.text()
    assert ada.shows(ada.window.race)
    assert ada.window.race.board.state == before
    until(lambda: ada.link.up and not ada.window.status.text(), "it is back")
    until(lambda: ada.window.race.board.state == before and ada.shows(ada.window.race), "the board")
    assert ada.track.number == number
    assert ada.move()
    until(
        lambda: cleo.window.watch.grid.boards[ada.session.player].state == ada.track.view,
        "what Cleo sees",
    )


def test_a_move_made_while_the_line_is_down_is_not_lost(
    server: ServerThread, friends: list[Friend]
) -> None:
    server.deal_from("race 24")
    ada = friends[0]
    begin(server, friends, "Montana")
    assert ada.move()
    track, board = ada.track, ada.window.race.board
    server.cut(ada.session.player)
    until(lambda: not ada.link.up, "the connection is lost")
    action = MoveChooser(track.game).choose(track.view)
    assert action is not None
    after = track.game.play(track.view, action)
    ada.perform(action)
    assert board.state == after
    assert len(track.pending) == 1
    until(lambda: ada.link.up and not ada.track.pending, "it is sent after all")
    assert ada.track.number == 2
    assert ada.track.confirmed == after == board.state


def test_a_spectator_may_come_late_and_a_racer_leave(
    server: ServerThread, friends: list[Friend]
) -> None:
    server.deal_from("race 41")
    ada, bob, cleo = friends
    begin(server, friends, "4x13")
    code = ada.window.room.code.text()
    cleo.click("Leave")
    until(lambda: cleo.shows(cleo.window.lobby), "Cleo in the lobby")
    for _ in range(3):
        assert ada.move()
    cleo.type(cleo.window.lobby.code, code, enter=True)  # joining during a race is watching it
    until(lambda: len(cleo.window.watch.grid.boards) == 2, "both boards")
    boards = cleo.window.watch.grid.boards
    until(lambda: boards[ada.session.player].state == ada.track.view, "Ada's board")
    assert boards[bob.session.player].state == bob.track.view == bob.track.deal


def test_a_name_that_is_taken_is_said_on_the_connect_screen(
    server: ServerThread, friends: list[Friend], tmp_path: Path
) -> None:
    friends[0].connect(server)
    other = Friend("Ada", tmp_path / "elsewhere")
    screen = other.window.connect_screen
    other.type(screen.server, str(server.address))
    other.type(screen.name, "Ada", enter=True)
    until(lambda: bool(screen.trouble.text()), "the refusal")
    assert "is taken" in screen.trouble.text()
    assert other.shows(screen)
    other.type(screen.name, "Ada Two", enter=True)
    until(lambda: other.shows(other.window.lobby), "the lobby")
    other.close()


def test_the_same_player_comes_back_by_the_token(server: ServerThread, tmp_path: Path) -> None:
    first = Friend("Ada", tmp_path)
    first.connect(server)
    player = first.session.player
    first.close()
    again = Friend("Ada", tmp_path)
    assert again.window.connect_screen.server.text() == str(server.address)
    assert again.window.connect_screen.name.text() == "Ada"
    again.click(again.window.connect_screen.go)
    until(lambda: again.shows(again.window.lobby), "the lobby")
    assert again.session.player == player
    again.close()

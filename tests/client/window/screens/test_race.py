"""The race screen before a server that says what it likes."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.bots.chooser import MoveChooser
from client.window.desktop.memory import Memory
from client.window.screens.race import BOARDS, RaceScreen
from client.words.texts import primer_text
from engine import catalogue
from engine.state import State
from harness.fakes import ADA, BOB, CLEO, FakeLink, Show, daily_room, member, press, race, room
from harness.mouse import Mouse
from harness.qt_waiting import until
from protocol.messages import (
    Act,
    Board,
    EndRace,
    GiveUp,
    Guests,
    Hello,
    LeaveRoom,
    MemberLeft,
    Progress,
    Refused,
    Results,
    Standing,
    Undo,
    Welcome,
)
from protocol.wire import board, board_view, pack_action, step


def start(
    link: FakeLink, show: Show, memory: Memory, game: str = "montana", **more: bool
) -> RaceScreen:
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA), member(BOB), game=game, phase="running", **more)
    link.tell(told, *race(told))
    link.take_sent()
    return screen


def move_by_mouse(screen: RaceScreen, link: FakeLink) -> tuple[State, Act]:
    """Drag the best move; return what the board showed before it, and what was sent."""
    before = screen.board.state
    action = MoveChooser(screen.board.game).choose(before)
    assert action is not None
    hand = Mouse(screen.board)
    source, _, target = action  # type: ignore[misc]
    hand.drag(source, target)
    (sent,) = link.take_sent()
    assert isinstance(sent, Act)
    assert sent.action == pack_action(action)
    return before, sent


def test_a_refused_move_goes_back_visibly(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    before, sent = move_by_mouse(screen, link)
    assert not screen.board.bubble.isVisible()
    assert screen.board.state != before, "it shows at once"
    link.tell(Refused(sent.number, 0, "that doesn't go there"))
    assert screen.board.state == before
    assert screen.board._scene._flashes, "the cards that go back are lit red"
    assert screen.board.bubble.isVisible()
    assert screen.board.bubble.text() == "That doesn't go there."
    move_by_mouse(screen, link)


def test_a_confirmed_move_changes_nothing_more(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    before, _ = move_by_mouse(screen, link)
    after = screen.board.state
    link.tell(step(ADA, 1, before, after, "racing"))
    assert screen.board.state == after
    assert screen.side.score.text() == str(after.score)
    press(screen, "Undo")
    assert link.take_sent() == [Undo(1, 7)]
    assert screen.board.state == before


def test_the_server_has_the_last_word(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    before, _ = move_by_mouse(screen, link)
    game = catalogue.make("montana")
    other = game.play(before, game.legal_actions(before)[-1])
    link.tell(step(ADA, 1, before, other, "racing"))
    assert screen.board.state == other


def test_the_same_board_after_coming_back(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    before, _ = move_by_mouse(screen, link)
    after = screen.board.state
    told = room(member(ADA), member(BOB), game="montana", phase="running")
    _, again, *_ = race(told)
    link.session.opened(link.transmit)
    welcome = Welcome(1, ADA, link.session.name, room=told.code)
    link.tell(welcome, told, again, board(ADA, 0, before, "racing"))
    assert screen.board.state == after, "the pending move is shown, and sent again"
    assert [type(sent) for sent in link.take_sent()] == [Hello, Act]


def test_a_board_lays_the_table_whatever_was_said_before(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen: RaceScreen = show(RaceScreen(link, memory))
    members = member(ADA), member(BOB)
    seated = room(*members, game="golf", phase="running")
    _, started, own, _ = race(seated)
    assert isinstance(own, Board)
    aside = room(member(ADA, seated=False), member(BOB), game="golf", phase="running")
    link.tell(aside, started, seated, own)
    assert screen.board.state.piles == board_view(own).piles


def test_the_table_is_that_of_the_race_not_of_the_room(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen: RaceScreen = show(RaceScreen(link, memory))
    members = member(ADA), member(BOB)
    _, started, own, _ = race(room(*members, game="spider"))
    assert isinstance(own, Board)
    klondike = room(*members, phase="countdown")
    link.tell(klondike, race(klondike)[0], started, own)
    assert screen.board.state.piles == board_view(own).piles


def test_giving_up_asks_first_and_ends_the_race(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    press(screen, "Give up")
    assert link.take_sent() == []
    assert screen.give_up.property("asking"), "in a colour that warns"
    press(screen, "Give up?")
    assert not screen.give_up.property("asking")
    assert link.take_sent() == [GiveUp()]
    bob = Standing(BOB, "Bob", place=1)
    link.tell(Progress([Standing(ADA, "Ada", "gave up", 3, 2, 4, 900), bob]))
    assert screen.banner.isVisible()
    assert "gave up" in screen.ending.text()
    assert screen.own_end.isVisible()
    assert not screen.ending.isVisible()
    assert screen.own_end.headline.text() == "You gave up."
    assert screen.own_end.stands.text() == "2nd of 2 · 3 points"
    assert not screen.board.isAncestorOf(screen.own_end), "the board stays in sight"
    link.tell(Progress([Standing(ADA, "Ada", "gave up", 0, 2), bob]))
    assert screen.own_end.stands.text() == "0 points", "with nothing one comes nowhere"
    screen.side.tabs.setCurrentIndex(1)
    screen.views.button(BOARDS).click()
    assert screen.side.tabs.currentIndex() == 0, "large, the boards are not at the side, too"
    assert not screen.undo.isEnabled()
    before = screen.board.state
    Mouse(screen.board).click(0)
    assert screen.board.state == before
    assert link.take_sent() == []


def test_what_was_meant_for_the_board_does_nothing_at_ones_own_end(
    link: FakeLink, show: Show, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.window.widgets.buttons.shield.SHIELDED", 60_000)
    screen = start(link, show, memory, show_boards=True)
    screen.activateWindow()
    screen.board.setFocus()
    bob = Standing(BOB, "Bob", place=1)
    link.tell(Progress([Standing(ADA, "Ada", "stuck", 3, 2, 4, 900), bob]))
    assert screen.own_end.waits.text() == "That ends your race, even with undo."
    until(screen.own_end.headline.hasFocus)
    QApplication.processEvents()
    leave = screen.leave.mapTo(screen, screen.leave.rect().center())
    assert screen.childAt(leave) is not screen.leave, "a click that was meant for a button there"
    for wait in (True, False):
        if not wait:
            screen._shield.timer.start(0)
            until(lambda: screen.childAt(leave) is screen.leave)
            screen.own_end.headline.setFocus()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Space):
            focus = QApplication.focusWidget()
            assert focus is not None
            QTest.keyClick(focus, key)
        assert link.take_sent() == []
    screen.leave.setFocus()
    screen._shield.up()
    QTest.keyClick(screen.leave, Qt.Key.Key_Space)
    assert link.take_sent() == []


@pytest.mark.parametrize("ended", [False, True])
def test_a_race_ends_though_its_results_cannot_be_read(
    link: FakeLink, show: Show, memory: Memory, heard: list[str], ended: bool
) -> None:
    screen = start(link, show, memory)
    if ended:
        link.tell(Progress([Standing(ADA, "Ada", "gave up", 3, 2), Standing(BOB, "Bob", place=1)]))
    settings = room(member(ADA), game="montana").settings
    link.tell(Results(7, settings, [], "\u202eevil", "promise"))
    assert screen.banner.isVisible()
    assert screen.ending.text().startswith("The server’s results could not be read: ")
    assert "printable" in screen.ending.text()
    assert heard[-1] == screen.ending.text()
    assert not screen.racing
    before = screen.board.state
    Mouse(screen.board).click(0)
    assert screen.board.state == before
    assert not screen.give_up.isEnabled()
    link.take_sent()
    press(screen, "Leave")
    press(screen, "Really?")  # Bob is there, too
    assert link.take_sent() == [LeaveRoom()]


def test_no_undo_where_the_room_has_none(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory, undo=False)
    assert not screen.undo.isVisible()
    move_by_mouse(screen, link)
    QTest.keyClick(screen.board, Qt.Key.Key_U)
    assert link.take_sent() == []
    assert "undo" in screen.board.bubble.text()


def test_rivals_boards_where_the_room_shows_them(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory, show_boards=True)
    assert screen.side.tabs.tabBar().isVisible()
    assert list(screen.side.boards.boards) == [BOB]
    link.tell(Progress([Standing(ADA, "Ada", place=2), Standing(BOB, "Bob", score=5, place=1)]))
    assert screen.side.place.text() == "2nd"


def test_the_games_button_can_be_pressed_where_it_does_something(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA), member(BOB), game="terrace")
    link.tell(told, *race(told))
    assert screen.deal.isVisible()
    assert not screen.deal.isEnabled(), "the base comes first"
    QTest.keyClick(screen.board, Qt.Key.Key_Right)
    QTest.keyClick(screen.board, Qt.Key.Key_B)
    assert screen.deal.isEnabled()


def test_escape_leads_from_the_chat_to_the_board(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory)
    screen.side.chat.field.setFocus()
    QTest.keyClick(screen.side.chat.field, Qt.Key.Key_Escape)
    assert screen.focusWidget() is screen.board


def test_tab_leads_from_the_board_through_the_tools_and_to_giving_up_last(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory, game="freecell")
    move_by_mouse(screen, link)
    screen.activateWindow()
    screen.board.setFocus()
    until(screen.board.hasFocus)
    passed = []
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    assert passed == [screen.undo, screen.hint, screen.give_up]


def test_a_spectator_has_no_race_screen(link: FakeLink, show: Show, memory: Memory) -> None:
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA, seated=False), member(BOB), member(CLEO), phase="running", host=BOB)
    link.tell(told, *race(told))
    assert screen.board.state == State(())


GAMES = [entry.name for entry in catalogue.entries()]


@pytest.mark.parametrize("first", range(0, len(GAMES), 10), ids=GAMES.__getitem__)
def test_every_game_begins_with_an_empty_table(
    link: FakeLink, show: Show, memory: Memory, first: int
) -> None:
    """Whatever lay there before: some games come one after the other on one screen."""
    screen: RaceScreen = show(RaceScreen(link, memory))
    for name in GAMES[first : first + 10]:
        told = room(member(ADA), game=name, phase="countdown")
        countdown, *rest = race(told)
        link.tell(told, countdown)
        assert screen.overlay.isVisible(), name
        assert screen.overlay.number == 3
        assert not any(screen.board.state.piles), name
        screen.grab()
        link.tell(*rest)
        assert screen.overlay.number == 0, name
        (dealt,) = [message for message in rest if isinstance(message, Board)]
        assert screen.board.state == board_view(dealt), name


def test_what_happens_is_said(link: FakeLink, show: Show, memory: Memory, heard: list[str]) -> None:
    memory.add_recent("montana")
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA), member(BOB), game="montana", phase="countdown")
    countdown, *rest = race(told)
    link.tell(told, countdown, countdown)
    assert heard == ["Montana: the race begins in 3 seconds"]
    screen.overlay.ticked.emit(2)
    link.tell(*rest)
    assert heard[1:] == ["2", "Go!"]
    heard.clear()
    _, sent = move_by_mouse(screen, link)
    link.tell(Refused(sent.number, 0, "that doesn't go there"))
    assert heard[0].startswith("ace of ") or " to row " in heard[0]
    assert heard[-1] == "that doesn't go there"
    assert len(heard) == 3, "the move, the way back, and why"
    heard.clear()
    won = Standing(BOB, "<b>Bob</b>", "won", 48, 1, milliseconds=192_000)
    for _ in range(2):
        link.tell(Progress([Standing(ADA, "Ada", place=2), won]))
    assert heard == ["<b>Bob</b> solved it in 3 minutes 12 seconds"], "once"
    assert screen.news.isVisible()
    assert screen.news.text() == "<b>Bob</b> solved it in 3:12.0"
    link.tell(Progress([Standing(ADA, "Ada", "gave up", 3, 2), won]))
    assert heard[1:] == ["You gave up. The race goes on…"]


def test_an_undone_move_can_be_made_again(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    assert not screen.redo.isEnabled()
    before, sent = move_by_mouse(screen, link)
    after = screen.board.state
    press(screen, "Undo")
    assert screen.board.state == before
    press(screen, "Redo")
    assert screen.board.state == after
    assert link.take_sent() == [Undo(1, race=7), Act(2, sent.action, race=7)]
    assert not screen.redo.isEnabled()


def test_a_room_without_hints_says_so(
    link: FakeLink, show: Show, memory: Memory, heard: list[str]
) -> None:
    screen = start(link, show, memory, hints=False)
    assert not screen.hint.isVisible()
    heard.clear()
    QTest.keyClick(screen.board, Qt.Key.Key_H)
    assert heard == ["this room plays without hints"]


def test_a_racer_leads_to_a_page_when_ones_own_race_is_over(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory)
    wanted: list[int] = []
    screen.profile.connect(wanted.append)
    screen.side.bars.profile.emit(BOB)
    assert not wanted
    link.tell(Progress([Standing(ADA, "Ada", "gave up", place=2), Standing(BOB, "Bob")]))
    screen.side.bars.profile.emit(BOB)
    assert wanted == [BOB]


@pytest.mark.parametrize("undo", [True, False])
def test_a_redeal_that_cannot_be_taken_back_asks(
    link: FakeLink, show: Show, memory: Memory, undo: bool
) -> None:
    screen = start(link, show, memory, undo=undo)
    assert screen.deal.text() == "Reshuffle (3)"
    assert screen.board.asks_redeals is not undo
    screen.deal.click()
    assert [type(sent) for sent in link.take_sent()] == ([Act] if undo else [])
    assert screen.board.bubble.isVisible() is not undo


def test_a_race_that_begins_calls_who_is_in_another_window(
    link: FakeLink, show: Show, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", called.append)
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA), member(BOB), phase="countdown")
    countdown, *started = race(told)
    link.tell(told)
    assert called == []
    link.tell(countdown)
    assert called == [screen.window()]
    link.tell(countdown, *started)  # told again, as after a lost connection
    assert called == [screen.window()]


def test_what_to_know_before_the_first_race_in_a_game(
    link: FakeLink, show: Show, memory: Memory, heard: list[str]
) -> None:
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = room(member(ADA), member(BOB), game="golf", phase="countdown")
    countdown, *rest = race(told)
    link.tell(told, countdown)
    primer = screen.overlay.primer
    assert primer.isVisible()
    assert primer.text() == primer_text(catalogue.entry("golf"))
    assert heard[-1] == primer.text()
    assert screen.overlay.rect().contains(primer.geometry())
    assert primer.heightForWidth(primer.width() - 1) > primer.height()  # no lone word in a line
    link.tell(*rest)
    assert primer.isVisible(), "the cards are there, and one may read on"
    assert screen.overlay.rect().contains(primer.geometry())
    QTest.mouseClick(screen.board.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not primer.isVisible(), "somebody plays"
    memory.add_recent("golf")
    link.tell(told, countdown)
    assert screen.overlay.isVisible()
    assert not primer.isVisible()


def test_the_rules_are_a_click_or_a_key_away(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    for field in (screen.board, screen.side.chat.field):
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_F1)
        assert screen.board._help.isVisible()
        QTest.keyClick(field, Qt.Key.Key_F1)
        assert not screen.board._help.isVisible()
    press(screen, "Rules")
    assert screen.board._help.isVisible()


def test_the_host_ends_the_race_of_all_when_out_of_it(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory)
    standings = [Standing(ADA, "Ada", "gave up", 3, 2), Standing(BOB, "Bob", place=1)]
    assert not screen.end_race.isVisible()
    link.tell(Progress(standings))
    press(screen, "End the race")
    assert link.take_sent() == []
    press(screen, "End it for all?")
    assert link.take_sent() == [EndRace()]
    link.tell(room(member(BOB), member(ADA), game="montana", phase="running", host=BOB))
    assert not screen.end_race.isVisible()


def test_why_a_move_was_refused_is_past_with_the_next(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory)
    screen.board.tell_refusal("it fits nowhere now")
    assert screen.board.bubble.isVisible()
    move_by_mouse(screen, link)
    assert not screen.board.bubble.isVisible()
    screen.board.tell_refusal("it fits nowhere now")
    QTest.keyClick(screen.board, Qt.Key.Key_U)
    assert not screen.board.bubble.isVisible()


def test_who_watches_is_said(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = start(link, show, memory)
    assert not screen.side.watching.isVisible()
    told = room(member(ADA), member(BOB), member(CLEO, seated=False), phase="running")
    link.tell(told)
    assert screen.side.watching.isVisible()
    assert screen.side.watching.text() == "Watching: Cleo"
    link.tell(Guests(2))
    assert screen.side.watching.text() == "Watching: Cleo · 2 watching without a name"
    link.tell(MemberLeft(CLEO))
    assert screen.side.watching.text() == "2 watching without a name"
    link.tell(Guests(0))
    assert not screen.side.watching.isVisible()


def test_the_board_stays_when_the_race_ends_with_ones_own(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = start(link, show, memory)
    assert screen.lingers() <= 0, "nothing has ended"
    ends = [Standing(ADA, "Ada", "out of time", 9, 1, 9, 9000), Standing(BOB, "Bob", place=2)]
    link.tell(Results(7, screen.session.race.settings, ends, "seed", "", [ADA]))  # type: ignore[union-attr]
    assert screen.lingers() > 0
    assert screen.own_end.isVisible()
    assert screen.own_end.headline.text() == "The time is up."
    assert not screen.views.button(0).isVisible(), "there is nothing to look at meanwhile"
    assert not screen.own_end.waits.isVisible()


@pytest.mark.parametrize("practice", [False, True])
def test_the_head_of_a_daily_deal(
    link: FakeLink, show: Show, memory: Memory, *, practice: bool
) -> None:
    screen: RaceScreen = show(RaceScreen(link, memory))
    told = daily_room("running", practice=practice)
    link.tell(told, *race(told))
    title = "Practice: daily deal of 27 Nov 2026" if practice else "Daily deal of 27 Nov 2026"
    assert screen.heading() == title
    assert screen.side.options.text().startswith("FreeCell")
    assert not screen.side.chat.isVisible()
    assert screen.hint.isVisible() == practice
    other = room(member(ADA), member(BOB), phase="running")
    link.tell(other, *race(other))
    assert screen.heading() == "Klondike"
    assert screen.side.chat.isVisible()

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.bots.chooser import MoveChooser
from client.window.screens.watch import WatchScreen
from engine import catalogue
from harness.fakes import ADA, BOB, CLEO, FakeLink, Show, member, press, race, room
from protocol.messages import (
    Announcement,
    Countdown,
    Curves,
    EndRace,
    Member,
    Progress,
    Results,
    Standing,
)
from protocol.wire import step

LEFT = Qt.MouseButton.LeftButton


def start(link: FakeLink, show: Show, *racers: Member, delay: int = 0) -> WatchScreen:
    screen: WatchScreen = show(WatchScreen(link))
    told = room(member(ADA, seated=False), *racers, host=BOB, phase="running", delay=delay)
    link.tell(told, *race(told))
    return screen


def test_every_board_is_there_and_follows(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    assert list(screen.grid.boards) == [BOB, CLEO]
    board = screen.grid.boards[CLEO]
    game, before = catalogue.make("klondike"), board.state
    action = MoveChooser(game).choose(before)
    assert action is not None
    after = game.play(before, action)
    link.tell(step(CLEO, 1, before, after, "racing"))
    assert board.state == after
    assert screen.grid.boards[BOB].state == before
    link.tell(
        Progress(
            [
                Standing(CLEO, "Cleo", score=1, place=1, milliseconds=9),
                Standing(BOB, "Bob", place=2),
            ]
        )
    )
    assert screen.grid._captions[CLEO] == "1st · 1 · Cleo"


def test_the_tables_are_those_of_the_race_not_of_the_room(link: FakeLink, show: Show) -> None:
    screen: WatchScreen = show(WatchScreen(link))
    members = member(ADA, seated=False), member(BOB), member(CLEO)
    klondike = room(*members, host=BOB, phase="countdown")
    link.tell(klondike, race(klondike)[0], *race(room(*members, game="spider"))[1:])
    QTest.mouseClick(screen.grid.boards[CLEO], LEFT)
    spider = catalogue.make("spider")
    assert len(screen.grid.large.state.piles) == len(spider.places)


def test_a_race_that_begins_calls_who_is_in_another_window(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", called.append)
    screen: WatchScreen = show(WatchScreen(link))
    told = room(member(ADA, seated=False), member(BOB), host=BOB, phase="countdown")
    countdown, *started = race(told)
    link.tell(told)
    assert called == []
    link.tell(countdown)
    assert called == [screen.window()]
    link.tell(countdown, *started)  # told again, as after a lost connection
    assert called == [screen.window()]


def test_who_sees_no_boards_is_told_why_in_their_place(link: FakeLink, show: Show) -> None:
    screen: WatchScreen = show(WatchScreen(link))
    told = room(member(ADA, seated=False), member(BOB), host=BOB, phase="running")
    countdown, started, *boards = race(told)
    link.tell(told, countdown, started, Announcement("Somebody at your address is racing here."))
    assert screen.unseen.isVisible()
    assert screen.unseen.text() == "Somebody at your address is racing here."
    assert not screen.grid.isVisible()
    link.tell(*boards)
    assert screen.grid.isVisible()
    assert not screen.unseen.isVisible()


def test_what_the_operator_says_hides_no_boards(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    link.tell(Announcement("New decks tonight."))
    assert screen.grid.isVisible()


def test_a_click_enlarges_and_another_brings_all_back(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    QTest.mouseClick(screen.grid.boards[CLEO], LEFT)
    assert screen.grid.large.isVisible()
    assert not screen.grid.boards[CLEO].isVisible()
    assert screen.grid.large.state == screen.grid.boards[CLEO].state
    large, other = screen.grid.large.geometry(), screen.grid.boards[BOB].geometry()
    assert screen.grid.boards[BOB].isVisible(), "the others stay beside it"
    assert not large.intersects(other)
    assert large.width() * large.height() > 3 * other.width() * other.height()
    QTest.mouseClick(screen.grid.large.viewport(), LEFT, pos=QPoint(5, 5))
    assert not screen.grid.large.isVisible()
    assert screen.grid.boards[CLEO].isVisible()


def test_up_to_sixteen_boards_fit_without_overlap(link: FakeLink, show: Show) -> None:
    screen = start(link, show, *[member(player) for player in range(2, 18)])
    for size in ((900, 560), (1280, 760), (2560, 1400), (500, 400)):
        screen.grid.resize(*size)
        boxes = [board.geometry() for board in screen.grid.boards.values()]
        assert len(boxes) == 16
        assert all(screen.grid.rect().contains(box) for box in boxes)
        assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_another_race_begins_with_new_boards(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    screen.grid.enlarge(BOB)
    screen.follow.setChecked(True)
    told = room(member(ADA, seated=False), member(BOB), host=BOB, game="4x13", phase="countdown")
    link.tell(told, Countdown(8, 1000, "x"))
    assert screen.grid.boards == {}
    assert not screen.grid.all.isVisible()
    assert screen.follow.isChecked(), "who follows the leader does so in the rematch"
    assert screen.overlay.isVisible()


def test_up_to_sixteen_boards_with_one_of_them_large(link: FakeLink, show: Show) -> None:
    screen = start(link, show, *[member(player) for player in range(2, 18)])
    for size in (900, 560), (1280, 760), (2560, 1400):
        screen.grid.resize(*size)
        screen.grid.enlarge(5)
        boxes = [board.geometry() for board in screen.grid.boards.values() if board.isVisible()]
        boxes.append(screen.grid.large.geometry())
        assert len(boxes) == 16
        assert all(screen.grid.rect().contains(box) for box in boxes)
        assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])
        screen.grid.enlarge(None)


def test_following_the_leader_until_the_player_looks_elsewhere(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    link.tell(Progress([Standing(BOB, "Bob", place=1), Standing(CLEO, "Cleo", place=2)]))
    screen.follow.click()
    assert screen.grid.shown == BOB
    link.tell(Progress([Standing(BOB, "Bob", place=2), Standing(CLEO, "Cleo", place=1)]))
    assert screen.grid.shown == CLEO
    link.tell(Progress([Standing(CLEO, "Cleo", "won", place=1), Standing(BOB, "Bob", place=2)]))
    assert screen.grid.shown == BOB, "who has won does nothing any more"
    QTest.mouseClick(screen.grid.boards[CLEO], LEFT)
    assert not screen.follow.isChecked()
    link.tell(Progress([Standing(CLEO, "Cleo", "won", place=1), Standing(BOB, "Bob", place=2)]))
    assert screen.grid.shown == CLEO
    screen.grid.all.click()
    assert not screen.grid.large.isVisible()
    assert not screen.grid.all.isVisible()


def test_a_delay_is_said(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), delay=30)
    assert "a delay of 30 seconds" in screen.about.text()


def test_whoever_comes_late_gets_the_whole_curve(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    link.tell(Curves(7, {BOB: [(0, 0), (5000, 8)], CLEO: [(0, 0), (9000, 3)]}))
    line = screen.side.curve._lines[BOB]
    assert (line.points()[1].x(), line.points()[2].y()) == (5000, 8)


def test_the_clock_runs_only_while_a_race_does_and_somebody_looks(
    link: FakeLink, show: Show
) -> None:
    screen = start(link, show, member(BOB))
    timer = screen.side._timer
    assert timer.isActive()
    assert timer.interval() <= 1000
    screen.hide()
    assert not timer.isActive()
    screen.side.show_standings()
    assert not timer.isActive()
    screen.show()
    assert timer.isActive()
    assert link.session.race is not None
    link.session.race.started -= 3600
    timer.timeout.emit()
    assert screen.side.clock.text() == "0:00"
    timer.stop()
    screen.side.tick()
    assert not timer.isActive(), "the time is up"


def test_a_host_who_watches_may_end_the_race(link: FakeLink, show: Show) -> None:
    screen: WatchScreen = show(WatchScreen(link))
    told = room(member(ADA, seated=False), member(BOB), host=ADA, phase="running")
    link.tell(told, *race(told))
    press(screen, "End the race")
    press(screen, "End it for all?")
    assert link.take_sent() == [EndRace()]
    start(link, show, member(BOB))
    assert not screen.end_race.isVisible()


def test_the_rules_of_what_is_watched(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB))
    press(screen, "Rules")
    assert screen.help.isVisible()
    press(screen, "Rules")
    assert not screen.help.isVisible()


def test_what_becomes_of_the_racers_is_heard(link: FakeLink, show: Show, heard: list[str]) -> None:
    start(link, show, member(BOB), member(CLEO))
    heard.clear()
    ends = [Standing(BOB, "Bob", "gave up", 0, 2), Standing(CLEO, "Cleo", place=1)]
    for _ in range(2):
        link.tell(Progress(ends))
    assert heard == ["Bob gave up"]


def test_the_boards_say_who_won_while_the_results_wait(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    assert not screen.news.isVisible()
    won = Standing(BOB, "Bob", "won", 52, 1, 99, 60_000)
    link.tell(Results(7, screen.session.race.settings, [won], "seed", "", [BOB]))  # type: ignore[union-attr]
    assert screen.news.isVisible()
    assert screen.news.text() == "Bob solved it in 1:00.0"
    assert screen.lingers() > 0

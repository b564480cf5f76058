from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from client.player import Player
from client.screens.watch import WatchScreen
from engine import catalogue
from protocol.messages import Countdown, Member, Progress, Standing
from protocol.wire import step
from tests.client.screens.fakes import ADA, BOB, CLEO, FakeLink, Show, member, race, room

LEFT = Qt.MouseButton.LeftButton


def start(link: FakeLink, show: Show, *racers: Member) -> WatchScreen:
    screen: WatchScreen = show(WatchScreen(link))
    told = room(member(ADA, seated=False), *racers, host=BOB, phase="running")
    link.tell(told, *race(told))
    return screen


def test_every_board_is_there_and_follows(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    assert list(screen.grid.boards) == [BOB, CLEO]
    board = screen.grid.boards[CLEO]
    game, before = catalogue.make("klondike"), board.state
    action = Player(game).choose(before)
    assert action is not None
    after = game.play(before, action)
    link.tell(step(CLEO, 1, before, after, "racing"))
    assert board.state == after
    assert screen.grid.boards[BOB].state == before
    link.tell(Progress([Standing(CLEO, "Cleo", score=1, place=1), Standing(BOB, "Bob", place=2)]))
    assert screen.grid._captions[CLEO] == "1st  ·  1  ·  Cleo"


def test_a_click_enlarges_and_another_brings_all_back(link: FakeLink, show: Show) -> None:
    screen = start(link, show, member(BOB), member(CLEO))
    QTest.mouseClick(screen.grid.boards[CLEO].viewport(), LEFT)
    assert screen.grid.large.isVisible()
    assert not screen.grid.boards[BOB].isVisible()
    assert screen.grid.large.state == screen.grid.boards[CLEO].state
    assert screen.grid.large.geometry() == screen.grid.rect()
    QTest.mouseClick(screen.grid.large.viewport(), LEFT, pos=QPoint(5, 5))
    assert not screen.grid.large.isVisible()
    assert screen.grid.boards[BOB].isVisible()


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
    told = room(member(ADA, seated=False), member(BOB), host=BOB, game="4x13", phase="countdown")
    link.tell(told, Countdown(8, 1000, "x"))
    assert screen.grid.boards == {}
    assert screen.overlay.isVisible()

import time
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from client.window.screens.commands import is_offered
from client.window.screens.results import PEEK, RATING, WINNABLE, ResultsScreen
from client.words import outcome
from engine.chance import commitment
from harness.fakes import ADA, BOB, HOSTILE, FakeLink, Show, daily_room, member, press, race, room
from harness.qt_waiting import until
from harness.replays import rambled
from protocol.deal_code import Origin
from protocol.messages import (
    Board,
    Curves,
    Feat,
    Feats,
    GetReplay,
    Practice,
    Problem,
    RaceStarted,
    Rated,
    Rating,
    RatingChange,
    Rematch,
    Replay,
    Results,
    Said,
    SeriesGame,
    SetReady,
    Settings,
    Standing,
    Status,
)
from tests.client.evenings import RACES, Told
from tests.server.stock.fake_foundry import QUICK, certified

STANDINGS = [
    Standing(BOB, HOSTILE, "won", 52, 1, 99, 83_400, bot=True),
    Standing(ADA, "Ada", "stuck", 20, 2, 70, 61_000, undos=3),
]


UNMOVED = [Standing(who, name, "out of time", 0, 1) for who, name in ((ADA, "Ada"), (BOB, HOSTILE))]


def finish(
    link: FakeLink,
    show: Show,
    *,
    seed: str = "seed",
    dealt: str = "seed",
    standings: list[Standing] = STANDINGS,
    winners: Sequence[int] = (),
    rated: bool = True,
) -> ResultsScreen:
    screen: ResultsScreen = show(ResultsScreen(link))
    told = room(member(ADA), member(BOB), phase="running", rated=rated)
    countdown, started, *boards = race(told, seed)
    _, _, *boards = race(told, dealt)
    link.tell(told, countdown, started, *boards)
    link.tell(Results(7, told.settings, standings, seed, commitment(seed), list(winners)))
    link.tell(room(member(ADA), member(BOB), phase="finished"))
    link.take_sent()
    return screen


def test_the_ranking(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    rows = [[screen.table.text(y, x) for x in range(7)] for y in range(2)]
    moves = screen.table.item(1, 5)
    assert moves is not None
    assert moves.toolTip() == "Undos: 3", "where there is no column for them"
    assert rows == [
        ["1st", f"{HOSTILE} (bot)", "Solved", "52", "1:23.4", "99", "0"],
        ["2nd", "Ada", "Stuck", "20", "1:01.0", "70", "3"],
    ]
    assert screen.own.text() == "You came 2nd of 2."
    assert screen.table.chosen == ADA


def test_who_has_solved_the_game_has_won_and_who_came_first_with_points_is_first(
    link: FakeLink, show: Show
) -> None:
    rival = Standing(BOB, "Bob", "stuck", 1, 2, 9, 1000)
    solved = Standing(ADA, "Ada", "won", 52, 1, 99, 61_000)
    screen = finish(link, show, standings=[solved, rival], winners=[ADA])
    assert (screen.own.text(), screen.how.text()[:9]) == ("You won!", "1st of 2 ")
    given_up = Standing(ADA, "Ada", "gave up", 2, 1, 9, 900)
    screen = finish(link, show, standings=[given_up, rival], winners=[ADA])
    assert screen.own.text() == "You came 1st of 2."
    second = [replace(rival, status="won"), replace(solved, place=2)]
    screen = finish(link, show, standings=second, winners=[BOB])
    assert (screen.own.text(), screen.how.text()[:9]) == ("Solved!", "2nd of 2 ")


def test_where_nobody_has_won_a_first_place_is_no_headline(link: FakeLink, show: Show) -> None:
    ends: tuple[tuple[Status, str], ...] = (
        ("stuck", "No move is left."),
        ("gave up", "You gave up."),
    )
    for status, told in ends:
        own = Standing(ADA, "Ada", status, 2, 1, 9, 900)
        screen = finish(link, show, standings=[own, STOPPED[1]])
        assert (screen.own.text(), screen.how.text()) == (told, "1st of 2 · 2 points")
        assert screen.table.text(0, 0) == "1st", "the same as above it"
        assert screen.podium.deserted
        screen = finish(link, show, standings=[own])
        assert (screen.own.text(), screen.how.text()) == (told, "2 points"), "against nobody"
        assert screen.table.text(0, 0) == "–"


def test_who_gave_up_reads_that_first_and_who_has_nothing_reads_no_place(
    link: FakeLink, show: Show
) -> None:
    bots = [Standing(BOB + n, "Cog", "stopped", 9 - n, 1 + n, 9, 900, bot=True) for n in (0, 1)]
    own = Standing(ADA, "Ada", "gave up", 2, 3, 5, 800)
    screen = finish(link, show, standings=[*bots, own])
    assert (screen.own.text(), screen.how.text()) == ("You gave up.", "3rd of 3 · 2 points")
    assert screen.rematch.property("role") == "main"
    screen = finish(link, show, standings=[*bots, replace(own, score=0, milliseconds=0)])
    assert (screen.own.text(), screen.how.text()) == ("You gave up.", "0 points")
    screen = finish(link, show, standings=[replace(each, status="gave up") for each in UNMOVED])
    assert screen.own.text() == "You gave up.", "first with the others, with nothing"


def test_the_deal_is_checked(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=UNMOVED)
    assert screen.verdict.property("role") == "good"
    assert screen.verdict.text() == "✓ The deal was fair"
    press(screen, "Details")
    assert screen.checked.text().startswith("Checked: ")
    press(screen, "Copy seed")
    assert QGuiApplication.clipboard().text() == "seed"


def test_results_that_nobody_saw_are_found_out(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    assert screen.verdict.property("role") == "bad"
    assert screen.verdict.textFormat() == Qt.TextFormat.PlainText
    assert screen.verdict.text() == f"What the results say about {HOSTILE} is not what was seen."


def test_a_board_that_cannot_be_is_found_out(link: FakeLink, show: Show) -> None:
    screen: ResultsScreen = show(ResultsScreen(link))
    told = room(member(ADA), phase="running")
    countdown, started, first = race(told)
    assert isinstance(first, Board)
    link.tell(told, countdown, started, Board(ADA, 0, [*first.piles[:-1], first.piles[-1] * 2]))
    link.tell(Results(7, told.settings, [], "seed", commitment("seed")))
    assert screen.verdict.property("role") == "bad"
    assert "cannot have" in screen.verdict.text()


def test_what_the_server_does_for_a_racer_is_found_out(link: FakeLink, show: Show) -> None:
    gave_up = replace(UNMOVED[0], status="gave up")
    screen = finish(link, show, standings=[gave_up, UNMOVED[1]])
    assert screen.verdict.property("role") == "bad"
    assert "what you had not done" in screen.verdict.text()


def test_other_cards_than_promised_are_found_out(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, dealt="another")
    assert screen.verdict.property("role") == "bad"


def test_rematch_and_replay(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    screen.resize(1280, 700)
    wanted: list[int] = []
    screen.profile.connect(wanted.append)
    press(screen, "Show the player")
    assert wanted == [ADA]
    press(screen, "Watch the replay")
    press(screen, "Rematch")
    assert link.take_sent() == [GetReplay(7, ADA), Rematch()]


def test_who_is_alone_is_told_so_and_races_again(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    assert (screen.rematch.text(), screen.state.text()) == ("Rematch", "")
    link.tell(room(member(ADA), phase="finished"))
    assert screen.state.text() == "Nobody else is in the room."
    press(screen, "Race again")
    assert link.take_sent() == [Rematch()]


def test_a_board_as_it_ended_has_the_room_below_all_else(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = finish(link, show, standings=UNMOVED[:1])
    for size, there in (((1280, 800), True), ((1280, 420), False), ((1280, 800), True)):
        screen.resize(*size)
        until(lambda there=there: screen.board.isVisible() == there)  # type: ignore[misc]
    assert screen.board.state.piles
    assert screen.board.caption == "Ada · 0 points"
    QTest.mouseClick(screen.board, Qt.MouseButton.LeftButton)
    assert link.take_sent() == [GetReplay(7, ADA)]


def test_of_what_is_below_in_a_small_window_enough_is_seen_or_nothing(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    for height in range(380, 620, 20):
        screen.resize(800, height)
        until(lambda: not screen._laid_out.isActive())
        peeks = screen._middle.viewport().height() - screen._ranked.height()
        assert peeks <= 0 or peeks >= PEEK
        assert bool(screen._middle.told_below) == (peeks <= 0), "else it says what is there"


def test_what_is_below_in_a_small_window_is_said_until_it_is_in_sight(
    styled: None, link: FakeLink, show: Show
) -> None:
    others = [Standing(90 + n, f"Racer {n}", "gave up", 9 - n, 3 + n) for n in range(2)]
    screen = finish(link, show, standings=[*STANDINGS, *others])
    screen.resize(800, 460)
    until(lambda: not screen._laid_out.isActive())
    assert screen._middle.told_below == "Curve and chat are below"
    bar = screen._middle.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert screen._middle.told_below == ""
    screen.resize(1280, 800)
    until(lambda: not screen._laid_out.isActive())
    assert screen._middle.told_below == ""


def test_between_the_deals_of_a_series(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = finish(link, show)
    link.tell(Told(RACES).room(pause=42_000))
    assert screen.rematch.text() == "Next deal"
    assert screen.state.text().endswith("in 42 s")
    later = time.monotonic() + 30
    monkeypatch.setattr(time, "monotonic", lambda: later)
    screen._pause.clock.timeout.emit()
    assert screen.state.text().endswith("in 12 s")
    link.tell(Told(RACES).room(host=BOB))
    assert screen.state.text() == "The host can open the room for the next deal."
    assert not screen._pause.clock.isActive()


def test_at_the_end_of_a_series_the_tally_comes_first(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    link.tell(Told(RACES).room(over=True))
    assert screen.rematch.text() == "Another series"
    assert [way.property("role") for way in (screen.tally, screen.rematch)] == ["main", ""]


def test_who_opens_the_next_race_is_told(styled: None, link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    told = room(member(BOB), member(ADA), phase="finished", host=BOB)
    link.tell(told)
    assert screen.state.text() == "The host can open the room for a rematch."
    assert screen.room.property("role") == ""
    until(screen.ready.isEnabled)
    screen.grab()
    place, ends = screen.ready.mapTo(screen, QPoint()), screen.room.geometry().right()
    link.tell(room(member(BOB), member(ADA), host=BOB))
    until(screen.ready.isEnabled)
    screen.grab()
    assert screen.ready.mapTo(screen, QPoint()) == place, "where it was"
    assert screen.room.geometry().right() == ends
    assert screen.room.property("role") == ""
    link.tell(room(member(BOB, bot=True), member(ADA), phase="finished", host=BOB))
    assert screen.state.text() == "The room opens for the next race shortly. Take your time."


def test_who_reads_the_results_is_told_that_the_room_is_open_and_goes_there_ready(
    link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    back: list[bool] = []
    screen.back.connect(lambda: back.append(True))
    link.tell(room(member(BOB, bot=True), member(ADA), host=BOB))
    assert screen.state.text() == "The room is open for the next race."
    press(screen, "Ready for the next race")
    assert link.take_sent() == [SetReady(True)]
    assert back == [True]
    link.tell(room(member(BOB, bot=True), member(ADA, ready=True), host=BOB))
    assert not screen.ready.isEnabled()
    assert screen.room.property("role") == "main"


STOPPED = [
    Standing(ADA, "Ada", "gave up", 9, 1, 12, 4000),
    Standing(BOB, "Cog", "stopped", 5, 2, 30, 9000, bot=True),
]


def test_bots_that_the_host_stopped_have_not_raced_on_alone(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=STOPPED)
    assert screen.note.text() == "A stopped race counts neither as a win nor as a loss."


def test_bots_that_raced_on_alone_were_stopped(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcome, "ALONE", 0)
    screen = finish(link, show, standings=STOPPED)
    assert [screen.table.text(y, 2) for y in range(2)] == ["Gave up", "Stopped"]
    assert screen.note.text() == (
        "Bots that race on alone are stopped after ten seconds. "
        "A stopped race counts neither as a win nor as a loss."
    )
    assert screen.note.isVisible()
    assert "Cog with 5 points, stopped" in screen.spoken()


def test_a_race_that_was_ended_early_reads_so(link: FakeLink, show: Show) -> None:
    ended = [replace(each, status="stopped") for each in STOPPED]
    screen = finish(link, show, standings=ended)
    assert screen.own.text() == "You ended the race."
    assert screen.how.text() == "1st of 2 · 9 points"
    assert screen.podium.deserted
    assert [screen.table.text(y, 2) for y in range(2)] == ["Stopped", "Stopped"]
    assert screen.note.text() == "A stopped race counts neither as a win nor as a loss."
    timely = [replace(each, status="out of time") for each in STOPPED]
    screen = finish(link, show, standings=timely)
    assert not screen.note.isVisible()


def test_the_podium_and_the_curve_tell_the_same(link: FakeLink, show: Show) -> None:
    screen: ResultsScreen = show(ResultsScreen(link))
    told = room(member(ADA), member(BOB), phase="running")
    countdown, started, *boards = race(told)
    assert isinstance(started, RaceStarted)
    link.tell(told, countdown, replace(started, elapsed=200_000), *boards)
    link.tell(Curves(7, {ADA: [(0, 0), (30_000, 20)], BOB: [(0, 0), (83_400, 52)]}))
    link.tell(Results(7, told.settings, STANDINGS, "seed", commitment("seed"), [BOB]))
    assert screen.podium.accessibleDescription() == (
        f"1. {HOSTILE}, bot, solved 1:23.4; 2. Ada, 20 points, stuck"
    )
    assert screen.curve.accessibleDescription() == f"{HOSTILE} 52; Ada 20"
    assert screen.curve._lines[ADA].points()[-1].x() >= 200_000, "until the race was over"
    screen.grab()


def test_the_proof_is_there_to_be_seen(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    assert not screen.seed.isVisible()
    press(screen, "Details")
    assert not screen.checked.isVisible(), "what is wrong stands above"
    assert screen.seed.isVisible()
    assert screen.promise.text() == commitment("seed")


def test_the_deal_can_be_sent_to_a_friend_and_played_again(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, seed="se ed", dealt="se ed", standings=UNMOVED)
    assert screen.deal_code.code == "klondike/se%20ed"
    press(screen, "Details")
    press(screen, "Copy")
    assert QGuiApplication.clipboard().text() == "klondike/se ed", "as it is read"
    wanted: list[object] = []
    screen.again.connect(wanted.append)
    press(screen, "This deal again")
    assert wanted == [Origin("klondike", {"deal": "single-card-deals"}, "se ed")]


def test_a_deal_that_this_version_cannot_make_has_no_code(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    results = screen.shown
    assert results is not None
    newer = replace(results.settings, game="no-such-game")
    screen.details.click()
    screen._show(replace(results, settings=newer))
    assert not screen.deal_code.isVisible()
    assert not screen.deal_again.isVisible()
    screen._show(results)
    assert screen.deal_code.isVisible()
    assert screen.deal_again.isVisible()


def test_the_results_are_told_to_racers_and_to_spectators(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    assert screen.spoken().startswith("The race is over. You came 2nd of 2 with 20 points: ")
    link.session.player = 99
    assert screen.spoken().startswith(
        f"The race is over. 1st: {HOSTILE} with 52 points, solved in "
    )


def test_escape_leads_to_the_room(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    left: list[bool] = []
    screen.back.connect(lambda: left.append(True))
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert left


def test_in_a_small_window_the_chat_goes_below_and_leaves_the_names_their_room(
    link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    for size, below in (((1280, 800), False), ((800, 460), True), ((1280, 800), False)):
        screen.resize(*size)
        until(lambda: (screen.chat.mapTo(screen, QPoint()).x() < 100) == below)  # noqa: B023
        assert screen.table.columnWidth(1) >= 100
        assert not screen.table.horizontalScrollBar().maximum()


def test_ones_own_row_is_in_sight_at_once_and_there_is_one_scroll(
    link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    assert screen.shown is not None
    others = [Standing(90 + n, f"Racer {n}", place=1, score=60) for n in range(14)]
    own = next(each for each in screen.shown.standings if each.player == ADA)
    last = replace(own, place=15, milliseconds=0)
    screen.resize(800, 460)
    screen.hide()
    link.tell(replace(screen.shown, standings=[*others, last]))
    screen.show()
    assert screen.table.text(14, 4) == "–", "nothing was reached"

    def in_sight() -> bool:
        row = screen.table.row_box(screen.table.chosen)
        assert row is not None
        at = screen.table.mapTo(screen._middle.viewport(), row.center())
        return screen._middle.viewport().rect().contains(at)

    until(lambda: not screen.table.verticalScrollBar().maximum())
    until(in_sight)
    screen.activateWindow()
    screen.table.setFocus()
    until(screen.table.hasFocus)
    for _ in range(14):
        QTest.keyClick(screen.table, Qt.Key.Key_Up)
        assert in_sight(), "the one that the keys have come to"
    assert screen.table.chosen == 90


def test_ones_own_row_is_whole_and_so_is_all_above_it_at_any_height(
    styled: None, link: FakeLink, show: Show
) -> None:
    few = [replace(STANDINGS[1], player=100 + n, name=f"p{n}", place=n + 1) for n in range(7)]
    screen = finish(link, show, standings=[*few, replace(STANDINGS[1], place=8)])
    bar, whole = screen._middle.verticalScrollBar(), screen._middle.widget()
    assert whole is not None
    firsts = set[int]()
    for height in range(560, 360, -10):
        screen.resize(900, height)
        until(lambda: not screen._laid_out.isActive())
        assert screen._row_foot() - bar.value() <= screen._room(), "above what fades"
        boxes = [screen.table.rect(), *map(screen.table.row_box, screen.table.keys)]
        tops = [screen.table.mapTo(whole, each.topLeft()).y() for each in boxes if each is not None]
        assert bar.value() in (0, *tops), "no line is cut at the top"
        firsts.add(bar.value())
    assert 0 in firsts
    assert len(firsts) > 1


def test_the_chat_stays_in_sight_beside_rows_that_are_scrolled(
    styled: None, link: FakeLink, show: Show
) -> None:
    few = [replace(STANDINGS[1], player=100 + n, name=f"p{n}", place=n + 1) for n in range(7)]
    screen = finish(link, show, standings=[*few, replace(STANDINGS[1], place=8)])
    screen.details.click()
    middle = screen._middle
    bar = middle.verticalScrollBar()
    for size in ((1180, 740), (1000, 560), (1180, 640)):
        screen.resize(*size)
        until(lambda: not screen._laid_out.isActive())
        assert not screen._folding.folded
        assert bar.maximum(), "more than is in sight"
        for value in (0, bar.maximum() // 2, bar.maximum()):
            bar.setValue(value)
            field = screen.chat.entry
            at = field.mapTo(middle.viewport(), field.rect().bottomRight())
            assert middle.viewport().rect().contains(at), "where one writes"
            assert middle.viewport().height() - at.y() < 30, "at the foot"
    screen.resize(1180, 1400)
    until(lambda: not bar.maximum())
    assert screen._side.contentsMargins().bottom() == 0


def test_in_a_small_window_there_is_one_row_of_buttons_and_a_way_to_the_chat(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    screen.resize(800, 460)
    link.tell(room(member(BOB, bot=True), member(ADA), phase="finished", host=BOB))
    link.tell(room(member(BOB, bot=True), member(ADA), host=BOB))
    ways = (screen.leave, screen.talk, screen.replay, screen.room, screen.ready)
    until(lambda: len({each.mapTo(screen, QPoint()).y() for each in ways}) == 1)
    assert all(each.isVisible() for each in ways)
    assert not screen.state.isVisible(), "the button says it"
    assert not screen.best.isVisible()
    assert all(is_offered(each) for each in (screen.best, screen.about, screen.talk))
    assert screen.talk in screen.commands()
    told: list[str] = []
    screen.notice.connect(told.append)
    assert screen.chat.visibleRegion().isEmpty()
    link.tell(Said(BOB, "Bob", "hello"), Said(ADA, "Ada", "hello"))
    assert told == ["Bob says: hello"]
    press(screen, "Chat")
    until(lambda: not screen.chat.field.visibleRegion().isEmpty())
    assert screen.focusWidget() is screen.chat.field
    link.tell(Said(BOB, "Bob", "you see it"))
    assert len(told) == 1
    screen.resize(1280, 800)
    until(lambda: screen.best.isVisible() and not screen.talk.isVisible())


def test_the_curve_is_beside_the_podium_or_has_its_place(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)  # nobody has won it
    for size, there in (((1280, 800), True), ((800, 460), False), ((1280, 800), True)):
        screen.resize(*size)
        until(lambda: screen._ranked.isAncestorOf(screen.curve) == there)  # noqa: B023
        until(lambda: not screen.podium.isVisible())
        assert screen.curve.isVisible()
    wide = screen.curve.width()
    assert wide > 800
    assert screen.shown is not None
    link.tell(replace(screen.shown, winners=[BOB]))
    until(screen.podium.isVisible)
    until(lambda: 400 < screen.curve.width() < wide)
    assert screen._ranked.isAncestorOf(screen.curve)
    screen.resize(2560, 1440)
    until(lambda: screen.width() == 2560)
    QApplication.processEvents()
    assert screen.curve.height() <= 420
    assert screen._ranked.width() <= 1280


def test_where_nobody_scored_there_is_no_curve(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=UNMOVED)
    for size in ((1280, 800), (800, 460), (1280, 800)):
        screen.resize(*size)
        until(lambda: not screen._laid_out.isActive())
        assert not screen.curve.isVisible()
        assert not screen._pictured.isVisible()


def test_no_key_and_no_click_that_was_meant_for_the_race_does_anything(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.window.widgets.buttons.shield.SHIELDED", 60_000)
    screen = finish(link, show)
    around = QStackedWidget()
    around.addWidget(screen)
    show(around).activateWindow()
    assert screen.begins_at is screen.title
    screen.title.setFocus()
    until(screen.title.hasFocus)
    QTest.keyClick(screen.title, Qt.Key.Key_Return)
    row = screen.table.row_box(ADA)
    assert row is not None
    at = screen.table.mapTo(around, row.center())
    assert around.childAt(at) is None
    assert link.take_sent() == []
    screen._shield.timer.start(0)
    until(lambda: around.childAt(at) is not None)
    QTest.keyClick(screen.title, Qt.Key.Key_Up)
    assert screen.table.chosen == BOB
    assert screen.table.hasFocus()
    QTest.keyClick(screen.table, Qt.Key.Key_Return)
    assert link.take_sent() == [GetReplay(7, BOB)]


def test_what_a_guest_waits_for_is_not_squeezed(styled: None, link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    screen.resize(800, 460)
    assert not screen.state.isVisible()
    link.tell(room(member(ADA), member(BOB), phase="finished", host=BOB))
    until(lambda: screen.state.isVisible() and screen.state.width() >= 150)


def test_where_podium_and_curve_are_below_it_is_said(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = finish(link, show, winners=[BOB])
    screen.resize(800, 400)
    until(lambda: not screen._laid_out.isActive())
    assert screen._middle.told_below == "Podium, curve and chat are below"
    for part in (screen.podium, screen.curve):
        assert part.isVisible()
        assert _top(part, screen) > _top(screen.table, screen)
    bar = screen._middle.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert screen._middle.told_below == ""


def test_in_a_small_window_a_button_leads_to_what_has_no_room(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    rarer, rarest = (screen.analyse, screen.best), (screen.race_it, screen.about)
    for width, more in ((800, True), (1280, False), (1000, True), (800, True)):
        screen.resize(width, 460)
        assert screen.more.isVisible() == more
        assert [each.isVisible() for each in rarer] == 2 * [width > 800]
        assert [each.isVisible() for each in rarest] == 2 * [not more]
    screen.more.click()
    items = screen.more.menu_shown.actions()
    assert [each.text() for each in items] == [
        "Analyse",
        "Leaderboard",
        "Race against this",
        "Show the player",
    ]
    asked: list[object] = []
    screen.profile.connect(asked.append)
    screen.ghost.connect(lambda race, player: asked.append((race, player)))
    for item in items[2:]:
        item.trigger()
    assert asked == [(7, ADA), ADA]


def _top(part: QWidget, screen: ResultsScreen) -> int:
    return part.mapTo(screen, QPoint()).y()


def test_the_podium_goes_below_the_rows_where_they_have_no_room_below_it(
    link: FakeLink, show: Show
) -> None:
    many = [Standing(100 + n, f"p{n}", "stuck", 30 - n, n + 1, 9, 900) for n in range(9)]
    own = Standing(ADA, "Ada", "stuck", 1, 10, 9, 900)
    screen = finish(link, show, standings=[*many, own], winners=[100])
    for height, above in ((420, False), (1000, True), (420, False)):
        screen.resize(900, height)
        until(lambda: not screen._laid_out.isActive())
        assert screen.podium.isVisible()
        assert (screen.podium.mapTo(screen, QPoint()).y() < _top(screen.table, screen)) == above
        row = screen.table.row_box(screen.table.chosen)
        assert row is not None
        shown = screen.table.mapTo(screen, row.center()).y()
        assert 0 < shown < screen.leave.mapTo(screen, QPoint()).y()


def test_it_is_said_whose_replay_and_page_the_buttons_lead_to(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    for player, name in ((BOB, "&lt;b&gt;Eve"), (ADA, "Ada")):
        screen.table.choose(player)
        for way in (screen.replay, screen.about):
            assert name in way.toolTip()


def test_a_solution_can_be_watched(link: FakeLink, show: Show) -> None:
    deal = certified(1)
    screen = finish(link, show)
    assert not screen.could.isVisible()
    assert not screen.watch_solution.isVisible()
    seen: list[Replay] = []
    screen.solution.connect(seen.append)
    boards: list[tuple[object, ...]] = []
    screen.leaderboard.connect(lambda *told: boards.append(told))
    settings, promise = Settings(QUICK, deals="winnable"), commitment(deal.seed)
    results = Results(
        7, settings, STANDINGS, deal.seed, promise, [], deal.certificate, list(deal.solution)
    )
    link.tell(results)
    moves = len(deal.solution)
    assert screen.could.text() == f"Could be won in {moves} moves"
    assert screen.spoken().endswith(screen.could.text())
    screen.resize(1600, 1400)
    buttons = [
        screen.mapFromGlobal(each.mapToGlobal(QPoint())).y()
        for each in (screen.watch_solution, screen.deal_again)
    ]
    assert len(set(buttons)) == 1, "in one row, beside what is said of the deal"
    assert screen._proof.height() <= screen._proof.sizeHint().height(), "boards have the rest"
    press(screen, "Watch the solution")
    assert [(replay.race, replay.name, len(replay.entries)) for replay in seen] == [
        (7, "Solution", moves)
    ]
    assert is_offered(screen.watch_solution)
    press(screen, "Leaderboard")
    assert boards == [(QUICK, {}, "winnable")]
    link.tell(replace(results, solution=results.solution[:-1]))
    assert not screen.could.isVisible()
    assert not screen.watch_solution.isVisible()


def test_until_when_each_could_have_won_is_found_out(link: FakeLink, show: Show) -> None:
    lost = replace(rambled("gay-gordons", 60), race=7, player=ADA, name="Ada")
    screen: ResultsScreen = show(ResultsScreen(link))
    standings = [
        Standing(BOB, "Bob", "gave up", 3, 1, 0),
        Standing(ADA, "Ada", "stuck", lost.score, 2, 40, 39_000),
    ]
    link.tell(room(member(ADA), member(BOB), phase="running", game="gay-gordons"))
    settings = Settings("gay-gordons", {})
    link.tell(Results(7, settings, standings, lost.seed, commitment(lost.seed)))
    link.take_sent()
    screen.resize(1280, 800)
    press(screen, "Analyse")
    assert link.take_sent() == [GetReplay(7, ADA)], "who made no move lost nothing by one"
    assert screen.found.text() == "Looking until when the games could be won… 1 of 1"
    assert not screen.takes(replace(lost, player=BOB)), "it is to be watched"
    assert screen.takes(lost)
    assert not screen.takes(lost), "once"
    until(lambda: not screen._analysis.under_way, "the analysis", 50)
    assert screen.table.text(1, WINNABLE) == "until 24"
    assert screen.table.text(0, WINNABLE) == ""
    assert not screen.table.isColumnHidden(WINNABLE)
    assert [screen.table.text(y, 2) for y in (0, 1)] == ["Gave up", "Stuck"], "no longer for it"
    assert screen.found.text().startswith("It could be won until move 24.")
    assert not screen.analyse.isVisible(), "all is known"
    screen.table.choose(BOB)
    assert not screen.found.isVisible()
    link.tell(Results(7, settings, standings, lost.seed, commitment(lost.seed)))
    assert screen.table.text(1, WINNABLE) == "until 24", "it is kept"
    link.tell(Results(8, settings, standings, lost.seed, commitment(lost.seed)))
    assert screen.table.isColumnHidden(WINNABLE), "of another race nothing is known"


def test_the_analysis_ends_with_the_next_race_and_where_no_replay_comes(
    link: FakeLink, show: Show
) -> None:
    screen = finish(link, show)
    screen.resize(1280, 800)
    press(screen, "Analyse")
    assert link.take_sent() == [GetReplay(7, BOB)], "how the winner won tells about the others"
    link.tell(Problem("unknown replay", "There is no such replay."))
    assert link.take_sent() == [GetReplay(7, ADA)]
    assert screen.analyse.text() == "Stop analysing"
    link.tell(*race(room(member(ADA), member(BOB), phase="running"))[:1])
    assert screen.analyse.text() == "Analyse"
    assert not screen.takes(replace(rambled("klondike", 5), race=7, player=ADA))


def test_of_luck_nothing_is_found_out(link: FakeLink, show: Show) -> None:
    screen: ResultsScreen = show(ResultsScreen(link))
    link.tell(room(member(ADA), member(BOB), phase="running", game="cover"))
    link.tell(Results(7, Settings("cover", {}), STANDINGS, "seed", commitment("seed")))
    assert not screen.analyse.isVisible()


# Ratings ------------------------------------------------------------------------------------------

PEOPLE = [replace(STANDINGS[0], bot=False), STANDINGS[1]]
RATED = Rated(
    7,
    [
        RatingChange(ADA, Rating(790, 310, 24), Rating(812, 290, 20, True, "Klondike"), 780, 788),
        RatingChange(BOB, Rating(90, 470, 2), Rating(90, 470, 2, False, "Klondike"), 102, 102),
    ],
)


def test_ratings_come_a_moment_later_into_a_place_of_their_own(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=PEOPLE)
    header = screen.table.horizontalHeader()
    before = [header.sectionSize(x) for x in range(9)]
    assert not header.isSectionHidden(RATING)
    assert [screen.table.text(y, RATING) for y in range(2)] == ["", ""]
    assert "rating" not in screen.spoken()
    link.tell(RATED)
    assert [screen.table.text(y, RATING) for y in range(2)] == ["90? −12", "812 +24"]
    assert [header.sectionSize(x) for x in range(9)] == before, "nothing moves"
    tips = [item.toolTip() for item in (screen.table.item(y, RATING) for y in range(2)) if item]
    assert "All games: 90? −12" in tips[0]
    assert "All games: 790? +10" in tips[1]
    assert screen.spoken().endswith("Your rating in Klondike is 812, 24 more.")
    assert screen.table.chosen == ADA


def test_what_the_race_has_changed_on_the_leaderboards(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=PEOPLE)
    assert not screen.feat.isVisible()
    link.tell(Feats(6, [Feat(ADA, first_win=True)]))
    assert not screen.feat.isVisible(), "that was another race"
    link.tell(Feats(7, [Feat(BOB, first_win=True)]))
    assert not screen.feat.isVisible(), "that is for somebody else"
    link.tell(Feats(7, [Feat(BOB, first_win=True), Feat(ADA, first_win=True)]))
    assert screen.feat.text() == "First win in Klondike"
    assert screen.feat.isVisible()
    assert screen.spoken().endswith("First win in Klondike")


def test_ratings_of_another_race_are_not_shown(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=PEOPLE)
    link.tell(replace(RATED, race=6))
    assert screen.table.text(1, RATING) == ""


def test_ratings_that_come_when_the_room_is_open_again(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, standings=PEOPLE)
    link.tell(room(member(ADA), member(BOB)))
    link.tell(RATED)
    assert screen.table.text(1, RATING) == "812 +24"


@pytest.mark.parametrize("why", ["against a bot", "casual"])
def test_where_nothing_is_rated_there_is_no_place_for_it(
    link: FakeLink, show: Show, why: str
) -> None:
    bots = why == "against a bot"
    screen = finish(link, show, standings=STANDINGS if bots else PEOPLE, rated=bots)
    assert screen.table.horizontalHeader().isSectionHidden(RATING)


def test_who_give_up_together_leave_no_place_for_ratings(link: FakeLink, show: Show) -> None:
    together = [
        replace(racer, status="gave up", place=1, score=0, milliseconds=0) for racer in PEOPLE
    ]
    screen = finish(link, show, standings=together)
    assert screen.table.horizontalHeader().isSectionHidden(RATING)


def test_where_nothing_was_rated_after_all_the_place_for_it_goes(
    link: FakeLink, show: Show
) -> None:
    screen = finish(link, show, standings=PEOPLE)
    link.tell(Rated(6, []))
    assert not screen.table.horizontalHeader().isSectionHidden(RATING), "that was another race"
    link.tell(Rated(7, []))
    assert screen.table.horizontalHeader().isSectionHidden(RATING)


def test_how_the_evening_stands_is_said_and_leads_to_the_tally(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    assert not screen.tally.isVisible()
    link.tell(Told(RACES).room(next=SeriesGame("golf")))
    assert screen.told_tally.text() == "3 of 5 deals · You are 4th with 12 points · Next: Golf"
    asked: list[str] = []
    screen.evening.connect(lambda: asked.append("tally"))
    press(screen, "Tally")
    assert asked == ["tally"]


def test_of_a_race_on_the_same_deal_once_more_there_is_no_replay(
    link: FakeLink, show: Show
) -> None:
    screen = show(ResultsScreen(link))
    practice = Practice("klondike/seed", 6, once=True)
    told = replace(room(member(ADA), member(BOB), phase="running"), practice=practice)
    link.tell(told, *race(told))
    link.tell(Results(7, told.settings, STANDINGS, "seed", commitment("seed")))
    link.take_sent()
    assert not screen.replay.isEnabled()
    screen._replay()
    screen._replay_board()
    assert link.take_sent() == []


def test_what_comes_after_a_daily_deal_is_offered_beside_the_day(
    link: FakeLink, show: Show
) -> None:
    screen = show(ResultsScreen(link))
    told = daily_room("running")
    link.tell(told, *race(told))
    own = Standing(ADA, "Ada", "won", 52, 1, 87, 161_400)
    link.tell(
        Results(7, told.settings, [own], "seed", commitment("seed"), [ADA]), daily_room("finished")
    )
    assert not screen.rematch.isVisible()
    assert not screen.best.isVisible()
    assert screen.state.text() == ""
    left: list[bool] = []
    screen.back.connect(lambda: left.append(True))
    press(screen, "Daily deal")
    assert left == [True]

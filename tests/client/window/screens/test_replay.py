from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from client.board.spoken import Speaker
from client.session.practice_game import PracticeGame
from client.session.recording import Recording
from client.window.desktop import theme
from client.window.racing.curve import racer_colours
from client.window.screens.commands import is_offered
from client.window.screens.replay import ReplayScreen, file_name
from client.window.widgets.move_list import MoveList
from client.words.texts import points_text
from engine import catalogue
from engine.solver.search import solve
from engine.state import Click, State
from harness.fakes import Show, press
from harness.qt_waiting import until
from harness.replays import ended_after, played, rambled
from protocol.messages import Replay, Standing
from protocol.racing import play_again
from protocol.solution import replay_of


def boards(screen: ReplayScreen) -> list[State]:
    return [seat.board.state for seat in screen.seats if seat.isVisible()]


def test_it_plays_by_itself_to_the_end(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.speed.setCurrentIndex(3)
    screen.take(played())
    views, _ = play_again(played())
    assert screen.playing
    assert screen.verdict.property("role") == "good"
    until(lambda: not screen.playing, "the end")
    assert screen.moment == 1300
    assert boards(screen) == [views[-1]]
    assert screen.play.text() == "Play"
    assert screen.seats[0].who.text().startswith("<i>Bob</i>: gave up")


def test_a_long_pause_is_cut_short(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.speed.setCurrentIndex(3)
    screen.take(replace(played(), milliseconds=7_000_000))
    until(lambda: not screen.playing, "the end of two hours")


def test_steps_and_keys(show: Show) -> None:
    screen = show(ReplayScreen())
    views, _ = play_again(played())
    screen.take(played())
    press(screen, "Pause")
    screen.seek(500)
    press(screen, "A move forward")
    assert boards(screen) == [views[6]]
    QTest.keyClick(screen.curve, Qt.Key.Key_Left)
    press(screen, "A move back")
    assert boards(screen) == [views[4]]
    assert screen.at.text() == "0:00.4 of 0:01.3"
    assert screen.seats[0].now.text().startswith("Move 4 of 13")
    QTest.keyClick(screen.curve, Qt.Key.Key_Home)
    assert boards(screen) == [views[0]]
    QTest.keyClick(screen.curve, Qt.Key.Key_Space)
    assert screen.playing


def test_the_arrows_step_wherever_the_keys_are(show: Show) -> None:
    screen = show(ReplayScreen())
    views, _ = play_again(played())
    screen.take(played())
    press(screen, "Pause")
    screen.seek(500)
    for number, button in enumerate((*screen.steps, screen.play), 6):
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Right)
        assert boards(screen) == [views[number]]
        assert screen.focusWidget() is button
    QTest.keyClick(screen.steps[0], Qt.Key.Key_Left)
    assert boards(screen) == [views[9]]
    QTest.keyClick(screen.steps[0], Qt.Key.Key_End)
    assert boards(screen) == [views[-1]]


def test_each_racer_has_the_colour_of_the_results(show: Show) -> None:
    screen = show(ReplayScreen())
    standings = [Standing(player, "", "gave up", 0, 1) for player in (5, 2, 3)]
    usual = racer_colours(standings, own=3)
    rival = replace(played(), player=5)
    screen.take(played(), standings, own=3)
    assert screen.curve.colour(2) == usual[2]
    assert not screen.seats[0].sign.isVisible(), "there is nobody to be told apart from"
    screen.recordings[1:] = [Recording(rival)]
    screen._show_all()
    assert [screen.curve.colour(player) for player in (2, 5)] == [usual[2], usual[5]]
    pictures = [seat.sign.pixmap().toImage() for seat in screen.seats]
    signs = [picture.pixelColor(picture.rect().center()) for picture in pictures]
    assert signs == [usual[2], usual[5]]
    screen.recordings[1:] = [Recording(replace(rival, race=99))]
    screen._show_all()
    assert screen.curve.colour(7) not in usual.values(), "who was not in it has a free one"


def test_it_ends_with_the_giving_up(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(ended_after(played(), 192_000))
    press(screen, "Pause")
    seat = screen.seats[0]
    told = "gave up at 3:12, score 2, reached at 0:00.1"
    assert seat.whole.endswith(told), "as in the results"
    recording = screen.recordings[0]
    first = next(at for at, score in recording.curve if score == recording.replay.score)
    assert first == recording.replay.milliseconds == 100, "of one clock"
    QTest.keyClick(screen.curve, Qt.Key.Key_End)
    assert screen.moment == 192_000
    assert screen.moves.currentIndex().data() == "Gave up"
    assert seat.now.text().endswith("gave up at 3:12")
    assert seat.told.endswith("gave up at 3:12")
    press(screen, "A move back")
    assert screen.moment == 1300
    assert "gave up" not in seat.now.text()
    press(screen, "A move forward")
    assert screen.moment == 192_000


def test_who_reached_nothing_reached_it_at_no_time(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(replace(played(), status="gave up", score=0, milliseconds=0))
    assert screen.seats[0].whole.endswith("gave up, score 0")


def test_without_the_results_the_one_shown_first_has_the_accent(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played(), own=3)
    assert screen.curve.colour(1) == QColor(theme.colours.bright)


def test_in_a_low_window_one_board_has_the_height(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    screen.resize(800, 440)
    until(lambda: screen.title.mapTo(screen, QPoint()).x() > screen.seats[0].width())
    until(lambda: screen.seats[0].height() > 300)
    screen.recordings[1:] = [Recording(played())]
    screen._show_all()
    QApplication.processEvents()
    assert screen.title.mapTo(screen, QPoint()).x() < 20, "two need the width"
    ways = (screen.deal_again, screen.go_on, screen.moves_button, screen.deal_code.copy)
    assert not any(way.isVisible() for way in ways)
    assert all(map(is_offered, ways)), "the menu has what has no room"
    assert screen.more.isVisible()
    screen.more.click()
    listed = [each.text() for each in screen.more.menu_shown.actions()]
    assert listed[0] == "Analyse"
    assert {screen.go_on.text(), screen.moves_button.text(), "Save…"} <= set(listed)
    screen.moves_button.click()
    assert screen.moves.isVisible()
    screen.resize(1200, 440)
    QApplication.processEvents()
    assert all(way.isVisible() for way in ways), "there is room beside two, too"
    screen.resize(1000, 700)
    QApplication.processEvents()
    assert screen.title.mapTo(screen, QPoint()).x() < 20
    assert screen.go_on.mapTo(screen, QPoint()).y() > screen.curve.mapTo(screen, QPoint()).y()


def test_a_move_that_is_long_has_more_lines(show: Show) -> None:
    moves = show(MoveList())
    moves.show_recording(Recording(played()))
    heights = []
    for width in (600, 110):
        moves.resize(width, 600)
        QApplication.processEvents()
        heights.append(moves.visualRect(moves.model().index(13, 0)).height())
    assert heights[1] > 1.5 * heights[0]


def test_scrubbing_along_the_curve(show: Show) -> None:
    screen = show(ReplayScreen())
    views, _ = play_again(played())
    screen.take(played())
    press(screen, "Pause")
    screen.grab()
    area = screen.curve._chart.plotArea()
    middle = QPoint(round(area.left() + area.width() * 0.502), round(area.center().y()))
    QTest.mouseClick(screen.curve.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert abs(screen.moment - 650) < 20
    assert boards(screen) == [views[6]]


def test_two_racers_at_the_same_second(show: Show) -> None:
    screen = show(ReplayScreen())
    asked: list[tuple[object, object]] = []
    screen.rival_wanted.connect(lambda race, player: asked.append((race, player)))
    first, second = played(), played(6, player=3, pace=300)
    screen.take(first, [Standing(2, "Bob"), Standing(3, "Cleo")])
    press(screen, "Pause")
    assert [screen.beside.itemText(i) for i in range(3)] == [
        "No comparison",
        "Compare with Cleo",
        "Compare with a file…",
    ]
    screen.beside.setCurrentIndex(1)
    screen.beside.activated.emit(1)
    assert asked == [(1, 3)]
    screen.take(second)
    one, two = play_again(first).views, play_again(second).views
    screen.seek(700)
    assert boards(screen) == [one[7], two[2]]
    screen.step(1)
    assert boards(screen) == [one[8], two[2]]
    screen.step(1)
    assert screen.moment == 900
    assert boards(screen) == [one[9], two[3]]
    assert "the same deal" in screen.verdict.text()
    screen.resize(1280, 800)
    beside_two = screen._listed.maximumWidth()
    screen.beside.setCurrentIndex(0)
    screen.beside.activated.emit(0)
    assert boards(screen) == [one[9]]
    assert screen._listed.maximumWidth() > beside_two, "two boards need the room for their names"
    screen.take(second)
    assert len(screen.recordings) == 1, "not asked for beside anything"


def test_it_says_whose_moves_are_listed_and_follows_the_other_of_two(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.resize(1800, 900)
    first, second = played(), played(6, player=3, pace=300)
    screen.take(first, [Standing(2, "Bob"), Standing(3, "Cleo")])
    press(screen, "Pause")
    assert screen.mover.text() == f"Moves: {first.name}"
    assert screen.mover.isVisible()
    assert not screen.whose.isVisible()
    screen._rival = (1, 3)
    screen.take(second)
    assert screen.whose.isVisible()
    assert not screen.mover.isVisible()
    assert [screen.whose.itemText(at) for at in range(2)] == [
        f"Moves: {each.name}" for each in (first, second)
    ]
    screen.seek(700)
    assert screen.moves.currentIndex().row() == 7
    played_on: list[tuple[object, int]] = []
    screen.play_on.connect(lambda replay, number: played_on.append((replay, number)))
    screen.whose.setCurrentIndex(1)
    screen.whose.activated.emit(1)
    assert len(texts(screen)) == len(second.entries) + 1, "the deal, and the other's"
    assert screen.moves.currentIndex().row() == 2
    screen.seek(700)
    assert screen.moves.currentIndex().row() == 2
    press(screen, f"Play on from {second.name}’s position")
    assert played_on == [(second, 2)]
    screen.beside.setCurrentIndex(0)
    screen.beside.activated.emit(0)
    press(screen, "Play on from here")
    assert played_on[1] == (first, 7), "who is left"


def test_two_boards_are_in_line_and_have_the_width(styled: None, show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    screen.resize(1280, 800)
    assert screen.moves.isVisible()
    screen.recordings[1:] = [Recording(replace(played(6, player=3), name="W" * 24))]
    screen._show_all()
    assert not screen.moves.isVisible(), "the width decides how large the cards are"
    for width, height, told in ((1280, 800, True), (800, 446, False)):
        screen.resize(width, height)
        screen.grab()
        tops = [seat.board.mapTo(screen, QPoint()).y() for seat in screen.seats]
        assert tops[0] == tops[1]
        assert [seat.result.isVisible() for seat in screen.seats] == [told, told]
        assert screen.seats[0].who.sizeHint().width() <= screen.seats[0].who.width()
    assert screen.seats[0].who.text() == "<i>Bob</i>"
    assert "gave up, score" in screen.spoken()


def test_the_space_bar_plays_after_a_click_on_a_step(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    press(screen, "Pause")
    press(screen, "To the start")
    focus = screen.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Space)
    assert screen.playing


def test_where_no_move_was_made_there_is_nothing_to_play(show: Show) -> None:
    screen = show(ReplayScreen())
    deal = play_again(played())[0][0]
    still = replace(played(), entries=[], times=[], score=deal.score, milliseconds=0)
    screen.take(still)
    assert screen.verdict.property("role") == "good"
    assert screen.seats[0].who.text() == "<i>Bob</i>: gave up, no move was made"
    assert screen.seats[0].now.text() == points_text(deal.score)
    QTest.keyClick(screen, Qt.Key.Key_Space)
    assert screen.play.text() == "Play"
    assert not any(way.isEnabled() for way in (screen.play, screen.speed, *screen.steps))
    assert not any(part.isVisible() for part in (screen.curve, screen.at, screen.moves))
    assert screen.deal_again.property("role") == "main"
    screen.take(played())
    assert screen.playing
    assert screen.curve.isVisible()
    assert screen.deal_again.property("role") == ""


def test_files(show: Show, tmp_path: Path) -> None:
    screen = show(ReplayScreen())
    notices: list[str] = []
    screen.notice.connect(notices.append)
    screen.take(played())
    path = tmp_path / file_name(played())
    assert path.name == "samedeal-montana-1--i-Bob--i.json"
    screen.save_file(path)
    assert str(path) in notices[-1]
    again = show(ReplayScreen())
    shown: list[bool] = []
    again.shown.connect(lambda: shown.append(True))
    assert again.open_file(path)
    assert shown
    assert again.recordings[0].replay == played()
    assert again.open_beside(path)
    assert len(again.recordings) == 2
    again.notice.connect(notices.append)
    path.write_text("{}")
    assert not again.open_file(path)
    assert "holds no replay" in notices[-1]
    assert not again.open_beside(tmp_path / "none.json")
    assert notices[-1].startswith("Cannot read")
    assert again.recordings[0].replay == played(), "what was shown stays"
    screen.save_file(tmp_path / "no" / "such" / "folder.json")
    assert notices[-1].startswith("Cannot write")


def test_a_false_claim_is_shown_as_one(show: Show) -> None:
    screen = show(ReplayScreen())
    for forged in (
        replace(played(), score=48),
        replace(played(), milliseconds=5),
        replace(played(), status="stuck"),
        replace(played(), status="won"),
        replace(played(), status="racing"),
        replace(played(), commitment=""),
        replace(played(), seed="x" * 65),
    ):
        screen.take(forged)
        assert screen.verdict.property("role") == "bad"
    screen.take(replace(played(), game="no-such-game"))
    assert "cannot be dealt" in screen.verdict.text()
    assert not screen.playing
    screen.take(played())
    assert screen.verdict.property("role") == "good"


def test_what_does_not_fit_stands_above_the_replay(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played(), (), "This is not the race that you asked for.")
    assert screen.verdict.text() == "This is not the race that you asked for."
    assert screen.verdict.property("role") == "bad"
    screen.take(played())
    assert screen.verdict.property("role") == "good"


def texts(screen: ReplayScreen, role: int = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = screen.moves.model()
    return [str(model.index(y, 0).data(role)) for y in range(model.rowCount())]


def test_the_moves_in_words_go_with_the_replay(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    press(screen, "Pause")
    press(screen, "Moves")
    assert screen.moves.isVisible()
    views, _ = play_again(played())
    speaker = Speaker(catalogue.make("montana"))
    said = texts(screen, Qt.ItemDataRole.AccessibleTextRole)
    assert len(said) == len(views) == 14
    assert said[0] == "The deal"
    assert said[1] == f"1. {speaker.change(views[0], views[1])}"
    assert said[13] == f"13. undo: {speaker.change(views[12], views[13])}"
    assert all(len(text) > 4 for text in said)
    assert texts(screen)[1] == said[1].replace("two of spades", "2♠"), "short, to be seen"
    for moment, row in ((0, 0), (99, 0), (100, 1), (650, 6), (1300, 13)):
        screen.seek(moment)
        assert screen.moves.currentIndex().row() == row


def test_a_click_on_a_move_goes_there(show: Show) -> None:
    screen = show(ReplayScreen())
    views, _ = play_again(played())
    screen.take(played())
    playing = screen.playing
    assert playing
    press(screen, "Moves")
    row = screen.moves.visualRect(screen.moves.model().index(5, 0))
    QTest.mouseClick(screen.moves.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert not screen.playing
    assert screen.moment == 500
    assert boards(screen) == [views[5]]
    QTest.keyClick(screen.moves, Qt.Key.Key_Down)
    assert boards(screen) == [views[6]]
    QTest.keyClick(screen.moves, Qt.Key.Key_Home)
    assert boards(screen) == [views[0]]
    assert screen.moves.currentIndex().row() == 0


def test_the_moves_leave_a_small_board_its_room_until_they_are_wanted(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    screen.resize(900, 600)
    assert not screen.moves.isVisible()
    screen.resize(1280, 800)
    assert screen.moves.isVisible()
    press(screen, "Moves")
    screen.resize(1300, 800)
    assert not screen.moves.isVisible(), "put away is put away"


def test_the_deal_is_played_again_and_played_on_from_the_move_that_is_shown(show: Show) -> None:
    screen = show(ReplayScreen())
    wanted: list[tuple[object, ...]] = []
    screen.again.connect(lambda replay: wanted.append((replay,)))
    screen.play_on.connect(lambda replay, number: wanted.append((replay, number)))
    screen.take(played())
    screen.seek(450)
    press(screen, "This deal again")
    press(screen, "Play on from here")
    assert wanted == [(played(),), (played(), 4)]


def test_the_deal_has_a_code(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    assert screen.deal_code.code == "montana/race%2024"
    press(screen, "Copy")
    assert QGuiApplication.clipboard().text() == "montana/race 24"
    for undealt in (replace(played(), game="no-such-game"), replace(played(), seed="x" * 65)):
        screen.take(undealt)
        assert screen.deal_code.code == ""
        for way in (screen.deal_code.copy, screen.deal_again, screen.go_on):
            assert not way.isEnabled()
        assert texts(screen) == []


def test_the_code_is_seen_whole_at_any_size(styled: None, show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(replace(played(), seed="0390f01e54cc"))
    for size in ((800, 440), (1000, 700), (800, 440)):
        screen.resize(*size)
        until(screen.deal_code.isVisible)
        field = screen.deal_code.findChild(QLineEdit)
        assert field is not None
        needed = field.fontMetrics().horizontalAdvance(screen.deal_code.code)
        until(lambda: field.contentsRect().width() - 16 >= needed)  # noqa: B023
        assert field.isReadOnly()


def test_what_the_rules_refuse_is_not_listed(show: Show) -> None:
    screen = show(ReplayScreen())
    forged = replace(played(), entries=[*played().entries[:3], *played().entries[:9], "undo"])
    screen.take(forged)
    assert len(texts(screen)) == len(play_again(forged).views)
    screen.seek(10_000)
    wanted: list[int] = []
    screen.play_on.connect(lambda _replay, number: wanted.append(number))
    press(screen, "Play on from here")
    PracticeGame.play_on(forged, wanted[0])


def test_a_practice_game_is_saved_and_opened_again(show: Show, tmp_path: Path) -> None:
    practice = PracticeGame("klondike", {}, "0390f01e")
    for now in (10.0, 12.0):
        practice.act(Click(0), now)
    screen = show(ReplayScreen())
    screen.take(practice.replay("Ada"))
    assert screen.verdict.property("role") == "good"
    assert screen.seats[0].who.text() == "Ada: still playing, score 0"
    path = tmp_path / file_name(practice.replay("Ada"))
    assert path.name == "samedeal-klondike-0390f01e-Ada.json"
    screen.save_file(path)
    again = show(ReplayScreen())
    assert again.open_file(path)
    assert again.recordings[0].replay == practice.replay("Ada")
    assert again.verdict.property("role") == "good"


def test_the_keys_that_steer_a_replay_do_so_from_the_list_of_moves(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    press(screen, "Pause")
    press(screen, "Moves")
    screen.seek(500)
    QTest.keyClick(screen.moves, Qt.Key.Key_Right)
    assert screen.moves.currentIndex().row() == 6
    QTest.keyClick(screen.moves, Qt.Key.Key_Left)
    assert screen.moves.currentIndex().row() == 5
    QTest.keyClick(screen.moves, Qt.Key.Key_Space)
    assert screen.playing


def test_the_arrows_step_from_any_button(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    press(screen, "Pause")
    press(screen, "Moves")
    assert screen.focusWidget() is screen.curve, "a click takes no keys away"
    for keys in (
        screen.moves_button,
        screen.leave,
        screen.go_on,
        screen.deal_code.copy,
        screen.play,
    ):
        keys.setFocus()
        screen.seek(0)
        QTest.keyClick(keys, Qt.Key.Key_End)
        QTest.keyClick(keys, Qt.Key.Key_Home)
        QTest.keyClick(keys, Qt.Key.Key_Right)
        assert screen.moves.currentIndex().row() == 1
        QTest.keyClick(keys, Qt.Key.Key_Left)
        assert screen.moves.currentIndex().row() == 0
        assert screen.focusWidget() is keys


def test_a_line_ends_with_its_racer_and_the_button_says_whose_position_it_is(show: Show) -> None:
    screen = show(ReplayScreen())
    short, long = played(), replace(played(), race=0, player=9, name="Vera", milliseconds=90_000)
    screen.take(short)
    screen.recordings[1:] = [Recording(long)]
    screen._show_all()
    ends = [line.at(line.count() - 1).x() for line in screen.curve._lines.values()]
    assert sorted(ends) == sorted(each.length for each in screen.recordings)
    screen.whose.setCurrentIndex(1)
    screen.whose.activated.emit(1)
    assert screen.go_on.text() == "Play on from Vera’s position"
    screen.take(short)
    assert screen.go_on.text() == "Play on from here"


def test_each_position_of_a_practice_game_has_its_moment(show: Show) -> None:
    practice = PracticeGame("klondike", {}, "0390f01e")
    for _ in range(3):  # as quick as can be; and the clock begins with the first
        practice.act(Click(0), 10.0)
    screen = show(ReplayScreen())
    screen.take(practice.replay("Ada"))
    views = play_again(practice.replay("Ada")).views
    for row in (0, 2, 1, 3):
        screen.moves.picked.emit(row)
        assert boards(screen) == [views[row]]


def test_the_move_that_is_shown_is_in_sight(show: Show) -> None:
    screen = show(ReplayScreen())
    practice = PracticeGame("klondike", {}, "0390f01e")
    for number in range(60):
        practice.act(Click(0), float(number))
    screen.take(practice.replay("Ada"))
    press(screen, "Pause")
    screen.seek(50_000)
    press(screen, "Moves")

    def in_sight() -> bool:
        row = screen.moves.visualRect(screen.moves.currentIndex())
        return screen.moves.viewport().rect().contains(row)

    assert screen.moves.currentIndex().row() == 51
    until(in_sight, "the fifty-first move")
    screen.seek(10_000)
    until(in_sight, "the eleventh")


def test_a_replay_is_heard_move_by_move(show: Show, heard: list[str]) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    screen._toggle(play=False)
    screen.curve.sought.emit(0)
    heard.clear()
    views, _ = play_again(played())
    speaker = Speaker(screen.seats[0].board.game)
    for number in (1, 2):
        QTest.keyClick(screen.curve, Qt.Key.Key_Right)
        change = speaker.change(views[number - 1], views[number])
        stands = f"Move {number} of {len(views) - 1}; {points_text(views[number].score)}"
        assert heard[-1] == f"{change}; {stands}; {screen.at.text()}"
    QTest.keyClick(screen.curve, Qt.Key.Key_Left)
    assert heard[-1].startswith(speaker.change(views[2], views[1]))
    QTest.keyClick(screen.curve, Qt.Key.Key_Home)
    assert heard[-1].endswith(screen.at.text())
    assert "Move 0 of" in heard[-1]
    assert len(heard) == 4


def test_two_replays_are_told_by_their_racers(show: Show, heard: list[str]) -> None:
    screen = show(ReplayScreen())
    screen.take(played())
    screen._toggle(play=False)
    screen.recordings.append(Recording(replace(played(), player=3, name="Cleo")))
    screen._show_all()
    screen.step(1)
    told = heard[-1].split("; ")
    assert heard[-1].startswith("<i>Bob</i>: ")
    assert any(part.startswith("Cleo: ") for part in told)


def test_playing_at_its_own_speed_tells_each_move_and_faster_only_the_end(
    show: Show, heard: list[str]
) -> None:
    screen = show(ReplayScreen())
    views, _ = play_again(played())
    for speed, told in ((0, len(views)), (3, 1)):
        screen.speed.setCurrentIndex(speed)
        screen.take(played())
        heard.clear()
        until(lambda: not screen.playing, "the end")
        assert len(heard) <= told
        assert f"Move {len(views) - 1} of" in heard[-1]
    assert len(heard) == 1


def test_a_low_window_keeps_the_board_large(styled: None, show: Show) -> None:
    screen = show(ReplayScreen())
    name = "W" * 24
    screen.take(played(), [Standing(3, name), Standing(2, "Bob")])
    screen.resize(800, 446)
    until(lambda: screen.seats[0].board.height() > 195)
    assert screen.beside.width() < 300
    assert screen.beside.view().minimumWidth() > screen.beside.width(), "names in full there"


def test_play_and_pause_are_written_in_full_and_move_nothing(
    styled: None, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReplayScreen, "tr", lambda _self, text, *_more: text * 4)
    screen = show(ReplayScreen())
    screen.take(played())
    screen.resize(1280, 800)
    widths = set()
    for playing in (True, False):
        screen._toggle(play=playing)
        until(lambda: screen.play.width() >= screen.play.sizeHint().width())
        widths.add(screen.play.width())
    assert len(widths) == 1


LOST = rambled("gay-gordons", 60)
"""Could be won until move 24; move 25 lost it."""


def analysed(show: Show, replay: Replay = LOST, **more: Any) -> ReplayScreen:
    """The screen with this replay, when its analysis is over."""
    screen = show(ReplayScreen())
    screen.take(replay, **more)
    press(screen, "Pause")
    press(screen, "Analyse")
    assert screen.analysis.analyse.text() == "Stop analysing"
    until(lambda: not screen.analysis.analyse.isVisible(), "the analysis", 50)
    return screen


def test_where_the_win_was_lost_is_shown_and_told(show: Show) -> None:
    screen = analysed(show)
    assert screen.analysis.spoken().startswith("It could be won until move 24.")
    assert "Move 25 lost it: " in screen.analysis.spoken()
    assert screen.analysis.spoken() in screen.spoken()
    times = screen.recordings[0].times
    assert screen.curve._spans == [
        (times[25], "won"),
        (times[25], "unknown"),
        (screen.recordings[0].length, "impossible"),
    ]
    assert screen.curve._mark == times[25]
    assert screen.curve.accessibleDescription().endswith("It could be won until move 24.")
    press(screen, "To move 24")
    views, _ = play_again(LOST)
    assert boards(screen) == [views[24]]
    gone: list[tuple[object, int]] = []
    screen.play_on.connect(lambda replay, number: gone.append((replay, number)))
    press(screen, "Play on from here")
    assert gone == [(LOST, 24)]


def test_every_replay_begins_at_its_start_whatever_is_known_of_it(show: Show) -> None:
    screen = analysed(show)
    screen.seek(screen._length)
    for replay in (LOST, ended_after(LOST, 192_000), played()):
        screen.take(replay)
        assert screen.moment == 0
        assert screen.playing


def test_what_the_band_means_is_written_above_it_and_whose_it_is(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(LOST)
    bare = screen.curve.height()
    assert screen.curve.key == []
    screen = analysed(show)
    assert [text for _, text in screen.curve.key] == ["Could be won", "Lost"]
    assert screen.curve.height() == bare + screen.curve.key_height > bare, "it covers no line"
    assert not screen.curve.accessibleDescription().endswith("Bob: It could be won until move 24.")
    told = screen.analysis.told.text()
    press(screen, "How it could be won")
    press(screen, "Pause")
    assert screen.curve._whose == screen._racer(0)
    assert screen.curve.accessibleDescription().endswith("Bob: It could be won until move 24.")
    assert screen.analysis.told.text() == f"Bob: {told}"
    screen.resize(800, 440)
    until(screen.more.isVisible)
    assert screen.analysis.told.isVisible()
    assert screen.analysis.how.isVisible()
    assert not screen.deal_code.isVisible()


def test_in_a_low_window_what_was_found_out_leaves_the_moves_their_times(
    styled: None, show: Show
) -> None:
    screen = analysed(show)
    screen.resize(800, 440)
    screen.moves_button.setChecked(True)
    until(lambda: screen.analysis.how.y() > screen.analysis.mark.y(), "one below the other")
    screen.grab()
    left = screen.moves.mapTo(screen, screen.moves.rect().topLeft()).x()
    assert left + screen.moves.width() <= screen._aside.x()
    assert screen.moves.visibleRegion().boundingRect() == screen.moves.rect(), "nothing is cut"


def test_how_it_could_still_be_won_is_shown_beside(show: Show) -> None:
    screen = analysed(show)
    press(screen, "How it could be won")
    assert screen.playing
    press(screen, "Pause")
    assert [seat.who.text() for seat in screen.seats] == ["Bob", "Solution"]
    assert screen.beside.currentText() == "How it could be won"
    assert not screen.recordings[1].fault
    assert screen._number >= 24
    screen.seek(screen._length)
    assert screen.recordings[1].replay.status == "won"
    screen.beside.setCurrentIndex(0)
    screen.beside.activated.emit(0)
    assert len(screen.recordings) == 1
    assert screen.analysis.isVisible(), "it is kept"


def test_an_analysis_is_stopped_and_what_is_known_of_it_stays(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.take(rambled("klondike", 60))
    press(screen, "Pause")
    press(screen, "Analyse")
    until(lambda: screen.analysis.known is not None, "what is known so far", 50)
    assert screen.analysis.progress.isVisible()
    press(screen, "Stop analysing")
    until(lambda: screen.analysis.analyse.text() == "Analyse", "the end", 50)
    assert not screen.analysis.progress.isVisible()
    assert screen.analysis.told.isVisible()


def test_a_solution_is_told_by_its_moves_and_by_no_time(show: Show) -> None:
    actions = solve(catalogue.make("freecell"), "7").actions
    how = replay_of("freecell", {}, "7", actions, "Solution")
    bob = replace(replay_of("freecell", {}, "7", actions[:5], "Bob"), player=2)
    screen = show(ReplayScreen())
    screen.take(bob, solution=how)
    screen.beside.setCurrentIndex(screen.beside.findText("Compare with the solution"))
    screen.beside.activated.emit(screen.beside.currentIndex())
    told = f"{points_text(how.score)} in {len(actions)} moves"
    assert screen.seats[1].result.text() == told
    assert screen.verdict.text() == "Checked: the result, and that the solution wins."
    screen.take(how, solution=how)
    assert screen.seats[0].who.text() == f"Solution · {told}"
    screen.take(replace(how, player=2, name="Bob"))
    assert "solved, score" in screen.seats[0].who.text(), "somebody has raced it"


def test_the_solution_of_the_race_can_be_put_beside(show: Show) -> None:
    screen = show(ReplayScreen())
    how = replace(LOST, player=0, name="Solution")
    screen.take(LOST, [Standing(2, "Bob", "gave up", 0, 1)], solution=how)
    screen.beside.setCurrentIndex(screen.beside.findText("Compare with the solution"))
    screen.beside.activated.emit(screen.beside.currentIndex())
    assert [seat.who.text() for seat in screen.seats] == ["Bob", "Solution"]
    screen.take(how, [Standing(2, "Bob", "gave up", 0, 1)], solution=how)
    assert screen.beside.findText("Compare with the solution") < 0, "it is shown"
    assert screen.beside.findText("Compare with Bob") > 0


def test_where_there_is_nothing_to_find_out_nothing_is_offered(show: Show) -> None:
    screen = show(ReplayScreen())
    for replay in (rambled("clock", 30), replace(LOST, score=99)):
        screen.take(replay)
        assert not screen.analysis.analyse.isVisible()
        assert not screen.analysis.isVisible()

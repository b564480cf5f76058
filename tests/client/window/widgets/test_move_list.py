from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from client.session.recording import Recording
from client.window.widgets.move_list import TIME, MoveList
from harness.fakes import Show
from harness.qt_waiting import until
from harness.replays import ended_after, played, rambled


def is_marked(moves: MoveList, row: int) -> bool:
    marked = moves.selectionModel().selectedRows()
    return [each.row() for each in marked] == [row] == [moves.currentIndex().row()]


def in_sight(moves: MoveList) -> bool:
    row = moves.visualRect(moves.currentIndex())
    return not row.isEmpty() and moves.viewport().rect().contains(row)


def test_the_shown_line_stays_marked_whatever_is_clicked(show: Show) -> None:
    moves = show(MoveList())
    moves.show_recording(Recording(played()))
    moves.show_number(5)
    assert is_marked(moves, 5)
    viewport = moves.viewport()
    below = QPoint(20, moves.visualRect(moves.model().index(13, 0)).bottom() + 30)
    assert viewport.rect().contains(below)
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=below)
    assert is_marked(moves, 5), "a click on nothing"
    shown = moves.visualRect(moves.model().index(5, 0)).center()
    QTest.mouseClick(
        viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, shown
    )
    assert is_marked(moves, 5), "Ctrl would take the mark away"
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, pos=below)
    assert is_marked(moves, 5)


def test_a_line_far_down_is_in_sight_as_soon_as_it_has_a_place(show: Show) -> None:
    moves = MoveList()
    moves.show_recording(Recording(rambled("klondike", 900)))
    assert moves.model().rowCount() == 901
    moves.show_number(880)
    show(moves)
    until(lambda: in_sight(moves), "a line that is laid out later than the first ones")
    moves.resize(300, 200)
    until(lambda: in_sight(moves), "the same after all lines got another width")
    bar = moves.verticalScrollBar()
    bar.setValue(0)
    moves.viewport().update()
    assert bar.value() == 0, "who scrolls is left alone"


def test_the_end_is_told_where_no_move_brought_it_about(show: Show) -> None:
    recording = Recording(ended_after(played(), 192_000))
    moves = show(MoveList())
    moves.show_recording(recording)
    last = moves.model().index(moves.model().rowCount() - 1, 0)
    assert (last.data(), last.data(TIME)) == ("Gave up", "3:12.0")
    before = moves.model().index(last.row() - 1, 0)
    assert str(before.data()).startswith("13. undo")
    assert before.data(TIME) == "0:01.3"
    assert moves.model().index(0, 0).data(TIME) == ""
    assert recording.line_at(191_999) == last.row() - 1
    assert recording.line_at(192_000) == last.row()
    known_by_none = Recording(played())
    moves.show_recording(known_by_none)
    assert moves.model().rowCount() == len(known_by_none.views)

"""Parts that fold, and room for what may need more than there is."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import box, button, column, row
from client.window.widgets.fitting import Fitted, Folding, InColumns
from harness.fakes import Show
from harness.qt_waiting import until


def fields(number: int) -> tuple[QWidget, list[QLineEdit]]:
    made = [QLineEdit() for _ in range(number)]
    for field in made:
        field.setMinimumSize(200, 40)
    content = QWidget()
    content.setLayout(column(*made, space=0))
    return content, made


def test_the_content_has_all_of_the_room_or_what_it_needs(show: Show) -> None:
    content, made = fields(4)
    fitted = show(Fitted(content))
    fitted.resize(500, 300)
    until(lambda: (content.width(), content.height()) == (500, 300))
    fitted.resize(300, 100)
    bar = fitted.verticalScrollBar()
    until(lambda: (content.width(), content.height()) == (300 - bar.sizeHint().width(), 160))
    until(bar.isVisible)
    assert not fitted.horizontalScrollBar().isVisible()
    fitted.resize(150, 400)
    until(lambda: content.width() == 200)
    until(lambda: not fitted.verticalScrollBar().isVisible())
    until(fitted.horizontalScrollBar().isVisible)
    fitted.resize(500, 100)
    made[0].hide()
    made[1].hide()
    until(lambda: content.height() == 100)
    made[1].setMinimumHeight(90)
    made[1].show()
    until(lambda: content.height() == 170)


def test_tab_scrolls_to_where_it_leads(show: Show) -> None:
    content, made = fields(6)
    fitted = show(Fitted(content))
    fitted.resize(300, 100)
    fitted.activateWindow()
    until(fitted.isActiveWindow)
    made[0].setFocus()
    for field in made[1:]:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert field.hasFocus()
        assert field.visibleRegion().boundingRect() == field.rect()
    assert fitted.verticalScrollBar().value() > 0


def within_a_window(show: Show, folding: Folding) -> QWidget:
    """Show it at the corner of a window that leaves its size alone."""
    window = QWidget()
    folding.setParent(window)
    return show(window)


def buttons(*texts: str) -> list[QPushButton]:
    return [button(text, lambda: None) for text in texts]


def test_parts_are_side_by_side_where_they_fit_and_else_below_each_other(show: Show) -> None:
    left, right = buttons("Leave", "Take a rest"), buttons("Go on and on", "Begin")
    folding = Folding(row(*left), row(*right), wide=0)
    within_a_window(show, folding)
    folding.resize(800, 40)
    until(lambda: not folding.folded and right[0].mapTo(folding, right[0].rect().topLeft()).y() < 5)
    folding.resize(300, 100)
    until(lambda: folding.folded)
    until(lambda: right[0].mapTo(folding, right[0].rect().topLeft()).y() > 30)
    assert folding.minimumSizeHint().width() <= 300, "or it would never be made narrow enough"
    assert folding.minimumSizeHint().height() > 70
    folding.resize(800, 100)
    until(lambda: not folding.folded)


def test_a_part_that_goes_makes_room(show: Show) -> None:
    left, right = buttons("Leave", "Take a rest"), buttons("Go on and on", "Begin")
    folding = Folding(row(*left), row(*right), wide=0)
    within_a_window(show, folding)
    folding.resize(300, 100)
    until(lambda: folding.folded)
    right[0].hide()
    left[1].hide()
    until(lambda: not folding.folded)
    right[0].show()
    left[1].show()
    until(lambda: folding.folded)


def test_what_folds_inside_unfolds_again_when_there_is_room(show: Show) -> None:
    wide = QWidget()
    wide.setMinimumWidth(100)
    inner = Folding(*(button(text, int) for text in ("One button", "Another button")))
    outer = show(Folding(wide, inner, wide=0))
    outer.resize(inner.unfolded - 10, 200)
    until(lambda: inner.folded)
    outer.resize(1000, 200)
    until(lambda: not inner.folded and not outer.folded)


def test_a_line_of_its_own_is_for_what_need_not_fold_then(qt_app: QApplication, show: Show) -> None:
    theme.apply(qt_app, dark=True)
    wide = QWidget()
    wide.setMinimumWidth(60)
    inner = Folding(*(button(text, int) for text in ("One button", "Another button")))
    outer = show(Folding(wide, inner, wide=0))
    outer.resize(inner.unfolded + 50, 200)
    until(lambda: outer.folded and not inner.folded)
    outer.resize(inner.unfolded - 10, 200)
    until(lambda: inner.folded)
    assert not outer.folded, "a line of its own would save nothing"


def test_a_part_has_the_least_width_that_was_asked_for(show: Show) -> None:
    parts = [QWidget() for _ in range(2)]
    for part in parts:
        part.setMinimumWidth(200)
    turns: list[bool] = []
    holder = show(QWidget())  # a window is never smaller than its layout
    folding = Folding(*parts)
    folding.turned.connect(turns.append)
    folding.setParent(holder)
    folding.show()
    folding.resize(300, 100)
    until(lambda: folding.folded)
    folding.resize(500, 100)
    until(lambda: not folding.folded)
    assert turns[-2:] == [True, False]


def test_buttons_come_closer_to_their_texts_before_they_need_a_row_more(
    qt_app: QApplication, show: Show
) -> None:
    theme.apply(qt_app, dark=True)
    left, right = buttons("Leave", "Take a rest"), buttons("Go on and on", "Begin")
    folding = Folding(row(*left), row(*right), wide=0)
    within_a_window(show, folding)
    folding.resize(800, 40)
    until(lambda: right[1].width() == right[1].sizeHint().width())
    usual, saved = [each.sizeHint().width() for each in (*left, *right)], 4 * 2 * theme.TIGHTER
    whole = folding.unfolded + saved
    folding.resize(whole, 40)
    until(lambda: [each.sizeHint().width() for each in (*left, *right)] == usual)
    folding.resize(whole - 1, 40)
    until(lambda: sum(each.sizeHint().width() for each in (*left, *right)) == sum(usual) - saved)
    assert not folding.folded
    assert folding.sizeHint().width() >= whole, "what is around can give the room back"
    folding.resize(folding.unfolded, 40)
    until(lambda: all(each.width() >= each.minimumSizeHint().width() for each in (*left, *right)))
    assert not folding.folded
    folding.resize(folding.unfolded - 1, 100)
    until(lambda: folding.folded)
    until(lambda: [each.sizeHint().width() for each in (*left, *right)] == usual)


def test_a_row_that_is_hidden_saves_nothing_and_one_that_is_shown_does(
    styled: None, show: Show
) -> None:
    inner = box(row(button("Leaderboard", print), button("Show the player", print)))
    folding = show(Folding(row(button("Leave", print), inner), row(button("Rematch", print))))
    tight = folding._loose - folding.unfolded
    inner.hide()
    assert 0 < folding._loose - folding.unfolded < tight


def test_buttons_in_columns_stand_under_each_other_at_any_width(styled: None, show: Show) -> None:
    made = [button(text, lambda: None) for text in ("Wide enough", "A", "B", "As wide as that is")]
    around, whole = show(QWidget()), InColumns(*made)
    whole.setParent(around)  # a window would not get narrower than two columns
    whole.show()
    seen = set[tuple[int, bool]]()
    for width in range(320, 160, -4):
        whole.resize(width, 200)

        def fits() -> bool:
            whole_texts = all(each.width() >= each.minimumSizeHint().width() for each in made)
            return whole_texts and all(each.geometry().right() < width for each in made)  # noqa: B023

        until(fits)
        columns = {each.x() for each in made}
        if len(columns) == 2:
            assert (made[0].x(), made[1].x()) == (made[2].x(), made[3].x())
            assert (made[0].width(), made[1].width()) == (made[2].width(), made[3].width())
        seen.add((len(columns), bool(made[0].property("tight"))))
    assert seen == {(2, False), (2, True), (1, False)}

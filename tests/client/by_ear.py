"""What somebody meets who goes through the window by the Tab key, with a screen reader."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

MOST: Final = 120
"""Stops after which a way round is none."""


def name_of(widget: QWidget) -> str:
    """Return what a reader calls this control.

    On Linux, Qt gives the name of a list to choose from as the choice; there only a label names it.
    """
    found = QAccessible.queryAccessibleInterface(widget)
    labels = [
        other.text(QAccessible.Text.Name)
        for other, kind in found.relations(QAccessible.RelationFlag.Label)
    ]
    if isinstance(widget, QComboBox):
        return " ".join(labels)
    return found.text(QAccessible.Text.Name) or " ".join(labels)


def in_sight(widget: QWidget) -> bool:
    """Return whether any of it shows, and is not cut off by what it lies in."""
    area = QRect(widget.mapToGlobal(QPoint()), widget.size())
    above: QWidget | None = widget
    while above is not None and not above.isWindow():
        area &= QRect(above.mapToGlobal(QPoint()), above.size())
        above = above.parentWidget()
    return widget.isVisible() and not area.isEmpty()


def described(widget: QWidget) -> str:
    """Return a control as the author of a screen finds it."""
    above = widget.parentWidget()
    kinds = [type(widget).__name__]
    while above is not None and len(kinds) < 4:
        kinds.insert(0, type(above).__name__)
        above = above.parentWidget()
    return f"{' > '.join(kinds)} {name_of(widget)!r}"


def parts_in_sight(part: QWidget) -> Iterator[QWidget]:
    """Yield all that shows inside of it: few of a window's parts, as most are other screens'."""
    for child in part.children():
        if isinstance(child, QWidget) and child.isVisible():
            yield child
            yield from parts_in_sight(child)


def controls(window: QWidget) -> set[QWidget]:
    """Return all that shows in the window and takes the keyboard by Tab."""
    return {
        widget
        for widget in parts_in_sight(window)
        if widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and widget.window() is window
    }


def faults(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[str]:
    """Go round the window by a key, from where the focus is and back; return what is wrong."""
    begin = QApplication.focusWidget()
    if begin is None or begin.window() is not window:
        return ["nothing has the focus"]
    found: list[str] = []
    way = [begin]
    for _ in range(MOST):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        now = QApplication.focusWidget()
        if now is None:
            found.append(f"nothing has the focus after {described(focus)}")
            break
        if now is begin:
            break
        if now in way:
            caught = ", ".join(described(each) for each in way[way.index(now) :])
            found.append(f"the key goes round and round in {caught}")
            break
        way.append(now)
        if not in_sight(now):
            found.append(f"does not show: {described(now)}")
    else:
        found.append(f"no way round in {MOST} steps")
    found += [f"has no name: {described(stop)}" for stop in way if not name_of(stop)]
    found += [f"not reached: {described(each)}" for each in controls(window) - set(way)]
    begin.setFocus(Qt.FocusReason.OtherFocusReason)
    return found

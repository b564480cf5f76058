"""Which texts of a window are cut: what a look at its pictures may miss."""

import re
from collections.abc import Iterator
from itertools import filterfalse
from typing import Final

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QTableWidget,
    QWidget,
)

from client.window.widgets.elements import DataTable, Elided

_WORDS: Final = re.compile(r"[\s/\u2e80-\uffef-]+")
"""Where a line may be broken, about."""


def cut_texts(window: QWidget) -> Iterator[str]:
    """Yield each text that does not fit where it is shown, with the kind of its widget.

    Where the whole is in a tool tip, a text may be cut; what scrolls is cut by nothing.
    """
    for part in (window, *window.findChildren(QWidget)):
        if not part.isVisible() or isinstance(part, Elided):
            continue
        text = _cut(part)
        if text:
            yield f"{type(part.parent()).__name__}/{type(part).__name__} {text!r}"


def _cut(part: QWidget) -> str:
    metrics, room = part.fontMetrics(), part.contentsRect()
    match part:
        case QLabel() if part.text():
            if part.wordWrap():
                needed = part.heightForWidth(part.width())
                words = max(metrics.horizontalAdvance(word) for word in _WORDS.split(part.text()))
                fits = part.height() >= needed and room.width() >= words
            else:
                fits = part.width() >= part.minimumSizeHint().width()
                fits = fits and part.height() + 1 >= metrics.height()
            return "" if fits else part.text()
        case QPushButton() | QCheckBox() if part.text():
            least = part.minimumSizeHint()
            fits = part.width() >= least.width() and part.height() + 1 >= metrics.height()
            return "" if fits else part.text()
        case QComboBox():
            option = QStyleOptionComboBox()
            part.initStyleOption(option)
            field = part.style().subControlRect(
                QStyle.ComplexControl.CC_ComboBox,
                option,
                QStyle.SubControl.SC_ComboBoxEditField,
                part,
            )
            text = part.currentText()
            fits = metrics.horizontalAdvance(text) <= field.width() or text in part.toolTip()
            return "" if fits else text
        case QLineEdit() if not part.text():
            text = part.placeholderText()
            return "" if metrics.horizontalAdvance(text) <= room.width() - 8 else text
        case QTableWidget():
            return ", ".join(_cut_cells(part))
    return ""


def _cut_cells(table: QTableWidget) -> Iterator[str]:
    metrics, edge = table.fontMetrics(), 14
    for x in filterfalse(table.isColumnHidden, range(table.columnCount())):
        head = table.horizontalHeaderItem(x)
        text = head.text() if head is not None else ""
        headed = not table.horizontalHeader().isHidden()
        if headed and metrics.horizontalAdvance(text) + edge > table.columnWidth(x):
            yield text
        for y in range(0 if isinstance(table, DataTable) else table.rowCount()):
            item = table.item(y, x)
            if item is None or item.toolTip():
                continue
            if metrics.horizontalAdvance(item.text()) + edge > table.columnWidth(x):
                yield item.text()

"""A language for tests: every text of the program in brackets, `⟦Make a room⟧`.

What a player sees outside of brackets was never looked up.
"""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QFileDialog,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QWidget,
)

from client.words.translation import read
from tools.texts.translations import update, write

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def make(directory: Path) -> Path:
    """Make the translation for German in a directory, beside the English; return its file."""
    update(["de"], directory)
    write("de", {key: f"⟦{text}⟧" for key, text in read("en", directory).items()}, directory)
    return directory / "de.json"


def outside(text: str) -> str:
    """Return what of a text is in no brackets; a space stands for what is."""
    found, depth = "", 0
    for character in text:
        depth += (character == "⟦") - (character == "⟧")
        if depth == 0:
            found += " " if character == "⟧" else character
    return found


def texts(widget: QWidget, *, hidden: bool = True) -> Iterator[tuple[str, str]]:
    """Yield all texts of a widget and of what is in it, each with what it is the text of."""
    for part in within(widget, without_inside=(QFileDialog, QTabBar), hidden=hidden):
        found = [text for text in _texts(part) if text]
        if found:
            name = f"{type(part.parent()).__name__}/{type(part).__name__}"
            yield from ((name, text) for text in found)


def within(
    part: QObject, without_inside: tuple[type[QObject], ...], *, hidden: bool = True
) -> Iterator[QObject]:
    """Yield an object and all that is in it, but for what is inside of those kinds.

    What Qt has ready-made, as a file dialog, has texts and translations of its own inside.  Without
    what is `hidden`, it is a tenth: in a window, all screens but one are.
    """
    left = [part]
    while left:
        each = left.pop()
        gone = not hidden and isinstance(each, QWidget) and each.isHidden()
        if not (gone or isinstance(each, without_inside)):
            left += reversed(each.children())  # parents before their children
        yield each


def _texts(part: QObject) -> Iterator[str]:
    if isinstance(part, QAction):
        yield part.text().partition("\t")[0]  # behind it stands a key
    if isinstance(part, QWidget):
        yield from (part.windowTitle(), part.toolTip(), part.whatsThis())
        yield from (part.accessibleName(), part.accessibleDescription())
        yield from _own_texts(part)


def _own_texts(part: QWidget) -> Iterator[str]:
    """What only this kind of widget has."""
    match part:
        case QLabel() | QAbstractButton():
            yield part.text()
        case QLineEdit() | QPlainTextEdit():
            yield part.placeholderText()
        case QFileDialog():
            yield from part.nameFilters()
        case QGroupBox():
            yield part.title()
        case QProgressBar():
            yield part.format()
        case QAbstractSpinBox():
            yield from (part.text(), part.specialValueText())
        case QTabBar():
            for tab in range(part.count()):
                yield from (part.tabText(tab), part.tabToolTip(tab))
        case QComboBox():
            yield part.placeholderText()
            yield from _model_texts(part.model())
        case QGraphicsView():
            for item in part.scene().items():
                yield item.toolTip()
                if isinstance(item, QGraphicsTextItem):  # a chart's axes and legend
                    yield item.toPlainText()
        case QAbstractItemView():
            yield from _model_texts(part.model())
        case _:
            pass


def _model_texts(model: QAbstractItemModel | None) -> Iterator[str]:
    if model is None:
        return
    for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
        for role in ROLES:
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            for row in range(model.rowCount()):
                found = model.index(row, column).data(role)
                yield found if isinstance(found, str) else ""

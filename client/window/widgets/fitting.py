"""What fits into windows of any size: parts that fold, and what is scrolled where it must be."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QWidget,
)

from client.window.desktop import theme
from client.window.widgets.elements import ANY, SPACE, Fade, box


class Folding(QWidget):
    """Parts side by side, or below each other where they do not fit.

    Before they fold, their buttons come closer to their texts: a row less is more of the board.
    """

    turned = Signal(bool)
    """(folded): the parts are below each other from now on, or side by side."""

    def __init__(self, *parts: QLayout | QWidget, wide: int = -1, space: int = SPACE) -> None:
        """Hold these parts; side by side, the one at `wide` takes what is left."""
        super().__init__()
        theme.set_role(self, "clear")
        self._parts = [part if isinstance(part, QWidget) else box(part) for part in parts]
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(space)
        for at, part in enumerate(self._parts):
            self._layout.addWidget(part, int(at == wide))
        self.installEventFilter(self)

    @property
    def folded(self) -> bool:
        """Whether the parts are below each other now."""
        return self._layout.direction() == QBoxLayout.Direction.TopToBottom

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part, and the height that all take as they are now."""
        edges = self.width() - self.contentsRect().width()
        widest = max(map(_least, self._shown()), default=0)
        return QSize(edges + widest, super().minimumSizeHint().height())

    @property
    def unfolded(self) -> int:
        """The least width in which the parts are side by side, in pixels: with tight buttons."""
        return self._loose - sum(map(_saved, self._buttons()))

    @property
    def _loose(self) -> int:
        """The same with all buttons as wide as usual."""
        now = self._beside(list(map(_unfolded, self._shown())))
        return now + self._saving

    def sizeHint(self) -> QSize:
        """Return the width of all parts side by side, also while they are below each other.

        What is around would else never give the room back in which they unfold.
        """
        widths = [part.sizeHint().width() for part in self._shown()]
        return QSize(self._beside(widths) + self._saving, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold, or unfold."""
        super().resizeEvent(event)
        self._fold()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See whether the parts still fit when one of them needs more, or less."""
        if watched is self and event.type() == QEvent.Type.LayoutRequest:
            self._fold()
        return super().eventFilter(watched, event)

    def _saves_nothing(self) -> bool:
        """Whether a part that folds itself would do so on all of the width, and fits folded."""
        room = self.contentsRect().width()
        inner = any(isinstance(part, Folding) and part.unfolded > room for part in self._shown())
        return inner and self._beside(list(map(_least, self._shown()))) <= self.width()

    def _beside(self, widths: list[int]) -> int:
        edges = self.width() - self.contentsRect().width()
        return edges + sum(widths) + self._layout.spacing() * max(0, len(widths) - 1)

    def _shown(self) -> list[QWidget]:
        return [part for part in self._parts if not part.isHidden()]

    @property
    def _saving(self) -> int:
        """By how much tight buttons make it narrower now."""
        return sum(_saved(each) for each in self._buttons() if each.property("tight"))

    def _buttons(self) -> list[QPushButton]:
        """The buttons that may be tight: parts, or side by side in one of them."""
        found = list[QWidget]()
        for part in self._parts:
            found += [*_in_row(part), part]
        return [
            each
            for each in found
            if isinstance(each, QPushButton) and each.property("role") in (None, "", "main")
        ]

    def _fold(self) -> None:
        ways = QBoxLayout.Direction
        whole = self.unfolded <= self.width()
        tight = whole and self._loose > self.width()
        for each in self._buttons():
            theme.set_tight(each, tight=tight)
        fits = whole or self._saves_nothing()
        for part in self._shown():
            if isinstance(part, Folding):  # one that stays folded leaves the rest to the others
                part.setMaximumWidth(_least(part) if fits and not whole else ANY)
        if fits == self.folded:
            self._layout.setDirection(ways.LeftToRight if fits else ways.TopToBottom)
            self.turned.emit(not fits)


class InColumns(QWidget):
    """Buttons in two columns, so that those of all rows stand under each other.

    Where the two do not fit side by side, the buttons come closer to their texts, and at last there
    is one column.
    """

    def __init__(self, *buttons: QPushButton, space: int = 8) -> None:
        super().__init__()
        theme.set_role(self, "clear")
        self._buttons = buttons
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(space)
        self._columns = 0
        self.installEventFilter(self)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest button, and the height of the rows as they are now."""
        widest = max(_least(each) for each in self._buttons)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See how many columns fit."""
        super().resizeEvent(event)
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See so again when a button needs more, or less."""
        if watched is self and event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().eventFilter(watched, event)

    def _needed(self, saving: int) -> int:
        """Return the width of two columns with buttons that are so much narrower, in pixels."""
        edges = 2 * theme.TIGHTER
        loose = [_least(each) + edges * bool(each.property("tight")) for each in self._buttons]
        columns = (loose[::2], loose[1::2])
        return sum(max(each, default=0) - saving for each in columns) + self._layout.spacing()

    def _arrange(self) -> None:
        fits = self._needed(2 * theme.TIGHTER) <= self.width()
        tight = fits and self._needed(0) > self.width()
        for each in self._buttons:
            theme.set_tight(each, tight=tight)
        columns = 2 if fits else 1
        if columns != self._columns:
            self._columns = columns
            for at, each in enumerate(self._buttons):
                self._layout.addWidget(each, *divmod(at, columns))
            self.updateGeometry()


def _in_row(part: QWidget) -> Iterator[QWidget]:
    """Yield what is side by side in a part, and in the rows in it that are shown."""
    inner = part.layout()
    if not isinstance(inner, QHBoxLayout):
        return
    for at in range(inner.count()):
        item = inner.itemAt(at)
        if item is not None and (each := item.widget()) is not None:
            yield each
            if not each.isHidden():
                yield from _in_row(each)


def _least(part: QWidget) -> int:
    """The width that a layout gives a part at the least."""
    return max(part.minimumSizeHint().width(), part.minimumWidth())


def _unfolded(part: QWidget) -> int:
    """The width that a part needs beside another: all parts of one that folds itself."""
    if isinstance(part, Folding):
        return part.unfolded
    return _least(part)


def _saved(button: QPushButton) -> int:
    """How much narrower a button that is shown is when it is tight, in pixels."""
    if button.isHidden():
        return 0
    usual, edges = button.minimumSizeHint().width(), 2 * theme.TIGHTER
    if button.property("tight"):
        usual += edges
    least, most = button.minimumWidth(), button.maximumWidth()
    return min(max(usual, least), most) - min(max(usual - edges, least), most)


class Fitted(QScrollArea):
    """Gives a widget all of its room, or what that needs at the least.

    Qt's own resizable areas ask for the height in which every text is shown in full, and every list
    with it. The keyboard's Tab scrolls to where it leads.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys are the content's
        self.setWidget(content)
        for part in (self, self.viewport()):
            theme.set_role(part, "clear")
        self.viewport().installEventFilter(self)
        self._fade = Fade(self)

    def tell_below(self, text: str) -> None:
        """Say what is below what is in sight, where nothing of it is; empty for nothing."""
        self._fade.tell(text)

    def spare_fade(self, width: int) -> None:
        """Let nothing fade in so many pixels at the right, where all is always in sight."""
        self._fade.spare(width)

    @property
    def told_below(self) -> str:
        """What is said of that."""
        return self._fade.text

    def sizeHint(self) -> QSize:
        """Return what the content would like."""
        return self._content.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the content."""
        super().resizeEvent(event)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the content when it needs more than before, or less."""
        if watched is self.viewport() and event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Scroll to all of what Tab leads to; Qt does so until its cursor is in sight."""
        moved = super().focusNextPrevChild(forward)
        focus: QWidget | None = self.focusWidget()
        if moved and focus is not None and self._content.isAncestorOf(focus):
            self.reveal(focus)
        return moved

    def reveal(self, focus: QWidget) -> None:
        """Scroll to all of a part of the content."""
        self._scroll_inside(focus)
        middle = focus.mapTo(self._content, focus.rect().center())
        half = focus.size().boundedTo(self.viewport().size()) / 2
        self.ensureVisible(middle.x(), middle.y(), half.width() + 1, half.height() + 1)

    def _scroll_inside(self, focus: QWidget) -> None:
        """Scroll other areas to what has come to have the keys in them, too."""
        within = focus.parentWidget()
        while within is not None and within is not self:
            if isinstance(within, QScrollArea) and within.isAncestorOf(focus):
                within.ensureWidgetVisible(focus, 1, 1)
            within = within.parentWidget()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave all keys to whatever is around: arrows steer a replay, say."""
        event.ignore()

    def fit(self) -> None:
        """Give the content the room that there is, but no less than it needs."""
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        least = self._content.minimumSizeHint().expandedTo(self._content.minimumSize())
        across = least.width() > room.width()
        down = least.height() > room.height() - bar * across
        across = least.width() > room.width() - bar * down
        self._content.resize(least.expandedTo(room - QSize(bar * down, bar * across)))


def reveal(focus: QWidget) -> None:
    """Scroll what there is to scroll, so that all of a widget is in sight."""
    around = focus.parentWidget()
    while around is not None:
        if isinstance(around, Fitted):
            around.reveal(focus)
        around = around.parentWidget()

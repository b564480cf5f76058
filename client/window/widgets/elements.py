"""The small parts that screens are made of.

Whatever a label or a tool tip shows may come from somebody else, so every one shows plain text and
nothing else.
"""

from collections.abc import Callable, Collection, Sequence
from html import escape
from typing import ClassVar, Final, NamedTuple, TypeVar

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtGui import Qt as GuiQt  # only this one knows what might be rich text
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionFrame,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.widgets.medal import paint_medal
from client.words.texts import ISOLATE
from client.words.translation import translate

SPACE: Final = 12
"""Pixels between things that belong together; twice as much around a screen."""
PAGE_WIDTH: Final = 1600
PAGE_HEIGHT: Final = 1120
"""The most that a screen without a board takes; lines that are longer are hard to follow."""
BUTTON_HEIGHT: Final = 36
TABLE_ROW, TABLE_COLUMN, TABLE_WIDE = 34, 44, 140
"""Height of a table's row, and the least width of its columns, and of the one that is wide."""
ANY: Final = 16_777_215
"""Qt's own bound on a widget's width or height."""
TABLE_EDGES: Final = 14
"""Pixels above and below a table's rows and its heading, together."""
PATIENCE: Final = 700
"""Milliseconds without an answer after which a table says that one is waited for."""
EMPTY_ROWS: Final = 4
"""How many rows high a snug table is that has none, and says why."""
MEDALS: Final = ("1", "2", "3")
FADE, TOLD_FADE = 28, 9
"""How high the foot of a scrolled area is that fades, in pixels; and above a line of text there."""
LIGHT: Final = 36
"""How strong the light of a row is, of 255."""
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT_TO_RIGHT: Final = "\u200e"
"""The mark that turns a line whose first words are written from right to left (Unicode's LRM)."""
SIDEBAR: Final = 272
"""Width of the column beside a board."""


def label(
    text: str = "", role: str = "", *, wrap: bool = False, selectable: bool = False
) -> QLabel:
    """Return the theme's label of plain text, with more to choose."""
    made = theme.label(text, role)
    made.setWordWrap(wrap)
    if selectable:
        make_selectable(made)
    return made


class Heading(QLabel):
    """A title where the keys begin: it is lit only for who comes to it by Tab."""

    def __init__(self, role: str) -> None:
        """Have one of the theme's roles."""
        super().__init__()
        theme.set_role(self, role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Note how the focus came."""
        by_tab = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.setProperty("came", event.reason() in by_tab)
        self.style().polish(self)
        super().focusInEvent(event)


def make_selectable(made: QLabel) -> None:
    """Let a label's text be selected, and copied."""
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )


def plain_tip(text: str) -> str:
    """Return what a tool tip has to be, to show this text as it is: it guesses its format."""
    return f"<span>{escape(text)}</span>" if GuiQt.mightBeRichText(text) else text


def naming(text: str, field: QWidget, role: str = "") -> QLabel:
    """Return the label of a field, by which screen readers call it, too."""
    made = label(text, role)
    made.setBuddy(field)
    return made


def unseen_name(text: str, field: QWidget) -> QLabel:
    """Return a label that does not show, to be put beside a field whose look says what it is.

    On Linux, Qt calls a list to choose from by what is chosen, and only a label names it.
    """
    made = naming(text, field)
    made.hide()
    return made


def field_name(text: str, field: QWidget) -> QLabel:
    """Return the label of a field in a form, as high as the field: else a form sets it too high."""
    made = naming(text, field)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return made


def button(
    text: str, do: Callable[[], object], tip: str = "", *, main: bool = False
) -> QPushButton:
    """Return a button that calls `do`.

    `tip` is shown when the mouse rests on it; `main` is for the button that matters most on its
    screen.
    """
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setAutoDefault(True)  # Enter presses it, as the space bar does
    theme.fix(made, line_height=BUTTON_HEIGHT)
    if main:
        theme.set_role(made, "main")
    made.clicked.connect(lambda _checked: do())
    return made


def column(
    *parts: QWidget | QLayout | int | None, margin: int = 0, space: int = SPACE
) -> QVBoxLayout:
    """Return a layout of parts below each other: a number is a space, None takes what is left."""
    made = QVBoxLayout()
    return _fill(made, parts, margin, space)


def row(*parts: QWidget | QLayout | int | None, margin: int = 0, space: int = SPACE) -> QHBoxLayout:
    """Return a layout of parts side by side: a number is a space, None takes what is left."""
    made = QHBoxLayout()
    return _fill(made, parts, margin, space)


_Layout = TypeVar("_Layout", QHBoxLayout, QVBoxLayout)


def _fill(
    layout: _Layout, parts: tuple[QWidget | QLayout | int | None, ...], margin: int, space: int
) -> _Layout:
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(space)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
    return layout


def box(layout: QLayout, width: int = 0) -> QWidget:
    """Return a widget, invisible in itself, with this layout in it and, if given, a fixed width."""
    made = QWidget()
    theme.set_role(made, "clear")
    made.setLayout(layout)
    if width:
        theme.fix(made, width=width)
    return made


def page(layout: QLayout, *, widest: int = PAGE_WIDTH) -> QHBoxLayout:
    """Return the layout of a screen that is read: on a large window it keeps to the middle.

    There, it is `widest` pixels wide in the usual scale.
    """
    layout.setContentsMargins(0, 0, 0, 0)
    content = box(layout)
    theme.fix(content, most_width=widest, most_height=PAGE_HEIGHT)
    made = QHBoxLayout()
    made.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 4)
    made.addWidget(content)
    return made


def panel(layout: QLayout) -> QFrame:
    """Return a raised area with this layout in it."""
    made = QFrame()
    theme.set_role(made, "panel")
    layout.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
    made.setLayout(layout)
    return made


_TURNED: Final = (QComboBox, QSlider, QAbstractSpinBox)
"""What the wheel would change."""


class Scrolled(QScrollArea):
    """An area that scrolls up and down only: `width` pixels wide, or more where its texts take it.

    While there is something to scroll, the wheel does that, and changes no value on its way.
    """

    def __init__(self, content: QWidget, width: int) -> None:
        super().__init__(widgetResizable=True)
        self._content, self._least = content, width
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the keys
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setWidget(content)
        self._fade = Fade(self)
        for kind in _TURNED:
            for control in content.findChildren(kind):
                control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll by the wheel over a control, too, and take another width with the content."""
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()  # a scroll area does not look at it again
        bar = self.verticalScrollBar()
        if event.type() == QEvent.Type.Wheel and isinstance(watched, _TURNED) and bar.maximum():
            QApplication.sendEvent(bar, event)
            return True
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """Return the width of the content and a scroll bar."""
        return QSize(self._width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the same width, and as little height as can be."""
        return QSize(self._width(), super().minimumSizeHint().height())

    def _width(self) -> int:
        needed = self._content.minimumSizeHint().width()
        return max(theme.px(self._least), needed + self.verticalScrollBar().sizeHint().width())


class Fade(QWidget):
    """Lets the foot of a scrolled area fade while there is more below it, and can say what."""

    def __init__(self, area: QAbstractScrollArea, ground: str = "window") -> None:
        """Be at the foot of this area; what is scrolled in it is on the `ground` of that colour."""
        super().__init__(area)
        self._area, self._ground = area, ground
        self._text = ""
        self._spared = 0
        """The width at the right where nothing fades, in pixels."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        bar = area.verticalScrollBar()
        bar.valueChanged.connect(lambda _: self._follow())
        bar.rangeChanged.connect(lambda _least, _most: self._follow())
        area.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the foot."""
        if event.type() == QEvent.Type.Resize:
            self._follow()
        return super().eventFilter(watched, event)

    def tell(self, text: str) -> None:
        """Say what is below, where nothing else shows that there is anything; empty for nothing."""
        if text != self._text:
            self._text = text
            self.update()

    def spare(self, width: int) -> None:
        """Let nothing fade in so many pixels at the right; 0 for none."""
        if width != self._spared:
            self._spared = width
            self._follow()

    @property
    def text(self) -> str:
        """What is said of what is below."""
        return self._text

    def _follow(self) -> None:
        bar, seen = self._area.verticalScrollBar(), self._area.viewport().geometry()
        high = min(theme.px(FADE), bar.maximum() - bar.value())
        wide = seen.width() - self._spared
        self.setGeometry(seen.left(), seen.bottom() + 1 - high, wide, high)
        self.setVisible(high > 0)
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the window's colour, more and more of it."""
        # A text stands on the plain colour, and on nothing that is still seen below it.
        foot = theme.px(TOLD_FADE) if self._text else self.height()
        shade = QLinearGradient(0, 0, 0, min(foot, self.height()))
        for at, alpha in ((0.0, 0), (1.0, 255)):
            colour = QColor(getattr(theme.colours, self._ground))
            colour.setAlpha(alpha)
            shade.setColorAt(at, colour)
        painter = QPainter(self)
        painter.fillRect(self.rect(), shade)
        if self._text:
            painter.setPen(QColor(theme.colours.muted))
            lowest = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            painter.drawText(self.rect(), lowest, f"▾ {self._text} ▾")


class Steady(QPushButton):
    """A button as wide as the widest of its texts: nothing moves when it shows another."""

    def __init__(self, *texts: str) -> None:
        """Show the first of them."""
        super().__init__(texts[0])
        self._texts = texts

    def sizeHint(self) -> QSize:
        """Return the size for the widest of the texts."""
        hint, wide = super().sizeHint(), max(map(self._wide, self._texts))
        return QSize(hint.width() - self._wide(self.text()) + wide, hint.height())

    def _wide(self, text: str) -> int:
        """Return a text's width as Qt's own buttons measure it: an advance may be a pixel less."""
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, text).width()


class SureButton(Steady):
    """A button for what cannot be taken back: a first click asks, a second soon after does it."""

    def __init__(self, text: str, question: str, do: Callable[[], object]) -> None:
        super().__init__(text, question)
        self._text, self._question, self._do = text, question, do
        self.asks = True
        """Whether it asks; else the first click does it."""
        self.setAutoDefault(True)
        theme.fix(self, line_height=36)
        self._asking = QTimer(self, singleShot=True, interval=4000)
        self._asking.timeout.connect(lambda: self._ask(asks=False))
        self.clicked.connect(self._clicked)

    @property
    def asking(self) -> bool:
        """Whether the next click does it."""
        return self._asking.isActive()

    def _clicked(self) -> None:
        if self.asking or not self.asks:
            self._asking.stop()
            self._ask(asks=False)
            self._do()
        else:
            self._ask(asks=True)
            self._asking.start()
            announce(self, self._question)

    def _ask(self, *, asks: bool) -> None:
        """Show the question, in a colour that warns; or the usual text."""
        self.setText(self._question if asks else self._text)
        theme.set_asking(self, asking=asks)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be pressed once by a key that is held down: it would answer its own question."""
        if not event.isAutoRepeat():
            super().keyPressEvent(event)


class Paragraph(QLabel):
    """Lines of plain text, all of which are shown at any width.

    The least height of Qt's labels is that of their texts at a width that Qt would like.
    """

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        theme.set_role(self, role)

    def minimumSizeHint(self) -> QSize:
        """Return the size with as many lines as there are at this width."""
        least = super().minimumSizeHint()
        return QSize(least.width(), max(least.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height of as many lines as there are at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class Balanced(Paragraph):
    """Such lines in the middle, all about as long: no word stands alone in the last one."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__(text, role)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)

    @property
    def balanced(self) -> int:
        """The least width in which there are no more lines than in all of it, in pixels."""
        metrics, wide = self.fontMetrics(), self.contentsRect().width()

        def high(width: int) -> int:
            around, broken = QRect(0, 0, width, ANY), int(Qt.TextFlag.TextWordWrap)
            return metrics.boundingRect(around, broken, self.text()).height()

        least, most = 1, wide
        while least < most:
            middle = (least + most) // 2
            if high(middle) <= high(wide):
                most = middle
            else:
                least = middle + 1
        return most

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines as they are broken in that width."""
        place, wide = self.contentsRect(), self.balanced
        place.setLeft(place.left() + (place.width() - wide) // 2)
        place.setWidth(wide)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter
        self.style().drawItemText(
            QPainter(self),
            place,
            int(flags),
            self.palette(),
            self.isEnabled(),
            self.text(),
            self.foregroundRole(),
        )


class Elided(QLabel):
    """One line of plain text to select from, cut with an ellipsis where it does not fit."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self._text, self._meant = text, ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        theme.set_role(self, role)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._cut()

    def text(self) -> str:
        """The whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self._cut()
            self.updateGeometry()

    def explain(self, meant: str) -> None:
        """Say more in the tool tip, whether the text is cut or not."""
        self._meant = meant
        self._cut()

    def sizeHint(self) -> QSize:
        """Return the size that shows the whole text."""
        metrics = self.fontMetrics()
        margins = self.contentsMargins()
        return QSize(
            metrics.horizontalAdvance(self._text) + 2 + margins.left() + margins.right(),
            metrics.height() + 2 + margins.top() + margins.bottom(),
        )

    def minimumSizeHint(self) -> QSize:
        """Return the size for a few characters."""
        return QSize(40, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what fits."""
        super().resizeEvent(event)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._cut()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Leave it to the row that this is in."""
        event.ignore()

    def _room(self) -> int:
        """How long the text may be, in pixels."""
        return max(0, self.contentsRect().width())

    def _cut(self) -> None:
        shown = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self._room())
        self._show(shown, whole=shown == self._text)

    def _show(self, shown: str, *, whole: bool) -> None:
        if ISOLATE in shown:
            shown = LEFT_TO_RIGHT + shown  # what begins from right to left is on the left, too
        if shown != super().text():
            super().setText(shown)
        self.setToolTip(plain_tip(self._meant or ("" if whole else self._text)))
        self.setAccessibleName(self._text)


class CutField(QLineEdit):
    """A line to copy from or to type in, with an ellipsis where its end is out of sight.

    While it has the keys, it is as any other: there one goes through the text. A tool tip has all
    of what is cut.
    """

    def __init__(self, *, only_read: bool = False) -> None:
        super().__init__(readOnly=only_read)
        self.installEventFilter(self)

    @property
    def shown_text(self) -> str:
        """What is seen of the text while nobody types."""
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self._place().width()
        )

    def _place(self) -> QRect:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        element = QStyle.SubElement.SE_LineEditContents
        inside = self.style().subElementRect(element, option, self)
        return inside.marginsRemoved(self.textMargins()).adjusted(2, 0, -2, 0)  # as Qt has it

    @property
    def _is_cut(self) -> bool:
        return not self.hasFocus() and self.shown_text != self.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what there is room for, and that there is more."""
        if not self._is_cut:
            super().paintEvent(event)
            return
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter = QPainter(self)
        panel = QStyle.PrimitiveElement.PE_PanelLineEdit
        self.style().drawPrimitive(panel, option, painter, self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawText(self._place(), Qt.AlignmentFlag.AlignVCenter, self.shown_text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have the whole text in the tool tip, where its end is out of sight."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._is_cut:
            told = filter(None, (self.text(), self.toolTip()))
            QToolTip.showText(event.globalPos(), plain_tip("\n".join(told)), self)
            return True
        return super().eventFilter(watched, event)


class Title(Elided):
    """One line, or two where one is too short and there is a space to break it at."""

    def sizeHint(self) -> QSize:
        """Return the size of one line, or the height of two."""
        size = super().sizeHint()
        more = self._lines.count("\n") * self.fontMetrics().lineSpacing()
        return QSize(size.width(), size.height() + more)

    @property
    def _lines(self) -> str:
        first, rest = halves(self._text, self.fontMetrics(), self._room())
        return f"{first}\n{rest}" if rest else first

    def _cut(self) -> None:
        metrics, wide = self.fontMetrics(), self._room()
        lines = self._lines.split("\n")
        shown = [metrics.elidedText(each, Qt.TextElideMode.ElideRight, wide) for each in lines]
        self._show("\n".join(shown), whole=shown == lines)
        self.updateGeometry()


def halves(title: str, metrics: QFontMetrics, width: int) -> tuple[str, str]:
    """Return as many words of a title as fit into a line, and the rest of it."""
    words = title.split(" ")
    lines = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(len(words), 0, -1)]
    right = Qt.TextElideMode.ElideRight  # which rounds in another way than what measures texts
    fitting = (line for line in lines if metrics.elidedText(line[0], right, width) == line[0])
    return next(fitting, (title, ""))


class Cells(QStyledItemDelegate):
    """Paints the cells of a table, and shows in a tool tip what is cut in one."""

    def shown_text(self, text: str, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return what is to be written in a cell that has this text."""
        return "" if self._medal(index) else text

    def _medal(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """Return the place from 1 to 3 for which there is a medal in a cell; 0 for none."""
        table = self.parent()
        text = str(index.data() or "")
        if isinstance(table, DataTable) and index.column() == table.medals and text in MEDALS:
            keys = table.keys[index.row() : index.row() + 1]  # none of a row that is about to go
            return 0 if any(key in table.unadorned for key in keys) else int(text)
        return 0

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Write the lit row in bold."""
        super().initStyleOption(option, index)
        option.text = self.shown_text(option.text, index)
        table = self.parent()
        if isinstance(table, DataTable) and table.is_lit(index.row()):
            font = QFont(option.font)
            font.setBold(True)
            option.font = font

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a cell, with its medal, and with the light of its row."""
        table, rect = self.parent(), option.rect
        lit = isinstance(table, DataTable) and table.is_lit(index.row())
        if lit:
            light = QColor(theme.colours.accent)
            light.setAlpha(LIGHT)
            painter.fillRect(rect, light)
        super().paint(painter, option, index)
        if lit and index.column() == 0:
            edge = QRect(rect.left(), rect.top(), 4, rect.height())
            painter.fillRect(edge, QColor(theme.colours.accent))
        if place := self._medal(index):
            high = theme.px(TABLE_ROW) - 8
            box = QRectF(rect.right() - theme.px(8) - high, rect.top() + 4, high, high)
            paint_medal(painter, box, place, option.font)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Show the whole of a text that is cut; a cell with a tool tip of its own shows that."""
        text = str(index.data() or "")
        if index.data(Qt.ItemDataRole.ToolTipRole):
            return super().helpEvent(event, view, option, index)
        if self.sizeHint(option, index).width() > option.rect.width():
            QToolTip.showText(event.globalPos(), plain_tip(text), view)
        else:
            QToolTip.hideText()
        return True


class Cell(NamedTuple):
    """A text in a table, and what a tool tip says of it."""

    text: str
    tip: str


class DataTable(QTableWidget):
    """Rows of plain text, each with a key; all columns share what they do not need.

    Where there is not enough, the column `wide` has what is left. Where that is hardly anything,
    the columns that can be `spared` go, the first of them first; then it keeps a least width, the
    longest texts of the others are cut to as much, and at last the table scrolls sideways.
    Columns of `numbers` are aligned at the right.  A `whole` table has the height of all its rows:
    what is around it is scrolled.
    A `snug` one takes no more height than that, unless it says why it is empty. In a `close` one
    the wide column keeps no more width than it holds.
    """

    row_height: ClassVar = TABLE_ROW
    """Of a row, in pixels."""
    least_wide: ClassVar = TABLE_WIDE
    """The least width of the wide column, in pixels, if it holds as much."""
    headed: ClassVar = True
    """Whether it says what stands in its columns, as soon as anything does."""

    def __init__(
        self,
        headings: list[str],
        wide: int = 0,
        parent: QWidget | None = None,
        *,
        numbers: Collection[int] = (),
        spared: Sequence[int] = (),
        whole: bool = False,
        snug: bool = False,
        close: bool = False,
        medals: int = -1,
    ) -> None:
        """Make an empty table; medals mark the places 1 to 3 in that column, if there is one."""
        super().__init__(0, len(headings), parent)
        self._whole, self._snug, self._close = whole, snug, close
        self.medals = medals
        self.unadorned: Collection[object] = ()
        """The keys of the rows that have no medal, whatever their place: nothing was done there."""
        self._lit: Sequence[object] = ()
        self._kept: dict[int, str] = {}
        """What columns have room for, whatever stands in them."""
        self._needed: dict[int, int] = {}
        """How wide all is that stands in each column, also in one that is spared now."""
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._wide, self._numbers, self._spared = wide, numbers, spared
        self._left_out: set[int] = set()
        """Columns of which there is nothing to say now."""
        self.empty = ""
        """What stands in the table while it has no rows."""
        self._late = ""
        """What is going to stand there if rows are long in coming."""
        self._waiting = QTimer(self, singleShot=True, interval=PATIENCE)
        self._waiting.timeout.connect(lambda: self.tell_empty(self._late))
        self.setItemDelegate(Cells(self))
        self.setHorizontalHeaderLabels(headings)
        self.verticalHeader().hide()
        self._scale_rows()
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for x in numbers:
            if head := self.horizontalHeaderItem(x):
                head.setTextAlignment(RIGHT)
        self._keys: list[object] = []
        if not whole:
            Fade(self, "raised")

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a row into sight, above what fades, and with a whole row at the top."""
        super().scrollTo(index, hint)
        # What half of it covers is the air below a row's text.
        foot, bar = self.viewport().height() - theme.px(FADE) // 2, self.verticalScrollBar()
        bar.setValue(bar.value() + max(0, self.visualRect(index).bottom() - foot))
        first = self.rowAt(0)
        cut = self.rowViewportPosition(first) if 0 <= first < index.row() else 0
        if cut < 0:
            bar.setValue(bar.value() + self.rowHeight(first) + cut)

    def changeEvent(self, event: QEvent) -> None:
        """Take the rows' height in another scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._scale_rows()
            self._widen()
            self._take_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out anew."""
        super().resizeEvent(event)
        self._widen()
        self._show_lit_whole()

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few rows, or of all of them."""
        least = super().minimumSizeHint()
        return QSize(least.width(), self._full_height()) if self._whole else least

    def row_box(self, key: object) -> QRect | None:
        """Return where the row with this key is on the table; None if there is none."""
        if key not in self._keys:
            return None
        cell = self.visualRect(self.model().index(self._keys.index(key), self._wide))
        return cell.translated(self.viewport().pos())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, or what there is to say where there are none."""
        super().paintEvent(event)
        if self.empty and not self.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(theme.colours.muted))
            middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(
                self.viewport().rect().adjusted(SPACE, 0, -SPACE, 0), middle, self.empty
            )

    def explain(self, x: int, text: str) -> None:
        """Say in a tool tip of a column's heading what stands in it."""
        if head := self.horizontalHeaderItem(x):
            head.setToolTip(text)

    def keep_room(self, x: int, text: str) -> None:
        """Have room for this text in a column from the start: nothing moves when it comes."""
        self._kept[x] = text
        self._widen()

    def fit_columns(self) -> None:
        """Share the width out anew: there is more in the cells now, as pictures beside texts."""
        self._widen()

    def leave_out(self, x: int, *, out: bool) -> None:
        """Have a column or not: one of which there may be nothing to say."""
        if out != (x in self._left_out):
            self._left_out ^= {x}
            self._widen()

    def tell_late(self, text: str) -> None:
        """Say nothing in the table yet, and this if it has no rows for a while."""
        self.tell_empty("")
        self._late = text
        self._waiting.start()

    def tell_empty(self, text: str) -> None:
        """Say this in the table while it has no rows."""
        self._waiting.stop()
        self.empty = text
        self._show_head()
        self._take_height()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size that shows all rows, for a snug table."""
        hint = super().sizeHint()
        return QSize(hint.width(), self._full_height()) if self._snug else hint

    def wanted_width(
        self, *, without: Collection[int] = (), widest: int = ANY, barred: bool = True
    ) -> int:
        """Return the width in which no text of a row is cut, in pixels.

        Some columns can be left out, and of the wide one no more is asked for than `widest`. There
        is room for a scroll bar if it is `barred`.
        """
        shown = {x: width for x, width in self._needed.items() if x not in without}
        shown[self._wide] = min(shown.get(self._wide, 0), widest)
        bar = self.verticalScrollBar().sizeHint().width() if barred else 0
        return sum(shown.values()) + self.width() - self.maximumViewportSize().width() + bar

    def _held(self, x: int) -> int:
        """Return how wide all is that stands in a column."""
        return max(self.horizontalHeader().sectionSizeHint(x), self.sizeHintForColumn(x))

    def _show_head(self) -> None:
        """Head the columns while there is anything in them."""
        if self.headed:
            self.horizontalHeader().setVisible(self.rowCount() > 0)

    def _full_height(self) -> int:
        """Return how high all rows are, or what stands there while there are none."""
        empty = theme.px(self.row_height) * (EMPTY_ROWS if self._snug else 0)
        rows = self.verticalHeader().length() if self.rowCount() else empty
        high = self.horizontalHeader().sizeHint().height() + rows
        if self.horizontalScrollBar().isVisible():
            high += self.horizontalScrollBar().height()
        return high + theme.px(TABLE_EDGES)

    def _take_height(self) -> None:
        if self._snug:
            told = self.empty and not self.rowCount()  # that stands in the middle of all the room
            self.setMaximumHeight(ANY if told else self.sizeHint().height())
        if self._snug or self._whole:
            self.updateGeometry()

    def _widen(self) -> None:
        """Let the wide column take what the others leave, but no less than can be read."""
        header = self.horizontalHeader()
        if not self.headed:
            return
        for x in range(self.columnCount()):  # one that is hidden does not say how wide it would be
            header.setSectionHidden(x, x in self._left_out)
        widths = {
            x: max(
                header.minimumSectionSize(),
                header.sectionSizeHint(x),
                self.sizeHintForColumn(x),
                self._kept_width(x),
            )
            for x in range(self.columnCount())
            if x != self._wide and x not in self._left_out
        }
        least = theme.px(self.least_wide)
        held = self._held(self._wide)
        self._needed = {**widths, self._wide: held}
        if self._close:
            least = min(least, held)
        room = self.viewport().width() - least
        for x in self._spared:
            if x in widths and sum(widths.values()) > room:
                header.setSectionHidden(x, True)
                del widths[x]
        for x in sorted(set(widths) - set(self._numbers), key=widths.__getitem__, reverse=True):
            over = sum(widths.values()) - room  # long texts are cut before columns are out of sight
            widths[x] -= max(0, min(over, widths[x] - theme.px(self.least_wide)))
        modes = QHeaderView.ResizeMode
        left = self.viewport().width() - sum(widths.values()) - held
        # All share what is left: what belongs to a name does not stand far from it.
        aired = len(widths) + 1 - (self.medals in widths)
        air = max(0, left // aired)
        for x, width in widths.items():
            header.setSectionResizeMode(x, modes.Fixed)
            header.resizeSection(x, width + air * (x != self.medals))
        tight = sum(widths.values()) > room
        header.setSectionResizeMode(self._wide, modes.Fixed if tight else modes.Stretch)
        if tight:
            header.resizeSection(self._wide, least)

    def _kept_width(self, x: int) -> int:
        text = self._kept.get(x, "")
        return self.fontMetrics().horizontalAdvance(text) + 2 * theme.px(SPACE) if text else 0

    def _scale_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.px(self.row_height))
        self.horizontalHeader().setMinimumSectionSize(theme.px(TABLE_COLUMN))

    def fill(self, rows: Sequence[tuple[object, Sequence[str | Cell]]]) -> None:
        """Show these rows, each a key and its texts; the selected key stays selected."""
        chosen = self.chosen
        self.setAccessibleDescription("" if rows else translate("elements", "empty"))
        self._keys = [key for key, _ in rows]
        self.setRowCount(len(rows))
        self._show_head()
        if rows:
            self._waiting.stop()
        for y, (_, texts) in enumerate(rows):
            for x, cell in enumerate(texts):
                text, tip = cell if isinstance(cell, Cell) else (cell, "")
                item = self.item(y, x)
                if item is None:
                    item = QTableWidgetItem()
                    if x in self._numbers:
                        item.setTextAlignment(RIGHT)
                    self.setItem(y, x, item)
                if item.text() != text:
                    item.setText(text)
                item.setToolTip(plain_tip(tip))
        self._widen()
        self._take_height()
        if chosen in self._keys:
            self.selectRow(self._keys.index(chosen))
        elif chosen is not None:
            self.clearSelection()
            self.setCurrentCell(-1, -1)

    def light(self, *keys: object) -> None:
        """Light the rows of these keys, wherever the chosen one is; None stands for no row."""
        self._lit = [key for key in keys if key is not None]
        self._widen()
        self._show_lit_whole()
        self.viewport().update()

    def _show_lit_whole(self) -> None:
        """Scroll the first lit row wholly into sight where it is cut by the edge."""
        lit = next((y for y in range(len(self._keys)) if self.is_lit(y)), None)
        if lit is None:
            return
        index = self.model().index(lit, self._wide)
        place, seen = self.visualRect(index), self.viewport().rect()
        if place.top() < seen.bottom() < place.bottom() + theme.px(FADE) // 2:
            self.scrollTo(index)

    def is_lit(self, y: int) -> bool:
        """Whether this row is a lit one."""
        return y < len(self._keys) and self._keys[y] in self._lit

    def text(self, y: int, x: int) -> str:
        """Return what stands in a cell; an empty text where there is none."""
        item = self.item(y, x)
        return item.text() if item is not None else ""

    def choose(self, key: object) -> None:
        """Select the row of a key."""
        if key in self._keys:
            self.selectRow(self._keys.index(key))

    @property
    def keys(self) -> Sequence[object]:
        """The keys of all rows, from the top."""
        return self._keys

    @property
    def chosen(self) -> object | None:
        """The key of the selected row."""
        selected = self.selectionModel().selectedRows()
        at = selected[0].row() if selected else -1
        return self._keys[at] if 0 <= at < len(self._keys) else None

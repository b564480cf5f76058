"""The look of every screen: two sets of colours, light and dark, and the stylesheet made of one.

Whoever paints asks `theme.colours` for a colour each time: it changes while the program runs. All
widgets are painted again when it does.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from shiboken6 import isValid

from client.window.desktop import preferences
from client.window.desktop.preferences import CHOICES


@dataclass(frozen=True)
class Colours:
    """A theme, as "#rrggbb"."""

    window: str
    panel: str
    raised: str
    """Buttons and fields."""
    line: str
    chosen: str
    """The chosen row of a list, and what moves in a scroll bar."""
    text: str
    muted: str
    faint: str
    """The text of what cannot be used now."""
    accent: str
    """Filled areas that are to be seen first: the button that matters most."""
    on_accent: str
    bright: str
    """The same as text or as a thin line."""
    good: str
    bad: str
    racers: str
    """What the racers have in bars and curves, seat by seat: sixteen that can be told apart, stand
    out from the window by 3:1 at least, and are not near `bright`, which is the player's own."""


DARK: Final = Colours(
    window="#182224",
    panel="#223033",
    raised="#2d3e42",
    line="#3b5054",
    chosen="#4b656a",
    text="#eaf0ee",
    muted="#a9bbb8",
    faint="#6d7f7d",
    accent="#f2b63c",
    on_accent="#23190a",
    bright="#f2b63c",
    good="#6bcf97",
    bad="#ff8a80",
    racers="#33b0e6 #e31c93 #19cc97 #e63333 #9464b4 #beee77 #ac6e53 #d38ef1 "
    "#337ae6 #f18e97 #298811 #c233e6 #2d8686 #bbf7f7 #999933 #1ce31c",
)
LIGHT: Final = Colours(
    window="#eef2f0",
    panel="#ffffff",
    raised="#f7faf8",
    line="#c3cfcb",
    chosen="#cfe3dc",
    text="#17211f",
    muted="#4d5f5b",
    faint="#93a19d",
    accent="#f2b63c",
    on_accent="#23190a",
    bright="#9a6200",
    good="#0d6a3d",
    bad="#b3261e",
    racers="#1c7fe3 #e31c80 #149f14 #e3441c #7319cc #339999 #931f1f #bd758b "
    "#1c1ce3 #0b5b0b #e31ce3 #334799 #a66ce0 #7e1b74 #45212f #0b0b5b",
)

FIRST: Final = 8
"""So many of the racers' colours, the easiest to tell apart, are all taken before the others."""

colours: Colours = DARK
"""The colours in force: read them as `theme.colours`."""


READABLE: Final = 4.5
"""The contrast that small text needs, as WCAG 2 has it."""
STEP: Final = 4
"""Of 255 parts, how much lighter or darker a colour gets at a time until it can be read."""
BESIDE: Final = 14
"""Pixels on either side of a button's text."""
TIGHTER: Final = 6
"""How many of them a tight button does without."""
zoom: float = 1.0
"""How much larger than usual the player wants all that is read."""
scale: float = 1.0
"""How much larger than usual it is: in a large window, more than the player's zoom."""
_SCALES: Final = ((2300, 1300, 1.3), (1800, 1000, 1.15))
"""The least width and height of a window for each scale that is not the usual one."""
_zooms: Final[set[float]] = set()
"""The zooms that the sheet has."""
ENLARGED: Final = "enlarged"
"""The property by which a window says at which scale all in it is."""


def scale_of(width: int, height: int) -> float:
    """Return the scale that suits a window of this size, at the usual zoom."""
    return next((s for wide, high, s in _SCALES if width >= wide and height >= high), 1.0)


def px(pixels: int) -> int:
    """Return a size that is meant for the usual scale in the one in force."""
    return round(pixels * scale)


_CHECK, _DOWN, _UP = (
    Path(__file__).with_name(f"{name}.svg").as_posix() for name in ("check", "down", "up")
)


def stylesheet(c: Colours, zoom: float, zooms: Collection[float]) -> str:
    """Return the style of every widget in these colours, at this zoom where no window has its own.

    Labels, frames and buttons say what they are by the property `role` (see `set_role`). What grows
    with a large window or the player's zoom is there once for each scale that can come of windows
    and these `zooms`: so another one is no other sheet, with which all would be styled anew.
    """
    steps = (1.0, *(times for *_, times in _SCALES))
    scales = sorted({chosen * times for chosen in zooms for times in steps})
    grown = (_sizes(each, f'*[{ENLARGED}="{_told(each)}"] ') for each in scales)
    return "".join((_look(c), _sizes(zoom), *grown))


def _told(scale: float) -> str:
    """Return a scale as windows say it."""
    return f"{scale:.3f}"


def _sizes(scale: float, within: str = "") -> str:
    """Return what is larger at a larger scale, for all that is `within` something.

    Each line is one rule for one thing: `within` is put before it once.
    """

    def px(pixels: int) -> int:
        return round(pixels * scale)

    rules = f"""
QWidget {{ font-size: {px(14)}px; }}
QLabel[role="title"] {{ font-size: {px(22)}px; }}
QLabel[role="victory"] {{ font-size: {px(34)}px; }}
QLabel[role="win"] {{ font-size: {px(17)}px; border-radius: {px(12)}px; }}
QLabel[role="bubble"] {{ border-radius: {px(12)}px; }}
QLabel[role="huge"] {{ font-size: {px(34)}px; }}
QLabel[role="code"] {{ font-size: {px(34)}px; }}
QLabel[role="clock"] {{ font-size: {px(30)}px; }}
QLabel[role="late"] {{ font-size: {px(30)}px; }}
QLabel[role="away"] {{ font-size: {px(30)}px; }}
QLabel[role="stale"] {{ font-size: {px(18)}px; }}
QLabel[role="name"] {{ font-size: {px(16)}px; }}
QLabel[role="figure"] {{ font-size: {px(18)}px; }}
QLabel[role="muted"] {{ font-size: {px(12)}px; }}
QLabel[role="slow"] {{ font-size: {px(12)}px; }}
QLabel[role="read"] {{ font-size: {px(12)}px; }}
QLineEdit[role="proof"] {{ font-size: {px(12)}px; }}
QPushButton[role="choice"] {{ padding-right: {px(28)}px; }}
QComboBox::drop-down {{ width: {px(26)}px; }}
QComboBox::down-arrow {{ width: {px(12)}px; height: {px(12)}px; }}
QSpinBox::down-arrow {{ width: {px(12)}px; height: {px(12)}px; }}
QSpinBox::up-arrow {{ width: {px(12)}px; height: {px(12)}px; }}
QSpinBox::up-button {{ width: {px(20)}px; }}
QSpinBox::down-button {{ width: {px(20)}px; }}
QCheckBox::indicator {{ width: {px(15)}px; height: {px(15)}px; }}
QMenu::item {{ padding: 5px 22px 5px {px(11) + 17}px; }}
QMenu::indicator {{ width: {px(11)}px; height: {px(11)}px; }}
"""
    return "\n".join(within + rule for rule in rules.split("\n") if rule) + "\n"


def _look(c: Colours) -> str:
    """Return what is the same at any scale."""
    return f"""
QWidget {{ background: {c.window}; color: {c.text}; }}
QLabel, QCheckBox, QRadioButton {{ background: transparent; }}
QLabel[role="title"] {{ font-weight: 600; }}
QLabel[role="victory"] {{ font-weight: 700; color: {c.bright}; }}
QLabel[role="win"] {{ font-weight: 600; }}
QLabel[role="bubble"], QLabel[role="win"] {{ background: rgba(12, 20, 20, 232); color: #f2f6f4; }}
QLabel[role="huge"], QLabel[role="code"], QLabel[role="clock"] {{ font-weight: 600; }}
QLabel[role="code"] {{ letter-spacing: 4px; }}
QLabel[role="late"] {{ font-weight: 600; color: {c.bright}; }}
QLabel[role="away"], QLabel[role="stale"] {{ font-weight: 600; color: {c.muted}; }}
QLabel[role="name"], QLabel[role="figure"] {{ font-weight: 600; }}
QLabel[role="muted"] {{ color: {c.muted}; }}
QLabel[role="good"] {{ color: {c.good}; }}
QLabel[role="bad"] {{ color: {c.bad}; }}
QLabel[role="notice"] {{ color: {c.text}; }}
QLabel[role="warning"], QLabel[role="slow"] {{ color: {c.bright}; }}
QWidget[role="clear"] {{ background: transparent; }}
QFrame[role="quote"] {{ background: {c.raised}; border: 1px solid {c.line}; border-radius: 6px; }}
QFrame[role="panel"] {{ background: {c.panel}; border: none; border-radius: 8px; }}
QLabel[role="primer"] {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: 10px;
  padding: 10px 14px; }}
QFrame[role="banner"] {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: 10px; }}
QFrame[role="news"] {{
    background: {c.raised}; border: none; border-left: 4px solid {c.accent};
}}
QPushButton {{
    background: {c.raised}; border: 1px solid {c.line}; border-radius: 6px;
    padding: 6px {BESIDE}px;
}}
QPushButton:hover {{ border-color: {c.muted}; }}
QPushButton:pressed {{ background: {c.line}; }}
QPushButton:checked {{ background: {c.chosen}; }}
QPushButton[tight="true"] {{ padding: 6px {BESIDE - TIGHTER}px; }}
QPushButton[role="narrow"] {{ padding: 2px 10px; }}
QPushButton[role="tile"] {{ background: {c.raised}; padding: 0; border-radius: 8px; }}
QPushButton[role="tile"] QLabel:disabled {{ color: {c.faint}; }}
QPushButton[role="tile"]:hover {{ border-color: {c.bright}; }}
QPushButton[role="tile"]:focus {{ border: 2px solid {c.bright}; }}
QPushButton[role="quiet"] {{
    background: transparent; border-color: transparent; padding: 6px 10px;
}}
QPushButton[role="quiet"]:hover {{ border-color: {c.muted}; }}
QPushButton[role="quiet"]:focus {{ border-color: {c.bright}; }}
QPushButton[role="quiet"]:checked {{ background: {c.chosen}; }}
QPushButton[role="quiet"]:disabled {{ color: {c.faint}; background: transparent; }}
QPushButton:focus {{ border-color: {c.bright}; }}
QPushButton:disabled {{ color: {c.faint}; background: {c.panel}; }}
QPushButton[role="main"] {{
    background: {c.accent}; color: {c.on_accent}; border-color: {c.accent}; font-weight: 600;
}}
QPushButton[role="main"]:focus {{ border: 2px solid {c.text}; padding: 5px {BESIDE - 1}px; }}
QPushButton[role="main"][tight="true"]:focus {{ padding: 5px {BESIDE - TIGHTER - 1}px; }}
QPushButton[role="main"]:disabled {{
    background: {c.panel}; color: {c.faint}; border-color: {c.line}; font-weight: 400;
}}
QPushButton[asking="true"], QPushButton[asking="true"]:hover, QPushButton[asking="true"]:focus {{
    color: {c.bad}; border-color: {c.bad}; }}
QLineEdit, QPlainTextEdit, QTextEdit, QListWidget, MoveList, QTableView {{
    background: {c.raised}; border: 1px solid {c.line}; border-radius: 6px; padding: 5px 8px;
    selection-background-color: {c.accent}; selection-color: {c.on_accent};
}}
QLineEdit[role="proof"] {{
    background: transparent; border: none; padding: 0;
}}
QLineEdit:focus, QPlainTextEdit:focus, QListWidget:focus, MoveList:focus,
QTableView:focus {{
    border-color: {c.bright};
}}
QScrollArea[role="read"] {{ background: transparent; border: none; }}
QScrollArea[role="read"]:focus {{ background: {c.raised}; border-radius: 6px; }}
QLabel[role="read"] {{ color: {c.muted}; }}
QLabel[role="read"]:focus, QLabel[role="title"]:focus, QLabel[role="victory"]:focus {{
    background: {c.raised}; border-radius: 6px;
}}
QLabel[came="false"]:focus {{ background: transparent; }}
QListWidget, QTableView {{ selection-background-color: {c.chosen}; selection-color: {c.text}; }}
QListWidget::item {{ padding: 5px 4px; }}
MoveList {{ outline: none; padding: 4px; }}
MoveList::item {{ padding: 3px 4px; }}
MoveList::item:selected {{ background: {c.chosen}; color: {c.text}; }}
QTableView {{ outline: none; }}
QTableView::item {{ padding: 0 6px; }}
QTableView::item:selected {{ background: {c.chosen}; color: {c.text}; }}
QComboBox, QSpinBox {{
    background: {c.raised}; border: 1px solid {c.line}; border-radius: 6px;
    padding: 1px 10px; min-height: 28px;
}}
QComboBox {{ padding-right: 2px; combobox-popup: 0; }}  /* a list, which shows its choice */
QSpinBox QLineEdit {{ background: transparent; border: none; padding: 0 6px; }}
QSpinBox:hover {{ border-color: {c.muted}; }}
QComboBox:focus, QSpinBox:focus {{ border-color: {c.bright}; }}
QComboBox:disabled, QSpinBox:disabled {{ color: {c.faint}; background: {c.panel}; }}
QComboBox::drop-down {{ border: none; }}
QComboBox::down-arrow, QSpinBox::down-arrow {{ image: url("{_DOWN}"); }}
QSpinBox::up-arrow {{ image: url("{_UP}"); }}
QSpinBox::up-button, QSpinBox::down-button {{
    background: transparent; border: none; subcontrol-origin: border;
}}
QSpinBox::up-button {{ subcontrol-position: top right; }}
QSpinBox::down-button {{ subcontrol-position: bottom right; }}
QCheckBox {{ spacing: 8px; }}
QCheckBox::indicator {{
    background: {c.raised}; border: 1px solid {c.muted}; border-radius: 4px;
}}
QCheckBox::indicator:focus {{ border-color: {c.bright}; }}
QCheckBox::indicator:checked {{
    background: {c.accent}; border-color: {c.accent}; image: url("{_CHECK}");
}}
QTabWidget::pane {{ border: none; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: {c.window}; color: {c.muted}; padding: 6px 14px; margin-bottom: 6px;
    border: none; border-bottom: 2px solid {c.line};
}}
QTabBar::tab:selected {{ color: {c.text}; border-bottom-color: {c.bright}; }}
QTabBar::tab:selected:focus {{ color: {c.bright}; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 8px; }}
QScrollBar:horizontal {{ height: 8px; }}
QScrollBar::handle {{ background: {c.chosen}; border-radius: 4px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
    background: none; border: none; width: 0; height: 0;
}}
QComboBox QAbstractItemView {{
    background: {c.raised}; border: 1px solid {c.line}; outline: none;
    selection-background-color: {c.chosen}; selection-color: {c.text};
}}
QComboBox QAbstractItemView::item {{ padding: 4px 6px; }}
QComboBox QAbstractItemView::item:selected {{ background: {c.chosen}; color: {c.text}; }}
QHeaderView::section {{
    background: {c.panel}; color: {c.muted}; padding: 6px 9px;
    border: none; border-bottom: 1px solid {c.line};
}}
Calendar {{ selection-background-color: transparent; }}
Calendar::item:selected {{ background: transparent; }}
Calendar QHeaderView::section {{ padding: 6px 0; font-size: {px(12)}px; }}
QProgressBar {{
    background: {c.raised}; border: none; border-radius: 4px; text-align: center; max-height: 14px;
}}
QProgressBar::chunk {{ background: {c.good}; border-radius: 4px; }}
QToolTip {{ background: {c.panel}; color: {c.text}; border: 1px solid {c.line}; padding: 4px; }}
QSlider {{ background: transparent; }}
QSlider::groove:horizontal {{ height: 4px; background: {c.line}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {c.bright}; border-radius: 2px; }}
QSlider::sub-page:horizontal:disabled {{ background: {c.line}; }}
QSlider::handle:horizontal {{
    width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
    background: {c.text}; border: 1px solid {c.panel};
}}
QSlider::handle:horizontal:disabled {{ background: {c.chosen}; }}
QSlider:focus {{ border: 1px solid {c.bright}; border-radius: 4px; }}
QScrollArea {{ border: none; }}
QMenuBar {{ background: {c.panel}; }}
QMenuBar::item {{ background: transparent; padding: 3px 9px; }}
QMenuBar::item:selected {{ background: {c.chosen}; }}
QMenu {{ background: {c.panel}; border: 1px solid {c.line}; padding: 4px 0; }}
QMenu::item:selected {{ background: {c.chosen}; }}
QMenu::item:disabled {{ color: {c.faint}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
QMenu::indicator {{ left: 8px; border: 1px solid {c.muted}; border-radius: 3px; }}
QMenu::indicator:checked {{
    background: {c.accent}; border-color: {c.accent}; image: url("{_CHECK}");
}}
"""


def apply(
    app: QApplication, *, dark: bool, larger: float | None = None, dressed: bool = True
) -> None:
    """Give the whole application the dark look, or the light one; at any time.

    `larger` is the zoom from now on of all that is in no window with its own (see `enlarge`); None
    leaves it as it is. Where it is not `dressed`, the sheet comes later, by `dress`.
    """
    global colours, zoom, scale
    chosen = DARK if dark else LIGHT
    wanted = (zoom, scale) if larger is None else (larger, larger)
    if (chosen, *wanted) == (colours, zoom, scale) and app.styleSheet():
        return
    colours, (zoom, scale) = chosen, wanted
    if not app.styleSheet():
        app.setStyle("Fusion")  # once: it takes as long as all the rest
        _zooms.clear()
    _zooms.update((zoom, preferences.live.now.larger))
    palette = QPalette(QColor(chosen.raised), QColor(chosen.window))
    for role, colour in (
        (QPalette.ColorRole.WindowText, chosen.text),
        (QPalette.ColorRole.Text, chosen.text),
        (QPalette.ColorRole.ButtonText, chosen.text),
        (QPalette.ColorRole.Base, chosen.raised),
        (QPalette.ColorRole.Highlight, chosen.accent),
        (QPalette.ColorRole.HighlightedText, chosen.on_accent),
        (QPalette.ColorRole.PlaceholderText, chosen.muted),
    ):
        palette.setColor(role, QColor(colour))
    app.setPalette(palette)
    if dressed:
        dress(app)
    for widget in list(_fixed):
        if isValid(widget):
            _fix(widget)


def applied() -> bool:
    """Return whether the application has got its look, if perhaps not its sheet yet."""
    return bool(_zooms)


def dress(app: QApplication) -> None:
    """Give the application its sheet, and have Qt style each widget that there is twice.

    In place of another sheet, it would be as often as the widget lies deep: seconds for a window.
    So it is while a window is furnished: each widget is styled again whenever it, or what it lies
    in, is put into something else. To dress what is complete takes a third of that.
    """
    app.setStyleSheet("")
    app.setStyleSheet(stylesheet(colours, zoom, _zooms))


def enlarge(window: QWidget, larger: float, times: float, *, but: Collection[QWidget] = ()) -> None:
    """Show all in a window at this zoom, and so many times as large as that, `but` these parts.

    Those are in the old size until they are given to `restyle`.
    """
    global zoom, scale
    app = QApplication.instance()
    if larger not in _zooms and isinstance(app, QApplication):
        # Who wants another zoom tries several: now there are all.  Until then, they would be three
        # quarters of the rules, which Qt goes through for each widget that is made.
        _zooms.update(int(each) / 100 for each in CHOICES["zoom"])
        dress(app)
    zoom, scale = larger, larger * times
    window.setProperty(ENLARGED, _told(scale))
    restyle(window, but=but)


def restyle(whole: QWidget, *, but: Collection[QWidget] = ()) -> None:
    """Bring a widget and all that is in it, `but` these parts, to the scale in force.

    Each is styled once, and all of them before any is told, which may measure what is in it. Qt's
    own way, another sheet, styles each as often as it lies deep.
    """
    style, found = whole.style(), [whole]
    for widget in found:
        style.polish(widget)
        if widget in _fixed:
            _fix(widget)
        parts = (each for each in widget.children() if isinstance(each, QWidget))
        found += [each for each in parts if each not in but]
    changed = QEvent(QEvent.Type.StyleChange)
    for widget in found:
        if isValid(widget):
            QApplication.sendEvent(widget, changed)


_SETTERS: Final[Mapping[str, Callable[[QWidget, int], None]]] = {
    "width": QWidget.setFixedWidth,
    "height": QWidget.setFixedHeight,
    "least_width": QWidget.setMinimumWidth,
    "least_height": QWidget.setMinimumHeight,
    "most_width": QWidget.setMaximumWidth,
    "most_height": QWidget.setMaximumHeight,
    "line_height": QWidget.setMinimumHeight,
}
EDGES: Final = 14
"""What the edges of a button or field take of its height, in pixels, in any scale."""


_fixed: Final[WeakKeyDictionary[QWidget, Mapping[str, int]]] = WeakKeyDictionary()
"""The sizes that hold for the usual scale, by their widgets."""


def fix(widget: QWidget, **sizes: int) -> None:
    """Fix a widget's `width` or `height` in any scale, or the bounds of them.

    These are `least_width`, `least_height`, `most_width` and `most_height`; and `line_height`, the
    least height of what has one line of text in it, where only the text is of another size.
    """
    _fixed[widget] = {**_fixed.get(widget, {}), **sizes}
    _fix(widget)


def _fix(widget: QWidget) -> None:
    for name, pixels in _fixed[widget].items():
        edges = EDGES if name == "line_height" else 0
        _SETTERS[name](widget, max(0, px(pixels - edges) + edges))


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget one of the roles in the stylesheet ("title", "muted", "panel", "main"...)."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().polish(widget)


def set_asking(button: QPushButton, *, asking: bool) -> None:
    """Let a button warn while it asks whether it is meant, or no longer."""
    if bool(button.property("asking")) != asking:
        button.setProperty("asking", asking)
        button.style().polish(button)


def set_tight(button: QPushButton, *, tight: bool) -> None:
    """Let a button be narrower by `TIGHTER` pixels on either side of its text, or no longer."""
    if bool(button.property("tight")) != tight:
        button.setProperty("tight", tight)
        button.style().polish(button)
        QApplication.sendEvent(button, QEvent(QEvent.Type.StyleChange))  # Qt keeps its old size
        button.updateGeometry()


def label(text: str, role: str = "") -> QLabel:
    """Return a label of plain text: what players write is never markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    set_role(made, role)
    return made


def racer_colours(players: Iterable[int], own: int) -> dict[int, QColor]:
    """Return each racer's colour, the same wherever the race is shown; the accent for oneself."""
    known = colours.racers.split()
    found = {
        player: QColor(known[number])
        for player, number in colour_numbers(players, len(known)).items()
    }
    return found | ({own: QColor(colours.bright)} if own in found else {})


def colour_numbers(players: Iterable[int], known: int) -> dict[int, int]:
    """Return which of the `known` colours each player has: in every room and race the same.

    It goes by the player's id, among the first ones. Only where one with a lower id has that colour
    is it the next one that is free, if any is.
    """
    return dict(_colour_numbers(frozenset(players), known))


@lru_cache(maxsize=64)
def _colour_numbers(players: frozenset[int], known: int) -> Mapping[int, int]:
    found: dict[int, int] = {}
    for player in sorted(players):
        first = [(player + step) % FIRST for step in range(FIRST)]
        taken = set(found.values())
        free = (each for each in (*first, *range(FIRST, known)) if each not in taken)
        found[player] = next(free, first[0])
    return found


def legible(colour: QColor, ground: str) -> QColor:
    """Return a colour of the same hue in which small text can be read on that ground."""
    below = _luminance(QColor(ground))
    step = STEP if below < 0.5 else -STEP
    for lightness in range(colour.lightness(), 255 if step > 0 else 0, step):
        tried = QColor.fromHsl(colour.hslHue(), colour.hslSaturation(), lightness)
        dark, light = sorted((below, _luminance(tried)))
        if (light + 0.05) / (dark + 0.05) >= READABLE:
            return tried if lightness != colour.lightness() else colour
    return QColor(colours.text)


def _luminance(colour: QColor) -> float:
    """Return how bright a colour is, from 0 to 1, as WCAG 2 has it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

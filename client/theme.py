"""The look of every screen: colours, sizes and one stylesheet."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget

TABLE: Final = "#2a5a50"
"""The cloth that the cards lie on."""
WINDOW: Final = "#182224"
PANEL: Final = "#223033"
RAISED: Final = "#2d3e42"
"""Buttons and fields."""
LINE: Final = "#3b5054"
CHOSEN: Final = "#4b656a"
"""The chosen row of a list, and what moves in a scroll bar."""
TEXT: Final = "#eaf0ee"
MUTED: Final = "#a3b5b2"
ACCENT: Final = "#f2b63c"
"""What is lit: legal targets, the button that matters most."""
GOOD: Final = "#63c78f"
BAD: Final = "#ef6a63"
HINT: Final = "#7cc4ff"

STYLESHEET: Final = f"""
QWidget {{ background: {WINDOW}; color: {TEXT}; font-size: 14px; }}
QLabel, QCheckBox, QRadioButton {{ background: transparent; }}
QLabel[role="title"] {{ font-size: 22px; font-weight: 600; }}
QLabel[role="lit"] {{ font-size: 22px; font-weight: 600; color: {ACCENT}; }}
QLabel[role="figure"] {{ font-size: 18px; font-weight: 600; }}
QLabel[role="muted"] {{ color: {MUTED}; font-size: 12px; }}
QLabel[role="good"] {{ color: {GOOD}; }}
QLabel[role="bad"] {{ color: {BAD}; }}
QLabel[role="notice"] {{ color: {TEXT}; }}
QLabel[role="warning"] {{ color: {ACCENT}; }}
QWidget[role="clear"] {{ background: transparent; }}
QFrame[role="panel"] {{ background: {PANEL}; border: none; border-radius: 8px; }}
QFrame[role="banner"] {{ background: {PANEL}; border: 1px solid {LINE}; border-radius: 10px; }}
QFrame[role="news"] {{ background: {RAISED}; border: none; border-left: 4px solid {ACCENT}; }}
QPushButton {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 6px 14px;
}}
QPushButton:hover {{ border-color: {MUTED}; }}
QPushButton:pressed {{ background: {LINE}; }}
QPushButton:checked {{ background: {CHOSEN}; }}
QPushButton[role="narrow"] {{ padding: 2px 10px; }}
QPushButton:focus {{ border-color: {ACCENT}; }}
QPushButton:disabled {{ color: #6d7f7d; background: {PANEL}; }}
QPushButton[role="main"] {{
    background: {ACCENT}; color: #23190a; border-color: {ACCENT}; font-weight: 600;
}}
QPushButton[role="main"]:disabled {{ background: {RAISED}; color: {MUTED}; border-color: {LINE}; }}
QLineEdit, QPlainTextEdit, QTextEdit, QListWidget, QTableView {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 5px 8px;
    selection-background-color: {ACCENT}; selection-color: #23190a;
}}
QLineEdit:focus {{ border-color: {ACCENT}; }}
QListWidget, QTableView {{ selection-background-color: {CHOSEN}; selection-color: {TEXT}; }}
QListWidget::item {{ padding: 5px 4px; }}
QTableView::item {{ padding: 0 6px; }}
QComboBox, QSpinBox {{ background: {RAISED}; min-height: 28px; }}
QCheckBox {{ spacing: 8px; }}
QCheckBox::indicator {{
    width: 15px; height: 15px; background: {RAISED};
    border: 1px solid {MUTED}; border-radius: 4px;
}}
QCheckBox::indicator:checked {{ background: {ACCENT}; border-color: {ACCENT}; }}
QTabWidget::pane {{ border: none; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: {WINDOW}; color: {MUTED}; padding: 6px 14px; margin-bottom: 6px;
    border: none; border-bottom: 2px solid {LINE};
}}
QTabBar::tab:selected {{ color: {TEXT}; border-bottom-color: {ACCENT}; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 8px; }}
QScrollBar:horizontal {{ height: 8px; }}
QScrollBar::handle {{ background: {CHOSEN}; border-radius: 4px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
    background: none; border: none; width: 0; height: 0;
}}
QComboBox QAbstractItemView {{ background: {RAISED}; border: 1px solid {LINE}; }}
QHeaderView::section {{
    background: {PANEL}; color: {MUTED}; padding: 6px;
    border: none; border-bottom: 1px solid {LINE};
}}
QProgressBar {{
    background: {RAISED}; border: none; border-radius: 4px; text-align: center; max-height: 14px;
}}
QProgressBar::chunk {{ background: {GOOD}; border-radius: 4px; }}
QToolTip {{ background: {PANEL}; color: {TEXT}; border: 1px solid {LINE}; padding: 4px; }}
"""
"""Labels, frames and buttons say what they are by the property `role` (see `set_role`)."""


def apply(app: QApplication) -> None:
    """Give the whole application this look."""
    app.setStyle("Fusion")
    palette = QPalette(QColor(WINDOW))
    palette.setColor(QPalette.ColorRole.Button, QColor(RAISED))
    palette.setColor(QPalette.ColorRole.Highlight, QColor(ACCENT))
    palette.setColor(QPalette.ColorRole.PlaceholderText, QColor(MUTED))
    app.setPalette(palette)
    app.setStyleSheet(STYLESHEET)


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget one of the roles in the stylesheet ("title", "muted", "panel", "main"...)."""
    widget.setProperty("role", role)
    widget.style().polish(widget)


def label(text: str, role: str = "") -> QLabel:
    """Return a label of plain text: what players write is never markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    set_role(made, role)
    return made


HUES: Final = (205, 335, 150, 20, 265, 95, 180, 295)
"""Of the racers' colours, in degrees; none is near the accent's, which is the player's own."""


def racer_colour(seat: int) -> QColor:
    """Return the colour that the racer in this seat has in bars and curves.

    Sixteen can be told apart, and each stands out from the window, be that dark or light.
    """
    second = seat // len(HUES) % 2
    dark = QColor(WINDOW).lightness() < 128
    lightness = (150, 195) if dark else (105, 70)
    return QColor.fromHsl(HUES[seat % len(HUES)], (170, 90)[second], lightness[second])

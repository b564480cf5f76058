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
QLabel[role="figure"] {{ font-size: 18px; font-weight: 600; }}
QLabel[role="muted"] {{ color: {MUTED}; font-size: 12px; }}
QLabel[role="good"] {{ color: {GOOD}; }}
QLabel[role="bad"] {{ color: {BAD}; }}
QLabel[role="notice"] {{ color: {TEXT}; }}
QLabel[role="warning"] {{ color: {ACCENT}; }}
QFrame[role="panel"] {{ background: {PANEL}; border: none; border-radius: 8px; }}
QFrame[role="banner"] {{ background: {PANEL}; border: 1px solid {LINE}; border-radius: 10px; }}
QPushButton {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 6px 14px;
}}
QPushButton:hover {{ border-color: {MUTED}; }}
QPushButton:pressed {{ background: {LINE}; }}
QPushButton:focus {{ border-color: {ACCENT}; }}
QPushButton:disabled {{ color: #6d7f7d; background: {PANEL}; }}
QPushButton[role="main"] {{
    background: {ACCENT}; color: #23190a; border-color: {ACCENT}; font-weight: 600;
}}
QPushButton[role="main"]:disabled {{ background: {RAISED}; color: {MUTED}; border-color: {LINE}; }}
QLineEdit, QSpinBox, QPlainTextEdit, QTextEdit, QListWidget, QTableView {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 5px 8px;
    selection-background-color: {ACCENT}; selection-color: #23190a;
}}
QLineEdit:focus, QSpinBox:focus {{ border-color: {ACCENT}; }}
QComboBox {{ background: {RAISED}; min-height: 28px; }}
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

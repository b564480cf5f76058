import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton

from client import theme


def luminance(colour: str) -> float:
    """WCAG 2's relative luminance."""
    c = QColor(colour)
    parts = [
        x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4
        for x in (c.redF(), c.greenF(), c.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("ground", [theme.WINDOW, theme.PANEL, theme.RAISED, theme.TABLE])
@pytest.mark.parametrize("ink", [theme.TEXT, theme.ACCENT])
def test_text_can_be_read_on_every_ground(ink: str, ground: str) -> None:
    assert (luminance(ink) + 0.05) / (luminance(ground) + 0.05) >= 4.0


def test_what_players_write_is_no_markup() -> None:
    label = theme.label("<b>Ada</b>", "title")
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.property("role") == "title"


def test_a_role_can_be_changed() -> None:
    button = QPushButton("Go")
    theme.set_role(button, "main")
    theme.set_role(button, "")
    assert button.property("role") == ""

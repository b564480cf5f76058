import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from client.window.widgets.game_table import _halves


@pytest.mark.parametrize(
    "title", ["Le tombeau de Napoléon", "Spider à trois paquets", "Donaudampfschifffahrt"]
)
def test_a_long_title_without_options_takes_two_lines(qt_app: QApplication, title: str) -> None:
    metrics = QFontMetrics(QFont())
    width = metrics.horizontalAdvance(title) * 3 // 4
    first, rest = _halves(title, metrics, width)
    assert f"{first} {rest}".strip() == title
    if " " in title:
        assert metrics.horizontalAdvance(first) <= width
        assert rest
    else:
        assert first == title, "one word is cut as before"

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from client.window.widgets.elements import halves
from client.window.widgets.game_table import GameRow, GameTable


@pytest.mark.parametrize(
    "title", ["Le tombeau de Napoléon", "Spider à trois paquets", "Donaudampfschifffahrt"]
)
def test_a_long_title_without_options_takes_two_lines(qt_app: QApplication, title: str) -> None:
    metrics = QFontMetrics(QFont())
    width = metrics.horizontalAdvance(title) * 3 // 4
    first, rest = halves(title, metrics, width)
    assert f"{first} {rest}".strip() == title
    if " " in title:
        assert metrics.horizontalAdvance(first) <= width
        assert rest
    else:
        assert first == title, "one word is cut as before"


def test_no_pixel_is_between_a_title_in_one_line_and_one_in_two(qt_app: QApplication) -> None:
    title, font = "Les trois sommets", QFont()
    for size in range(11, 20):
        font.setPixelSize(size)
        metrics = QFontMetrics(font)
        asked = metrics.horizontalAdvance(title)
        shown = [halves(title, metrics, width) for width in range(asked - 4, asked + 5)]
        assert shown[0] == ("Les trois", "sommets")
        assert shown[-1] == (title, "")
        for width, lines in enumerate(shown, asked - 4):
            for line in lines:
                assert metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) == line


def test_cells_have_the_size_of_the_window_and_not_of_when_they_were_filled(
    qt_app: QApplication,
) -> None:
    table = GameTable(["Game", "Results"])
    head = GameRow("family", "", {}, ["3"], heading="Klondike")
    table.fill_games([head, GameRow("game", "klondike", {}, ["3"])])
    cells = [[table.item(y, x) for x in range(2)] for y in range(2)]
    assert [cell.data(Qt.ItemDataRole.FontRole) for cell in cells[1] if cell] == [None, None]
    for cell in cells[0]:
        assert cell is not None
        large = QFont()
        large.setPixelSize(31)
        drawn = cell.font().resolve(large)
        assert (drawn.pixelSize(), drawn.weight()) == (31, QFont.Weight.DemiBold)

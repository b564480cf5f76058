from PySide6.QtGui import QColor

from client.window.desktop import theme
from client.window.racing.podium import Podium
from harness.fakes import Show
from protocol.messages import Standing


def lit(podium: Podium) -> bool:
    """Return whether a step has the winner's colour."""
    image = podium.grab().toImage()
    middle = image.width() // 2
    found = {image.pixelColor(middle, y).rgb() for y in range(image.height())}
    return QColor(theme.colours.accent).rgb() in found


def test_a_winners_step_is_lit_and_nobodys_where_nothing_was_won(show: Show) -> None:
    podium = show(Podium())
    podium.show_standings([Standing(1, "ann", "won", 52, 1, 90, 9000)], own=2)
    assert lit(podium)
    podium.show_standings([Standing(n, "x", "gave up", 0, 1, 0, 0) for n in (1, 3, 4)], own=2)
    assert not lit(podium)

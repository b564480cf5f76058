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
    first = [Standing(1, "ann", "gave up", 9, 1, 9, 9000), Standing(2, "bob", "gave up", 0, 2)]
    podium.show_standings(first, [1], own=2)
    assert lit(podium)
    podium.show_standings(first, [], own=2)  # Bob was sent away, so that nobody has won.
    assert not lit(podium)

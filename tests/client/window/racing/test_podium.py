from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage

from client.window.desktop import theme
from client.window.racing.podium import Podium, result_within
from client.words.outcome import result_of
from harness.fakes import Show
from protocol.messages import Standing


def lit(podium: Podium) -> bool:
    """Return whether a step has the winner's colour."""
    image = podium.grab().toImage()
    return QColor(theme.colours.accent).rgb() in foot(image)


def foot(image: QImage) -> set[int]:
    """Return the colours at the foot of the steps."""
    return {image.pixelColor(x, image.height() - 2).rgb() for x in range(image.width())}


def test_a_winners_step_is_lit_and_there_is_none_where_nothing_was_won(show: Show) -> None:
    podium = show(Podium())
    first = [Standing(1, "ann", "stuck", 9, 1, 9, 9000), Standing(2, "bob", "stuck", 3, 2, 9, 9000)]
    podium.show_standings(first, [1], own=2)
    assert lit(podium)
    podium.show_standings(first, [], own=2)  # Bob was sent away, so that nobody has won.
    assert podium.deserted


def test_a_result_that_does_not_fit_has_two_lines() -> None:
    metrics = QFontMetrics(QFont())
    racer = Standing(1, "ann", "gave up", 4, 1, 9, 9000)
    least = metrics.horizontalAdvance("4 points") + 1
    told = {
        tuple(result_within(racer, metrics, width))
        for width in range(least, metrics.horizontalAdvance(result_of(racer)) + 2)
    }
    assert told == {("4 points", "gave up"), ("4 points, gave up",)}


def test_the_third_stands_on_the_right_where_there_is_no_second(show: Show) -> None:
    podium = show(Podium())
    won = Standing(1, "ann", "won", 52, 1, 99, 90_000)
    others = Standing(2, "bob", "gave up", 3, 2), Standing(3, "cleo", "stuck", 2, 3, 9, 8000)
    podium.show_standings([won, *others], [1], own=2)
    image = podium.grab().toImage()
    row = [image.pixelColor(x, image.height() - 2).name() for x in range(image.width())]
    assert row.index(theme.colours.accent) < row.index(theme.colours.chosen)
    assert podium.accessibleDescription() == "1. ann, solved 1:30.0; 3. cleo, 2 points, stuck"

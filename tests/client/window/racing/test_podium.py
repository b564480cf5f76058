from msgspec.structs import replace
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage

from client.window.desktop import theme
from client.window.racing.podium import Podium, result_of, result_within, upon_steps
from harness.fakes import Show
from protocol.messages import Standing


def lit(podium: Podium) -> bool:
    """Return whether a step has the winner's colour."""
    image = podium.grab().toImage()
    return QColor(theme.colours.accent).rgb() in foot(image)


def foot(image: QImage) -> set[int]:
    """Return the colours at the foot of the steps."""
    return {image.pixelColor(x, image.height() - 2).rgb() for x in range(image.width())}


def test_a_winners_step_is_lit_and_nobodys_where_nothing_was_won(show: Show) -> None:
    podium = show(Podium())
    first = [Standing(1, "ann", "stuck", 9, 1, 9, 9000), Standing(2, "bob", "stuck", 3, 2, 9, 9000)]
    podium.show_standings(first, [1], own=2)
    assert lit(podium)
    podium.show_standings(first, [], own=2)  # Bob was sent away, so that nobody has won.
    assert not lit(podium)


def test_a_result_that_does_not_fit_has_two_lines() -> None:
    metrics = QFontMetrics(QFont())
    racer = Standing(1, "ann", "gave up", 4, 1, 9, 9000)
    least = metrics.horizontalAdvance("4 points") + 1
    told = {
        tuple(result_within(racer, metrics, width))
        for width in range(least, metrics.horizontalAdvance(result_of(racer)) + 2)
    }
    assert told == {("4 points", "gave up"), ("4 points, gave up",)}


def test_a_step_is_for_who_raced_to_an_end_and_has_points() -> None:
    won = Standing(1, "ann", "won", 52, 1, 99, 90_000)
    gone = Standing(2, "bob", "gave up", 3, 2, 9, 9000)
    stuck = Standing(3, "cleo", "stuck", 2, 3, 9, 8000)
    assert upon_steps([won, gone, stuck]) == [won, stuck]
    late = [replace(stuck, player=n, place=n, status="out of time") for n in range(1, 5)]
    assert upon_steps(late) == late[:3]
    bot = Standing(4, "Cog", "stopped", 9, 1, 9, 9000, bot=True)
    assert upon_steps([bot, stuck]) == [bot, stuck]
    undone = replace(won, status="stuck", score=0)  # who had points, and took them back
    assert upon_steps([bot, stuck, undone]) == [bot, stuck]


def test_one_alone_is_no_podium(show: Show) -> None:
    podium = show(Podium())
    won = Standing(1, "ann", "won", 52, 1, 99, 90_000)
    gone = Standing(2, "bob", "gave up", 3, 2, 9, 9000)
    away = replace(gone, status="disconnected")
    for others in ([], [gone], [away], [replace(gone, status="stuck", score=0)]):
        podium.show_standings([won, *others], [1], own=2)
        assert podium.deserted
    podium.show_standings([won, replace(gone, status="stuck")], [1], own=2)
    assert not podium.deserted


def test_the_third_stands_on_the_right_where_there_is_no_second(show: Show) -> None:
    podium = show(Podium())
    won = Standing(1, "ann", "won", 52, 1, 99, 90_000)
    others = Standing(2, "bob", "gave up", 3, 2), Standing(3, "cleo", "stuck", 2, 3, 9, 8000)
    podium.show_standings([won, *others], [1], own=2)
    image = podium.grab().toImage()
    row = [image.pixelColor(x, image.height() - 2).name() for x in range(image.width())]
    assert row.index(theme.colours.accent) < row.index(theme.colours.chosen)
    assert podium.accessibleDescription() == "1. ann, solved 1:30.0; 3. cleo, 2 points, stuck"

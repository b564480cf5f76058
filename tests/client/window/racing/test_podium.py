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
    first = [Standing(1, "ann", "stuck", 9, 1, 9, 9000), Standing(2, "bob", "gave up", 0, 2)]
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


def test_a_step_is_for_who_raced_to_the_end_and_reached_anything_and_for_winners() -> None:
    won = Standing(1, "ann", "won", 52, 1, 99, 90_000)
    gone = Standing(2, "bob", "gave up", 3, 2, 9, 9000)
    stuck = Standing(3, "cleo", "stuck", 2, 3, 9, 8000)
    assert upon_steps([won, gone, stuck], [1]) == [won, stuck]
    away = replace(gone, status="disconnected")
    assert upon_steps([won, away, replace(stuck, score=0)], [1]) == [won]
    assert upon_steps([gone, replace(away, player=3)], [2]) == [gone], "whose win counts"
    late = [replace(stuck, player=n, place=n, status="out of time") for n in range(1, 5)]
    assert upon_steps(late, [1]) == late[:3]


def test_who_was_stopped_stands_beside_others_and_never_alone() -> None:
    bot = Standing(1, "Cog", "stopped", 9, 1, 9, 9000, bot=True)
    ada = Standing(2, "ada", "stuck", 3, 2, 9, 9000)
    assert upon_steps([bot, ada], []) == [bot, ada]
    assert upon_steps([bot, replace(ada, status="gave up")], []) == []


def test_the_third_stands_on_the_right_where_there_is_no_second(show: Show) -> None:
    podium = show(Podium())
    won = Standing(1, "ann", "won", 52, 1, 99, 90_000)
    others = Standing(2, "bob", "gave up", 3, 2), Standing(3, "cleo", "stuck", 2, 3, 9, 8000)
    podium.show_standings([won, *others], [1], own=2)
    image = podium.grab().toImage()
    row = [image.pixelColor(x, image.height() - 2).name() for x in range(image.width())]
    assert row.index(theme.colours.accent) < row.index(theme.colours.chosen)
    podium.show_standings([], [], own=2)
    assert podium.deserted


def test_who_has_reached_nothing_stands_on_no_step(show: Show) -> None:
    podium = show(Podium())
    cog = Standing(1, "Cog", "stuck", 2, 1, 9, 9000, bot=True)
    bob = Standing(2, "bob", "gave up", 0, 2, 7, 4000)  # who had points, and took them back
    podium.show_standings([cog, bob, replace(bob, player=3)], [], own=2)
    assert podium.accessibleDescription() == "1. Cog, bot, 2 points, stuck"
    alone = podium.grab().toImage()
    podium.show_standings([cog, bob], [], own=2)
    told = "1. Cog, bot, 2 points, stuck; 2. bob, 0 points, gave up"
    assert podium.accessibleDescription() == told, "two are seen both"
    pair = podium.grab().toImage()
    assert foot(pair) == foot(alone), "the other one on the floor"
    assert pair != alone

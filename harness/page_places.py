"""Where the cards of a board lie on the page, for hands that play on it."""

from collections.abc import Sequence
from typing import Final

from client.board.layout import Arrangement, Box, Spot, Table, arrange, plan
from engine.game import Game
from engine.places import Place
from engine.state import State

WHERE: Final = """() => {
    const { left, top } = document.querySelector(".board").getBoundingClientRect()
    const { clientWidth, clientHeight } = document.querySelector(".board")
    return [left, top, clientWidth, clientHeight, Math.min(devicePixelRatio, 3)]
}"""
"""Asks the page where its board is."""


NARROW: Final = 34
TALLEST: Final = 1.9
"""On the page, cards narrower than so many points are up to so many times as high as wide."""


def page_plan(places: Sequence[Place], width: int, height: int, ratio: float = 1.0) -> Table:
    """Return where the places lie on a board of the page, with so many pixels to a point."""
    table = plan(places, width, height)
    if table.card[0] >= NARROW * ratio:
        return table
    return plan(places, width, height, tallest=TALLEST)


class PagePlaces:
    """A position on a board of the page."""

    def __init__(self, game: Game, view: State, where: Sequence[float]) -> None:
        """Lay a position of a game out on a board that is where `WHERE` says."""
        self._left, self._top, width, height, self._ratio = where
        size = int(width * self._ratio), int(height * self._ratio)
        table = page_plan(game.places, *size, self._ratio)
        self._laid: Arrangement = arrange(table, view.piles)

    def corners(self) -> list[tuple[int, int]]:
        """Return where the upper left corners of the cards are on the board, in points."""
        return [(self._points(x), self._points(y)) for pile in self._laid.at for x, y in pile]

    def box(self, spot: Spot) -> Box:
        """Return where a card is seen, in points of the page."""
        x, y, wide, high = map(self._points, self._laid.card_box(spot))
        return Box(round(self._left) + x, round(self._top) + y, wide, high)

    def _points(self, pixels: float) -> int:
        return round(pixels / self._ratio)


def grip(taken: Box, onto: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where to take a card, and where to let go of it to have it lie on another one."""
    across, along = 6, 6  # of what lies on it, below or at the right, nothing is there
    return (taken.x + across, taken.y + along), (onto.x + across, onto.y + along)

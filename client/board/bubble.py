"""Where a word about a card stands: beside it, so that it hides as little as can be.  Pure."""

from collections.abc import Iterable, Sequence
from typing import Final

from client.board.layout import Box

AWAY: Final = 8
"""Pixels from a card to the word about it, and from there to the board's edges at the least."""


def place(
    size: tuple[int, int],
    table: tuple[int, int],
    about: Sequence[Box],
    others: Iterable[Box] = (),
    away: int = AWAY,
) -> tuple[int, int]:
    """Return the upper left corner of a word so large on a table so large.

    It stands below, above or at a side of the last of the boxes that it is `about`, cut at no edge:
    where it hides least of all of these, and then of the `others`. About nothing, it stands at the
    lower edge, in the middle.
    """
    width, height = size
    most_x, most_y = table[0] - width - away, table[1] - height - away
    if not about:
        return (table[0] - width) // 2, max(0, most_y)
    box = about[-1]
    middle_x, middle_y = box.x + (box.width - width) // 2, box.y + (box.height - height) // 2
    level = (middle_x, box.x, box.right - width)
    ways = (
        *((x, box.bottom + away) for x in level),
        *((x, box.y - height - away) for x in level),
        (box.right + away, middle_y),
        (box.x - width - away, middle_y),
    )
    cut = [Box(max(away, min(x, most_x)), max(away, min(y, most_y)), *size) for x, y in ways]
    others = list(others)
    best = min(cut, key=lambda word: (_hidden(word, about), _hidden(word, others)))
    return best.x, best.y


def _hidden(word: Box, boxes: Iterable[Box]) -> int:
    """Return how many pixels of the boxes the word would hide."""
    return sum(map(word.common, boxes))

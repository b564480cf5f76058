"""Where a word about a card stands: beside it, so that it hides as little as can be.  Pure."""

from collections.abc import Iterable, Sequence
from typing import Final

from client.board.layout import Box

AWAY: Final = 8
"""Pixels from a card to the word about it, and from there to the board's edges at the least."""
STEP: Final = 32
"""Pixels between two places that are tried where there is no free one right beside the card."""
FAR: Final = 12
"""As many hidden pixels of cards as one pixel farther from the card is worth."""


def place(
    size: tuple[int, int],
    table: tuple[int, int],
    about: Sequence[Box],
    others: Iterable[Box] = (),
    away: int = AWAY,
) -> tuple[int, int]:
    """Return the upper left corner of a word so large on a table so large.

    It stands below, above or at a side of the last of the boxes that it is `about`, cut at no edge:
    where it hides least of all of these, and then of the `others`.  Where it would hide any of
    them, it rather goes to a free place not too far away. About nothing, it stands at the lower
    edge, in the middle.
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
    hides, costs = _hidden(best, about), _hidden(best, others)
    if hides or costs:
        costs += FAR * _between(best, box)
        tried = [
            Box(x, y, *size)
            for y in range(away, max(away, most_y) + 1, STEP)
            for x in range(away, max(away, most_x) + 1, STEP)
        ]
        # The nearest first, until nothing farther away can be worth it: to look at all takes long.
        for word in sorted(tried, key=lambda word: _between(word, box)):
            far = FAR * _between(word, box)
            if not hides and far >= costs:
                break
            now = _hidden(word, about), _hidden(word, others) + far
            if now < (hides, costs):
                best, (hides, costs) = word, now
    return best.x, best.y


def _between(word: Box, box: Box) -> int:
    """Return how many pixels lie between the word and a box, across and down together."""
    across = max(0, word.x - box.right, box.x - word.right)
    return across + max(0, word.y - box.bottom, box.y - word.bottom)


def _hidden(word: Box, boxes: Iterable[Box]) -> int:
    """Return how many pixels of the boxes the word would hide."""
    return sum(map(word.common, boxes))

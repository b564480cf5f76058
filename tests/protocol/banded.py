"""Games that have bands, or none, whatever is recorded of them."""

import pytest

from engine import catalogue
from protocol.bands import MEASURE, setting_key
from protocol.measured import MEASURED

CLEAR = (900, 500, 100)
"""What bots come to where bands are of use."""


def give_bands(
    patch: pytest.MonkeyPatch,
    game: str,
    results: tuple[int, int, int] = CLEAR,
    *,
    error: int = 50,
    measure: int = MEASURE,
    rules: int | None = None,
) -> None:
    """Have this recorded of a game with its usual options: from 300 on medium, from 600 on hard."""
    entry = catalogue.entry(game)
    row = (measure, entry.version if rules is None else rules, 60, 300, 600, 30, results, error)
    patch.setitem(MEASURED, setting_key(game, entry.complete({})), row)


def take_bands(patch: pytest.MonkeyPatch, game: str) -> None:
    """Have nothing recorded of a game with its usual options."""
    entry = catalogue.entry(game)
    patch.delitem(MEASURED, setting_key(game, entry.complete({})), raising=False)

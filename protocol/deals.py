"""Which deals a room may want, of each game.  Pure."""

from collections.abc import Mapping
from typing import Final

from engine import catalogue
from engine.catalogue import Choice, Options
from protocol.messages import Deals

NOT_FOUND: Final[Mapping[str, Mapping[str, Choice]]] = {
    "agnes": {},
    "auld-lang-syne": {},
    "australian-patience": {},
    "diamond-mine": {},
    "giant": {},
    "gypsy": {},
    "kansas": {},
    "poker": {"shuffle_mode": True},
    "scorpion": {},
    "spider": {"suits": "four-suits"},
    "spider-three-decks": {},
    "terrace": {"variation": "generals-patience"},
}
"""The games of which no deal that can be won is found in reasonable time, by their names: with
these choices, or with any.  It says nothing about how many of their deals can be won."""


def deals_of(game: str, options: Options) -> tuple[Deals, ...]:
    """Return which deals a room may want of a game with these options: `any`, and what else is had.

    Options that are not given are as usual.  Of a game that is not known, nothing else is had.
    """
    try:
        chosen = catalogue.entry(game).complete(options)
    except (catalogue.UnknownGame, catalogue.BadOption):
        return ("any",)
    without = NOT_FOUND.get(game)
    if without is not None and without.items() <= chosen.items():
        return ("any",)
    return ("any", "winnable")

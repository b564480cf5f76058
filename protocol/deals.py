"""Which deals a room may want, of each game.  Pure."""

from collections.abc import Mapping
from typing import Final

from engine import catalogue
from engine.catalogue import Choice, Options
from protocol.bands import BANDS, has_bands
from protocol.messages import Band, Deals

NOT_FOUND: Final[Mapping[str, Mapping[str, Choice]]] = {
    "agnes": {},
    "auld-lang-syne": {},
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


def band_in(deals: Deals) -> Band | None:
    """Return which band deals are wanted of; None where that does not matter."""
    return None if deals == "any" or deals == "winnable" else deals


def check_deals(game: str, options: Options, deals: Deals) -> None:
    """Check that a game with these options can be raced on these deals.

    Deals that can be won may be wanted of every game, also where none may be found.

    Raises:
        UnknownGame: there is no such game.
        BadOption: it has no such options, or no such deals; the text says which it has.
    """
    if band_in(deals) and not has_bands(game, options):
        title, words = catalogue.entry(game).title, ", ".join(deals_of(game, options))
        raise catalogue.BadOption(
            f"how hard a deal is was not measured of {title} with these options, so there are no "
            f"{deals} ones; it can be raced on these deals: {words}"
        )


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
    return ("any", "winnable", *BANDS) if has_bands(game, chosen) else ("any", "winnable")


def depends_on_options(game: str) -> bool:
    """Return whether deals that can be won are had of a game with some of its options alone."""
    return bool(NOT_FOUND.get(game))

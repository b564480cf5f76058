"""Which deals a room may want, of each game.  Pure."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine import catalogue
from engine.catalogue import Choice, Options
from protocol.bands import BANDS, has_bands
from protocol.messages import Band, Deals


class NotFound(NamedTuple):
    """Of a game, no deal that can be won is found in reasonable time: half a minute of a core.

    It says nothing about how many of its deals can be won.
    """

    why: str
    """What the solver meets there, in a sentence in Markdown."""
    choices: Mapping[str, Choice] = {}
    """With these choices; with any, where there are none."""


NOT_FOUND: Final[Mapping[str, NotFound]] = {
    "agnes": NotFound(
        "Every click deals a card upon each column, and nothing else fills an empty one. Of twenty "
        "deals eight are seen to be lost within 200,000 positions, and in the others no win is "
        "found."
    ),
    "poker": NotFound(
        "All cards lie there from the start and change places: within 200,000 positions, an order "
        "of them that scores enough is found in none of twenty deals.",
        {"shuffle_mode": True},
    ),
    "spider": NotFound(
        "With four suits hardly any cards move together, and the search loses itself among ways to "
        "empty columns. Of twenty deals one was won within 200,000 positions, after 182,000 of "
        "them: that is minutes of a core for each.",
        {"suits": "four-suits"},
    ),
    "spider-three-decks": NotFound(
        "As in Spider with four suits, with 156 cards: of eight deals none was won within 200,000 "
        "positions."
    ),
    "terrace": NotFound(
        "Of three hundred deals one was won within 6,000 positions, and of forty none but the same "
        "within 20,000: that is a minute of a core, or more, for each.",
        {"variation": "generals-patience"},
    ),
}
"""The games of which no deal that can be won is found in reasonable time, by their names."""


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
    if without is not None and without.choices.items() <= chosen.items():
        return ("any",)
    return ("any", "winnable", *BANDS) if has_bands(game, chosen) else ("any", "winnable")


def depends_on_options(game: str) -> bool:
    """Return whether deals that can be won are had of a game with some of its options alone."""
    return game in NOT_FOUND and bool(NOT_FOUND[game].choices)

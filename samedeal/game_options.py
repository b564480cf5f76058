"""The options of a game, as several commands take them."""

import argparse
from collections.abc import Sequence

from engine.catalogue import Choice, entry


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let a command take the options of its game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help="an option of the game, such as deal=three-card-deals; give it once for each option",
    )


def parse_options(game: str, texts: Sequence[str]) -> dict[str, Choice]:
    """Return the options that `texts` (as `name=choice`) choose, complete.

    Raises:
        UnknownGame, BadOption: there is no such game, option or choice.
    """
    known = entry(game)
    kinds = {option.name: option.choices for option in known.options}
    chosen: dict[str, Choice] = {}
    for text in texts:
        name, _, choice = text.partition("=")
        switch = False in kinds.get(name, ())
        words: dict[str, Choice] = {"yes": True, "true": True, "no": False, "false": False}
        chosen[name] = words.get(choice.lower(), choice) if switch else choice
    return known.complete(chosen)

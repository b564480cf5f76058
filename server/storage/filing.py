"""Under what a race's result is filed: its game's options, and which deals were raced on.

A leaderboard is of one game with the same options and the same kind of deals.  What says so is one
text: the options as JSON, complete and in order, and among them the kind of deals under an empty
name, which no option has, where it is not any.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from engine.catalogue import Choice
from protocol.messages import Deals, GameOptions

_options: Final[msgspec.json.Decoder[GameOptions]] = msgspec.json.Decoder(GameOptions)
_DEALS: Final = ""
"""The name under which the kind of deals stands."""


class Filed(NamedTuple):
    """What such a text says."""

    options: GameOptions
    deals: Deals


def options_key(options: Mapping[str, Choice], deals: Deals = "any") -> str:
    """Return a game's complete options so that the same options give the same text."""
    kind = {} if deals == "any" else {_DEALS: deals}
    return msgspec.json.encode({**options, **kind}, order="sorted").decode()


def read_filed(text: str) -> Filed:
    """Return what a text says, as it is written in a row.

    Raises:
        msgspec.DecodeError: it makes no sense.
    """
    options = dict(_options.decode(text))
    deals = msgspec.convert(options.pop(_DEALS, "any"), Deals)
    return Filed(options, deals)

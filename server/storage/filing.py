"""Texts by which races are filed: what says under which leaderboard, and how a deal is won.

A leaderboard is of one game with the same options and the same kind of deals.  What says so is one
text: the options as JSON, complete and in order, and among them the kind of deals under an empty
name, which no option has, where it is not any.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.catalogue import Choice
from protocol.messages import Deals, GameOptions, Solution, WireAction

_options: Final[msgspec.json.Decoder[GameOptions]] = msgspec.json.Decoder(GameOptions)
_SOLUTION: Final[msgspec.json.Decoder[Solution]] = msgspec.json.Decoder(Solution)
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


def read_solution(text: str) -> tuple[WireAction, ...]:
    """Return a solution from the text that the database has of it: JSON.

    Raises:
        ValueError: it is none.
    """
    return tuple(_SOLUTION.decode(text))


def solution_text(solution: Sequence[WireAction]) -> str:
    """Return what the database has of a solution."""
    return msgspec.json.encode(solution).decode()

"""What a window asks of the process beside it that solves deals, and what it hears.  Pure.

Each is a line of JSON.  An order that comes while another one is worked on takes its place.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from engine.solver.answer import Verdict
from protocol.messages import Band, Count, GameName, GameOptions, Seed, Solution, WireAction


class Find(Struct, frozen=True, tag="find"):
    """Wants a deal that can be won: any, or one of a band."""

    number: Count
    """The order's: each has another one."""
    game: GameName
    options: GameOptions
    band: Band | None = None
    """How hard it is to be; None where that does not matter."""


class Look(Struct, frozen=True, tag="look"):
    """Asks whether a deal can still be won from where these actions have led."""

    number: Count
    game: GameName
    options: GameOptions
    seed: Seed
    actions: list[WireAction]
    """Those that stand, from the deal on."""
    positions: Count
    """How many positions are looked at, about."""


class Found(Struct, frozen=True):
    """What is known of an order so far."""

    number: Count
    """The order's."""
    over: bool
    """Whether nothing more comes."""
    verdict: Verdict = "unknown"
    """Whether it can be won; of a deal that is to be found, `won` once there is one."""
    seed: Seed = ""
    """What the deal that was found is made from."""
    solution: Solution = []
    """Actions that win: from the deal that was found, or from the position that was asked about."""
    tried: Count = 0
    """How many deals were tried in vain."""


Order: TypeAlias = Find | Look

orders = msgspec.json.Decoder[Order](Order)
answers = msgspec.json.Decoder(Found)

"""What a window asks of the process beside it in which a bot plays, and what it hears.  Pure.

Each is a line of JSON.  A challenge that comes while another one is played takes its place.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from protocol.messages import (
    MAX_ENTRIES,
    MAX_LEVEL,
    Count,
    GameName,
    GameOptions,
    Milliseconds,
    PackedEntry,
    Seed,
    Status,
)


class Challenge(Struct, frozen=True):
    """Wants a bot to play a deal."""

    number: Count
    """The challenge's: each has another one."""
    game: GameName
    options: GameOptions
    seed: Seed
    level: Annotated[int, Meta(ge=1, le=MAX_LEVEL)]
    luck: str
    """What its luck comes from: with the same, it plays the same."""


class Played(Struct, frozen=True):
    """What the bot has done since this was told last."""

    number: Count
    """The challenge's."""
    entries: Annotated[list[PackedEntry], Meta(max_length=MAX_ENTRIES)]
    times: Annotated[list[Milliseconds], Meta(max_length=MAX_ENTRIES)]
    """When each was done, in milliseconds from the start."""
    status: Status = "racing"
    """How its game has ended, if it has; nothing more comes then."""

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return self.status != "racing"


challenges = msgspec.json.Decoder(Challenge)
moves = msgspec.json.Decoder(Played)

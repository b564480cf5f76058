"""The news that a server tells outside: what everybody may know, and nothing else."""

from typing import TypeAlias

from msgspec import Struct


class RoomOpened(Struct, frozen=True, tag="room opened"):
    """A room is in the list of rooms that was not there before, and waits for racers."""

    room: str
    """Its code."""
    game: str
    host: str
    """The name of its host, as the player chose it: text from a stranger, as are all names."""


class RaceWon(Struct, frozen=True, tag="race won"):
    """A race in a room that everybody may see was won, and its spectators know it."""

    room: str
    race: int
    game: str
    winners: tuple[str, ...]
    """Their names; of several, nothing tells them apart."""
    racers: int
    """How many raced in it, bots among them."""
    solved: bool
    """Whether the game itself was won; if not, they have come further than all others."""
    score: int
    milliseconds: int
    """From the start to the win or, without one, to when they had that score."""


class DailyThere(Struct, frozen=True, tag="daily"):
    """The deal of a day can be played from now on."""

    day: str
    """As `2026-11-27`."""
    game: str
    deals: str
    """Which of the deals that can be won it is: `winnable`, `easy`, `medium` or `hard`."""


News: TypeAlias = RoomOpened | RaceWon | DailyThere
"""Whatever there is to tell.  Who adds a kind says in `samedeal.webhooks.words` how it reads."""

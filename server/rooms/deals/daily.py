"""The deal of a day, and how everybody's attempt at it is played."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.catalogue import Choice
from protocol import deal_code
from protocol.messages import Band, Deals, Practice, Settings
from server.rooms.deals.certified import Certified

LONGEST: Final = 3600
"""Seconds that an attempt may take."""
COUNTDOWN: Final = 3
"""Seconds before its first card."""


class DailyDeal(NamedTuple):
    """The deal of a day.  Its seed and what wins it are for nobody before their own attempt."""

    day: str
    """As `2026-11-27`."""
    game: str
    options: Mapping[str, Choice]
    """All of them."""
    band: Band | None
    """How hard it is; None where it is any that can be won."""
    deal: Certified
    secret: bytes = b""
    """By which places are hashed; empty where that is past."""

    @property
    def deals(self) -> Deals:
        """Which deals of the game it is one of."""
        return self.band or "winnable"

    @property
    def settings(self) -> Settings:
        """How an attempt is played: by one player, unseen, and counting for nothing else."""
        return Settings(
            self.game,
            dict(self.options),
            LONGEST,
            seats=1,
            countdown=COUNTDOWN,
            hints=False,
            listed=False,
            deals=self.deals,
            rated=False,
        )

    def practice(self, race: int = 0) -> Practice:
        """Return what is told of a room in which it is practised; `race` was one's attempt."""
        code = deal_code.write(self.game, self.options, self.deal.seed)
        return Practice(code, race, daily=self.day)

    def __repr__(self) -> str:
        """Show nothing of it: logs and tracebacks are no place for secrets."""
        return f"DailyDeal({self.day!r}, {self.game!r}, ...)"

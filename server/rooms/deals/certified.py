"""A deal that can be won, with what wins it; and the wish for one."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import catalogue
from engine.catalogue import Choice
from engine.game import Game
from protocol.certificate import certificate
from protocol.deals import band_in
from protocol.messages import Band, Deals, Settings, WireAction


class Wish(NamedTuple):
    """Which game a deal is wished of, and which of its deals."""

    game: str
    options: tuple[tuple[str, Choice], ...]
    """All of them, by name."""
    band: Band | None = None
    """How hard it is to be; None where that does not matter."""

    @classmethod
    def of(cls, game: str, options: Mapping[str, Choice], deals: Deals = "winnable") -> "Wish":
        """Return the wish for a deal of a game with all these options."""
        return cls(game, tuple(sorted(options.items())), band_in(deals))

    @classmethod
    def by(cls, settings: Settings) -> "Wish | None":
        """Return what a room with these settings wishes; None where any deal will do."""
        if settings.deals == "any":
            return None
        return cls.of(settings.game, settings.options, settings.deals)

    def of_band(self, band: Band | None) -> "Wish":
        """Return the wish for a deal of the same game that is so hard."""
        return self._replace(band=band)

    @property
    def rules(self) -> Game:
        """The game's rules.

        Raises:
            UnknownGame, BadOption: there is no such game.
        """
        return catalogue.make(self.game, dict(self.options))


class Certified(NamedTuple):
    """A deal that can be won.  But for its band, nothing of it is for anybody before its race."""

    seed: str
    solution: tuple[WireAction, ...]
    """Actions that win it, as they are told and stored."""
    solver: int = 0
    """The version of the solver that found them, while the deal is in stock."""
    positions: int = 0
    """How many positions it looked at to find them, while the deal is in stock."""
    band: Band | None = None
    """How hard it is among those of its game, while the deal is in stock; None if not known."""

    def fulfils(self, wish: Wish) -> bool:
        """Return whether it is as hard as is wished, of a deal of the same game."""
        return wish.band in (None, self.band)

    @property
    def certificate(self) -> str:
        """What is told of it before the race."""
        return certificate(self.seed, self.solution)

    def __repr__(self) -> str:
        """Show nothing of it: logs and tracebacks are no place for secrets."""
        return "Certified(...)"

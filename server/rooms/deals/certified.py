"""A deal that can be won, with what wins it; and the wish for one."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import catalogue
from engine.catalogue import Choice
from engine.game import Game
from protocol.certificate import certificate
from protocol.messages import Settings, WireAction


class Wish(NamedTuple):
    """Which game a deal is wished of."""

    game: str
    options: tuple[tuple[str, Choice], ...]
    """All of them, by name."""

    @classmethod
    def of(cls, game: str, options: Mapping[str, Choice]) -> "Wish":
        """Return the wish for a deal of a game with all these options."""
        return cls(game, tuple(sorted(options.items())))

    @classmethod
    def by(cls, settings: Settings) -> "Wish | None":
        """Return what a room with these settings wishes; None where any deal will do."""
        if settings.deals == "any":
            return None
        return cls.of(settings.game, settings.options)

    @property
    def rules(self) -> Game:
        """The game's rules.

        Raises:
            UnknownGame, BadOption: there is no such game.
        """
        return catalogue.make(self.game, dict(self.options))


class Certified(NamedTuple):
    """A deal that can be won.  Nothing of it is for anybody before its race."""

    seed: str
    solution: tuple[WireAction, ...]
    """Actions that win it, as they are told and stored."""
    solver: int = 0
    """The version of the solver that found them, while the deal is in stock."""
    positions: int = 0
    """How many positions it looked at to find them, while the deal is in stock."""

    @property
    def certificate(self) -> str:
        """What is told of it before the race."""
        return certificate(self.seed, self.solution)

    def __repr__(self) -> str:
        """Show nothing of it: logs and tracebacks are no place for secrets."""
        return "Certified(...)"

"""What is compared: a game with its options chosen, and what a program makes of its rules."""

from typing import Literal, NamedTuple, TypeAlias

from engine import catalogue
from engine.catalogue import Choice, choice_title
from engine.game import Game
from protocol import deal_code

Allows: TypeAlias = Literal["the same", "more", "less"]
"""What a program allows, compared with our rules."""


class Setting(NamedTuple):
    """A game with its options chosen; those left out are as usual."""

    game: str
    options: tuple[tuple[str, Choice], ...] = ()

    def made(self) -> Game:
        """Return the game."""
        return catalogue.make(self.game, dict(self.options))

    def code(self, seed: str) -> str:
        """Return the code of a deal."""
        return deal_code.write(self.game, dict(self.options), seed)

    def __str__(self) -> str:
        """Return the game's title, with the choices made."""
        chosen = [
            choice_title(name.replace("_", "-") if choice is True else choice)
            for name, choice in self.options
            if choice is not False
        ]
        return ", ".join([catalogue.entry(self.game).title, *chosen])


class Terms(NamedTuple):
    """How a program's rules of a setting compare with ours."""

    allows: Allows = "the same"
    why: str = ""
    """In what they differ."""

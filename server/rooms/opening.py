"""Where a room for practice begins: a deal that is known, and what was already done with it.

Such a deal is no race's any more: it was told with the results, or somebody brought its code.
Nothing that comes of it counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import structs

from engine import catalogue
from engine.play import Entry, Play
from engine.state import Action, State
from protocol import deal_code
from protocol.messages import Practice, Settings

LONGEST: Final = 7200
"""Seconds that one may play, as many as the protocol has: there is nobody to wait for."""


def deal(practice: Practice) -> Play:
    """Return the play of what is practised, before anything was done.

    Raises:
        BadCode: the code is none.
    """
    origin = deal_code.read(practice.code)
    return Play(catalogue.make(origin.game, origin.options), origin.seed)


def standing(entries: Iterable[Entry]) -> tuple[Action, ...]:
    """Return the actions among these that are not taken back by others.

    Raises:
        ValueError: more are taken back than there are.
    """
    actions: list[Action] = []
    for entry in entries:
        if entry != "undo":
            actions.append(entry)
        elif actions:
            actions.pop()
        else:
            raise ValueError("there is nothing to undo")
    return tuple(actions)


@dataclass(frozen=True)
class Opening:
    """A known deal, played as far as a room begins with it."""

    practice: Practice
    """What is told of it."""
    actions: tuple[Action, ...]
    """What was done with the deal."""
    play: Play
    """Where that leads: nobody goes on with it but with a copy."""
    known: Mapping[State, Action] = field(default_factory=dict)
    """What wins, by the positions on the way of a solution.  After a restart none is known."""

    @classmethod
    def again(cls, practice: Practice, actions: Iterable[Action] = ()) -> "Opening":
        """Return what this code and these actions stand for.

        Raises:
            BadCode: the code is none.
            IllegalAction: the rules refuse one of the actions.
        """
        play, actions = deal(practice), tuple(actions)
        for action in actions:
            play.enter(action)
        return cls(practice, actions, play)

    @property
    def seed(self) -> str:
        """The deal's seed."""
        return deal_code.read(self.practice.code).seed

    @property
    def settings(self) -> Settings:
        """How it is played: by one player, and on no list."""
        origin = deal_code.read(self.practice.code)
        return Settings(origin.game, origin.options, LONGEST, seats=1, countdown=0, listed=False)

    def renamed(self, player: int, name: str) -> "Opening":
        """Return the same, where the racer is called so if it is this player."""
        if player != self.practice.player:
            return self
        return replace(self, practice=structs.replace(self.practice, name=name))

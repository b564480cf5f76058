"""Where a room for practice begins: a deal that is known, and what was already done with it.

Such a deal is no race's any more: it was told with the results, or somebody brought its code.
Nothing that comes of it counts.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from engine import catalogue
from engine.play import Entry, Play
from engine.solver.winnable import Winnable
from engine.state import Action
from protocol import deal_code
from protocol.messages import Practice, Settings
from server.rooms.races.ghost import GhostGame, UntrueGame
from server.rooms.records import PastGame

LONGEST: Final = 7200
"""Seconds that one may play, as many as the protocol has: there is nobody to wait for."""
GHOST_SEATS: Final = 8
"""How many may race against a ghost."""
GHOST_COUNTDOWN: Final = 3
"""Seconds before it sets off, and they with it."""


def deal(practice: Practice) -> Play:
    """Return the play of what is practised, before anything was done.

    Raises:
        BadCode: the code is none.
    """
    origin = deal_code.read(practice.code)
    return Play(catalogue.make(origin.game, origin.options), origin.seed)


def unexplored(practice: Practice) -> Winnable:
    """Return what is known of the deal of what is practised, which is nothing yet.

    Raises:
        BadCode: the code is none.
    """
    origin = deal_code.read(practice.code)
    return Winnable(catalogue.make(origin.game, origin.options), origin.seed)


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
    known: Winnable
    """What is known to win, and what to be lost.  After a restart nothing is."""
    ghosts: tuple[GhostGame, ...] = ()
    """Who races along, from the deal on."""

    @classmethod
    def against(cls, ghosts: Sequence[GhostGame], daily: str = "") -> "Opening":
        """Return the deal of these games, to race against them; it may be that of a day.

        Raises:
            ValueError: they are not all on one deal.
        """
        codes = {deal_code.write(g.settings.game, g.settings.options, g.seed) for g in ghosts}
        if len(codes) != 1:
            raise ValueError("these games are not all on the same deal")
        first, told = ghosts[0].told, [ghost.told for ghost in ghosts]
        origin = first.race, first.player, first.name
        practice = Practice(codes.pop(), *origin, daily=daily, ghosts=told)
        return cls(practice, (), deal(practice), unexplored(practice), tuple(ghosts))

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
        return cls(practice, actions, play, unexplored(practice))

    @classmethod
    def restored(
        cls, practice: Practice, actions: Iterable[Action], games: Iterable[PastGame]
    ) -> "Opening":
        """Return what was written down; a ghost that cannot be played any more races no more.

        Raises:
            BadCode, IllegalAction: as `again`.
        """
        ghosts = []
        for past in games:
            with suppress(UntrueGame):
                ghosts.append(GhostGame.of(past))
        told = structs.replace(practice, ghosts=[ghost.told for ghost in ghosts])
        return replace(cls.again(told, actions), ghosts=tuple(ghosts))

    @property
    def seed(self) -> str:
        """The deal's seed."""
        return deal_code.read(self.practice.code).seed

    @property
    def settings(self) -> Settings:
        """How it is played: on no list, and by one player or against ghosts by some."""
        origin = deal_code.read(self.practice.code)
        if not self.ghosts:
            game, options = origin.game, origin.options
            return Settings(game, options, LONGEST, seats=1, countdown=0, listed=False)
        return Settings(
            origin.game,
            origin.options,
            max(ghost.settings.time_limit for ghost in self.ghosts),
            seats=1 if self.practice.daily else GHOST_SEATS,
            countdown=GHOST_COUNTDOWN,
            show_boards=True,
            listed=False,
            rated=False,
        )

    def renamed(self, player: int, name: str) -> "Opening":
        """Return the same, where the racer and each ghost is called so if it is this player."""
        ghosts = tuple(ghost.renamed(player, name) for ghost in self.ghosts)
        practice = structs.replace(self.practice, ghosts=[ghost.told for ghost in ghosts])
        if player == practice.player:
            practice = structs.replace(practice, name=name)
        return replace(self, practice=practice, ghosts=ghosts)

    @property
    def players(self) -> frozenset[int]:
        """Whose games it is about."""
        return frozenset((self.practice.player, *(ghost.told.player for ghost in self.ghosts)))

"""A play: a deal and what was done to it, which can be done again.

Undo, resuming after a crash, watching a replay and checking a claim all play a list of actions
again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.game import Game, IllegalAction, Outcome
from engine.state import Action, State

Entry: TypeAlias = Action | Literal["undo"]
"""One entry of a journal: an action, or that the one before it was taken back."""


@dataclass
class Play:
    """One player's game under way: the deal, and what was done to it."""

    game: Game
    seed: str | None
    states: list[State] = field(default_factory=list)
    """The deal and every state since, without those that were taken back."""
    length: int = 0
    """Entries so far, those taken back and the undos included."""
    _found: list[Action] = field(default_factory=list, init=False, repr=False, compare=False)
    """What was found legal in the positions asked about, newest first."""

    def __post_init__(self) -> None:
        if not self.states and self.seed is not None:
            self.states = [self.game.deal(self.seed)]

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    def outcome(self) -> Outcome | None:
        """Return "won", "stuck" (no legal action is left), or None while the game goes on."""
        return self.game.outcome(self.state, self._found)

    def enter(self, entry: Entry) -> State:
        """Do `entry` and return the position that follows.

        Raises:
            IllegalAction: the rules refuse it, or there is nothing to undo; nothing has changed.
        """
        if entry == "undo":
            if len(self.states) < 2:
                raise IllegalAction("there is nothing to undo")
            self.states.pop()
        else:
            self.states.append(self.game.play(self.state, entry, self.seed))
        self.length += 1
        return self.state


def replay(game: Game, seed: str, entries: Iterable[Entry]) -> Play:
    """Return the play that `seed` and `entries` stand for.

    Raises:
        IllegalAction: the rules refuse one of the entries.
    """
    play = Play(game, seed)
    for entry in entries:
        play.enter(entry)
    return play

"""Solo practice without a server: one deal under way, and its clock.

Pure: time comes in, as seconds.
"""

from dataclasses import dataclass, field

from client.line import Line
from engine import catalogue
from engine.catalogue import Options
from engine.game import Game, IllegalAction, Outcome
from engine.replay import Play
from engine.state import Action, State


@dataclass
class PracticeGame:
    """A deal that one player plays alone, from `seed`.

    The clock starts with the first action, and stands still while the game is won or stuck.

    Raises:
        UnknownGame, BadOption: as `engine.catalogue.make`.
        ValueError: the seed is none (see `engine.chance.check_seed`).
    """

    name: str
    options: Options
    seed: str
    outcome: Outcome | None = field(init=False, default=None)
    _play: Play = field(init=False)
    _line: Line = field(init=False, default_factory=Line)
    _before: float = field(init=False, default=0.0)
    _since: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._play = Play(catalogue.make(self.name, self.options), self.seed)
        self.outcome = self.game.outcome(self._play.state)

    @property
    def game(self) -> Game:
        """The rules."""
        return self._play.game

    @property
    def view(self) -> State:
        """The position, as the player may see it."""
        return self.game.view(self._play.state)

    @property
    def can_undo(self) -> bool:
        """Whether anything was done that can be taken back."""
        return len(self._play.states) > 1

    def act(self, action: Action, now: float) -> None:
        """Play an action at the time `now`.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        self._play.enter(action)
        self._line.enter(action)
        self._tick(now)

    def undo(self, now: float) -> None:
        """Take the last action back.

        Raises:
            IllegalAction: there is none.
        """
        self._play.enter("undo")
        self._line.enter("undo")
        self._tick(now)

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back and no other action done since."""
        return self._line.redoable is not None

    def redo(self, now: float) -> None:
        """Do again what was taken back last.

        Raises:
            IllegalAction: there is nothing.
        """
        action = self._line.redoable
        if action is None:
            raise IllegalAction("there is nothing to redo")
        self.act(action, now)

    def elapsed(self, now: float) -> float:
        """Seconds on the clock."""
        return self._before + (0.0 if self._since is None else now - self._since)

    def _tick(self, now: float) -> None:
        self.outcome = self.game.outcome(self._play.state)
        if self.outcome is None and self._since is None:
            self._since = now
        elif self.outcome is not None:
            self._before, self._since = self.elapsed(now), None


def clock_text(seconds: float) -> str:
    """Return a time for a clock's face: "0:07", "12:30", "1:02:03"."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"

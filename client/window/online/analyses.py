"""Games that are over, analysed by a process beside the window, one at a time.

What is known of a game is kept for as long as the window is there, by what was dealt and done: so
a replay from a file, from the results or from practice is analysed once.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal

from client.session.recording import BadReplay, write_replay
from client.session.solving.analysed import Analysed
from client.window.online.child_process import Child
from client.words.texts import sentence
from engine.game import IllegalAction
from protocol import wire
from protocol.messages import Replay, WireAction
from protocol.solution import replay_of

KEPT: Final = 500
"""Of how many games it is kept what is known."""


@dataclass
class _Asked:
    """A game that is to be analysed, or is being so."""

    replay: Replay
    solution: Sequence[WireAction]


class Analyses(QObject):
    """What is known of games, and what is being found out."""

    changed = Signal(object)
    """Something is known, or waits, that did not: the `Replay` that it is about."""
    failed = Signal(str)
    """An analysis could not be made; why, as a sentence."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[bytes, Analysed] = {}
        self._queue: dict[bytes, _Asked] = {}
        """What is asked for, in this order; the first is under way."""
        self._child: Child | None = None
        self._place: tempfile.TemporaryDirectory[str] | None = None
        """Where the process finds its game."""

    def of(self, replay: Replay) -> Analysed | None:
        """Return what is known of a game so far; None if it was never looked at."""
        return self._known.get(_key(replay))

    def asked(self, replay: Replay) -> bool:
        """Return whether a game is being looked at, or waits for that."""
        return _key(replay) in self._queue

    def ask(self, replay: Replay, solution: Sequence[WireAction] = ()) -> None:
        """Have a game analysed; a `solution` of its deal helps.  `changed` tells how it goes on."""
        key, known = _key(replay), self.of(replay)
        if key in self._queue or (known is not None and known.over):
            return
        self._queue[key] = _Asked(replay, solution)
        self.changed.emit(replay)
        self._begin()

    def cancel(self, replay: Replay) -> None:
        """Have a game analysed no further; what is known stays."""
        key = _key(replay)
        if key not in self._queue:
            return
        if next(iter(self._queue)) == key and self._child is not None:
            self._child.ask_to_end()  # the next one begins when it has ended
        else:
            del self._queue[key]
            self.changed.emit(replay)

    def end(self) -> None:
        """End all of it, and wait until the process has ended."""
        self._queue.clear()
        if self._child is not None:
            self._child.end()
        self._tidy()

    def _begin(self) -> None:
        if self._child is not None or not self._queue:
            return
        asked = next(iter(self._queue.values()))
        try:
            arguments = self._written(asked)
        except (OSError, BadReplay) as error:
            self._over(sentence(str(error)))
            return
        self._child = Child(self)
        self._child.said.connect(self._on_line)
        self._child.ended.connect(self._on_end)
        self._child.start("replay", *arguments, "--analyse", "--json")

    def _written(self, asked: _Asked) -> Sequence[str]:
        """Write what the process has to know to files, and return what it has to be told."""
        self._place = tempfile.TemporaryDirectory(prefix="samedeal-")
        game, solution = (Path(self._place.name, name) for name in ("game.json", "solution.json"))
        write_replay(game, asked.replay)
        known = _as_replay(asked)
        if known is None:
            return [str(game)]
        write_replay(solution, known)
        return [str(game), "--solution", str(solution)]

    def _on_line(self, line: str) -> None:
        if not self._queue:
            return
        key, asked = next(iter(self._queue.items()))
        try:
            known = msgspec.json.decode(line, type=Analysed)
        except msgspec.DecodeError:
            return
        self._known.pop(key, None)
        self._known[key] = known
        while len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        self.changed.emit(asked.replay)

    def _on_end(self, why: str) -> None:
        if self._child is not None:
            self._child.deleteLater()
            self._child = None
        self._over(sentence(why) if why else "")

    def _over(self, why: str) -> None:
        """Go on to the next one."""
        self._tidy()
        if self._queue:
            key = next(iter(self._queue))
            replay = self._queue.pop(key).replay
            self.changed.emit(replay)
        if why:
            self.failed.emit(why)
        self._begin()

    def _tidy(self) -> None:
        if self._place is not None:
            self._place.cleanup()
            self._place = None


def _key(replay: Replay) -> bytes:
    """Return what two replays have in common if the same was dealt and done in them."""
    told = [replay.game, sorted(replay.options.items()), replay.seed, replay.entries]
    return msgspec.msgpack.encode(told)


def _as_replay(asked: _Asked) -> Replay | None:
    """Return a solution in the form of a file; None where there is none that can be played."""
    replay = asked.replay
    if not asked.solution:
        return None
    try:
        actions = [wire.parse_action(action) for action in asked.solution]
        return replay_of(replay.game, replay.options, replay.seed, actions, "Solution")
    except (IllegalAction, ValueError):
        return None

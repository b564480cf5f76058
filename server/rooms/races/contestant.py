"""A racer in a race of this server, pure: who it is, how it stands, and what was answered."""

import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from engine.play import Entry
from protocol import wire
from protocol.messages import Board, Standing, Step
from protocol.racing import Racer
from server.rooms.records import Player

ANSWERS: Final = 64
"""How many answers are kept of each racer, for who asks again: more than a client has under way."""


@dataclass
class Contestant(Racer):
    """A racer in a race of this server: who it is, and what was answered."""

    player: Player
    connected: bool = True
    answers: deque[tuple[Entry, Step]] = field(default_factory=lambda: deque(maxlen=ANSWERS))
    """The last entries, and what was answered."""

    def act(self, entry: Entry, elapsed: int) -> Step:
        """Do an entry, `elapsed` milliseconds after the start; return what a viewer sees of it.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        before = self.view
        self.enter(entry, elapsed)
        play = self.play
        step = wire.step(self.player.id, play.length, before, self.view, self.status, play.changed)
        self.answers.append((entry, step))
        return step

    @property
    def position(self) -> int:
        """The checksum of all that the position is made of."""
        state = self.play.state
        rest = f"({state.score}, {state.redeals}, {state.marks})"
        return zlib.crc32(b"\xff".join(state.piles) + b"\xff" + rest.encode())

    def board(self) -> Board:
        """Return the message that shows the board."""
        return wire.board(self.player.id, self.play.length, self.view, self.status)

    def standing(self, place: int) -> Standing:
        """Return how this racer stands."""
        return Standing(
            self.player.id,
            self.player.name,
            self.status,
            self.view.score,
            place,
            self.play.length,
            self.milliseconds,
            self.connected,
            self.player.bot,
            self.undos,
            self.player.level,
        )

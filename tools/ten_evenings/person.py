"""Somebody of the club: plays quickly and plainly, and goes on whatever becomes of the server."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeVar

from client.bots.chooser import MoveChooser
from client.connection import Connection
from client.session.address import Address
from client.session.reconnecting import ReconnectPolicy
from client.session.session import Session
from protocol.messages import Daily, Feats, FromServer, Problem, Rated, Results, Step
from tools.ten_evenings.heard import Heard

T = TypeVar("T", bound=FromServer)

PACE: Final = 0.03
"""Seconds between two moves, give or take the half."""
AHEAD: Final = 4
"""Moves that may wait for an answer."""
LONGEST: Final = 120
"""Entries after which somebody has had enough of a game."""
AGAIN: Final = 2.0
"""Seconds after which a question is asked once more: the server may have been killed."""
PATIENCE: Final = 600.0
"""Seconds for which a server is waited for."""
SOON: Final = ReconnectPolicy(pauses=(0.1, 0.2, 0.3))


class Person:
    """One of those who come evening by evening."""

    def __init__(self, address: Address, name: str, chance: random.Random, heard: Heard) -> None:
        """Come to this server; what the person is told is noted in `heard`."""
        self.session = Session(name)
        self.heard = heard
        self.problems: Counter[str] = Counter()
        self.gives_up_after: int | None = None
        """Entries after which the next race is given up, if it is to be."""
        self.pace = PACE
        self.answers: list[FromServer] = []
        """What came since something was asked for last."""
        self._address, self._chance = address, chance
        self._asked_at: dict[str, float] = {}

    @property
    def name(self) -> str:
        """What the person is called."""
        return self.session.name

    @property
    def player(self) -> int:
        """The person's id."""
        return self.session.player

    async def run(self) -> None:
        """Be there, until cancelled."""
        playing = asyncio.create_task(self._play())
        try:
            there = Connection(self._address, self.session, policy=SOON, patience=PATIENCE)
            async with there as connection:
                async for message in connection.messages():
                    self._hear(message)
                    if playing.done():
                        playing.result()
        finally:
            playing.cancel()

    def _hear(self, message: FromServer) -> None:
        match message:
            case Results() | Rated() | Feats():
                self.heard.note(self.player, message, self.session.room)
            case Step(player=self.player):
                self.heard.moves += 1
            case Problem():
                self.problems[f"{message.code}: {message.text[:60]}"] += 1
        self.answers.append(message)

    def may(self, what: str, every: float = 0.4) -> bool:
        """Return whether something may be asked for, which was not in the last seconds."""
        now = time.monotonic()
        if now - self._asked_at.get(what, 0.0) < every:
            return False
        self._asked_at[what] = now
        return True

    async def ask(self, question: Callable[[], None], kind: type[T]) -> T | None:
        """Ask a question, again if need be; return the answer, or None where it is refused."""
        while True:
            if self.session.welcomed:
                self.answers.clear()
                question()
                until = time.monotonic() + AGAIN
                while time.monotonic() < until and self.session.welcomed:
                    for answer in self.answers:
                        if isinstance(answer, kind):
                            return answer
                        if isinstance(answer, Problem) and answer.code.startswith("unknown"):
                            return None
                    await asyncio.sleep(0.005)
            await asyncio.sleep(0.05)

    async def day(self) -> str:
        """Return which day it is whose deal is played now, as soon as there is one."""
        while True:
            today = await self.ask(self.session.get_daily, Daily)
            if today is not None:
                return today.day
            await asyncio.sleep(0.1)

    @property
    def is_racing(self) -> bool:
        """Whether this person's race goes on."""
        track = self.session.track
        return track is not None and track.status == "racing" and self.session.results is None

    async def _play(self) -> None:
        race, player = 0, None
        while True:
            await asyncio.sleep(self.pace * self._chance.uniform(0.5, 1.5))
            session, track = self.session, self.session.track
            if not session.welcomed or session.race is None or track is None or not self.is_racing:
                continue
            if race != session.race.number or player is None:
                race = session.race.number
                player = MoveChooser(track.game, self._chance, 0.8)
            if len(track.pending) >= AHEAD:
                continue
            done = track.number + len(track.pending)
            tired = self.gives_up_after is not None and done >= self.gives_up_after
            if done and self._chance.random() < 0.05 and track.can_undo:
                if session.race.settings.undo:
                    session.undo()
                continue
            action = None if tired or done >= LONGEST else player.choose(track.view)
            if action is not None:
                session.act(action)
            elif self.may("give up", 1.0):
                self.gives_up_after = None
                session.give_up()

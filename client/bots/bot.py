"""Racers over the real protocol: they join, get ready, race, and stay for the rematch."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from client.bots.chooser import MoveChooser
from client.bots.planner import Planner
from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from client.session.tokens import Tokens
from client.words.texts import one_line, told_text
from protocol.messages import (
    Announcement,
    Countdown,
    FromServer,
    Guests,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Problem,
    RaceStarted,
    Results,
    RoomState,
    Settings,
    Stopping,
    Welcome,
)

PASSING: Final = (
    "not ready",
    "wrong time",
    "not racing",
    "too fast",
    "stopping",
    "unknown token",
    "hello first",
)
"""Problems that need nothing done: the room has moved on meanwhile, and says so."""
MOST_NAMES: Final = 100
"""Names that a bot tries, one after the other, until one is free."""
CARES: Final = (0.6, 0.95)
"""How careful bots are, from one to another: a person beats some of them, and not all."""
SLOWER: Final = 0.1
"""Seconds a move, at least, for a bot that was too fast for its server."""


class CannotRace(Exception):
    """A bot cannot go on.  The text is a sentence for the user."""

    def __init__(self, text: str, code: str = "") -> None:
        """Take the sentence, and the problem's code if it is the server that says so."""
        super().__init__(text)
        self.code = code


class BadPace(ValueError):
    """The text is no pace.  The message says what a pace is."""


@dataclass(frozen=True)
class Pace:
    """How fast a bot plays: the seconds between two moves, give or take the share `jitter`."""

    seconds: float = 1.0
    jitter: float = 0.4

    def pause(self, chance: random.Random) -> float:
        """Return the seconds to wait before a move."""
        return self.seconds * chance.uniform(1 - self.jitter, 1 + self.jitter)


def parse_pace(text: str) -> Pace:
    """Return the pace in `text`: seconds a move as `0.5`, or moves a second as `2/s`.

    Raises:
        BadPace: it is none, or not between 0 and 60 seconds a move.
    """
    number, rate, rest = text.strip().partition("/s")
    try:
        value = float(number)
        seconds = 1 / value if rate else value
    except (ValueError, ZeroDivisionError):
        seconds = -1.0
    if rest or not 0 <= seconds <= 60:
        raise BadPace(
            f"{text!r} is no pace: give seconds a move, as 0.5, or moves a second, as 2/s"
        )
    return Pace(seconds)


@dataclass(frozen=True)
class Hosting:
    """What a bot does that makes the room: it starts a race when those who are wanted are there."""

    settings: Settings
    racers: int = 2
    """How many racers have to be there, itself among them."""
    spectators: int = 0
    """How many spectators have to be there."""
    rest: float = 10.0
    """Seconds for which the results stand before the rematch."""

    def may_start(self, members: list[Member], host: int) -> bool:
        """Return whether everybody is there, and ready."""
        here = [member for member in members if member.connected]
        racers = [member for member in here if member.seated]
        return (
            len(racers) >= self.racers
            and len(here) - len(racers) >= self.spectators
            and all(member.ready for member in racers if member.player != host)
        )


class Bot:
    """One racer.  `await Bot(...).run()` returns when the room closes or the rounds are raced."""

    def __init__(
        self,
        address: Address,
        name: str,
        room: str | Hosting,
        *,
        tokens: Tokens | None = None,
        server: str = "",
        password: str = "",
        room_password: str = "",
        pace: Pace = Pace(),
        care: float | None = None,
        chooser: type[MoveChooser] = Planner,
        rounds: int | None = None,
        company: bool = False,
        chance: random.Random | None = None,
        report: Callable[[str], object] = str,
    ) -> None:
        """Race in the room with the code `room`, or in one that it makes.

        Args:
            address: the server.
            name: what it calls itself; where that is taken, a number follows.
            room: the code of the room, or the room to make; empty to wait for `come_into`.
            tokens: where it keeps what the server knows it by; without them it is a new player.
            server: what the server is called there, if not by its URL.
            password: the server's, where it asks new players for one.
            room_password: the room's, where it has one; of the room to make, the one it gets.
            pace: how fast it plays.
            care: the share of moves for which it takes the best that it sees; without it, one of
                `CARES` by chance.
            chooser: how it chooses its moves.
            rounds: the races after which it leaves; None for no end.
            company: whether it leaves when all people have gone that came: it was there for them.
            chance: what decides whatever is left to chance.
            report: gets sentences for the user.
        """
        self._tokens, self._server = tokens, server or address.url
        self.session = Session(name, self._token(name), bot=True, password=password)
        self._room_password = room_password
        self._address = address
        self._name = name
        self._hosting = None if isinstance(room, str) else room
        self._code = room.strip().upper() if isinstance(room, str) else ""
        self._inside = False
        self._is_company, self._had_company = company, False
        """Whether any people have been in the room."""
        self._pace = pace
        self._rounds = rounds
        self._chance = chance or random.Random()
        self._care = self._chance.uniform(*CARES) if care is None else care
        self._chooser = chooser
        self._report = report
        self._raced = 0
        self._changed = asyncio.Event()
        self._made = asyncio.Event()
        self._moving: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None

    async def room_code(self) -> str:
        """Return the code of the room, as soon as it is made."""
        if self._hosting:
            await self._made.wait()
        return self._code

    async def run(self) -> None:
        """Race until the room closes, or all rounds are raced; leave it when cancelled.

        Raises:
            client.connection.CannotConnect: there is no server, or it stayed away.
            CannotRace: the room is not to be raced in.
        """
        numbered = (f"{self._name} {number}" for number in range(2, MOST_NAMES + 1))
        connection = Connection(
            self._address,
            self.session,
            other_names=((name, self._token(name)) for name in numbered),
            report=self._tell,
        )
        async with connection:
            try:
                async for message in connection.messages():
                    if self._leaves(message):
                        return
                    self._changed.set()
            except asyncio.CancelledError:
                if self.session.room is not None:
                    self.session.leave_room()  # Nobody is to wait for one who never comes back.
                raise
            finally:
                await self._stop()

    def _leaves(self, message: FromServer) -> bool:
        match message:
            case Problem():
                self._face(message)
            case Welcome() if not message.room:
                self._keep_token()
                self._enter()
            case Welcome() if message.room != self._code:
                self.session.leave_room()  # left over from an earlier life
            case Welcome() if self.session.room:
                self._settle_in(self.session.room)  # What was wished for before may be lost.
            case RoomState() | MemberChanged() | MemberLeft() | Guests() if self.session.room:
                if self._outstays(self.session.room):
                    self.session.leave_room()
                else:
                    self._settle_in(self.session.room)
            case Countdown():
                self._halt()
            case RaceStarted() if self._moving is None or self._moving.done():
                self._moving = asyncio.create_task(self._move())
            case Results():
                return self._finished(message)
            case Announcement() | Stopping():
                self._tell(one_line(self.session.notice))
            case LeftRoom() if not self._inside:
                self._enter()
            case LeftRoom():
                return True
            case _:
                pass
        return False

    def _face(self, problem: Problem) -> None:
        if problem.code == "too fast" and self.session.room is None:
            # It has not been let in, by the server or into the room, and would not be soon.
            raise CannotRace(told_text(problem.text))
        if problem.code == "too fast":
            self._pace = replace(self._pace, seconds=max(SLOWER, 1.2 * self._pace.seconds))
        elif problem.code not in PASSING:
            raise CannotRace(told_text(problem.text), problem.code)

    def _token(self, name: str) -> str:
        return self._tokens.of(self._server, name) if self._tokens else ""

    def _keep_token(self) -> None:
        if self._tokens:
            with suppress(OSError):  # then it takes another name next time
                self._tokens.keep(self._server, self.session.name, self.session.token)

    def come_into(self, code: str) -> None:
        """Race in the room with this code; for a bot that has waited for one."""
        self._code = code
        if self.session.welcomed:
            self._enter()

    def _enter(self) -> None:
        if self._hosting is None and not self._code:
            return
        self._inside = True
        if self._hosting is None:
            self.session.join_room(self._code, self._room_password)
        else:
            self._code = ""
            self.session.create_room(self._hosting.settings, self._room_password)

    def _outstays(self, room: RoomState) -> bool:
        """Return whether the people are gone for whom it was there."""
        here = bool(room.guests) or not all(member.bot for member in room.members)
        left = self._had_company and not here
        self._had_company = self._had_company or here
        return left and self._is_company

    def _settle_in(self, room: RoomState) -> None:
        if not self._inside:
            return
        if not self._code:
            self._code = room.code
            self._made.set()
        if self._hosting and self.session.is_host and room.phase == "lobby":
            if room.search == "no deal":
                raise CannotRace("no deal of this game was found that can be won")
            if room.search == "none" and self._hosting.may_start(room.members, room.host):
                self.session.set_ready(True)
                self.session.start_race()
            return
        mine = self.session.me
        if mine is None or room.phase != "lobby":
            return
        if not mine.seated:
            self.session.join_room(room.code)  # a race was on; now there may be a seat
        elif not mine.ready:
            self.session.set_ready(True)

    def _finished(self, results: Results) -> bool:
        self._halt()
        mine = next((s for s in results.standings if s.player == self.session.player), None)
        if mine is None:
            return False
        self._raced += 1
        self._tell(f"place {mine.place} with {mine.score} points ({mine.status}).")
        if self._rounds is not None and self._raced >= self._rounds:
            self.session.leave_room()
            return True
        if self._hosting and self.session.is_host:
            self._opening = asyncio.create_task(self._open_again(self._hosting.rest))
        return False

    async def _move(self) -> None:
        session, player = self.session, None
        while True:
            await asyncio.sleep(self._pace.pause(self._chance))
            while session.track is None or session.track.pending:
                self._changed.clear()
                await self._changed.wait()
            track = session.track
            if track.status != "racing":
                return
            player = player or self._chooser(track.game, self._chance, self._care)
            action = player.choose(track.view)
            if action is None:
                session.give_up()
                return
            session.act(action)

    async def _open_again(self, pause: float) -> None:
        while self.session.results:  # The wish is lost with the connection.
            await asyncio.sleep(pause)
            self.session.rematch()
            pause = max(pause, 1.0)

    def _halt(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
        self._moving = None  # The next race may begin before this task has seen its end.

    async def _stop(self) -> None:
        for task in (self._moving, self._opening):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    def _tell(self, text: str) -> None:
        self._report(f"{one_line(self.session.name)}: {text}")

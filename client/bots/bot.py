"""Racers over the real protocol: they join, get ready, race, and stay for the rematch."""

import asyncio
import random
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary

from client.bots.chooser import MoveChooser
from client.bots.levels.level import level as level_of
from client.bots.levels.level import slip
from client.bots.pace import Pace
from client.bots.planner import Planner
from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from client.session.tokens import Tokens
from client.session.track import Track
from client.words.texts import one_line, told_text
from engine.game import Game
from engine.state import Action, State
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
_OVER: Final = object()
_TURNS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]] = WeakKeyDictionary()
"""Whose turn it is to think: of all bots on an event loop one at a time."""


class CannotRace(Exception):
    """A bot cannot go on.  The text is a sentence for the user."""

    def __init__(self, text: str, code: str = "") -> None:
        """Take the sentence, and the problem's code if it is the server that says so."""
        super().__init__(text)
        self.code = code


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


async def _think(player: MoveChooser, view: State, rest: Callable[[], float]) -> None:
    """Let a player think, a little at a time, in turn with all others here who do.

    What else is to be done comes between any two thoughts, or there is a `rest` of some seconds.
    """
    thoughts, over = player.thoughts(view), False
    turn = _TURNS.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    while not over:
        async with turn:
            over = next(thoughts, _OVER) is _OVER
            await asyncio.sleep(rest())


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
        level: int = 0,
        pace: Pace | None = None,
        care: float | None = None,
        chooser: type[MoveChooser] = Planner,
        rounds: int | None = None,
        linger: float | None = None,
        tls: ssl.SSLContext | None = None,
        chance: random.Random | None = None,
        rest: Callable[[], float] = float,
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
            level: how well it plays, 1 to 5, which everybody is told; 0 for none of these.
            pace: how fast it plays; without it, as its level does.
            care: the share of moves for which it takes the best that it sees; without it, one of
                `CARES` by chance.
            chooser: how it chooses its moves, where it has no level.
            rounds: the races after which it leaves; None for no end.
            linger: the seconds for which it stays where no people are; None to stay for ever.
            tls: what knows an encrypted server; without it, the system's authorities do.
            chance: what decides whatever is left to chance.
            rest: says for how many seconds nobody here thinks, after each thought: `float` is 0.
            report: gets sentences for the user.
        """
        self._tokens, self._server = tokens, server or address.url
        self.session = Session(name, self._token(name), bot=True, level=level, password=password)
        self._room_password = room_password
        self._address, self._tls = address, tls
        self._name = name
        self._hosting = None if isinstance(room, str) else room
        self._code = room.strip().upper() if isinstance(room, str) else ""
        self._inside = False
        self._linger = linger
        self._going: asyncio.TimerHandle | None = None
        """When it goes, as all people have gone."""
        self._level = level_of(level) if level else None
        self._pace = pace or (self._level.pace if self._level else Pace())
        self._rounds = rounds
        self._chance = chance or random.Random()
        self._care = self._chance.uniform(*CARES) if care is None else care
        self._chooser = chooser
        self._rest = rest
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
            tls=self._tls,
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
            case Welcome():
                self._inside = True  # It was there in an earlier life, and goes on with that.
                self._keep_token()
            case RoomState() | MemberChanged() | MemberLeft() | Guests() if self.session.room:
                self._settle_in(self.session.room)
                self._note_company(self.session.room)
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

    def _note_company(self, room: RoomState) -> None:
        """Go, after a while, where there are no people for whom it would be there."""
        here = bool(room.guests) or not all(member.bot for member in room.members)
        if here and self._going is not None:
            self._going.cancel()
            self._going = None
        elif not here and self._linger is not None and self._going is None:
            loop = asyncio.get_running_loop()
            self._going = loop.call_later(self._linger, self._go)

    def _go(self) -> None:
        if self.session.room is not None:
            self.session.leave_room()

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
            sure = player is not None and player.is_sure
            until = self._now() + self._pace.pause(self._chance, sure=sure)
            track = await self._answered()
            player = player or self._player(track.game)
            await _think(player, track.view, self._rest)
            await asyncio.sleep(until - self._now())
            track = await self._answered()
            if track.status != "racing":
                return
            action = player.choose(track.view)
            if action is None:
                session.give_up()
                return
            await self._slip(track, action)
            session.act(action)

    def _player(self, game: Game) -> MoveChooser:
        if self._level is not None:
            return self._level.player(game, self._chance)
        return self._chooser(game, self._chance, self._care)

    async def _slip(self, track: Track, right: Action) -> None:
        """Make a wrong move now and then, before the right one, and take it back."""
        race, level = self.session.race, self._level
        if level is None or race is None or not race.settings.undo:
            return
        if self._chance.random() >= level.slips:
            return
        wrong = slip(track.game, track.view, right, self._chance)
        if wrong is None or self.session.act(wrong) is not None:
            return
        await asyncio.sleep(self._pace.pause(self._chance))
        if (await self._answered()).status == "racing":
            self.session.undo()
            await asyncio.sleep(self._pace.pause(self._chance))
            await self._answered()

    async def _answered(self) -> Track:
        """Return its own board, once there is one and all is answered that it did."""
        while (track := self.session.track) is None or track.pending:
            self._changed.clear()
            await self._changed.wait()
        return track

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

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
        if self._going is not None:
            self._going.cancel()
        for task in (self._moving, self._opening):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    def _tell(self, text: str) -> None:
        self._report(f"{one_line(self.session.name)}: {text}")

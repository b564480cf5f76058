"""A room of another server, shown to guests here: asked for once, and passed on frame by frame.

When its server ends or hands it over, the next one is asked, or it may be this one.
"""

import asyncio
import logging
import ssl
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from protocol.forms import MAX_SERVER_FRAME, MSGPACK, BadMessage, Form
from protocol.messages import (
    VERSION,
    Announcement,
    Hello,
    LeftRoom,
    Problem,
    WatchRoom,
    Welcome,
)
from server.neighbours.link import (
    FRAME,
    KINDS,
    STATE,
    STATED,
    Wanted,
    encode,
    read_beside,
    veil,
)
from server.neighbours.takeover import Takeover
from server.network.access import Site, household
from server.network.bus import READERS
from server.network.connection import BoundedConnection
from server.network.delivery import GOING_AWAY, Delivery
from server.network.frame_bytes import content, make_frame
from server.rooms.audience import NOT_BESIDE, Beside
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.refusal import Refusal, beside_a_racer
from server.storage.database import BadDatabase, CannotWrite
from server.storage.neighbours import Elsewhere, Keeper

log = logging.getLogger(__name__)

CONNECTING: Final = 2.0
"""Seconds in which another server has to be reached, and as many to say that it tells of a room."""
PING: Final = 2.5
"""Seconds after which a silent one is asked whether it is there, and as many until it is not."""
LONGEST: Final = 15.0
"""Seconds for which a room is looked for whose server has ended, before its guests are let go."""
PAUSE: Final = 0.2
"""Seconds between two looks for it."""
SETTLE: Final = 0.05
"""Seconds between two times that the other server is told who is new, and how many see the room."""
LONGEST_FRAME: Final = MAX_SERVER_FRAME + 16
"""What may be told at once: a frame with its head, and a byte."""
_BOARDS: Final = frozenset({"board", "step"})
"""The types of messages that are not for those who must see no boards."""
_LOST: Final = (OSError, TimeoutError, WebSocketException, BadMessage, msgspec.MsgspecError)
"""How the line to another server ends, or does not come about."""


class NotTold(Exception):
    """The other server does not tell of the room."""


class Key(NamedTuple):
    """What guests have in common who get the same frames."""

    code: str
    form: Form
    help: bool


@dataclass(frozen=True, slots=True)
class Onlooker:
    """A guest who sees a room of another server."""

    player: Player
    connection: BoundedConnection

    @property
    def place(self) -> Site | None:
        """Where the guest connects from, as `household` says."""
        return household(self.connection.address)


class Relay:
    """A room of another server, and the guests here who get the same frames of it."""

    def __init__(
        self,
        key: Key,
        lobby: Lobby,
        takeover: Takeover,
        delivery: Delivery,
        clock: Callable[[], int],
        forget: Callable[["Relay", Collection[int]], None],
    ) -> None:
        """Begin with nobody; see `begin`.

        `clock` returns milliseconds.  `forget` is called when it is over, with those who saw it.
        """
        self.key = key
        self._lobby, self._takeover, self._delivery = lobby, takeover, delivery
        self._clock, self._forget = clock, forget
        self._address = self._secret = ""
        self._guests: dict[int, Onlooker] = {}
        self._coming = 0
        """Guests who wait until the room is told of for the first time."""
        self._told: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Whether it is, once that is known."""
        self._new: set[int] = set()
        """Those of whom the other server has not been told that they want to know all."""
        self._asked: set[int] = set()
        """Those for whom it was asked, until it has answered."""
        self._present: set[int] = set()
        """Those who have been told all, and get what follows."""
        self._beside = NOT_BESIDE
        """From where nobody may see boards; the places are veiled."""
        self._blind: dict[int, Announcement] = {}
        """Those who see none, and why."""
        self._news = asyncio.Event()
        """Set when there is something to tell the other server."""
        self._lost = 0.0
        """When the line to the other server was lost."""
        self.over = False
        """Whether the room is closed, or its server shows it to nobody by this way."""
        self._task: asyncio.Task[None] | None = None
        """What shows the room, as long as it does."""

    def begin(self, keeper: Keeper) -> "asyncio.Task[None]":
        """Ask this server for the room; return the task that shows it."""
        task = self._task = asyncio.create_task(self._run(keeper), name=f"relay {self.key.code}")
        return task

    def __len__(self) -> int:
        """Return how many guests see the room by this, or are about to."""
        return len(self._guests) + self._coming

    # The guests here ------------------------------------------------------------------------------

    async def admit(self, guest: Onlooker) -> None:
        """Show the room to one more.

        Raises:
            Refusal: somebody is racing at the same place.
            NotTold: the other server does not tell of it.
        """
        self._coming += 1
        try:
            if not await asyncio.shield(self._told) or self.over or self._task is None:
                raise NotTold
            reason = self._why_blind(guest)
            if reason and self._is_beside(guest):
                raise beside_a_racer()
            self._guests[guest.player.id] = guest
            if reason:
                self._blind[guest.player.id] = reason
            self.tell_state(guest.player.id)
        finally:
            self._coming -= 1
            self._end_if_empty()

    def tell_state(self, guest: int) -> None:
        """Tell a guest how everything stands."""
        self._new.add(guest)
        self._news.set()

    def leave(self, guest: int) -> None:
        """Show it no more to a guest."""
        self._guests.pop(guest, None)
        self._blind.pop(guest, None)
        for some in (self._new, self._asked, self._present):
            some.discard(guest)
        self._news.set()
        self._end_if_empty()

    def _end_if_empty(self) -> None:
        if not self._guests and not self._coming:
            self.end()

    def end(self) -> None:
        """Ask for the room no more, and show it to nobody."""
        self._let_go()
        if self._task is not None:
            self._task.cancel()

    def send_on(self) -> None:
        """Send the guests to the server that has the room."""
        for guest in self._let_go():
            guest.connection.sent_on = True
            self._delivery.move(guest.connection, self._address)
            self._delivery.hang_up(guest.connection, GOING_AWAY, "")

    def _let_go(self) -> list[Onlooker]:
        """Show it to nobody any more; return who saw it."""
        guests = list(self._guests.values())
        self._forget(self, list(self._guests))
        self._guests.clear()
        if not self._told.done():
            self._told.set_result(False)
        return guests

    # The other server -----------------------------------------------------------------------------

    async def _run(self, keeper: Keeper) -> None:
        """Show the room until it is closed; its server may change meanwhile."""
        found: Keeper | None = keeper
        try:
            while found is not None:
                with suppress(*_LOST):
                    await self._follow(found)
                if self.over or not self._told.done():
                    self.send_on()
                    return
                before, found = found, await self._find()
                if found == before:
                    await asyncio.sleep(PAUSE)
            self._go_home()
        except (CannotWrite, BadDatabase, TimeoutError):
            self._give_up()
        except Exception:  # A mistake of ours.
            log.exception("a room of another server is shown no more")
            self._give_up()
        finally:
            self._task = None  # It knows where it was broken off, and so this.

    async def _find(self) -> Keeper | None:
        """Return which server has the room now; None if this one, or none.

        Raises:
            TimeoutError: that cannot be found out for too long.
            CannotWrite, BadDatabase: that cannot be found out now.
        """
        while time.monotonic() - self._lost < LONGEST:
            try:
                await self._takeover.seek_room(self.key.code)
            except Elsewhere:
                if keeper := await self._takeover.neighbours.find_keeper(self.key.code):
                    return keeper
                await asyncio.sleep(PAUSE)
            else:
                return None
        raise TimeoutError

    async def _follow(self, keeper: Keeper) -> None:
        """Show the room as long as this server tells of it.

        Raises:
            The exceptions in `_LOST`: the line is lost, or does not come about.
        """
        self._address, self._secret = keeper.address, keeper.secret
        async with connect(
            keeper.address,
            ssl=await asyncio.to_thread(_tls) if keeper.address.startswith("wss:") else None,
            proxy=None,
            compression=None,
            open_timeout=CONNECTING,
            ping_interval=PING,
            ping_timeout=PING,
            close_timeout=1,
            max_size=LONGEST_FRAME,
        ) as line:
            self._asked.clear()
            self._present.clear()
            async with asyncio.timeout(CONNECTING):
                hello = Hello(VERSION, token=keeper.secret, guest=True, help=self.key.help)
                await line.send(MSGPACK.encode(hello))
                if not isinstance(MSGPACK.decode_server(await line.recv()), Welcome):
                    return
                await self._say(line)
                if not await self._take(await line.recv()):
                    return
            self._new |= self._guests.keys()
            telling = asyncio.create_task(self._say_all(line))
            try:
                async for told in line:
                    if not await self._take(told):
                        return
            finally:
                telling.cancel()
                self._lost = time.monotonic()

    async def _say_all(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                self._news.clear()
                if self._new and not self._asked:
                    self._asked, self._new = self._new, set()
                    await self._say(line, state=True)
                else:
                    await self._say(line)
                await asyncio.sleep(SETTLE)
                await self._news.wait()

    async def _say(self, line: ClientConnection, *, state: bool = False) -> None:
        wanted = Wanted(self.key.code, self.key.form.text, len(self._guests), state)
        await line.send(encode(wanted))

    async def _take(self, told: bytes | str) -> bool:
        """Take in what the other server tells; return False if it will tell no more."""
        kind, rest = told[:1], told[1:]
        if isinstance(told, str) or kind not in KINDS:
            problem = MSGPACK.decode_server(told)
            self.over = isinstance(problem, Problem) and problem.code != "out of service"
            return False
        assert isinstance(rest, bytes)
        if kind == FRAME:
            await self._write(self._present, rest)
            return not self._is_end(rest)
        if kind == STATE:
            for guest in self._asked & self._blind.keys():
                if not self._why_blind(self._guests[guest]):
                    del self._blind[guest]
            await self._write(self._asked, rest)
        elif kind == STATED:
            self._note_stated()
        else:
            self._hide_from(read_beside(rest))
            if not self._told.done():
                self._told.set_result(True)
        return True

    def _note_stated(self) -> None:
        for guest in self._asked - self._present:
            if reason := self._blind.get(guest):
                self._delivery.answer(self._guests[guest].connection, reason)
        self._present |= self._asked
        self._asked = set()
        if self._new:
            self._news.set()

    def _is_end(self, frame: bytes) -> bool:
        """Return whether the room is closed with this frame, and let all go if so."""
        if b"left room" not in frame or "left room" not in map(
            self.key.form.kind, _split(frame, self.key.form)
        ):
            return False
        self._let_go()
        self.over = True
        return True

    # What passes on -------------------------------------------------------------------------------

    async def _write(self, guests: Collection[int], frame: bytes) -> None:
        """Pass a frame on to some in each turn of the loop, so that no move waits for all."""
        without: bytes | None = None
        for number, guest in enumerate(tuple(guests), 1):
            if onlooker := self._guests.get(guest):
                if guest in self._blind:
                    if without is None:
                        without = _without_boards(frame, self.key.form)
                    shown = without
                else:
                    shown = frame
                if shown:
                    self._delivery.pass_on(onlooker.connection, shown)
            if number % READERS == 0:
                await asyncio.sleep(0)

    def _hide_from(self, beside: Beside) -> None:
        """Show boards to nobody who may not see them; to who may again, with how all stands."""
        self._beside = beside
        for guest, onlooker in self._guests.items():
            reason = self._why_blind(onlooker)
            if reason == self._blind.get(guest):
                continue
            if reason is None:
                self.tell_state(guest)
                continue
            self._blind[guest] = reason
            if guest in self._present:
                self._delivery.answer(onlooker.connection, reason)

    def _why_blind(self, guest: Onlooker) -> Announcement | None:
        return self._beside.why_blind(self._veiled(guest))

    def _is_beside(self, guest: Onlooker) -> bool:
        return self._veiled(guest) in self._beside.places

    def _veiled(self, guest: Onlooker) -> bytes | None:
        place = guest.place
        if place is None or self._beside == NOT_BESIDE:
            return None
        return veil(place, self._secret)

    # The end --------------------------------------------------------------------------------------

    def _go_home(self) -> None:
        """Let the guests see the room here, where it is now; or it is closed."""
        now = self._clock()
        for guest in self._let_go():
            try:
                self._lobby.receive(guest.player, WatchRoom(self.key.code), now, place=guest.place)
            except Refusal as refusal:
                self._delivery.answer(guest.connection, LeftRoom(str(refusal)))
        self._delivery.post()

    def _give_up(self) -> None:
        """Let the guests go, who may come back later."""
        for guest in self._let_go():
            self._delivery.put_off(guest.connection)


def _split(frame: bytes, form: Form) -> Iterator[bytes | str]:
    """Yield the messages in a frame."""
    inside = content(frame)
    yield from form.split(inside.decode() if form.text else inside)


def _without_boards(frame: bytes, form: Form) -> bytes:
    """Return a frame without what boards there are in it; empty if nothing is left."""
    kept = [
        each.encode() if isinstance(each, str) else each
        for each in _split(frame, form)
        if form.kind(each) not in _BOARDS
    ]
    return make_frame(form.gather(kept), form) if kept else b""


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()

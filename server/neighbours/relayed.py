"""Rooms of this server that other servers show to their own guests.

To the room, each of them is one guest, and costs as much, however many it stands for.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple
from uuid import UUID

import msgspec

from protocol.forms import JSON, MSGPACK, Form
from protocol.messages import Resync
from server.neighbours.link import (
    FRAME,
    STATE,
    STATED,
    read_wanted,
    tell_beside,
)
from server.neighbours.takeover import Takeover
from server.network.connection import BoundedConnection
from server.network.delivery import Delivery
from server.network.frame_bytes import make_frame
from server.network.presence import Presence
from server.rooms.audience import NOT_BESIDE, Beside
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.refusal import Refusal


class _Outlet:
    """What one other server is told of one room."""

    def __init__(
        self, connection: BoundedConnection, look: Callable[[], Beside], secret: str
    ) -> None:
        """Begin; `look` returns from where nobody may see boards now."""
        self.connection = connection
        self._look, self._secret = look, secret
        self._told: Beside | None = None

    def write(self, told: bytes, most: int) -> bool:
        # The room may be further than what is told just now: boards are hidden too early, if
        # anything, and who sees them again has to ask how they are.
        beside = self._look()
        if beside != self._told:
            self._told = beside
            self.connection.write(make_frame(tell_beside(beside, self._secret)), most)
        return self.connection.write(make_frame(told), most)

    def greet(self) -> bytes:
        """Return what is told first."""
        self._told = self._look()
        return tell_beside(self._told, self._secret)


class _Line:
    """The line to another server, as the bus sees it: all that is written to it is of one kind."""

    def __init__(self, kind: bytes, form: Form, outlet: _Outlet) -> None:
        self.id: UUID = outlet.connection.id
        self._kind, self._form, self._outlet = kind, form, outlet

    @property
    def form(self) -> Form:
        return self._form

    @property
    def unsent(self) -> int:
        return self._outlet.connection.unsent

    def write(self, frame: bytes, most: int) -> bool:
        return self._outlet.write(self._kind + frame, most)


class _Lines(NamedTuple):
    """The lines to another server for the one guest that it is here."""

    to_all: _Line
    to_new: _Line


class Relayed:
    """Tells other servers of rooms here."""

    def __init__(
        self,
        lobby: Lobby,
        takeover: Takeover,
        presence: Presence,
        delivery: Delivery,
        clock: Callable[[], int],
    ) -> None:
        """Take where the rooms are; `clock` returns milliseconds."""
        self._lobby, self._takeover, self._presence = lobby, takeover, presence
        self._delivery, self._clock = delivery, clock

    async def serve(
        self,
        connection: BoundedConnection,
        guest: Player,
        wait_turn: Callable[[], Awaitable[None]],
    ) -> None:
        """Tell another server, which is this guest here, of the room that it wants, to the end.

        Raises:
            Elsewhere: the room is yet another server's.
            CannotWrite, BadDatabase: that cannot be found out now.
        """
        lines: _Lines | None = None
        try:
            async for frame in connection:
                await wait_turn()
                if not self._presence.is_newest(guest.id, connection):
                    return
                if connection.sent_on:
                    continue
                wanted = read_wanted(frame)
                if lines is None:
                    await self._takeover.seek_room(wanted.code)
                self._lobby.relay(guest.id, wanted.code, wanted.guests)
                if lines is None:
                    lines = self._open(connection, guest, JSON if wanted.text else MSGPACK)
                if wanted.state:
                    self._tell_state(connection, guest, lines)
                self._delivery.post()
        except Refusal as refusal:
            self._delivery.problem(connection, refusal.code, str(refusal))
        except msgspec.MsgspecError as error:
            self._delivery.problem(connection, "bad message", str(error))
        finally:
            for line in lines or ():
                self._delivery.disconnect(guest.id, line)

    def _open(self, connection: BoundedConnection, guest: Player, form: Form) -> _Lines:
        def look() -> Beside:
            room = self._lobby.room_of(guest.id)
            return room.beside if room else NOT_BESIDE

        outlet = _Outlet(connection, look, self._takeover.neighbours.secret)
        lines = _Lines(_Line(FRAME, form, outlet), _Line(STATE, form, outlet))
        self._delivery.connect(guest.id, lines.to_all)
        self._delivery.answer_encoded(connection, outlet.greet())
        return lines

    def _tell_state(self, connection: BoundedConnection, guest: Player, lines: _Lines) -> None:
        # What was gathered for a line goes out on it when another one takes its place.
        self._delivery.connect(guest.id, lines.to_new)
        self._lobby.receive(guest, Resync(), self._clock())
        self._delivery.connect(guest.id, lines.to_all)
        self._delivery.answer_encoded(connection, STATED)

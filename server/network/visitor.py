"""A visitor: a connection, and how its client has behaved so far."""

import asyncio
import contextlib
import time

from protocol import wire
from protocol.messages import Act, Chat, FromClient, Undo
from server.bounds import Bucket, Limits
from server.monitoring import logs
from server.network.connection import BoundedConnection
from server.rooms.race import Race
from server.rooms.refusal import Refusal
from server.rooms.room import Room


class CutOff(Exception):
    """A client that is not worth listening to any longer."""


class Visitor:
    """Counts what a client sends, and slows it down where that is too much."""

    __slots__ = (
        "_chat",
        "_faults",
        "_limits",
        "_messages",
        "_race",
        "_requests",
        "_room",
        "connection",
    )

    def __init__(self, connection: BoundedConnection, limits: Limits) -> None:
        """Begin with a client that has done nothing yet."""
        self.connection = connection
        self._limits = limits
        now = time.monotonic()
        self._messages = Bucket(limits.rate, limits.burst, now)
        self._requests = Bucket(limits.requests, limits.requests_burst, now)
        self._chat = Bucket(limits.chat, limits.chat_burst, now)
        self._faults = 0
        self._room: Room | None = None
        self._race: Race | None = None

    def stand(self, room: Room | None) -> None:
        """Let the log tell where the client is."""
        race = room.race if room else None
        if room is not self._room or race is not self._race:
            self._room, self._race = room, race
            logs.unbind("room", "race")
            if room:
                logs.bind(room=room.code, **({"race": race.id} if race else {}))

    def may_move(self) -> bool:
        """Return whether a good move does not come too fast, and count it if it doesn't."""
        if not self._messages.take(time.monotonic()):
            return False
        self._faults = 0
        return True

    async def turn(self) -> None:
        """Wait until the client's next message is due: one that is too fast is read later."""
        if pause := self._messages.borrow(time.monotonic()):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self.connection.wait_closed()

    def open(self, frame: bytes | str) -> FromClient:
        """Return the message in a frame.

        Raises:
            BadMessage, Refusal: there is none, or it comes too fast.
            Enough: and that for a long time.
        """
        self._faults += 1
        if self._faults > self._limits.patience:
            raise CutOff
        message = wire.decode_client(frame)
        now = time.monotonic()
        if not isinstance(message, Act | Undo) and not self._requests.take(now):
            rate = f"{self._limits.requests:g} messages other than moves a second"
            raise Refusal("too fast", f"that is too fast; this server takes {rate}")
        if isinstance(message, Chat) and not self._chat.take(now):
            rate = f"{self._limits.chat:g} chat messages a second"
            raise Refusal("too fast", f"that is too fast; this server takes {rate}")
        self._faults = 0
        return message

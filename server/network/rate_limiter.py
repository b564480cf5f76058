"""How often a client may send something, and what happens to one that sends more."""

import asyncio
import contextlib
import time

from protocol import wire
from protocol.messages import Act, Chat, FromClient, Undo
from server.bounds import Bucket, Limits
from server.network.connection import BoundedConnection
from server.rooms.refusal import Refusal


class CutOff(Exception):
    """A client that is not worth listening to any longer."""


class RateLimiter:
    """Counts what one client sends, and slows it down where that is too much."""

    __slots__ = ("_chat", "_connection", "_faults", "_limits", "_messages", "_requests")

    def __init__(self, connection: BoundedConnection, limits: Limits) -> None:
        """Begin with a client that has sent nothing yet."""
        self._connection, self._limits = connection, limits
        now = time.monotonic()
        self._messages = Bucket(limits.rate, limits.burst, now)
        self._requests = Bucket(limits.requests, limits.requests_burst, now)
        """For messages other than moves."""
        self._chat = Bucket(limits.chat, limits.chat_burst, now)
        self._faults = 0
        """Bad or too many messages in a row."""

    def may_move(self) -> bool:
        """Return whether a good move does not come too fast, and count it if it doesn't."""
        if not self._messages.take(time.monotonic()):
            return False
        self._faults = 0
        return True

    async def wait_turn(self) -> None:
        """Wait until the client's next message is due: one that is too fast is read later."""
        if pause := self._messages.borrow(time.monotonic()):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._connection.wait_closed()

    def decode(self, frame: bytes | str) -> FromClient:
        """Return the message in a frame.

        Raises:
            BadMessage: there is none.
            Refusal: it comes too fast.
            CutOff: that has been so for too many messages in a row.
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

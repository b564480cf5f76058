"""How often a client may send something, and what happens to one that sends more."""

import asyncio
import contextlib
import time
from typing import Final

from protocol.forms import BadMessage
from protocol.messages import Act, Chat, FromClient, Ping, ProblemCode, Undo
from server.bounds import Limits
from server.buckets import Allowance, Bucket
from server.network.access import site
from server.network.connection import BoundedConnection
from server.network.gate import Gate
from server.reception.weights import weigh, weigh_telling
from server.rooms.refusal import Refusal

FAULT: Final = 3
"""Messages for which a bad one counts, or a move that the rules refuse: nobody sends many."""
PAUSE: Final = 0.1
"""Seconds for which somebody is not listened to who has used up what there is by the hour."""
LONGEST_PAUSE: Final = 0.25
"""Seconds for which somebody who is too fast is not listened to, at most."""


class CutOff(Exception):
    """A client that is not worth listening to any longer.

    The `code` and the text are what it is told.
    """

    def __init__(self, code: ProblemCode, text: str) -> None:
        super().__init__(text)
        self.code: ProblemCode = code


class TooFast(Refusal):
    """What was asked for comes too fast; it would be in time after `pause` seconds."""

    def __init__(self, pause: float, text: str) -> None:
        """Take the pause, and the sentence for people."""
        super().__init__("too fast", text)
        self.pause = min(pause, LONGEST_PAUSE)


class Shares:
    """What the clients of an address share, and all connections of one player, in their order."""

    def __init__(self, limits: Limits) -> None:
        """Give everybody what the limits say."""
        self.requests_of_address = Allowance(
            limits.requests_per_address_burst,
            limits.requests_per_address_burst / limits.requests_per_address,
        )
        self.messages = Allowance(limits.burst, limits.burst / limits.rate)
        self.requests = Allowance(limits.requests_burst, limits.requests_burst / limits.requests)
        self.chat = Allowance(limits.chat_burst, limits.chat_burst / limits.chat)


class RateLimiter:
    """Counts what one client sends, and slows it down where that is too much.

    What a player has used up stays used up on the next connection: see `belongs_to`.
    """

    __slots__ = (
        *("_address", "_chat", "_connection", "_faults", "_gate", "_limits", "_messages"),
        *("_requests", "_shares"),
    )

    def __init__(
        self, connection: BoundedConnection, limits: Limits, shares: Shares, gate: Gate
    ) -> None:
        """Begin with a client that has sent nothing yet; all have the same shares and gate."""
        self._connection, self._limits = connection, limits
        now = time.monotonic()
        self._messages = Bucket(limits.rate, limits.burst, now)
        self._requests = Bucket(limits.requests, limits.requests_burst, now)
        """For messages other than moves."""
        self._chat = Bucket(limits.chat, limits.chat_burst, now)
        self._shares, self._gate = shares, gate
        self._address = site(connection.address)
        self._faults = 0
        """Bad or too many messages in a row."""

    def belongs_to(self, player: int) -> None:
        """Go on with what is left of this player's; the hello was the first that is counted."""
        shares, now = self._shares, time.monotonic()
        self._messages = shares.messages.bucket(player, now)
        self._requests = shares.requests.bucket(player, now)
        self._chat = shares.chat.bucket(player, now)
        self._messages.borrow(now)
        self._requests.borrow(now)

    def may_move(self) -> bool:
        """Return whether a good move may be done at once, and count it if so."""
        if not self._gate.lets_past(self._address):
            return False
        now = time.monotonic()
        self._count_refused_moves(now)
        if not self._messages.take(now):
            return False
        self._faults = 0
        return True

    async def wait_turn(self) -> None:
        """Wait until the client's next message is due: one that is too fast is read later."""
        now = time.monotonic()
        self._count_refused_moves(now)
        if pause := self._messages.borrow(now):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._connection.wait_closed()
        await self._gate.pass_through(self._address)

    async def hold_up(self, refusal: Refusal | BadMessage) -> None:
        """Let somebody who is too fast wait for the refusal, and not be read meanwhile.

        So the next message is in time again, or the refusals cost little.
        """
        refusal.__traceback__ = None  # Or all who wait would keep the frames that it came through.
        if isinstance(refusal, Refusal) and refusal.code == "too fast":
            await asyncio.sleep(refusal.pause if isinstance(refusal, TooFast) else PAUSE)
            await self._gate.pass_through(self._address)  # Many pauses may end at once.

    def _count_refused_moves(self, now: float) -> None:
        """Count what the rules have refused since the last message."""
        if refused := self._connection.refused_moves:
            self._connection.refused_moves = 0
            self._messages.borrow(now, refused * (FAULT - 1))

    def decode(self, frame: bytes | str) -> FromClient:
        """Return the message in a frame.

        Raises:
            BadMessage: there is none.
            TooFast: there is none, and too many such came from the address.
            CutOff: too many in a row were bad, or too fast.
        """
        self._faults += 1
        if self._faults > self._limits.patience:
            text = "too many messages in a row were bad, or came too fast; that is enough"
            raise CutOff("too fast", text)
        try:
            return self._connection.form.decode_client(frame)
        except BadMessage:
            now = time.monotonic()
            self._messages.borrow(now, FAULT - 1)
            if not self._shares.requests_of_address.take(self._address, now, FAULT):
                text = "too many bad messages came from your address; try again in a few seconds"
                raise TooFast(LONGEST_PAUSE, text) from None
            raise

    def count(self, message: FromClient, members: int = 0) -> None:
        """Count a message; so many members of a room are told of it, or it tells of so many rooms.

        Raises:
            TooFast: it comes too fast.
        """
        if not isinstance(message, Act | Undo | Ping):
            self._count_request(message, members, time.monotonic())
        self._faults = 0

    def _count_request(self, message: FromClient, members: int, now: float) -> None:
        weight = weigh(message)
        in_all = weight + weigh_telling(message, members)
        if not self._requests.has_any(now, weight):
            raise TooFast(self._requests.due(weight), "that was too much at once; wait a moment")
        if isinstance(message, Chat) and not self._chat.take(now):
            raise TooFast(self._chat.due(), "that was too much to say at once; wait a moment")
        if not self._shares.requests_of_address.take(self._address, now, in_all):
            text = "too much is asked for from your address at once; try again in a few seconds"
            raise TooFast(LONGEST_PAUSE, text)
        self._requests.take(now, weight)

"""What a process beside a server or a window is told on its standard input, and how it answers."""

import signal
import sys
import threading
from typing import Final, Generic, TypeVar

import msgspec

from samedeal.hearing import hear
from samedeal.priority import let_others_go_first
from samedeal.solving.quota import Thrift, cores
from server.stock.foundry import Rest

LONGEST_REST: Final = 2.0
"""Seconds after which it does a slice nevertheless: a busy server gets deals, too."""

T = TypeVar("T")


class Inbox(Generic[T]):
    """What was said last: the order to work on, and whether to rest."""

    def __init__(self, orders: "msgspec.json.Decoder[T | Rest] | msgspec.json.Decoder[T]") -> None:
        """Begin without an order; `orders` reads what is said."""
        self._orders = orders
        self._said = threading.Condition()
        self._order: T | None = None
        self._resting = False
        self.thrift: Thrift | None = None
        """How little of the processor is used, where that is bounded."""

    def take_in(self, line: bytes) -> None:
        """Take a line in.

        Raises:
            msgspec.DecodeError: it makes no sense.
        """
        message = self._orders.decode(line)
        with self._said:
            if isinstance(message, Rest):
                self._resting = message.resting
            else:
                self._order = message
            self._said.notify_all()

    def next(self) -> T:
        """Wait for an order, and return it."""
        due = self.thrift.due() if self.thrift else 0.0
        with self._said:
            if due:
                self._said.wait_for(lambda: False, due)
            self._said.wait_for(lambda: self._order is not None)
            order, self._order = self._order, None
            assert order is not None
            return order

    def pause(self) -> bool:
        """Rest if need be; return whether there is another order."""
        due = self.thrift.due() if self.thrift else 0.0
        with self._said:
            if due:
                self._said.wait_for(lambda: self._order, due)
            self._said.wait_for(lambda: not self._resting or self._order, LONGEST_REST)
            return self._order is not None


def say(message: msgspec.Struct) -> None:
    """Print a line of JSON for who began us."""
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


def attend(inbox: "Inbox[T]") -> None:
    """Listen from now on, beside all else, in a process that lets all others go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C is for who began us, and ends us.
    let_others_go_first()
    inbox.thrift = Thrift(cores())
    hear(inbox.take_in)

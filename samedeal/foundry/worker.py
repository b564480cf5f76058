"""The process that finds deals that can be won, for as long as its standard input is open.

It is told by lines of JSON what to do (see `server.stock.foundry`), draws a seed for each order,
and prints a `Casting` for it.  An order that comes while another one is worked on takes its place.
"""

import signal
import sys
import threading
from typing import Final

import msgspec

from client.bots.hardness import Way, hardness, playouts
from engine import catalogue
from engine.solver.answer import Answer
from engine.solver.search import VERSION, Solver
from protocol.bands import measured
from protocol.certificate import packed
from protocol.messages import MAX_SOLUTION, Band
from samedeal.hearing import hear
from samedeal.priority import let_others_go_first
from server.chance import make_seed
from server.stock.foundry import Casting, Order, Rest

SLICE: Final = 1000
"""Positions after which it looks whether there is another order, or it has to rest."""
LONGEST_REST: Final = 2.0
"""Seconds after which it does a slice nevertheless: a busy server gets deals, too."""

_orders: Final = msgspec.json.Decoder[Order | Rest](Order | Rest)


class Inbox:
    """What was said last: the order to work on, and whether to rest."""

    def __init__(self) -> None:
        """Begin without an order."""
        self._said = threading.Condition()
        self._order: Order | None = None
        self._resting = False

    def take_in(self, line: bytes) -> None:
        """Take a line in.

        Raises:
            msgspec.DecodeError: it makes no sense.
        """
        message = _orders.decode(line)
        with self._said:
            if isinstance(message, Rest):
                self._resting = message.resting
            else:
                self._order = message
            self._said.notify_all()

    def next(self) -> Order:
        """Wait for an order, and return it."""
        with self._said:
            self._said.wait_for(lambda: self._order is not None)
            order, self._order = self._order, None
            assert order is not None
            return order

    def pause(self) -> bool:
        """Rest if need be; return whether there is another order."""
        with self._said:
            self._said.wait_for(lambda: not self._resting or self._order, LONGEST_REST)
            return self._order is not None


def cast(order: Order, inbox: Inbox) -> Casting | None:
    """Try a deal; return None if another order came meanwhile."""
    seed = make_seed()
    solver = Solver(catalogue.make(order.game, order.options), seed)
    answer = solver.answer
    while answer.verdict == "unknown" and answer.positions < order.positions:
        if inbox.pause():
            return None
        answer = solver.go_on(min(SLICE, order.positions - answer.positions))
    won = answer.verdict == "won" and len(answer.actions) <= MAX_SOLUTION
    if not won:
        return Casting(order.number, seed, answer.positions, VERSION, None)
    try:
        band = _band(order, seed, answer, inbox)
    except _AnotherOrder:
        return None
    solution = list(packed(answer.actions))
    return Casting(order.number, seed, answer.positions, VERSION, solution, band)


class _AnotherOrder(Exception):
    """Another order came meanwhile."""


def _band(order: Order, seed: str, won: Answer, inbox: Inbox) -> Band | None:
    """Return how hard the deal is, if that is wanted and the game has bands.

    Raises:
        _AnotherOrder: another order came meanwhile.
    """
    limits = measured(order.game, order.options) if order.measured else None
    if limits is None:
        return None
    game, parts = catalogue.make(order.game, order.options), list[int]()
    for part in playouts(game, seed, Way.of(game, seed, won.actions)):
        parts.append(part)
        if inbox.pause():
            raise _AnotherOrder
    return limits.band(hardness(parts, won.positions))


def main() -> None:
    """Work until the standard input is at its end."""
    inbox = Inbox()
    hear(inbox.take_in)
    while True:
        if casting := cast(inbox.next(), inbox):
            sys.stdout.buffer.write(msgspec.json.encode(casting) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C is the server's: its end is ours.
    let_others_go_first()
    main()

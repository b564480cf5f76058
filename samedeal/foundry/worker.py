"""The process that finds deals that can be won, for as long as its standard input is open.

It is told by lines of JSON what to do (see `server.stock.foundry`), draws a seed for each order,
and prints a `Casting` for it.  An order that comes while another one is worked on takes its place.
"""

import sys
from typing import Final

import msgspec

from client.bots.hardness import Way, hardness, playouts
from engine import catalogue
from engine.solver.answer import Answer
from engine.solver.search import VERSION, Solver
from protocol.bands import measured
from protocol.certificate import packed
from protocol.messages import MAX_SOLUTION, Band
from samedeal.foundry.inbox import Inbox, attend
from server.chance import make_seed
from server.stock.foundry import Casting, Order, Rest

SLICE: Final = 1000
"""Positions after which it looks whether there is another order, or it has to rest."""

ORDERS: Final = msgspec.json.Decoder[Order | Rest](Order | Rest)


def cast(order: Order, inbox: Inbox[Order]) -> Casting | None:
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


def _band(order: Order, seed: str, won: Answer, inbox: Inbox[Order]) -> Band | None:
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
    inbox = Inbox(ORDERS)
    attend(inbox)
    while True:
        if casting := cast(inbox.next(), inbox):
            sys.stdout.buffer.write(msgspec.json.encode(casting) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

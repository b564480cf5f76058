"""The process that finds deals that can be won, for as long as its standard input is open.

It is told by lines of JSON what to do (see `server.stock.foundry`), draws a seed for each order,
and prints a `Casting` for it.  An order that comes while another one is worked on takes its place.
"""

from typing import Final

import msgspec

from engine import catalogue
from engine.solver.search import VERSION, Solver
from protocol.certificate import packed
from protocol.messages import MAX_SOLUTION
from samedeal.solving.band import Interrupted, band_of
from samedeal.solving.inbox import Inbox, attend, say
from samedeal.solving.slices import solve
from server.chance import make_seed
from server.stock.foundry import Casting, Order, Rest

ORDERS: Final = msgspec.json.Decoder[Order | Rest](Order | Rest)


def cast(order: Order, inbox: Inbox[Order]) -> Casting | None:
    """Try a deal; return None if another order came meanwhile."""
    seed = make_seed()
    solver = Solver(catalogue.make(order.game, order.options), seed)
    answer = solve(solver, order.positions, inbox.pause)
    if answer is None:
        return None
    won = answer.verdict == "won" and len(answer.actions) <= MAX_SOLUTION
    if not won:
        return Casting(order.number, seed, answer.positions, VERSION, None)
    band = None
    if order.measured:
        try:
            band = band_of(order.game, order.options, seed, answer, inbox.pause)
        except Interrupted:
            return None
    solution = list(packed(answer.actions))
    return Casting(order.number, seed, answer.positions, VERSION, solution, band)


def main() -> None:
    """Work until the standard input is at its end."""
    inbox = Inbox(ORDERS)
    attend(inbox)
    while True:
        if casting := cast(inbox.next(), inbox):
            say(casting)


if __name__ == "__main__":
    main()

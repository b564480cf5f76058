"""A stock of deals that can be won, for servers to which something is going to happen.

Their foundries go on from there, and are killed with them; what is raced meanwhile need not wait
for a processor that the faults leave no time.
"""

from collections.abc import Iterable
from typing import Final

from engine import catalogue
from engine.solver.search import VERSION, solve
from harness.checking_racers import CERTIFIED
from protocol.certificate import packed
from protocol.messages import Deals
from samedeal.solving.band import band_of
from server.chance import make_seed
from server.rooms.deals.certified import Certified, Wish
from server.stock.levels import budget
from server.storage.database import Database
from server.storage.stock import Stock

EACH: Final = 5
"""Deals of each kind that are raced."""


async def fill(
    database: Database, each: int = EACH, kinds: Iterable[tuple[str, Deals]] = CERTIFIED
) -> None:
    """Put so many deals of each kind into the stock."""
    stock = Stock(database)
    for game, deals in kinds:
        options = catalogue.entry(game).complete({})
        wish = Wish.of(game, options, deals)
        found = 0
        while found < each:
            deal = _certified(wish)
            if deal and deal.fulfils(wish):
                await stock.put(wish, deal)
                found += 1


def _certified(wish: Wish) -> Certified | None:
    """Try a deal; return it if it can be won."""
    seed, options = make_seed(), dict(wish.options)
    answer = solve(wish.rules, seed, budget(wish.game))
    if answer.verdict != "won":
        return None
    band = band_of(wish.game, options, seed, answer, lambda: False) if wish.band else None
    return Certified(seed, packed(answer.actions), VERSION, answer.positions, band)

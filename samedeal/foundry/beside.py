"""A server's side of its foundry: the process beside it, and what passes between the two."""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from samedeal.foundry.process import ProcessGone, SearchProcess
from samedeal.solving.quota import PLENTY, cores
from server.rooms.deals.certified import Wish
from server.stock.foundry import Casting, FoundryGone, Order

PROGRAM: Final = ("-P", "-m", "samedeal.solving.gently", "samedeal.foundry.worker")
"""What Python runs."""


class FoundryProcess(SearchProcess[Casting]):
    """A foundry that is a process of its own."""

    def __init__(self) -> None:
        """Begin none yet."""
        super().__init__(PROGRAM, Casting)
        self._numbers = itertools.count(1)

    async def cast(self, wish: Wish, positions: int, *, measured: bool = False) -> Casting:
        """See `server.stock.foundry.Foundry`."""
        number, options = next(self._numbers), dict(wish.options)
        order = Order(number, wish.game, options, positions, measured)
        try:
            process = await self.say(order)
            while True:
                casting = await self.hear(process)
                if casting.number == order.number:
                    return casting
                if casting.number > order.number:
                    raise ProcessGone("it has answered what it was not asked")
        except ProcessGone as gone:
            await self.dismiss()
            raise FoundryGone(str(gone)) from None


@asynccontextmanager
async def foundry() -> AsyncIterator[FoundryProcess]:
    """Have a foundry during the block.

    Where there is little processor time it is begun at once, while nobody races: a program's first
    tenth of a second is all that a quarter of a core has for half a second.
    """
    beside = FoundryProcess()
    try:
        if cores() < PLENTY:
            await beside.prepare()
        yield beside
    finally:
        await beside.dismiss()

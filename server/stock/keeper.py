"""The keeper of the stock: brings deals from the table to the shelf, and orders new ones.

The lobby is pure, and takes what lies on its shelf.  What rooms look for, and will want soon, lies
there; all else is in the table, where a restart leaves it.  One deal is ordered at a time: first
what a room looks for, then what one will want, then what there should be more of.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.catalogue import UnknownGame
from protocol.bands import BANDS, has_bands
from protocol.certificate import wins
from server.monitoring.metrics import Metrics
from server.monitoring.resting import let_rest
from server.rooms.deals.certified import Certified, Wish
from server.rooms.lobby import Lobby
from server.rooms.refusal import Refusal
from server.stock.foundry import Casting, Foundry, FoundryGone
from server.stock.levels import LAST_RACES, LATELY, MANY, OTHER, SET_ASIDE, budget, in_vain, level
from server.storage.database import BadDatabase, CannotWrite
from server.storage.journal import StoredJournal
from server.storage.stock import Stock

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 1.0
"""Seconds after which is looked again what is wanted, where nobody has said that it changed."""
COUNT_EVERY: Final = 60.0
"""Seconds between two looks at what there is, and at what is raced here."""
PAUSES: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds before a foundry is begun again that has ended; the last one holds from then on."""
_TROUBLE: Final = (CannotWrite, BadDatabase)
"""What passes, or is told by others (see `server.outage`)."""


class Keeper:
    """Sees to it that there are deals for those who want to race on them."""

    def __init__(
        self,
        lobby: Lobby,
        stock: Stock,
        journal: StoredJournal,
        foundry: Foundry | None,
        metrics: Metrics,
        *,
        pauses: Sequence[float] = PAUSES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep the shelf of this lobby filled; without a `foundry`, from what the table has."""
        self._lobby, self._stock, self._journal = lobby, stock, journal
        self._foundry, self._metrics = foundry, metrics
        self._pauses, self._clock = pauses, clock
        self._shelf = lobby.shelf
        self._shelf.sought = self._wake
        self._wanted, self._to_do = asyncio.Event(), asyncio.Event()
        """Set when something may be wanted on the shelf, and of the foundry."""
        self._counting = asyncio.Lock()
        """So that no deal comes into the table while those are counted that are there."""
        self._there: dict[Wish, int] = {}
        """How many deals are in the table: of each band, and of those of which it is not known."""
        self._should: dict[Wish, int] = {}
        """How many there should be."""
        self._counted: float | None = None
        """When that was found out; None if it never was."""
        self._looked: Counter[Wish] = Counter()
        """Positions that were looked at since the last win."""
        self._aside: dict[Wish, float] = {}
        """Until when those are left alone of which none could be found."""

    def _wake(self) -> None:
        self._wanted.set()
        self._to_do.set()

    async def run(self) -> None:
        """Do so until cancelled."""
        while True:
            try:
                async with asyncio.TaskGroup() as keeping:
                    keeping.create_task(self._fill_shelf(), name="shelf")
                    if self._foundry:
                        keeping.create_task(self._order(self._foundry), name="orders")
                        keeping.create_task(let_rest(self._metrics, self._foundry), name="rest")
            except* Exception:  # Races go on without it.
                log.exception("the stock of deals failed")
                self._metrics.mistakes.inc()
            await asyncio.sleep(COUNT_EVERY)

    async def put_back(self) -> None:
        """Put back what lies on the shelf, where that can be done: the server ends."""
        with contextlib.suppress(*_TROUBLE):
            while spare := self._shelf.take_spare(()):
                await self._stock.put(*spare)

    # The shelf ------------------------------------------------------------------------------------

    async def _fill_shelf(self) -> None:
        while True:
            try:
                await self._count()
                await self._fill()
            except _TROUBLE:
                log.debug("the stock cannot be read or written now")
            await _set(self._wanted, LOOK_EVERY)

    async def _fill(self) -> None:
        """Have on the shelf what is wanted, as far as there is any, and nothing else."""
        sought = self._lobby.sought()
        self._shelf.forget_tries(sought)
        if sought:
            with contextlib.suppress(Refusal):
                await self._journal.provide(self._lobby.race_ids)
        wanted = sought + self._lobby.expected()
        while spare := self._shelf.take_spare(wanted):
            await self._put(*spare)
        # Those first of whom not every deal will do.
        lacking = sorted(self._shelf.lacking(wanted).items(), key=lambda one: one[0].band is None)
        for wish, missing in lacking:
            if wish not in sought and not self._stored(wish):
                self._to_do.set()
                continue
            for _ in range(missing):
                if deal := await self._take(wish):
                    self._shelf.put(wish, deal)
                    self._note_taken(wish, deal)
                elif wish in sought and not self._foundry:
                    self._shelf.despair(wish)

    async def _take(self, wish: Wish) -> Certified | None:
        """Return a deal from the table that can be won by what is written there."""
        while deal := await self._stock.take(wish):
            if await _is_won(wish, deal):
                return deal
            log.warning("a deal in stock was thrown away: its solution does not win it")
            self._note_taken(wish, deal)
        for fulfilling in _fulfilling(wish):
            self._there[fulfilling] = 0
        return None

    def _stored(self, wish: Wish) -> int:
        """Return how many deals in the table would do."""
        return sum(self._there.get(fulfilling, 0) for fulfilling in _fulfilling(wish))

    def _note_taken(self, wish: Wish, deal: Certified) -> None:
        kept = wish.of_band(deal.band)
        self._there[kept] = max(0, self._there.get(kept, 0) - 1)
        self._to_do.set()

    async def _put(self, wish: Wish, deal: Certified) -> None:
        kept = wish.of_band(deal.band)
        async with self._counting:
            await self._stock.put(wish, deal)
            self._there[kept] = self._there.get(kept, 0) + 1
        self._wanted.set()

    async def _count(self) -> None:
        """Find out what there is and what there should be, if that is long ago."""
        now = self._clock()
        if self._counted is not None and now - self._counted < COUNT_EVERY:
            return
        if self._counted is None:
            await self._stock.throw_away_old()
        async with self._counting:
            self._there = await self._stock.counts()
        played = await self._stock.played(int(time.time()) - LATELY, LAST_RACES)
        self._should = {wish: level(races) for wish, races in played.items() if _is_had(wish)}
        self._counted = now
        self._to_do.set()

    # The foundry ----------------------------------------------------------------------------------

    async def _order(self, foundry: Foundry) -> None:
        failures = 0
        while True:
            wish = self._next()
            if wish is None:
                await _set(self._to_do, COUNT_EVERY)
                continue
            try:
                casting = await self._cast(foundry, wish)
                if casting:
                    await self._take_in(foundry, wish, casting)
                failures = 0
            except FoundryGone as gone:
                pause = self._pauses[min(failures, len(self._pauses) - 1)]
                failures += 1
                log.warning("no deals are made: %s", gone, extra={"again_in": pause})
                await asyncio.sleep(pause)
            except _TROUBLE:
                await asyncio.sleep(LOOK_EVERY)

    def _next(self) -> Wish | None:
        """Return what is to be tried next, if anything is."""
        sought = [*self._shelf.lacking(self._lobby.sought())]
        if urgent := [wish for wish in sought if not self._shelf.is_vain(wish)]:
            return self._least_tried(urgent)
        now = self._clock()
        self._aside = {wish: until for wish, until in self._aside.items() if until > now}
        expected = self._shelf.lacking(self._lobby.expected())
        for wishes in (
            [wish for wish in expected if not self._stored(wish)],
            [wish for wish, count in self._should.items() if self._stored(wish) < count],
        ):
            if found := [wish for wish in wishes if wish not in self._aside]:
                return self._least_tried(found)
        return None

    def _least_tried(self, wishes: Iterable[Wish]) -> Wish:
        return min(wishes, key=lambda wish: (self._looked[wish], self._stored(wish), wish[0]))

    async def _cast(self, foundry: Foundry, wish: Wish) -> Casting | None:
        """Have one deal tried; return None if a room looks for another one meanwhile."""
        self._to_do.clear()
        # Who waits for a deal that can be won does not wait for how hard it is as well.
        measured = wish.band is not None or wish not in self._lobby.sought()
        casting = asyncio.ensure_future(foundry.cast(wish, budget(wish.game), measured=measured))
        casting.add_done_callback(lambda _: self._to_do.set())
        try:
            while True:
                await self._to_do.wait()
                if casting.done():
                    return casting.result()
                self._to_do.clear()
                sought = self._shelf.lacking(self._lobby.sought())
                if sought and wish not in sought:
                    return None
        finally:
            casting.cancel()
            await asyncio.wait([casting])

    async def _take_in(self, foundry: Foundry, wish: Wish, casting: Casting) -> None:
        deal = casting.deal
        if deal and not await _is_won(wish, deal):
            await foundry.dismiss()
            raise FoundryGone("it has answered what does not win")
        if deal:
            await self._keep(wish, deal)
        if deal and deal.fulfils(wish):
            del self._looked[wish]
            return
        self._shelf.note_try(wish)
        self._looked[wish] += max(OTHER if deal else 1, casting.positions)
        told_none = deal is not None and deal.band is None  # of this game, then
        if told_none or self._looked[wish] >= in_vain(wish.game):
            self._give_up(wish)

    async def _keep(self, wish: Wish, deal: Certified) -> None:
        """Put a new deal where it is wanted; too many of a band that nobody wished are not kept."""
        kept = wish.of_band(deal.band)
        sought = self._shelf.lacking(self._lobby.sought())
        for wanted in (kept, wish.of_band(None)):
            if sought[wanted]:
                self._shelf.put(wanted, deal)
                return
        if deal.fulfils(wish) or self._there.get(kept, 0) < MANY:
            await self._put(wish, deal)

    def _give_up(self, wish: Wish) -> None:
        """Look for no more deals, and tell those who look."""
        log.info("no deal was found that can be won", extra={"game": wish.game})
        del self._looked[wish]
        self._aside[wish] = self._clock() + SET_ASIDE
        self._shelf.despair(wish)


def _fulfilling(wish: Wish) -> list[Wish]:
    """Return by which wishes those deals are counted that would do."""
    return [wish.of_band(band) for band in (None, *BANDS)] if wish.band is None else [wish]


def _is_had(wish: Wish) -> bool:
    """Return whether there are deals that are as hard as is wished."""
    return wish.band is None or has_bands(wish.game, dict(wish.options))


async def _is_won(wish: Wish, deal: Certified) -> bool:
    """Return whether the solution of a deal wins it; a thread plays it, as that takes a while."""
    try:
        rules = wish.rules
    except UnknownGame:
        return False
    return await asyncio.to_thread(wins, rules, deal.seed, deal.solution)


async def _set(event: asyncio.Event, seconds: float) -> None:
    """Wait until something is set, or for so many seconds; it is clear then."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    event.clear()

"""The almanac: sees to it that today has a deal, and tomorrow.

A deal comes from the shelf, as those of rooms do: the lobby wants one for the day as if a room did.
It is fixed in the database, where all servers of a club find the same.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from server.dailies.days import Days, day_after
from server.dailies.games import DailyGame, drawn
from server.outside.news import DailyThere, News
from server.rooms.deals.certified import Wish
from server.rooms.deals.daily import DailyDeal
from server.rooms.lobby import Lobby
from server.storage.dailies import calendar
from server.storage.database import BadDatabase, CannotWrite, Database

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 30.0
"""Seconds between two looks at what the days need, where nothing is wanted."""
WANT_EVERY: Final = 0.5
"""The same while a deal is wanted."""
AGAIN_AFTER: Final = 3600.0
"""Seconds after which a game is tried again of which no deal could be had."""
PLACES_KEPT: Final = 7
"""Days for which it is kept from where attempts came."""
_TROUBLE: Final = (CannotWrite, BadDatabase)
"""What passes, or is told by others (see `server.outage`)."""


@dataclass(frozen=True)
class Plan:
    """What the operator has settled."""

    games: tuple[DailyGame, ...] = ()
    """Those that are drawn from; without any there are no new deals."""
    days: Days = field(default_factory=Days)


class Almanac:
    """Knows the deal of today, and prepares the next one."""

    def __init__(
        self,
        lobby: Lobby,
        database: Database,
        plan: Plan,
        draw: Callable[[int], int],
        tell: Callable[[News], object] | None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep `lobby.daily` true; `tell` takes the news that a day has begun."""
        self._lobby, self._database, self._plan = lobby, database, plan
        self._draw, self._tell, self._clock = draw, tell, clock
        self._days = plan.days
        self._there: set[str] = set()
        """Days that are known to have a deal."""
        self._wishes: dict[str, Wish] = {}
        """What was drawn for days that have none yet."""
        self._vain: dict[str, float] = {}
        """The games of which no deal can be had, and until when."""
        self._forgotten = ""
        """Up to which day it was forgotten where attempts came from."""
        self._told = ""
        """The last day that was told."""

    @property
    def day(self) -> str:
        """Today, if it is known to have a deal; else empty."""
        known = self._lobby.daily
        return known.day if known and known.day == self._days.today else ""

    async def today(self) -> DailyDeal | None:
        """Return the deal of today, if there is one that can be played.

        Raises:
            BadDatabase: it cannot be looked up.
        """
        if not self.day:
            day = self._days.today
            self._lobby.daily = await self._find(day)
        return self._lobby.daily

    async def _find(self, day: str) -> DailyDeal | None:
        try:
            return await calendar.find(self._database.reader, day)
        except ValueError as error:
            log.warning("the deal of %s cannot be read: %s", day, error)
            return None

    async def run(self) -> None:
        """Look again and again at what the days need, until cancelled."""
        while True:
            try:
                await self.look()
            except _TROUBLE:
                log.debug("the daily deals cannot be read or written now")
            except Exception:  # Rooms go on without it.
                log.exception("the daily deals failed")
            await asyncio.sleep(self._pause())

    def _pause(self) -> float:
        if self._lobby.wanted_for_day:
            return WANT_EVERY
        left = self._days.ends(self._days.today) - self._days.clock()
        return min(LOOK_EVERY, max(WANT_EVERY, left))

    async def look(self) -> None:
        """Do once what the days need.

        Raises:
            CannotWrite, BadDatabase: it cannot be done now.
        """
        today = self._days.today
        await self.today()
        await self._provide(today)
        await self._tell_of(today)
        await self._forget(today)

    async def _tell_of(self, today: str) -> None:
        daily = self._lobby.daily
        if self._tell is None or daily is None or daily.day != today or self._told == today:
            return
        self._told = today
        if await calendar.note_told(self._database, today):
            self._tell(DailyThere(today, daily.game, daily.deals))

    async def _provide(self, today: str) -> None:
        """See to it that today has a deal, and tomorrow."""
        self._there = {day for day in self._there if day >= today}
        self._wishes = {day: wish for day, wish in self._wishes.items() if day >= today}
        reader = self._database.reader
        for day in (today, day_after(today)) if self._plan.games else ():
            if day not in self._there and not await calendar.is_there(reader, day):
                await self._want(day, waits=day == today)
                return
            self._there.add(day)
        self._lobby.wanted_for_day = None

    async def _want(self, day: str, *, waits: bool) -> None:
        """Give a day a deal that lies ready, or want one for it."""
        shelf = self._lobby.shelf
        wish = self._wishes.pop(day, None)
        if wish and shelf.is_vain(wish):
            log.info("no daily deal is found of a game", extra={"game": wish.game})
            self._vain[wish.game] = self._clock() + AGAIN_AFTER
            self._lobby.wanted_for_day = wish = None
        if wish is None:
            wish = await self._drawn(day)
        if wish is None:
            self._lobby.wanted_for_day = None
            return
        self._wishes[day] = wish
        if deal := shelf.next(wish):
            shelf.take(wish)
            if await calendar.keep(self._database, day, wish, deal):
                log.info("a day has its deal", extra={"day": day, "game": wish.game})
            else:
                shelf.put(wish, deal)  # Another server was first.
            self._lobby.wanted_for_day = None
            self._there.add(day)
            await self.today()
        elif (self._lobby.wanted_for_day, self._lobby.day_waits) != (wish, waits):
            self._lobby.wanted_for_day, self._lobby.day_waits = wish, waits
            shelf.seek(wish)

    async def _drawn(self, day: str) -> Wish | None:
        now = self._clock()
        self._vain = {game: until for game, until in self._vain.items() if until > now}
        before = await calendar.games_before(self._database.reader, day, len(self._plan.games))
        return drawn(day, self._plan.games, before, self._vain, self._draw)

    async def _forget(self, today: str) -> None:
        """Forget from where attempts came that are long past."""
        before = day_after(today, -PLACES_KEPT)
        if self._forgotten != before:
            await calendar.forget_places(self._database, before)
            self._forgotten = before

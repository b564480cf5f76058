"""Questions about daily deals: which there are, how they went, and what a player may play now."""

from typing import Final

from protocol.messages import FIRST_GUEST, GetDailies, GetDaily
from server.dailies.days import Days, is_day
from server.rooms.deals.daily import DailyDeal
from server.rooms.lobby import Lobby
from server.rooms.refusal import Refusal, unknown_day
from server.storage.dailies import calendar, results
from server.storage.database import Reader

_MONTH: Final = len("2026-11")


class DayLookups:
    """Looks days up, as far as the player who asks may know them."""

    def __init__(self, reader: Reader, lobby: Lobby, days: Days) -> None:
        """Ask `reader`; `lobby` knows whose attempts have begun, and `days` which day it is."""
        self._reader, self._lobby, self._days = reader, lobby, days
        self._months = results.Months(reader)

    async def daily(self, player: int, message: GetDaily) -> results.FoundDay:
        """Return a day as a player may know it.

        Raises:
            Refusal: there is no such day.
        """
        today = self._days.today
        day = message.day or today
        found = None
        if is_day(day):
            found = await results.daily(self._reader, day, today, self._days.ends(day), player)
        if found is None:
            raise unknown_day()
        return found

    async def dailies(self, player: int, message: GetDailies) -> results.FoundMonth:
        """Return a month as a player may know it.

        Raises:
            Refusal: there is no such month, or no such player.
        """
        today = self._days.today
        month = message.month or today[:_MONTH]
        if not is_day(f"{month}-01"):
            raise Refusal("unknown day", f"there is no month {month!r}; ask for one as 2026-11")
        asker = 0 if player >= FIRST_GUEST else player
        try:
            return await self._months.month(month, today, asker, message.player or asker)
        except results.UnknownPlayer:
            raise Refusal("unknown player", "there is no such player here") from None

    async def practised(self, player: int, wanted: str) -> DailyDeal | None:
        """Return the deal of a day that a player may practise; None if it is for an attempt.

        An empty day is today.

        Raises:
            Refusal: there is no such day, or it is not for this player.
        """
        today = self._days.today
        day = wanted or today
        if not is_day(day) or day > today:
            raise unknown_day()
        begun = self._lobby.has_attempted(day, player)
        made = await results.attempt(self._reader, player, day)
        known = self._lobby.daily
        if day == today and made == "none" and not begun and known and known.day == day:
            return None
        deal = await calendar.find(self._reader, day)
        if deal is None or (day == today and made == "none" and not begun):
            raise unknown_day()
        return deal

    async def of_seed(self, player: int, seed: str) -> str:
        """Return the day whose deal has this seed; empty where none has.

        Raises:
            Refusal: the deal is not for this player yet.
        """
        day = await calendar.day_of(self._reader, seed)
        if day and not await self.knows(player, day):
            text = "that is the deal of a day, which is for your own attempt first"
            raise Refusal("not allowed", text)
        return day

    async def knows(self, player: int, day: str) -> bool:
        """Return whether a player may know how a day went, and its deal."""
        made = await results.attempt(self._reader, player, day)
        return results.may_see(made, day, self._days.today)

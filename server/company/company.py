"""The server's own bots, called by the hosts of rooms.

A bot comes over a connection of its own, and brings a ticket in the place of the room's password:
so it comes in where there is one, and the server knows which bots are its own.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from server.bounds import Limits
from server.chance import Chance
from server.company.troupe import Engaged, Troupe, TroupeGone
from server.rooms.lobby import Lobby, as_code
from server.rooms.records import Player
from server.rooms.refusal import Refusal

log = logging.getLogger(__name__)

COMING: Final = 30.0
"""Seconds that a bot has for coming; after that the host hears of it, and may call another one."""


@dataclass
class _Called:
    """A bot that was called."""

    code: str
    """The room's."""
    level: int
    until: float
    """Until when it has to be there."""
    player: int = 0
    """Who it turned out to be; 0 as long as it has not come."""


class Company:
    """Knows which of the server's bots are where, and calls them."""

    def __init__(
        self,
        lobby: Lobby,
        troupe: Troupe | None,
        limits: Limits,
        chance: Chance,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Call bots of this `troupe`; without one there are none.  `clock` returns seconds."""
        self._lobby, self._troupe, self._limits = lobby, troupe, limits
        self._chance, self._clock = chance, clock
        self._called: dict[str, _Called] = {}
        """The bots that are there or on their way, by their tickets."""

    @property
    def most(self) -> int:
        """How many of them a room may have; 0 where the server has none."""
        limits = self._limits
        return min(limits.bots, limits.bots_per_room) if self._troupe else 0

    async def call(self, player: Player, level: int) -> None:
        """Have a bot of this level come into the room of which this player is the host.

        Raises:
            Refusal: it cannot come, or the player is not the host.
        """
        room = self._lobby.hosted_by(player)
        if self._troupe is None or not self.most:
            raise Refusal("not allowed", "this server has no bots of its own")
        self._forget()
        here = [each for each in self._called.values() if each.code == room.code]
        coming = sum(each.player not in room.members for each in here)
        room.check_free_seat(beside=coming)
        if len(here) >= self.most:
            text = "as many of the server's bots are in this room as there may be"
            raise Refusal("not allowed", text)
        if len(self._called) >= self._limits.bots:
            text = "all of the server's bots are racing now; try again when a race is over"
            raise Refusal("not allowed", text)
        ticket = self._chance.token()
        self._called[ticket] = _Called(room.code, level, self._clock() + COMING)
        try:
            await self._troupe.send(room.code, level, ticket)
        except TroupeGone as gone:
            self._called.pop(ticket, None)
            log.warning("no bot comes: %s", gone)
            text = "the server's bots cannot come just now; try again later"
            raise Refusal("not allowed", text) from None

    async def call_again(self) -> None:
        """Have those come back who were in a room when the server went away, as they were.

        Who cannot come is seen off by the room, as anybody is who stays away.
        """
        if self._troupe is None or not self.most:
            return
        for engaged in self._troupe.remembered():
            room = self._lobby.rooms.get(engaged.code)
            member = room.members.get(engaged.player) if room else None
            if room is None or member is None or not member.bot or member.connected:
                continue
            ticket = self._chance.token()
            called = _Called(room.code, engaged.level, self._clock() + COMING, engaged.player)
            self._called[ticket] = called
            try:
                await self._troupe.send(room.code, engaged.level, ticket, member.name)
            except TroupeGone as gone:
                self._called.pop(ticket, None)
                log.warning("no bot comes back: %s", gone)

    def admits(self, player: int, code: str, ticket: str) -> bool:
        """Return whether this ticket lets a player into the room: whether it was called there.

        Whom the host does not want any more does not come in by it, and then another one may.
        """
        called = self._called.get(ticket)
        if called is None or called.code != as_code(code):
            return False
        if called.player != player and self._is_there(called):
            return False
        called.player = player
        if self._troupe is not None:
            self._troupe.remember(
                Engaged(each.code, each.player, each.level)
                for each in self._called.values()
                if each is called or self._is_there(each)
            )
        return True

    def look(self) -> None:
        """Tell hosts who wait for a bot that does not come.  Call it often."""
        now = self._clock()
        late = [each for each in self._called.values() if not each.player and now >= each.until]
        if not late:
            return
        self._forget()
        for each in late:
            if room := self._lobby.rooms.get(each.code):
                text = "a bot that was called has not come; call another one, or go on without it"
                self._lobby.tell_refusal(room.members.host, Refusal("not allowed", text))

    def _forget(self) -> None:
        """Forget those who are gone, and those who have not come in time."""
        now = self._clock()
        self._called = {
            ticket: each
            for ticket, each in self._called.items()
            if now < each.until or self._is_there(each)
        }

    def _is_there(self, called: _Called) -> bool:
        room = self._lobby.rooms.get(called.code)
        return room is not None and called.player in room.members

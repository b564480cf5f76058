"""Rooms of other servers, for guests of this one.

Guests come in masses.  So a room of another server is asked for once, and what is told of it goes
on to all guests who see it here, frame by frame, as it is.  (Whoever has a name is a member of the
room, and sent to its server.)  When that server ends or hands the room over, the next one is asked,
or it may be this one: the guests stay where they are.  Where a server cannot be asked, they are
sent on like everybody else.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from protocol.messages import FromClient, LeaveRoom, LeftRoom, Resync, WatchRoom
from server.bounds import Limits
from server.neighbours.relay import Key, NotTold, Onlooker, Relay
from server.neighbours.takeover import Takeover
from server.network.connection import BoundedConnection
from server.network.delivery import Delivery
from server.rooms.lobby import Lobby, as_code
from server.rooms.records import Player
from server.rooms.refusal import no_room_for_guests, watching_another
from server.storage.neighbours import Elsewhere, Keeper

log = logging.getLogger(__name__)

UNREACHABLE: Final = 30.0
"""Seconds for which a server is not asked again that did not answer."""


class Relays:
    """The rooms of other servers that guests see here."""

    def __init__(
        self,
        lobby: Lobby,
        takeover: Takeover,
        delivery: Delivery,
        limits: Limits,
        clock: Callable[[], int],
    ) -> None:
        """Begin with none; `clock` returns milliseconds."""
        self._lobby, self._takeover, self._delivery = lobby, takeover, delivery
        self._limits = limits
        self._make = partial(
            Relay,
            lobby=lobby,
            takeover=takeover,
            delivery=delivery,
            clock=clock,
            forget=self._forget,
        )
        self._relays: dict[Key, Relay] = {}
        self._seen: dict[int, Relay] = {}
        """What each guest sees."""
        self._unreachable: dict[str, float] = {}
        """Until when which servers are not tried."""
        self._tasks: set[asyncio.Task[None]] = set()
        """Of relays, until their lines are closed."""

    def __len__(self) -> int:
        """Return how many guests see rooms of other servers."""
        return len(self._seen)

    async def receive(
        self, connection: BoundedConnection, player: Player, message: FromClient
    ) -> bool:
        """Do what a guest wants of a room of another server; return False for all else.

        Raises:
            Refusal: it is not done.
            Elsewhere: the guest has to ask there.
            CannotWrite, BadDatabase: that cannot be found out now.
        """
        relay = self._seen.get(player.id)
        match message:
            case WatchRoom(code):
                code = as_code(code)
                if relay is None:
                    return await self._watch(Onlooker(player, connection), code)
                if relay.key.code != code:
                    raise watching_another()
                relay.tell_state(player.id)
            case Resync() if relay:
                relay.tell_state(player.id)
            case LeaveRoom() if relay:
                self.leave(player.id)
                self._delivery.answer(connection, LeftRoom())
            case _:
                return False
        return True

    async def _watch(self, guest: Onlooker, code: str) -> bool:
        """Show a room to a guest if it is another server's; return whether it is."""
        if self._lobby.room_of(guest.player.id):
            return False
        try:
            await self._takeover.seek_room(code)
        except Elsewhere:
            keeper = await self._takeover.neighbours.find_keeper(code)
            if keeper is None or keeper.locked or not self._may_ask(keeper):
                raise
            here = sum(len(each) for each in self._relays.values() if each.key.code == code)
            if here >= self._limits.guests:
                raise no_room_for_guests() from None
            helped = self._lobby.prompts(guest.player.id)
            relay = self._relay(Key(code, guest.connection.form, helped), keeper)
            try:
                await relay.admit(guest)
            except NotTold:
                if not relay.over:
                    self._note_unreachable(keeper.address)
                raise Elsewhere(keeper.address) from None
            self._seen[guest.player.id] = relay
            self._lobby.room_list.unfollow(guest.player.id)
            return True
        return False

    def _may_ask(self, keeper: Keeper) -> bool:
        """Return whether a server can be asked for a room; by one that stops none is."""
        now = time.monotonic()
        self._unreachable = {a: until for a, until in self._unreachable.items() if until > now}
        return not self._takeover.sends_on_to and keeper.address not in self._unreachable

    def _note_unreachable(self, address: str) -> None:
        if address not in self._unreachable:
            text = "another server cannot be asked for its rooms, so guests are sent there"
            log.warning(text, extra={"to": address})
        self._unreachable[address] = time.monotonic() + UNREACHABLE

    def _relay(self, key: Key, keeper: Keeper) -> Relay:
        relay = self._relays.get(key)
        if relay is None:
            relay = self._relays[key] = self._make(key)
            task = relay.begin(keeper)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return relay

    def leave(self, guest: int) -> None:
        """Show a guest nothing more who may have seen a room."""
        if relay := self._seen.pop(guest, None):
            relay.leave(guest)

    def send_on(self) -> None:
        """Send all guests to the servers of the rooms that they see: this one stops."""
        for relay in list(self._relays.values()):
            relay.send_on()
            relay.end()

    def _forget(self, relay: Relay, guests: Collection[int]) -> None:
        """Let these guests see nothing more, of a relay that is over."""
        if self._relays.get(relay.key) is relay:
            del self._relays[relay.key]
        for guest in guests:
            self._seen.pop(guest, None)

    async def close(self) -> None:
        """End all of them."""
        for relay in list(self._relays.values()):
            relay.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)

"""Deleting a player, who has asked for it or whom the operator has named.

What goes and what stays is in `server.storage.players.delete`; this is what has to be true of the
rooms and the connections before it, and after it.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from protocol.messages import Deleted
from server.network.access import site
from server.network.connection import BoundedConnection
from server.network.delivery import POLICY_VIOLATION, Delivery
from server.network.presence import Presence
from server.reception.admission import Admission
from server.reception.bans import Bans
from server.reception.turns import Turns
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from server.storage import players
from server.storage.database import BadDatabase, CannotWrite, Database

log = logging.getLogger(__name__)

REST: Final = 3.0
"""The pause after somebody was deleted, as a part of the time that it took."""
BY_OPERATOR: Final = "the operator of this server has deleted you"


class Farewell:
    """Deletes players."""

    def __init__(
        self,
        lobby: Lobby,
        presence: Presence,
        delivery: Delivery,
        admission: Admission,
        database: Database,
        bans: Bans,
        clock: Callable[[], int],
    ) -> None:
        """Take where a player leaves traces; `clock` is the rooms', in milliseconds."""
        self._lobby, self._presence, self._delivery = lobby, presence, delivery
        self._admission, self._database, self._bans = admission, database, bans
        self._clock = clock
        self._turns = Turns(REST)
        self.tell_others: Callable[[int], Awaitable[None]] | None = None
        """Lets the other servers take somebody out who was deleted here, if there are any."""

    async def leave(self, connection: BoundedConnection, player: Player, name: str) -> None:
        """Delete a player who asks for it on this connection, which is the last that is heard.

        Raises:
            Refusal: the player has typed another name, or is in a race.
            CannotWrite, BadDatabase: nobody can be deleted now.
        """
        self._check(player, name)
        async with self._turns.turn(site(connection.address)):
            if not self._presence.is_newest(player.id, connection):
                return
            self._check(player, name)
            self._admission.bar(player.id)
            self._send_away(player.id, "")
            await self._erase(player, gently=True)
            log.info("a player has left for good", extra={"player": player.id})
            if self.tell_others:
                try:
                    await self.tell_others(player.id)
                except (CannotWrite, BadDatabase) as error:
                    log.warning("the other servers could not be told: %s", error)
            self._delivery.answer(connection, Deleted())
            await self._delivery.written()
            self._part(player.id)

    def _check(self, player: Player, name: str) -> None:
        # Where some see a race later, another name would tell them that it is over.
        if any(room.holds(player.id) for room in self._lobby.rooms.values()):
            text = "a race of yours is not over for everybody; you can be deleted when it is"
            raise Refusal("wrong time", text)
        if name != player.name:
            text = "that is not your name; to be deleted, type it just as it is written"
            raise Refusal("not allowed", text)

    async def delete(self, player: Player) -> None:
        """Delete a player, as the operator wants.

        Raises:
            CannotWrite, BadDatabase: nobody can be deleted now.
        """
        self.take_out(player.id)
        await self._erase(player)

    def take_out(self, player: int) -> None:
        """Take a player out who is deleted; a race under way goes on with one without a name."""
        self._admission.bar(player)
        self._part(player)
        self._send_away(player, BY_OPERATOR)

    async def _erase(self, player: Player, *, gently: bool = False) -> None:
        try:
            await self._delivery.written()
            await players.delete(self._database, player.id, gently=gently)
        except CannotWrite:
            self._admission.unbar(player.id)
            raise
        self._bans.forget_player(player.id)

    def _send_away(self, player: int, reason: str) -> None:
        self._lobby.send_away(player, self._clock(), reason)
        self._lobby.unsay(player)
        self._lobby.rename(player, players.stand_in(player))
        self._delivery.post()

    def _part(self, player: int) -> None:
        """Cut the connection of somebody, if there is any."""
        connection = self._presence.depart(player)
        if connection is None:
            return
        self._delivery.hang_up(connection, POLICY_VIOLATION, "changed")
        self._lobby.dropped(player, self._clock())
        self._delivery.post()

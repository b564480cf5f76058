"""What an operator does to a running server: each request, done or refused with a reason.

It goes through the same lobby and the same outbox as what players do.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, assert_never, get_args

from msgspec.structs import replace

from protocol.messages import Announcement, Text
from server.chance import Chance
from server.dailies.days import Days, is_day
from server.network.access import BadAccess, is_in, parse_network
from server.network.delivery import POLICY_VIOLATION, Delivery
from server.network.presence import Presence
from server.operator.requests import (
    Announce,
    AnyRequest,
    BanPlayer,
    Delete,
    Export,
    List,
    ListDaily,
    NewSeason,
    RebuildRatings,
    Rename,
    Reply,
    ReplyRow,
    Revoke,
    ShutRoom,
    Stop,
    Unban,
)
from server.reception.bans import Ban, Bans
from server.reception.farewell import Farewell
from server.rooms.lobby import Lobby
from server.rooms.printable import printable
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from server.storage import players
from server.storage.dailies import inspection
from server.storage.database import BadDatabase, CannotWrite, Database
from server.storage.names import BadName
from server.storage.players import NameTaken
from server.storage.privacy import own_data
from server.storage.ratings.books import Ratings

log = logging.getLogger(__name__)

LONGEST_TEXT: Final = int(get_args(Text)[1].max_length)
"""Characters of what players are told."""


class NotDone(Exception):
    """A request that is not done; the text says why."""


class _Deed(NamedTuple):
    """What was done."""

    done: str
    network: str = ""
    """The address in that, which the log has in a field of its own."""
    rows: Sequence[ReplyRow] = ()


class Operator:
    """Does what the operator asks for."""

    def __init__(
        self,
        lobby: Lobby,
        presence: Presence,
        delivery: Delivery,
        farewell: Farewell,
        database: Database,
        bans: Bans,
        clock: Callable[[], int],
        chance: Chance,
        stop: Callable[[], object],
        days: Days,
    ) -> None:
        """Take the parts of the server that are looked after.

        `clock` is the rooms', in milliseconds; `stop` begins to stop the server; `days` says which
        day it is.
        """
        self._lobby, self._presence, self._delivery = lobby, presence, delivery
        self._farewell, self._database, self._bans = farewell, database, bans
        self._clock, self._chance, self._stop = clock, chance, stop
        self._ratings, self._days = Ratings(database), days

    async def do(self, request: AnyRequest) -> Reply:
        """Do what is asked for, and return the reply: what came of it, or why it is not done."""
        try:
            if isinstance(request, List):
                rows = await self._list(request.what)
                return Reply(True, _count(len(rows), request.what.removesuffix("s")), rows)
            if isinstance(request, Export):
                return await self._export(request)
            if isinstance(request, ListDaily):
                return await self._daily(request.day)
            if not isinstance(request, Announce | Stop):
                self._database.check()
            deed = await self._do(request)
        except (NotDone, Refusal, BadAccess, BadName, NameTaken, BadDatabase) as error:
            return Reply(False, str(error))
        except CannotWrite as error:
            return Reply(False, f"nothing is done, for nothing can be written: {error}")
        told = deed.done.replace(deed.network, "of this line") if deed.network else deed.done
        log.warning("operator: %s", told, extra={"address": deed.network} if deed.network else {})
        return Reply(True, deed.done, list(deed.rows))

    async def resolved(self, request: AnyRequest) -> AnyRequest:
        """Return a request with its player's id, which stays the same whatever is done."""
        named = Rename | Delete | Revoke | BanPlayer | RebuildRatings
        if not isinstance(request, named) or not request.player:
            return request
        try:
            player = await self._player(request.player)
        except (NotDone, BadDatabase):
            return request  # It will not be done.
        return replace(request, player=f"@{player.id}")

    async def heed(self, request: AnyRequest) -> Reply:
        """Do what follows for this server from what another one has done; return the reply."""
        match request:
            case List() | Announce() | ShutRoom():
                return await self.do(request)
            case BanPlayer() | Unban():
                await self._bans.reload()
                for player, address in self._presence.addresses.items():
                    if ban := self._bans.of_player(player) or self._bans.of_address(address):
                        self._disconnect(player, ban)
                        self._send_away(player, ban.sentence)
                for player in self._lobby.players:
                    if ban := self._bans.of_player(player):
                        self._send_away(player, ban.sentence)
            case Rename(text) | Revoke(text):
                number = int(text.removeprefix("@"))
                if isinstance(request, Rename):
                    self._lobby.rename(number, (await self._player(text)).name)
                self._disconnect(number)
                self._delivery.post()
            case Delete(text):
                number = int(text.removeprefix("@"))
                self._farewell.take_out(number)
                self._bans.forget_player(number)
            case RebuildRatings() | NewSeason():
                pass  # It is done in the database, once.
            case Export() | ListDaily():
                return Reply(False, "what is stored is the same for all")
            case Stop():
                return Reply(False, "each server is stopped by itself")
            case _:
                assert_never(request)
        return Reply(True, "done")

    async def _do(
        self,
        request: BanPlayer
        | Unban
        | Rename
        | Delete
        | Revoke
        | Announce
        | ShutRoom
        | RebuildRatings
        | NewSeason
        | Stop,
    ) -> _Deed:
        """Do what changes something.

        Raises:
            NotDone, Refusal, BadAccess, BadName, NameTaken, CannotWrite, BadDatabase: it is not.
        """
        match request:
            case BanPlayer():
                return _Deed(*await self._ban(request))
            case Unban(number):
                if not await self._bans.lift(number):
                    raise NotDone(f"there is no ban {number}; `list bans` tells them")
                return _Deed(f"ban {number} is lifted")
            case Rename(text, name):
                return _Deed(await self._rename(await self._player(text), name))
            case Delete(text):
                player = await self._player(text)
                await self._farewell.delete(player)
                return _Deed(f"{player.name} is deleted")
            case Revoke(text, renew):
                player, token = await self._player(text), self._chance.token()
                done = await self._revoke(player, token)
                return _Deed(done, rows=[{"token": token}] if renew else ())
            case Announce(text):
                if not (said := _words(text)):
                    raise NotDone("there is nothing to say: give a text")
                self._delivery.tell_everybody(Announcement(said))
                return _Deed(f"told {_count(len(self._presence.people), 'connected player')}")
            case ShutRoom(code, reason):
                room = self._lobby.find(code)
                why = _words(reason) or "the operator of this server has closed the room"
                self._lobby.close(room, self._clock(), why)
                self._delivery.post()
                return _Deed(f"room {room.code} is closed")
            case RebuildRatings(text, counted):
                return _Deed(await self._rebuild(text, counted=counted))
            case NewSeason():
                season = await self._ratings.close_season()
                return _Deed(f"season {season} begins: everybody's rating begins anew")
            case Stop():
                self._stop()
                return _Deed("the server stops")
            case _:
                assert_never(request)

    async def _player(self, text: str) -> Player:
        player = await players.find_named(self._database.reader, text)
        if player is None:
            raise NotDone(f"there is no player {text!r}; give a name, or an id as @12")
        return player

    async def _export(self, request: Export) -> Reply:
        player = await self._player(request.player)
        part = await own_data.read_part(self._database.reader, player.id, request.part)
        return Reply(True, player.name, part.rows, part.next)

    async def _daily(self, wanted: str) -> Reply:
        """Return the attempts at the deal of a day, and which of them may be one person's."""
        day = wanted or self._days.today
        if not is_day(day):
            raise NotDone(f"{day!r} is no day: write it as {self._days.today}")
        found = await inspection.of_day(self._database.reader, day, self._days.begins(day))
        if found is None:
            raise NotDone(f"{day} has no daily deal here")
        return Reply(True, found.text, found.rows)

    # Lists ----------------------------------------------------------------------------------------

    async def _list(
        self, what: Literal["players", "rooms", "connections", "bans"]
    ) -> list[ReplyRow]:
        match what:
            case "players":
                return await self._players()
            case "rooms":
                return [
                    {
                        "code": room.code,
                        "game": room.settings.game,
                        "phase": room.phase,
                        "host": info.host,
                        "racers": info.racers,
                        "spectators": info.spectators,
                        "locked": info.locked,
                        "listed": room.settings.listed,
                    }
                    for room in self._lobby.rooms.values()
                    for info in [room.info]
                ]
            case "connections":
                return await self._connections()
            case "bans":
                return [await self._ban_row(ban) for ban in self._bans.all]

    async def _players(self) -> list[ReplyRow]:
        return [
            {
                "id": player.id,
                "name": player.name,
                "bot": player.bot,
                "since": made,
                "races": races,
                "connected": player.id in self._presence.newest,
            }
            async for player, made, races in players.find_all(self._database.reader)
        ]

    async def _connections(self) -> list[ReplyRow]:
        here = self._presence.addresses
        found: list[ReplyRow] = []
        for player, address in here.items():
            known = await players.find_named(self._database.reader, f"@{player}")
            room = self._lobby.room_of(player)
            found.append(
                {
                    "address": str(address),
                    "id": player,
                    "name": known.name if known else "",
                    "room": room.code if room else "",
                }
            )
        return found

    async def _ban_row(self, ban: Ban) -> ReplyRow:
        known = None
        if ban.player is not None:
            known = await players.find_named(self._database.reader, f"@{ban.player}")
        return {
            "ban": ban.id,
            "player": ban.player,
            "name": known.name if known else None,
            "network": str(ban.network) if ban.network else None,
            "reason": ban.reason,
            "made": ban.made,
            "until": ban.until,
        }

    # Deeds ----------------------------------------------------------------------------------------

    async def _ban(self, request: BanPlayer) -> tuple[str, str]:
        """Ban a player or a network; return what was done, and the network named in that."""
        if bool(request.player) == bool(request.network):
            raise NotDone("give either a player or a network")
        if request.until is not None and request.until <= time.time():
            raise NotDone("the end of the ban is in the past")
        reason, until = _words(request.reason), request.until
        named = ""
        if request.network:
            network = parse_network(request.network)
            ban = await self._bans.add(network=network, reason=reason, until=until)
            out = [
                p for p, address in self._presence.addresses.items() if is_in(address, [network])
            ]
            named = str(network)
            what = f"the network {named}"
        else:
            player = await self._player(request.player)
            ban = await self._bans.add(player=player.id, reason=reason, until=until)
            out = [player.id]
            what = player.name
        for one in out:
            self._disconnect(one, ban)
            self._send_away(one, ban.sentence)
        end = f" until {_time(until)}" if until is not None else ""
        return f"ban {ban.id}: {what} is banned{end}", named

    async def _rename(self, player: Player, text: str) -> str:
        name = await players.rename(self._database, player.id, text)
        self._lobby.rename(player.id, name)
        # Whoever comes back hears the new name in the welcome.
        self._disconnect(player.id)
        self._delivery.post()
        return f"{player.name} is {name} now"

    async def _revoke(self, player: Player, token: str) -> str:
        await players.replace_token(self._database, player.id, token)
        self._disconnect(player.id)
        return f"the token of {player.name} is worth nothing any more"

    async def _rebuild(self, text: str, *, counted: bool) -> str:
        """Reckon the ratings again; return what came of it."""
        about = ""
        if text:
            player = await self._player(text)
            await players.set_rated(self._database, player.id, rated=counted)
            about = f", {'with' if counted else 'without'} {player.name}"
        done = await self._ratings.rewrite()
        changed = _count(done.players, "player") if done.players else "nobody"
        return (
            f"the ratings of season {done.season} are reckoned again from "
            f"{_count(done.races, 'race')}{about}: {changed} has another one than before"
        ).replace("players has", "players have")

    def _disconnect(self, player: int, ban: Ban | None = None) -> None:
        """Cut a player's connection, if any; without a ban, a client comes back by itself."""
        connection = self._presence.depart(player)
        if connection is None:
            return
        if ban:
            self._delivery.problem(connection, "banned", ban.sentence)
        self._delivery.hang_up(connection, POLICY_VIOLATION, "banned" if ban else "changed")
        self._lobby.dropped(player, self._clock())
        self._delivery.post()

    def _send_away(self, player: int, reason: str) -> None:
        """Let a player leave the room that they are in, if any."""
        self._lobby.send_away(player, self._clock(), reason)
        self._delivery.post()


def _words(text: str) -> str:
    """Return a text as players may be told it.

    Raises:
        NotDone: It is too long.
    """
    said = printable(text)
    if len(said) > LONGEST_TEXT:
        raise NotDone(f"a text has at most {LONGEST_TEXT} characters, and this one {len(said)}")
    return said


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _time(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))

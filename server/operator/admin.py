"""What an operator asks of a running server, over a Unix socket in its data directory.

Whoever may write to that socket is the operator: it is its owner's alone, like the database beside
it.  A request is one line of JSON, and so is its answer; `samedeal admin` speaks it.
"""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, assert_never

import msgspec
from msgspec import Struct

from protocol.messages import Text
from server.chance import Chance
from server.network.access import BadAccess, is_in, parse_network
from server.network.bans import Ban, Bans
from server.network.door import Door
from server.network.reception import Reception
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from server.storage import players
from server.storage.database import Database
from server.storage.names import BadName
from server.storage.players import NameTaken

log = logging.getLogger(__name__)

SOCKET_NAME: Final = "admin.sock"
LONGEST: Final = 64 * 1024
"""The longest request, in bytes."""
WRITE_TIME: Final = 30.0
"""Seconds that a request may take."""


Row: TypeAlias = dict[str, Any]


class Request(Struct, frozen=True, tag_field="do"):
    """What every request is.  A `player` is a name, or an id as `@12`."""


class List(Request, frozen=True, tag="list"):
    """Who and what is there."""

    what: Literal["players", "rooms", "connections", "bans"]


class BanPlayer(Request, frozen=True, tag="ban"):
    """Keep a player out, or a network; exactly one of the two."""

    player: str = ""
    network: str = ""
    until: int | None = None
    """Seconds since 1970; None: for good."""
    reason: str = ""


class Unban(Request, frozen=True, tag="unban"):
    """End a ban."""

    ban: int


class Rename(Request, frozen=True, tag="rename"):
    """Give a player another name."""

    player: str
    name: str


class Delete(Request, frozen=True, tag="delete"):
    """Delete a player with all their data."""

    player: str


class Revoke(Request, frozen=True, tag="revoke"):
    """Make a player's token worthless; with `renew`, say a new one, for its owner."""

    player: str
    renew: bool = False


class Announce(Request, frozen=True, tag="announce"):
    """Tell everybody who is connected something."""

    text: Text


class Shut(Request, frozen=True, tag="shut"):
    """Send everybody in a room away and close it."""

    room: str
    reason: str = ""


class Stop(Request, frozen=True, tag="stop"):
    """Stop the server."""


AnyRequest: TypeAlias = List | BanPlayer | Unban | Rename | Delete | Revoke | Announce | Shut | Stop


class Reply(Struct, frozen=True):
    """What the server answers."""

    ok: bool
    text: str
    """What was done, or why not."""
    rows: list[Row] = []
    """What was asked for with `list`; the new token after `revoke`."""


class NotDone(Exception):
    """A request that is not done; the text says why."""


class Operator:
    """Does what the operator asks for."""

    def __init__(
        self,
        lobby: Lobby,
        reception: Reception,
        database: Database,
        bans: Bans,
        door: Door,
        clock: Callable[[], int],
        chance: Chance,
        stop: Callable[[], object],
    ) -> None:
        """Take the parts of the server; `clock` is the rooms', in milliseconds."""
        self._lobby, self._reception, self._database = lobby, reception, database
        self._bans, self._door, self._clock, self._chance = bans, door, clock, chance
        self._stop = stop

    async def do(self, request: AnyRequest) -> Reply:
        """Do it, or say why not."""
        rows: list[Row] = []
        try:
            match request:
                case List(what):
                    rows = await self._list(what)
                    return Reply(True, f"{len(rows)} {what}", rows)
                case BanPlayer():
                    done = await self._ban(request)
                case Unban(number):
                    if not await self._bans.lift(number):
                        raise NotDone(f"there is no ban {number}; `list bans` tells them")
                    done = f"ban {number} is lifted"
                case Rename(text, name):
                    done = await self._rename(await self._player(text), name)
                case Delete(text):
                    done = await self._delete(await self._player(text))
                case Revoke(text, renew):
                    player, token = await self._player(text), self._chance.token()
                    done = await self._revoke(player, token)
                    rows = [{"token": token}] if renew else []
                case Announce(text):
                    done = f"told {len(self._reception.here)} connected players"
                    self._reception.announce(_printable(text))
                case Shut(code, reason):
                    room = self._lobby.find(code)
                    why = _printable(reason) or "the operator of this server has closed the room"
                    self._lobby.close(room, self._clock(), why)
                    self._reception.post()
                    done = f"room {room.code} is closed"
                case Stop():
                    self._stop()
                    done = "the server stops"
                case _:
                    assert_never(request)
        except (NotDone, Refusal, BadAccess, BadName, NameTaken) as error:
            return Reply(False, str(error))
        log.warning("operator: %s", done)
        return Reply(True, done, rows)

    async def _player(self, text: str) -> Player:
        player = await players.find_named(self._database.reader, text)
        if player is None:
            raise NotDone(f"there is no player {text!r}; give a name, or an id as @12")
        return player

    # Lists ----------------------------------------------------------------------------------------

    async def _list(self, what: Literal["players", "rooms", "connections", "bans"]) -> list[Row]:
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
                return [_row(ban) for ban in self._bans.all]

    async def _players(self) -> list[Row]:
        here = self._reception.here
        rows = await self._database.reader.read_all(
            "SELECT id, name, bot, made, (SELECT COUNT(*) FROM racers WHERE player = id) "
            "FROM players WHERE NOT gone ORDER BY id"
        )
        return [
            {
                "id": number,
                "name": name,
                "bot": bool(bot),
                "since": made,
                "races": races,
                "connected": number in here,
            }
            for number, name, bot, made, races in rows
        ]

    async def _connections(self) -> list[Row]:
        here = self._reception.here
        found: list[Row] = []
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

    # Deeds ----------------------------------------------------------------------------------------

    async def _ban(self, request: BanPlayer) -> str:
        if bool(request.player) == bool(request.network):
            raise NotDone("give either a player or a network")
        if request.until is not None and request.until <= time.time():
            raise NotDone("the end of the ban is in the past")
        reason, until = _printable(request.reason), request.until
        if request.network:
            network = parse_network(request.network)
            ban = await self._bans.add(network=network, reason=reason, until=until)
            out = [p for p, address in self._reception.here.items() if is_in(address, [network])]
            what = f"the network {network}"
        else:
            player = await self._player(request.player)
            ban = await self._bans.add(player=player.id, reason=reason, until=until)
            out = [player.id]
            what = player.name
        for one in out:
            self._reception.send_home(one, ban)
            self._reception.remove(one, ban.sentence)
        end = f" until {_time(until)}" if until is not None else ""
        return f"ban {ban.id}: {what} is banned{end}"

    async def _rename(self, player: Player, text: str) -> str:
        name = await players.rename(self._database, player.id, text)
        self._lobby.rename(player.id, name)
        # Whoever comes back hears the new name in the welcome.
        self._reception.send_home(player.id)
        self._reception.post()
        return f"{player.name} is {name} now"

    async def _revoke(self, player: Player, token: str) -> str:
        await players.replace_token(self._database, player.id, token)
        self._reception.send_home(player.id)
        return f"the token of {player.name} is worth nothing any more"

    async def _delete(self, player: Player) -> str:
        self._reception.bar(player.id)
        self._reception.send_home(player.id)
        self._reception.remove(player.id, "the operator of this server has deleted you")
        # A race under way goes on with a racer without a name.
        self._lobby.rename(player.id, players.stand_in(player.id))
        self._reception.post()
        await self._reception.written()
        await players.delete(self._database, player.id)
        self._bans.forget_player(player.id)
        return f"{player.name} is deleted"


def _row(ban: Ban) -> Row:
    return {
        "ban": ban.id,
        "player": ban.player,
        "network": str(ban.network) if ban.network else None,
        "reason": ban.reason,
        "made": ban.made,
        "until": ban.until,
    }


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


def _time(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


# The socket ---------------------------------------------------------------------------------------


class AdminSocket:
    """The socket on which the operator is listened to."""

    def __init__(self, path: Path, operator: Operator) -> None:
        """See `open`."""
        self._path, self._operator = path, operator
        self._server: asyncio.Server | None = None

    @classmethod
    async def open(cls, directory: Path, operator: Operator) -> "AdminSocket":
        """Listen in the data directory; where that cannot be, say so in the log."""
        admin = cls(directory / SOCKET_NAME, operator)
        try:
            listening = _bind(admin._path)
        except (OSError, AttributeError) as error:  # AttributeError: no such sockets on Windows
            log.warning("`samedeal admin` will not reach this server: %s: %s", admin._path, error)
            return admin
        admin._server = await asyncio.start_unix_server(admin._visit, sock=listening, limit=LONGEST)
        return admin

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(OSError):
                self._path.unlink()

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(WRITE_TIME):
                reply = await self._answer(await reader.readline())
                writer.write(msgspec.json.encode(reply) + b"\n")
                await writer.drain()
        except (ValueError, OSError):  # ValueError: a line too long
            log.warning("an operator's request was cut off or too long")
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Reply:
        try:
            request = msgspec.json.decode(line, type=AnyRequest)
        except msgspec.MsgspecError as error:
            return Reply(False, f"that is no request: {error}")
        try:
            return await self._operator.do(request)
        except Exception:
            log.exception("an operator's request failed")
            return Reply(False, "that went wrong in the server; its log tells more")


def _bind(path: Path) -> socket.socket:
    """Return a socket of this path for its owner alone; one left over from a crash goes."""
    # The lock on the data directory is ours, so whatever is there belongs to no running server.
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listening.bind(str(path))
    except BaseException:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


class NoServer(Exception):
    """No server answers; the text says so."""


async def ask(directory: Path, request: AnyRequest) -> Reply:
    """Ask the server that runs on this data directory.

    Raises:
        NoServer: none does.
    """
    path = directory / SOCKET_NAME
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=2**26)
    except (OSError, AttributeError):
        raise NoServer(
            f"no server is running on {directory}; is it its data directory, and are you its owner?"
        ) from None
    try:
        writer.write(msgspec.json.encode(request) + b"\n")
        line = await reader.readline()
    finally:
        writer.close()
    try:
        return msgspec.json.decode(line, type=Reply)
    except msgspec.MsgspecError:
        raise NoServer("the server did not answer; its log may tell why") from None

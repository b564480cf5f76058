"""Who may come in: known by a token or new, by the server's password, and how often one may try."""

import asyncio
import hmac
import time
from typing import Final

from protocol.messages import VERSION, Hello, ProblemCode
from server.bounds import Limits
from server.buckets import Allowance
from server.chance import Chance
from server.network.access import Access, IPAddress, Site, site
from server.reception.bans import Bans
from server.reception.guests import Guests
from server.reception.turns import Turns
from server.rooms import passwords
from server.rooms.passwords import NO_LOCK, Key, Lock
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from server.storage import players
from server.storage.database import Database
from server.storage.names import BadName
from server.storage.players import NameTaken

REST: Final = 3.0
"""The pause after a commit about one player or a password that was hashed, as a part of the time
that it took: the event loop or its processor is held up by it, and newcomers shall not take more
than a quarter of that from those who race."""


class Admission:
    """Finds out who says hello, and bounds guesses and new players of each address."""

    def __init__(
        self, database: Database, limits: Limits, chance: Chance, access: Access, bans: Bans
    ) -> None:
        """Take what is asked of somebody who comes in."""
        self._database, self._chance = database, chance
        self._access, self._bans = access, bans
        self._wrong_passwords = Allowance(limits.wrong_passwords, 600)
        """By address, and for rooms by their lock, too: a guess at one keeps nobody from others."""
        self._new_players = Allowance(limits.players_per_hour, 3600)
        self._hashing = Turns(REST)
        self._writing = Turns(REST)
        self._guests = Guests()
        self._barred: set[int] = set()
        """Players that were deleted: a hello that was under way must not let them in."""

    async def identify(self, address: IPAddress, hello: Hello) -> tuple[Player, str]:
        """Return who says hello, and the token of a new player; the text is empty for a known one.

        Raises:
            Refusal: the client speaks another version of the protocol, or may not come in.
            CannotWrite: nobody may, for nothing can be written.
        """
        self._database.check()
        player, token = await self._identify(address, hello)
        self._database.check()  # That took its time.
        return player._replace(level=hello.level if player.bot else 0), token

    async def _identify(self, address: IPAddress, hello: Hello) -> tuple[Player, str]:
        if hello.version < VERSION:
            text = "this server needs a newer Samedeal than yours; please update"
            raise Refusal("wrong version", text)
        if hello.version > VERSION:
            text = "your Samedeal is newer than this server; whoever runs it has to update it"
            raise Refusal("wrong version", text)
        if hello.guest:
            if not self.is_neighbour(hello):
                self._check_password(site(address), hello)
            return self._guests.new(), ""
        if hello.token:
            return await self._find(address, hello.token), ""
        return await self._register(address, hello)

    def is_neighbour(self, hello: Hello) -> bool:
        """Return whether another server says hello, which shows a room to its own guests."""
        return hello.guest and self._database.neighbours.is_secret(hello.token)

    async def confirm(self, address: IPAddress, player: int) -> None:
        """Note that a new player has the token: the name stays taken from now on."""
        async with self._writing.turn(site(address)):
            await players.mark_seen(self._database, player)

    async def renew_token(self, address: IPAddress, player: int) -> str:
        """Return a new token of a player's.  The old one is good until `settle_token`."""
        token = self._chance.token()
        async with self._writing.turn(site(address)):
            await players.renew_token(self._database, player, token)
        return token

    async def settle_token(self, address: IPAddress, token: str) -> None:
        """Make a renewed token the only one, now that the player is known to have it."""
        async with self._writing.turn(site(address)):
            await players.settle_token(self._database, token)

    def bar(self, player: int) -> None:
        """Do not let a player in again who is going to be deleted."""
        self._barred.add(player)

    def unbar(self, player: int) -> None:
        """Let a player in again who is not deleted after all."""
        self._barred.discard(player)

    async def _find(self, address: IPAddress, token: str) -> Player:
        """Return who has this token; a renewed one is the only one from now on.

        Raises:
            Refusal: nobody has it, or who has it is banned.
        """
        database = self._database
        player = await players.find(database, token)
        if player is None and await players.is_renewed(database, token):
            await self.settle_token(address, token)
            player = await players.find(database, token)
        if player is None or player.id in self._barred:
            raise Refusal("unknown token", "this server does not know you; choose a name")
        if ban := self._bans.of_player(player.id):
            raise Refusal("banned", ban.sentence)
        return player

    async def _register(self, address: IPAddress, hello: Hello) -> tuple[Player, str]:
        """Return a new player, and the token.

        Raises:
            Refusal: no new ones may come in, not so many, or not with that password or name.
        """
        place, now = site(address), time.monotonic()
        self._check_password(place, hello)
        if not self._new_players.take(place, now):
            text = "too many new players came from your address; try again in a few minutes"
            raise Refusal("too fast", text)
        token = self._chance.token()
        try:
            async with self._writing.turn(place):
                player = await players.register(self._database, hello.name, token, bot=hello.bot)
        except (BadName, NameTaken) as error:
            self._new_players.give_back(place)
            code: ProblemCode = "bad name" if isinstance(error, BadName) else "name taken"
            raise Refusal(code, str(error)) from None
        return player, token

    def _check_password(self, place: Site, hello: Hello) -> None:
        """Check that somebody says the server's password, if it has one.

        Raises:
            Refusal: that is not so, or too many wrong ones came from this place.
        """
        wanted = self._access.password
        if wanted and not hello.password:
            raise Refusal("password needed", "this server takes a password from new players")
        if wanted:
            self._guess((place, NO_LOCK))
            if not hmac.compare_digest(hello.password.encode(), wanted.encode()):
                raise Refusal("wrong password", "that is not the password of this server")
            self._wrong_passwords.give_back((place, NO_LOCK))

    async def make_key(self, address: IPAddress, password: str, lock: Lock) -> Key:
        """Return what a password makes of a room's lock (`server.rooms.passwords.make_key`).

        Raises:
            Refusal: too many wrong passwords came from this address.
        """
        place = site(address)
        async with self._hashing.turn(place):
            self._guess((place, lock))
            key = await asyncio.to_thread(passwords.make_key, password, lock)
            if passwords.opens(key, lock):
                self._wrong_passwords.give_back((place, lock))
        return key

    async def make_lock(self, address: IPAddress, password: str) -> Lock:
        """Return what is stored of a room's password (`server.rooms.passwords.make_lock`)."""
        async with self._hashing.turn(site(address)):
            return await asyncio.to_thread(passwords.make_lock, password)

    def _guess(self, at: tuple[Site, Lock]) -> None:
        """Count a password as a wrong one until it is known to be right: others guess meanwhile."""
        if not self._wrong_passwords.take(at, time.monotonic()):
            text = "too many wrong passwords came from your address; try again in a few minutes"
            raise Refusal("too fast", text)

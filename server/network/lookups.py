"""Answers to questions about the past: leaderboards, profiles and replays."""

from typing import TypeAlias

from engine.catalogue import BadOption, UnknownGame
from protocol.messages import FromServer, GetLeaderboard, GetProfile, GetReplay
from server.rooms.lobby import Lobby
from server.rooms.refusal import Refusal
from server.storage import leaderboard
from server.storage.database import Reader

Lookup: TypeAlias = GetLeaderboard | GetProfile | GetReplay


class Lookups:
    """Looks things up in the database, as far as the player who asks may know them already."""

    def __init__(self, reader: Reader, lobby: Lobby) -> None:
        """Ask `reader`; `lobby` knows what spectators have not seen yet."""
        self._reader, self._lobby = reader, lobby
        self._leaderboards = leaderboard.LeaderboardCache(reader)

    async def answer(self, player: int, message: Lookup) -> FromServer:
        """Return what a player asks for.

        Raises:
            Refusal: there is no such thing, or the player may not see it yet.
        """
        match message:
            case GetLeaderboard():
                return await self._leaderboard(message)
            case GetProfile(other):
                return await self._profile(other)
            case GetReplay(race, racer):
                return await self._replay(player, race, racer)

    async def _leaderboard(self, message: GetLeaderboard) -> FromServer:
        try:
            return await self._leaderboards.leaderboard(
                message.game, message.options, message.period
            )
        except UnknownGame as error:
            raise Refusal("unknown game", str(error)) from None
        except BadOption as error:
            raise Refusal("bad option", str(error)) from None

    async def _profile(self, player: int) -> FromServer:
        profile = await leaderboard.profile(self._reader, player)
        if profile is None:
            raise Refusal("unknown player", "there is no such player here")
        return profile

    async def _replay(self, player: int, race: int, racer: int) -> FromServer:
        replay = None
        if not self._lobby.hides(player, race):
            replay = await leaderboard.find_replay(self._reader, race, racer)
        if replay is None:  # Nobody must learn from the reason that a race is over.
            text = "that player was in no such race, or those who watch have not seen its end yet"
            raise Refusal("unknown replay", text)
        return replay

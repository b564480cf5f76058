"""Finds what is to be told outside in what the rooms write down.  Pure.

Nothing is told of a room that has a password or is not in the list, of one for practice, of a race
whose spectators have not seen the end, or of bots alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from protocol.messages import Settings, Standing
from protocol.racing import winners
from server.outside.news import News, RaceWon, RoomOpened
from server.rooms.lobby import Lobby
from server.rooms.records import (
    Entered,
    MemberSaved,
    RaceClosed,
    RaceMade,
    RaceOver,
    RacePublished,
    Record,
    RoomClosed,
    RoomHandedOver,
    RoomSaved,
)
from server.rooms.room import Room


@dataclass
class _Raced:
    """A race of a room that everybody may see."""

    game: str
    won: RaceWon | None = None
    """What will be told of it when it may be."""


class Newsroom:
    """Knows what was told of each room, and tells what is new."""

    def __init__(self, lobby: Lobby, tell: Callable[[News], object]) -> None:
        """Begin with no rooms; `tell` takes the news, and must not wait for anything."""
        self._lobby, self._tell = lobby, tell
        self._rooms: dict[str, bool] = {}
        """The rooms that are known, and whether it was told that they are open."""
        self._race_in: dict[str, int] = {}
        """The last race of each room."""
        self._races: dict[int, _Raced] = {}

    def begin(self) -> None:
        """Begin with the rooms that there are: those that are not known are no news."""
        self._rooms = {code: self._rooms.get(code, True) for code in self._lobby.rooms}
        known, self._race_in, self._races = self._races, {}, {}
        for room in self._lobby.rooms.values():
            if not (race := room.race):
                continue
            self._race_in[room.code] = race.id
            if race.id in known:
                self._races[race.id] = known[race.id]
            elif room.phase != "finished" and self._is_public(room):
                self._races[race.id] = _Raced(room.settings.game)

    def gather(self, records: Iterable[Record]) -> list[News]:
        """Return what is new by these records, to be told when they are written down."""
        kept = [record for record in records if not isinstance(record, Entered)]
        found = [news for record in kept if (news := self._read(record, kept))]
        if any(isinstance(record, RoomClosed | RoomHandedOver) for record in kept):
            going_on = {*self._race_in.values()}
            self._races = {race: each for race, each in self._races.items() if race in going_on}
        return found

    def tell(self, news: Iterable[News]) -> None:
        """Tell what was gathered."""
        for each in news:
            self._tell(each)

    def _read(self, record: Record, beside: Sequence[Record]) -> News | None:
        match record:
            case RaceMade(race, settings):
                if settings.listed and not record.locked and not record.practice:
                    self._races[race] = _Raced(settings.game)
            case RoomSaved(code, host, settings, race):
                if race is not None and self._race_in.get(code) != race:
                    self._races.pop(self._race_in.get(code, 0), None)
                    self._race_in[code] = race
                return self._opened(code, host, settings, beside)
            case RaceOver(race, _, standings, published):
                if raced := self._races.get(race):
                    raced.won = self._won(race, raced.game, standings)
                return self._published(race) if published else None
            case RacePublished(race):
                return self._published(race)
            case RaceClosed(race):
                self._races.pop(race, None)
            case RoomClosed(code) | RoomHandedOver(code):
                self._rooms.pop(code, None)
                self._race_in.pop(code, None)
        return None

    def _opened(
        self, code: str, host: int, settings: Settings, beside: Sequence[Record]
    ) -> News | None:
        """Return the news that a room is open, if it is one that was not told yet."""
        room = self._lobby.rooms.get(code)
        # One that is not known and that nobody comes into was made long ago, at another server.
        new = any(
            isinstance(record, MemberSaved) and (record.player, record.code) == (host, code)
            for record in beside
        )
        told = self._rooms.setdefault(code, not new)
        if told or room is None or not self._is_public(room):
            return None
        self._rooms[code] = True
        member = room.members.get(host)
        if member is None or member.bot:
            return None
        return RoomOpened(code, settings.game, room.info.host)

    def _won(self, race: int, game: str, standings: Sequence[Standing]) -> RaceWon | None:
        code = next((code for code, last in self._race_in.items() if last == race), "")
        won = winners(standings)
        first = [each for each in standings if each.player in won]
        if not code or all(each.bot for each in first):
            return None
        names = tuple(each.name for each in first)
        solved = any(each.status == "won" for each in first)
        last = first[0]
        return RaceWon(
            code, race, game, names, len(standings), solved, last.score, last.milliseconds
        )

    def _published(self, race: int) -> News | None:
        """Return the news of a race that everybody may know now, unless its room is hidden now."""
        raced = self._races.pop(race, None)
        if raced is None or raced.won is None:
            return None
        room = self._lobby.rooms.get(raced.won.room)
        return raced.won if room is None or self._is_public(room) else None

    @staticmethod
    def _is_public(room: Room) -> bool:
        return room.settings.listed and not room.info.locked and not room.for_practice

"""A room's events: numbered one after another, and the last of them kept for who comes back."""

from collections import deque
from typing import Final, TypeVar

from msgspec.structs import replace

from protocol.messages import (
    MAX_SAID,
    Board,
    Curves,
    FromServer,
    Progress,
    RaceStarted,
    Remark,
    Results,
    RoomState,
    Said,
    Searching,
    ServerMessage,
    Step,
)

_BASE: Final = 64
_ROW: Final = 64
"""Bytes that a member or a standing takes, about."""

_MADE_ANEW: Final = (Progress, Searching)
"""What is not kept: of these, only the newest matters, and it can be made anew."""

_M = TypeVar("_M", bound=ServerMessage)


class Events:
    """The numbers of one room's events, and the newest events with those who were told them.

    Who may hear an event is settled when it happens: nobody gets another's later.
    """

    def __init__(self, most: int, size: int, stream: str = "") -> None:
        """Keep at most `most` events, of at most `size` bytes in all.

        `stream` names this numbering: the same room has another one after a restart.
        """
        self.number = 0
        """The number of the newest event."""
        self.stream = stream
        self._most, self._bytes = most, size
        self._kept: deque[tuple[tuple[int, ...], FromServer, int]] = deque()
        self._size = 0
        self._forgotten = 0
        """The number of the newest event that is not kept any more."""
        self._came: dict[int, int] = {}
        """The number of the event after which each member came in as what they are."""
        self._said: deque[tuple[int, Remark]] = deque(maxlen=MAX_SAID)
        """The last that was said, with the number of the newest event then."""

    def add(self, players: tuple[int, ...], message: FromServer) -> FromServer:
        """Give the next number to what these players are told; return the numbered message."""
        self.number += 1
        numbered = replace(self.name_stream(message), seq=self.number)
        if type(numbered) not in _MADE_ANEW:
            size = _size(numbered)
            self._kept.append((players, numbered, size))
            self._size += size
            while len(self._kept) > self._most or self._size > self._bytes:
                _, oldest, size = self._kept.popleft()
                self._size -= size
                self._forgotten = oldest.seq
        return numbered

    def name_stream(self, message: FromServer) -> FromServer:
        """Return a message with the name of this numbering, if it is the one that tells it."""
        return replace(message, stream=self.stream) if type(message) is RoomState else message

    def note_arrival(self, player: int) -> None:
        """Note that a player comes in now, or takes another place: what was before is void."""
        self._came[player] = self.number

    def note_departure(self, player: int) -> None:
        """Forget when a player came in."""
        self._came.pop(player, None)

    def missed(self, player: int, stream: str, seen: int) -> list[FromServer] | None:
        """Return what came after the event `seen` of `stream`, for a player who is back.

        None: the player did not see all that was before it, or it is not kept any more.
        """
        if stream != self.stream or seen < max(1, self._came.get(player, 1)):
            return None
        return self.since(player, seen)

    def since(self, player: int, seen: int) -> list[FromServer] | None:
        """Return what this player was told after the number `seen`, but for `Progress`.

        None: that cannot be said any more.
        """
        if not self._forgotten <= seen <= self.number:
            return None
        return [
            message
            for players, message, _ in self._kept
            if message.seq > seen and player in players
        ]

    def note_said(self, said: Said) -> None:
        """Keep what was said, however much else happens: those who come in later are told."""
        self._said.append((self.number, Remark(said.player, said.name, said.text)))

    def unsay(self, player: int) -> None:
        """Forget what a player has said; of a line that is left out, nobody notices anything."""
        said = [each for each in self._said if each[1].player != player]
        self._said = deque(said, maxlen=MAX_SAID)
        kept = [each for each in self._kept if not _is_said_by(player, each[1])]
        self._kept = deque(kept)
        self._size = sum(size for *_, size in kept)

    def said(self, player: int, *, whole: bool) -> list[Remark]:
        """Return the last that was said; unless `whole`, what was since this player came in."""
        came = -1 if whole else self._came.get(player, 0)
        return [remark for number, remark in self._said if number > came]


def _is_said_by(player: int, message: FromServer) -> bool:
    return isinstance(message, Said) and message.player == player


def _size(message: FromServer) -> int:
    """Return about how many bytes a message has."""
    if type(message) is Step:  # First, because there are so many.
        size = _BASE
        for cards in message.piles.values():
            size += 4 + len(cards)
        return size
    match message:
        case Board():
            return _BASE + 2 * len(message.piles) + sum(map(len, message.piles))
        case RoomState():
            return 4 * _BASE + _ROW * len(message.members)
        case RaceStarted() | Results():
            return 4 * _BASE + _ROW * len(message.standings)
        case Curves():
            return _BASE + sum(6 * len(points) for points in message.curves.values())
    return 2 * _BASE

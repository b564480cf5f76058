"""Whom the host of a room lets in, and whom the host lets speak."""

from collections.abc import Iterable

from server.rooms.passwords import NO_LOCK, Key, Lock, opens
from server.rooms.records import ModerationSaved
from server.rooms.refusal import Refusal


class Moderation:
    """What a room's host has decided about coming in and speaking.

    It holds for as long as the room is there, also for those who have left and come back.
    """

    def __init__(
        self, lock: Lock = NO_LOCK, kicked: Iterable[int] = (), muted: Iterable[int] = ()
    ) -> None:
        """Begin with a lock on the room, and with the players who were kicked or muted before."""
        self.lock = lock
        self.kicked = set(kicked)
        self.muted = set(muted)

    def check_entry(self, player: int, key: Key) -> None:
        """Check that a player may come in with the key that they bring.

        Raises:
            Refusal: the key does not open the lock, or the host has sent this player away.
        """
        if player in self.kicked:
            raise Refusal("not allowed", "the host has sent you away from this room")
        if self.lock and not key:
            raise Refusal("password needed", "this room asks for a password")
        if self.lock and not opens(key, self.lock):
            raise Refusal("wrong password", "that is not the password of this room")

    def kick(self, player: int) -> None:
        """Let a player not come in again."""
        self.kicked.add(player)

    def mute(self, player: int, *, muted: bool) -> None:
        """Take a player's word away, or give it back."""
        if muted:
            self.muted.add(player)
        else:
            self.muted.discard(player)

    def record(self, player: int, code: str) -> ModerationSaved:
        """Return what is written down about a player, for the room with this code."""
        return ModerationSaved(player, code, player in self.kicked, player in self.muted)

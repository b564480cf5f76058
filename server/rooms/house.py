"""The rules of a house: what it takes to come into a room, and who has no word there."""

from server.rooms.passwords import NO_LOCK, Key, Lock, opens
from server.rooms.records import RuleSaved
from server.rooms.refusal import Refusal


class HouseRules:
    """What a room's host has decided about coming in and speaking.

    It holds for as long as the room is there, also for those who have left.
    """

    def __init__(self, lock: Lock = NO_LOCK) -> None:
        """Keep nobody out but by the lock: what the room's password opens, or nothing."""
        self.lock = lock
        self.kicked: set[int] = set()
        self.muted: set[int] = set()

    def admit(self, player: int, key: Key) -> None:
        """See whether somebody may come in with the key that a password makes (`make_key`).

        Raises:
            Refusal: that is not the key, or the host has sent this player away.
        """
        if player in self.kicked:
            raise Refusal("not allowed", "the host has sent you away from this room")
        if self.lock and not key:
            raise Refusal("password needed", "this room takes a password to come in")
        if self.lock and not opens(key, self.lock):
            raise Refusal("wrong password", "that is not the password of this room")

    def record(self, player: int, code: str) -> RuleSaved:
        """Return what is written down about a player, for the room with this code."""
        return RuleSaved(player, code, player in self.kicked, player in self.muted)

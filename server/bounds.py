"""The bounds on what clients may ask of a server, and the measure of how fast they ask."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Every number that keeps one client from harming the others."""

    connections: int = 5000
    rooms: int = 1000
    spectators: int = 256
    """In one room."""
    listed: int = 100
    """Rooms in one answer to `ListRooms`."""
    rate: float = 50.0
    """Messages a second from one connection, in the long run."""
    burst: int = 200
    """Messages that may come at once."""
    requests: float = 5.0
    """Messages other than moves a second: they may go to a whole room, or ask the disk."""
    requests_burst: int = 40
    """Messages other than moves that may come at once."""
    patience: int = 100
    """Bad or too many messages in a row after which the connection is closed."""
    hello: float = 10.0
    """Seconds until the first message has to be there."""
    unsent: int = 256 * 1024
    """Bytes that may wait for a reader; one who lets more pile up is cut off."""
    grace: float = 120.0
    """Seconds after which somebody who lost the connection is out of the race, or the room."""
    events: int = 256
    """Events of one room that are kept for who comes back."""
    event_bytes: int = 64 * 1024
    """How many bytes these may have, about."""
    stop_after: float = 30.0
    """Seconds that races get when the server is told to stop."""


class Bucket:
    """A token bucket: full at first, emptied by messages, filled again by time."""

    __slots__ = ("_burst", "_filled", "_left", "_rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        """Hold `burst` messages, and get `rate` more a second."""
        self._rate, self._burst = rate, burst
        self._left, self._filled = float(burst), now

    def take(self, now: float) -> bool:
        """Take one message out at the time `now`, in seconds; return whether there was one."""
        self._left = min(self._burst, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

"""What the server asks of its troupe: the bots that race for it when a host calls one.

The troupe that there is, is a process of its own (`samedeal.company`), which connects to the server
as anybody does; a bot's thinking must not hold up the races.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol


class Engaged(NamedTuple):
    """One of a server's own bots in a room."""

    code: str
    """The room's."""
    player: int
    level: int


class TroupeGone(Exception):
    """There is no troupe now; the text says why.  Whoever asks again tries to begin another."""


class Troupe(Protocol):
    """The bots beside a server."""

    async def send(self, code: str, level: int, ticket: str, name: str = "") -> None:
        """Send a bot of this level to the room with this code, where the ticket lets it in.

        With a name, it is the one of this name that was there before.

        Raises:
            TroupeGone: nobody will come.
        """

    def remember(self, engaged: Iterable[Engaged]) -> None:
        """Keep in mind who is where, so that it is known after a crash, too."""

    def remembered(self) -> Sequence[Engaged]:
        """Return who was where when that was last told, also by a server that is gone."""

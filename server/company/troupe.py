"""What the server asks of its troupe: the bots that race for it when a host calls one.

The troupe that there is, is a process of its own (`samedeal.company`), which connects to the server
as anybody does; a bot's thinking must not hold up the races.
"""

from typing import Protocol


class TroupeGone(Exception):
    """There is no troupe now; the text says why.  Whoever asks again tries to begin another."""


class Troupe(Protocol):
    """The bots beside a server."""

    async def send(self, code: str, level: int, ticket: str) -> None:
        """Send a bot of this level to the room with this code, where the ticket lets it in.

        Raises:
            TroupeGone: nobody will come.
        """

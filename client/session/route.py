"""Where to connect: to the club's address, or for once to the server that it names.

A club may have several servers.  One that is asked for what another one has says so (`Moved`), and
the next connection goes there.  When that is lost, or does not come about, the way begins again at
the club's address: the room may be on yet another server by then.
"""

from typing import Final

from client.session.address import Address, BadAddress, parse_address

MOST_MOVES: Final = 4
"""How often in a row a client is sent on at once; after that it takes its time, as after a loss."""


class Route:
    """The way to one club."""

    def __init__(self, home: Address) -> None:
        """Begin at the club's address."""
        self._home = home
        self._there: Address | None = None
        self._moves = 0

    def move(self, url: str) -> None:
        """Go to this websocket's URL next, unless it is none, or not encrypted any more."""
        try:
            there = parse_address(url)
        except BadAddress:
            return
        if there.secure or not self._home.secure:
            self._there, self._moves = there, self._moves + 1

    @property
    def at_once(self) -> bool:
        """Whether the next connection is to be made now, for nothing was lost."""
        return self._there is not None and self._moves <= MOST_MOVES

    def next(self) -> Address:
        """Return where the next connection leads."""
        there, self._there = self._there, None
        return there or self._home

    def arrived(self) -> None:
        """Note that a connection has stood for a while."""
        self._moves = 0

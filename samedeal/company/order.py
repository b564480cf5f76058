"""What a server tells the process of its bots: a line of JSON for each bot that is to come."""

from msgspec import Struct

from protocol.messages import Code, Level, Password, Token


class Order(Struct, frozen=True):
    """Wants a bot in a room."""

    server: str
    """The server's address, as this machine reaches it."""
    certificate: str
    """The file with the certificate by which the server is known; empty where it has none."""
    password: Password
    """The server's, where it asks new players for one."""
    tokens: str
    """The file that makes the bots the same players each time."""
    room: Code
    level: Level
    ticket: Token
    """What lets it in, in the place of the room's password."""
    name: str = ""
    """Who is to come: one that was there before; empty for any that is free."""
    pace: float = 0.0
    """Seconds that it takes for a move, where it is not to play as fast as its level does."""

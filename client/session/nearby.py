"""Servers that were found in the player's network, as a process beside the window tells of them.

What they say of themselves is strangers' text, and bounded here.
"""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from client.session.address import Address
from client.words.texts import one_line
from protocol.messages import VERSION
from protocol.nearby import About, Port

MOST: Final = 32
"""Servers that are listed."""
LONGEST_SHOWN: Final = 40
"""Characters of a name that are shown where there is room for it."""


class Nearby(msgspec.Struct, frozen=True):
    """A server in the same network."""

    name: str
    """As its owner calls it: anything."""
    host: str
    """An IPv4 address in a network of this computer."""
    port: Port
    here: bool
    """Whether it is on this computer."""
    about: About

    @property
    def address(self) -> Address:
        """Where it is."""
        return Address(self.host, self.port, self.about.secure)

    def shown_name(self, most: int = LONGEST_SHOWN) -> str:
        """Its name on one line, cut after so many characters; its address where it has none."""
        name = one_line(self.name)
        if len(name) > most:
            name = one_line(f"{self.name[: most - 1]}…")
        return name or str(self.address)

    @property
    def understood(self) -> bool:
        """Whether it speaks this client's version of the protocol."""
        return self.about.version == VERSION

    def is_at(self, address: Address) -> bool:
        """Whether this is the server at an address, as far as addresses tell."""
        if self.here and address.here:
            return address.port == self.port
        return self.address.same_server(address)


_Line = Annotated[list[Nearby], Meta(max_length=MOST)]


def written(found: Sequence[Nearby]) -> str:
    """Return servers as a line of text, for `read`."""
    return msgspec.json.encode(found).decode()


def read(line: str) -> list[Nearby]:
    """Return the servers in a line that was `written`.

    Raises:
        ValueError: it is no such line.
    """
    return msgspec.json.decode(line, type=_Line)

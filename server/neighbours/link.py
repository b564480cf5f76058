"""What passes between two servers where one has a room and the other shows it to its own guests.

The other connects as a client does, and says hello as a guest whose token is the secret of the one
that has the room.  Then it says what it wants by `Wanted`, first of all and whenever that changes.
What it is told begins with a byte that says what the rest is; a message without one, as clients
get them, says that no more follows.
"""

from hashlib import blake2b
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from protocol.messages import Code, Count
from server.network.access import Site
from server.rooms.audience import Beside

FRAME: Final = b"\x00"
"""A frame for all who see the room."""
STATE: Final = b"\x01"
"""A frame for those alone who were new when `Wanted` asked for them how everything stands."""
STATED: Final = b"\x02"
"""All frames of that have been told."""
BESIDE: Final = b"\x03"
"""From where nobody may see boards from now on, as `tell_beside` writes it."""

KINDS: Final = frozenset({FRAME, STATE, STATED, BESIDE})


class Wanted(Struct, frozen=True):
    """What a server wants of a room that another one has."""

    code: Code
    text: bool
    """Whether frames are to be JSON; otherwise they are msgpack."""
    guests: Count
    """How many see the room there."""
    state: bool
    """Whether some of them have to be told how everything stands."""


class _Places(Struct, frozen=True, array_like=True):
    """A `Beside` on the wire."""

    places: Annotated[list[bytes], Meta(max_length=64)]
    unseen: bool


_read_wanted: Final = msgspec.msgpack.Decoder(Wanted).decode
_read_places: Final = msgspec.msgpack.Decoder(_Places).decode
encode: Final = msgspec.msgpack.Encoder().encode


def read_wanted(frame: bytes | str) -> Wanted:
    """Return what a server wants.

    Raises:
        msgspec.MsgspecError: the frame does not say it.
    """
    if isinstance(frame, str):
        raise msgspec.DecodeError("what servers want of each other is msgpack")
    return _read_wanted(frame)


def veil(place: Site, secret: str) -> bytes:
    """Return what stands for a place between the two: no addresses of players pass."""
    return blake2b(place.encode(), key=secret.encode(), digest_size=16).digest()


def tell_beside(beside: Beside, secret: str) -> bytes:
    """Return how it is told from where nobody may see boards."""
    places = sorted(veil(str(place), secret) for place in beside.places)
    return BESIDE + encode(_Places(places, beside.unseen))


def read_beside(told: bytes) -> Beside:
    """Return what follows `BESIDE`; the places are veiled.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    read = _read_places(told)
    return Beside(frozenset(read.places), read.unseen)

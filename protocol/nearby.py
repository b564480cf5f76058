"""What a server says of itself in its own network, by which clients there find it (DNS-SD)."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from protocol.messages import VERSION

SERVICE: Final = "_samedeal._tcp.local."
"""The type of service under which servers are announced."""
LONGEST_NAME: Final = 56
"""Bytes of a server's name in UTF-8: 63 are a label's bound, and a number may follow."""
_FLAGS: Final = {b"0": False, b"1": True}

Port: TypeAlias = Annotated[int, Meta(ge=1, le=65535)]


class About(Struct, frozen=True):
    """All that is said of a server beside its name, address and port."""

    secure: bool = False
    """Whether it speaks TLS."""
    password: bool = False
    """Whether new players have to say a password."""
    version: int = VERSION
    """The version of the protocol that it speaks."""


def written(about: About) -> dict[bytes, bytes]:
    """Return it as the properties of a DNS-SD service (its TXT record)."""
    return {
        b"protocol": b"%d" % about.version,
        b"tls": b"%d" % about.secure,
        b"password": b"%d" % about.password,
    }


def read(properties: Mapping[bytes, bytes | None]) -> About | None:
    """Return what properties say, which anybody may have written; None if it makes no sense."""
    version = properties.get(b"protocol") or b""
    secure = _FLAGS.get(properties.get(b"tls") or b"")
    password = _FLAGS.get(properties.get(b"password") or b"")
    if secure is None or password is None or len(version) > 4 or not version.isdigit():
        return None
    return About(secure, password, int(version))

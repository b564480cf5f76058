"""Where a server is, as people write it."""

import ipaddress
import re
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import SplitResult, urlsplit

from client.words.translation import translate
from protocol.wire import DEFAULT_PORT

COMMAND: Final = "samedeal play "
"""What stands before the address in a line that invites."""
SECURE: Final = {
    "samedeal": False,
    "samedeals": True,
    "ws": False,
    "wss": True,
    "http": False,
    "https": True,
}
"""The schemes, and which of them encrypt the connection."""
WEB_PORTS: Final = {"http": 80, "https": 443}
"""The ports of a page where its link names none."""

LONGEST_HOST: Final = 253
"""Characters of a host's name, as the network carries it."""
_LABEL: Final = re.compile(rb"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?")
"""A part of it between dots."""
_ROOM: Final = re.compile(r"(?P<path>.*)/r/(?P<code>[A-Za-z0-9]{1,12})/?")
"""The path of a room's page."""


class BadAddress(ValueError):
    """The text is no address.  The message says what is wrong and what an address looks like."""


@dataclass(frozen=True)
class Address:
    """A server, and the room there that an invitation names (`code` is empty without one)."""

    host: str
    port: int = DEFAULT_PORT
    secure: bool = False
    """Whether the connection is encrypted (wss)."""
    path: str = "/"
    code: str = ""

    @property
    def url(self) -> str:
        """The websocket's URL."""
        return f"{'wss' if self.secure else 'ws'}://{self._netloc}{self.path}"

    @property
    def here(self) -> bool:
        """Whether this leads to the computer on which it is used."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() == "localhost"

    def same_server(self, other: "Address") -> bool:
        """Whether the other leads to the same server, as far as names tell."""
        return self.url == other.url or (self.here and other.here and self.port == other.port)

    @property
    def invitation(self) -> str:
        """The address with the room's code, as one sends it to a friend."""
        scheme = "samedeals" if self.secure else "samedeal"
        return f"{scheme}://{self._netloc}{self.path.rstrip('/')}/{self.code}"

    @property
    def page(self) -> str:
        """The link to the server's page, which a browser opens if it has one."""
        scheme = "https" if self.secure else "http"
        where = self._named if self.port == WEB_PORTS[scheme] else self._netloc
        return f"{scheme}://{where}{self.path.rstrip('/')}/"

    @property
    def link(self) -> str:
        """The same to the room."""
        return f"{self.page}r/{self.code}"

    @property
    def _netloc(self) -> str:
        return f"{self._named}:{self.port}"

    @property
    def _named(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        where = self._named if self.port == DEFAULT_PORT else self._netloc
        if self.path != "/":
            return f"{'wss' if self.secure else 'ws'}://{where}{self.path}"
        return f"wss://{where}" if self.secure else where


def parse_address(text: str) -> Address:
    """Return the address in `text`: `host`, `host:port`, `ws://..`, `wss://..`, `samedeal://host:port/CODE`.

    The link to a server's page, or to a room's there, is as good: `https://host/r/CODE`.  The port
    is 7713 where none is given, and a browser's usual one in a link.  `samedeals://` is to
    `samedeal://` what `wss://` is to `ws://`.  A room's code may follow the forms without `ws`,
    after the path that the server has behind a proxy, if any.  Of a whole line, "samedeal play
    ...", the command is passed over.

    Raises:
        BadAddress: it is none of these.
    """
    text = text.strip().removeprefix(COMMAND)
    if text.count(":") > 1 and "//" not in text and not text.startswith("["):
        text = f"[{text}]"  # a bare IPv6 address
    parts = _split(text if "://" in text else f"samedeal://{text}", text)
    host, port = parts.hostname or "", _port(parts, text)
    if parts.scheme not in SECURE:
        told = translate(
            "address", "{scheme}:// leads to no Samedeal server; an address is {forms}"
        )
        raise BadAddress(told.format(scheme=parts.scheme, forms=_forms()))
    if not host or any(c.isspace() or not c.isprintable() for c in text) or "@" in parts.netloc:
        raise _nameless(text)
    if not _may_be_host(host):
        told = translate("address", "{host} is no name of a host; an address is {forms}")
        raise BadAddress(told.format(host=repr(_short(host)), forms=_forms()))
    if parts.query or parts.fragment:
        told = translate("address", "{text}: an address ends with its path; an address is {forms}")
        raise BadAddress(told.format(text=repr(text), forms=_forms()))
    secure = SECURE[parts.scheme]
    if parts.scheme in WEB_PORTS:
        room = _ROOM.fullmatch(parts.path)
        path = room["path"] if room else parts.path
        return Address(host, port, secure, path or "/", room["code"].upper() if room else "")
    if parts.scheme in ("ws", "wss"):
        return Address(host, port, secure, parts.path or "/")
    path, _, code = parts.path.rstrip("/").rpartition("/")
    return Address(host, port, secure, path or "/", code.upper())


def room_in(text: str, server: Address) -> Address:
    """Return the room that a player has typed or pasted: its code at `server`, or a whole line.

    Raises:
        BadAddress: it looks like an address, and is none.
    """
    return parse_address(text) if "/" in text else replace(server, code=text.strip().upper())


def _may_be_host(host: str) -> bool:
    """Return whether there can be a host of this name, or at this number."""
    if ":" in host:
        return True  # an IPv6 address, which `urlsplit` has read
    try:
        name = host.encode("idna").removesuffix(b".")
    except UnicodeError:  # a part of it is empty, too long, or mixes what no name mixes
        return False
    return len(name) <= LONGEST_HOST and all(map(_LABEL.fullmatch, name.split(b".")))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _split(url: str, text: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        raise _nameless(text) from None


def _port(parts: SplitResult, text: str) -> int:
    try:
        usual = WEB_PORTS.get(parts.scheme, DEFAULT_PORT)
        port = usual if parts.port is None else parts.port
    except ValueError:
        port = 0
    if not port:
        told = translate(
            "address", "{text}: a port is a number from 1 to 65535; an address is {forms}"
        )
        raise BadAddress(told.format(text=repr(text), forms=_forms()))
    return port


def _nameless(text: str) -> BadAddress:
    told = translate("address", "{text} names no server; an address is {forms}")
    return BadAddress(told.format(text=repr(_short(text)), forms=_forms()))


def _forms() -> str:
    return translate(
        "address",
        "host, host:port, ws://host:port, wss://host:port or samedeal://host:port/CODE "
        "(samedeals:// where the connection is encrypted)",
    )

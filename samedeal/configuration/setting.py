"""One thing that can be set: its name in each place, and reading and showing its value."""

import contextlib
import ipaddress
import re
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Final, Literal, NewType

import msgspec

from samedeal.webhooks.address import Webhook, parse_webhook
from server.bounds import MOST
from server.dailies.days import zone_of
from server.dailies.games import NONE, DailyGame, parse_game
from server.network.access import Network, parse_network

Host = NewType("Host", str)
"""An address to listen on, or a name that leads to one."""
Origin = NewType("Origin", str)
"""Where a browser's page comes from, as the browser says it."""
Zone = NewType("Zone", str)
"""The name of a time zone."""

PREFIX: Final = "SAMEDEAL_"
"""What every variable of the environment begins with."""


@dataclass(frozen=True)
class Setting:
    """One thing that can be set."""

    key: str
    """Its name in the configuration file, with that of its table, as `limits.rate`."""
    kind: Any
    """Its type, with the bounds of a number, as msgspec takes it."""
    default: Any
    about: str
    """What it is, for help texts."""
    secret: bool
    """Whether its value is shown to nobody."""
    example: str
    """What an example of a configuration file has in place of the default, if it is not empty."""

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def flag(self) -> str:
        """Its name on the command line; empty for a secret, which other users would see there."""
        return "" if self.secret else "--" + self.key.replace(".", "-").replace("_", "-")

    def from_text(self, text: str) -> Any:
        """Return the value that `text`, from the environment or the command line, stands for.

        Raises:
            ValueError: It stands for none. The error says what would be right.
        """
        if self.is_list:
            return self._value([part.strip() for part in text.split(",") if part.strip()])
        return self._value(text, strict=False)

    def from_toml(self, value: object) -> Any:
        """Return the value that `value`, from a TOML file, stands for.

        Raises:
            ValueError: As `from_text` does.
        """
        if self._is_number and type(value) in (int, float):
            return self.from_text(str(value))
        return self._value(value)

    def show(self, value: object) -> str:
        """Return a value of this setting as it may be shown to people."""
        if self.secret:
            return "(set)" if value else "(none)"
        if value is None or value in ("", ()):
            return "(none)"
        if self.is_switch:
            return str(value).lower()
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return f"{value:g}" if isinstance(value, float) else str(value)

    @property
    def _is_number(self) -> bool:
        return isinstance(self.default, int | float) and not self.is_switch

    @property
    def is_list(self) -> bool:
        """Whether it may have several values: its flag may come more than once."""
        return typing.get_origin(self.kind) is tuple

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off: as flags, `--page` and `--no-page`."""
        return self.kind is bool

    def _value(self, found: object, *, strict: bool = True) -> Any:
        if found == "" and self.kind in (Host, Path, Path | None):
            kept = "" if self.default else ": leave it out where there is to be none"
            raise ValueError(f"it is empty{kept}")
        if isinstance(found, str) and "\0" in found:
            raise ValueError("it has a character in it that is none (NUL)")
        if isinstance(found, str) and self.kind is str and not _is_text(found):
            raise ValueError("it is no text in UTF-8")
        kind, make = _MADE_OF_TEXTS.get(self.kind, (self.kind, None))
        try:
            value = msgspec.convert(found, kind, strict=strict)
        except msgspec.ValidationError:
            raise ValueError(f"{_as_in_toml(found)} {self._fault(found)}") from None
        return make(value) if make else value

    def _fault(self, found: object) -> str:
        """Return what is wrong with a value that cannot be, in words that follow it."""
        if self._is_number and isinstance(found, str) and self.kind.__metadata__[0].le == MOST:
            with contextlib.suppress(ValueError):
                if float(found) > MOST:
                    return f"is too large: it is to be {self._wanted}, and at most {MOST:g}"
        return f"is not {self._wanted}"

    @property
    def _wanted(self) -> str:
        """What a value has to be, in words."""
        if self.is_switch:
            return "true or false"
        if typing.get_origin(self.kind) is Literal:
            return "one of " + ", ".join(typing.get_args(self.kind))
        if self.is_list:
            return 'a list of texts, as ["10.0.0.0/8"]'
        title: str = self.kind.__metadata__[0].title if self._is_number else "a text"
        return title


def settings_of(cls: type, prefix: str = "") -> Iterator[Setting]:
    """Return a setting for each field of a dataclass, and of the dataclasses in it.

    The fields are made by `server.bounds.setting`.
    """
    kinds = typing.get_type_hints(cls, include_extras=True)
    for each in fields(cls):
        kind = kinds[each.name]
        if isinstance(kind, type) and is_dataclass(kind):
            yield from settings_of(kind, f"{prefix}{each.name}.")
        else:
            yield Setting(prefix + each.name, kind, each.default, **each.metadata)


def _is_text(found: str) -> bool:
    """Return whether it is one; what the environment gives may be any bytes."""
    try:
        found.encode()
    except UnicodeEncodeError:
        return False
    return True


def _as_in_toml(value: object) -> str:
    """Return a value about as it stands in a TOML file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "this"
    return repr(value) if isinstance(value, str | int | float) else f"a {type(value).__name__}"


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError(f"{text!r} is in no home directory that is known here") from None


def _host(text: str) -> Host:
    try:
        text.encode("idna")  # as it is looked up
    except UnicodeError:
        raise ValueError(f"{text!r} is no host: give an address of this machine") from None
    try:
        wrong = _not_listened_on(ipaddress.ip_address(text))
    except ValueError:
        wrong = "" if _is_name(text) else f"is no host: {_SOME_HOST}"
    if wrong:
        raise ValueError(f"{text!r} {wrong}")
    return Host(text)


def _is_name(text: str) -> bool:
    """Return whether a text may be a host's name.

    What ends in a number is none: the system would read `0` as 0.0.0.0, and `127.1` as 127.0.0.1.
    """
    name = text.encode("idna").decode().removesuffix(".")
    return bool(_NAME.fullmatch(name)) and not _NUMBER.fullmatch(name.rpartition(".")[2])


def _not_listened_on(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """Return why nobody can listen on an address, in words that follow it; else an empty text.

    Of some, the system says so only in words that help nobody, and of others not at all.
    """
    if address.is_multicast or address == _EVERYBODY:
        return f"is an address of many machines at once: {_SOME_HOST}"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return f"is an IPv4 address written as IPv6: write {address.ipv4_mapped}"
        if address.is_link_local and not address.scope_id:
            return f"is the address of one interface: name that, too, as {address}%eth0"
    return ""


def _origins(texts: tuple[str, ...]) -> tuple[Origin, ...]:
    return tuple(map(_origin, texts))


def _origin(text: str) -> Origin:
    """Return an origin just as browsers write it, since it is compared with what they say."""
    found = _ORIGIN.fullmatch(text)
    if not found or not text.isascii():
        raise ValueError(
            f"{text!r} is no origin: it is a page's address without its path, as "
            "https://example.org or http://example.org:8080, in ASCII"
        )
    port = found["port"] if found["port"] != _USUAL_PORTS[found["scheme"].lower()] else None
    return Origin(f"{found['scheme']}://{found['host']}{f':{port}' if port else ''}".lower())


def _webhooks(texts: tuple[str, ...]) -> tuple[Webhook, ...]:
    return tuple(map(parse_webhook, texts))


def _daily_games(texts: tuple[str, ...]) -> tuple[DailyGame, ...]:
    """Return games that have daily deals; of the word for none, and of nothing, none have."""
    return () if texts == (NONE,) else tuple(map(parse_game, texts))


def _zone(text: str) -> Zone:
    zone_of(text)
    return Zone(text)


def _networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(map(_network, texts))


def _network(text: str) -> Network:
    """Return a network; other than in a ban, one with bits of a host in it is taken for a slip."""
    network = parse_network(text)
    try:
        ipaddress.ip_network(text.strip())
    except ValueError as error:
        raise ValueError(f"{error}: a network is an address, or one as 10.0.0.0/8") from None
    return network


_SOME_HOST: Final = (
    "give an address of this machine, as 127.0.0.1, or 0.0.0.0 to let other machines in"
)
_EVERYBODY: Final = ipaddress.IPv4Address("255.255.255.255")
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]+")
_NUMBER: Final = re.compile(r"\d+|0[xX][\da-fA-F]*")
_ORIGIN: Final = re.compile(
    r"(?P<scheme>(?i:https?))://(?P<host>\[[\da-fA-F:.]+\]|[\w.-]+)(:(?P<port>\d{1,5}))?/?"
)
_USUAL_PORTS: Final = {"http": "80", "https": "443"}
"""The ports that browsers leave out."""
_MADE_OF_TEXTS: Final[dict[Any, tuple[Any, Callable[[Any], Any]]]] = {
    Host: (str, _host),
    Path: (str, _path),
    Path | None: (str, _path),
    tuple[Network, ...]: (tuple[str, ...], _networks),
    tuple[Origin, ...]: (tuple[str, ...], _origins),
    tuple[Webhook, ...]: (tuple[str, ...], _webhooks),
    tuple[DailyGame, ...]: (tuple[str, ...], _daily_games),
    Zone: (str, _zone),
}
"""The types that a file has as texts: what it has them as, and what makes them of that."""

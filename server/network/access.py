"""Who may connect and how: the server's password, TLS, proxies, origins; and whose address it is.

`Access` holds plain values, so that a configuration can be read into it.
"""

import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from pathlib import Path
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network
IPAddress: TypeAlias = IPv4Address | IPv6Address
Site: TypeAlias = str
"""What counts as one address, in writing: each move is counted under it, and text is hashed once.
"""

SITE_BITS: Final = 64
"""The bits of an IPv6 address that one household or server gets: what follows is its own choice."""
MAPPED: Final = IPv6Network("::ffff:0:0/96")
"""Where the addresses of IPv4 are that are written as IPv6."""
FORWARDED_FOR: Final = "X-Forwarded-For"
"""The header in which each proxy adds the address that it was called from."""
NOWHERE: Final = ip_address("0.0.0.0")  # noqa: S104 (stands for an address that is not known)


class BadAccess(ValueError):
    """The server cannot be set up so; the text says why, and what to do."""


@dataclass(frozen=True)
class Access:
    """How a server lets people in."""

    password: str = ""
    """What new players have to say; who has a token has said it already.  Empty: nothing."""
    tls: ssl.SSLContext | None = None
    """See `load_certificate`."""
    proxies: tuple[Network, ...] = ()
    """Where reverse proxies stand that are believed when they tell where somebody comes from."""
    proxy_header: str = FORWARDED_FOR
    """The header in which they tell it; no other is looked at."""
    origins: tuple[str, ...] = ()
    """Where a browser's page may come from, as `https://example.org`.  Programs name no origin and
    are let in always; without any here, browsers are not."""


def load_certificate(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """Return what `Access.tls` takes, from PEM files: a certificate with its chain, and its key.

    Raises:
        BadAccess: they cannot be read, or do not fit each other.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    # In 1.3, a client may ask for new keys without end, 60,000 times a second; nobody can count
    # that here, and one connection with nothing else to say takes half of a core.
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2
    for path in filter(None, (certificate, key)):
        try:
            if not path.is_file() and path.exists():
                raise BadAccess(f"{path} is no file: give a certificate and its key as PEM files")
            path.open("rb").close()
        except OSError as error:
            raise BadAccess(f"cannot read {path}: {error.strerror}") from None
    try:
        # A key that wants a password must not make the server wait for somebody to type it.
        context.load_cert_chain(certificate, key, password=lambda: b"")
    except ssl.SSLError as error:
        where = f"{certificate} and {key}" if key else f"{certificate}"
        reason = (error.reason or "").lower().replace("_", " ")
        raise BadAccess(
            f"cannot use {where} for TLS ({reason or 'wrong format'}): give a certificate and the "
            "key that belongs to it, without a password, both as PEM"
        ) from None
    return context


def parse_network(text: str) -> Network:
    """Return the network in a text: `203.0.113.0/24`, `2001:db8::/32`, or a single address.

    One of IPv4 that is written as IPv6 is one of IPv4, as with `parse_ip`.

    Raises:
        BadAccess: it is none, or holds the addresses of IPv4 and of IPv6 both.
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadAccess(
            f"{text!r} is no network: write it as 203.0.113.0/24, 2001:db8::/32 or 203.0.113.7"
        ) from None
    if isinstance(network, IPv4Network) or not network.overlaps(MAPPED) or not network.prefixlen:
        return network
    if not network.subnet_of(MAPPED):
        raise BadAccess(
            f"{text!r} has all of IPv4 in it, written as IPv6, and more: write a network of IPv4 "
            "as 203.0.113.0/24, and all of it as 0.0.0.0/0"
        )
    bits = network.prefixlen - MAPPED.prefixlen
    return ip_network((int(network.network_address) & 0xFFFFFFFF, bits))


@lru_cache(maxsize=4096)
def parse_ip(text: str) -> IPAddress:
    """Return the address in a text; one of IPv4 that is written as IPv6 is one of IPv4.

    What cannot be read is `NOWHERE`.
    """
    try:
        address = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return NOWHERE
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=4096)
def site(address: IPAddress) -> Site:
    """Return what counts as one address: itself, or the /64 network of one of IPv6."""
    return str(ip_network((address, SITE_BITS if address.version == 6 else 32), strict=False))


def household(address: IPAddress) -> Site | None:
    """Return whose players may be one and the same: the site of an address, if it tells anything.

    Whoever is on the server's own machine could read its disk: nothing need be hidden from them.
    """
    return None if address.is_loopback or address == NOWHERE else site(address)


def is_in(address: IPAddress, networks: Iterable[Network]) -> bool:
    """Return whether an address is in one of these networks."""
    return any(address.version == n.version and address in n for n in networks)


def sender(
    peer: IPAddress,
    forwarded: Sequence[str],
    proxies: Sequence[Network],
    header: str = FORWARDED_FOR,
) -> IPAddress:
    """Return where a connection really comes from.

    Args:
        peer: the other end of the connection.
        forwarded: the values of `Access.proxy_header` in its request, in order.
        proxies: the networks of the proxies that are believed.
        header: the name of that header.

    In `X-Forwarded-For`, each proxy adds the address that it was called from on the right.  So the
    right-most address that is none of the proxies' is the sender; anything to its left is only what
    the sender says.  Any other header has to hold one address: of two that contradict each other,
    neither is believed.
    """
    address = peer
    if header.lower() != FORWARDED_FOR.lower() and len({*map(str.strip, forwarded)}) > 1:
        return NOWHERE
    hops = [hop for value in forwarded for hop in value.split(",")]
    while hops and is_in(address, proxies):
        address = parse_ip(_without_port(hops.pop().strip()))
    return address


def _without_port(text: str) -> str:
    """Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text

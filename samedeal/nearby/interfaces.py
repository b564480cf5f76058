"""The networks that this computer is in."""

import asyncio
from collections.abc import Callable, Sequence
from ipaddress import IPv4Interface
from typing import Final

import ifaddr

LOOK: Final = 10.0
"""Seconds between two looks whether they are others now: a laptop is carried about."""


def interfaces() -> list[IPv4Interface]:
    """Return this computer's addresses with their networks, without those that it alone reaches.

    There are none where the system does not tell.
    """
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # a service that may open no netlink socket, say
        return []
    found = [
        IPv4Interface(f"{each.ip}/{each.network_prefix}")
        for adapter in adapters
        for each in adapter.ips
        if each.is_IPv4
    ]
    return sorted(each for each in set(found) if not each.ip.is_loopback)


async def while_same(
    here: Sequence[IPv4Interface], own: Callable[[], Sequence[IPv4Interface]]
) -> None:
    """Wait as long as `own` says that this computer's addresses are `here`."""
    while True:
        await asyncio.sleep(LOOK)
        if own() != here:
            return

"""The process that announces a server in its network, for as long as its standard input is open.

It is told by one argument, a `Task` as JSON, what to announce, and prints a `News` as JSON for
each change.  It says goodbye at its end, so that clients forget the server at once.
"""

import asyncio
import contextlib
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Interface
from typing import Final

import msgspec
from zeroconf import Error, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from protocol import nearby
from protocol.nearby import SERVICE
from samedeal.child import wait_for_end_of_input
from samedeal.nearby.announcing import News, Task
from samedeal.nearby.interfaces import interfaces, while_same

LIFETIME: Final = 60
"""Seconds for which others keep what they heard: so soon a server is gone that was killed."""
NICENESS: Final = 10
"""How much this process lets others go first."""


async def announce(
    task: Task,
    tell: Callable[[News], object],
    own: Callable[[], Sequence[IPv4Interface]] = interfaces,
) -> None:
    """Announce a server in all networks where it can be reached, until this is cancelled.

    `own` returns the addresses of this computer, and is asked again and again.
    """
    while True:
        here = own()
        addresses = reachable(task.hosts, here)
        if not addresses:
            tell(News(trouble="this computer is in no network where the server can be reached"))
            await while_same(here, own)
            continue
        try:
            # It says goodbye when it is left, however that comes.
            async with AsyncZeroconf(list(map(str, addresses)), ip_version=IPVersion.V4Only) as net:
                info = _info(task, addresses)
                said = await net.async_register_service(info, allow_name_change=True)
                tell(News(info.name.removesuffix(f".{SERVICE}")))
                await said
                await while_same(here, own)
        except (OSError, Error) as error:
            tell(News(trouble=str(error) or type(error).__name__))
            await while_same(here, own)


def reachable(hosts: Sequence[str], own: Sequence[IPv4Interface]) -> list[IPv4Address]:
    """Return those of this computer's own addresses at which a server listens on `hosts`."""
    listened = {IPv4Address(host) for host in hosts}
    everywhere = any(host.is_unspecified for host in listened)
    return [each.ip for each in own if everywhere or each.ip in listened]


def _info(task: Task, addresses: Sequence[IPv4Address]) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        f"{task.name}.{SERVICE}",
        port=task.port,
        addresses=[each.packed for each in addresses],
        properties=nearby.written(task.about),
        # Of its own: two servers that share one would be taken to be at each other's addresses.
        server=f"samedeal-{secrets.token_hex(6)}.local.",
        host_ttl=LIFETIME,
        other_ttl=LIFETIME,
    )


async def _run(task: Task) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # There is none of this on Windows.
        loop.add_signal_handler(signal.SIGTERM, stop.set)

    def wait() -> None:
        wait_for_end_of_input()
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait, name="input", daemon=True).start()
    announcing, stopped = asyncio.create_task(announce(task, _print)), loop.create_task(stop.wait())
    await asyncio.wait((announcing, stopped), return_when=asyncio.FIRST_COMPLETED)
    announcing.cancel()
    await asyncio.gather(announcing, return_exceptions=True)


def _print(news: News) -> None:
    print(msgspec.json.encode(news).decode(), flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C is the server's: its end is ours.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asyncio.run(_run(msgspec.json.decode(sys.argv[1], type=Task)))

"""Finding servers in the same network, live: they come and go.

Whatever is heard may have been said by anybody in the network.  It is bounded in number and length,
and a server counts only when its address is in a network of this computer; nothing is sent to it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Interface
from typing import Any, Final

from zeroconf import Error, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from client.session.nearby import MOST, Nearby
from protocol import nearby
from protocol.nearby import SERVICE
from samedeal.nearby.interfaces import LOOK, interfaces, while_same

MOST_NAMES: Final = 2 * MOST
"""Names of servers that are looked into at once; some may lead nowhere."""
MOST_ADDRESSES: Final = 16
"""Addresses of one server that are looked at."""
LONGEST_HEARD: Final = 256
"""Characters of a name that is looked into, with its type: no name in DNS has more."""
ANSWER: Final = 3000
"""Milliseconds for which a server is asked where it is."""
AGAIN: Final = 20.0
"""Seconds after which it is asked again, if what it said has run out."""
PACE: Final = 0.25
"""Seconds between two lists that are shown: changes come together, and a flood is no flood here."""

Show = Callable[[Sequence[Nearby]], object]


async def find(show: Show, own: Callable[[], Sequence[IPv4Interface]] = interfaces) -> None:
    """Show the servers in all networks of this computer, again whenever they change; for ever.

    `own` returns the addresses of this computer, and is asked again and again.
    """
    while True:
        here = own()
        try:
            if here:
                await _find_in(here, own, show)
            else:
                show(())
                await while_same(here, own)
        except (OSError, Error):  # The network forbids it, or has gone; it may come back.
            show(())
            await asyncio.sleep(LOOK)


async def _find_in(
    here: Sequence[IPv4Interface], own: Callable[[], Sequence[IPv4Interface]], show: Show
) -> None:
    """Show the servers in these networks for as long as they are this computer's."""
    addresses = [str(each.ip) for each in here]
    async with AsyncZeroconf(addresses, ip_version=IPVersion.V4Only) as net:
        await net.zeroconf.async_wait_for_start()
        search = _Search(net.zeroconf, here)
        browser = AsyncServiceBrowser(net.zeroconf, SERVICE, handlers=[search.heard])
        work = (while_same(here, own), search.show(show), search.ask_again())
        tasks = [asyncio.create_task(each) for each in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                await each  # It may have failed.
        finally:
            await browser.async_cancel()
            await _cancel([*tasks, *search.asking.values()])


class _Search:
    """What is known of the servers in some networks."""

    def __init__(self, net: Zeroconf, here: Sequence[IPv4Interface]) -> None:
        self.asking: dict[str, asyncio.Task[None]] = {}
        """The questions under way, by the name of the server."""
        self._net, self._here = net, here
        self._found: dict[str, Nearby | None] = {}
        """The servers that were heard of, in that order; None as long as nobody knows where."""
        self._changed = asyncio.Event()
        self._changed.set()

    def heard(self, *, name: str, state_change: ServiceStateChange, **_: object) -> None:
        """Take in that a server has come, has gone, or is another now."""
        if state_change is ServiceStateChange.Removed:
            if name in self._found:
                del self._found[name]
                self._changed.set()
        elif self._may_be_one(name):
            self._found.setdefault(name, None)
            self._ask(name)

    def _may_be_one(self, name: str) -> bool:
        if name in self._found:
            return True
        named = len(name) <= LONGEST_HEARD and name.endswith(f".{SERVICE}")
        return named and len(self._found) < MOST_NAMES

    async def ask_again(self) -> None:
        """Ask all servers now and then whether they still are there; for ever."""
        while True:
            await asyncio.sleep(AGAIN)
            for name in list(self._found):
                self._ask(name)

    async def show(self, show: Show) -> None:
        """Show the list when it is another; for ever."""
        last: list[Nearby] | None = None
        while True:
            await self._changed.wait()
            self._changed.clear()
            now = [each for each in self._found.values() if each is not None][:MOST]
            if now != last:
                show(now)
                last = now
            await asyncio.sleep(PACE)

    def _ask(self, name: str) -> None:
        if name not in self.asking:
            task = self.asking[name] = asyncio.create_task(self._look_into(name))
            task.add_done_callback(lambda _: self.asking.pop(name, None))

    async def _look_into(self, name: str) -> None:
        server: Nearby | None = None
        with contextlib.suppress(Error):  # a name that can be none
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(self._net, ANSWER):
                server = _nearby(info, self._here)
        if name in self._found:  # Or it has gone meanwhile.
            self._found[name] = server
            self._changed.set()


def _nearby(info: AsyncServiceInfo, here: Sequence[IPv4Interface]) -> Nearby | None:
    """Return the server that an answer tells of; None where it cannot be one that we can reach."""
    about = nearby.read(info.properties)
    addresses = info.ip_addresses_by_version(IPVersion.V4Only)[:MOST_ADDRESSES]
    chosen = choose([IPv4Address(str(each)) for each in addresses], here)
    if about is None or chosen is None or not info.port:
        return None
    own = any(chosen == each.ip for each in here)
    return Nearby(info.name.removesuffix(f".{SERVICE}"), str(chosen), info.port, own, about)


def choose(addresses: Sequence[IPv4Address], here: Sequence[IPv4Interface]) -> IPv4Address | None:
    """Return the address at which a server is to be reached: in a network of this computer.

    Another computer's goes before an own one: many computers have the same address in a network
    that is only theirs, with virtual machines, say.
    """
    near = [each for each in addresses if any(each in own.network for own in here)]
    others = [each for each in near if all(each != own.ip for own in here)]
    return next(iter(others or near), None)


async def _cancel(tasks: Sequence["asyncio.Task[Any]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

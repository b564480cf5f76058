"""Finding and announcing over real multicast that stays on the loopback interface."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from ipaddress import IPv4Interface

from client.session.nearby import Nearby
from protocol.nearby import About
from samedeal.nearby.announcer import announce
from samedeal.nearby.announcing import News, Task
from samedeal.nearby.finder import find

GROUP = ("224.0.0.251", 5353)
PATIENCE = 60
OPEN = About()
PTR, TXT, SRV, A = 12, 16, 33, 1


def loopback() -> list[IPv4Interface]:
    """The addresses of a computer that is in no network but its own."""
    return [IPv4Interface("127.0.0.1/8")]


@cache
def can_multicast() -> bool:
    """Return whether multicast comes back over this machine's loopback interface."""
    group, here = socket.inet_aton(GROUP[0]), socket.inet_aton("127.0.0.1")
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as voice,
    ):
        try:
            ear.bind(("", 0))
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + here)
            ear.settimeout(5)
            voice.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, here)
            voice.sendto(b"here", (GROUP[0], ear.getsockname()[1]))
            return ear.recv(9) == b"here"
        except OSError:  # It forbids it, or nothing comes.
            return False


class Seen:
    """The last list that was shown, and waiting for another."""

    def __init__(self) -> None:
        self.now: Sequence[Nearby] | None = None
        self._shown = asyncio.Event()

    def take(self, found: Sequence[Nearby]) -> None:
        self.now = found
        self._shown.set()

    async def until(self, holds: Callable[[Sequence[Nearby]], bool]) -> Sequence[Nearby]:
        async with asyncio.timeout(PATIENCE):
            while self.now is None or not holds(self.now):
                self._shown.clear()
                await self._shown.wait()
        return self.now


@asynccontextmanager
async def finding() -> AsyncIterator[Seen]:
    """Look for servers; what is announced from now on is heard."""
    seen = Seen()
    task = asyncio.create_task(find(seen.take, loopback))
    try:
        await seen.until(lambda _: True)
        yield seen
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def announcing(name: str, port: int = 7713, about: About = OPEN) -> AsyncIterator[str]:
    """Announce a server during the block; the value is the name under which it is."""
    told = asyncio.Queue[News]()
    task = Task(name, port, ["0.0.0.0"], about)
    running = asyncio.create_task(announce(task, told.put_nowait, loopback))
    try:
        async with asyncio.timeout(PATIENCE):
            news = await told.get()
        assert not news.trouble
        yield news.name
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def shout(*packets: bytes) -> None:
    """Send packets to everybody who listens to multicast on this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as voice:
        voice.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        for packet in packets:
            voice.sendto(packet, GROUP)


def server(
    service: str,
    name: bytes,
    *,
    port: int = 7713,
    address: str = "127.0.0.1",
    text: bytes = b"\x0aprotocol=1\x05tls=0\x0apassword=0",
    ttl: int = 120,
) -> bytes:
    """Return a packet that announces a server, whatever is said of it."""
    kind = _name(*service.encode().split(b".")[:-1])
    full = bytes([len(name)]) + name + kind
    host = _name(b"h%08x" % hash(name), b"local") if name else _name(b"h", b"local")
    records = [
        _record(kind, PTR, full, ttl),
        _record(full, SRV, struct.pack("!HHH", 0, 0, port) + host, ttl),
        _record(full, TXT, text, ttl),
        _record(host, A, socket.inet_aton(address), ttl),
    ]
    return struct.pack("!6H", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def _name(*labels: bytes) -> bytes:
    return b"".join(bytes([len(each)]) + each for each in labels) + b"\0"


def _record(name: bytes, kind: int, data: bytes, ttl: int) -> bytes:
    return name + struct.pack("!HHIH", kind, 1, ttl, len(data)) + data

"""The acceptor: takes sockets in, and asks the door about each before anything is spent on it.

An event loop's own server does without: it greets by TLS first, 300 KiB for each on asyncio, and
where no descriptor is left it tries, and writes it to the log, over and over.
"""

import asyncio
import errno
import logging
import os
import socket
import ssl
import weakref
from collections.abc import Callable
from typing import Any, Final

from server.network.access import NOWHERE, parse_ip
from server.network.connection import BoundedConnection, Visit
from server.network.door import Door
from server.network.frames import GOODBYE
from server.network.gate import Gate

log = logging.getLogger(__name__)

BACKLOG: Final = 1024
"""Sockets that wait to be taken in: who finds no place there tries again after a whole second."""
AT_ONCE: Final = 8
"""Sockets that are taken in before others have a turn."""
SEND_BUFFER: Final = 64 * 1024
"""Bytes that the system keeps for a reader, beside `Limits.unsent`; it takes twice as much memory
for them.  By itself it would keep megabytes for each who asks for much and reads nothing."""
RECEIVE_BUFFER: Final = 32 * 1024
"""Bytes that the system takes in before they are read."""
UNHEARD: Final = 20_000
"""Milliseconds after which the system forgets what nobody takes, also when we have hung up."""
PAUSE: Final = 1.0
"""Seconds for which nobody is taken in when the machine has no descriptor or memory left."""
_NOT_HERE: Final = {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT}
_NOTHING_LEFT: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Acceptor:
    """Listens; it is what an `asyncio.Server` is to `websockets`."""

    def __init__(
        self,
        sockets: list[socket.socket],
        door: Door,
        entrance: Gate,
        make: Callable[[Visit], BoundedConnection],
        tls: ssl.SSLContext | None,
        patience: float,
    ) -> None:
        """Take in who comes to these sockets, which listen already.

        Args:
            sockets: made by `listen`.
            door: decides who is let in.
            entrance: says when, of those who may.
            make: makes a connection for one who is.
            tls: how to encrypt.
            patience: the seconds in which that has to be settled with a client.
        """
        self.sockets = tuple(sockets)
        """Those that listen."""
        self._door, self._entrance, self._make = door, entrance, make
        self._encryption: dict[str, Any] = {}
        if tls is not None:
            self._encryption = {
                "ssl": tls,
                "ssl_handshake_timeout": patience,
                "ssl_shutdown_timeout": GOODBYE,
            }
        self._serving = True
        self._opening: set[asyncio.Task[None]] = set()
        """Sockets that are on their way in."""
        self._made: weakref.WeakSet[BoundedConnection] = weakref.WeakSet()
        self._tasks = [asyncio.create_task(self._accept_all(each)) for each in sockets]

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop of all this."""
        return asyncio.get_running_loop()

    def is_serving(self) -> bool:
        """Return whether anybody is still let in."""
        return self._serving

    def close(self) -> None:
        """Let nobody in any more, and let go who is on the way in; who is in stays."""
        self._serving = False
        for task in (*self._tasks, *self._opening):
            task.cancel()
        for connection in self._made:
            connection.break_off_handshake()

    async def wait_closed(self) -> None:
        """Wait until nothing listens any more."""
        await asyncio.gather(*self._tasks, *self._opening, return_exceptions=True)
        for each in self.sockets:
            each.close()

    async def _accept_all(self, listening: socket.socket) -> None:
        while True:
            try:
                for _ in range(AT_ONCE):
                    await self._accept(listening)
                await asyncio.sleep(0)
            except (ConnectionError, InterruptedError):
                continue  # Who was to be taken in has gone already.
            except OSError as error:
                if error.errno in _NOTHING_LEFT:
                    self._door.cannot_open(error.strerror or str(error))
                else:
                    log.exception("cannot take a socket in")
                await asyncio.sleep(PAUSE)

    async def _accept(self, listening: socket.socket) -> None:
        try:
            sock, peer = listening.accept()
        except BlockingIOError:
            sock, peer = await asyncio.get_running_loop().sock_accept(listening)
        visit = self._door.admit(parse_ip(str(peer[0])) if peer else NOWHERE)
        if visit is None:
            sock.close()
            return
        sock.setblocking(False)
        task = asyncio.create_task(self._open(sock, visit))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(self, sock: socket.socket, visit: Visit) -> None:
        """Make a socket a connection, which forgets the visit itself when it is over."""
        loop = asyncio.get_running_loop()
        connection: BoundedConnection | None = None
        try:
            if visit.place is not None:  # Or a proxy says later for whom it speaks.
                await self._entrance.pass_through(visit.place)
            # Not before: a connection is many objects, and the collector goes through all of them.
            made = connection = self._make(visit)
            self._made.add(made)
            await loop.connect_accepted_socket(lambda: made, sock, **self._encryption)
        except BaseException as error:
            if connection is None:
                self._door.release(visit)
            else:  # If it has a transport already, it hears of its end by that, in its turn.
                loop.call_soon(connection.drop_unless_made)
            sock.close()
            error.__traceback__ = None  # Its frames know the error: a circle with all of it in it.
            if not isinstance(error, OSError | asyncio.CancelledError):
                log.exception("a socket could not be opened")


async def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on all addresses of a host; port 0 takes a free one.

    An address that this machine does not have, or a kind of them (IPv6), is left out as long as
    there is another.

    Raises:
        OSError: the host has no address here, or the port is taken or for others.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    for family, address in dict.fromkeys((each[0], each[4]) for each in found):
        try:
            sockets.append(_listen(family, address))
        except OSError as error:
            if error.errno not in _NOT_HERE:
                for each in sockets:
                    each.close()
                raise
            missing = error
    if not sockets and missing:
        raise missing
    return sockets


def _listen(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # Windows would let others listen on the same port by this.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Those who are taken in have all of this from the socket that listens.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made

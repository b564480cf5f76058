"""The process in which a server's own bots play, as long as its standard input is open.

It is told by lines of JSON who is to come where: see `samedeal.company.order`.  All of its bots
think in turns, a few milliseconds each, and all others go first.
"""

import asyncio
import signal
import ssl
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from client.bots.bot import Bot, CannotRace
from client.bots.company import free_name
from client.bots.pace import Pace
from client.connection import CannotConnect
from client.session.address import parse_address
from client.session.tokens import Tokens
from samedeal.company.order import Order
from samedeal.hearing import hear
from samedeal.priority import let_others_go_first
from samedeal.solving.quota import Thrift, cores

SERVER: Final = "own"
"""The server's name in the file of the tokens, where its address may change."""
LINGER: Final = 30.0
"""Seconds for which a bot stays when all people have gone."""
TRIES: Final = 4
"""How many bots try to come for one that is wanted: a host may have sent some of them away."""

ORDERS: Final = msgspec.json.Decoder(Order)


def trust(certificate: str) -> ssl.SSLContext | None:
    """Return what knows a server by the certificate in this file, whatever its name; None for ''.

    Raises:
        OSError: it cannot be read.
    """
    if not certificate:
        return None
    context = ssl.create_default_context(cafile=certificate)
    context.check_hostname = False  # It is reached by the machine's own address.
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


class Players:
    """The bots that are there."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._names: set[str] = set()
        """What those are called who are there."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._thrift = Thrift(cores())

    def take(self, order: Order) -> None:
        """Have one come."""
        task = asyncio.create_task(self._race(order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _race(self, order: Order) -> None:
        refused: set[str] = set()
        for _ in range(1 if order.name else TRIES):
            name = order.name or free_name(self._names | refused)
            self._names.add(name)
            try:
                await self._bot(order, name).run()
            except CannotRace as why:
                if why.code != "not allowed":
                    return
                refused.add(name)
            except (CannotConnect, OSError):
                return  # The server is gone, or will call another one.
            else:
                return
            finally:
                self._names.discard(name)

    def _bot(self, order: Order, name: str) -> Bot:
        return Bot(
            parse_address(order.server),
            name,
            order.room,
            tokens=Tokens(Path(order.tokens)),
            server=SERVER,
            password=order.password,
            room_password=order.ticket,
            level=order.level,
            pace=Pace(order.pace) if order.pace else None,
            linger=LINGER,
            rest=self._thrift.due,
            tls=trust(order.certificate),
        )


async def play() -> None:
    """Let bots play until the process ends."""
    players, loop = Players(), asyncio.get_running_loop()

    def take_in(line: bytes) -> None:
        loop.call_soon_threadsafe(partial(players.take, ORDERS.decode(line)))

    hear(take_in)
    await asyncio.Event().wait()


def main() -> None:
    """Work until the standard input is at its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C is the server's: its end is ours.
    let_others_go_first()
    with suppress(KeyboardInterrupt):
        asyncio.run(play())


if __name__ == "__main__":
    main()

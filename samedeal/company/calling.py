"""A server's side of its bots: the process beside it, which is told who is to come."""

import logging
import os
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from samedeal.company.order import Order
from samedeal.foundry.process import ProcessGone, SearchProcess
from server.company.troupe import Engaged, TroupeGone

log = logging.getLogger(__name__)

PROGRAM: Final = ("-P", "-m", "samedeal.solving.gently", "samedeal.company.players")
"""What Python runs."""
TOKENS: Final = "bots.json"
"""The file in the data directory that makes the bots the same players each time."""
ENGAGED: Final = "bots-in-rooms.json"
"""The file in the data directory that says who was in which room, and of which level."""
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # noqa: S104 (compared)
"""Where a server is on its own machine that listens on these."""


_engaged: Final = msgspec.json.Decoder(list[Engaged])


@dataclass(frozen=True)
class Place:
    """How the bots reach their server."""

    host: str
    """What it listens on."""
    port: int
    data: Path
    """Its data directory."""
    password: str = ""
    certificate: Path | None = None
    pace: float = 0.0
    """Seconds that a bot takes for a move; 0 for as long as its level does."""

    @property
    def url(self) -> str:
        """The server's websocket on this machine."""
        host = EVERYWHERE.get(self.host, self.host)
        named = f"[{host}]" if ":" in host else host
        return f"ws{'s' if self.certificate else ''}://{named}:{self.port}/"

    def order(self, code: str, level: int, ticket: str, name: str = "") -> Order:
        """Return what the process is told about one bot."""
        certificate = str(self.certificate) if self.certificate else ""
        known_by = self.url, certificate, self.password, str(self.data / TOKENS)
        return Order(*known_by, code, level, ticket, name, self.pace)


class TroupeProcess(SearchProcess[Order]):
    """Bots in a process of their own.  It answers nothing."""

    def __init__(self) -> None:
        """Begin none yet."""
        super().__init__(PROGRAM, Order)
        self.place: Place | None = None
        """Where the server is, once it is up."""

    async def send(self, code: str, level: int, ticket: str, name: str = "") -> None:
        """See `server.company.troupe.Troupe`."""
        if self.place is None:
            raise TroupeGone("the server is not up yet")
        order = self.place.order(code, level, ticket, name)
        try:
            await self.say(order)
        except ProcessGone:
            await self.dismiss()
            try:
                await self.say(order)
            except ProcessGone as gone:
                raise TroupeGone(str(gone)) from None

    def remember(self, engaged: Iterable[Engaged]) -> None:
        """See `server.company.troupe.Troupe`; it is written into a file."""
        if self.place is None:
            return
        file = self.place.data / ENGAGED
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            draft.write_bytes(msgspec.json.encode([*engaged]))
            draft.replace(file)
        except OSError as error:
            log.warning("where the bots are is not written down: %s", error)

    def remembered(self) -> Sequence[Engaged]:
        """See `server.company.troupe.Troupe`; what cannot be read is not known."""
        if self.place is None:
            return ()
        try:
            return _engaged.decode((self.place.data / ENGAGED).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return ()


@asynccontextmanager
async def troupe() -> AsyncIterator[TroupeProcess]:
    """Have bots at hand during the block."""
    beside = TroupeProcess()
    try:
        yield beside
    finally:
        await beside.dismiss()

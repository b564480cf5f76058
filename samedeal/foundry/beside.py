"""A server's side of its foundry: the process beside it, and what passes between the two.

The process is begun when it is asked for the first time, and again after it has ended.
"""

import asyncio
import contextlib
import itertools
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from server.rooms.deals.certified import Wish
from server.stock.foundry import Casting, FoundryGone, Order, Rest

log = logging.getLogger(__name__)

PROGRAM: Final = ("-P", "-m", "samedeal.foundry.worker")
"""What Python runs."""
LONGEST_LINE: Final = 256 * 1024
"""Bytes of an answer, at most: a solution has far less."""

_castings: Final = msgspec.json.Decoder(Casting)


class FoundryProcess:
    """A foundry that is a process of its own."""

    def __init__(self) -> None:
        """Begin none yet."""
        self._process: Process | None = None
        self._numbers = itertools.count(1)
        self._resting = False

    async def cast(self, wish: Wish, positions: int, *, measured: bool = False) -> Casting:
        """See `server.stock.foundry.Foundry`."""
        process = self._process or await self._begin()
        number, options = next(self._numbers), dict(wish.options)
        order = Order(number, wish.game, options, positions, measured)
        try:
            self._say(process, order)
            assert process.stdin is not None
            await process.stdin.drain()
            while True:
                casting = await self._hear(process)
                if casting.number == order.number:
                    return casting
                if casting.number > order.number:
                    raise FoundryGone("it has answered what it was not asked")
        except FoundryGone:
            await self.dismiss()
            raise
        except OSError:
            await self.dismiss()
            raise FoundryGone("its process has ended") from None

    async def _begin(self) -> Process:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *PROGRAM,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,  # A traceback might tell a deal.
                limit=LONGEST_LINE,
            )
        except OSError as error:
            raise FoundryGone(f"there can be no process: {error.strerror or error}") from None
        log.debug("a foundry was begun", extra={"pid": process.pid})
        self._process = process
        if self._resting:
            self._say(process, Rest(True))
        return process

    async def _hear(self, process: Process) -> Casting:
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:
            raise FoundryGone("it has answered too much") from None
        if not line.endswith(b"\n"):
            raise FoundryGone("its process has ended")
        try:
            return _castings.decode(line)
        except (msgspec.DecodeError, UnicodeError):
            raise FoundryGone("it has answered what makes no sense") from None

    @staticmethod
    def _say(process: Process, message: Order | Rest) -> None:
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(message) + b"\n")

    def rest(self, *, resting: bool) -> None:
        """See `server.stock.foundry.Foundry`."""
        self._resting = resting
        if self._process and self._process.returncode is None:
            with contextlib.suppress(OSError):
                self._say(self._process, Rest(resting))

    async def dismiss(self) -> None:
        """See `server.stock.foundry.Foundry`."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@asynccontextmanager
async def foundry() -> AsyncIterator[FoundryProcess]:
    """Have a foundry during the block."""
    beside = FoundryProcess()
    try:
        yield beside
    finally:
        await beside.dismiss()

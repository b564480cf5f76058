"""A process beside a server that searches for it, and the lines of JSON that pass between the two.

It is begun when it is asked for the first time, and again after it has ended.
"""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

import msgspec

from server.stock.foundry import Rest

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 256 * 1024
"""Bytes of an answer, at most: a solution has far less."""

T = TypeVar("T")


class ProcessGone(Exception):
    """There is no such process now; the text says why, without a word of what it was told."""


class SearchProcess(Generic[T]):
    """A process that answers with lines that are each a `T`."""

    def __init__(self, program: Sequence[str], answers: type[T]) -> None:
        """Begin none yet: `program` is what Python runs."""
        self._program = program
        self._answers = msgspec.json.Decoder(answers)
        self._process: Process | None = None
        self._resting = False

    async def say(self, message: msgspec.Struct) -> Process:
        """Tell it something, beginning it if need be; return what runs now.

        Raises:
            ProcessGone: it cannot be told.
        """
        process = self._process or await self._begin()
        try:
            self._write(process, message)
            assert process.stdin is not None
            await process.stdin.drain()
        except OSError:
            raise ProcessGone("its process has ended") from None
        return process

    async def prepare(self) -> None:
        """Begin it before it is told anything, if it can be begun now."""
        if self._process is None:
            with contextlib.suppress(ProcessGone):  # Then it is tried again when it is needed.
                await self._begin()

    async def _begin(self) -> Process:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._program,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,  # A traceback might tell a deal.
                limit=LONGEST_LINE,
            )
        except OSError as error:
            raise ProcessGone(f"there can be no process: {error.strerror or error}") from None
        log.debug("a process was begun", extra={"pid": process.pid})
        self._process = process
        if self._resting:
            self._write(process, Rest(True))
        return process

    async def hear(self, process: Process) -> T:
        """Return its next answer.

        Raises:
            ProcessGone: there is none, or it makes no sense.
        """
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:
            raise ProcessGone("it has answered too much") from None
        if not line.endswith(b"\n"):
            raise ProcessGone("its process has ended")
        try:
            return self._answers.decode(line)
        except (msgspec.DecodeError, UnicodeError):
            raise ProcessGone("it has answered what makes no sense") from None

    @staticmethod
    def _write(process: Process, message: msgspec.Struct) -> None:
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(message) + b"\n")

    def mention(self, message: msgspec.Struct) -> None:
        """Tell it something, if it is there, and without waiting."""
        if self._process and self._process.returncode is None:
            with contextlib.suppress(OSError):
                self._write(self._process, message)

    def rest(self, *, resting: bool) -> None:
        """Let it rest, or go on: others need the processor more."""
        self._resting = resting
        self.mention(Rest(resting))

    async def dismiss(self) -> None:
        """End it; it begins anew when it is told something again."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

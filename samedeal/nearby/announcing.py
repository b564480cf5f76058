"""A server's side of its announcement: the process beside it, and what passes between the two."""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from protocol.nearby import About, Port

log = logging.getLogger(__name__)

PROGRAM: Final = ("-P", "-m", "samedeal.nearby.announcer")
"""What Python runs."""
GOODBYE: Final = 1.0
"""Seconds that the process has for its end."""
NOT_ANNOUNCED: Final = "this server is not announced in its network: %s"


class Task(msgspec.Struct, frozen=True):
    """What to announce."""

    name: str
    port: Port
    hosts: list[str]
    """The IPv4 addresses that the server listens on; 0.0.0.0 is all there are."""
    about: About


class News(msgspec.Struct, frozen=True):
    """What became of it: the name under which it is announced now, or why it is not."""

    name: str = ""
    trouble: str = ""


@asynccontextmanager
async def announced(task: Task) -> AsyncIterator[None]:
    """Announce a server during the block.

    That it cannot be is no error: the log tells why, and the server does without.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *PROGRAM,
            msgspec.json.encode(task).decode(),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )
    except OSError as error:
        log.warning(NOT_ANNOUNCED, error.strerror or error)
        yield
        return
    telling = asyncio.create_task(_tell(process), name="announcement")
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        await _end(process)


async def _tell(process: Process) -> None:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        news = msgspec.json.decode(line, type=News)
        if news.trouble:
            log.warning(NOT_ANNOUNCED, news.trouble)
        else:
            log.info("announced in its network", extra={"announced_as": news.name})
    log.warning(NOT_ANNOUNCED, "the process that did it has ended")


async def _end(process: Process) -> None:
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), GOODBYE)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

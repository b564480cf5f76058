"""The Unix socket in the data directory on which a running server listens to its operator.

Whoever may write to that socket is the operator: it is its owner's alone, like the database beside
it.  A request is one line of JSON, and so is its reply; `samedeal admin` speaks it, by `ask`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from server.operator.requests import AnyRequest, RebuildRatings, Reply
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.trouble import kind_of, whose

if TYPE_CHECKING:  # whoever asks needs none of the server: half of the start of `samedeal admin`
    from server.operator.orders import Orders

log = logging.getLogger(__name__)

SOCKET_NAME: Final = "admin.sock"
LONGEST: Final = 64 * 1024
"""The longest request, in bytes."""
REQUEST_TIME: Final = 30.0
"""Seconds that a request may take."""
_REQUEST: Final[msgspec.json.Decoder[AnyRequest]] = msgspec.json.Decoder(AnyRequest)
LONG_TIME: Final = 3600.0
"""The same where all races of a season are looked at again."""
LATER: Final = 5.0
"""How many seconds later whoever asks gives up."""
PATIENCE: Final = REQUEST_TIME + LATER
"""Seconds after which whoever asks gives up."""


TOO_LONG: Final = (
    "the path is too long for a socket, which may have about 100 bytes; start the server with a "
    "shorter one, which may be a symbolic link to the directory"
)


@contextlib.asynccontextmanager
async def listening(directory: Path, orders: Orders) -> AsyncIterator[None]:
    """Listen to the operator in this data directory; where that cannot be, the log says so."""
    path = directory / SOCKET_NAME
    try:
        bound = _bind(path)
    except _NoPlace as error:
        log.warning("`samedeal admin` will not reach this server: %s", error)
        bound = None
    except (OSError, AttributeError) as error:  # AttributeError: no such sockets on Windows
        why = TOO_LONG if _is_too_long(error) else error
        log.warning("`samedeal admin` will not reach this server: %s: %s", path, why)
        bound = None
    if bound is None:
        yield
        return
    serve = partial(_serve, orders)
    server = await asyncio.start_unix_server(serve, sock=bound, limit=LONGEST)
    try:
        yield
    finally:
        server.close()
        with contextlib.suppress(OSError):
            path.unlink()


async def _serve(
    orders: Orders, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Take one request and reply to it."""
    try:
        async with asyncio.timeout(REQUEST_TIME) as limit:
            request = _read(await reader.readline())
            if isinstance(request, Reply):
                reply = request
            else:
                limit.reschedule(asyncio.get_running_loop().time() + _time_for(request))
                reply = await _do(orders, request)
            writer.write(msgspec.json.encode(reply) + b"\n")
            await writer.drain()
    except (ValueError, OSError):  # ValueError: a line too long
        log.warning("an operator's request was cut off or too long")
    finally:
        writer.close()


def _read(line: bytes) -> AnyRequest | Reply:
    """Return a request, or the reply to what is none."""
    try:
        return _REQUEST.decode(line)
    except msgspec.MsgspecError as error:
        return Reply(False, f"that is no request: {error}")


async def _do(orders: Orders, request: AnyRequest) -> Reply:
    try:
        return await orders.do(request)
    except Exception:
        log.exception("an operator's request failed")
        return Reply(False, "that went wrong in the server; its log tells more")


class _NoPlace(Exception):
    """Something that is no socket has the name of the operator's; the text says what to do."""


def _bind(path: Path) -> socket.socket:
    """Return a socket of this path for its owner alone; one left over from a crash goes.

    Raises:
        _NoPlace: something else is there.
        OSError: it cannot be made.
    """
    # The lock on the data directory is ours, so a socket there belongs to no running server.
    kind = kind_of(path)
    if kind not in ("", "socket"):
        raise _NoPlace(
            f"{path} is a {kind} and no socket: move it away, and start the server again"
        )
    path.unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        bound.bind(str(path))
    except BaseException:
        bound.close()
        raise
    finally:
        os.umask(before)
    return bound


def _is_too_long(error: Exception) -> bool:
    """Return whether a socket's path was too long: Python finds that out before the system can."""
    return isinstance(error, OSError) and error.errno is None


class NoAnswer(Exception):
    """A request was not answered; the text says why, and what to do."""


def _time_for(request: AnyRequest) -> float:
    return LONG_TIME if isinstance(request, RebuildRatings) else REQUEST_TIME


async def ask(directory: Path, request: AnyRequest, patience: float | None = None) -> Reply:
    """Ask the server that runs on this data directory; `patience` is in seconds.

    Without one, it is so long that the server has given up before.

    Raises:
        NoAnswer: No server runs there, it does not answer in time, or it cannot be asked this.
    """
    try:
        line = msgspec.json.encode(request) + b"\n"
    except UnicodeEncodeError:
        raise NoAnswer("what was given is no text in UTF-8") from None
    if len(line) > LONGEST:
        raise NoAnswer(f"that is too long: a request has at most {LONGEST} bytes")
    try:
        patience = _time_for(request) + LATER if patience is None else patience
        async with asyncio.timeout(patience):
            return await _answer(directory, line)
    except TimeoutError:
        raise NoAnswer(
            f"the server does not answer within {patience:g} seconds, so nobody knows whether it "
            "did it; its log may tell why"
        ) from None


async def _answer(directory: Path, line: bytes) -> Reply:
    try:
        reader, writer = await asyncio.open_unix_connection(directory / SOCKET_NAME, limit=2**26)
    except (OSError, AttributeError, ValueError) as error:  # AttributeError: none on Windows
        if _is_too_long(error):
            raise NoAnswer(
                f"a server that runs on {directory} cannot be asked by that name: {TOO_LONG}"
            ) from None
        if problem := whose(directory / FILE_NAME):
            raise NoAnswer(problem) from None
        raise NoAnswer(
            f"no server is running on {directory}; is it its data directory, and are you its owner?"
        ) from None
    try:
        writer.write(line)
        return msgspec.json.decode(await reader.readline(), type=Reply)
    except (OSError, ValueError):  # it was killed meanwhile, or says what is no reply
        raise NoAnswer("the server did not answer; its log may tell why") from None
    finally:
        writer.close()

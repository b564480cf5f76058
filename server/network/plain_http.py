"""Plain HTTP on a socket that may become a websocket: request after request, answered in order.

`websockets` hangs up after each answer that is no handshake.  A page is some dozen files, and a
socket for each costs a browser two ways there and back instead of one; so a socket stays open here
until its client has asked for nothing for a while.  What the handshake would ask about a request,
`process_request`, gives the answers to these, too.

While one is answered, what comes behind it waits.  Who does not take an answer is hung up on.

Of the insides of `websockets`, this builds on what `server.network.frames` tells, and on this:

- `protocol.parse()` is a fresh parser, which begins with a request while the state is CONNECTING;
- `handshake` is called in a task of the connection's own, and waits for `request_rcvd`;
- who has returned from it without a websocket is hung up on.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

log = logging.getLogger(__name__)

TAKING: Final = 60.0
"""Seconds that a client gets to take an answer: the longest file comes over a line of 5 kB/s."""
_MISTAKE: Final = b"A mistake of the server; its log tells more.\n"


def wants_websocket(request: Request) -> bool:
    """Return whether a request wants a websocket, and not a page."""
    return any("websocket" in each.lower() for each in request.headers.get_all("Upgrade"))


class PlainHTTPConnection(ServerConnection, ABC):
    """A connection that answers plain requests until one comes that wants a websocket."""

    __slots__ = ("_asked", "_patience")

    def __init__(self, patience: float, *args: Any, **kwargs: Any) -> None:
        """Wait `patience` seconds for each request; the rest is for `websockets`."""
        super().__init__(*args, **kwargs)
        self._patience = patience
        self._asked: asyncio.Future[Request] = self.loop.create_future()

    @property
    def answering(self) -> bool:
        """Whether a plain request has come that is not answered yet."""
        return self._asked.done()

    @abstractmethod
    def go_on(self) -> None:
        """Take in what has come while a request was answered."""

    def ask(self, request: Request) -> None:
        """Let a plain request be answered; nothing else may be taken in until it is."""
        self.protocol.parser.close()
        self.protocol.parser = self.protocol.parse()
        next(self.protocol.parser)
        self._asked.set_result(request)

    async def handshake(
        self,
        process_request: (
            Callable[[ServerConnection, Request], Awaitable[Response | None] | Response | None]
            | None
        ) = None,
        *others: Any,
        **more: Any,
    ) -> None:
        """Answer plain requests as long as some come, and then shake hands.

        Raises:
            TimeoutError: none came in time, or somebody takes no answer.
        """
        async with asyncio.timeout(self._patience) as time:
            while request := await self._next_request():
                time.reschedule(self.loop.time() + TAKING)
                if not await self._answer(request, await _response(self, request, process_request)):
                    return
                time.reschedule(self.loop.time() + self._patience)
                self._asked = self.loop.create_future()
                self.go_on()
            await super().handshake(process_request, *others, **more)

    async def _next_request(self) -> Request | None:
        """Return the next plain request; None if a websocket is wanted, or nobody is there."""
        waited = (self._asked, self.request_rcvd, self.connection_lost_waiter)
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        return self._asked.result() if self._asked.done() else None

    async def _answer(self, request: Request, response: Response) -> bool:
        """Write an answer and wait until it is taken; return whether there may be another one."""
        transport = self.transport
        if transport.is_closing():
            return False
        keep = "Connection" not in response.headers and _may_be_kept(request)
        if not keep and response.headers.get("Connection") != "close":
            response.headers.pop("Connection", None)
            response.headers["Connection"] = "close"
        if request.method == "HEAD":
            response.body = b""
        transport.write(response.serialize())
        if not keep:
            transport.close()
            await asyncio.wait([self.connection_lost_waiter])
            return False
        await self.drain()
        return not transport.is_closing()


async def _response(
    connection: ServerConnection,
    request: Request,
    process_request: (
        Callable[[ServerConnection, Request], Awaitable[Response | None] | Response | None] | None
    ),
) -> Response:
    try:
        response = process_request and process_request(connection, request)
        if isinstance(response, Awaitable):
            response = await response
        if response is not None:
            return response
    except Exception:
        log.exception("a request failed")
        status, body = HTTPStatus.INTERNAL_SERVER_ERROR, _MISTAKE
    else:
        status, body = HTTPStatus.UPGRADE_REQUIRED, b"Only a websocket can be had here.\n"
    headers = Headers(
        {"Connection": "close", "Content-Type": "text/plain", "Content-Length": str(len(body))}
    )
    return Response(status.value, status.phrase, headers, body)


def _may_be_kept(request: Request) -> bool:
    """Return whether a client may ask for more on the same socket."""
    wanted = {
        each.strip().lower()
        for value in request.headers.get_all("Connection")
        for each in value.split(",")
    }
    return "close" not in wanted and (request.protocol == "HTTP/1.1" or "keep-alive" in wanted)

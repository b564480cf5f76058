"""What plain HTTP gets at the server's port: /healthz and /metrics, and a sentence for all else.

Both are answered before the websocket's handshake, so a monitor takes no player's place.
"""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.network.access import FORWARDED_FOR, Network, is_in
from server.network.connection import BoundedConnection

_FORWARDED: Final = (
    *("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP"),
    *("CF-Connecting-IP", "True-Client-IP", "Fly-Client-IP", "X-Client-IP"),
)
"""Headers that a reverse proxy adds: such a request comes from who knows where."""
_PLAIN: Final = "text/plain; charset=utf-8"


class Pages:
    """The answers to requests that want no websocket."""

    def __init__(
        self,
        ailing: Callable[[], str | None],
        metrics: Callable[[], bytes],
        networks: Sequence[Network] = (),
        proxy_header: str = FORWARDED_FOR,
    ) -> None:
        """Take what tells why the server is not well, and the metrics and who may read them.

        By `proxy_header` (see `Access`), too, what came through a proxy is known.
        """
        self._ailing, self._metrics, self._networks = ailing, metrics, tuple(networks)
        self._forwarded = (*_FORWARDED, proxy_header)

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the answer to a request; None if it wants a websocket."""
        match request.path.partition("?")[0]:
            case "/healthz":
                return self._health()
            case "/metrics":
                return self._read_metrics(connection, request)
            case _ if "websocket" in request.headers.get("Upgrade", "").lower():
                return None
            case "/":
                text = "Here is a Samedeal server; it speaks websocket. Try: samedeal play ADDRESS"
                return _page(
                    HTTPStatus.UPGRADE_REQUIRED,
                    text,
                    Upgrade="websocket",
                    Connection="Upgrade",
                )
            case _:
                return _page(HTTPStatus.NOT_FOUND, "There are only /, /healthz and /metrics here.")

    def _health(self) -> Response:
        reason = self._ailing()
        if reason is None:
            return _page(HTTPStatus.OK, "ok")
        return _page(HTTPStatus.SERVICE_UNAVAILABLE, reason)

    def _read_metrics(self, connection: ServerConnection, request: Request) -> Response:
        if any(name in request.headers for name in self._forwarded):
            return _page(HTTPStatus.FORBIDDEN, "The metrics are not given through a proxy.")
        if not self._may_read(connection):
            text = "The metrics are not for your network; see the setting `metrics`."
            return _page(HTTPStatus.FORBIDDEN, text)
        return _respond(HTTPStatus.OK, CONTENT_TYPE_LATEST, self._metrics())

    def _may_read(self, connection: ServerConnection) -> bool:
        return isinstance(connection, BoundedConnection) and is_in(
            connection.address, self._networks
        )


def _page(status: HTTPStatus, text: str, **headers: str) -> Response:
    return _respond(status, _PLAIN, f"{text}\n".encode(), **headers)


def _respond(status: HTTPStatus, kind: str, body: bytes, **headers: str) -> Response:
    every = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    return Response(
        status.value, status.phrase, Headers({"Connection": "close", **every, **headers}), body
    )

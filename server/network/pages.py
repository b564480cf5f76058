"""What plain HTTP gets at the server's port: the page, /healthz and /metrics.

All is answered without a websocket, so neither a monitor nor a reader takes a player's place.
"""

import re
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.network.access import FORWARDED_FOR, Network, is_in
from server.network.asked import Asked
from server.network.connection import BoundedConnection
from server.network.page.front import FrontPage

_FORWARDED: Final = (
    *("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP"),
    *("CF-Connecting-IP", "True-Client-IP", "Fly-Client-IP", "X-Client-IP"),
)
"""Headers that a reverse proxy adds: such a request comes from who knows where."""
_ROOM: Final = re.compile(r"/r/([A-Za-z0-9]{1,12})((?:[/.,;:!?)\]>'\"*_]|%20)*)")
"""A room's link, and what a sentence may have left at its end."""
_PLAIN: Final = "text/plain; charset=utf-8"
_HTML: Final = "text/html; charset=utf-8"
_NOTHING: Final = "There is nothing here: the page is at /, and each room's at /r/CODE."
_ASTRAY: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Samedeal</title>
<style>
  body {{ font: 1.125rem/1.5 system-ui, sans-serif; text-align: center; margin: 20vh 1.5rem; }}
  body {{ background: light-dark(#eef2f0, #182224); color: light-dark(#17211f, #eaf0ee); }}
  h1 {{ font-size: 1.6rem; text-wrap: balance; }}
  p {{ text-wrap: balance; }}
  a {{ color: inherit; font-weight: 600; }}
</style>
<h1>There is nothing here.</h1>
<p>A room’s link ends in <code>/r/</code> and its code.</p>
<p><a href="{front}">All open rooms</a></p>
"""
"""What a browser shows of an address that leads nowhere; `front` leads to the page."""
_PLAINLY_STYLED: Final = "default-src 'none'; style-src 'unsafe-inline'"


class Pages:
    """The answers to requests that want no websocket."""

    def __init__(
        self,
        ailing: Callable[[], str | None],
        metrics: Callable[[], bytes],
        networks: Sequence[Network] = (),
        proxy_header: str = FORWARDED_FOR,
        front: FrontPage | None = None,
    ) -> None:
        """Take what tells why the server is not well, and the metrics and who may read them.

        By `proxy_header` (see `Access`), too, what came through a proxy is known.  `front` is the
        page, if the server has one.
        """
        self._ailing, self._metrics, self._networks = ailing, metrics, tuple(networks)
        self._front = front
        self._forwarded = (*_FORWARDED, proxy_header)

    def answer(self, connection: ServerConnection, request: Request, asked: Asked) -> Response:
        """Return the answer to a request that wants no websocket, and was sent to `asked`."""
        if request.method not in ("GET", "HEAD"):
            text = "Here is only something to read: ask by GET or HEAD."
            return in_words(HTTPStatus.METHOD_NOT_ALLOWED, text, Allow="GET, HEAD")
        path = request.path.partition("?")[0]
        match path:
            case "/healthz":
                return self._health()
            case "/metrics":
                return self._read_metrics(connection, request)
            case _ if self._front:
                return self._read(self._front, request, asked, path)
            case "/":
                text = "Here is a Samedeal server; it speaks websocket. Try: samedeal play ADDRESS"
                return in_words(
                    HTTPStatus.UPGRADE_REQUIRED,
                    text,
                    Upgrade="websocket",
                    Connection="Upgrade",
                )
            case _:
                return in_words(
                    HTTPStatus.NOT_FOUND, "There are only /, /healthz and /metrics here."
                )

    def _read(self, front: FrontPage, request: Request, asked: Asked, path: str) -> Response:
        if path == "/":
            return front.index(request, asked)
        if room := _ROOM.fullmatch(path):
            code, left = room[1].upper(), room[2]
            if left:  # Its relative paths would lead astray, after a slash.
                place = "../" * left.count("/") + code
                return in_words(HTTPStatus.PERMANENT_REDIRECT, "It is there.", Location=place)
            return front.index(request, asked, code)
        return front.file(request, path) or _nothing(request, path)

    def _health(self) -> Response:
        reason = self._ailing()
        if reason is None:
            return in_words(HTTPStatus.OK, "ok")
        return in_words(HTTPStatus.SERVICE_UNAVAILABLE, reason)

    def _read_metrics(self, connection: ServerConnection, request: Request) -> Response:
        if any(name in request.headers for name in self._forwarded):
            return in_words(HTTPStatus.FORBIDDEN, "The metrics are not given through a proxy.")
        if not self._may_read(connection):
            text = "The metrics are not for your network; see the setting `metrics`."
            return in_words(HTTPStatus.FORBIDDEN, text)
        return _respond(HTTPStatus.OK, CONTENT_TYPE_LATEST, self._metrics())

    def _may_read(self, connection: ServerConnection) -> bool:
        return isinstance(connection, BoundedConnection) and is_in(
            connection.address, self._networks
        )


def _nothing(request: Request, path: str) -> Response:
    """Return that nothing is there: in a sentence, or to a browser with the way to the page."""
    if not any("text/html" in kinds for kinds in request.headers.get_all("Accept")):
        return in_words(HTTPStatus.NOT_FOUND, _NOTHING)
    front = "../" * (path.count("/") - 1) or "./"
    body = _ASTRAY.format(front=front).encode()
    policy = {"Content-Security-Policy": _PLAINLY_STYLED}
    return _respond(HTTPStatus.NOT_FOUND, _HTML, body, **policy)


def in_words(status: HTTPStatus, text: str, **headers: str) -> Response:
    """Return an answer that is a sentence, after which the connection is closed."""
    return _respond(status, _PLAIN, f"{text}\n".encode(), **headers)


def _respond(status: HTTPStatus, kind: str, body: bytes, **headers: str) -> Response:
    every = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    every["X-Content-Type-Options"] = "nosniff"
    return Response(
        status.value, status.phrase, Headers({"Connection": "close", **every, **headers}), body
    )

"""The page itself at `/` and `/r/CODE`, and its files: what is answered, with all headers.

The page's index.html has four places that are filled for each who asks:

    {{root}}        leads from the page's address to the server's root: "" or "../"
    {{files}}       leads to the folder with its files
    {{room}}        how far the room is: "racing", "waiting", or "" where that may not be told
    {{invitation}}  title, description and picture, as chats show them (Open Graph)

Paths are relative, so that a reverse proxy may have the server under a path of its own.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from gzip import compress
from html import escape
from http import HTTPStatus
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from engine import catalogue
from server.network.asked import Asked
from server.network.page.files import PageFiles
from server.rooms.invitation import Invitation

TITLE: Final = "Samedeal: patience races"
ABOUT: Final = "Everyone gets the same deal at the same moment. Watch, or take a seat."
PICTURES: Final = "og"
"""The folder with pictures for chats: GAME.png for a game, and `ANY_GAME` for all other links."""
ANY_GAME: Final = "samedeal.png"
PICTURE_SIZE: Final = (1200, 630)
"""Width and height of each of them in pixels."""
KEPT: Final = 64
"""Filled pages that are kept: one for each room, as long as nothing changes in it."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
_EVERYWHERE: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # A room's code is in the address.
    "Cross-Origin-Opener-Policy": "same-origin",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; font-src 'self'; manifest-src 'self'; connect-src 'self'{sockets}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ABILITIES: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


@dataclass(frozen=True)
class _Filled:
    """The page as somebody gets it who asks for it."""

    plain: bytes
    packed: bytes
    """The same by gzip."""
    tag: str
    policy: str


class FrontPage:
    """A page that the server has."""

    def __init__(self, files: PageFiles, invitation: Callable[[str], Invitation | None]) -> None:
        """Serve these files; `invitation` returns what may be told of the room with a code."""
        self._files, self._invitation = files, invitation
        # To fill and pack it takes five times as long as all the rest of an answer.
        self._filled = lru_cache(KEPT)(self._fill)

    def index(self, request: Request, asked: Asked, code: str = "") -> Response:
        """Return the page, as it is for the room with this code."""
        page = self._filled(asked, code, self._invitation(code) if code else None)
        headers = {
            **_EVERYWHERE,
            "Cache-Control": "no-cache",
            "Content-Security-Policy": page.policy,
            "ETag": page.tag,
            "Permissions-Policy": _ABILITIES,
            "Vary": "Accept-Encoding",
        }
        if page.tag in request.headers.get_all("If-None-Match"):
            return _response(HTTPStatus.NOT_MODIFIED, headers)
        headers["Content-Type"] = "text/html; charset=utf-8"
        body = page.plain
        if _takes_gzip(request):
            headers["Content-Encoding"], body = "gzip", page.packed
        return _response(HTTPStatus.OK, headers, body)

    def _fill(self, asked: Asked, code: str, told: Invitation | None) -> _Filled:
        root = "../" if code else ""
        html = self._files.index
        for place, text in (
            ("{{root}}", root),
            ("{{files}}", root + self._files.base),
            ("{{room}}", told.phase if told else ""),
            # The last: people's text is in it.
            ("{{invitation}}", self._tell_chats(asked, code, told)),
        ):
            html = html.replace(place, text)
        body = html.encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        return _Filled(body, compress(body, 6, mtime=0), tag, _policy(asked))

    def file(self, request: Request, path: str) -> Response | None:
        """Return the file at a path from the server's root; None if there is none."""
        name = path.removeprefix("/" + self._files.base)
        found = self._files.files.get(name) if name != path else None
        if found is None:
            return None
        headers = {
            **_EVERYWHERE,
            "Cache-Control": FOR_EVER,
            "Content-Security-Policy": "default-src 'none'",  # for a picture that is opened alone
            "Content-Type": found.kind,
        }
        body = found.plain
        if found.packed:
            headers["Vary"] = "Accept-Encoding"
            if _takes_gzip(request):
                headers["Content-Encoding"], body = "gzip", found.packed
        return _response(HTTPStatus.OK, headers, body)

    def _tell_chats(self, asked: Asked, code: str, told: Invitation | None) -> str:
        title, about = (told.title, told.about) if told else (TITLE, ABOUT)
        properties = {"og:type": "website", "og:site_name": "Samedeal", "og:title": title}
        properties["og:description"] = about
        picture, shows = self._picture(told)
        if asked.origin:  # Chats want whole addresses.
            properties["og:url"] = f"{asked.origin}/{f'r/{code}' if code else ''}"
            if picture:
                properties["og:image"] = f"{asked.origin}/{self._files.base}{picture}"
                properties["og:image:width"], properties["og:image:height"] = map(str, PICTURE_SIZE)
                properties["og:image:alt"] = shows
        lines = [f"<title>{escape(title)}</title>"]
        lines.append(f'<meta name="description" content="{escape(about)}">')
        for name, text in properties.items():
            lines.append(f'<meta property="{name}" content="{escape(text)}">')
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        return "\n".join(lines)

    def _picture(self, told: Invitation | None) -> tuple[str, str]:
        """Return the path of the picture for a link, empty without one, and what it shows."""
        if told and (path := f"{PICTURES}/{told.game}.png") in self._files.files:
            return path, f"A deal of {catalogue.entry(told.game).title}"
        path = f"{PICTURES}/{ANY_GAME}"
        return (path if path in self._files.files else ""), "The same cards in two hands"


def _policy(asked: Asked) -> str:
    """Return the Content-Security-Policy of the page.

    Not every browser takes websockets to the page's own host for 'self'.
    """
    sockets = "".join(f" ws{origin.removeprefix('http')}" for origin in asked.own_origins)
    return _POLICY.format(sockets=sockets)


def _takes_gzip(request: Request) -> bool:
    for value in request.headers.get_all("Accept-Encoding"):
        for each in value.lower().split(","):
            coding, _, weight = each.partition(";")
            if coding.strip() == "gzip":
                return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def _response(status: HTTPStatus, headers: dict[str, str], body: bytes = b"") -> Response:
    if status is not HTTPStatus.NOT_MODIFIED:
        headers = {**headers, "Content-Length": str(len(body))}
    return Response(status.value, status.phrase, Headers(headers), body)

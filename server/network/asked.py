"""Where a request was sent, as the browser's address bar has it: scheme and host."""

import re
from dataclasses import dataclass
from typing import Final

from websockets.http11 import Request

LONGEST_HOST: Final = 260
"""Characters of a name as the network carries it, and of a port."""
_HOST: Final = re.compile(r"(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_USUAL_PORTS: Final = {"http": ":80", "https": ":443"}
"""The ports that browsers leave out."""


@dataclass(frozen=True)
class Asked:
    """A server's address as somebody wrote it who came to it."""

    host: str
    """Name and port; empty where the request tells none that makes sense."""
    secure: bool
    """Whether it came over TLS, as far as is known."""
    known: bool = True
    """Whether that is known: a proxy that we are told nothing of may have taken the TLS off."""

    @property
    def origin(self) -> str:
        """The origin of a page from there; empty if none is known."""
        return _origin("https" if self.secure else "http", self.host) if self.host else ""

    @property
    def own_origins(self) -> tuple[str, ...]:
        """The origins that a page of ours can have which was asked for there.

        The host alone tells a page of ours from a stranger's, whose browser names the host to which
        it connects.  So where TLS may have been taken off before us, https will do as well.
        """
        if not self.host:
            return ()
        return (self.origin,) if self.known else (self.origin, _origin("https", self.host))


def asked(request: Request, *, secure: bool, by_proxy: bool) -> Asked:
    """Return where a request was sent.

    Args:
        request: what came.
        secure: whether it came over TLS.
        by_proxy: whether it came from a proxy that is believed (see `Access.proxies`), which tells
            by X-Forwarded-Proto and X-Forwarded-Host what it was asked itself.
    """
    host = request.headers.get_all("Host")[0] if "Host" in request.headers else ""
    proto = ""
    if by_proxy:
        host = _first(request, "X-Forwarded-Host") or host
        proto = _first(request, "X-Forwarded-Proto").lower()
        secure = proto == "https" if proto else secure
    if len(host) > LONGEST_HOST or not _HOST.fullmatch(host):
        host = ""
    return Asked(host.lower(), secure, known=secure or proto == "http")


def _first(request: Request, header: str) -> str:
    """Return what a header says, the first of a list: each proxy adds what it was asked."""
    found = request.headers.get_all(header)
    return found[0].partition(",")[0].strip() if found else ""


def _origin(scheme: str, host: str) -> str:
    return f"{scheme}://{host.removesuffix(_USUAL_PORTS[scheme])}"

"""The server's certificate: whether clients will take it, and a renewed one without a restart."""

import asyncio
import contextlib
import ipaddress
import logging
import ssl
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, cast

from server.network.access import BadAccess, load_certificate

log = logging.getLogger(__name__)

LOOK: Final = 30.0
"""Seconds between two looks whether the files are others now."""
SOON: Final = 14
"""Days before the end of a certificate in which it is told: whoever renews has done it by then."""


class Refusal(IntEnum):
    """OpenSSL's numbers for what is wrong with a certificate."""

    NOT_YET_VALID = 9
    EXPIRED = 10


class Certificate:
    """A certificate and its key in PEM files, and what `Access.tls` takes."""

    def __init__(self, certificate: Path, key: Path | None = None, host: str = "::") -> None:
        """Read the files; without `key`, the key is in the certificate's.

        `host` is what the server listens on.

        Raises:
            BadAccess: They cannot be read, or do not fit each other.
        """
        self._certificate, self._key = certificate, key
        self._stamps = self._look()
        self._complaint = ""
        self._host = host
        self.context = load_certificate(certificate, key)
        self._newest = self.context
        # Read beside the event loop, a new one is shown from the next handshake on.
        self.context.sni_callback = self._show

    def renew(self) -> bool:
        """Take the files in again if they are others now; return whether they were taken in.

        Who is connected stays so.  Files that cannot be used, because only one of the two is there
        as yet, change nothing: the next look tries them again.
        """
        stamps = self._look()
        if stamps == self._stamps:
            return False
        try:
            self._newest = load_certificate(self._certificate, self._key)
        except (BadAccess, OSError) as error:  # ssl.SSLError is an OSError
            if self._complaint != str(error):
                self._complaint = str(error)
                log.warning("the new certificate cannot be used yet: %s", error)
            return False
        self._stamps, self._complaint = stamps, ""
        log.info("the certificate was renewed")
        for note in self.notes(self._host):
            log.warning("%s", note)
        return True

    def _show(
        self, connection: ssl.SSLObject | ssl.SSLSocket, _name: str | None, _old: ssl.SSLContext
    ) -> None:
        connection.context = self._newest

    @contextlib.asynccontextmanager
    async def kept_fresh(self, look: float = LOOK) -> AsyncIterator[None]:
        """Look every so many seconds whether there is another certificate, during the block."""

        async def keep() -> None:
            while True:
                await asyncio.sleep(look)
                await _beside(self.renew)

        keeping = asyncio.create_task(keep(), name="certificate")
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    def notes(self, host: str, now: float | None = None) -> Iterator[str]:
        """Return what clients will not like, a sentence each.

        `host` is what the server listens on; `now` is in seconds since 1970.
        """
        what = f"the certificate in {self._certificate}"
        try:
            seen = _as_a_client_sees_it(self._newest, self._certificate)
        except ssl.SSLCertVerificationError as error:
            match error.verify_code:
                case Refusal.EXPIRED:
                    yield f"{what} has expired, and clients refuse it: renew it"
                case Refusal.NOT_YET_VALID:
                    yield f"{what} is not valid yet; is the clock of this machine right?"
                case _:
                    yield f"{what} is refused by clients: {error.verify_message}"
            return
        except ssl.SSLError as error:
            yield f"{what} cannot be used by clients: {(error.reason or 'TLS fails').lower()}"
            return
        end = datetime.fromtimestamp(ssl.cert_time_to_seconds(seen["notAfter"]), UTC)
        if end.timestamp() - (time.time() if now is None else now) < SOON * 86400:
            yield f"{what} expires on {end:%Y-%m-%d}: renew it"
        names = [name for _, name in seen.get("subjectAltName", ())]
        if not names:
            yield f"{what} is for no name, and clients refuse it: it needs the server's name"
        elif not _is_for_many(host) and not {host, f"*.{host.partition('.')[2]}"} & set(names):
            listed = ", ".join(names)
            yield f"{what} is for {listed}: players have to connect by that, and not by {host}"

    def _look(self) -> list[tuple[int, int, int]]:
        """Return what changes with the files."""
        found = []
        for path in filter(None, (self._certificate, self._key)):
            with contextlib.suppress(OSError):
                state = path.stat()
                found.append((state.st_ino, state.st_mtime_ns, state.st_size))
        return found


async def _beside(work: Callable[[], object]) -> None:
    """Do work in a thread of its own, for which no end of the program waits: a disk may hang."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def run() -> None:
        try:
            work()
        except Exception:
            log.exception("the certificate cannot be looked at")
        finally:
            with contextlib.suppress(RuntimeError):  # The loop has ended meanwhile.
                loop.call_soon_threadsafe(done.set)

    threading.Thread(target=run, name="certificate", daemon=True).start()
    await done.wait()


def _is_for_many(host: str) -> bool:
    """Return whether a host to listen on does not say by which name clients come."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _as_a_client_sees_it(server: ssl.SSLContext, certificate: Path) -> dict[str, Any]:
    """Return what a client is shown that trusts this certificate, by a handshake in memory.

    Raises:
        ssl.SSLError: It refuses the certificate all the same, or there is no handshake.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(certificate)
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [client.wrap_bio(down, up), server.wrap_bio(up, down, server_side=True)]
    while ends:
        for end in list(ends):
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
                ends.remove(end)
                if not end.server_side:
                    seen = cast(dict[str, Any], end.getpeercert())
    return seen

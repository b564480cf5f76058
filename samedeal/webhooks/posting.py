"""One POST to one address, with an end to everything: time, what is read, and where it leads."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final, NamedTuple

from samedeal.webhooks.address import Webhook

TIMEOUT: Final = 5.0
"""Seconds that each step may take: to connect, to send, to hear something."""
DEADLINE: Final = 15.0
"""Seconds that all of them may take together."""
LONGEST_WAIT: Final = 600
"""Seconds for which somebody is believed who says when to come again."""
_DIGITS: Final = 9


class Answer(NamedTuple):
    """What came of a POST."""

    ok: bool
    again: bool
    """Whether to try again later; if not, it would be refused again."""
    what: str
    """What happened, for the log: nothing that the other side said, and no secret."""
    wait: float = 0.0
    """Seconds that the other side wants to be left alone for."""


def post(webhook: Webhook, body: bytes, tls: ssl.SSLContext | None = None) -> Answer:
    """Send a body there, and return what came of it.  It blocks for some time.

    Nothing is followed to another address, and nothing of the answer is read but its head.  `tls`
    says whose certificates are trusted; by default, those that the system trusts.
    """
    connection = _connection(webhook, tls)
    try:
        connection.connect()
        with _ended_in_time(connection):
            connection.request("POST", webhook.target, body, _HEADERS)
            answer = connection.getresponse()
            return _judged(answer.status, answer.headers.get("Retry-After", ""))
    except ssl.SSLCertVerificationError:
        return Answer(False, True, "its certificate cannot be trusted")
    except TimeoutError:
        return Answer(False, True, "it does not answer")
    except (OSError, HTTPException, ValueError) as error:  # ValueError: a head that makes no sense
        return Answer(False, True, f"it cannot be reached ({type(error).__name__})")
    finally:
        connection.close()


_HEADERS: Final = {
    "Content-Type": "application/json",
    "User-Agent": "Samedeal",
    "Connection": "close",
}


def _connection(webhook: Webhook, tls: ssl.SSLContext | None) -> HTTPConnection:
    if webhook.secure:
        context = tls or _usual_trust()
        return HTTPSConnection(webhook.host, webhook.port, timeout=TIMEOUT, context=context)
    return HTTPConnection(webhook.host, webhook.port, timeout=TIMEOUT)


@cache  # It reads a hundred certificates.
def _usual_trust() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextmanager
def _ended_in_time(connection: HTTPConnection) -> Iterator[None]:
    """Hang up after `DEADLINE`: whoever says a letter now and then would hold the line for ever."""
    line = connection.sock

    def hang_up() -> None:
        with suppress(OSError):  # Of the socket itself, below TLS: the one who reads notices.
            socket.socket.shutdown(line, socket.SHUT_RDWR)

    timer = threading.Timer(DEADLINE, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _judged(status: int, retry_after: str) -> Answer:
    if 200 <= status < 300:
        return Answer(True, False, f"status {status}")
    if 300 <= status < 400:
        return Answer(False, False, "it points to another address: give that one")
    wait = float(retry_after) if retry_after.isdecimal() and len(retry_after) <= _DIGITS else 0.0
    later = status in (408, 425, 429) or status >= 500
    return Answer(False, later, f"status {status}", min(wait, LONGEST_WAIT))

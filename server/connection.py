"""A connection that cannot cost the server more than its share, whatever its client sends.

Messages are counted when they are read (`server.reception`); what is counted here comes before
that or goes past it.  `websockets` answers pings by itself, and takes in a whole read of up to
256 KiB at once: forty thousand frames without content, say, or a message in as many pieces.
"""

import logging
import time
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from server.bounds import Bucket, Limits

log = logging.getLogger(__name__)

SLICE: Final = 4096
"""Bytes that are taken in at once, before a look at what was in them."""
_CONTROL: Final = (Opcode.PING, Opcode.PONG)


def bounded(limits: Limits) -> type[ServerConnection]:
    """Return the class of connections that keep to these limits: for `serve(create_connection=)`.

    Who sends a message in pieces, too many frames at once or too many pings, or lets too much pile
    up unread, is cut off.
    """

    class Connection(ServerConnection):
        _frames = 0
        """Frames that came at once so far."""
        _pings: Bucket | None = None  # Made with the first one: hardly anybody sends any.

        def data_received(self, data: bytes) -> None:
            self._frames = 0
            for start in range(0, len(data), SLICE):
                super().data_received(data[start : start + SLICE])
                if self.transport.get_write_buffer_size() > limits.unsent:
                    self._cut_off("reads too slowly")
                if self.transport.is_closing():
                    return

        def process_event(self, event: Frame | Request) -> None:  # type: ignore[override]
            if isinstance(event, Frame):
                if self.transport.is_closing():
                    return
                self._frames += 1
                if self._frames > limits.at_once:
                    self._cut_off("sends too many frames at once")
                elif event.opcode is Opcode.CONT or not event.fin:
                    self._cut_off("sends a message in pieces")
                elif event.opcode in _CONTROL and not self._may_ping():
                    self._cut_off("sends too many pings")
            super().process_event(event)

        def _may_ping(self) -> bool:
            now = time.monotonic()
            if self._pings is None:
                self._pings = Bucket(limits.pings, limits.pings_burst, now)
            return self._pings.take(now)

        def _cut_off(self, reason: str) -> None:
            log.info("%s %s: cut off", self.remote_address, reason)
            self.transport.abort()

    return Connection

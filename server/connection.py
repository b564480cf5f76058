"""A connection that cannot cost the server more than its share, whatever its client sends.

`websockets` answers every ping by itself, past all that counts messages: a client that sends pings
without end and reads no answer would have the server keep them all.
"""

import time
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from server.bounds import Bucket, Limits

_CONTROL: Final = (Opcode.PING, Opcode.PONG)


def bounded(limits: Limits) -> type[ServerConnection]:
    """Return the class of connections that keep to these limits: for `serve(create_connection=)`.

    Who sends too many pings, or lets too much pile up unread, is cut off.
    """

    class Connection(ServerConnection):
        _pings: Bucket | None = None  # Made with the first one: hardly anybody sends any.

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_write_buffer_size() > limits.unsent:
                self.transport.abort()

        def process_event(self, event: Frame | Request) -> None:  # type: ignore[override]
            if isinstance(event, Frame) and event.opcode in _CONTROL:
                now = time.monotonic()
                if self._pings is None:
                    self._pings = Bucket(limits.pings, limits.pings_burst, now)
                if not self._pings.take(now):
                    self.transport.abort()
            super().process_event(event)

    return Connection

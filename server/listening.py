"""A connection that hands messages on the moment they are here.

`recv` wakes a task for each message, which costs a good part of what a move costs.  A listener is
called instead, where the frame arrives; what it does not take goes the usual way, to `recv`.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.typing import Data

Listener: TypeAlias = Callable[[bytes], bool]
"""Takes a message in, or returns False to leave it to `recv`."""


class ListeningConnection(ServerConnection):
    """A connection for `serve(..., create_connection=ListeningConnection)`.

    Should a later `websockets` not call `process_event` any more, all messages go to `recv`.
    """

    listener: Listener | None = None
    """Gets each message that comes as one binary frame while none before it waits for `recv`."""
    _left = 0
    """Messages left to `recv`: a later one must not overtake them."""

    def process_event(self, event: Any) -> None:
        """Take in a frame (or the request that comes before all frames)."""
        if isinstance(event, Frame) and event.opcode in (Opcode.BINARY, Opcode.TEXT):
            whole = event.fin and event.opcode is Opcode.BINARY
            if whole and self.listener and not self._left and self.listener(bytes(event.data)):
                return
            self._left += 1
        super().process_event(event)

    async def recv(self, decode: bool | None = None) -> Data:  # type: ignore[override]
        """Return the next message that no listener took."""
        message = await super().recv(decode)
        self._left -= 1
        return message

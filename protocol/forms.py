"""The forms that messages have on the wire: msgpack, or JSON for those who ask for it.

Both carry the same messages.  In JSON, which is for programs that can read nothing else as easily
(a page in a browser, say), bytes are base64, and the keys of all maps are text.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw, Struct, ValidationError

from protocol.messages import Act, FromClient, FromServer, Undo

MAX_CLIENT_FRAME: Final = 4096
"""The longest frame that a server takes, in bytes."""
MAX_SERVER_FRAME: Final = 1 << 20
"""The longest frame that a client takes, in bytes."""
MAX_GATHERED: Final = 256
"""The most messages in a frame."""
JSON_PROTOCOL: Final = "samedeal.json"
"""The websocket subprotocol by which a client asks for JSON."""


class BadMessage(ValueError):
    """A frame that is no message: the text says what is wrong, `field` where, as `$.number`."""

    def __init__(self, text: str, field: str = "") -> None:
        """Keep both."""
        super().__init__(text)
        self.field = field


class _Tag(Struct):
    """What all messages have."""

    type: str


class Form:
    """One of the forms: how messages become frames, and frames messages."""

    def __init__(self, name: str, module: ModuleType, *, text: bool) -> None:
        """Write as `module` of msgspec does, in frames of text or else binary ones."""
        self.name, self.text = name, text
        self._encoder = module.Encoder()
        self._from_client = module.Decoder(FromClient)
        self._from_server = module.Decoder(FromServer)
        self._move = module.Decoder(Act | Undo)
        self._tag = module.Decoder(_Tag)
        self._apart = module.Decoder(Annotated[list[Raw], Meta(max_length=MAX_GATHERED)])
        self.encode: Callable[[FromClient | FromServer], bytes] = self._encoder.encode
        """Returns the frame of a message."""

    def decode_move(self, frame: bytes) -> Act | Undo | None:
        """Return the move or undo in a frame from a client; None if it holds something else.

        The server asks this of every frame first: it tells what is no move by its type alone.
        """
        if len(frame) > MAX_CLIENT_FRAME:
            return None
        try:
            move: Act | Undo = self._move.decode(frame)
        except (ValueError, RecursionError):
            return None
        return move

    def decode_client(self, frame: bytes | str) -> FromClient:
        """Return the message in a frame from a client.

        Raises:
            BadMessage: it holds none.
        """
        message: FromClient = self._decode(self._from_client, frame, MAX_CLIENT_FRAME)
        return message

    def decode_server(self, frame: bytes | str) -> FromServer:
        """Return the message in a frame from a server that holds one: see `split`.

        Raises:
            BadMessage: it holds none.
        """
        message: FromServer = self._decode(self._from_server, frame, MAX_SERVER_FRAME)
        return message

    def kind(self, frame: bytes | str) -> str:
        """Return the type that a frame that holds no message claims; an empty text for none."""
        try:
            return str(self._tag.decode(frame).type) if self._is_ours(frame) else ""
        except (ValueError, RecursionError):
            return ""

    def gather(self, frames: Sequence[bytes]) -> bytes:
        """Return one frame that holds the messages of these in this order.

        There are at most `MAX_GATHERED`.
        """
        if len(frames) == 1:
            return frames[0]
        if self.text:  # What the encoder would make, in a third of the time.
            return b"[%b]" % b",".join(frames)
        gathered: bytes = self._encoder.encode([Raw(frame) for frame in frames])
        return gathered

    def split(self, frame: bytes | str) -> list[bytes | str]:
        """Return a frame for each message in one from a server: most hold one, some an array."""
        if self._is_ours(frame) and self._is_array(frame):
            try:
                apart = [bytes(each) for each in self._apart.decode(frame)]
            except (ValueError, RecursionError):
                return [frame]  # Whoever reads the message in it will say what is wrong.
            return [each.decode() for each in apart] if self.text else list(apart)
        return [frame]

    def _is_ours(self, frame: bytes | str) -> bool:
        return isinstance(frame, str) is self.text

    def _is_array(self, frame: bytes | str) -> bool:
        if isinstance(frame, str):
            return frame[:1] == "["
        return bool(frame) and (frame[0] & 0xF0 == 0x90 or frame[0] in (0xDC, 0xDD))

    def _decode(self, decoder: Any, frame: bytes | str, longest: int) -> Any:
        """Read a frame of at most `longest` bytes; a `RecursionError` is one nested too deeply."""
        if not self._is_ours(frame):
            kind, other = ("text", "binary") if self.text else ("binary", "text")
            raise BadMessage(f"a message is a {kind} frame here, and no {other} one")
        if len(frame) > longest:
            raise BadMessage(f"a message has at most {longest} bytes")
        try:
            return decoder.decode(frame)
        except ValidationError as error:
            text, field = _fault(error)
            raise BadMessage(f"{text} - at {field}", field) from None
        except (ValueError, RecursionError) as error:
            raise BadMessage(f"a message is one map in {self.name}: {error}") from None


def _fault(error: ValidationError) -> tuple[str, str]:
    """Return what is wrong with a message, and the field where it is."""
    # What is wrong may quote the message.  The place ends the text: "`$.settings.seats`",
    # "`key` in `$.settings.options`", or nothing for the message as a whole.
    text, _, place = str(error).rpartition(" - at ")
    if not text:
        return place, "$"
    return text, place.rpartition("in ")[2].strip("`")


MSGPACK: Final = Form("msgpack", msgspec.msgpack, text=False)
JSON: Final = Form("JSON", msgspec.json, text=True)

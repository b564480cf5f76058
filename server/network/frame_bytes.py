"""A websocket's frames, as the bytes that they are (RFC 6455, section 5.2)."""

from typing import Final

from websockets.frames import Opcode

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover  (where it was not compiled)
    from websockets.utils import apply_mask

from protocol.forms import MSGPACK, Form

BINARY: Final[int] = 0x80 | Opcode.BINARY
TEXT: Final[int] = 0x80 | Opcode.TEXT
"""The first byte of a message in one piece."""
_SHORT_HEADS: Final = [bytes((BINARY, length)) for length in range(126)]
"""What comes before a short message in the usual form, by its length."""
_MASKED: Final = 0x80
"""In the second byte: four bytes follow by which a client masks what it says."""
_MASKED_HEAD: Final = 6
"""Bytes before such a message that is short."""


def make_frame(message: bytes, form: Form = MSGPACK) -> bytes:
    """Return a message in its form as a frame of a server's, for any number of readers."""
    length = len(message)
    if length < 126 and not form.text:
        return _SHORT_HEADS[length] + message
    first = TEXT if form.text else BINARY
    if length < 126:
        return bytes((first, length)) + message
    if length < 1 << 16:
        return bytes((first, 126)) + length.to_bytes(2, "big") + message
    return bytes((first, 127)) + length.to_bytes(8, "big") + message


def content(frame: bytes) -> bytes:
    """Return the message in a frame that `make_frame` has made."""
    length = frame[1]
    return frame[2 if length < 126 else 4 if length == 126 else 10 :]


def short_message(data: bytes, first: int, most: int) -> bytes | None:
    """Return the message, if these bytes are one short frame, masked as a client's has to be.

    `first` is the byte with which it begins, and so says what kind of message is looked for; the
    frame may have `most` bytes.
    """
    length = len(data) - _MASKED_HEAD
    if not 0 <= length < 126 or length + _MASKED_HEAD > most:
        return None
    if data[0] != first or data[1] != _MASKED + length:
        return None
    return apply_mask(data[_MASKED_HEAD:], data[2:_MASKED_HEAD])


def measure(data: bytes, start: int) -> tuple[int, int]:
    """Return where the frame ends that begins at `start`, and how many bytes are in it.

    The end is behind `data` if more is to come; the bytes are 0 as long as they are not known.
    """
    head = start + 2
    if head > len(data):
        return head, 0
    length = data[start + 1] & 0x7F
    if length >= 126:
        begin, head = head, head + (2 if length == 126 else 8)
        if head > len(data):
            return head, 0
        length = int.from_bytes(data[begin:head], "big")
    return head + (4 if data[start + 1] & _MASKED else 0) + length, length

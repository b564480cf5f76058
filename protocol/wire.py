"""Frames: messages as msgpack, checked on the way in; and the engine's values in messages."""

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import Annotated, Any, Final, TypeVar

import msgpack
import msgspec
from msgspec.msgpack import Decoder, Encoder

from engine.replay import Entry
from engine.state import Action, Click, Deal, Move, State
from protocol.messages import (
    Act,
    Board,
    FromClient,
    FromServer,
    PackedEntry,
    Status,
    Step,
    Undo,
    WireAction,
)

DEFAULT_PORT: Final = 7713
"""The port where a server is looked for, when nobody says another."""
MAX_CLIENT_FRAME: Final = 4096
"""The longest frame that a server takes, in bytes."""
MAX_SERVER_FRAME: Final = 1 << 20
"""The longest frame that a client takes, in bytes."""
MAX_GATHERED: Final = 256
"""The most messages in a frame."""


class BadMessage(ValueError):
    """A frame that is no message: the text says what is wrong, `field` where, as `$.number`."""

    def __init__(self, text: str, field: str = "") -> None:
        """Keep both."""
        super().__init__(text)
        self.field = field


# A union inside a Struct is checked three times as fast as one by itself.
class _FromClient(msgspec.Struct):
    message: FromClient


class _FromServer(msgspec.Struct):
    message: FromServer


# What is read and written most of all goes in one step, without dicts between.
_encoder: Final = Encoder()
_move: Final[Decoder[Act | Undo]] = Decoder(Act | Undo)
_apart: Final = Decoder(Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MAX_GATHERED)])


def encode(message: FromClient | FromServer) -> bytes:
    """Return the frame of a message."""
    return _encoder.encode(message)


def decode_move(frame: bytes) -> Act | Undo | None:
    """Return the move or undo in a frame from a client; None if it holds something else."""
    try:
        return _move.decode(frame) if len(frame) <= MAX_CLIENT_FRAME else None
    except (ValueError, RecursionError):
        return None


def decode_client(frame: bytes | str) -> FromClient:
    """Return the message in a frame from a client.

    Raises:
        BadMessage: it holds none.
    """
    return _check(_unpack(frame, MAX_CLIENT_FRAME), _FromClient).message


def decode_server(frame: bytes | str) -> FromServer:
    """Return the message in a frame from a server that holds one: see `split`.

    Raises:
        BadMessage: it holds none.
    """
    return _check(_unpack(frame, MAX_SERVER_FRAME), _FromServer).message


def _unpack(frame: bytes | str, limit: int) -> Any:
    if isinstance(frame, str):
        raise BadMessage("a message is a binary frame, not text")
    if len(frame) > limit:
        raise BadMessage(f"a message has at most {limit} bytes")
    try:
        return msgpack.unpackb(frame, strict_map_key=False, max_ext_len=0)
    except (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise BadMessage(
            f"a message is one msgpack map: {str(error) or type(error).__name__}"
        ) from None


_T = TypeVar("_T")


def _check(unpacked: Any, wrapper: type[_T]) -> _T:
    if not isinstance(unpacked, dict):
        raise BadMessage("a message is one msgpack map")
    try:
        return msgspec.convert({"message": unpacked}, wrapper)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at ")
        # The place is "`$.message.settings`", or "`key` in `$.message.settings.options`".
        field = place.rpartition("in ")[2].strip("`").replace("$.message", "$", 1)
        raise BadMessage(f"{text} - at {field or '$'}", field) from None


# Several messages in a frame ----------------------------------------------------------


def gather(frames: Sequence[bytes]) -> bytes:
    """Return one frame that holds the messages of these (at most `MAX_GATHERED`), in this order."""
    if len(frames) == 1:
        return frames[0]
    many = len(frames)
    header = bytes([0x90 | many]) if many < 16 else b"\xdc" + many.to_bytes(2, "big")
    return header + b"".join(frames)


def split(frame: bytes | str) -> list[bytes | str]:
    """Return a frame for each message in one from a server: most hold one, some an array."""
    if isinstance(frame, bytes) and frame and (frame[0] & 0xF0 == 0x90 or frame[0] in (0xDC, 0xDD)):
        try:
            return [bytes(each) for each in _apart.decode(frame)]
        except (ValueError, RecursionError):
            pass  # whoever reads the message in it will say what is wrong
    return [frame]


# The engine's values in messages ------------------------------------------------------


def pack_action(action: Action) -> WireAction:
    """Return an action as messages carry it."""
    return list(action)


def parse_action(numbers: WireAction) -> Action:
    """Return the action that a message carries.

    Raises:
        BadMessage: it is none.
    """
    match numbers:
        case [source, count, target]:
            return Move(source, count, target)
        case [pile]:
            return Click(pile)
        case []:
            return Deal()
    raise BadMessage("an action is [source, count, target], [pile] or []", "$.action")


def pack_entry(entry: Entry) -> PackedEntry:
    """Return a journal's entry as messages carry it."""
    return "undo" if entry == "undo" else pack_action(entry)


def parse_entry(entry: PackedEntry) -> Entry:
    """Return the entry of a journal that a message carries.

    Raises:
        BadMessage: it is none.
    """
    return "undo" if entry == "undo" else parse_action(entry)


def board(player: int, number: int, view: State, status: Status) -> Board:
    """Return the message that shows a whole board.  `view` is what its reader may see."""
    return Board(player, number, list(view.piles), view.score, view.redeals, view.marks, status)


def step(player: int, number: int, before: State, view: State, status: Status) -> Step:
    """Return the message that leads from one view to the next."""
    changed = {
        pile: view.piles[pile] for pile in compress(count(), map(ne, before.piles, view.piles))
    }
    return Step(player, number, changed, view.score, view.redeals, view.marks, status)


def board_view(message: Board) -> State:
    """Return the view that a `Board` shows."""
    return State(tuple(message.piles), message.score, message.redeals, message.marks)


def step_view(before: State, message: Step) -> State:
    """Return the view that a `Step` leads to from the one before it."""
    piles = list(before.piles)
    for pile, cards in message.piles.items():
        piles[pile] = cards
    return State(tuple(piles), message.score, message.redeals, message.marks)

"""Frames: messages as msgpack, checked on the way in; and the engine's values in messages."""

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Raw, Struct, ValidationError
from msgspec.msgpack import Decoder, Encoder

from engine.play import Entry
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


_encoder: Final = Encoder()
_from_client: Final[Decoder[FromClient]] = Decoder(FromClient)
_from_server: Final[Decoder[FromServer]] = Decoder(FromServer)
_move: Final[Decoder[Act | Undo]] = Decoder(Act | Undo)
_apart: Final = Decoder(Annotated[list[Raw], Meta(max_length=MAX_GATHERED)])


def encode(message: FromClient | FromServer) -> bytes:
    """Return the frame of a message."""
    return _encoder.encode(message)


def decode_move(frame: bytes) -> Act | Undo | None:
    """Return the move or undo in a frame from a client; None if it holds something else.

    The server asks this of every frame first: it tells what is no move by its type alone.
    """
    try:
        return _move.decode(frame) if len(frame) <= MAX_CLIENT_FRAME else None
    except (ValueError, RecursionError):
        return None


def decode_client(frame: bytes | str) -> FromClient:
    """Return the message in a frame from a client.

    Raises:
        BadMessage: it holds none.
    """
    return _decode(_from_client, frame, MAX_CLIENT_FRAME)


def decode_server(frame: bytes | str) -> FromServer:
    """Return the message in a frame from a server that holds one: see `split`.

    Raises:
        BadMessage: it holds none.
    """
    return _decode(_from_server, frame, MAX_SERVER_FRAME)


class _Tag(Struct):
    """What all messages have."""

    type: str


_tag: Final = Decoder(_Tag)


def kind(frame: bytes | str) -> str:
    """Return the type that a frame that holds no message claims; an empty text if it has none."""
    try:
        return _tag.decode(frame).type if isinstance(frame, bytes) else ""
    except (ValueError, RecursionError):
        return ""


_T = TypeVar("_T")


def _decode(decoder: Decoder[_T], frame: bytes | str, longest: int) -> _T:
    """Read a frame of at most `longest` bytes; a `RecursionError` is what is nested too deeply."""
    if isinstance(frame, str):
        raise BadMessage("a message is a binary frame, not text")
    if len(frame) > longest:
        raise BadMessage(f"a message has at most {longest} bytes")
    try:
        return decoder.decode(frame)
    except ValidationError as error:
        text, field = _fault(error)
        raise BadMessage(f"{text} - at {field}", field) from None
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"a message is one msgpack map: {error}") from None


def _fault(error: ValidationError) -> tuple[str, str]:
    """Return what is wrong with a message, and the field where it is."""
    # What is wrong may quote the message.  The place ends the text: "`$.settings.seats`",
    # "`key` in `$.settings.options`", or nothing for the message as a whole.
    text, _, place = str(error).rpartition(" - at ")
    if not text:
        return place, "$"
    return text, place.rpartition("in ")[2].strip("`")


# Several messages in a frame ----------------------------------------------------------


def gather(frames: Sequence[bytes]) -> bytes:
    """Return one frame that holds the messages of these (at most `MAX_GATHERED`), in this order."""
    return frames[0] if len(frames) == 1 else _encoder.encode([Raw(frame) for frame in frames])


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

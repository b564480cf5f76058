"""Finished races to watch: kept in files, checked, and played to any moment."""

from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import Final

import msgpack
import msgspec

from client.words.texts import one_line
from client.words.translation import translate
from protocol.curve import Curve
from protocol.messages import Replay
from protocol.racing import ENDS_WITHOUT_A_MOVE, ended_at, play_again

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of the largest file that is read."""
SUFFIXES: Final = (".json", ".msgpack")
"""Of the two forms that a file may have."""


class BadReplay(ValueError):
    """A file holds no replay, or cannot be read or written.  The text says what is wrong."""


def read_replay(path: Path) -> Replay:
    """Return the replay in a file, be it JSON or msgpack.  It is not checked yet.

    Raises:
        BadReplay: there is none.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        told = translate("recording", "cannot read {file}: {reason}")
        raise BadReplay(told.format(file=one_line(str(path)), reason=error.strerror)) from None
    if len(data) > LARGEST:
        told = translate("recording", "{file} is too large for a replay")
        raise BadReplay(told.format(file=one_line(str(path))))
    try:
        if data.lstrip()[:1] in (b"{", b"[", b'"'):  # as msgpack these are numbers
            return msgspec.json.decode(data, type=Replay)
        return msgspec.convert(_unpack(data), Replay)
    except (ValueError, RecursionError) as error:
        reason = str(error) or translate("recording", "it is neither JSON nor msgpack")
        told = translate("recording", "{file} holds no replay: {reason}")
        raise BadReplay(told.format(file=one_line(str(path)), reason=reason)) from None


def _unpack(data: bytes) -> object:
    """Return what is in msgpack; what the library says of bytes that are none tells nobody much.

    Raises:
        ValueError: they are none; it has no text.
    """
    try:
        return msgpack.unpackb(data)
    except (ValueError, RecursionError, msgpack.exceptions.UnpackException):
        raise ValueError from None


def write_replay(path: Path, replay: Replay, *, replacing: bool = True) -> None:
    """Write a replay to a file: as msgpack where the name ends in .msgpack, else as JSON.

    Raises:
        BadReplay: the file cannot be written.
        FileExistsError: there is such a file, and it is not to be replaced.
    """
    if path.suffix == ".msgpack":
        data = msgspec.msgpack.encode(replay)
    else:
        data = msgspec.json.format(msgspec.json.encode(replay)) + b"\n"
    try:
        with path.open("wb" if replacing else "xb") as file:
            file.write(data)
    except OSError as error:
        if isinstance(error, FileExistsError) and not replacing:
            raise
        told = translate("recording", "cannot write {file}: {reason}")
        raise BadReplay(told.format(file=one_line(str(path)), reason=error.strerror)) from None


class Recording:
    """One racer's replay, played from the deal to its end."""

    def __init__(self, replay: Replay, doubt: str = "") -> None:
        """Play it; `doubt` says in a sentence why it is not the replay that it should be."""
        self.replay = replay
        self.doubt = doubt
        self.views, self.fault = play_again(replay)
        """The positions as the racer saw them, the deal first, and what is wrong, if anything."""
        self.times = [0, *replay.times, *([replay.milliseconds] * len(self.views))]
        """When each position came about, in milliseconds from the start."""
        del self.times[len(self.views) :]
        last = self.times[-1] if self.views else 0
        self.ended = ended_at(replay)
        """When the race was over for the racer, in milliseconds; 0 where that is not known."""
        end = max(self.ended, replay.milliseconds)
        self.moments = [*self.times, end] if end > last else self.times
        """When something happens: all that, and a later end, as for who gave up."""
        curve = Curve()
        for at, view in zip(self.times, self.views, strict=True):
            curve.add(at, view.score)
        self.curve = curve.points

    @property
    def length(self) -> int:
        """Milliseconds from the start to the end."""
        return self.moments[-1] if self.moments else 0

    def ends_at(self, milliseconds: int) -> bool:
        """Whether the game is over at this moment, as far as it is known when it was."""
        known = self.ended or self.replay.status in ("won", "stuck")
        return bool(known) and milliseconds >= self.length

    def number_at(self, milliseconds: int) -> int:
        """Return how many entries had been done at this moment."""
        return max(0, bisect_right(self.times, milliseconds) - 1)

    @property
    def lines(self) -> int:
        """How many lines tell it: the deal, each entry, and an end that no entry brought about."""
        ended = self.replay.status in ENDS_WITHOUT_A_MOVE and not self.fault
        return len(self.moments) if ended else len(self.views)

    def line_at(self, milliseconds: int) -> int:
        """Return which of these lines tells of this moment."""
        return max(0, min(bisect_right(self.moments, milliseconds), self.lines) - 1)


def moment_after(recordings: list[Recording], milliseconds: int) -> int | None:
    """Return when the next thing happens in any of them; None after the last."""
    later = (
        recording.moments[at]
        for recording in recordings
        if (at := bisect_right(recording.moments, milliseconds)) < len(recording.moments)
    )
    return min(later, default=None)


def moment_before(recordings: list[Recording], milliseconds: int) -> int:
    """Return when the last thing before this moment happened in any of them; 0 before the first."""
    earlier = (
        recording.moments[at - 1]
        for recording in recordings
        if (at := bisect_left(recording.moments, milliseconds)) > 0
    )
    return max(earlier, default=0)

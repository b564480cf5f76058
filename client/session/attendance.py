"""Who came into a room and who left it, as news between the lines of its chat.  Pure."""

from collections.abc import Iterable, MutableSequence, Sequence
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from client.words.commentary import attendance_text
from protocol.messages import Member, RoomState

TOGETHER: Final = 60.0
"""Seconds after the first who came, or left, in which others are told in the same line."""


class News(NamedTuple):
    """Some came, or some left."""

    came: bool
    members: tuple[Member, ...]
    since: float = 0.0
    """When the first of them did, in seconds on a clock that never goes back."""
    at: str = ""
    """The same as on a clock; empty if that is not known."""

    @property
    def text(self) -> str:
        """What is said of it: "Bob left"."""
        return attendance_text(self.members, came=self.came)


class Attendance:
    """Notes who is in the reader's room."""

    def __init__(self) -> None:
        self._room = ""
        self._here: dict[int, Member] = {}

    def note(self, room: RoomState | None, own: int, now: float) -> list[News]:
        """Return who came and who left since the last time, but for the reader.

        `now` is in seconds on a clock that never goes back.

        Who was in a room before the reader is no news.
        """
        before, here = self._here, {m.player: m for m in room.members} if room else {}
        code, known = room.code if room else "", self._room
        self._room, self._here = code, here
        if not code or code != known or before == here:
            return []
        left = tuple(m for m in before.values() if m.player not in here and m.player != own)
        came = tuple(m for m in here.values() if m.player not in before and m.player != own)
        return [News(*each, now) for each in ((False, left), (True, came)) if each[1]]


LineT = TypeVar("LineT")


def last_news(lines: Sequence[LineT | News]) -> list[News]:
    """Return the news that came since somebody said something."""
    block: list[News] = []
    for line in reversed(lines):
        if not isinstance(line, News):
            break
        block.insert(0, line)
    return block


def add_news(lines: MutableSequence[LineT | News], news: Iterable[News]) -> int:
    """Add news to the lines of a chat; return how many of the last lines were taken away for it.

    Within a minute, and until somebody says something, there is one line of those who came and one
    of those who left, with everybody only in the last of what they did: however many come, or how
    often one does. A line keeps the time of the first in it, and its place by that.
    """
    block = last_news(lines)
    taken = len(block)
    for _ in range(taken):
        lines.pop()
    for each in news:
        moved = {member.player for member in each.members}
        grown, kept = each, list[News]()
        for old in block:
            if each.since - old.since >= TOGETHER:
                kept.append(old)
            elif members := tuple(m for m in old.members if m.player not in moved):
                if old.came == each.came:
                    grown = old._replace(members=(*members, *each.members))
                else:
                    kept.append(old._replace(members=members))
        block = sorted((*kept, grown), key=attrgetter("since"))
    lines.extend(block)
    return taken

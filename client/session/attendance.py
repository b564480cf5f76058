"""Who came into a room and who left it, as news between the lines of its chat.  Pure."""

from collections.abc import Iterable, MutableSequence, Sequence
from typing import NamedTuple, TypeVar

from client.words.commentary import attendance_text
from protocol.messages import Member, RoomState


class News(NamedTuple):
    """Some came, or some left."""

    came: bool
    members: tuple[Member, ...]
    at: str = ""
    """When the last of them did, as on a clock; empty if that is not known."""

    @property
    def text(self) -> str:
        """What is said of it: "Bob left"."""
        return attendance_text(self.members, came=self.came)


class Attendance:
    """Notes who is in the reader's room."""

    def __init__(self) -> None:
        self._room = ""
        self._here: dict[int, Member] = {}

    def note(self, room: RoomState | None, own: int) -> list[News]:
        """Return who came and who left since the last time, but for the reader.

        Who was in a room before the reader is no news.
        """
        before, here = self._here, {m.player: m for m in room.members} if room else {}
        code, known = room.code if room else "", self._room
        self._room, self._here = code, here
        if not code or code != known or before == here:
            return []
        left = tuple(m for m in before.values() if m.player not in here and m.player != own)
        came = tuple(m for m in here.values() if m.player not in before and m.player != own)
        return [News(*each) for each in ((False, left), (True, came)) if each[1]]


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

    Until somebody says something there is one line of those who came and one of those who left,
    with everybody only in the last of what they did: however many come, or how often one does.
    """
    block = last_news(lines)
    taken = len(block)
    for _ in range(taken):
        lines.pop()
    for each in news:
        moved = {member.player for member in each.members}
        same = [member for old in block if old.came == each.came for member in old.members]
        rest = [old for old in block if old.came != each.came]
        kept = [(old, tuple(m for m in old.members if m.player not in moved)) for old in rest]
        block = [old._replace(members=members) for old, members in kept if members]
        stay = (member for member in same if member.player not in moved)
        block.append(each._replace(members=(*stay, *each.members)))
    lines.extend(block)
    return taken

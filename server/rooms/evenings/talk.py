"""What is said in a room, pure: written down with who has heard it, where the operator keeps it."""

from collections import deque
from collections.abc import Iterable, Sequence

from protocol.messages import FIRST_GUEST, Said
from server.rooms.output import Output
from server.rooms.records import RemarkHeard, RemarkMade, StoredRemark


class Talk:
    """The chat of one room, as it is kept for those who were told it.

    A line belongs to the evening that had begun last when it was said; what was said before the
    first one, to that.
    """

    def __init__(self, code: str, output: Output, most: int) -> None:
        """Begin in the room with this code; keep its last `most` lines, or with 0 none."""
        self._code, self._output, self._most = code, output, most
        self._number = 0
        self._evening = 0
        self._waiting: deque[int] = deque()
        """The lines that those who see the race later have not been told yet."""

    def note(self, said: Said, heard: Iterable[int], evening: int, *, waits: bool) -> None:
        """Keep a line that these have been told, said in this evening or, with 0, before any.

        It `waits` while those who see the race later are told later.
        """
        self._evening = evening or self._evening
        if not self._most:
            return
        self._number += 1
        if waits:
            self._waiting.append(self._number)
        of = self._code, self._number, self._evening, self._most
        made = RemarkMade(*of, said.player, said.text, _players(heard), waits)
        self._output.records.append(made)

    def note_shown(self, heard: Iterable[int]) -> None:
        """Note that those who see the race later, these, have been told the next that waits."""
        if self._waiting:
            shown = RemarkHeard(self._code, self._waiting.popleft(), _players(heard))
            self._output.records.append(shown)

    def resume(self, stored: Sequence[StoredRemark]) -> list[Said]:
        """Go on after these lines, the last ones; return those that wait to be shown to some."""
        if not self._most:
            return []
        waiting = []
        for remark in stored:
            said = Said(remark.player, remark.name, remark.text)
            self._number = remark.number
            self._evening = remark.evening or self._evening
            self._output.note_said(said, late=not remark.waits)
            if remark.waits:
                self._waiting.append(remark.number)
                waiting.append(said)
        return waiting


def _players(heard: Iterable[int]) -> tuple[int, ...]:
    """Return those of them whom anybody remembers."""
    return tuple(player for player in heard if player < FIRST_GUEST)

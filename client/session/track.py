"""A racer's board on the client's side: what the server has confirmed, and what was done since.

A move shows at once and is pending until the server's step, or its refusal, has come.  Entries are
sent in the order of their numbers, and never two with one number: after a refusal, what was on its
way behind the refused one is waited for first.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from client.session.intake import check_playable, check_view
from client.session.undo_stack import UndoStack
from client.words.refusals import refusal_text
from client.words.translation import translate
from engine.game import Game, IllegalAction
from engine.hints import leading_on
from engine.play import Entry
from engine.reasons import why_not
from engine.state import Action, State
from protocol import wire
from protocol.forms import BadMessage
from protocol.messages import Board, Refused, Status, Step


@dataclass
class Track:
    """A racer's board as this client knows it: what is confirmed, and what was done since."""

    game: Game
    number: int
    """Entries that the server has confirmed."""
    history: list[State]
    """Confirmed views: the last is the present one, those before it are what undo brings back."""
    status: Status = "racing"
    pending: list[Entry] = field(default_factory=list)
    """Entries that the server has not confirmed; the first has `number`."""
    sent: int = 0
    """How many of these are on their way."""
    owed: deque[int] = field(default_factory=deque)
    """The numbers of those that were taken back on their way: they will be refused, too."""
    deal: State | None = None
    """The view before the first entry, if this client was there to see it."""
    whole: bool = False
    """Whether `history` goes back to the deal, so that nothing else can be undone."""
    played: bool = False
    """Whether this client plays on it."""
    line: UndoStack = field(default_factory=UndoStack)
    """What was done and taken back here, for redoing it."""

    @classmethod
    def of(cls, game: Game, message: Board, *, played: bool = False) -> "Track":
        """Return the track that begins with a whole board."""
        track = cls(game, message.number, [], played=played)
        track._show(message)
        return track

    @property
    def confirmed(self) -> State:
        """The view that the server last sent."""
        return self.history[-1]

    @property
    def view(self) -> State:
        """The view with the pending entries done: what to show."""
        return self._ahead()[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry to take back, as far as this client knows."""
        if self.status != "racing":
            return False
        return len(self._ahead()) > 1 if self.whole else self.number + len(self.pending) > 0

    @property
    def waits(self) -> bool:
        """Whether the server owes answers."""
        return self.sent > 0 or bool(self.owed)

    @property
    def redoable(self) -> Action | None:
        """The action that a redo would do again; None where there is none, or it is not legal."""
        action = self.line.redoable if self.status == "racing" else None
        return action if action is not None and self.refusal(action) is None else None

    def hint(self) -> Action | None:
        """Return what looks best and leads on; None where nothing does."""
        ahead = self._ahead()
        return leading_on(self.game, ahead[-1], ahead, self.line.tried)

    def refusal(self, entry: Entry) -> str | None:
        """Return why `entry` cannot be done now; None if it can."""
        if self.status != "racing":
            return translate("track", "your race is over")
        if entry == "undo":
            return None if self.can_undo else translate("track", "there is nothing to undo")
        reason = why_not(self.game, self.view, entry)
        return None if reason is None else refusal_text(reason)

    def take(self) -> list[tuple[int, Entry]]:
        """Return the entries that are to be sent now, by number; they are on their way then.

        While refusals are still to come there are none.
        """
        if self.owed:
            return []
        first, entries = self.number + self.sent, self.pending[self.sent :]
        self.sent = len(self.pending)
        return [*enumerate(entries, first)]

    def recall(self) -> None:
        """Note that nothing is on its way any more: the line was lost, or all of it answered."""
        self.sent = 0
        self.owed.clear()

    def give_back(self) -> None:
        """Forget what is pending: nothing of it will be done."""
        self.pending.clear()
        self.recall()

    def confirm(self, message: Step) -> bool:
        """Take in the next step, or pass over one that is known; return False if some are missing.

        Raises:
            protocol.forms.BadMessage: it is about piles or cards that the game does not have.
        """
        if message.number <= self.number:
            return True
        if message.number != self.number + 1:
            return False
        if any(pile >= len(self.confirmed.piles) for pile in message.piles):
            raise BadMessage("a step changes piles that the board does not have", "$.piles")
        view = wire.step_view(self.confirmed, message)
        check_view(self.game, view)
        if self.played and message.status == "racing" and view != self._expected():
            check_playable(self.game, view)
        entry = self.pending[0] if self.pending else None
        self._settle(1)
        if entry == "undo" and len(self.history) > 1:
            self.history[-2:] = [view]
        elif entry is None or entry == "undo":
            self.history, self.whole = [view], False  # what came before this one is not known
        else:
            self.history.append(view)
        self.number, self.status = message.number, message.status
        return True

    def reset(self, message: Board) -> None:
        """Start again from a whole board; pending is what the server may not have seen."""
        done = message.number - self.number
        self.line = UndoStack()  # what was done in between, this client may not know
        if done < 0:  # A server that was set back: these numbers were others.
            self._take_back(0, self.number)
        else:
            self._settle(done)
        if message.status != "racing":
            self.give_back()
        self._show(message)

    def drop(self, message: Refused) -> Literal["settled", "dropped", "astray"]:
        """Forget the refused entry and those after it.

        Return "settled" where it was forgotten already, "dropped" where it is now, and "astray"
        where the server has another journal than this client.
        """
        if self.owed:
            # Answers come in the order of what was sent; those before this one got a problem.
            if message.number in self.owed:
                while self.owed.popleft() != message.number:
                    pass
            return "settled"
        kept = message.number - self.number
        if kept < 0:
            return "astray" if message.expected < self.number else "settled"
        known = kept < self.sent
        if known:
            self._take_back(kept, message.number + 1)
        if message.expected != message.number:
            return "astray"
        return "dropped" if known else "settled"

    def _take_back(self, kept: int, answered: int) -> None:
        """Forget all that is pending but the first `kept`; nothing below `answered` is owed."""
        self.line = UndoStack()
        self.owed.extend(range(answered, self.number + self.sent))
        del self.pending[kept:]
        self.sent = min(kept, self.sent)

    def _settle(self, done: int) -> None:
        """Note that so many of the first pending entries are done."""
        del self.pending[:done]
        self.sent = max(0, self.sent - done)

    def _show(self, message: Board) -> None:
        self.number, self.status = message.number, message.status
        self.history, self.whole = [wire.board_view(message)], message.number == 0
        if self.whole:
            self.deal = self.history[0]

    def _expected(self) -> State | None:
        """Return the view to which the oldest pending entry leads as far as we can see, if any."""
        entry = self.pending[0] if self.pending else "undo"
        if entry == "undo":
            return None
        try:
            return self.game.view(self.game.play(self.confirmed, entry))
        except IllegalAction:
            return None

    def _ahead(self) -> list[State]:
        states = self.history[:]
        for entry in self.pending:
            if entry == "undo":
                if len(states) == 1:
                    break  # only the server knows what comes back
                states.pop()
            else:
                try:  # a view again: what a redeal hides, the server will not show either
                    states.append(self.game.view(self.game.play(states[-1], entry)))
                except IllegalAction:
                    break
        return states

"""How much a client takes in: no server, mistaken or hostile, fills its memory or time.  Pure.

What a single message may hold, its type in `protocol.messages` says, and how long a frame may be
`protocol.forms.MAX_SERVER_FRAME`.  Here is the rest: how many of them, how much they add up to, and
whether a board is one of the game's.
"""

from collections import Counter
from functools import cache
from operator import gt
from typing import Final

from engine import empty_places, handling
from engine.cards import HIDDEN, UNKNOWN
from engine.game import Game
from engine.hints import hints
from engine.state import State
from protocol.forms import BadMessage

MOST_RACERS: Final = 64
"""The racers whose boards and scores are kept."""
RATE: Final = (1000.0, 3000)
"""Messages a second in the long run, and at once: sixteen racers who finish by themselves, and all
that is said about it, are a third of that."""
BYTES: Final = (500_000.0, 4_000_000)
"""The same in bytes: four of the longest frames at once."""


class TooMuch(Exception):
    """A server sends more than a Samedeal server has to say."""


class Intake:
    """What one connection may still bring, in messages and in bytes: filled again by time."""

    def __init__(self) -> None:
        self._messages, self._bytes = float(RATE[1]), float(BYTES[1])
        self._filled: float | None = None

    def take(self, messages: int, size: int, now: float) -> None:
        """Count a frame of `size` bytes with so many messages, here at the time `now` in seconds.

        Raises:
            TooMuch: there were too many, or too large ones.
        """
        gone = 0.0 if self._filled is None else max(0.0, now - self._filled)
        self._filled = now
        self._messages = min(RATE[1], self._messages + gone * RATE[0]) - messages
        self._bytes = min(BYTES[1], self._bytes + gone * BYTES[0]) - size
        if self._messages < 0 or self._bytes < 0:
            raise TooMuch


def check_view(game: Game, view: State) -> None:
    """Check that a board is made of the game's piles and cards.

    Raises:
        BadMessage: it is not, so that nobody need look at it.
    """
    if len(view.piles) != len(game.places):
        raise BadMessage("a board has a pile for each place of the game", "$.piles")
    if sum(map(len, view.piles)) > len(game.deck):
        raise BadMessage("a board has no more cards than the game", "$.piles")
    if len(view.marks) > len(game.marks) or any(map(gt, view.marks, game.marks)):
        raise BadMessage("a board has no marks but the game's", "$.marks")
    deck = _deck(bytes(game.deck))
    if any(count > deck[card] for card, count in Counter(b"".join(view.piles)).items()):
        raise BadMessage("a board has only the game's cards", "$.piles")


def check_playable(game: Game, view: State) -> None:
    """Check that the rules can make something of a board on which this client plays.

    Rules take for granted what no move of theirs changes: that there is room for a couple, say.  So
    all is asked of them here that is asked when a hand plays.

    Raises:
        BadMessage: they cannot.
    """
    try:
        hints(game, view)
        handling.button_works(game, view)
        for pile, cards in enumerate(view.piles):
            empty_places.sign(game, view, pile)
            for card in range(len(cards)):
                handling.liftable(game, view, pile, card)
    except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError, StopIteration):
        raise BadMessage("no deal of this game leads to such a board", "$.piles") from None


@cache
def _deck(cards: bytes) -> Counter[int]:
    """How often each card may be seen, and how many may be hidden."""
    deck = Counter(cards)
    deck[HIDDEN] = deck[UNKNOWN] = len(cards)
    return deck

"""Whose message is next, where many are waiting: the addresses take turns.

The event loop does all that is ready before it looks again what has come.  So a thousand messages
that came at once would be dealt with before the next move is even read.  Here they wait, and one of
them goes on in each turn of the loop: whoever sends little is held up by one message, and not by
all of another's.
"""

import asyncio
from collections import Counter, deque

from server.network.access import Network


class Gate:
    """Lets messages through one by one, an address after the other; moves of few go past it."""

    def __init__(self, moves: int) -> None:
        """Let so many moves of an address past in one turn of the event loop."""
        self._moves = moves
        self._moved: Counter[Network] = Counter()
        """Moves that went past in this turn."""
        self._waiting: dict[Network, deque[asyncio.Future[None]]] = {}
        """In the order of whose turn it is."""
        self._closed = False
        """Whether a message went through in this turn."""

    def __len__(self) -> int:
        """Return how many messages are waiting."""
        return sum(map(len, self._waiting.values()))

    async def pass_through(self, place: Network) -> None:
        """Wait until it is this address's turn: not at all, where nobody else is waiting."""
        if self._closed:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(place, deque()).append(turn)
            await turn
        else:
            self._close()

    def lets_past(self, place: Network) -> bool:
        """Count a move of this address; return False if it has to wait like all else."""
        if not self._moved:
            asyncio.get_running_loop().call_soon(self._moved.clear)
        self._moved[place] += 1
        return self._moved[place] <= self._moves

    def _close(self) -> None:
        self._closed = True
        asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Let the next one through that is still waiting, or open the gate."""
        self._closed = False
        while self._waiting and not self._closed:
            place = next(iter(self._waiting))
            turns = self._waiting.pop(place)
            turn = turns.popleft()
            if turns:
                self._waiting[place] = turns  # Behind all others.
            if not turn.done():  # Who was waiting may have been cancelled.
                turn.set_result(None)
                self._close()

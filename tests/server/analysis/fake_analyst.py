"""An analyst for tests: it says what it is told to say, when it is told to."""

import asyncio
from collections.abc import AsyncIterator

from server.analysis.analyst import AnalystGone, Game, Matter, Report, Situation

FOUND = Report(1, True, 100, 3, 5, [[0]], 1234)
"""What it finds out of every game."""


class FakeAnalyst:
    """Answers in the server's own process; change what it does at any time."""

    def __init__(self) -> None:
        """Answer at once."""
        self.open = asyncio.Event()
        """It goes on while this is set."""
        self.open.set()
        self.begins = asyncio.Event()
        """Set when it has begun with a game."""
        self.looked_at: list[Game] = []
        self.situations: list[Situation] = []
        self.given_up: list[Matter] = []
        self.found = FOUND
        self.gone = False
        self.resting = False

    async def analyse(self, matter: Matter, positions: int) -> AsyncIterator[Report]:
        if isinstance(matter, Game):
            self.looked_at.append(matter)
        else:
            self.situations.append(matter)
        self.begins.set()
        if self.gone:
            raise AnalystGone("its process has ended")
        try:
            yield Report(1, False, 40, 3, None, [[0]], 600)
            await self.open.wait()
            yield self.found
        except (GeneratorExit, asyncio.CancelledError):
            self.given_up.append(matter)
            raise

    def rest(self, *, resting: bool) -> None:
        self.resting = resting

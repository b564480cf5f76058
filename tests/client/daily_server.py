"""A server with daily deals, whose days a test ends, and which tells how the deal is won."""

import time
from collections.abc import Mapping
from datetime import UTC
from pathlib import Path
from typing import Final

from engine.state import Action
from harness.server_thread import ServerThread
from protocol.wire import parse_action
from server.dailies.almanac import Plan
from server.dailies.days import Days
from server.dailies.games import parse_game
from server.storage.dailies import calendar
from tests.server.play import comes_true
from tests.server.stock.fake_foundry import QUICK, FakeFoundry

DAY: Final = 24 * 3600


class DailyServer(ServerThread):
    """Has the deals of a game that can be won in a moment."""

    def __init__(
        self, data: Path, page: Mapping[str, Path] | None = None, *, days_ago: int = 0
    ) -> None:
        """Begin so many `days_ago`: until `go_on`, it is still that day."""
        self._ago = days_ago
        self.days = Days(UTC, lambda: time.time() - self._ago * DAY)
        plan = Plan((parse_game(QUICK),), self.days)
        super().__init__(data, page=page, foundry=FakeFoundry(), daily=plan)

    def go_on(self, days: int = 1) -> None:
        """Let so many days be over."""
        self._ago -= days

    def wait_for_deal(self) -> None:
        """Wait until the day has its deal."""

        def dealt() -> bool:
            there = self.server.lobby.daily
            return there is not None and there.day == self.days.today

        self.finish(comes_true(dealt))

    def deal(self, day: str = "") -> tuple[str, list[Action]]:
        """Return the seed of a day's deal, or of today's, and what wins it."""
        found: list[tuple[str, list[Action]]] = []

        async def look() -> None:
            known = await calendar.find(self.server.database.reader, day or self.days.today)
            assert known is not None
            found.append((known.deal.seed, list(map(parse_action, known.deal.solution))))

        self.finish(look())
        return found[0]

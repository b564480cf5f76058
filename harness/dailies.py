"""Daily deals as a server tells of them, for tests and pictures."""

import time
from typing import Final

from msgspec.structs import replace

from engine import catalogue
from harness.fakes import ADA, BOB, CLEO, HOSTILE, TODAY, member, room
from protocol.messages import (
    Dailies,
    Daily,
    DailyDay,
    DailyResult,
    DailyTallied,
    Phase,
    Practice,
    RoomState,
    Streak,
)

PAST: Final = "2026-11-19"
"""A day that is over, which Ada has missed."""
GAMES: Final = ("freecell", "klondike", "golf", "spider", "yukon")
OWN: Final = DailyResult(ADA, "Ada", 2, "won", 52, 161_400, 87, 12)
ROWS: Final = (
    DailyResult(BOB, "Bob", 1, "won", 52, 143_200, 91, 11),
    OWN,
    DailyResult(CLEO, "Cleo", 3, "gave up", 31, 200_000, 60, 13),
    DailyResult(9, HOSTILE, 4, "stuck", 12, 90_000, 30, 14),
)


def today() -> Daily:
    """Return today's deal, before Ada has played it."""
    return Daily(
        day=TODAY,
        game="freecell",
        options=catalogue.entry("freecell").complete({}),
        deals="medium",
        until=round(time.time()) + 5 * 3600 + 12 * 60 + 30,
        players=16,
        winners=9,
        streak=Streak(3, 9),
    )


def played_today() -> Daily:
    """Return the same after it: she came second."""
    return replace(
        today(),
        attempt="over",
        players=17,
        winners=10,
        rows=list(ROWS),
        own=OWN,
        curve=[0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7],
        streak=Streak(4, 9),
    )


def gone_by() -> Daily:
    """Return the deal of a day that is over, and that she has missed."""
    rows = [each for each in ROWS if each.player != ADA]
    return replace(today(), day=PAST, until=1, over=True, players=3, winners=1, rows=rows)


def month(player: int = ADA) -> Dailies:
    """Return November, as far as it has come: solved, played and missed days of a player's."""
    days = [_day(number, player) for number in range(3, 28) if number != 9]
    rows = [
        DailyTallied(BOB, "Bob", 1, 147, 22, 15),
        DailyTallied(ADA, "Ada", 2, 128, 17, 12),
        DailyTallied(9, HOSTILE, 3, 55, 9, 2),
    ]
    return Dailies("2026-11", "2026-09", days, 3, rows, player, rows[1], Streak(3, 9))


def _day(number: int, player: int) -> DailyDay:
    day, game = f"2026-11-{number:02}", GAMES[number % len(GAMES)]
    options = catalogue.entry(game).complete({})
    if day == TODAY:
        return DailyDay(day, game, options, players=16, winners=9)
    if day == PAST or number % 4 == 0:
        return DailyDay(day, game, options, over=True, players=3, winners=1)
    own = replace(OWN, player=player, status="won" if number % 3 else "gave up")
    return DailyDay(day, game, options, "winnable", True, "over", 17, 10, own)


def daily_room(phase: Phase, *, practice: bool = False) -> RoomState:
    """Return the room in which Ada makes her attempt, or plays the deal again."""
    alone = room(member(ADA), game="freecell", phase=phase, seats=1, hints=practice)
    if practice:
        return replace(alone, practice=Practice("freecell/0390f01e", 12, daily=TODAY))
    return replace(alone, daily=TODAY)

"""What the daily deal is, to server and clients alike: days, streaks, a small curve.  Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from protocol.messages import BLOCKS, DailyTallied, Standing, Streak
from protocol.tally import points

SIGNS: Final = "▁▂▃▄▅▆▇█"
"""What stands for each height of the curve."""
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_day(text: str) -> bool:
    """Return whether this is a day that there is, as `2026-11-27`."""
    try:
        return bool(_DAY.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def day_after(day: str, days: int = 1) -> str:
    """Return the day that is so many days after this one, or before it; the last there is at most.

    Raises:
        ValueError: it is no day.
    """
    try:
        return (date.fromisoformat(day) + timedelta(days)).isoformat()
    except OverflowError:
        return (date.max if days > 0 else date.min).isoformat()


def heights(curve: Sequence[tuple[int, int]], milliseconds: int) -> list[int]:
    """Return how a score went in so many milliseconds: its height at the end of equal spans.

    `curve` has pairs of a time and the score from then on, as `protocol.messages.Curves`; heights
    go from 0 to 7, for the lowest and the highest score that there was.  A score that never changed
    has none.
    """
    scores = [score for at, score in curve if at <= milliseconds]
    if len(set(scores)) < 2:
        return []
    low, high = min(scores), max(scores)
    found = []
    for span in range(1, BLOCKS + 1):
        until = milliseconds * span // BLOCKS
        score = [score for at, score in curve if at <= until][-1:] or scores[:1]
        found.append((score[0] - low) * (len(SIGNS) - 1) // (high - low))
    return found


def blocks(heights: Sequence[int]) -> str:
    """Return a small curve in block characters: "▁▂▂▅▇█"."""
    return "".join(SIGNS[min(max(0, height), len(SIGNS) - 1)] for height in heights)


def streak(days: Sequence[str], attempted: Collection[str], today: str) -> Streak:
    """Return on how many days in a row there was an attempt.

    `days` are those that had a deal, in their order.
    """
    now = best = 0
    for day in days:
        if day > today:
            break
        if day in attempted:
            now += 1
        elif day < today:
            now = 0
        best = max(best, now)
    return Streak(now, best)


def month_table(days: Mapping[str, Collection[Standing]]) -> list[DailyTallied]:
    """Return what days add up to, by how everybody stands on each; the most points first."""
    gathered: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for _, standings in sorted(days.items()):
        given = points("places", standings)
        for each in standings:
            names[each.player] = each.name
            known = gathered.setdefault(each.player, [0, 0, 0])
            known[0] += given[each.player]
            known[1] += 1
            known[2] += each.status == "won"
    order = sorted(gathered, key=lambda player: (-gathered[player][0], player))
    totals = [gathered[player][0] for player in order]
    return [
        DailyTallied(
            player, names[player], 1 + totals.index(gathered[player][0]), *gathered[player]
        )
        for player in order
    ]

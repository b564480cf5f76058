"""What daily deals add up to, for server and clients alike, and a small curve.  Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from protocol.messages import BLOCKS, DailyResult, DailyTallied, Streak
from protocol.tally import BY_PLACE, POINT

SIGNS: Final = "▁▂▃▄▅▆▇█"
"""What stands for each height of the curve."""


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


def day_points(result: DailyResult) -> int:
    """Return what a result of a day is worth, in halves of a point.

    10, 7, 5, 4, 3, 2 and 1 for the first seven places, and half of that for who has not won the
    game; nothing for who got no further than the deal.
    """
    won = result.status == "won"
    if result.place > len(BY_PLACE) or not (won or (result.moves and result.milliseconds)):
        return 0
    whole = BY_PLACE[result.place - 1]
    return POINT * whole if won else POINT * whole // 2


def month_table(days: Mapping[str, Iterable[DailyResult]]) -> list[DailyTallied]:
    """Return what days add up to, by the results of each; the most points first."""
    gathered: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for _, results in sorted(days.items()):
        for each in results:
            names[each.player] = each.name
            known = gathered.setdefault(each.player, [0, 0, 0])
            known[0] += day_points(each)
            known[1] += 1
            known[2] += each.status == "won"
    order = sorted(gathered, key=lambda player: (-gathered[player][0], player))
    found: list[DailyTallied] = []
    for number, player in enumerate(order, 1):
        points, *others = gathered[player]
        place = found[-1].place if found and found[-1].points == points else number
        found.append(DailyTallied(player, names[player], place, points, *others))
    return found

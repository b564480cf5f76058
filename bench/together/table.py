"""The table of what all benchmarks have noted, as text."""

from collections.abc import Sequence
from typing import Final

from bench.together.progress import minutes
from bench.together.running import Outcome
from harness.ratios import Ratio
from samedeal.tables import GAP, table_lines

HEADS: Final = ("", "what was measured", "times", "what it stands beside", "wanted", "reached")
RIGHT: Final = ("times",)
FINE: Final = 0.095
"""What is smaller is written with two digits that say something."""


def figure(value: float) -> str:
    """Return a ratio as it is written."""
    if abs(value) < FINE:
        return f"{value:.2g}"
    return (
        f"{value:.2f}"
        if abs(value) < 10
        else f"{value:.1f}"
        if abs(value) < 100
        else f"{value:.0f}"
    )


def wanted(ratio: Ratio) -> str:
    """Return what a ratio is to be, in words; nothing where nothing is wanted."""
    if ratio.at_least is not None:
        return f"at least {ratio.at_least:g}"
    return "" if ratio.at_most is None else f"at most {ratio.at_most:g}"


def reached(ratio: Ratio) -> str:
    """Return whether it is so, in a word."""
    return {True: "yes", False: "no", None: ""}[ratio.reached]


def lines(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the table's lines: a line for each ratio, and one where something is amiss."""
    rows: list[tuple[str, ...]] = []
    troubles: dict[int, str] = {}
    for outcome in outcomes:
        names = [outcome.name] + [""] * len(outcome.ratios)
        for name, ratio in zip(names, outcome.ratios, strict=False):
            times, goal = figure(ratio.value), wanted(ratio)
            rows.append((name, ratio.what, times, ratio.beside, goal, reached(ratio)))
        if outcome.trouble:
            troubles[len(rows)] = outcome.trouble
            rows.append((names[len(outcome.ratios)], "", "", "", "", ""))
    made = table_lines(HEADS, rows, RIGHT)
    wide = max((len(outcome.name) for outcome in outcomes), default=0)
    for row, trouble in troubles.items():
        # It may be longer than all that stands in columns.
        made[1 + row] = f"{rows[row][0]:<{wide}}{GAP}{trouble}"
    return made


def sum_up(outcomes: Sequence[Outcome], seconds: float) -> str:
    """Return in a sentence how many are as they are wanted, and how long all of it took."""
    goals = [each.reached for one in outcomes for each in one.ratios if each.reached is not None]
    wanted = f"{sum(goals)} of {len(goals)} are as they are wanted; " if goals else ""
    whole = sum(not each.trouble for each in outcomes)
    ran = f"{whole} of {len(outcomes)} benchmarks ran to their end"
    return f"{wanted}{ran}, in {minutes(seconds)} minutes."

"""The page that says of every game which share of its deals can be won."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from engine.catalogue import Choice, choice_title, entries, entry
from protocol.deals import NOT_FOUND
from samedeal.solving.share import Tally, tally
from samedeal.solving.survey import Solved

ONLY_COUNTS: Final = {"triple-peaks"}
"""Games whose options change what a move is worth, and nothing about winning."""
PUBLISHED: Final[dict[tuple[str, ...], str]] = {
    ("klondike", "three-card-deals"): "81.9 % [1]",
    ("freecell",): "99.999 % [2]",
}
"""By game and choices what others have found, where they play by the same rules."""
PUBLISHED_BY: Final = (
    "1. C. Blake, I. P. Gent, *The Winnability of Klondike Solitaire and Many Other Patience*",
    "   *Games*, arXiv 1906.12314: 81.945 % ± 0.084.",
    "2. The FreeCell deals numbered to 2^33, all solved by volunteers around S. Fish and",
    "   T. Pringle (2018): 102,075 of them are impossible.",
)
HEADS: Final = (
    "game",
    "options",
    "deals",
    "won",
    "impossible",
    "unknown",
    "can be won",
    "positions",
    "moves",
    "published",
)
TEXTS: Final = ("game", "options", "published")


def _settings() -> list[tuple[str, tuple[tuple[str, Choice], ...]]]:
    found: list[tuple[str, tuple[tuple[str, Choice], ...]]] = []
    for each in entries():
        settings = each.settings()
        if each.name in ONLY_COUNTS:
            settings = [each.complete({})]
        found += [(each.name, tuple(options.items())) for options in settings]
    return found


SETTINGS: Final = _settings()
"""Every game with each choice of its options, in the order of the page."""


def page(found: Iterable[Solved], positions: int) -> str:
    """Return the page, in Markdown, for deals in the order of `SETTINGS`."""
    games = groupby(found, key=lambda each: (each.question.game, each.question.options))
    rows = [
        _row(game, options, tally(solved.answer for solved in group))
        for (game, options), group in games
    ]
    return "\n".join([*_head(positions), *_lines(rows), *_without()]) + "\n"


def _head(positions: int) -> list[str]:
    return [
        "# Which deals can be won",
        "",
        "Made by `samedeal solve --table`. All cards are known to the solver, and nothing is taken",
        "back. A deal is *won* where moves were found that win it, *impossible* where a search",
        "that left nothing out found none, and *unknown* where it was not over after",
        f"{positions:,} positions.",
        "",
        "*Can be won* is the share of all deals, from the lower end of a 95 % interval that takes",
        "all that is unknown for lost, to the upper end of one that takes it for won. *Positions*",
        "and *moves* are the medians of the deals that were won. *Published* is what others found",
        "by the same rules:",
        "",
        *PUBLISHED_BY,
        "",
    ]


def _without() -> list[str]:
    """Return which games have no deals in stock, and why."""
    lines = [
        "",
        "## Games without deals that are known to be winnable",
        "",
        "A room can be raced on deals that can be won, and practice deals them, where such a deal",
        "is found within half a minute of one core in the median. Of these it is not:",
        "",
        "| game | options | why |",
        "| --- | --- | --- |",
    ]
    for game, without in NOT_FOUND.items():
        chosen = _chosen(tuple(without.choices.items()))
        lines.append(f"| {entry(game).title} | {chosen} | {without.why} |")
    return lines


def _chosen(options: Sequence[tuple[str, Choice]]) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')}: {choice_title(choice)}" for name, choice in options
    )


def _row(game: str, options: Sequence[tuple[str, Choice]], counts: Tally) -> Sequence[str]:
    low, high = counts.share
    won = (f"{counts.positions:,}", str(counts.length)) if counts.won else ("", "")
    return (
        entry(game).title,
        _chosen(options),
        str(counts.deals),
        str(counts.won),
        str(counts.impossible),
        str(counts.unknown),
        f"{100 * low:.0f}–{100 * high:.0f} %",
        *won,
        PUBLISHED.get((game, *(str(choice) for _, choice in options)), ""),
    )


def _lines(rows: Iterable[Sequence[str]]) -> list[str]:
    marks = ["---" if head in TEXTS else "---:" for head in HEADS]
    return ["| " + " | ".join(cells) + " |" for cells in (HEADS, marks, *rows)]

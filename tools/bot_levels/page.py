"""The page docs/bots.md: what the levels are, and how far each comes in every game."""

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Final

from client.bots.levels.level import LEVELS
from engine import catalogue
from tools.bot_levels.record import Record, Records
from tools.bot_levels.trial import PLAYERS, Played, luck_alone, parts, verdict

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "bots.md"
FEWEST: Final = 5
"""From fewer deals than these nothing is concluded."""
HEAD: Final = """# Bots

Bots come in five levels. Each plays by the rules and through the protocol like anybody else, knows
nothing but what a player sees, and is labelled with its level.

| level | plays like | a move takes about |
| --- | --- | --- |
| 1 | somebody who has just learnt the rules, and overlooks what is best | {1} s |
| 2 | somebody in a hurry: what looks best at first glance, or second best | {2} s |
| 3 | somebody with practice: looks ahead, with a careless move now and then | {3} s |
| 4 | somebody who reckons: solves what is seen, and guesses at the rest | {4} s |
| 5 | the same with more time for it, and without a slip | {5} s |

None of them goes in circles: turning the stock aside, they make no move that leads back to where
the game has been. What lies on a foundation stays there, but for a card on which another is to lie,
which levels 3 to 5 may have planned.

They take longer where they have to think, and less where they know already what comes next. Levels
1 to 3 slip: they make a wrong move and take it back, where the room allows that.

Levels 4 and 5 remember the cards that they have seen, deal the others at random to where the hidden
ones lie, look for a win of each such deal by the solver that certifies deals, and do what most of
these wins begin with; when another card is turned up, they think again. They never know the real
deal, nor its seed or solution. (`client/bots/levels/` has all of it.)

## How far each level comes

Measured by `python -m tools.bot_levels`, which writes this page: on the same deals of each game,
each level plays alone, and so does somebody who plays **at random with care**: any legal move that
does not take back the last one, but rather one that brings cards home. The figures are how much of
the way from the deal's score to that of a win each has come on the average, in percent, and in
brackets how many of the deals were won. Where the solver knows no win, the way ends where the best
of all came to.
"""


def page(records: Records) -> str:
    """Return the page, in Markdown."""
    paces = {str(number): f"{level.pace.seconds:g}" for number, level in LEVELS.items()}
    head = HEAD
    for number, pace in paces.items():
        head = head.replace(f"{{{number}}}", pace)
    return "\n".join([head, *_lines(records), *_remarks(records)]) + "\n"


def figures(record: Record) -> list[list[int]]:
    """Return how far each of the players came on each deal, in thousandths."""
    results = [
        [Played(score, number in won) for number, score in enumerate(scores)]
        for scores, won in zip(record.scores, map(set, record.won), strict=True)
    ]
    return parts(record.firsts, results, record.whole)


def _lines(records: Records) -> Iterator[str]:
    yield "| game | deals | random | " + " | ".join(PLAYERS[1:]) + " | |"
    yield "| --- " + "| ---: " * (len(PLAYERS) + 1) + "| --- |"
    for name, record in sorted(records.games.items(), key=lambda each: _title(each[0])):
        found = figures(record)
        cells = [
            f"{fmean(row) / 10:.0f}" + (f" ({len(won)})" if won else "")
            for row, won in zip(found, record.won, strict=True)
        ]
        row = [_title(name), str(len(record.firsts)), *cells, _note(name, record)]
        yield f"| {' | '.join(row)} |"


def _title(name: str) -> str:
    return catalogue.entry(name).title


def _note(name: str, record: Record) -> str:
    played = figures(record)
    if luck_alone(name, played):
        return "luck decides"
    if len(record.firsts) < FEWEST:
        return ""
    found = verdict(played)
    notes = ["" if found.rises else "does not rise", "" if found.beaten else "level 1 is better"]
    return ", ".join(filter(None, notes))


def _remarks(records: Records) -> Iterator[str]:
    played = {name: figures(record) for name, record in records.games.items()}
    decided = {
        name: verdict(rows)
        for name, rows in played.items()
        if len(rows[0]) >= FEWEST and not luck_alone(name, rows)
    }
    if played:
        means = [fmean(fmean(rows[at]) for rows in played.values()) for at in range(len(PLAYERS))]
        told = ", ".join(f"level {n} {mean / 10:.0f}" for n, mean in enumerate(means) if n)
        yield ""
        yield (
            f"On the average of all {len(played)} measured games, who plays at random with care "
            f"comes {means[0] / 10:.0f} % of the way; in percent, {told}."
        )
    yield ""
    if decided:
        yield (
            f"In {sum(each.rises for each in decided.values())} of the {len(decided)} games that "
            f"were measured on {FEWEST} deals or more, and in which there is something to decide, "
            "the results rise from level to level: none comes clearly less far than the one before "
            "(by more than twice the standard error of the difference), and level 5 comes further "
            f"than level 1. In {sum(each.beaten for each in decided.values())} of them who plays "
            "at random with care comes at least as far as level 1."
        )
    else:
        yield f"On fewer than {FEWEST} deals of a game nothing is concluded about it alone."
    missing = len(catalogue.entries()) - len(records.games)
    if missing:
        yield ""
        yield f"Not measured yet: {missing} of the {len(catalogue.entries())} games."
    if records.banded:
        yield ""
        yield (
            f"Of {len(records.banded)} FreeCell deals that are certified and of the middle band, "
            f"level 4 wins {sum(records.banded)}."
        )

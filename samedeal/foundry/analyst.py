"""The process that finds out until when games could be won, as long as its standard input is open.

It is told by lines of JSON what to do (see `server.analysis.analyst`), and prints a `Report` for a
question now and then, and when all is found out.  Whatever comes meanwhile takes its place.
"""

import time
from collections.abc import Iterator
from typing import Final

import msgspec

from engine import catalogue
from engine.solver.analysis import Analysis, luck_decides, way_of
from protocol.certificate import packed
from protocol.messages import MAX_SOLUTION
from protocol.wire import parse_action, parse_entry
from samedeal.solving.inbox import Inbox, attend, say
from server.analysis.analyst import Question, Report, Stop
from server.stock.foundry import Rest

SLICE: Final = 1000
"""Positions after which it looks whether there is something else to do, or it has to rest."""
TOLD_EVERY: Final = 0.5
"""Seconds between two reports."""

QUESTIONS: Final = msgspec.json.Decoder[Question | Stop | Rest](Question | Stop | Rest)


def reports(question: Question, inbox: Inbox[Question | Stop]) -> Iterator[Report]:
    """Look at a game until all is known, or something else is to be done; yield what is known."""
    about = question.game
    game = catalogue.make(about.game, about.options)
    way = way_of(game, about.seed, map(parse_entry, about.entries))
    if luck_decides(game, way):
        yield Report(question.number, True, 100, luck=True)
        return
    solution = [*map(parse_action, about.solution)]
    analysis = Analysis(game, about.seed, way, question.positions, solution)
    told = time.monotonic()
    while not inbox.pause():
        analysis.go_on(SLICE)
        if analysis.over or time.monotonic() - told >= TOLD_EVERY:
            told = time.monotonic()
            yield _report(question.number, analysis)
        if analysis.over:
            return


def _report(number: int, analysis: Analysis) -> Report:
    found = analysis.finding
    solution = [*packed(found.actions)] if len(found.actions) <= MAX_SOLUTION else []
    return Report(
        number,
        analysis.over,
        int(100 * analysis.share),
        found.won_until,
        found.lost_from,
        solution,
        found.positions,
    )


def main() -> None:
    """Work until the standard input is at its end."""
    inbox = Inbox[Question | Stop](QUESTIONS)
    attend(inbox)
    while True:
        question = inbox.next()
        if isinstance(question, Question):
            for report in reports(question, inbox):
                say(report)


if __name__ == "__main__":
    main()

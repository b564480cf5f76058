"""The process that finds out until when games could be won, as long as its standard input is open.

It is told by lines of JSON what to do (see `server.analysis.analyst`), and prints a `Report` for a
question now and then, and when all is found out.  Whatever comes meanwhile takes its place.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import msgspec

from engine import catalogue
from engine.solver.analysis import Analysis, luck_decides, way_of
from engine.solver.answer import Answer
from engine.solver.search import Solver
from engine.state import Action
from protocol.certificate import packed
from protocol.messages import MAX_SOLUTION, WireAction
from protocol.wire import parse_action, parse_entry
from samedeal.solving.inbox import Inbox, attend, say
from samedeal.solving.slices import SLICE, solve
from server.analysis.analyst import Look, Question, Report, Stop
from server.stock.foundry import Rest

TOLD_EVERY: Final = 0.5
"""Seconds between two reports."""

Wish: TypeAlias = Question | Look | Stop

QUESTIONS: Final = msgspec.json.Decoder[Wish | Rest](Wish | Rest)


def reports(question: Question | Look, inbox: Inbox[Wish]) -> Iterator[Report]:
    """Look at a game until all is known, or something else is to be done; yield what is known."""
    match question:
        case Question():
            yield from _analysed(question, inbox)
        case Look(number, about, positions):
            game = catalogue.make(about.game, about.options)
            answer = solve(Solver(game, about.seed, about.state), positions, inbox.pause)
            if answer is not None:
                yield _seen(number, answer)


def _seen(number: int, answer: Answer) -> Report:
    return Report(
        number,
        True,
        100,
        0 if answer.verdict == "won" else None,
        0 if answer.verdict == "impossible" else None,
        _sendable(answer.actions),
        answer.positions,
    )


def _analysed(question: Question, inbox: Inbox[Wish]) -> Iterator[Report]:
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
    return Report(
        number,
        analysis.over,
        int(100 * analysis.share),
        found.won_until,
        found.lost_from,
        _sendable(found.actions),
        found.positions,
    )


def _sendable(actions: Sequence[Action]) -> list[WireAction]:
    return [*packed(actions)] if len(actions) <= MAX_SOLUTION else []


def main() -> None:
    """Work until the standard input is at its end."""
    inbox = Inbox[Wish](QUESTIONS)
    attend(inbox)
    while True:
        question = inbox.next()
        if not isinstance(question, Stop):
            for report in reports(question, inbox):
                say(report)


if __name__ == "__main__":
    main()

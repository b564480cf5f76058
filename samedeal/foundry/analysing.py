"""A server's side of its analyst: the process beside it, and what passes between the two."""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from samedeal.foundry.process import ProcessGone, SearchProcess
from server.analysis.analyst import AnalystGone, Game, Look, Matter, Question, Report, Stop

PROGRAM: Final = ("-P", "-m", "samedeal.solving.gently", "samedeal.foundry.analyst")
"""What Python runs."""


class AnalystProcess(SearchProcess[Report]):
    """An analyst that is a process of its own."""

    def __init__(self) -> None:
        """Begin none yet."""
        super().__init__(PROGRAM, Report)
        self._numbers = itertools.count(1)

    async def analyse(self, matter: Matter, positions: int) -> AsyncIterator[Report]:
        """See `server.analysis.analyst.Analyst`."""
        question = _question(next(self._numbers), matter, positions)
        over = False
        try:
            process = await self.say(question)
            while not over:
                report = await self.hear(process)
                if report.number > question.number:
                    raise ProcessGone("it has answered what it was not asked")
                if report.number == question.number:
                    over = report.over
                    yield report
        except ProcessGone as gone:
            over = True
            await self.dismiss()
            raise AnalystGone(str(gone)) from None
        finally:
            if not over:
                self.mention(Stop())


def _question(number: int, matter: Matter, positions: int) -> Question | Look:
    if isinstance(matter, Game):
        return Question(number, matter, positions)
    return Look(number, matter, positions)


@asynccontextmanager
async def analyst() -> AsyncIterator[AnalystProcess]:
    """Have an analyst during the block."""
    beside = AnalystProcess()
    try:
        yield beside
    finally:
        await beside.dismiss()

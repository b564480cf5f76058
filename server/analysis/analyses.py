"""The analyses that are asked for: whose turn it is, who is told, and what is kept of them.

Whether a game can still be won, in practice, is asked here as well.  One is under way at a time.
The addresses take turns, however many questions each of them has, and one that nobody waits for any
more is given up.
"""

import asyncio
import contextlib
import itertools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from protocol.messages import Analysis, AnalysisState, Outlook
from server.analysis.analyst import Analyst, AnalystGone, Game, Matter, Report, Situation
from server.monitoring.metrics import Metrics
from server.monitoring.resting import let_rest
from server.rooms.refusal import Refusal

log = logging.getLogger(__name__)

POSITIONS: Final = 50_000
"""Positions of each search: a minute for all of a long game, about, and a second or two for where
one stands."""
MOST_OF_ADDRESS: Final = 20
"""Questions of one address that may wait; more are refused."""
MOST: Final = 200
"""The same of all addresses together."""
KEPT_BYTES: Final = 4 * 2**20
"""How large all answers may be that are kept, together."""
TOLD_EVERY: Final = 1.0
"""Seconds between two answers while an analysis is under way."""
PAUSE: Final = 5.0
"""Seconds before an analyst is asked again that has failed."""

_packed: Final = msgspec.msgpack.Decoder(Analysis)


class Key(NamedTuple):
    """Whose game it is."""

    race: int
    player: int

    def told(self, report: Report) -> Analysis:
        """Return what is told of it."""
        return report.told(*self)

    def without_report(self, state: AnalysisState) -> Analysis:
        """Return what is told while nothing is known."""
        return Analysis(*self, state)


class Moment(NamedTuple):
    """Whose game it is that is practised, and when: after how many entries."""

    race: int
    player: int
    number: int

    def told(self, report: Report) -> Outlook:
        """Return what is told of it."""
        state: AnalysisState = "done" if report.over else "under way"
        return Outlook(self.number, state, report.verdict, report.solution)

    def without_report(self, state: AnalysisState) -> Outlook:
        """Return what is told while nothing is known."""
        return Outlook(self.number, state)


Told: TypeAlias = Analysis | Outlook


class Kept:
    """Analyses that are done, as long as there is room: a game that is over does not change."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        """Keep at most so many bytes."""
        self._most = most
        self._size = 0
        self._all: OrderedDict[Key, bytes] = OrderedDict()

    def find(self, key: Key) -> Analysis | None:
        """Return what is kept of a game, if anything is."""
        if key not in self._all:
            return None
        self._all.move_to_end(key)
        return _packed.decode(self._all[key])

    def keep(self, key: Key, done: Analysis) -> None:
        """Keep what was found out, instead of what was looked at least."""
        self._size -= len(self._all.pop(key, b""))
        self._all[key] = encoded = msgspec.msgpack.encode(done)
        self._size += len(encoded)
        while self._size > self._most:
            _, oldest = self._all.popitem(last=False)
            self._size -= len(oldest)


@dataclass(eq=False)
class _Asker:
    """A connection that waits for an analysis."""

    site: Hashable
    key: Key | Moment
    tell: Callable[[Any], object]


@dataclass(eq=False)
class _Job:
    """What is to be looked at."""

    matter: Matter
    known: Told
    """What was told of it last."""
    askers: dict[Hashable, _Asker] = field(default_factory=dict)


class Analyses:
    """Has games looked at, and tells those who have asked."""

    def __init__(
        self,
        analyst: Analyst | None,
        metrics: Metrics,
        *,
        pause: float = PAUSE,
        every: float = TOLD_EVERY,
    ) -> None:
        """Ask this analyst; without one, nothing is analysed here."""
        self._analyst, self._metrics = analyst, metrics
        self._pause, self._every = pause, every
        self._jobs: dict[Key | Moment, _Job] = {}
        self._askers: dict[Hashable, _Asker] = {}
        self._turns = itertools.count(1)
        self._last_turn: dict[Hashable, int] = {}
        """When the addresses that wait had their last turn, counted in turns."""
        self._asked = asyncio.Event()
        self._current: Key | Moment | None = None
        self._looking: asyncio.Task[None] | None = None
        self._kept = Kept()

    def check(self) -> None:
        """Check that this server analyses anything.

        Raises:
            Refusal: it does not.
        """
        if self._analyst is None:
            raise Refusal("not allowed", "this server analyses no races")

    def kept(self, key: Key) -> Analysis | None:
        """Return what was found out of a game, if that is done and kept."""
        return self._kept.find(key)

    def ask(
        self,
        asker: Hashable,
        site: Hashable,
        key: Key,
        game: Game,
        tell: Callable[[Analysis], object],
    ) -> None:
        """Tell somebody what is known of a game, now and as it is found out.

        `asker` is the connection, of the address `site`; what it had asked for before is given up.

        Raises:
            Refusal: too many wait already.
        """
        self.check()
        if done := self._kept.find(key):
            self.stop(asker)
            tell(done)
            return
        self._line_up(asker, site, key, game, tell)

    def look(
        self,
        asker: Hashable,
        site: Hashable,
        moment: Moment,
        situation: Situation,
        tell: Callable[[Outlook], object],
    ) -> None:
        """Tell somebody in the same way whether a game can still be won.

        Raises:
            Refusal: as for `ask`.
        """
        self.check()
        self._line_up(asker, site, moment, situation, tell)

    def _line_up(
        self,
        asker: Hashable,
        site: Hashable,
        key: Key | Moment,
        matter: Matter,
        tell: Callable[[Any], object],
    ) -> None:
        others = [each for who, each in self._askers.items() if who != asker]
        if sum(each.site == site for each in others) >= MOST_OF_ADDRESS:
            text = "too many analyses are asked for from your address; wait until some are done"
            raise Refusal("too fast", text)
        if len(others) >= MOST:
            text = "many people want races analysed at the moment; try again in a few minutes"
            raise Refusal("too fast", text)
        job = self._jobs.get(key) or _Job(matter, key.without_report("waiting"))
        self.stop(asker, but=key)
        self._jobs[key] = job
        self._askers[asker] = job.askers[asker] = _Asker(site, key, tell)
        tell(job.known)
        self._asked.set()

    def stop(self, asker: Hashable, *, but: Key | Moment | None = None) -> None:
        """Give up what a connection has asked for, if that was not `but` this."""
        asked = self._askers.get(asker)
        if asked is None or asked.key == but:
            return
        del self._askers[asker]
        job = self._jobs[asked.key]
        del job.askers[asker]
        if not job.askers:
            del self._jobs[asked.key]
            if self._current == asked.key and self._looking:
                self._looking.cancel()

    async def run(self) -> None:
        """Have what is asked for looked at, until cancelled."""
        if self._analyst is None:
            return
        async with asyncio.TaskGroup() as running:
            running.create_task(let_rest(self._metrics, self._analyst), name="analyst's rest")
            running.create_task(self._look_at_all(self._analyst), name="analysing")

    async def _look_at_all(self, analyst: Analyst) -> None:
        while True:
            key = self._next()
            if key is None:
                self._asked.clear()
                await self._asked.wait()
                continue
            self._current = key
            self._looking = asyncio.create_task(self._look_at(analyst, key), name=f"analysis {key}")
            try:
                await asyncio.wait([self._looking])
            finally:
                if not self._looking.done():
                    self._looking.cancel()
                    await asyncio.wait([self._looking])
                self._current = None
            if not self._looking.cancelled() and (error := self._looking.exception()):
                self._give_up(key, error)
                await asyncio.sleep(self._pause)

    def _next(self) -> Key | Moment | None:
        """Return whose turn it is: what the address asked first that had none for longest."""
        waiting = dict.fromkeys(each.site for each in self._askers.values())
        self._last_turn = {site: self._last_turn.get(site, 0) for site in waiting}
        if not waiting:
            return None
        site = min(self._last_turn, key=self._last_turn.__getitem__)
        self._last_turn[site] = next(self._turns)
        return next(each.key for each in self._askers.values() if each.site == site)

    async def _look_at(self, analyst: Analyst, key: Key | Moment) -> None:
        job = self._jobs[key]
        told = time.monotonic()
        self._tell(job, msgspec.structs.replace(job.known, state="under way"))
        over = False
        reports = analyst.analyse(job.matter, POSITIONS)
        async with contextlib.aclosing(reports):  # type: ignore[type-var]  # it is a generator
            async for report in reports:
                known = key.told(report)
                if not report.over and time.monotonic() - told < self._every:
                    continue
                told = time.monotonic()
                if report.over:
                    over = True
                    if isinstance(key, Key) and isinstance(known, Analysis):
                        self._kept.keep(key, known)
                    self._end(key, known)
                else:
                    self._tell(job, known)
        if not over:
            raise AnalystGone("it has stopped in the middle")

    def _give_up(self, key: Key | Moment, error: BaseException) -> None:
        if isinstance(error, AnalystGone):
            log.warning("no race is analysed: %s", error)
        else:
            log.error("an analysis failed", exc_info=error)
            self._metrics.mistakes.inc()
        self._end(key, key.without_report("failed"))

    def _end(self, key: Key | Moment, last: Told) -> None:
        """Tell all who have asked the last that there is to be told, and forget the question."""
        job = self._jobs.pop(key, None)
        for asker in [*job.askers] if job else ():
            self._askers.pop(asker).tell(last)

    @staticmethod
    def _tell(job: _Job, known: Told) -> None:
        job.known = known
        for each in [*job.askers.values()]:
            each.tell(known)

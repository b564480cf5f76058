"""A race without a server: one's own practice, and games that are played again beside it.  Pure.

Time comes in as milliseconds from the start.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine import catalogue
from engine.catalogue import Options
from engine.play import Entry, Play
from engine.state import State
from protocol.messages import FIRST_GHOST, Replay, Standing, Status
from protocol.racing import Racer, ReplayFault, ended_at, play_again, rank
from protocol.wire import parse_entry

OWN: Final = 1
"""The id of who plays, among the standings."""
MOST: Final = 3
"""The most who race along."""


class _Moment(NamedTuple):
    """How a game stood after an entry."""

    at: int
    view: State
    status: Status
    milliseconds: int
    undos: int


class Runner:
    """A game on a deal, which can be looked at as it stood at any moment.

    It may grow: what is not known yet comes later.
    """

    def __init__(
        self,
        player: int,
        name: str,
        deal: tuple[str, Options, str],
        *,
        bot: bool = False,
        level: int = 0,
    ) -> None:
        """Begin with a deal: a game, its options and a seed.

        Raises:
            UnknownGame, BadOption: as `engine.catalogue.make`.
            ValueError: the seed is none.
        """
        name_, options, seed = deal
        self.player, self.name, self.bot, self.level = player, name, bot, level
        self._racer = Racer(Play(catalogue.make(name_, options), seed), alone=True)
        self._moments: list[_Moment] = []
        self._curve: list[tuple[int, int]] = []
        self._end: tuple[int, Status] | None = None
        """When it was over without an entry, and how."""
        self._note(0)

    @classmethod
    def of(cls, player: int, replay: Replay) -> "Runner":
        """Return what was done in a replay that was checked.

        Raises:
            UnknownGame, BadOption, ValueError, IllegalAction, BadMessage: it was not.
        """
        bot = any(each.bot for each in replay.racers if each.player == replay.player)
        runner = cls(player, replay.name, (replay.game, replay.options, replay.seed), bot=bot)
        for entry, at in zip(replay.entries, replay.times, strict=True):
            runner.add(parse_entry(entry), at)
        if replay.status != "racing":
            runner.end(replay.status, max(ended_at(replay), *replay.times[-1:], 0))
        return runner

    def add(self, entry: Entry, at: int) -> None:
        """Note the next entry, at a time that is not before that of the last.

        Raises:
            IllegalAction: the rules refuse it.
        """
        self._racer.enter(entry, at)
        self._note(at)

    def end(self, status: Status, at: int) -> None:
        """Note that it was over then, if no entry has brought that about."""
        if self._racer.end(status):
            self._end = at, status

    @property
    def over(self) -> bool:
        """Whether it is known how it ended."""
        return self._racer.status != "racing"

    @property
    def known_until(self) -> int:
        """Until when it is known what was done; all is where it is `over`."""
        return self._moments[-1].at

    def view_at(self, milliseconds: int) -> State:
        """Return the position at a moment, as its player saw it."""
        return self._moment(milliseconds).view

    def standing_at(self, milliseconds: int) -> Standing:
        """Return how it stood at a moment, without a place."""
        return self._standing(self._moment(milliseconds), milliseconds)

    @property
    def last(self) -> Standing:
        """How it stands at the end, as far as it is known."""
        return self._standing(self._moments[-1], self._end[0] if self._end else self.known_until)

    def curve_at(self, milliseconds: int) -> Sequence[tuple[int, int]]:
        """Return how the score went until a moment."""
        at = bisect_right(self._curve, milliseconds, key=lambda point: point[0])
        return self._curve[:at]

    def _note(self, at: int) -> None:
        racer = self._racer
        score = racer.view.score
        if not self._curve or self._curve[-1][1] != score:
            self._curve.append((at, score))
        noted = _Moment(at, racer.view, racer.status, racer.milliseconds, racer.undos)
        self._moments.append(noted)

    def _moment(self, milliseconds: int) -> _Moment:
        at = bisect_right(self._moments, milliseconds, key=lambda moment: moment.at)
        return self._moments[max(at, 1) - 1]

    def _standing(self, moment: _Moment, milliseconds: int) -> Standing:
        status = moment.status
        if self._end and milliseconds >= self._end[0]:
            status = self._end[1]
        moves = bisect_right(self._moments, milliseconds, key=lambda each: each.at) - 1
        return Standing(
            self.player,
            self.name,
            status,
            moment.view.score,
            0,
            max(moves, 0),
            moment.milliseconds,
            True,
            self.bot,
            moment.undos,
            self.level,
        )


class GhostRace:
    """One's own game, and those that race along."""

    def __init__(self, own: Runner, others: Sequence[Runner]) -> None:
        """Race against the `others`, on the deal of one's own."""
        self.own, self.others = own, others

    @classmethod
    def against(cls, name: str, replays: Sequence[Replay]) -> "GhostRace":
        """Race against some replays as the player of this name.

        Raises:
            FaultyReplays: they are not all true, or not all of one deal.
        """
        for replay in replays:
            if fault := play_again(replay).fault:
                raise FaultyReplays(fault)
        deals = [(replay.game, _complete(replay), replay.seed) for replay in replays]
        if any(deal != deals[0] for deal in deals):
            raise FaultyReplays(ReplayFault("these games are not on the same deal"))
        ghosts = [Runner.of(player, each) for player, each in enumerate(replays, FIRST_GHOST)]
        return cls(Runner(OWN, name, deals[0]), ghosts)

    def standings(self, milliseconds: int) -> list[Standing]:
        """Return how all stand at a moment, the best first."""
        return _placed(each.standing_at(milliseconds) for each in self._all)

    @property
    def results(self) -> list[Standing]:
        """How all stand when one's own game is over: the others as they ended."""
        return _placed(each.last for each in self._all)

    @property
    def decided(self) -> bool:
        """Whether nothing can change these results but one's own going on.

        Of a game that is still thought about, enough is known once it would be slower than one's
        own win.
        """
        own = self.own.last
        won_by = own.milliseconds if own.status == "won" else None
        return all(
            each.over or (won_by is not None and each.known_until >= won_by) for each in self.others
        )

    def curves(self, milliseconds: int) -> dict[int, Sequence[tuple[int, int]]]:
        """Return how everybody's score went until a moment, by player."""
        return {each.player: each.curve_at(milliseconds) for each in self._all}

    @property
    def _all(self) -> Sequence[Runner]:
        return (self.own, *self.others)


class FaultyReplays(ValueError):
    """Some replays cannot be raced against."""

    def __init__(self, fault: ReplayFault) -> None:
        """Keep why."""
        super().__init__(str(fault))
        self.fault = fault


def _complete(replay: Replay) -> Options:
    return catalogue.entry(replay.game).complete(replay.options)


def _placed(standings: Iterable[Standing]) -> list[Standing]:
    """Return the standings with their places, the best first; who is equal shares one."""
    all_ = list(standings)
    ranks = [rank(each.status, each.score, each.milliseconds) for each in all_]
    if all(each.status == "racing" and not each.milliseconds for each in all_):
        return all_  # Nobody is ahead of anybody yet.
    placed = [
        replace(each, place=1 + sum(other < own for other in ranks))
        for each, own in zip(all_, ranks, strict=True)
    ]
    return sorted(placed, key=lambda each: each.place)

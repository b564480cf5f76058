"""Plays a replay again: for clients that have no rules, or as far as somebody wants to play on.

It may take long, and so it leaves time to others.
"""

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from engine import catalogue
from engine.empty_places import dealt_signs
from engine.play import Play
from engine.solver.winnable import Winnable
from engine.state import Action
from protocol import deal_code, wire
from protocol.daily import heights
from protocol.messages import (
    MAX_ENTRIES,
    MAX_POSITIONS,
    SOLUTION,
    Analysis,
    Change,
    PackedEntry,
    Positions,
    Practice,
    Replay,
    Settings,
    WireAction,
)
from protocol.racing import Racer
from protocol.solution import PACE
from server.rooms import opening
from server.rooms.deals.daily import DailyDeal
from server.rooms.opening import Opening
from server.rooms.races import prompter
from server.rooms.races.ghost import GhostGame
from server.rooms.records import PastGame
from server.storage.database import Damaged
from server.storage.replays import Filed, racers_of

SOLUTION_NAME: Final = "Solution"
"""What is called so where a racer's name would stand."""
AT_ONCE: Final = 0.001
"""Seconds of playing after which all others have as long: thousands of moves take some tenths."""


class _Pace:
    """Lets all others have as long as is played."""

    def __init__(self) -> None:
        """Begin to play."""
        self._began = time.monotonic()

    async def keep(self) -> None:
        """Wait, if it has been played for long enough."""
        if (took := time.monotonic() - self._began) > AT_ONCE:
            await asyncio.sleep(took)
            self._began = time.monotonic()


async def play_to(
    replay: Replay,
    number: int,
    solutions: Iterable[Sequence[Action]] = (),
    daily: str = "",
) -> Opening:
    """Return where a replay stands after so many entries, or at its end if it has not as many.

    Each of the `solutions` wins from the deal on, which is the daily deal of a day, if one is told.

    Raises:
        Damaged: the rules do not lead there.
    """
    number = min(number, len(replay.entries))
    try:
        code = deal_code.write(replay.game, replay.options, replay.seed)
        origin = (replay.race, replay.player, replay.name, number, replay.won)
        practice = Practice(code, *origin, daily=daily)
        actions = opening.standing(map(wire.parse_entry, replay.entries[:number]))
        play, pace = opening.deal(practice), _Pace()
        for action in actions:
            play.enter(action)
            await pace.keep()
        known = await _known(practice, solutions, pace)
    except ValueError as error:
        raise _damaged(replay, error) from error
    return Opening(practice, actions, play, known)


async def play_daily(daily: DailyDeal, race: int = 0) -> Opening:
    """Return where a daily deal is practised; `race` was one's attempt, if there was one.

    Raises:
        Damaged: the rules do not lead through what wins it.
    """
    practice = daily.practice(race)
    try:
        solution = [wire.parse_action(action) for action in daily.deal.solution]
        known = await _known(practice, [solution], _Pace())
    except ValueError as error:
        raise Damaged(f"the deal of {daily.day} cannot be played: {error}") from error
    return Opening(practice, (), opening.deal(practice), known)


async def with_solution(begun: Opening, solution: Sequence[Action]) -> Opening:
    """Return the same opening, where it is known how its deal is won.

    Raises:
        Damaged: the rules do not lead through the solution.
    """
    try:
        known = await _known(begun.practice, [solution], _Pace())
    except ValueError as error:
        raise Damaged(f"a deal's solution cannot be played: {error}") from error
    return dataclasses.replace(begun, known=known)


async def _known(
    practice: Practice, solutions: Iterable[Sequence[Action]], pace: _Pace
) -> Winnable:
    """Return what is known of what is practised by these solutions.

    Raises:
        ValueError: the rules refuse one of them.
    """
    known = opening.unexplored(practice)
    for solution in solutions:
        winning = opening.deal(practice)
        for action in solution:
            known.note(winning.state, action)
            winning.enter(action)
            await pace.keep()
    return known


async def play_curve(replay: Replay) -> list[int]:
    """Return how the score of a replay went, in the heights of a small curve.

    Raises:
        Damaged: the rules do not lead through it.
    """
    try:
        play = Play(catalogue.make(replay.game, replay.options), replay.seed)
        racer = await _raced(play, replay.entries, replay.times)
    except ValueError as error:
        raise _damaged(replay, error) from error
    ended = next((each.ended for each in replay.racers if each.player == replay.player), 0)
    return heights(racer.curve.points, max([ended, *replay.times[-1:]]))


async def play_solution(race: int, filed: Filed, actions: Iterable[WireAction]) -> Replay:
    """Return the solution of a race's deal as a replay, at an even pace.

    Raises:
        Damaged: the rules do not lead through it.
    """
    solution = [*actions]
    times = [PACE * number for number in range(1, len(solution) + 1)]
    try:
        settings = msgspec.json.decode(filed.settings, type=Settings)
        play = Play(catalogue.make(settings.game, settings.options), filed.seed)
        racer = await _raced(play, solution, times)
        racers = racers_of(filed)
    except ValueError as error:
        raise Damaged(f"the solution of race {race} cannot be played: {error}") from error
    return Replay(
        race,
        SOLUTION,
        filed.name,
        settings.game,
        settings.options,
        filed.seed,
        [*solution],
        times,
        racer.status,
        racer.view.score,
        racer.milliseconds,
        filed.commitment,
        racers,
    )


async def play_won(replay: Replay, known: Analysis) -> Replay | None:
    """Return how a racer could still have won, as an analysis of that `replay` has found.

    It is what the racer did as long as it could be won, at the same times, and from there the
    solution at an even pace.  None where nothing is known, or where there would be more entries
    than a replay may have.

    Raises:
        Damaged: the rules do not lead through it.
    """
    until, solution = known.won_until, known.solution
    if until is None or not solution or until + len(solution) > MAX_ENTRIES:
        return None
    entries = [*replay.entries[:until], *solution]
    begun = replay.times[until - 1] if until else 0
    times = [*replay.times[:until], *(begun + PACE * (at + 1) for at in range(len(solution)))]
    try:
        play = Play(catalogue.make(replay.game, replay.options), replay.seed)
        racer = await _raced(play, entries, times)
    except ValueError as error:
        raise _damaged(replay, error) from error
    return replace(
        replay,
        name=SOLUTION_NAME,
        entries=entries,
        times=times,
        status=racer.status,
        score=racer.view.score,
        milliseconds=racer.milliseconds,
        won=True,
    )


async def _raced(play: Play, entries: Sequence[PackedEntry], times: Sequence[int]) -> Racer:
    """Return a racer who has done all that at these times.

    Raises:
        ValueError: the rules refuse it.
    """
    racer, pace = Racer(play), _Pace()
    for entry, at in zip(entries, times, strict=True):
        racer.enter(wire.parse_entry(entry), at)
        await pace.keep()
    return racer


def _damaged(replay: Replay, error: ValueError) -> Damaged:
    return Damaged(f"the moves of race {replay.race} cannot be played again: {error}")


async def play_ghost(past: PastGame) -> GhostGame:
    """Return what a ghost of a game does, once that has been played to its end.

    Raises:
        UntrueGame: the rules do not lead there.
    """
    playing, pace = GhostGame.playing(past), _Pace()
    while True:
        try:
            next(playing)
        except StopIteration as done:
            game: GhostGame = done.value
            return game
        await pace.keep()


async def play_back(replay: Replay, solution: int = 0) -> AsyncIterator[Positions]:
    """Yield all positions of a replay, as its racer saw them; at least one part.

    `solution` is how many actions the solution of its deal has, where one is known.

    Raises:
        Damaged: the rules do not lead through it.
    """
    race, player, won = replay.race, replay.player, replay.won
    try:
        game = catalogue.make(replay.game, replay.options)
        play = Play(game, replay.seed)
        first = view = game.view(play.state)
        layout = prompter.layout(race, game, dealt_signs(game, view))
        changes: list[Change] = []
        pace = _Pace()
        for entry in replay.entries:
            if len(changes) == MAX_POSITIONS:
                board = wire.board(player, play.length - MAX_POSITIONS, first, "racing")
                yield Positions(race, player, layout, board, changes, solution, won)
                first, changes = view, []
            play.enter(wire.parse_entry(entry))
            before, view = view, game.view(play.state)
            changes.append(wire.change(before, view))
            await pace.keep()
    except ValueError as error:
        raise _damaged(replay, error) from error
    board = wire.board(player, play.length - len(changes), first, "racing")
    yield Positions(race, player, layout, board, changes, solution, won)

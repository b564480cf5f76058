"""Plays a replay again: for clients that have no rules, or as far as somebody wants to play on.

It may take long, and so it leaves time to others.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final

import msgspec

from engine import catalogue
from engine.empty_places import dealt_signs
from engine.play import Play
from engine.state import Action, State
from protocol import deal_code, wire
from protocol.messages import (
    MAX_POSITIONS,
    SOLUTION,
    Change,
    Positions,
    Practice,
    Replay,
    Settings,
    WireAction,
)
from protocol.racing import Racer
from protocol.solution import PACE
from server.rooms import opening
from server.rooms.opening import Opening
from server.rooms.races import prompter
from server.storage.database import Damaged
from server.storage.replays import Filed, racers_of

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
    replay: Replay, number: int, solutions: Iterable[Sequence[Action]] = ()
) -> Opening:
    """Return where a replay stands after so many entries, or at its end if it has not as many.

    Each of the `solutions` wins from the deal on.

    Raises:
        Damaged: the rules do not lead there.
    """
    number = min(number, len(replay.entries))
    try:
        code = deal_code.write(replay.game, replay.options, replay.seed)
        practice = Practice(code, replay.race, replay.player, replay.name, number)
        actions = opening.standing(map(wire.parse_entry, replay.entries[:number]))
        play, pace = opening.deal(practice), _Pace()
        for action in actions:
            play.enter(action)
            await pace.keep()
        known: dict[State, Action] = {}
        for solution in solutions:
            winning = opening.deal(practice)
            for action in solution:
                known.setdefault(winning.state, action)
                winning.enter(action)
                await pace.keep()
    except ValueError as error:
        raise _damaged(replay, error) from error
    return Opening(practice, actions, play, known)


async def play_solution(race: int, filed: Filed, actions: Iterable[WireAction]) -> Replay:
    """Return the solution of a race's deal as a replay, at an even pace.

    Raises:
        Damaged: the rules do not lead through it.
    """
    solution = [*actions]
    times = [PACE * number for number in range(1, len(solution) + 1)]
    try:
        settings = msgspec.json.decode(filed.settings, type=Settings)
        racer = Racer(Play(catalogue.make(settings.game, settings.options), filed.seed))
        pace = _Pace()
        for action, at in zip(solution, times, strict=True):
            racer.enter(wire.parse_action(action), at)
            await pace.keep()
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


def _damaged(replay: Replay, error: ValueError) -> Damaged:
    return Damaged(f"the moves of race {replay.race} cannot be played again: {error}")


async def play_back(replay: Replay, solution: int = 0) -> AsyncIterator[Positions]:
    """Yield all positions of a replay, as its racer saw them; at least one part.

    `solution` is how many actions the solution of its deal has, where one is known.

    Raises:
        Damaged: the rules do not lead through it.
    """
    race, player = replay.race, replay.player
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
                yield Positions(race, player, layout, board, changes, solution)
                first, changes = view, []
            play.enter(wire.parse_entry(entry))
            before, view = view, game.view(play.state)
            changes.append(wire.change(before, view))
            await pace.keep()
    except ValueError as error:
        raise _damaged(replay, error) from error
    board = wire.board(player, play.length - len(changes), first, "racing")
    yield Positions(race, player, layout, board, changes, solution)

"""Plays a replay again for clients that have no rules: every position, in parts of bounded size."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final

from engine import catalogue
from engine.empty_places import dealt_signs
from engine.play import Play
from protocol import wire
from protocol.messages import MAX_POSITIONS, Change, Positions, Replay
from server.rooms.races import prompter
from server.storage.database import Damaged

AT_ONCE: Final = 0.001
"""Seconds of playing after which all others have as long: thousands of moves take some tenths."""


async def play_back(replay: Replay) -> AsyncIterator[Positions]:
    """Yield all positions of a replay, as its racer saw them; at least one part.

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
        began = time.monotonic()
        for entry in replay.entries:
            if len(changes) == MAX_POSITIONS:
                board = wire.board(player, play.length - MAX_POSITIONS, first, "racing")
                yield Positions(race, player, layout, board, changes)
                first, changes = view, []
            play.enter(wire.parse_entry(entry))
            before, view = view, game.view(play.state)
            changes.append(wire.change(before, view))
            if (took := time.monotonic() - began) > AT_ONCE:
                await asyncio.sleep(took)
                began = time.monotonic()
    except ValueError as error:
        raise Damaged(f"the moves of race {race} cannot be played again: {error}") from error
    board = wire.board(player, play.length - len(changes), first, "racing")
    yield Positions(race, player, layout, board, changes)

import asyncio

import pytest
from msgspec.structs import replace

from engine import catalogue
from engine.state import State
from harness.replays import rambled
from protocol import wire
from protocol.forms import JSON
from protocol.messages import MAX_POSITIONS, Positions, Replay
from protocol.racing import play_again
from server.bounds import Limits
from server.reception import playback
from server.reception.playback import play_back
from server.storage.database import Damaged


async def parts(replay: Replay) -> list[Positions]:
    return [part async for part in play_back(replay)]


def views(part: Positions) -> list[State]:
    """All positions of a part, as a client without rules finds them."""
    found = [wire.board_view(part.board)]
    for change in part.changes:
        found.append(wire.step_view(found[-1], change))
    return found


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
async def test_every_game_is_shown_as_its_racer_saw_it(entry: catalogue.CatalogueEntry) -> None:
    replay = rambled(entry.name, 40)
    [part] = await parts(replay)
    assert views(part) == play_again(replay).views
    assert len(part.layout.places) == len(part.board.piles)
    assert (part.race, part.player) == (part.layout.race, part.board.player) == (1, 2)


@pytest.mark.parametrize("length", [0, 1, 249, 250, 251, 500, 1001])
async def test_a_long_one_comes_in_parts_that_follow_each_other(length: int) -> None:
    replay = rambled("klondike", length)
    assert len(replay.entries) == length
    told = await parts(replay)
    assert [part.board.number for part in told] == [*range(0, max(1, length), MAX_POSITIONS)]
    assert sum(len(part.changes) for part in told) == length
    shown = [view for part in told for view in views(part)[:-1]] + [views(told[-1])[-1]]
    assert shown == play_again(replay).views


@pytest.mark.parametrize("name", ["montana", "spider-three-decks", "thirteens"])
async def test_no_part_is_too_large_for_a_reader(name: str) -> None:
    """Were all its changes like the largest; these are the games that have the largest."""
    [part] = await parts(rambled(name, MAX_POSITIONS))
    largest = max(
        part.changes, key=lambda change: len(JSON.encode(replace(part, changes=[change])))
    )
    bound = Limits().unsent
    assert len(JSON.encode(replace(part, changes=[largest] * MAX_POSITIONS))) < bound


@pytest.mark.parametrize(
    "wrong",
    [{"entries": ["undo"]}, {"entries": [[0, 1, 0]]}, {"entries": [[1, 2]]}, {"game": "bridge"}],
    ids=str,
)
async def test_what_the_rules_do_not_lead_through_is_damaged(wrong: dict[str, object]) -> None:
    with pytest.raises(Damaged, match="cannot be played again"):
        await parts(replace(rambled("klondike", 3), **wrong))


async def test_others_have_their_turn_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "AT_ONCE", 0)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    await parts(rambled("klondike", 50))
    counting.cancel()
    assert turns > 50

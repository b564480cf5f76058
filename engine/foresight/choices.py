"""What can be done in a position, of places that are alike only one."""

from collections.abc import Sequence

from engine.game import Game
from engine.state import Action, Move, State


def alike(game: Game) -> list[int]:
    """Return a number for each pile: the same for those between which the rules make no difference.

    Where single cards lie side by side each pile has its own, for there it matters where they lie.
    """
    found: dict[object, int] = {}
    return [
        found.setdefault(
            (p.kind, p.take, p.on_empty, p.on_top, p.reach, p.fits, p.does)
            if p.spread != "squared" or p.kind in ("reserve", "foundation")
            else pile,
            pile,
        )
        for pile, p in enumerate(game.places)
    ]


def choices(game: Game, numbers: Sequence[int], state: State) -> list[Action]:
    """Return what can be done, but of empty places that are `alike` by their numbers only one."""
    piles, actions = state.piles, list[Action]()
    for source, count, *targets in game.lifts(state):
        tried = {numbers[source]} if count == len(piles[source]) else set[int]()
        for target in targets:
            if not piles[target]:
                if numbers[target] in tried:
                    continue
                tried.add(numbers[target])
            actions.append(Move(source, count, target))
    actions.extend(game.clicks(state))
    return actions

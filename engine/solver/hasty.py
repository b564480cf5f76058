"""A hasty way to go about a game: it misses wins, but finds those that there are the sooner."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import DOWN, SUIT, Pile
from engine.game import Game
from engine.places import Layout, nothing
from engine.relations import Relation
from engine.state import Action, Move, State

_CARDS: Final = 256


def hasty(game: Game) -> list[Game]:
    """Return games as one in which `Strategy.hasty` holds looks to somebody in haste.

    Every card that can go home has to, at once, and none comes back. Positions count as the same
    in which other cards lie, as long as the tableau takes these alike. What wins there wins the
    game as well; that it cannot be won there says nothing.

    There is one for each opinion: which of such positions is looked at is a matter of luck, and so
    each tries its own.

    Raises:
        ValueError: it does not say in which `order` its tableau is built.
    """
    strategy = game.strategy
    if strategy.order is None:
        raise ValueError("a game with `hasty` says in which `order` its tableau is built")
    homes = [place.kind == "foundation" for place in game.places]
    places = [
        replace(place, take=nothing) if is_home else place
        for place, is_home in zip(game.places, homes, strict=True)
    ]
    strategy = replace(
        strategy,
        at_once=_either(_goes_home(homes), strategy.at_once),
        essence=_alike(homes, strategy.order, strategy.essence),
        safe=False,
        hasty=False,
    )
    layout: Layout = {range(len(places)): places}
    return [
        replace(game, layout=layout, strategy=replace(strategy, weights=(weights,)))
        for weights in strategy.weights
    ]


def _goes_home(homes: Sequence[bool]) -> Callable[[State, Action], bool]:
    def goes_home(state: State, action: Action) -> bool:
        return isinstance(action, Move) and homes[action[2]]

    return goes_home


def _either(
    one: Callable[[State, Action], bool], other: Callable[[State, Action], bool] | None
) -> Callable[[State, Action], bool]:
    if other is None:
        return one
    return lambda state, action: one(state, action) or other(state, action)


def _alike(
    homes: Sequence[bool],
    order: Relation,
    essence: Callable[[Sequence[Pile]], Sequence[Pile]] | None,
) -> Callable[[Sequence[Pile]], Sequence[Pile]]:
    """Return what takes cards for one that the tableau puts on the same and takes the same on."""
    columns = list(zip(*order, strict=True))
    first: dict[object, int] = {}
    faces = bytes(
        first.setdefault((columns[card & ~DOWN], order[card & ~DOWN], card & ~SUIT), card)
        for card in range(_CARDS)
    )

    def alike(piles: Sequence[Pile]) -> Sequence[Pile]:
        if essence is not None:
            piles = essence(piles)
        return [
            cards if is_home else cards.translate(faces)
            for cards, is_home in zip(piles, homes, strict=True)
        ]

    return alike

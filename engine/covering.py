"""Rules of the games in which cards lie half on each other, as in a pyramid."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from engine.cards import DOWN, TURN_UP
from engine.places import ClickRule, Place, Put, Take
from engine.relations import NOTHING, Acceptance, Relation
from engine.rules import After, top
from engine.state import Draft, State

Covers: TypeAlias = Mapping[int, tuple[int, ...]]
"""By pile: the piles whose cards lie half on it."""


def lying_on(piles: Sequence[int], places: Sequence[Place]) -> Covers:
    """Return by pile which of `piles` lie on it: those of the next lower row that overlap it.

    `places` are the places of these piles, in the same order.
    """
    at = {pile: place.at for pile, place in zip(piles, places, strict=True)}
    rows = sorted({y for _, y in at.values()})
    following = dict(pairwise(rows))
    return {
        pile: tuple(
            other
            for other in piles
            if at[other][1] == following.get(y) and abs(at[other][0] - x) < 1
        )
        for pile, (x, y) in at.items()
    }


def is_free(position: State, pile: int, covers: Covers) -> bool:
    """Return whether no card lies on this pile."""
    piles = position.piles
    return not any(piles[cover] for cover in covers[pile])


def free_top(covers: Covers) -> Take:
    """Take the top card, if it lies face up and no card on it (see `lying_on`)."""

    def take(position: State, pile: int) -> Sequence[int]:
        return top(position, pile) if is_free(position, pile, covers) else ()

    return take


def on_free(relation: Relation, covers: Covers) -> Put:
    """Welcome what goes with the top card, as `relation` says, if no card lies on it."""

    def put(position: State, pile: int) -> Acceptance:
        if is_free(position, pile, covers):
            return relation[position.piles[pile][-1]]
        return NOTHING

    return put


def click_if_free(click: ClickRule, covers: Covers) -> ClickRule:
    """Let a click do what it did, but only while no card lies on the pile."""
    return click._replace(
        may=lambda position, pile: is_free(position, pile, covers) and click.may(position, pile)
    )


def turn_up_free(covers: Covers) -> After:
    """Turn a card face up when none of the piles that cover it holds a card any more."""
    watched = tuple(covers.items())

    def after(draft: Draft) -> bool:
        changed = False
        lying = draft.piles
        for pile, above in watched:
            cards = lying[pile]
            if cards and cards[-1] >= DOWN:
                for cover in above:
                    if lying[cover]:
                        break
                else:
                    lying[pile] = cards[:-1] + cards[-1:].translate(TURN_UP)
                    changed = True
        return changed

    return after

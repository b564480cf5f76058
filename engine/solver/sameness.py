"""Which positions are one and the same to somebody who wants to win."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from engine.cards import FACES, Pile
from engine.game import Game
from engine.places import stack
from engine.solver.turning import Line, Turning
from engine.state import Click, Move, State

Key: TypeAlias = tuple[bytes, int, tuple[int, ...]]
"""What two positions have in common if, and only if, they are the same."""
_BETWEEN = b"\xff"
"""Stands between piles; no card is this byte."""


class Sameness:
    """Tells positions of one game apart by what can still become of them.

    The score plays no part, nor which of two copies of a card lies where, nor the order of piles
    with the same rules; nor how often the cards came round where that is nowhere counted; nor
    suits, buried cards and the like where the game's strategy says so.
    """

    def __init__(self, game: Game, deal: State, turning: Turning | None = None) -> None:
        """Look at the rules of the piles, and at which of them a click on the stock feeds.

        What `turning` changes is left out of the keys: `engine.solver.seen` looks at it.
        """
        groups = interchangeable(game)
        left_out = turning.piles if turning else ()
        places = [pile for pile in range(len(game.places)) if pile not in left_out]
        self._twice = len(set(game.deck.translate(FACES))) < len(set(game.deck))
        self._essence = game.strategy.essence
        self._shown = tuple(game.strategy.shown.items())
        self._counted = game.redeals is not None and turning is None
        self._stocks = [pile for pile in places if game.places[pile].kind == "stock"]
        self._stacking = {pile for pile in places if game.places[pile].does is stack}
        # Where the stock is turned onto a waste, it feeds no pile that might be exchanged.
        fed = _fed_by_stock(game, deal, self._stocks)
        self._late = self._parts(groups, places)
        self._early = self._parts(
            [group for group in groups if not fed.intersection(group)], places
        )

    @staticmethod
    def _parts(
        groups: Iterable[tuple[int, ...]], places: Iterable[int]
    ) -> tuple[list[int], list[tuple[int, ...]]]:
        groups = list(groups)
        grouped = set(chain.from_iterable(groups))
        return [pile for pile in places if pile not in grouped], groups

    def key(self, state: State) -> Key:
        """Return what two positions have in common if, and only if, they are the same."""
        piles: Sequence[Pile] = state.piles
        if self._shown:
            piles = list(piles)
            for pile, count in self._shown:
                piles[pile] = piles[pile][-count:] if count else b""
        if self._essence is not None:
            # Before they are sorted, so that equal ones come to lie alike.
            piles = self._essence(piles)
        single, groups = self._grouped(state)
        parts = [piles[pile] for pile in single]
        for group in groups:
            parts += sorted([piles[pile] for pile in group])
        cards = _BETWEEN.join(parts)
        if self._twice:
            cards = cards.translate(FACES)
        return cards, state.redeals if self._counted else 0, state.marks

    def distinct(self, state: State, lines: list[Line]) -> list[Line]:
        """Return the lines without those that lead to the same as another, or nowhere.

        It is all one to which of several empty piles cards go, and whether a pile's cards lie there
        or in another such pile that is empty.
        """
        piles = state.piles
        if b"" not in piles:
            return lines
        spare: set[int] = set()
        needless: set[tuple[int, int, int]] = set()
        for group in self._grouped(state)[1]:
            empty = [pile for pile in group if not piles[pile]]
            if not empty:
                continue
            spare.update(empty[1:])
            if group[0] in self._stacking:
                needless.update((pile, len(piles[pile]), empty[0]) for pile in group)
        if not (spare or needless):
            return lines
        return [
            line
            for line in lines
            if not (
                isinstance(line.action, Move)
                and (line.action.target in spare or line.action in needless)
            )
        ]

    def _grouped(self, state: State) -> tuple[list[int], list[tuple[int, ...]]]:
        for stock in self._stocks:
            if state.piles[stock]:
                return self._early
        return self._late


def interchangeable(game: Game) -> list[tuple[int, ...]]:
    """Return the groups of piles with the same rules, so that it is all one which is which."""
    groups: dict[object, list[int]] = {}
    for pile, place in enumerate(game.places):
        if (
            place.kind not in ("stock", "waste")
            and place.reach is None
            and pile not in game.strategy.apart
        ):
            rules = (
                place.kind,
                place.take,
                place.on_empty,
                place.on_top,
                place.most,
                place.fits,
                place.does,
                place.click,
            )
            groups.setdefault(rules, []).append(pile)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def _fed_by_stock(game: Game, deal: State, stocks: Iterable[int]) -> set[int]:
    """Return the piles that get a card by a click on the stock, which deals them in order."""
    fed: set[int] = set()
    for stock in stocks:
        if game.is_legal(deal, Click(stock)):
            after = game.follow(deal, Click(stock), "any")
            fed.update(
                pile
                for pile, (old, new) in enumerate(zip(deal.piles, after.piles, strict=True))
                if len(new) > len(old)
            )
    return fed if len(fed) > 1 else set()


def sight(groups: Sequence[Sequence[int]], view: State) -> int:
    """Return a number that is the same for views in which the cards lie alike.

    The score plays no part, nor how often the cards came round; nor does it matter which of the
    piles of a group is which (see `interchangeable`).
    """
    piles = list(view.piles)
    for group in groups:
        for pile, cards in zip(group, sorted(piles[pile] for pile in group), strict=True):
            piles[pile] = cards
    return hash((tuple(piles), view.marks))

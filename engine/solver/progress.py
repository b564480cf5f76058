"""How far a position seems to be from a win."""

from engine.cards import ACE, DOWN, RANK
from engine.game import Game
from engine.state import State
from engine.strategies.measures import FROM_BASE, ranks_to_wait
from engine.strategies.strategy import Weights


class Progress:
    """Weighs positions of one game by one set of weights.

    What a pile of the tableau weighs is kept: most piles of a position are those of the one before.
    """

    def __init__(self, game: Game, weights: Weights) -> None:
        places = list(enumerate(game.places))
        self._weights = weights
        self._order, self._base = game.strategy.order, game.strategy.base
        # A stock that is turned whenever a card is wanted says nothing about how far it is.
        turning = game.strategy.turning
        self._stocks = [pile for pile, place in places if place.kind == "stock" and not turning]
        self._down: dict[bytes, int] = {}
        self._home = [pile for pile, in_play in enumerate(game.in_play) if not in_play]
        self._tableau = [pile for pile, place in places if place.kind == "tableau"]
        flat = {"reserve": weights.held, "stock": weights.stock, "waste": weights.waste}
        self._flat = [(pile, flat[place.kind]) for pile, place in places if flat.get(place.kind)]
        self._piles: dict[bytes, float] = {}
        self._cards = len(game.deck)
        self._own = game.strategy.own if weights.own else None

    def distance(self, state: State, actions: int) -> float:
        """Return how far it is from `state`, which took so many actions: 0 need not be a win."""
        weights, piles, known = self._weights, state.piles, self._piles
        sum_ = weights.score * state.score + weights.actions * actions
        if weights.redeals:
            sum_ += weights.redeals * state.redeals
        if (base := self._base) is not None:
            ranks = FROM_BASE[base(state) or ACE]
            piles = tuple([cards.translate(ranks) for cards in piles])
        for pile in self._tableau:
            cards = piles[pile]
            weight = known.get(cards)
            if weight is None:
                weight = known[cards] = self._weigh(cards)
            sum_ += weight
        for pile, weight in self._flat:
            sum_ += weight * len(piles[pile])
        if self._own is not None:
            sum_ += weights.own * self._own(state)
        if weights.out:
            out = self._cards
            for pile in self._home:
                out -= len(piles[pile])
            sum_ += weights.out * out
        return sum_

    def level(self, state: State) -> int:
        """Return how many cards are hidden or in the stock, less those home; 0 without levels."""
        if not self._weights.levels:
            return 0
        piles, known = state.piles, self._down
        level = 0
        for pile in self._tableau:
            cards = piles[pile]
            down = known.get(cards)
            if down is None:
                down = known[cards] = sum([card >= DOWN for card in cards])
            level += down
        for pile in self._stocks:
            level += len(piles[pile])
        for pile in self._home:
            level -= len(piles[pile])
        return level

    def _weigh(self, cards: bytes) -> float:
        if not cards:
            return 0
        weights, order = self._weights, self._order
        buried = blocked = broken = down = 0
        lowest, under = 99, -1
        lowest_of = [99, 99, 99, 99]
        for card in cards:
            rank = card & RANK
            down += card >= DOWN
            if rank > lowest:
                buried += 1
            else:
                lowest = rank
            suit = card >> 4 & 3
            if rank > lowest_of[suit]:
                blocked += 1
            else:
                lowest_of[suit] = rank
            if under >= 0:
                if order is None:
                    broken += under & RANK != rank + 1
                else:
                    broken += not order[under][card]
            under = card
        return (
            weights.buried * buried
            + weights.blocked * blocked
            + weights.broken * broken
            + weights.down * down
            + weights.filled
            + (weights.waiting and weights.waiting * ranks_to_wait(cards))
        )

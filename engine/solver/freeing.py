"""Cards that nothing can free any more: with them a position is lost long before it is stuck."""

from typing import Final, NamedTuple, TypeAlias

from engine.cards import ACE, COPY, DOWN, RANK, Pile
from engine.game import Game
from engine.state import State

_FACE: Final = ~(DOWN | COPY)
# What may come about, each as a bit of one number: a card of a face lies free in the tableau, has
# gone home, or would go there as soon as the one before has; a pile of the tableau is empty.
_HOME, _READY, _EMPTY = 64, 128, 1 << 192
KEPT: Final = 50_000
"""Of how many piles it is kept what can come about in them."""

_Chances: TypeAlias = "tuple[_Chance, ...]"


_NONE: Final[_Chances] = ()


class _Chance(NamedTuple):
    """Something that may come about."""

    needs: int
    """One of these bits has to be there before."""
    gives: int
    """The bits that are there then."""
    further: _Chances
    """What may come about then, besides."""


class Freeing:
    """Looks whether each card of a position could come home if all went well at the same time.

    What came about once counts as if it stayed, so a position that is called lost is, and others
    may be as well.
    """

    def __init__(self, game: Game) -> None:
        """Look at the rules of a game in which `Strategy.preparing` holds.

        Raises:
            ValueError: it does not say in which order its tableau is built.
        """
        order = game.strategy.order
        if order is None:
            raise ValueError("a game with `preparing` says in which `order` its tableau is built")
        faces = sorted({card & _FACE for card in game.deck})
        places = list(enumerate(game.places))
        self._order = order
        self._several = len(faces) < len(game.deck)
        self._onto = {over: sum(1 << at for at in faces if order[at][over]) for over in faces}
        """By card what it may lie on."""
        self._tableau = [pile for pile, place in places if place.kind == "tableau"]
        self._homes = [pile for pile, place in places if place.kind == "foundation"]
        self._stock = [pile for pile, place in places if place.kind == "stock"]
        self._waste = [pile for pile, place in places if place.kind == "waste"]
        clicks = [place.click for _, place in places if place.kind == "stock" and place.click]
        self._redeals = clicks[0].redeals if clicks else 0
        nothing = State(tuple([b""] * len(places)))
        for pile in self._tableau:
            if (put := game.places[pile].on_empty) is not None:
                welcome = put(nothing, pile)
                for face in faces:
                    self._onto[face] |= _EMPTY if welcome[face] else 0
        self._highest = max(face & RANK for face in faces)
        self._loose = {face: _Chance(self._onto[face], 1 << face, ()) for face in faces}
        self._back = [
            [
                tuple([self._loose[suit << 4 | rank] for rank in range(ACE, height + 1)])
                for height in range(self._highest + 1)
            ]
            for suit in range(4)
        ]
        self._columns: dict[Pile, tuple[int, _Chances]] = {}
        self._talons: dict[tuple[Pile, Pile], tuple[int, _Chances]] = {}

    def hopeless(self, state: State) -> bool:
        """Return whether a card can't come home any more."""
        piles, columns, highest = state.piles, self._columns, self._highest
        have = 0
        heights = [0, 0, 0, 0]
        waiting: list[_Chance] = []
        for pile in self._tableau:
            if cards := piles[pile]:
                gives, chances = columns.get(cards) or self._column(cards)
                have |= gives
                waiting += chances
            else:
                have |= _EMPTY
        for home in self._homes:
            if cards := piles[home]:
                last = cards[-1]
                heights[last >> 4 & 3] = max(heights[last >> 4 & 3], last & RANK)
        for suit, height in enumerate(heights):
            have |= ((1 << height + 1) - 2) << (suit << 4) + _HOME
            waiting += self._back[suit][height]
        gives, chances = self._talon(state)
        have |= gives
        waiting += chances
        to_come = 4 * highest - sum(heights)
        while True:
            before = have
            for suit in range(4):
                height, ready = heights[suit], have >> (suit << 4) + _READY
                while height < highest and ready >> height + 1 & 1:
                    height += 1
                    to_come -= 1
                    have |= 1 << (suit << 4 | height) + _HOME
                heights[suit] = height
            if not to_come:
                return False
            rest: list[_Chance] = []
            came = False
            for chance in waiting:
                needs, gives, further = chance
                if have & needs:
                    came = True
                    have |= gives
                    rest += further
                else:
                    rest.append(chance)
            if not came and have == before:
                return True
            waiting = rest

    def _column(self, cards: Pile) -> tuple[int, _Chances]:
        """Return what there is in a pile of the tableau, and what may come about in it."""
        if len(self._columns) > KEPT:
            self._columns.clear()
        order = self._order
        gives, further = _EMPTY, _NONE
        faces = [card & _FACE for card in cards]
        lowest = 0
        while lowest < len(cards):
            # A run, which lies on what was looked at before.
            end = lowest + 1
            while end < len(cards) and cards[end - 1] < DOWN and order[faces[end - 1]][faces[end]]:
                end += 1
            chances = []
            for at in range(lowest, end):
                card = faces[at]
                needs = self._onto[card] | 1 << card + _HOME
                if at == 0:
                    needs &= ~_EMPTY
                if at > lowest:
                    under = faces[at - 1]
                    if not self._several:
                        needs &= ~(1 << under)
                    chances.append(_Chance(needs, 1 << under | 1 << under + _READY, ()))
                else:
                    chances.append(_Chance(needs, gives, further))
            last = faces[end - 1]
            gives, further = 1 << last | 1 << last + _READY, tuple(chances)
            lowest = end
        found = self._columns[cards] = gives, further
        return found

    def _talon(self, state: State) -> tuple[int, _Chances]:
        """Return what there is in stock and waste, and what may come about there."""
        piles = state.piles
        stock = b"".join([piles[pile] for pile in self._stock])
        waste = b"".join([piles[pile] for pile in self._waste])
        if self._redeals is None or state.redeals < self._redeals:
            # All of them can be turned up; it does not matter what lies where.
            stock, waste = stock + waste, b""
        found = self._talons.get((stock, waste))
        if found is None:
            if len(self._talons) > KEPT:
                self._talons.clear()
            gives, chances = 0, _NONE
            for each in waste:
                card = each & _FACE
                leaves = _Chance(self._onto[card] | 1 << card + _HOME, gives, chances)
                gives, chances = 1 << card + _READY, (self._loose[card], leaves)
            for card in stock:
                gives |= 1 << (card & _FACE) + _READY
            chances += tuple([self._loose[card & _FACE] for card in stock])
            found = self._talons[stock, waste] = gives, chances
        return found

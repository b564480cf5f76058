"""How promising a position looks: by what every game declares, and by nothing else."""

from itertools import pairwise
from typing import Final

from engine.cards import COPY, DOWN
from engine.game import Game
from engine.places import Place, Put
from engine.relations import NOTHING, Acceptance, Relation
from engine.state import State

SCORE: Final = 6.0
"""What a point is worth."""
HIDDEN: Final = 5.0
"""What a face-down card costs that is to be played."""
EMPTY: Final = 4.0
"""What an empty pile is worth that takes any card; one that takes few is worth less."""
CELL: Final = 3.0
"""What an empty cell is worth."""
WAITING: Final = 1.0
"""What a card costs that lies in the stock or the waste."""
LINK: Final = 1.0
"""What a card is worth that lies on another as the pile is built, and again if both can move."""
BLOCK: Final = 2.0
"""What a card costs that lies on one which goes to the foundations before it."""
DEPTH: Final = 1.0
"""What each card costs that lies on one which a foundation would take now."""

_NEVER: Final = 99
_MANY: Final = 20_000
"""So many piles are remembered with what they are worth."""


class Evaluation:
    """Tells what positions of a game are worth to its player, in sixths of a point."""

    def __init__(self, game: Game) -> None:
        """Judge positions of `game`."""
        numbered = list(enumerate(game.places))
        self._game = game
        self._faces = sorted({card & ~COPY for card in game.deck})
        self._homes = [(i, p) for i, p in numbered if p.kind == "foundation"]
        self._cells = [i for i, p in numbered if p.kind == "reserve" and p.on_empty]
        self._piles = [
            (i, p)
            for i, p in numbered
            if p.kind == "tableau" or (p.kind == "reserve" and not p.on_empty)
        ]
        self._waiting = [
            i for i, p in numbered if p.kind == "stock" or (p.kind == "waste" and not p.on_top)
        ]
        self._columns = [
            (i, p.on_empty)
            for i, p in self._piles
            if p.kind == "tableau" and p.on_empty and p.spread != "squared"
        ]
        self._bases: list[bytes] | None = None
        self._relations: dict[Put, Relation] = {}
        self._order = b""
        self._empty = 0.0
        self._worths: dict[tuple[object, object], dict[bytes, float]] = {}

    def look_from(self, view: State) -> None:
        """Take the position from which is looked ahead: some rules depend on a card in it."""
        bases = [view.piles[pile][:1] for pile, _ in self._homes]
        if bases == self._bases and sum(map(len, self._worths.values())) < _MANY:
            return
        self._bases = bases
        self._relations.clear()
        self._worths.clear()
        self._order = self._order_of(view)
        self._empty = 0.0
        if self._columns:
            pile, put = self._columns[0]
            welcome = put(_lying(view, pile, b""), pile)
            self._empty = EMPTY * sum(welcome[card] for card in self._faces) / len(self._faces)

    def value(self, state: State) -> float:
        """Return what the position is worth."""
        piles = state.piles
        value = SCORE * state.score
        value -= WAITING * sum([len(piles[pile]) for pile in self._waiting])
        wanted = self._wanted(state)
        for pile, place in self._piles:
            if cards := piles[pile]:
                worths = self._worths.setdefault((place.on_top, place.take), {})
                worth = worths.get(cards)
                if worth is None:
                    worth = worths[cards] = self._pile(state, pile, place)
                value += worth
                if wanted is not None and (at := cards.translate(wanted).find(1)) >= 0:
                    value -= DEPTH * (len(cards) - at - 1)
        value += self._empty * [piles[pile] for pile, _ in self._columns].count(b"")
        return value + CELL * [piles[pile] for pile in self._cells].count(b"")

    def _wanted(self, state: State) -> Acceptance | None:
        """Return which cards a foundation would take now."""
        flags = 0
        for pile, place in self._homes:
            put = place.on_top if state.piles[pile] else place.on_empty
            if put is not None and (welcome := put(state, pile)) is not NOTHING:
                flags |= int.from_bytes(welcome)
        return flags.to_bytes(256) if flags else None

    def _pile(self, state: State, pile: int, place: Place) -> float:
        """Return what the cards of a pile are worth, wherever the others lie."""
        cards = state.piles[pile]
        up = [card for card in cards if card < DOWN]
        value = -HIDDEN * (len(cards) - len(up))
        if place.on_top is not None:
            relation = self._relation(state, pile, place.on_top)
            value += LINK * sum(relation[under][over] for under, over in pairwise(up))
            if counts := place.take(state, pile):
                value += LINK * (counts[-1] - 1)
        order, lowest = self._order, _NEVER
        for card in up:
            value -= BLOCK * (order[card] > lowest)
            lowest = min(lowest, order[card])
        return value

    def _relation(self, state: State, pile: int, put: Put) -> Relation:
        """Return which card may lie on which there, as far as that depends on these two alone."""
        if (found := self._relations.get(put)) is None:
            rows: list[Acceptance] = [NOTHING] * 256
            for card in self._faces:
                row = put(_lying(state, pile, bytes([card])), pile)
                rows[card] = rows[card | COPY] = row
            found = self._relations[put] = tuple(rows)
        return found

    def _order_of(self, view: State) -> bytes:
        """Return for each card how many have to lie on its foundation before it."""
        order = bytearray([_NEVER]) * 256
        for pile, place in self._homes:
            if view.piles[pile]:
                wanted = {view.piles[pile][0] & ~COPY}
            else:
                first = place.on_empty(view, pile) if place.on_empty else NOTHING
                wanted = {card for card in self._faces if first[card]}
            number = 0
            while wanted := {card for card in wanted if order[card] > number}:
                for card in wanted:
                    order[card] = order[card | COPY] = number
                if place.on_top is None:
                    break
                relation = self._relation(view, pile, place.on_top)
                wanted = {c for card in wanted for c in self._faces if relation[card][c]}
                number += 1
        return bytes(order)


def _lying(state: State, pile: int, cards: bytes) -> State:
    """Return the position with these cards on the pile."""
    piles = list(state.piles)
    piles[pile] = cards
    return state._replace(piles=tuple(piles))

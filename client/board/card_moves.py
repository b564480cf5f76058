"""Which card went where between two positions, so that a board can glide them there. Pure.

A view does not tell one face-down card from another, and a state is no list of moves: this is a
good guess for the eye, and no rule.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from client.board.layout import Spot
from engine.cards import COPY, RANK, UNKNOWN, is_down


def came_from(before: Sequence[bytes], after: Sequence[bytes]) -> dict[Spot, Spot]:
    """Return where each card of the piles `after` lay in the piles `before`.

    Cards that stayed are found first, then those whose face was elsewhere, then those that were
    turned over where they lie. The others came out of a face-down pile, or went into one. A card
    that was nowhere before is left out.
    """
    old = dict(_cards(before))
    new = dict(_cards(after))
    origins: dict[Spot, Spot] = {}

    def match(pairs: Iterable[tuple[Spot, Spot]]) -> None:
        for here, there in pairs:
            if here in new and there in old:
                origins[here] = there
                del new[here], old[there]

    match([(spot, spot) for spot, card in new.items() if old.get(spot) == card])
    for mask in (0xFF, 0xFF & ~COPY):  # the very same card before its twin
        faces: dict[int, list[Spot]] = {}
        for spot, card in old.items():
            if _is_known(card):
                faces.setdefault(card & mask, []).append(spot)
        match(
            [
                (spot, faces[card & mask].pop())
                for spot, card in new.items()
                if _is_known(card) and faces.get(card & mask)
            ]
        )
    match(
        [
            (spot, spot)
            for spot, card in new.items()
            if not (_is_known(card) and _is_known(old.get(spot, UNKNOWN)))
        ]
    )
    # No face becomes another: what shows one now was face down, and what showed one is so now.
    shown, hidden = _parted(new)
    fronts, backs = _parted(old)
    backs.sort(key=lambda spot: (spot.pile, -spot.card))  # the stock's top cards come first
    match(list(zip(shown, backs, strict=False)))
    match(list(zip(hidden, [*fronts, *backs[len(shown) :]], strict=False)))
    match(list(zip(new, old, strict=False)))  # after more than one move, anything may be left
    return origins


def _cards(piles: Sequence[bytes]) -> Iterator[tuple[Spot, int]]:
    for pile, cards in enumerate(piles):
        for index, card in enumerate(cards):
            yield Spot(pile, index), card


def _parted(cards: Mapping[Spot, int]) -> tuple[list[Spot], list[Spot]]:
    """Return where the cards are that show their faces, and where the others are."""
    shown = [spot for spot, card in cards.items() if _is_known(card)]
    return shown, [spot for spot, card in cards.items() if not _is_known(card)]


def _is_known(card: int) -> bool:
    return not is_down(card) and bool(card & RANK)

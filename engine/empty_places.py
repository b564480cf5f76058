"""Empty places: which of them are shown, and the sign that each of these bears."""

from functools import lru_cache
from itertools import compress
from typing import Final

from engine.cards import DOWN, RANK_LABELS, SUIT_NAMES, rank, suit
from engine.game import Game
from engine.places import Fits, Place
from engine.state import Click, State

REDEAL: Final = "redeal"
"""The sign of a stock that a click fills again."""
USED_UP: Final = "x"
"""The sign of a stock that nothing fills any more."""


OVERLAP: Final = 0.75
"""Places closer than this, in cards both ways, lie on each other."""


def outlined(game: Game) -> frozenset[int]:
    """Return the piles whose places are shown while they are empty.

    The places of a pyramid, say, which nothing fills again, just vanish, but not those that begin
    empty, where something will be dealt; and of places that lie on each other, only the lowest is
    shown.
    """
    above = _on_others(tuple([place.at for place in game.places]))
    return frozenset(
        pile
        for pile, place in enumerate(game.places)
        if pile not in above
        and (place.kind != "tableau" or place.on_empty is not None or _begins_empty(game, place))
    )


def _begins_empty(game: Game, place: Place) -> bool:
    return game.deal_out is None and not place.down + place.up


@lru_cache(256)
def _on_others(places: tuple[tuple[float, float], ...]) -> frozenset[int]:
    """Return which of the places at these points lie on one before them."""
    return frozenset(
        above
        for above, (x, y) in enumerate(places)
        if any(abs(u - x) < OVERLAP and abs(v - y) < OVERLAP for u, v in places[:above])
    )


def outlines(game: Game, state: State) -> dict[int, str | None]:
    """Return the piles whose places are shown while they are empty, each with its sign then."""
    return {pile: sign(game, state, pile) for pile in sorted(outlined(game))}


def dealt_signs(game: Game, dealt: State) -> dict[int, str]:
    """Return what empty places say by the deal, of all that may ever say something.

    The text is empty where that depends on what is done: of a stock, or where a player chooses.
    """
    return {
        pile: "" if place.kind == "stock" else sign(game, dealt, pile) or ""
        for pile, place in enumerate(game.places)
        if place.kind in ("stock", "foundation", "discard")
    }


def filled_from(game: Game, stock: int) -> list[int]:
    """Return the piles whose cards a click on a stock brings back to it once it is empty.

    It does while there are any and a redeal is left. (In Cruel it does not where the cards would
    lie as before.) None for a stock that nothing fills again, and for other piles.
    """
    place = game.places[stock]
    if place.kind != "stock" or place.click is None or place.click.redeals == 0:
        return []
    wastes = [pile for pile, other in enumerate(game.places) if other.kind == "waste"]
    on_table = [
        pile for pile, other in enumerate(game.places) if other.kind in ("reserve", "tableau")
    ]
    return wastes or on_table


def sign(game: Game, state: State, pile: int) -> str | None:
    """Return what a pile's empty place says of itself; None where that is nothing.

    A foundation or a discard bears the one rank (of `RANK_LABELS`) or suit (of `SUIT_NAMES`) that
    it begins with, a stock `REDEAL` or `USED_UP`.
    """
    place = game.places[pile]
    if place.kind == "stock" and place.click is not None:
        if not any(state.piles):
            return None  # nothing is dealt yet
        return REDEAL if game.is_legal(state, Click(pile)) else USED_UP
    if place.kind not in ("foundation", "discard") or place.on_empty is None:
        return None
    begins = _begins(bytes(place.on_empty(state, pile)))
    if begins is None and place.fits is not None:
        begun = [
            cards[:1] if other.kind == "foundation" else b""
            for cards, other in zip(state.piles, game.places, strict=True)
        ]
        return _fitting(State(tuple(begun), marks=state.marks), pile, place.fits)
    return begins


@lru_cache(1024)
def _fitting(begun: State, pile: int, fits: Fits) -> str | None:
    """Return the one rank of which a single card may begin a pile; None if there are more.

    Of the position nothing is known but the marks, and with what the foundations begin: no more
    has any game asked for here.
    """
    hand = len(begun.piles)
    found = None
    for number, label in enumerate(RANK_LABELS, 1):
        if fits.allows(begun._replace(piles=(*begun.piles, bytes([number]))), hand, 1, pile):
            if found is not None:
                return None
            found = label
    return found


@lru_cache(1024)
def _begins(welcome: bytes) -> str | None:
    """Return the one rank or suit of the open cards that are welcome; None if there are more."""
    cards = list(compress(range(DOWN), welcome))
    if len({rank(card) for card in cards}) == 1 and rank(cards[0]) <= len(RANK_LABELS):
        return RANK_LABELS[rank(cards[0]) - 1]
    if len({suit(card) for card in cards}) == 1:
        return SUIT_NAMES[suit(cards[0])]
    return None

"""Beleaguered Castle: Streets and Alleys with the aces out of the way."""

from engine.cards import Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.games.streets_and_alleys import FOUNDATIONS, castle
from engine.relations import ACES
from engine.rules import all_on


@game(
    "beleaguered-castle",
    title="Beleaguered Castle",
    family="Castles",
    tip="Build the foundations evenly, and work for an empty row.",
)
def beleaguered_castle() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    The aces lie there from the start. All other cards lie face up in eight rows of six, four at
    each side. Cards move singly, the rows are built down whatever the suits, and an empty row
    takes any card. The top card of a foundation may come back. Each card there but the aces is
    worth a point.
    """
    return Game(
        places=castle(left=6, right=6),
        deck=deck(),
        lay_out=lay_out,
        won=all_on(FOUNDATIONS, 52),
    )


def lay_out(cards: Pile) -> list[Pile]:
    """Put the aces on the foundations, and deal the others row by row."""
    aces = sorted(card for card in cards if ACES[card])
    others = bytes(card for card in cards if not ACES[card])
    rows = [others[start : start + 6] for start in range(0, 48, 6)]
    return [
        pile
        for ace, left, right in zip(aces, rows[::2], rows[1::2], strict=True)
        for pile in (left, bytes([ace]), right)
    ]

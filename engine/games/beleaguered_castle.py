"""Beleaguered Castle: Streets and Alleys with the aces out of the way."""

from collections.abc import Sequence

from engine.cards import Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.games.streets_and_alleys import FOUNDATIONS, LEFT, RIGHT, STRATEGY, castle
from engine.places import ByNumber
from engine.relations import ACES
from engine.rules import all_on, top
from engine.state import State


@game(
    "beleaguered-castle",
    title="Beleaguered Castle",
    family="Castles",
    tip="Build the foundations evenly, and work for an empty row.",
)
def beleaguered_castle() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    The aces lie there from the start. All other cards lie face up in eight rows of six, four at
    each side. Cards move singly, the rows are built down regardless of suit, and an empty row
    takes any card. All but the aces may come back from the foundations, the top card first, and
    all but the aces are worth a point there.
    """
    return Game(
        layout=castle(left=6, right=6, take=above_ace),
        deck=deck(),
        deal_out=deal_out,
        won=all_on(FOUNDATIONS, 52),
        strategy=STRATEGY,
    )


def above_ace(position: State, pile: int) -> Sequence[int]:
    """Take the top card, but for the ace."""
    return top(position, pile) if len(position.piles[pile]) > 1 else ()


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Put the aces on the foundations, and deal the others row by row."""
    aces = [bytes([card]) for card in sorted(cards) if ACES[card]]
    others = bytes(card for card in cards if not ACES[card])
    rows = [others[start : start + 6] for start in range(0, 48, 6)]
    return {FOUNDATIONS: aces, LEFT: rows[::2], RIGHT: rows[1::2]}

"""Scuffle: Auld Lang Syne with two redeals."""

from engine.cards import TURN_DOWN
from engine.catalogue import game
from engine.game import Game
from engine.games.auld_lang_syne import RESERVE, ROW, with_stock
from engine.places import ClickRule
from engine.state import Draft, State

REDEALS = 2


@game(
    "scuffle",
    title="Scuffle",
    family="Foundations",
    tip="Remember what lies below: it decides which of two equal cards to play.",
)
def scuffle() -> Game:
    """Bring all cards to the four foundations, up from the aces, regardless of suit.

    The aces lie on the foundations from the start; all other cards are the stock. A click on the
    stock deals a card to each of the four reserve piles. Their top cards may go to the
    foundations, and nowhere else. When the stock is empty, a click shuffles the reserve into a new
    one, twice at most. Each card brought to a foundation is worth a point.
    """
    return with_stock(ClickRule(may_deal, deal, "no redeal is left", REDEALS))


def may_deal(position: State, stock: int) -> bool:
    """Return whether there is a stock, or a redeal left and a reserve to make one of."""
    if position.piles[stock]:
        return True
    return position.redeals < REDEALS and any(position.piles[pile] for pile in RESERVE)


def deal(draft: Draft, stock: int) -> None:
    """Deal a row; without a stock, shuffle the reserve into a new one instead."""
    if draft.piles[stock]:
        ROW.do(draft, stock)
        return
    cards = b"".join(draft.piles[pile] for pile in RESERVE)
    for pile in RESERVE:
        draft.piles[pile] = b""
    draft.piles[stock] = draft.reshuffle(cards).translate(TURN_DOWN)

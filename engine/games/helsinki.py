"""Helsinki: pairs of thirteen out of ten cards."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import KINGS, total
from engine.rules import both_replaced, click_away, fill_gaps, gone_from, left, on, top
from engine.strategies.strategy import Strategy, luck_alone

STOCK = 0
FIELD = range(1, 11)


@game(
    "helsinki",
    title="Helsinki",
    family="Pairs",
    tip="Nothing can be spoilt: be quick, and take the kings away.",
)
def helsinki() -> Game:
    """Take all cards away, in pairs that add up to thirteen.

    Ten cards lie face up in two rows of five; the others are the stock. Aces count one, jacks
    eleven, queens twelve: drag one card of a pair onto the other. A king is thirteen by itself and
    leaves with a click. The stock fills the gaps at once. Each card taken away is worth a point.
    """
    card = Place(
        "tableau",
        at=(0, 1),
        up=1,
        take=top,
        on_top=on(total(13)),
        does=both_replaced(STOCK),
        click=click_away(KINGS),
    )
    return Game(
        layout={STOCK: Place("stock", at=(0, 0), rest=True), FIELD: card.grid(rows=2, columns=5)},
        deck=deck(),
        after=[fill_gaps(FIELD, STOCK)],
        score=gone_from(52),
        won=left(0),
        strategy=Strategy(at_once=luck_alone),
    )

"""Scorpion: suits from king to ace, out of seven knotted columns."""

from engine.cards import OPEN, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import KINGS, down
from engine.rules import deal_row, group, links, on, only, turn_up, whole_suit
from engine.state import State
from engine.strategies.strategy import Strategy

STOCK = 0
TABLEAU = range(1, 8)
IN_SUIT = links(down("suit"))


@game(
    "scorpion",
    title="Scorpion",
    family="Yukon",
    tip="A king on top of low cards of its suit locks them in: look below before you build on it.",
)
def scorpion() -> Game:
    """Put all cards in order, in four columns of one suit each from the king down to the ace.

    Seven columns of seven cards are built down in suit; in the first four, three cards lie face
    down. Any face-up card moves with all that lies on it, in order or not, and only a king fills an
    empty column. A click on the stock deals its three cards onto the first three columns, whenever
    you like. Each card that follows another one in suit is worth a point, each one turned up three
    points, and each suit in order in a column of its own four more: a hundred in all.
    """
    column = Place(
        "tableau",
        at=(2, 0),
        spread="down",
        take=group,
        on_empty=only(KINGS),
        on_top=on(down("suit")),
    )
    deal = deal_row(TABLEAU[:3], over_gaps=True)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=deal),
            TABLEAU: column.dealt(down=[3] * 4 + [0] * 3, up=[4] * 4 + [7] * 3),
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        score=score,
        won=lambda position: position.score == 100,
        strategy=Strategy(order=down("suit")),
    )


def score(position: State) -> int:
    """Score the cards in order, those turned up and the suits that are done."""
    columns = [position.piles[pile] for pile in TABLEAU]
    hidden = len(b"".join(columns).translate(None, OPEN))
    return IN_SUIT(position) + 3 * (12 - hidden) + 4 * sum(map(whole_suit, columns))

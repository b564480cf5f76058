"""Bristol: eight fans of three, and three piles from the stock."""

from engine.cards import Pile, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place
from engine.relations import ACES, down, up
from engine.rules import all_on, deal_row, kings_to_the_bottom, on, only, top
from engine.strategies.strategy import BY_LEVELS, Strategy

STOCK = 0
RESERVES = range(1, 4)
FOUNDATIONS = range(4, 8)
FANS = range(8, 16)


@game(
    "bristol",
    title="Bristol",
    family="Fans",
    tip="Play from the three piles whenever you can: each deal covers them.",
)
def bristol() -> Game:
    """Bring all cards to the four foundations, from the ace up to the king regardless of suit.

    Eight fans of three cards lie face up, kings at the bottom. They are built down whatever the
    suits, card by card; an empty fan stays empty. A click on the stock deals a card to each of
    three piles, on what lies there; their top cards may be played, but nothing goes back to them.
    Each card on a foundation is worth a point, and stays there.
    """
    stock = deal_row(RESERVES, over_gaps=True)
    foundation = Place(
        "foundation", at=(5.5, 0), on_empty=only(ACES), on_top=on(up("any")), points=1
    )
    fan = Place("tableau", at=(0, 1), spread="right", up=3, take=top, on_top=on(down("any")))
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            RESERVES: Place("reserve", at=(1.75, 0), take=top).times(3),
            FOUNDATIONS: foundation.times(4),
            FANS: [fan for row in fan.times(2, (0, 1)) for fan in row.times(4, (2.75, 0))],
        },
        deck=deck(),
        arrange=kings_below,
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(weights=BY_LEVELS, order=down("any")),
    )


def kings_below(cards: Pile) -> Pile:
    """Bring the kings of each fan, dealt three by three, to its bottom."""
    fans = [kings_to_the_bottom(cards[at : at + 3]) for at in range(0, 24, 3)]
    return b"".join(fans) + cards[24:]

"""Union Square: up to the king and down again, on piles that may go either way."""

from engine.cards import ACE, KING, RANK, deck, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, Acceptance, accept, down, relate, union, up
from engine.rules import all_on, only, top, turn
from engine.state import State
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 0, 1
FOUNDATIONS = (6, 11, 16, 21)
TABLEAU = (2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15, 17, 18, 19, 20)
UP, DOWN = up("suit"), down("suit")
EITHER = tuple(union((UP[card], DOWN[card])) for card in range(256))
SAME_CARD = relate(lambda under, over: under == over)


def aces_but(suits: int) -> Acceptance:
    """Welcome the aces but those of `suits`, a bit each."""
    return accept(lambda card: card & RANK == ACE and not suits >> suit(card) & 1)


OTHER_ACES = [aces_but(suits) for suits in range(16)]


@game(
    "union-square",
    title="Union Square",
    family="Two decks",
    tip="Build a pile in the direction that its lowest card needs in the end.",
)
def union_square() -> Game:
    """Bring both decks to the four foundations, one a suit: from the ace up to the king, and down.

    On the thirteenth card, the king, lies the other king, and then it goes down to the second ace.
    Sixteen piles begin with one card. They are built in suit, up or down, and each goes on in the
    direction in which it began. Cards move singly; an empty pile takes any card. The stock is
    turned card by card onto the waste, once. Each card on a foundation is worth a point.
    """
    pile = Place(
        "tableau",
        at=(1.5, 0),
        spread="right",
        fan=2,
        up=1,
        take=top,
        on_empty=only(ANY),
        on_top=in_its_direction,
    )
    foundation = Place(
        "foundation",
        at=(6, 0),
        spread="right",
        fan=2,
        on_empty=suits_not_begun,
        on_top=up_and_down,
        points=1,
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=turn(1, WASTE)),
            WASTE: Place("waste", at=(0, 1), take=top),
            TABLEAU: pile.grid(rows=4, columns=4),
            FOUNDATIONS: foundation.times(4, (0, 1)),
        },
        deck=deck(2),
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(
            weights=(
                Weights(out=2, filled=0.5, stock=1, waste=0.8),
                Weights(out=2, filled=1, stock=0.7, waste=0.7),
            ),
        ),
    )


def in_its_direction(position: State, pile: int) -> Acceptance:
    """Welcome what is next to the top card, in the direction of the pile's last two cards."""
    cards = position.piles[pile]
    if len(cards) == 1:
        return EITHER[cards[-1]]
    return (UP if UP[cards[-2]][cards[-1]] else DOWN)[cards[-1]]


def up_and_down(position: State, pile: int) -> Acceptance:
    """Welcome the next card: upwards to the king, the other king, and downwards."""
    cards = position.piles[pile]
    if len(cards) == KING:
        return SAME_CARD[cards[-1]]
    return (UP if len(cards) < KING else DOWN)[cards[-1]]


def suits_not_begun(position: State, pile: int) -> Acceptance:
    """Welcome the aces of the suits that no foundation has."""
    piles = [position.piles[foundation] for foundation in FOUNDATIONS]
    return OTHER_ACES[sum(1 << suit(cards[-1]) for cards in piles if cards)]

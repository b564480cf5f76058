"""Eagle Wing: eight short piles around a reserve that fills their gaps."""

from dataclasses import replace

from engine.base_card import base_on, fits_by_base
from engine.cards import DOWN, TURN_UP, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.games import canfield, klondike
from engine.places import Place, nothing, stack_in_turn
from engine.relations import ANY, down, ranks, same, up
from engine.rules import all_on, cards_on, fill_gaps, in_turn, on, only, room_for, run, top, turn
from engine.state import Draft

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
BASE = base_on(FOUNDATIONS)
LEFT_WING, RESERVE, RIGHT_WING = range(6, 10), 10, range(11, 15)
IN_SUIT = down("suit", wrap=True)


@game(
    "eagle-wing",
    title="Eagle Wing",
    family="Canfield",
    tip="A pile holds three cards and no more: look what you bury before you build.",
)
def eagle_wing() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and the ace
    follows the king. Eight piles, four at each side of the reserve, are built down in suit, the
    king on the ace, and hold three cards at most; cards move singly between them, but together to
    a foundation. An empty pile is filled from the reserve, which lies face down; only its last card
    turns up and may be played. When it is used up, an empty pile takes any card. The stock is
    turned card by card onto the waste, which goes back twice. What lies on a foundation stays
    there, and is worth a point a card.
    """
    stock = turn(1, WASTE, 2)
    foundation = replace(
        klondike.FOUNDATION,
        take=nothing,
        on_empty=only(ANY),
        on_top=on(same("suit")),
        most=3,
        fits=fits_by_base(
            BASE,
            lambda base: in_turn(ranks(base), up("suit", wrap=True)),
            "only cards that follow in suit go there",
        ),
        does=stack_in_turn,
        points=0,
    )
    column = replace(
        klondike.COLUMN,
        take=run(IN_SUIT),
        on_empty=only(ANY),
        on_top=room_for(3, on(IN_SUIT)),
        most=1,
    )
    left = [replace(column, at=at) for at in ((0, 1.2), (1, 1.1), (2, 1), (3, 1.1))]
    right = [replace(place, at=(8 - place.at[0], place.at[1])) for place in reversed(left)]
    return Game(
        layout={
            **klondike.stock_and_waste(stock),
            FOUNDATIONS: foundation.dealt(up=[1, 0, 0, 0]),
            LEFT_WING: left,
            RESERVE: Place("reserve", at=(4, 1.35), take=top, down=13),
            RIGHT_WING: right,
        },
        deck=deck(),
        after=[fill_gaps([*LEFT_WING, *RIGHT_WING], RESERVE), turn_up_last],
        button=Button("Deal", stock, pile=STOCK),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=replace(canfield.STRATEGY, order=IN_SUIT),
    )


def turn_up_last(draft: Draft) -> bool:
    """Turn the reserve's last card face up."""
    cards = draft.piles[RESERVE]
    if len(cards) != 1 or cards[0] < DOWN:
        return False
    draft.piles[RESERVE] = cards.translate(TURN_UP)
    return True

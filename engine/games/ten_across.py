"""Ten Across: suits from king to ace in ten columns, half hidden."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, KINGS, down
from engine.rules import group, links, on, only, top, turn_up
from engine.state import State
from engine.strategies.strategy import BUILDING, Strategy

SPOTS = range(2)
TABLEAU = range(2, 12)
IN_SUIT = links(down("suit"))


@game(
    "ten-across",
    title="Ten Across",
    family="Yukon",
    tip="Empty the two spots soon: they are the only way out when nothing else fits.",
)
def ten_across(allow_temporary_spots_use: bool = True) -> Game:
    """Put all cards in order, in four columns of one suit each from the king down to the ace.

    Ten columns of five cards lie side by side, open at the sides and the more hidden the nearer
    to the middle; two more cards lie on the spots above. Columns are built down in suit, and any
    face-up card moves with all that lies on it, in order or not. Only a king fills an empty
    column. An empty spot takes any single card, if the option allows that. There is no score.
    """
    spot = Place(
        "reserve",
        at=(1, 0),
        take=top,
        on_empty=only(ANY) if allow_temporary_spots_use else None,
        most=1,
        up=1,
    )
    column = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=group,
        on_empty=only(KINGS),
        on_top=on(down("suit")),
    )
    hidden = [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    return Game(
        layout={
            SPOTS: spot.times(2),
            TABLEAU: column.dealt(down=hidden, up=[5 - count for count in hidden]),
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        won=all_in_columns,
        strategy=Strategy(
            weights=(BUILDING[0]._replace(levels=True), BUILDING[2]), order=down("suit")
        ),
    )


def all_in_columns(position: State) -> bool:
    """Return whether each column that is not empty holds a suit, in order."""
    whole = 0
    for cards in position.piles:
        whole += len(cards) == 13
    return whole == 4 and IN_SUIT(position) == 48

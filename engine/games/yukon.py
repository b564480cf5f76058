"""Yukon: Klondike without a stock, where any group moves."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ACES, KINGS, down, up
from engine.rules import all_on, group, on, only, turn_up
from engine.strategies.strategy import Strategy

FOUNDATIONS = (0, 8, 9, 10)
TABLEAU = range(1, 8)


@game(
    "yukon",
    title="Yukon",
    family="Yukon",
    tip="Uncover the face-down cards first: order can wait, it costs nothing to carry disorder.",
)
def yukon() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    The first of seven columns holds one card, the others hold one to six face down and five face
    up. Columns are built down in alternating colours, and any face-up card moves with all that
    lies on it, in order or not. Only a king, alone or with what lies on it, fills an empty column.
    What lies on a foundation stays, and is worth a point a card.
    """
    foundation = Place(
        "foundation", at=(0, 0), on_empty=only(ACES), on_top=on(up("suit")), most=1, points=1
    )
    column = Place(
        "tableau",
        at=(2, 0),
        spread="down",
        take=group,
        on_empty=only(KINGS),
        on_top=on(down("alternate")),
    )
    return Game(
        layout={
            FOUNDATIONS: foundation.times(4, (0, 1)),
            TABLEAU: column.dealt(down=range(7), up=[1] + [5] * 6),
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=down("alternate"), safe=True),
    )

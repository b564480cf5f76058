"""King Albert: nine columns, and seven cards in reserve."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import Place
from engine.relations import ANY, down
from engine.rules import all_on, only, top, turn_up
from engine.strategies.strategy import Strategy

FOUNDATIONS = range(4)
TABLEAU = range(4, 13)
RESERVES = range(13, 20)


@game(
    "king-albert",
    title="King Albert",
    family="Castles",
    tip="Turn up the long columns first; an empty column takes whatever lies on their cards.",
)
def king_albert() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Nine columns hold nine cards down to one, the top card of each face up. They are built down in
    alternating colours, sequences move together, and any card or sequence fills an empty column.
    The seven cards of the reserve may be played to columns and foundations; nothing comes to
    their places. The top card of a foundation may come back. Each card there is worth a point.
    """
    foundation = replace(klondike.FOUNDATION, at=(1, 0))
    column = replace(klondike.COLUMN, on_empty=only(ANY))
    reserve = Place("reserve", at=(9, 1.5), take=top, up=1)
    return Game(
        layout={
            FOUNDATIONS: foundation.times(4, (2, 0)),
            TABLEAU: column.dealt(down=range(8, -1, -1)),
            RESERVES: [
                *reserve.times(3, (0, 1)),
                *replace(reserve, at=(10, 1)).times(4, (0, 1)),
            ],
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=down("alternate"), safe=True),
    )

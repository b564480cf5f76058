"""Gypsy: two decks, dealt onto eight piles row by row."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import Place
from engine.relations import ANY, down
from engine.rules import all_on, deal_row, links, only, turn_up
from engine.state import State
from engine.strategies.strategy import IN_ROWS, Strategy

STOCK = 0
FOUNDATIONS = range(1, 9)
TABLEAU = range(9, 17)
in_order = links(down("alternate"))


@game(
    "gypsy",
    title="Gypsy",
    family="Klondike",
    tip="Turn cards up early, and take cards back from the foundations where they help.",
)
def gypsy() -> Game:
    """Bring all cards of two decks to the eight foundations, in suit from the ace up to the king.

    Eight piles hold three cards each, the last one face up. They are built down in alternating
    colours; cards in such order move together, and any of them may fill an empty pile. A click on
    the stock deals a card to every pile. The top card of a foundation may come back. A card on a
    foundation is worth five points, a whole suit there sixty more, and each card of the piles that
    follows the one below it in alternating colours two.
    """
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=deal_row(TABLEAU, over_gaps=True)),
            FOUNDATIONS: replace(klondike.FOUNDATION, at=(2, 0), points=0).times(8),
            TABLEAU: replace(klondike.COLUMN, at=(1, 1), on_empty=only(ANY), down=2).times(8),
        },
        deck=deck(2),
        after=[turn_up(TABLEAU)],
        score=points,
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(weights=IN_ROWS, order=down("alternate"), safe=True),
    )


def points(position: State) -> int:
    """Score the cards on the foundations, whole suits there, and what is in order in the piles."""
    home = [len(position.piles[pile]) for pile in FOUNDATIONS]
    return 5 * sum(home) + 60 * home.count(13) + 2 * in_order(position)

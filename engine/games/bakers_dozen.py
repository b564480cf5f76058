"""Baker's Dozen: thirteen columns, and the kings at the bottom."""

from engine.cards import KING, Pile, deck, rank
from engine.catalogue import game
from engine.game import Game
from engine.games.streets_and_alleys import STRATEGY
from engine.places import ByNumber, Place
from engine.relations import ACES, accept, down, up
from engine.rules import all_on, on, only, top

FOUNDATIONS = range(4)
TABLEAU = range(4, 17)
NO_KING = accept(lambda card: rank(card) != KING)


@game(
    "bakers-dozen",
    title="Baker's Dozen",
    family="Castles",
    tip="An empty column is lost, so let it be one that has given all it had.",
)
def bakers_dozen() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    All cards lie face up in thirteen columns of four, in which the kings are put at the bottom
    when they are dealt. Cards move singly, and the columns are built down regardless of suit. An
    empty column stays empty. The top card of a foundation may come back. Each card there is worth
    a point.
    """
    foundation = Place(
        "foundation", at=(3, 0), take=top, on_empty=only(ACES), on_top=on(up("suit")), points=1
    )
    column = Place("tableau", at=(0, 1), spread="down", take=top, on_top=on(down("any")))
    return Game(
        layout={FOUNDATIONS: foundation.times(4, (2, 0)), TABLEAU: column.times(13)},
        deck=deck(),
        deal_out=deal_out,
        won=all_on(FOUNDATIONS, 52),
        strategy=STRATEGY,
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the columns of four, in each of which the kings come first."""
    columns = [cards[start : start + 4] for start in range(0, 52, 4)]
    return {TABLEAU: [bytes(sorted(column, key=NO_KING.__getitem__)) for column in columns]}

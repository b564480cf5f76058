"""Diamond Mine: dig for the diamonds, and tidy up the rest."""

from engine.cards import DIAMONDS, RANK, deck, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import accept, down, relate, up
from engine.rules import group, on, only, turn_up, whole_suit
from engine.state import Position
from engine.strategies.strategy import Strategy

FOUNDATION = 0
TABLEAU = range(1, 14)
DIAMOND = accept(lambda card: suit(card) == DIAMONDS)
OTHERS = accept(lambda card: suit(card) != DIAMONDS)
ANY_LOWER = down("any")
LOWER_OTHER = relate(
    lambda under, over: bool(ANY_LOWER[under][over] and OTHERS[under] and OTHERS[over])
)


@game(
    "diamond-mine",
    title="Diamond Mine",
    family="Spider",
    tip="Diamonds are not all worth the same, but all of them are in the way.",
)
def diamond_mine() -> Game:
    """Bring all diamonds to the foundation, and put the other suits in order in the columns.

    Thirteen columns hold three cards face down and one face up. The foundation starts with any
    diamond and is built up, from the king on to the ace; diamonds move nowhere else. Other cards
    are built down regardless of suit, move with what lies on them, and fill empty columns. A
    diamond on the foundation is worth its rank (jack 11, queen 12, king 13), and each other suit
    in order from king to ace in a column of its own three points: a hundred in all.
    """
    foundation = Place(
        "foundation",
        at=(6, 0),
        on_empty=only(DIAMOND),
        on_top=on(up("suit", wrap=True)),
        most=1,
    )
    column = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=group,
        on_empty=only(OTHERS),
        on_top=on(LOWER_OTHER),
        down=3,
        up=1,
    )
    return Game(
        layout={FOUNDATION: foundation, TABLEAU: column.times(13)},
        deck=deck(),
        after=[turn_up(TABLEAU)],
        score=score,
        won=lambda position: position.score == 100,
        strategy=Strategy(order=LOWER_OTHER),
    )


def score(position: Position) -> int:
    """Score the diamonds by their ranks, and the suits that are done."""
    diamonds = sum([card & RANK for card in position.piles[FOUNDATION]])
    return diamonds + 3 * sum([whole_suit(position.piles[pile]) for pile in TABLEAU])

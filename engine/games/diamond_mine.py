"""Diamond Mine: dig for the diamonds, and tidy up the rest."""

from functools import lru_cache
from itertools import pairwise

from engine.cards import DIAMONDS, DOWN, KING, RANK, Pile, deck, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import accept, down, relate, up
from engine.rules import group, links, on, only, turn_up, whole_suit
from engine.state import State
from engine.strategies.strategy import Strategy, Weights

FOUNDATION = 0
TABLEAU = range(1, 14)
BETWEEN = 0xFF
"""Stands between piles; no card is this byte."""
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
        strategy=Strategy(
            weights=(Weights(out=3, down=2, filled=1, own=1),),
            own=in_the_way,
            hopeless=held_by_diamonds,
        ),
    )


def score(position: State) -> int:
    """Score the diamonds by their ranks, and the suits that are done."""
    diamonds = sum([card & RANK for card in position.piles[FOUNDATION]])
    return diamonds + 3 * sum([whole_suit(position.piles[pile]) for pile in TABLEAU])


# For a solver -------------------------------------------------------------------------------------
RANK_OF_DIAMOND = bytes(
    (card & RANK) * (card != BETWEEN and suit(card) == DIAMONDS) for card in range(256)
)
IN_ORDER = links(
    relate(lambda under, over: bool(LOWER_OTHER[under][over]) and suit(under) == suit(over))
)


def in_the_way(position: State) -> float:
    """Return how much lies on diamonds, less what is in order of the other suits."""
    home = position.piles[FOUNDATION]
    wanted = (home[-1] & RANK) % KING + 1 if home else 0
    covering = sum([on_diamonds(position.piles[pile], wanted) for pile in TABLEAU])
    return covering - 2 * IN_ORDER(position)


@lru_cache(1 << 16)
def on_diamonds(cards: Pile, wanted: int) -> float:
    """Return how many groups of cards lie on each diamond, all together: the sooner wanted most.

    `wanted` is the rank of the next one; 0 as long as any may be the first.
    """
    covering, groups, over = 0.0, 0, -1
    for card in reversed(cards):
        if diamond := RANK_OF_DIAMOND[card]:
            later = (diamond - wanted) % KING if wanted else KING // 2
            covering += groups * (1 - later / (KING + 1))
        if over < 0 or not LOWER_OTHER[card & ~DOWN][over]:
            groups += 1
        over = card & ~DOWN
    return covering


def held_by_diamonds(position: State) -> bool:
    """Tell whether a diamond lies right on one that has to leave before it, whichever is the first.

    Nothing parts the two but the upper one's leaving, as it moves only with what it lies on.
    """
    home = position.piles[FOUNDATION]
    ranks = BETWEEN.to_bytes().join(position.piles[TABLEAU.start :]).translate(RANK_OF_DIAMOND)
    pairs = [(under, over) for under, over in pairwise(ranks) if under and over]
    return bool(pairs) and all(
        any((over - first) % KING > (under - first) % KING for under, over in pairs)
        for first in ([home[0] & RANK] if home else range(1, KING + 1))
    )

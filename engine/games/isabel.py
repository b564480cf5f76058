"""Isabel: pairs off the tops of thirteen piles."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import same
from engine.rules import both_away, gone_from, left, on, top, turn_up
from engine.strategies.pairs import SAME_RANK, piles_of_pairs

PILES = range(13)


@game(
    "isabel",
    title="Isabel",
    family="Pairs",
    tip="Take from the piles evenly, and remember how many cards each still has.",
)
def isabel() -> Game:
    """Take all cards away, in pairs of the same rank.

    Thirteen piles hold four cards each, the top one face up. Drag one top card onto another of its
    rank, and both leave; the cards below them turn up. An empty pile stays empty. Each card taken
    away is worth a point.
    """
    card = Place(
        "tableau",
        at=(0, 0),
        take=top,
        on_top=on(same("rank")),
        does=both_away,
        down=3,
        up=1,
    )
    between = replace(card, at=(1, 0.5))
    return Game(
        layout={
            PILES: [
                *(pile for row in card.times(3, (0, 1)) for pile in row.times(3, (2, 0))),
                *(pile for row in between.times(2, (0, 1)) for pile in row.times(2, (2, 0))),
            ]
        },
        deck=deck(),
        after=[turn_up(PILES)],
        score=gone_from(52),
        won=left(0),
        strategy=piles_of_pairs(PILES, SAME_RANK),
    )

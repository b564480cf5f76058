"""Fourteen: pairs of fourteen from twelve open piles."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import total
from engine.rules import both_away, gone_from, left, on, top
from engine.strategies.pairs import adding_up, piles_of_pairs

PILES = range(12)


@game(
    "fourteen",
    title="Fourteen",
    family="Pairs",
    tip="Look for cards that lie on their own partners, and take those first.",
)
def fourteen() -> Game:
    """Take all cards away, in pairs that add up to fourteen.

    All cards lie face up in twelve piles, the first four of five cards and the others of four.
    Aces count one, jacks eleven, queens twelve, kings thirteen: drag one pile's top card onto
    another that makes fourteen with it. Empty piles stay empty. Each card taken away is worth a
    point.
    """
    pile = Place(
        "tableau", at=(0, 0), spread="down", take=top, on_top=on(total(14)), does=both_away
    )
    piles = [*pile.times(6), *replace(pile, at=(0, 1.75)).times(6)]
    return Game(
        layout={PILES: [replace(p, up=5 if i < 4 else 4) for i, p in enumerate(piles)]},
        deck=deck(),
        score=gone_from(52),
        won=left(0),
        strategy=piles_of_pairs(PILES, adding_up(14)),
    )

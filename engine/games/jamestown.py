"""Jamestown: pairs of one rank out of nine cards."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games.block_ten import nine_cards
from engine.relations import same
from engine.rules import gone_from, left
from engine.strategies.strategy import Strategy, luck_alone


@game(
    "jamestown",
    title="Jamestown",
    family="Pairs",
    tip="Every pair is as good as any other: be quick.",
)
def jamestown() -> Game:
    """Take all cards away, in pairs of the same rank.

    Nine cards lie face up in three rows of three; the others are the stock. Drag any card onto
    another of its rank: both leave, and the stock fills the gaps at once. Each card taken away is
    worth a point.
    """
    return Game(
        layout=nine_cards(same("rank")),
        deck=deck(),
        score=gone_from(52),
        won=left(0),
        strategy=Strategy(at_once=luck_alone),
    )

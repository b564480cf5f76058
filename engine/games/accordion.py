"""Accordion: a row of cards, pressed together into one."""

from dataclasses import replace
from operator import getitem

from engine.cards import KING, RANKS, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import same
from engine.rules import gone_from, left, on, top
from engine.state import Draft, State
from engine.strategies.strategy import Strategy, Weights

ROW = range(52)
ALIKE = same("rank", "suit")
SWEEPERS = 16
"""How many moves it is worth that all cards of a rank are left: they sweep the end of the row."""


@game(
    "accordion",
    title="Accordion",
    family="Pairs",
    tip="Look three cards back before one, and keep a few cards of one rank for the end.",
)
def accordion() -> Game:
    """Press a row of fifty-two cards together until one is left.

    All cards lie face up in one long row, written in lines of nine. A card may be put on the
    card at its left, or on the third to its left, when the two have the same rank or the same
    suit. The card below leaves the game, and the row closes up. Each card that has left is
    worth a point.
    """
    card = Place("tableau", at=(0, 0), up=1, take=top, on_top=on(ALIKE), does=close_up)
    return Game(
        layout={
            ROW: [
                replace(
                    card,
                    at=(i % 9, i // 9),
                    reach=frozenset({i - 1, i - 3}.intersection(ROW)),
                    beyond="a pile goes one or three places to the left",
                )
                for i in ROW
            ]
        },
        deck=deck(),
        score=gone_from(52),
        won=left(1),
        strategy=Strategy(
            weights=(Weights(filled=1, own=0.3), Weights(filled=1, own=0.15)), own=stiffness
        ),
    )


def close_up(draft: Draft, source: int, count: int, target: int) -> None:
    """Cover the card, which leaves, and close the gap in the row."""
    draft.piles[target] = draft.piles.pop(source)
    draft.piles.append(b"")


def stiffness(position: State) -> int:
    """Return how hard the row is to press together: the fewer moves, the harder, without a rank."""
    row = b"".join(position.piles)
    welcomes = [ALIKE[card] for card in row]
    moves = sum(map(getitem, welcomes, row[1:])) + sum(map(getitem, welcomes, row[3:]))
    ranks = row.translate(RANKS)
    whole = any(ranks.count(rank) == 4 for rank in range(1, KING + 1))
    return -moves - SWEEPERS * whole

"""King's Audience: couples leave the antechamber for the throne room."""

from dataclasses import replace

from engine.cards import ACE, JACK, KING, QUEEN, deck, rank, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import down, relate
from engine.rules import all_on, cards_on, fill_gaps, on, top, turn
from engine.state import Draft
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 11, 12
ANTECHAMBER = (0, 1, 2, 3, 4, 9, 10, 13, 14, 19, 20, 21, 22, 23, 24, 25)
AROUND = [
    *((1, 0), (2, 0), (3, 0), (4, 0)),
    *((0, 0.5), (5, 0.5), (0, 1.5), (5, 1.5), (0, 2.5), (5, 2.5), (0, 3.5)),
    *((1, 4), (2, 4), (3, 4), (4, 4), (5, 3.5)),
]
"""Where the piles of the antechamber lie: around the throne room."""
THRONES = range(5, 9)
FOUNDATIONS = range(15, 19)
COUPLES = relate(
    lambda a, b: suit(a) == suit(b) and {rank(a), rank(b)} in ({KING, QUEEN}, {JACK, ACE})
)


@game(
    "kings-audience",
    title="King's Audience",
    family="Foundations",
    tip="Little can go wrong: look for couples before you turn the next card.",
)
def kings_audience() -> Game:
    """Bring all cards into the audience chamber: kings with queens, jacks with aces and followers.

    Sixteen cards lie in the antechamber around it. A king and a queen of one suit leave for a
    throne together, and a jack and an ace for a foundation: drag one onto the other. On the jack
    lies what follows in suit, from the ten down to the two. Cards come from the antechamber, whose
    gaps are filled from the waste or else from the stock, and from the waste. The stock is turned
    card by card, once. Each card in the audience chamber is worth a point.
    """
    guest = Place("reserve", at=(0, 0), up=1, take=top, on_top=on(COUPLES), does=give_audience)
    throne = Place("foundation", at=(1, 1), spread="right")
    foundation = Place("foundation", at=(1, 3), on_top=on(down("suit")))
    return Game(
        layout={
            ANTECHAMBER: [replace(guest, at=at) for at in AROUND],
            THRONES: throne.times(4),
            STOCK: Place("stock", at=(2, 2), rest=True, click=turn(1, WASTE)),
            WASTE: replace(guest, kind="waste", at=(3, 2), up=0),
            FOUNDATIONS: foundation.times(4),
        },
        deck=deck(),
        after=[fill_gaps(ANTECHAMBER, WASTE, STOCK)],
        score=cards_on([*THRONES, *FOUNDATIONS]),
        won=all_on([*THRONES, *FOUNDATIONS], 52),
        strategy=Strategy(weights=(Weights(out=2, waste=1), Weights(out=2, stock=1, waste=1))),
    )


def give_audience(draft: Draft, source: int, count: int, target: int) -> None:
    """Bring the couple to the next free throne or foundation, the king or the ace below."""
    couple = draft.lift(source, 1) + draft.lift(target, 1)
    royal = KING in map(rank, couple)
    room = next(pile for pile in (THRONES if royal else FOUNDATIONS) if not draft.piles[pile])
    first = KING if royal else ACE
    draft.piles[room] = couple if rank(couple[0]) == first else couple[::-1]

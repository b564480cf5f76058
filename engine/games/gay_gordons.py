"""Gay Gordons: pairs of eleven, dealt so that they can all be brought together."""

from engine.cards import JACK, KING, QUEEN, Pile, deck, rank
from engine.catalogue import game
from engine.chance import shuffle
from engine.game import Game
from engine.places import ByNumber, Place
from engine.relations import relate
from engine.rules import both_away, gone_from, left, on, top
from engine.strategies.pairs import adding_up, piles_of_pairs

RESERVE, TABLEAU = 0, range(1, 11)
PAIRS = relate(
    lambda a, b: (
        rank(a) + rank(b) == 11 or {rank(a), rank(b)} == {QUEEN, KING} or rank(a) == rank(b) == JACK
    )
)
PARTNERS = {**adding_up(11), JACK: JACK, QUEEN: KING, KING: QUEEN}
PLACES = bytes([RESERVE, RESERVE, *sorted([*TABLEAU] * 5)])
"""The pile of each card."""


@game(
    "gay-gordons",
    title="Gay Gordons",
    family="Pairs",
    tip="It can always be won: look for cards that lie under their last partner.",
)
def gay_gordons() -> Game:
    """Take all cards away, in pairs that add up to eleven.

    All cards lie face up: two in the reserve, and ten piles of five. Drag a top card onto another
    that makes eleven with it, an ace counting one; a queen goes with a king, and a jack with a
    jack. Empty piles stay empty. The cards are dealt in pairs, so that every deal can be won. Each
    card taken away is worth a point.
    """
    reserve = Place(
        "reserve", at=(0, 0), spread="right", up=2, take=top, on_top=on(PAIRS), does=both_away
    )
    pile = Place(
        "tableau", at=(0, 1), spread="down", up=5, take=top, on_top=on(PAIRS), does=both_away
    )
    return Game(
        layout={RESERVE: reserve, TABLEAU: pile.times(10)},
        deck=deck(),
        deal_out=in_pairs,
        score=gone_from(52),
        won=left(0),
        strategy=piles_of_pairs([RESERVE, *TABLEAU], PARTNERS),
    )


def in_pairs(cards: Pile) -> ByNumber[Pile]:
    """Deal pair after pair, each on two piles: taken away in the opposite order, all can leave.

    The first card left goes with the next one that it makes a pair with.  Their piles are a shuffle
    of all places, with the label "deal/pairs" and, as its seed, the first 32 cards in hexadecimal.
    Where it has one pile for both, its second half changes places with that of the next pair after
    it, round in a circle, of which neither card goes to that pile.
    """
    order = shuffle(PLACES, "deal/pairs", cards[:32].hex())
    first, second = list(order[::2]), list(order[1::2])
    for i in range(26):
        if first[i] == second[i]:
            others = (j % 26 for j in range(i + 1, i + 26))
            j = next(j for j in others if first[i] not in (first[j], second[j]))
            second[i], second[j] = second[j], second[i]
    piles = [b""] * 11
    for a, b in zip(first, second, strict=True):
        card, rest = cards[0], cards[1:]
        at = next(i for i, other in enumerate(rest) if PAIRS[card][other])
        cards = rest[:at] + rest[at + 1 :]
        piles[a] += bytes([card])
        piles[b] += rest[at : at + 1]
    return {RESERVE: piles[RESERVE], TABLEAU: piles[TABLEAU.start :]}

"""Triple Peaks: three peaks, played onto the waste in runs that pay more and more."""

from dataclasses import replace

from engine.cards import TURN_DOWN, TURN_UP, Pile, deck
from engine.catalogue import game
from engine.covering import lying_on, turn_up_free
from engine.game import Button, Game
from engine.places import ByNumber, ClickRule, Place, by_number, stack
from engine.relations import next_to
from engine.rules import After, all_gone_from, on, top
from engine.state import Draft
from engine.strategies.neighbours import cannot_be_cleared
from engine.strategies.strategy import Strategy, Weights, nobody_wins, without_suits

STOCK, PAST, RUN = 0, 1, 2
PEAKS = range(3, 6)
TABLEAU = range(3, 31)
ROWS: list[tuple[int, list[float]]] = [
    (1, [2, 5, 8]),
    (2, [1.5, 4.5, 7.5]),
    (3, [1, 4, 7]),
    (10, [0.5]),
]
"""Each row's groups: how many cards are in each, and where they begin.  The peaks come first."""

ALL_GONE = all_gone_from(TABLEAU)


@game(
    "triple-peaks",
    title="Triple Peaks",
    family="Pyramids",
    tip="Save up a long run: its last cards are worth the most.",
)
def triple_peaks(progressive_rounds: bool = False, multiplier_scoring: bool = False) -> Game:
    """Bring all cards of the three peaks to the waste.

    They lie in four rows, each card half under two of the next row; the free ones lie face up. A
    free card may be put on the waste when it is one rank higher or lower than the card there,
    regardless of suit; ace and king are neighbours. The stock is turned card by card onto the
    waste, once, and each time a new run begins. The first card of a run scores one point, the
    second two, the third three and so on; a turned card costs five, but never more than there are.
    Each peak cleared pays fifteen, and all cards cleared another fifteen. With multiplier scoring,
    points double from card to card, the bonus is twenty-five, and turned cards cost nothing. With
    progressive rounds, cleared peaks are dealt anew, and the score goes on.
    """
    price, bonus = (0, 25) if multiplier_scoring else (5, 15)

    def climb(draft: Draft, source: int, count: int, target: int) -> None:
        stack(draft, source, count, target)
        length = len(draft.piles[RUN]) - 1
        draft.score += 2 ** (length - 1) if multiplier_scoring else length
        draft.score += bonus * ((source in PEAKS) + cleared(draft))

    def turn(draft: Draft, stock: int) -> None:
        draft.piles[PAST] += draft.piles[RUN][::-1].translate(TURN_DOWN)
        draft.piles[RUN] = draft.lift(stock, 1).translate(TURN_UP)
        draft.score = max(draft.score - price, 0)

    stock = ClickRule(lambda position, pile: bool(position.piles[pile]), turn)
    card = Place("tableau", at=(0, 1), take=top)
    tableau = [
        place
        for row, (size, starts) in enumerate(ROWS)
        for x in starts
        for place in replace(card, at=(x, 1 + row / 3)).times(size)
    ]
    run = Place("waste", at=(1, 0), spread="right", on_top=on(next_to(wrap=True)), does=climb)
    rounds: list[After] = [deal_again] if progressive_rounds else []
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            PAST: Place("waste", at=(1, 0)),
            RUN: run,
            TABLEAU: tableau,
        },
        deck=deck(),
        deal_out=deal_out,
        after=[*rounds, turn_up_free(lying_on(TABLEAU, tableau))],
        button=Button("Deal", stock, pile=STOCK),
        won=ALL_GONE,
        tap=True,
        strategy=Strategy(
            weights=(Weights(filled=1), Weights(filled=1, stock=-1)),
            # Nobody wins where cleared peaks are dealt anew: players go on for points.
            hopeless=nobody_wins
            if progressive_rounds
            else cannot_be_cleared(TABLEAU, STOCK, RUN, wrap=True),
            apart=TABLEAU,
            essence=without_suits,
            shown={PAST: 0, RUN: 1},
        ),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the peaks, their last row face up, and a card to the waste; the others are the stock."""
    peaks = cards[:18].translate(TURN_DOWN) + cards[18:28]
    stock, run = cards[28:-1].translate(TURN_DOWN), cards[-1:]
    return {STOCK: stock, PAST: b"", RUN: run, TABLEAU: [bytes([card]) for card in peaks]}


def cleared(draft: Draft) -> bool:
    """Return whether no card is left on the peaks."""
    return not any(draft.piles[pile] for pile in TABLEAU)


def deal_again(draft: Draft) -> bool:
    """Deal all cards again when the peaks are cleared."""
    if not cleared(draft):
        return False
    cards = draft.reshuffle(b"".join(draft.piles).translate(TURN_UP))
    for pile, dealt in by_number(deal_out(cards), bytes).items():
        draft.piles[pile] = dealt
    return True

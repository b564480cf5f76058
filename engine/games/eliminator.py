"""Eliminator: four columns, and foundations that go up and down."""

from typing import Literal

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, next_to
from engine.rules import above_first, all_on, on, only, top
from engine.state import State
from engine.strategies.neighbours import left_over
from engine.strategies.strategy import Strategy, Weights, without_suits

COUNTS = {"six-foundations": 6, "five-foundations": 5, "four-foundations": 4}


@game(
    "eliminator",
    title="Eliminator",
    family="Golf",
    tip="Open a new foundation only when nothing goes on the others.",
)
def eliminator(
    foundations: Literal[
        "six-foundations", "five-foundations", "four-foundations"
    ] = "six-foundations",
) -> Game:
    """Bring all cards to the foundations.

    All cards lie face up in four columns of thirteen. The top card of a column may begin any empty
    foundation, or go onto a foundation's card that is one higher or one lower, regardless of suit;
    ace and king are neighbours. How many foundations there are, the option says. What lies there
    stays, and each card put on another one there is worth a point.
    """
    count = COUNTS[foundations]
    bases = range(count)
    columns = range(count, count + 4)

    def hopeless(position: State) -> bool:
        """Return whether more cards would have to begin a foundation than can."""
        waiting = b"".join([position.piles[column] for column in columns])
        under = b"".join([position.piles[base][-1:] for base in bases])
        room = count - len(under)
        return left_over(waiting, under, wrap=True, enough=room) > room

    foundation = Place(
        "foundation", at=(0, 0), on_empty=only(ANY), on_top=on(next_to(wrap=True)), most=1
    )
    column = Place("tableau", at=(1 if count == 6 else 0, 1), spread="down", up=13, take=top)
    return Game(
        layout={bases: foundation.times(count), columns: column.times(4)},
        deck=deck(),
        score=above_first(bases),
        won=all_on(bases, 52),
        strategy=Strategy(
            weights=(Weights(out=1),),
            hopeless=hopeless,
            essence=without_suits,
            shown=dict.fromkeys(bases, 1),
        ),
    )

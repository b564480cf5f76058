"""Clock: the cards go round the clock until the last king stops it."""

from engine.cards import DOWN, KING, RANK, TURN_UP, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import ClickRule, Place, nothing
from engine.relations import KINGS, ranks
from engine.rules import only, top, turn_up
from engine.state import Draft, State

HOURS = [11, 12, 1, 10, 2, 9, KING, 3, 8, 4, 7, 6, 5]
"""The rank that belongs to each pile, row by row; the kings' is in the middle."""
MIDDLE = HOURS.index(KING)
COLUMNS = [(1, 3, 5), (0, 6), (0, 3, 6), (0, 6), (1, 3, 5)]
"""Where the piles of each row lie."""


@game(
    "clock",
    title="Clock",
    family="Luck",
    tip="There is nothing to decide: be quick, and be lucky.",
)
def clock() -> Game:
    """Bring every card to its hour before the fourth king stops the clock.

    Twelve piles of four lie round a thirteenth, all face down but the top card in the middle.
    Drag that card to the pile of its hour (ace one, jack eleven, queen twelve): it lies on top
    there, and the pile's lowest card comes up in the middle. A king stays in the middle: click
    it, and the lowest card there comes up. With the fourth king the game is over. It is won
    when all cards lie where they belong, face up or not. Each card brought to its hour is worth
    a point.
    """
    places = [(x, y) for y, row in enumerate(COLUMNS) for x in row]
    hours = [
        Place(
            "tableau",
            at=at,
            spread="right",
            down=4,
            take=top if hour == KING else nothing,
            on_top=only(ranks(hour)) if hour != KING else None,
            does=strike,
            mark=str(hour) if hour != KING else "",
            click=ClickRule(
                may_stay, stay, "only a king may stay there, while others are face down"
            )
            if hour == KING
            else None,
        )
        for hour, at in zip(HOURS, places, strict=True)
    ]
    return Game(
        layout={range(13): hours},
        deck=deck(),
        after=[turn_up([MIDDLE])],
        won=all_at_home,
        tap=True,
    )


def strike(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the card on its hour, and bring the lowest card from there to the middle."""
    cards = draft.piles[target] + draft.lift(source, 1)
    draft.piles[target] = cards[1:]
    draft.piles[MIDDLE] += cards[:1].translate(TURN_UP)
    draft.score += 1


def may_stay(position: State, middle: int) -> bool:
    """Return whether a king came up that is not the last one."""
    cards = position.piles[middle]
    return bool(cards) and bool(KINGS[cards[-1]]) and cards[0] >= DOWN


def stay(draft: Draft, middle: int) -> None:
    """Leave the king in the middle, and bring up the lowest card from there."""
    cards = draft.piles[middle]
    draft.piles[middle] = cards[1:] + cards[:1].translate(TURN_UP)


def all_at_home(position: State) -> bool:
    """Return whether the four kings are up, and every card lies on its hour, face up or down."""
    middle = position.piles[MIDDLE]
    if not middle or middle[0] >= DOWN:
        return False
    hours = zip(HOURS, position.piles, strict=True)
    return all(card & RANK == hour for hour, cards in hours for card in cards)

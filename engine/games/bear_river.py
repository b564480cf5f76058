"""Bear River: eighteen small fans, three of which are holes."""

from dataclasses import replace

from engine.base_card import base_cards, base_on
from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, down, either, up
from engine.rules import all_on, cards_on, on, only, room_for, top
from engine.strategies.strategy import Strategy

FOUNDATIONS = range(4)
FANS = range(4, 22)


@game(
    "bear-river",
    title="Bear River",
    family="Fans",
    tip="Empty a hole early. Where you put the rank below the base, it will stay for a long time.",
)
def bear_river() -> Game:
    """Bring all cards to the four foundations, each up in suit and from the king on to the ace.

    The first foundation starts with a card dealt there, and the others with its rank. Three rows
    of six fans lie face up: five of three cards each, and at the right a hole of two. Top cards
    move singly, onto the next higher or lower card of their suit (king and ace are neighbours),
    and no fan ever holds more than three. An empty hole takes any card, an empty fan none. Each
    card on a foundation is worth a point, the dealt one too.
    """
    foundation = Place(
        "foundation",
        at=(1, 0),
        on_empty=base_cards(base_on(FOUNDATIONS), ANY),
        on_top=on(up("suit", wrap=True)),
    )
    neighbours = either(up("suit", wrap=True), down("suit", wrap=True))
    fan = Place(
        "tableau", at=(0, 1), spread="right", take=top, on_top=room_for(3, on(neighbours)), up=3
    )
    hole = replace(fan, at=(5.18, 1), on_empty=only(ANY), up=2)
    rows = zip(*(fan.times(3, (0, 1)) for fan in [*fan.times(5), hole]), strict=True)
    return Game(
        layout={
            FOUNDATIONS: foundation.dealt(up=[1, 0, 0, 0]),
            FANS: [fan for row in rows for fan in row],
        },
        deck=deck(),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=neighbours),
    )

from dataclasses import replace

import pytest

from engine import catalogue
from engine.solver.freeing import Freeing
from engine.solver.search import Solver
from engine.state import State
from engine.strategies.strategy import PLAIN
from tests.engine.positions import lying

KLONDIKE = catalogue.make("klondike")
ONCE = catalogue.make("klondike", {"deal": "no-redeals"})
RANKS = "A23456789TJQK"
KINGS = ("KC", "KD", "KH", "KS")
LOCKED = ("tc KC", "td KD", "th KH", "ts KS", "qc qd JC", "qh qs JD", "js JH")
"""Columns on whose top cards nothing goes, and under which all lies that they could go to."""


def home(of: str, to: int = 9) -> str:
    """The cards of a suit, from the ace on."""
    return " ".join(f"{rank}{of}" for rank in RANKS[:to])


def position(*tableau: str, stock: str = "", waste: str = "") -> State:
    """A position with these columns, in which all cards up to the nine are home."""
    return lying(stock, waste, *map(home, "CDHS"), *tableau, *[""] * (7 - len(tableau)))


def test_what_nothing_can_free_is_lost() -> None:
    assert Freeing(KLONDIKE).hopeless(position(*LOCKED))
    opened = (*LOCKED[:5], "qh JD", "js JH QS")
    assert not Freeing(KLONDIKE).hopeless(position(*opened)), "the queen may lie on a king"
    with_room = ("tc td KC", "th KD", "KH", "ts KS", "qc qd JC", "qh qs JD js JH")
    assert not Freeing(KLONDIKE).hopeless(position(*with_room)), "a king may fill the empty pile"


def test_what_can_be_turned_up_helps() -> None:
    state = position(*KINGS, "JC", "JD", "JH", stock="tc td th ts qc qd qh qs js")
    assert not Freeing(ONCE).hopeless(state)


def test_a_card_of_the_waste_leaves_before_the_one_below_where_it_does_not_come_round() -> None:
    columns = (*KINGS, "JC", "JD", "JH")
    stuck = position(*columns, waste="QC QD QH QS TC TD TH TS JS")
    assert Freeing(ONCE).hopeless(stuck), "the jack lies on all that could help it"
    assert not Freeing(ONCE).hopeless(position(*columns, waste="QC QD QH QS TC TD TH JS TS")), (
        "the ten goes home, and the jack after it"
    )
    assert not Freeing(KLONDIKE).hopeless(stuck), "it comes round again"
    assert Freeing(KLONDIKE).hopeless(stuck._replace(redeals=2)), "twice, and no more"


def test_what_is_home_can_come_back_to_be_lain_on() -> None:
    # The eight can lie on the nine of diamonds, if that comes back to a black ten.
    homes = (home("S", 6), home("C", 13), home("H", 13), home("D"))
    columns = ("7s 8S", "TS", "td JD", "js QD", "qs KD", "9s KS", "")
    state = lying("", "", *homes, *columns)
    assert not Freeing(KLONDIKE).hopeless(state)


def test_who_can_win_is_never_called_lost() -> None:
    """All positions on the way of a win can be won."""
    for deal in ("three-card-deals", "unlimited-redeals"):
        game = catalogue.make("klondike", {"deal": deal})
        freeing, won = Freeing(game), 0
        wide = replace(game, strategy=replace(game.strategy, preparing=False))
        for number in range(1, 5):
            seed = f"freeing {number}"
            state = game.deal(seed)
            for action in Solver(wide, seed).go_on(4000).actions:
                assert not freeing.hopeless(state)
                state = game.play(state, action, seed)
                won += 1
        assert won


def test_an_order_has_to_be_given() -> None:
    game = replace(KLONDIKE, strategy=replace(PLAIN, preparing=True))
    with pytest.raises(ValueError, match="order"):
        Freeing(game)

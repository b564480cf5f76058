from dataclasses import replace

import pytest

from engine import catalogue
from engine.cards import RANK, deck
from engine.game import Game
from engine.games import klondike
from engine.relations import Suits, down, ranks
from engine.rules import all_on, on, only, run, turn, turn_up
from engine.solver.narrowing import Narrowing
from engine.solver.preparing import Preparing
from engine.solver.search import Solver
from engine.solver.turning import Line, Turning
from engine.state import Action, Click, Move, State
from engine.strategies.strategy import PLAIN
from tests.engine.positions import lying

KLONDIKE = catalogue.make("klondike")


def position(*tableau: str, stock: str = "", homes: tuple[str, ...] = ()) -> State:
    """A position with nothing on the waste, with these foundations and columns."""
    homes = (*homes, *[""] * (4 - len(homes)))
    return lying(stock, "", *homes, *tableau, *[""] * (7 - len(tableau)))


def made(state: State) -> list[list[Action]]:
    """What is looked at in a position: of each line all that is done."""
    lines = Narrowing(KLONDIKE, Turning(KLONDIKE)).lines(state)
    return [[*prelude, action] for prelude, _, action in lines]


FULL = ("9C 8C", "9D 8D", "JC", "JD", "JH")
"""Columns on which nothing that matters here is moved."""


def test_cards_in_order_are_moved_only_for_the_card_that_they_uncover() -> None:
    alike = position("5s 4C 3D", "4S", *FULL)
    assert made(alike) == [], "a three on a black four, and then on the other one"
    goes_home = position("5s 4C 3D", "4S", *FULL, homes=("AC 2C 3C",))
    assert [Move(6, 1, 7), Move(6, 1, 2)] in made(goes_home)


def test_what_turns_a_card_up_is_looked_at_by_itself() -> None:
    assert [Move(6, 1, 7)] in made(position("5s 3D", "4S", *FULL))


def test_a_pile_is_emptied_only_for_a_king_that_fills_it() -> None:
    assert made(position("3D", "4S", *FULL)) == []
    waits = position("3D", "4S", "2c KH", *FULL[1:])
    assert [Move(6, 1, 7), Move(8, 1, 6)] in made(waits)
    in_stock = position("3D", "4S", *FULL, stock="kh")
    assert [Move(6, 1, 7), Click(0), Move(1, 1, 6)] in made(in_stock)
    another = position("3D", "4S", "2c KH", *FULL[1:4])
    assert [Move(8, 1, 12)] in made(another), "there is an empty pile already"
    assert all(Move(6, 1, 7) not in each for each in made(another))


def test_a_card_comes_back_from_home_only_to_get_another_one() -> None:
    home = ("AC 2C 3C 4C",)
    assert made(position("5H", *FULL, homes=home)) == []
    needed = position("5H", "9s 3D", *FULL, homes=home)
    assert [Move(2, 1, 6), Move(7, 1, 6)] in made(needed)
    in_stock = position("5H", *FULL, stock="3d", homes=home)
    assert [Move(2, 1, 6), Click(0), Move(1, 1, 6)] in made(in_stock)


def test_several_come_back_where_one_lies_on_the_other() -> None:
    state = position("6S", "9s 3H", *FULL, homes=("AD 2D 3D 4D 5D", "AS 2S 3S 4S"))
    assert [Move(2, 1, 6), Move(3, 1, 6), Move(7, 1, 6)] in made(state)


def test_of_places_that_take_the_same_one_is_enough() -> None:
    state = position("9s 3D", "4S", "4C", *FULL[1:])
    assert [Move(6, 1, 7)] in made(state)
    assert [Move(6, 1, 8)] not in made(state)


def test_an_order_has_to_be_given() -> None:
    game = replace(KLONDIKE, strategy=replace(PLAIN, preparing=True))
    with pytest.raises(ValueError, match="order"):
        Preparing(game, None)


def test_what_prepares_nothing_stays_as_it_is() -> None:
    state = position("9s 3D", "4S", *FULL)
    line = Line((), state, Move(6, 1, 7))
    assert Preparing(KLONDIKE, Turning(KLONDIKE)).made(state, [line]) == [line]


def small(highest: int, columns: int, turned: int, redeals: int | None, built: Suits) -> Game:
    """Klondike with fewer cards and columns, small enough to be searched to its end."""
    order, click = down(built), turn(turned, klondike.WASTE, redeals)
    column = replace(
        klondike.COLUMN, on_empty=only(ranks(highest)), take=run(order), on_top=on(order)
    )
    homes, tableau = range(2, 6), range(6, 6 + columns)
    return Game(
        layout={
            **klondike.stock_and_waste(click, turned),
            homes: klondike.FOUNDATION.times(4),
            tableau: column.staircase(columns),
        },
        deck=bytes(card for card in deck() if card & RANK <= highest),
        after=[turn_up(tableau)],
        won=all_on(homes, 4 * highest),
        strategy=replace(klondike.STRATEGY, order=order, preparing=True),
    )


@pytest.mark.parametrize(
    "game",
    [
        small(6, 6, 1, 0, "alternate"),
        small(7, 7, 1, 0, "alternate"),
        small(6, 5, 3, 0, "alternate"),
        small(5, 5, 1, None, "alternate"),
        small(6, 6, 1, 1, "color"),
        small(6, 6, 1, 0, "other"),
        small(5, 5, 1, 0, "any"),
    ],
    ids=["few", "no stock", "by three", "again", "in colour", "other suits", "any"],
)
def test_what_is_left_out_loses_no_win(game: Game) -> None:
    """Small games are searched to their end with all that may be done, and come to the same."""
    wide = replace(game, strategy=replace(game.strategy, preparing=False, safe=False))
    found = set[str]()
    for number in range(1, 6):
        answer = Solver(game, f"small {number}").go_on(8_000)
        wider = Solver(wide, f"small {number}").go_on(12_000)
        assert {answer.verdict, wider.verdict} != {"won", "impossible"}, number
        if "unknown" not in (answer.verdict, wider.verdict):
            assert answer.positions <= wider.positions or answer.verdict == "won"
        found.add(answer.verdict)
    assert "won" in found

from dataclasses import replace

import pytest

from engine import catalogue
from engine.game import Game
from engine.solver.narrowing import Narrowing
from engine.solver.search import Solver
from engine.state import Click, Move, State
from tests.engine.positions import SETTINGS, Setting, lying, walk

NARROWED = [
    setting for setting in SETTINGS if setting.game.strategy.safe or setting.game.strategy.turning
]
TURNING = [setting for setting in NARROWED if setting.game.strategy.turning]
FEW = 600
"""Positions that decide near the end of a game."""


def wide(game: Game) -> Game:
    """The same game, of which nothing is left out."""
    return replace(game, strategy=replace(game.strategy, safe=False, turning=False))


@pytest.mark.parametrize("setting", NARROWED, ids=str)
def test_no_win_is_missed(setting: Setting) -> None:
    game = setting.game
    for seed in ("narrow 1", "narrow 2", "narrow 3"):
        for step in walk(setting, seed)[-1:-60:-12]:
            narrow = Solver(game, seed, step.after).go_on(FEW).verdict
            full = Solver(wide(game), seed, step.after).go_on(4 * FEW).verdict
            assert {narrow, full} != {"won", "impossible"}, step.after


@pytest.mark.parametrize("setting", TURNING, ids=str)
def test_what_leaves_the_waste_alone_may_come_before_a_turn_of_the_stock(setting: Setting) -> None:
    game, tried = setting.game, 0
    turned = [place.kind in ("stock", "waste") for place in game.places]
    for step in walk(setting, "turning")[::2]:
        state = step.before
        for click in game.clicks(state):
            if not isinstance(click, Click) or game.places[click.pile].kind != "stock":
                continue
            after = game.follow(state, click)
            for move in game.legal_actions(after):
                if isinstance(move, Move) and not (turned[move.source] or turned[move.target]):
                    tried += 1
                    assert game.is_legal(state, move)
                    before = game.follow(state, move)
                    assert game.is_legal(before, click)
                    assert game.follow(before, click) == game.follow(after, move)
    assert tried


def klondike(*tableau: str, homes: tuple[str, ...] = ()) -> State:
    """A position without stock, with these foundations and columns."""
    return lying("", "", *homes, *[""] * (4 - len(homes)), *tableau, *[""] * (7 - len(tableau)))


def test_a_card_goes_home_at_once_when_nothing_can_need_it() -> None:
    narrowing = Narrowing(catalogue.make("klondike"))
    state = klondike("AC", "2H 9S", "8D")
    assert narrowing.actions(state, None) == [Move(6, 1, 2)], "nothing lies on an ace"


def test_a_card_stays_as_long_as_another_may_need_it() -> None:
    narrowing = Narrowing(catalogue.make("klondike"))
    needed = klondike("4C", "3H 9S", "8D", homes=("AC 2C 3C", "AH"))
    assert len(narrowing.actions(needed, None)) > 1, "the three of hearts cannot go home itself"
    spared = klondike("4C", "3H 9S", "3D 8D", homes=("AC 2C 3C", "AH 2H", "AD 2D", "AS"))
    assert narrowing.actions(spared, None) == [Move(6, 1, 2)], "both threes can"
    leant = klondike("4C", "3H 9S", "3D 8D", homes=("AC 2C 3C", "AH 2H", "AD 2D"))
    assert len(narrowing.actions(leant, None)) > 1, "the two of spades may need a three"


def test_a_card_does_not_come_back_from_home_only_to_go_there_again() -> None:
    narrowing = Narrowing(catalogue.make("klondike"))
    home = klondike("5H", "6C", homes=("AC 2C 3C 4C", "AH 2H 3H", "AD 2D 3D", "AS"))
    moves = [action for action in narrowing.actions(home, None) if isinstance(action, Move)]
    assert moves
    assert all(move.source not in range(2, 6) for move in moves)
    needed = klondike("4H", "2D 5C", homes=("AC 2C 3C",))
    assert Move(2, 1, 6) in narrowing.actions(needed, None), "a red two may need it"


def test_in_suit_rows_that_are_built_both_ways_keep_no_card() -> None:
    narrowing = Narrowing(catalogue.make("fortress"))
    state = lying("AC", "2C 9S", *[""] * 12)
    assert narrowing.actions(state, None) == [Move(0, 1, 3)], "what could lie on it goes home, too"


def test_where_cards_bring_others_along_these_have_to_be_home() -> None:
    yukon = Narrowing(catalogue.make("yukon"))
    homes = ("AS", "AH", "AD")
    state = lying("AC 2C", "3C", "2H 9S", "2D 8S", *[""] * 4, *homes)
    assert len(yukon.actions(state, None)) > 1, "the two of hearts may bring the nine to the three"
    state = lying("AC 2C", "3C", *[""] * 6, "AS", "AH 2H", "AD 2D")
    assert yukon.actions(state, None) == [Move(1, 1, 0)]


def test_with_two_decks_both_copies_have_to_be_home() -> None:
    game = catalogue.make("gypsy")
    homes = [""] * 8
    one = lying("", *["AS", *homes[1:]], "2S", *[""] * 7)
    assert Narrowing(game)._heights(one) == [0, 0, 0, 0]
    both = lying("", *["AS", "AS 2S", *homes[2:]], *[""] * 8)
    assert Narrowing(game)._heights(both)[3] == 1


def test_after_the_stock_only_the_waste_is_asked() -> None:
    game = catalogue.make("klondike")
    state = lying("2c 3c", "7H", *[""] * 4, "8S 9D", "TS", *[""] * 5)
    narrowing = Narrowing(game)
    assert Move(6, 1, 7) in narrowing.actions(state, None)
    assert Move(6, 1, 7) not in narrowing.actions(state, Click(0))
    assert Click(0) in narrowing.actions(state, Click(0))

from dataclasses import replace
from itertools import chain

import pytest

from engine import catalogue
from engine.game import Game
from engine.solver.narrowing import Narrowing
from engine.solver.sameness import Sameness
from engine.solver.search import Solver
from engine.solver.seen import Seen
from engine.solver.turning import Line, Turning
from engine.state import Action, Click, Move, State
from tests.engine.positions import SETTINGS, Setting, lying, walk

NARROWED = [
    setting
    for setting in SETTINGS
    if (strategy := setting.game.strategy).safe
    or strategy.turning
    or strategy.at_once
    or strategy.hopeless
]
TURNING = [setting for setting in NARROWED if setting.game.strategy.turning]
FEW = 600
"""Positions that decide near the end of a game."""


def wide(game: Game) -> Game:
    """The same game, of which nothing is left out."""
    all_ = replace(
        game.strategy, safe=False, turning=False, preparing=False, at_once=None, hopeless=None
    )
    return replace(game, strategy=all_)


@pytest.mark.parametrize("setting", NARROWED, ids=str)
def test_no_win_is_missed(setting: Setting) -> None:
    game = setting.game
    for seed in ("narrow 1", "narrow 2", "narrow 3"):
        for step in walk(setting, seed)[-1:-60:-12]:
            if Solver(game, seed, step.after).go_on(FEW).verdict == "impossible":
                wider = Solver(wide(game), seed, step.after).go_on(4 * FEW).verdict
                assert wider != "won", step.after


@pytest.mark.parametrize("setting", TURNING, ids=str)
def test_what_leaves_the_waste_alone_may_come_before_a_turn_of_the_stock(setting: Setting) -> None:
    game, tried = setting.game, 0
    turned = [place.kind in ("stock", "waste") for place in game.places]
    # Several, as a walk may soon be stuck.
    walks = [walk(setting, seed) for seed in ("turning", "turning 2", "turning 3", "turning 4")]
    for step in chain.from_iterable(steps[::2] for steps in walks):
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


@pytest.mark.parametrize("setting", TURNING, ids=str)
def test_turns_lead_to_all_that_is_done_with_the_waste(setting: Setting) -> None:
    game, turning, found = setting.game, Turning(setting.game), 0
    for step in walk(setting, "lines")[::4]:
        state, wanted, known = step.before, set[tuple[object, Action]](), set[object]()
        known.add(turning.talon(state)[0])
        while turning.click in game.clicks(state):
            state = game.follow(state, turning.click)
            assert not game.won(state)
            if (talon := turning.talon(state)[0]) in known and game.redeals is None:
                break
            if talon not in known:
                moves = game.legal_actions(state)
                wanted |= {(talon, move) for move in moves if turning.concerns_waste(move)}
            known.add(talon)
        lines = turning.lines(step.before) if not game.won(step.before) else []
        assert {(turning.talon(line.state)[0], line.action) for line in lines} == wanted
        found += len(lines)
    assert found


def test_what_came_round_again_is_as_good_with_fewer_redeals() -> None:
    game = catalogue.make("klondike")
    turning = Turning(game)
    sameness = Sameness(game, game.deal("any"), turning)
    seen = Seen(sameness, turning)
    early = lying("2c 3c", "7H", *[""] * 4, "8S", *[""] * 6)
    turned = game.follow(early, Click(0))
    assert seen.adds(early)
    assert not seen.adds(turned), "a turn leads there"
    assert not seen.adds(early._replace(redeals=1))
    late = Seen(sameness, turning)
    assert late.adds(early._replace(redeals=1))
    assert late.adds(turned), "what has a redeal more to use is better"


def klondike(*tableau: str, homes: tuple[str, ...] = ()) -> State:
    """A position without stock, with these foundations and columns."""
    return lying("", "", *homes, *[""] * (4 - len(homes)), *tableau, *[""] * (7 - len(tableau)))


def narrowed(game: Game) -> Narrowing:
    """What is looked at in a game, be it only to prepare something."""
    game = replace(game, strategy=replace(game.strategy, preparing=False))
    return Narrowing(game, Turning(game) if game.strategy.turning else None)


def actions(narrowing: Narrowing, state: State) -> list[Action]:
    return [line.action for line in narrowing.lines(state)]


def test_a_card_goes_home_at_once_when_nothing_can_need_it() -> None:
    narrowing = narrowed(catalogue.make("klondike"))
    state = klondike("AC", "2H 9S", "8D")
    assert actions(narrowing, state) == [Move(6, 1, 2)], "nothing lies on an ace"


def test_a_card_stays_as_long_as_another_may_need_it() -> None:
    narrowing = narrowed(catalogue.make("klondike"))
    needed = klondike("4C", "3H 9S", "8D", homes=("AC 2C 3C", "AH"))
    assert len(actions(narrowing, needed)) > 1, "the three of hearts cannot go home itself"
    spared = klondike("4C", "3H 9S", "3D 8D", homes=("AC 2C 3C", "AH 2H", "AD 2D", "AS"))
    assert actions(narrowing, spared) == [Move(6, 1, 2)], "both threes can"
    leant = klondike("4C", "3H 9S", "3D 8D", homes=("AC 2C 3C", "AH 2H", "AD 2D"))
    assert len(actions(narrowing, leant)) > 1, "the two of spades may need a three"


def test_a_card_does_not_come_back_from_home_only_to_go_there_again() -> None:
    narrowing = narrowed(catalogue.make("klondike"))
    home = klondike("5H", "6C", homes=("AC 2C 3C 4C", "AH 2H 3H", "AD 2D 3D", "AS"))
    moves = [action for action in actions(narrowing, home) if isinstance(action, Move)]
    assert moves
    assert all(move.source not in range(2, 6) for move in moves)
    needed = klondike("4H", "2D 5C", homes=("AC 2C 3C",))
    assert Move(2, 1, 6) in actions(narrowing, needed), "a red two may need it"


def test_in_suit_rows_that_are_built_both_ways_keep_no_card() -> None:
    narrowing = narrowed(catalogue.make("fortress"))
    state = lying("AC", "2C 9S", *[""] * 12)
    assert actions(narrowing, state) == [Move(0, 1, 3)], "what could lie on it goes home, too"


def test_where_cards_bring_others_along_these_have_to_be_home() -> None:
    yukon = narrowed(catalogue.make("yukon"))
    homes = ("AS", "AH", "AD")
    state = lying("AC 2C", "3C", "2H 9S", "2D 8S", *[""] * 4, *homes)
    assert len(actions(yukon, state)) > 1, "the two of hearts may bring the nine to the three"
    state = lying("AC 2C", "3C", *[""] * 6, "AS", "AH 2H", "AD 2D")
    assert actions(yukon, state) == [Move(1, 1, 0)]


def test_with_two_decks_both_copies_have_to_be_home() -> None:
    gypsy = narrowed(catalogue.make("gypsy"))
    homes = ["AS 2S", "AS 2S", "AC", "AC", "AD", "AD", "AH"]
    needed = lying("", *homes, "", "3S", "KH", *[""] * 6)
    assert len(actions(gypsy, needed)) > 1, "a two of hearts may lie on the three"
    spared = lying("", *homes, "AH", "3S", "KH", *[""] * 6)
    assert actions(gypsy, spared)[0] in [Move(9, 1, 1), Move(9, 1, 2)]
    assert len(actions(gypsy, spared)) == 1


def test_with_two_decks_nothing_comes_back_that_would_go_home_at_once() -> None:
    gypsy = narrowed(catalogue.make("gypsy"))
    homes = ["AS 2S 3S", "AS 2S", "AC", "AC", "AD", "AD", "AH"]
    spared = lying("", *homes, "AH", "4H", "9C", *[""] * 6)
    assert Move(1, 1, 9) not in actions(gypsy, spared), "all twos can go home"
    needed = lying("", *homes, "", "4H", "9C", *[""] * 6)
    assert Move(1, 1, 9) in actions(gypsy, needed), "a two of hearts may lie on it"


def test_ranks_are_counted_from_the_base_card() -> None:
    agnes = narrowed(catalogue.make("agnes"))
    homes = ("5C", "5S", "5H", "5D")
    state = lying(
        "",
        *homes,
        "6C",
        "7S",
        *[""] * 5,
    )._replace(marks=(5,))
    assert actions(agnes, state) == [Move(5, 1, 1)], "all fives are home"
    needed = lying("", "5C", "", "5H", "5D", "6C", "7S", *[""] * 5)._replace(marks=(5,))
    assert len(actions(agnes, needed)) > 1, "the five of spades may lie on it"


def test_a_card_that_nothing_needs_does_not_come_back() -> None:
    narrowing = narrowed(catalogue.make("klondike"))
    needed = klondike("4H", homes=("AC 2C 3C", "AH"))
    assert Move(2, 1, 6) in actions(narrowing, needed), "the two of diamonds may lie on it"
    spared = klondike("4H", homes=("AC 2C 3C", "AH", "AD"))
    assert Move(2, 1, 6) not in actions(narrowing, spared), "the two can go home itself"


def test_the_stock_is_turned_for_cards_that_leave_the_waste() -> None:
    game = catalogue.make("klondike")
    state = lying("2c 6c", "KH", *[""] * 4, "7H", *[""] * 6)
    found = narrowed(game).lines(state)
    assert Click(0) not in [line.action for line in found]
    assert Line((Click(0),), game.follow(state, Click(0)), Move(1, 1, 6)) in found


def test_what_may_be_done_at_once_is() -> None:
    narrowing = narrowed(catalogue.make("osmosis"))
    rows = ("KC", "7C 2C", "", "7D 8D", "", "", "KD", "", "as", "")
    assert actions(narrowing, lying(*rows)) == [Move(0, 1, 1)], "the row is begun"
    begins = ("7H", "7C 2C", "7D", "", "", "", "", "", "as", "")
    assert len(actions(narrowing, lying(*begins))) > 1, "which suit comes next is a choice"


def test_the_last_cards_that_go_together_leave_at_once() -> None:
    game = catalogue.make("fourteen")
    sevens, others = lying("7C", "7D", "8C 6D"), ["8H 6H", "6C", "8D"]
    state = sevens._replace(piles=(*sevens.piles, *lying(*others, *[""] * 6).piles))
    (move,) = actions(narrowed(game), state)
    assert isinstance(move, Move)
    assert {move.source, move.target} == {0, 1}

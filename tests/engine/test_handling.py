import random
from collections import Counter

import pytest

from engine import catalogue, handling
from engine.cards import card
from engine.state import Action, Click, Deal, Move, State
from tests.engine.positions import SETTINGS, field, pile

KLONDIKE = catalogue.make("klondike")
MONTANA = catalogue.make("montana")
ROWS_AND_GAPS = {"4x13", "gaps", "maze", "montana"}
ONE_WAY = {"clock", "doublets", "elevator", "escalator", "golf", "thieves", "triple-peaks"}
"""Games in which no card ever has more than one place to go to."""
GLOWING = {"gaps", "montana"}


def klondike(**piles: bytes) -> State:
    named = {f"p{i}": b"" for i in range(13)} | piles
    return State(tuple(named.values()))


def test_what_lies_face_up_in_order_comes_along() -> None:
    run = bytes([0x80, card(9, 0), card(8, 1), card(7, 3)])
    state = klondike(p6=run, p7=bytes([card(9, 0), card(7, 0)]), p8=b"\x80", p9=b"\0")
    assert [handling.liftable(KLONDIKE, state, 6, i) for i in (-1, 0, 1, 2, 3)] == [0, 0, 3, 2, 1]
    assert handling.liftable(KLONDIKE, state, 7, 0) == 0
    assert handling.liftable(KLONDIKE, state, 8, 0) == 0
    assert handling.liftable(KLONDIKE, state, 9, 0) == 0  # a face not known yet
    assert handling.liftable(KLONDIKE, state, 10, -1) == 0


def test_moves_by_target() -> None:
    king = bytes([0x80, card(13, 0)])
    state = klondike(p6=king)
    assert handling.targets(KLONDIKE, state, 6, 1) == {t: Move(6, 1, t) for t in range(7, 13)}
    assert handling.movable(KLONDIKE, state) == {(6, 1)}


def test_a_double_click_on_a_group_without_a_place_plays_its_top_card() -> None:
    state = klondike(p6=bytes([card(2, 1), card(1, 0)]))
    assert handling.double_click(KLONDIKE, state, 6, 2) == Move(6, 1, 2)
    assert handling.double_click(KLONDIKE, state, 6, 1) == Move(6, 1, 2)
    assert handling.double_click(KLONDIKE, klondike(p6=bytes([card(5, 0)])), 6, 1) is None


def test_the_games_button() -> None:
    assert handling.button_action(KLONDIKE) == Click(0)
    assert handling.button_action(MONTANA) == Deal()
    assert handling.button_action(catalogue.make("4x13")) is None
    assert handling.button_works(KLONDIKE, klondike(p0=b"\x80"))
    assert not handling.button_works(KLONDIKE, klondike())
    assert not handling.button_works(catalogue.make("4x13"), catalogue.make("4x13").deal("1"))


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("klondike", Click(0)),  # its button turns the stock
        ("montana", Deal()),
        ("golf", Click(0)),  # it has a stock and no button
        ("4x13", None),
    ],
)
def test_the_key_for_dealing_presses_the_button_or_clicks_the_stock(
    name: str, action: Action | None
) -> None:
    assert handling.deal_action(catalogue.make(name)) == action


# Clicks and taps


def test_a_click_takes_a_card_away_where_the_pile_can_be_clicked() -> None:
    thirteens = catalogue.make("thirteens")
    state = thirteens.deal("test")
    lying = [b""] * len(state.piles)
    lying[0], lying[1], lying[2] = pile("KC"), pile("6C"), pile("7D")
    state = state._replace(piles=tuple(lying))
    assert handling.click(thirteens, state, 0, 1) == Click(0)
    assert handling.click(thirteens, state, 1, 1) is None
    assert handling.click(thirteens, state, 1, 2) is None


def test_only_some_piles_are_ever_clicked() -> None:
    assert [handling.clickable(KLONDIKE, pile) for pile in range(13)] == [True, *[False] * 12]


def test_a_click_lifts_a_card_where_taps_are_not_enough() -> None:
    state = klondike(p6=bytes([card(1, 0)]), p7=bytes([card(6, 1)]), p8=bytes([card(7, 0)]))
    assert list(handling.targets(KLONDIKE, state, 7, 1)) == [8]
    assert handling.tap(KLONDIKE, state, 7, 1) is None
    assert handling.click(KLONDIKE, state, 7, 1) is None


def test_a_tap_moves_a_card_that_fits_one_gap_only() -> None:
    rows = field(
        "2C 3C -- 9H 5C 6C 7C 8C 9C TC JC QC KC",
        "-- 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 2H",
        "-- 3H 4H 5H 6H 7H 8H 2D TH JH QH KH 4C",
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS --",
    )
    state = State(rows)
    assert handling.tap(MONTANA, state, 38, 1) == Move(38, 1, 2)
    assert handling.click(MONTANA, state, 38, 1) == Move(38, 1, 2)
    assert handling.tap(MONTANA, state, 25, 1) is None, "the two of hearts fits two rows"
    assert handling.tap(MONTANA, state, 12, 1) is None, "the king fits nowhere"
    assert handling.click(MONTANA, state, 12, 1) is None


def test_the_games_in_which_a_tap_is_enough() -> None:
    assert _games_that("tap") == ROWS_AND_GAPS | ONE_WAY


def test_the_games_whose_cards_glow() -> None:
    assert _games_that("glow") == GLOWING


def _games_that(fact: str) -> set[str]:
    """Return the games that declare it, each with all of its settings."""
    declared = {entry.name: set[bool]() for entry in catalogue.entries()}
    for setting in SETTINGS:
        declared[setting.name].add(getattr(setting.game, fact))
    assert all(len(facts) == 1 for facts in declared.values())
    return {name for name, facts in declared.items() if True in facts}


@pytest.mark.parametrize("name", sorted(ONE_WAY))
def test_no_card_has_a_choice_where_a_tap_is_enough(name: str) -> None:
    game = catalogue.make(name)
    chance = random.Random(name)
    state = game.deal("choice")
    for _ in range(200):
        legal = game.legal_actions(state)
        ways = Counter(action[:2] for action in legal if isinstance(action, Move))
        assert max(ways.values(), default=1) == 1
        if not legal:
            break
        state = game.play(state, chance.choice(legal), "choice")


@pytest.mark.parametrize(
    ("game", "options", "redeals", "left"),
    [
        ("klondike", {}, 0, 2),
        ("klondike", {}, 2, 0),
        ("klondike", {"deal": "unlimited-redeals"}, 9, None),
        ("klondike", {"deal": "no-redeals"}, 0, None),
        ("montana", {}, 1, 2),
        ("freecell", {}, 0, None),
        ("spider", {}, 0, None),
    ],
)
def test_how_often_cards_come_round_again(
    game: str, options: catalogue.Options, redeals: int, left: int | None
) -> None:
    made = catalogue.make(game, options)
    state = made.deal("x")._replace(redeals=redeals)
    assert handling.redeals_left(made, state) == left


@pytest.mark.parametrize(
    ("game", "options", "action", "redeals"),
    [
        ("klondike", {}, Click(0), True),
        ("klondike", {"deal": "unlimited-redeals"}, Click(0), False),
        ("klondike", {"deal": "no-redeals"}, Click(0), False),
        ("montana", {}, Deal(), True),
        ("spider", {}, Deal(), False),
    ],
)
def test_what_uses_up_a_redeal(
    game: str, options: catalogue.Options, action: Click | Deal, redeals: bool
) -> None:
    made = catalogue.make(game, options)
    state = made.deal("x")
    while made.is_legal(state, Click(0)) and state.piles[0]:
        assert not handling.redeals(made, state, Click(0)), "cards are left"
        state = made.play(state, Click(0), "x")
    assert handling.redeals(made, state, action) is redeals
    assert not handling.redeals(made, state, Move(0, 1, 1))

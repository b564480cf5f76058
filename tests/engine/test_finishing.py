import random

import pytest

from engine import catalogue
from engine.cards import card
from engine.finishing import finishing_moves
from engine.state import Click, Move, State
from tests.engine.positions import Setting, walk

KLONDIKE = catalogue.make("klondike")
NAMES = [entry.name for entry in catalogue.entries()]


def near_the_end(*tableau: bytes) -> State:
    """All suits up to the king, but for what lies on the tableau (and would be on top)."""
    left = {c for pile in tableau for c in pile}
    homes = [bytes(c for r in range(1, 14) if (c := card(r, s)) not in left) for s in range(4)]
    return State((b"", b"", *homes, *tableau, *[b""] * (7 - len(tableau))))


def test_the_last_cards_go_home_one_by_one() -> None:
    state = near_the_end(bytes([card(13, 0), card(12, 1)]), bytes([card(13, 1)]))
    plan = finishing_moves(KLONDIKE, state)
    assert plan == [Move(6, 1, 3), Move(6, 1, 2), Move(7, 1, 3)]
    for action in plan:
        assert finishing_moves(KLONDIKE, state)[0] == action, "the same after each"
        state = KLONDIKE.play(state, action)
    assert KLONDIKE.won(state)
    assert finishing_moves(KLONDIKE, state) == []


def test_nothing_is_finished_that_could_fail() -> None:
    blocked = near_the_end(bytes([card(12, 0), card(13, 0)]))
    assert finishing_moves(KLONDIKE, blocked) == [], "the king is on its queen"
    open_end = near_the_end(bytes([card(13, 0)]))
    assert finishing_moves(KLONDIKE, open_end)
    hidden = open_end._replace(piles=(b"\x80", *open_end.piles[1:]))
    assert finishing_moves(KLONDIKE, hidden) == []
    unknown = open_end._replace(piles=(b"", b"\x00", *open_end.piles[2:]))
    assert finishing_moves(KLONDIKE, unknown) == []


def waiting(*waste: int) -> State:
    """All suits up to the king, but for what lies on the waste, the last one on top."""
    state = near_the_end(bytes(waste))
    return state._replace(piles=(b"", bytes(waste), *state.piles[2:6], *[b""] * 7))


def test_the_stock_brings_what_lies_under_others() -> None:
    buried = waiting(card(12, 0), card(13, 0))
    plan = finishing_moves(KLONDIKE, buried)
    assert plan == [Click(0), Click(0), Move(1, 1, 2), Click(0), Move(1, 1, 2)]
    used_up = buried._replace(redeals=2)
    assert finishing_moves(KLONDIKE, used_up) == []
    for_ever = catalogue.make("klondike", {"deal": "three-card-deals"})
    never = waiting(card(12, 0), card(13, 0), card(13, 1))
    assert finishing_moves(for_ever, never) == [], "three at once, and never the queen on top"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_offered_wins_by_foundation_moves_and_the_stock(name: str) -> None:
    setting = Setting(name, tuple(catalogue.entry(name).complete({}).items()))
    game, chance = setting.game, random.Random(name)
    steps = [step for seed in ("one", "two") for step in walk(setting, seed)]
    for step in chance.sample(steps, min(12, len(steps))) + steps[-3:]:
        state, plan = step.before, finishing_moves(game, game.view(step.before))
        for action in plan:
            if isinstance(action, Move):
                assert game.places[action.target].kind == "foundation"
            else:
                assert isinstance(action, Click)
                assert game.places[action.pile].kind == "stock"
            state = game.play(state, action, step.seed)
        assert not plan or game.won(state)

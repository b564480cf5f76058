from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.state import Action, Click, Deal, Move
from protocol import wire
from protocol.forms import BadMessage
from protocol.wire import (
    board,
    board_view,
    decode_server,
    pack_action,
    pack_entry,
    parse_action,
    parse_entry,
    step,
    step_view,
)

BYTES = st.integers(0, 255)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Move, BYTES, BYTES, BYTES), st.builds(Click, BYTES), st.just(Deal())
)


@given(ACTIONS)
def test_actions_come_back(action: Action) -> None:
    assert parse_action(pack_action(action)) == action
    assert type(parse_action(pack_action(action))) is type(action)
    assert parse_entry(pack_entry(action)) == action


def test_an_undo_comes_back() -> None:
    assert parse_entry(pack_entry("undo")) == "undo"


@pytest.mark.parametrize("numbers", [[1, 2], [1, 2, 3, 4]])
def test_an_action_that_is_none(numbers: list[int]) -> None:
    with pytest.raises(BadMessage) as caught:
        parse_action(numbers)
    assert caught.value.field == "$.action"


@pytest.mark.parametrize("name", ["4x13", "klondike", "thirteens", "montana"])
@settings(max_examples=30)
@given(choices=st.lists(st.integers(0, 10**6), max_size=30))
def test_steps_lead_from_view_to_view(name: str, choices: list[int]) -> None:
    game = catalogue.make(name)
    state = game.deal("seed")
    known = board_view(decode_as(board(1, 0, game.view(state), "racing")))
    for number, choice in enumerate(choices, 1):
        actions = game.legal_actions(state)
        if not actions:
            break
        before, state = state, game.play(state, actions[choice % len(actions)], "seed")
        message = step(1, number, game.view(before), game.view(state), "racing")
        known = step_view(known, decode_as(message))
        assert known == game.view(state)


def decode_as(message: Any) -> Any:
    return decode_server(wire.encode(message))

import contextlib
import tracemalloc
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.state import Action, Click, Deal, Move
from protocol import wire
from protocol.messages import Act, FromClient, FromServer, Hello, LeftRoom, Step, Undo
from protocol.wire import (
    MAX_CLIENT_FRAME,
    MAX_GATHERED,
    BadMessage,
    board,
    board_view,
    decode_client,
    decode_move,
    decode_server,
    encode,
    gather,
    pack_action,
    pack_entry,
    parse_action,
    parse_entry,
    split,
    step,
    step_view,
)
from tests.protocol.test_messages import messages

BYTES = st.integers(0, 255)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Move, BYTES, BYTES, BYTES), st.builds(Click, BYTES), st.just(Deal())
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(-99, 99), inner),
)
TAGS = [kind.__struct_config__.tag for kind in get_args(FromClient)]
NAMES = sorted({name for kind in get_args(FromClient) for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", get_args(FromClient))
@settings(max_examples=30)
@given(data=st.data())
def test_a_clients_message_comes_back_as_it_was(kind: Any, data: st.DataObject) -> None:
    message = data.draw(messages(kind))
    assert decode_client(encode(message)) == message


@pytest.mark.parametrize("kind", get_args(FromServer))
@settings(max_examples=30)
@given(data=st.data())
def test_a_servers_message_comes_back_as_it_was(kind: Any, data: st.DataObject) -> None:
    message = data.draw(messages(kind))
    assert decode_server(encode(message)) == message


@given(st.binary(max_size=300) | st.text(max_size=50))
def test_noise_is_a_bad_message(frame: bytes | str) -> None:
    for decode in (decode_client, decode_server):
        with pytest.raises(BadMessage):
            decode(frame)


@given(
    st.dictionaries(st.sampled_from(NAMES) | st.text(), JSON, max_size=6),
    st.sampled_from(TAGS) | st.text() | JSON,
)
def test_what_looks_like_a_message_is_one_or_a_bad_one(fields: dict[str, Any], tag: Any) -> None:
    try:
        frame = msgpack.packb({**fields, "type": tag})
    except (ValueError, OverflowError):
        return
    with contextlib.suppress(BadMessage):
        assert isinstance(decode_client(frame), get_args(FromClient))


@given(st.data())
def test_a_frame_cut_off_or_with_more_behind_it_is_bad(data: st.DataObject) -> None:
    frame = encode(data.draw(messages(data.draw(st.sampled_from(get_args(FromClient))))))
    cut = data.draw(st.integers(0, len(frame) - 1))
    for wrong in (frame[:cut], frame + b"\x00"):
        with pytest.raises(BadMessage):
            decode_client(wrong)


LARGE = b"\xdd\xff\xff\xff\xff"
"""The beginning of an array of four thousand million values."""


@pytest.mark.parametrize(
    "frame",
    [
        *(b"\xdf\xff\xff\xff\xff", LARGE, b"\xc6\xff\xff\xff\xff", b"\x91" * 4096),
        b"\x83\xa4type\xa3act\xa6number\x01\xa6action" + LARGE,
        b"\x83\xa4type\xa4undo\xa6number\x01\xa4more" + LARGE,
        b"\x83\xa4type\xa4undo\xa6number\x01\xa4more" + b"\x91" * 4000,
        b"\x82\xa4type\xa5rooms\xa5rooms" + LARGE,
        b"\x83\xa4type\xa5board\xa5piles" + LARGE,
        b"\x83\xa4type\xa5board\xa5marks" + LARGE,
        b"\x83\xa4type\xa4step\xa5piles\xdf\xff\xff\xff\xff",
    ],
)
def test_a_frame_that_promises_much_costs_nothing(frame: bytes) -> None:
    tracemalloc.start()
    try:
        for decode in (decode_client, decode_server):
            with pytest.raises(BadMessage):
                decode(frame)
        assert decode_move(frame) is None
        assert len(split(frame)) == 1
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 100_000


def test_a_frame_too_long() -> None:
    with pytest.raises(BadMessage, match="at most 4096 bytes"):
        decode_client(bytes(MAX_CLIENT_FRAME + 1))


def test_a_bad_message_names_its_field() -> None:
    frame = msgpack.packb({"type": "create room", "settings": {"game": "4x13", "seats": 0}})
    with pytest.raises(BadMessage) as caught:
        decode_client(frame)
    assert caught.value.field == "$.settings.seats"
    assert "$.settings.seats" in str(caught.value)


def test_what_is_wrong_may_quote_the_message() -> None:
    """A text that looks like the place of a fault is not taken for it."""
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb({"type": "hello - at `$.name`"}))
    assert caught.value.field == "$.type"
    assert str(caught.value) == "Invalid value 'hello - at `$.name`' - at $.type"


@pytest.mark.parametrize(
    ("frame", "field"),
    [
        (msgpack.packb({"type": "undo", "number": 1}) + b"\x00", ""),
        (b"\x82\xa4type\xa4chat\xa4text\xa2\xff\xfe", ""),  # no UTF-8
        (msgpack.packb([{"type": "resync"}]), "$"),
        (msgpack.packb({"number": 1}), "$"),
        (msgpack.packb({"type": "resync", 5: 1}), "$"),
        (msgpack.packb({"type": "chat", b"text": "x"}), "$"),
        (msgpack.packb({"type": b"resync"}), "$.type"),
        (msgpack.packb({"type": "chat", "text": b"x"}), "$.text"),
        (msgpack.packb({"type": "undo", "number": 1.0}), "$.number"),
        (msgpack.packb({"type": "undo", "number": True}), "$.number"),
        (msgpack.packb({"type": "undo", "number": 2**64 - 1}), "$.number"),
        (msgpack.packb({"type": "undo", "number": msgpack.ExtType(5, b"x")}), "$.number"),
        (msgpack.packb({"type": "undo", "number": msgpack.Timestamp(5)}), "$.number"),
        (msgpack.packb({"type": "act", "number": 1, "action": [1, 2, 256]}), "$.action[2]"),
        (
            b"\x83\xa4type\xa3act\xa6number\x01\xa6action\xc7\x00\x05",
            "$.action",
        ),  # an empty ExtType
        (b"\x83\xa4type\xa4undo\xa6number\xa1x\xa6number\x02", "$.number"),  # twice
        (b"\x83\xa4type\xa4undo\xa4type\xa3act\xa6number\x02", "$.type"),  # twice
        (
            msgpack.packb({"type": "create room", "settings": {"game": "x", "options": {"x": 5}}}),
            "$.settings.options[...]",
        ),
        (
            msgpack.packb({"type": "create room", "settings": {"game": "x", "options": {5: "x"}}}),
            "$.settings.options",
        ),
    ],
)
def test_what_is_refused_and_where(frame: bytes, field: str) -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(frame)
    assert caught.value.field == field
    assert decode_move(frame) is None


@pytest.mark.parametrize(
    "value",
    [
        *(b"\xd4\x05x", b"\xd6\xff\x00\x00\x00\x01"),  # an ExtType, a timestamp
        *(b"\xa2\xff\xfe", b"\x81\x91\x01\x02"),  # no UTF-8, an array as a key
        *(b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", b"\x91" * 50 + b"\x90"),  # no number, deep
    ],
)
def test_what_is_in_unknown_fields_is_passed_over_unread(value: bytes) -> None:
    frame = b"\x83\xa4type\xa4undo\xa4more" + value + b"\xa6number\x07"
    assert decode_client(frame) == decode_move(frame) == Undo(7)


def test_text_for_cards_is_refused() -> None:
    with pytest.raises(BadMessage) as caught:
        decode_server(msgpack.packb({"type": "board", "player": 1, "number": 1, "piles": ["AAAA"]}))
    assert caught.value.field == "$.piles[0]"


class Holder(msgspec.Struct):
    message: FromClient


@given(
    st.sampled_from(get_args(FromClient)).flatmap(messages),
    st.dictionaries(st.sampled_from(NAMES) | st.text(), JSON, max_size=3),
)
def test_another_reader_and_the_types_come_to_the_same(
    message: FromClient, changes: dict[str, Any]
) -> None:
    """Beside the same in two passes: unpacked by `msgpack`, then held against the types."""
    fields = msgspec.to_builtins(message, builtin_types=(bytes,)) | changes
    try:
        frame = msgpack.packb(fields)
    except (ValueError, OverflowError):
        return
    expected, read = None, None
    with contextlib.suppress(msgspec.ValidationError):
        unpacked = msgpack.unpackb(frame, strict_map_key=False)
        expected = msgspec.convert({"message": unpacked}, Holder).message
    with contextlib.suppress(BadMessage):
        read = decode_client(frame)
    assert read == expected
    assert decode_move(frame) == (expected if isinstance(expected, Act | Undo) else None)


def test_unknown_fields_are_ignored_and_left_out_ones_have_defaults() -> None:
    assert decode_client(msgpack.packb({"type": "hello", "version": 1, "colour": 3})) == Hello(1)


def test_a_message_of_the_other_direction_is_bad() -> None:
    with pytest.raises(BadMessage):
        decode_client(encode(Step(1, 1, {}, 0)))
    with pytest.raises(BadMessage):
        decode_server(encode(Act(0, [1])))


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


@pytest.mark.parametrize("kind", [*get_args(FromClient), *get_args(FromServer)])
@settings(max_examples=10)
@given(data=st.data())
def test_a_frame_is_what_any_msgpack_makes_of_the_message(kind: Any, data: st.DataObject) -> None:
    message = data.draw(messages(kind))
    assert encode(message) == msgpack.packb(msgspec.to_builtins(message, builtin_types=(bytes,)))


@given(st.data())
def test_what_is_gathered_comes_apart_again(data: st.DataObject) -> None:
    kind = st.sampled_from(get_args(FromServer)).flatmap(messages)
    several = data.draw(st.lists(kind, min_size=1, max_size=20))
    frame = gather([encode(message) for message in several])
    assert [decode_server(each) for each in split(frame)] == several
    if len(several) > 1:
        plain = [msgspec.to_builtins(message, builtin_types=(bytes,)) for message in several]
        assert frame == msgpack.packb(plain)


def test_as_many_as_may_be_gathered() -> None:
    frames = [encode(LeftRoom())] * MAX_GATHERED
    assert split(gather(frames)) == frames
    [unread] = split(gather([*frames, frames[0]]))
    with pytest.raises(BadMessage):
        decode_server(unread)


@given(st.binary(max_size=300) | st.text(max_size=50))
def test_noise_comes_apart_into_noise(frame: bytes | str) -> None:
    for each in split(frame):
        with pytest.raises(BadMessage):
            decode_server(each)


def test_a_bad_message_among_good_ones_spoils_no_other() -> None:
    good = encode(LeftRoom())
    first, bad, last = split(gather([good, msgpack.packb({"type": "no such"}), good]))
    assert decode_server(first) == decode_server(last) == LeftRoom()
    with pytest.raises(BadMessage):
        decode_server(bad)


@given(st.data())
def test_a_move_is_seen_as_one_and_nothing_else_is(data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(get_args(FromClient)).flatmap(messages))
    expected = message if isinstance(message, Act | Undo) else None
    assert decode_move(encode(message)) == expected


def test_a_move_too_long_is_none() -> None:
    long = msgpack.packb({"type": "undo", "number": 1, "more": "x" * MAX_CLIENT_FRAME})
    assert decode_move(long) is None

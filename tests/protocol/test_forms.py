import contextlib
import json
import tracemalloc
from base64 import b64encode
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.forms import (
    JSON,
    MAX_CLIENT_FRAME,
    MAX_GATHERED,
    MAX_SERVER_FRAME,
    MSGPACK,
    BadMessage,
    Form,
)
from protocol.messages import Act, Board, FromClient, FromServer, Hello, LeftRoom, Step, Undo
from tests.protocol.test_messages import messages

decode_client, decode_server, decode_move = (
    MSGPACK.decode_client,
    MSGPACK.decode_server,
    MSGPACK.decode_move,
)
encode, gather, split = MSGPACK.encode, MSGPACK.gather, MSGPACK.split
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(-99, 99), inner),
)
TAGS = [kind.__struct_config__.tag for kind in get_args(FromClient)]
NAMES = sorted({name for kind in get_args(FromClient) for name in kind.__struct_fields__})
FORMS = pytest.mark.parametrize("form", [MSGPACK, JSON], ids=["msgpack", "JSON"])


def frame_of(form: Form, encoded: bytes) -> bytes | str:
    """Return what was encoded as it comes out of a websocket."""
    return encoded.decode() if form.text else encoded


@FORMS
@pytest.mark.parametrize("kind", get_args(FromClient))
@settings(max_examples=10)
@given(data=st.data())
def test_a_clients_message_comes_back_as_it_was(form: Form, kind: Any, data: st.DataObject) -> None:
    message = data.draw(messages(kind))
    encoded = form.encode(message)
    assert form.decode_client(frame_of(form, encoded)) == message
    expected = message if isinstance(message, Act | Undo) else None
    assert form.decode_move(encoded) == expected


@FORMS
@pytest.mark.parametrize("kind", get_args(FromServer))
@settings(max_examples=10)
@given(data=st.data())
def test_a_servers_message_comes_back_as_it_was(form: Form, kind: Any, data: st.DataObject) -> None:
    message = data.draw(messages(kind))
    assert form.decode_server(frame_of(form, form.encode(message))) == message


@FORMS
@given(frame=st.binary(max_size=300) | st.text(max_size=50))
def test_noise_is_a_bad_message(form: Form, frame: bytes | str) -> None:
    for decode in (form.decode_client, form.decode_server):
        with pytest.raises(BadMessage):
            decode(frame)


@settings(max_examples=50)
@given(
    st.dictionaries(st.sampled_from(NAMES) | st.text(), VALUES, max_size=6),
    st.sampled_from(TAGS) | st.text() | VALUES,
)
def test_what_looks_like_a_message_is_one_or_a_bad_one(fields: dict[str, Any], tag: Any) -> None:
    try:
        frame = msgpack.packb({**fields, "type": tag})
    except (ValueError, OverflowError):
        return
    with contextlib.suppress(BadMessage):
        assert isinstance(decode_client(frame), get_args(FromClient))


@FORMS
@settings(max_examples=50)
@given(data=st.data())
def test_a_frame_cut_off_or_with_more_behind_it_is_bad(form: Form, data: st.DataObject) -> None:
    frame = form.encode(data.draw(messages(data.draw(st.sampled_from(get_args(FromClient))))))
    cut = data.draw(st.integers(0, len(frame) - 1))
    for wrong in (frame[:cut], frame + b"\x00"):
        assert form.decode_move(wrong) is None
        with pytest.raises(BadMessage):
            form.decode_client(wrong.decode(errors="replace") if form.text else wrong)


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


@settings(max_examples=50)
@given(
    st.sampled_from(get_args(FromClient)).flatmap(messages),
    st.dictionaries(st.sampled_from(NAMES) | st.text(), VALUES, max_size=3),
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


def plain(form: Form, value: Any) -> bytes:
    """Return what any other writer of a form makes of messages."""
    if form is MSGPACK:
        packed: bytes = msgpack.packb(msgspec.to_builtins(value, builtin_types=(bytes,)))
        return packed
    builtin = msgspec.to_builtins(value, str_keys=True)  # (which makes base64 of bytes)
    return json.dumps(builtin, separators=(",", ":"), ensure_ascii=False).encode()


def says(form: Form, frame: bytes, written: bytes) -> bool:
    """Return whether a frame is another writer's, but for how it says how many fields there are.

    Of a message that may have sixteen, msgspec keeps room for that also when it has fewer.
    """
    if form is not MSGPACK:
        return frame == written
    longest = 2 * len(msgpack.unpackb(written, strict_map_key=False)) + len(written)
    return len(frame) <= longest and unpacked(frame) == unpacked(written)


def unpacked(frame: bytes) -> Any:
    """Return what is in a frame, with the order of its fields."""
    return msgpack.unpackb(frame, strict_map_key=False, object_pairs_hook=tuple)


@FORMS
@pytest.mark.parametrize("kind", [*get_args(FromClient), *get_args(FromServer)])
@settings(max_examples=6)
@given(data=st.data())
def test_a_frame_is_what_any_other_writer_makes_of_the_message(
    form: Form, kind: Any, data: st.DataObject
) -> None:
    message = data.draw(messages(kind))
    written = plain(form, message)
    decode = form.decode_client if isinstance(message, get_args(FromClient)) else form.decode_server
    assert decode(frame_of(form, written)) == message
    if form is MSGPACK:  # In JSON a text may be written in several ways.
        assert says(form, form.encode(message), written)


@FORMS
@settings(max_examples=30)
@given(data=st.data())
def test_what_is_gathered_comes_apart_again(form: Form, data: st.DataObject) -> None:
    kind = st.sampled_from(get_args(FromServer)).flatmap(messages)
    several = data.draw(st.lists(kind, min_size=1, max_size=10))
    frame = form.gather([form.encode(message) for message in several])
    apart = form.split(frame_of(form, frame))
    assert [form.decode_server(each) for each in apart] == several
    if len(several) > 1:
        assert says(form, frame, plain(form, several))


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


@pytest.mark.parametrize(
    ("frame", "field"),
    [
        ('{"type": "undo", "number": 1}x', ""),
        ('{"type": "chat", "text": "\\ud800"}', ""),  # half a character
        ('{"type": "undo", "number": 1, "more": NaN}', ""),
        ('{"type": "undo", "number": 1, "more": ' + "[" * 1500 + "]" * 1500 + "}", ""),
        ('[{"type": "resync"}]', "$"),
        ('{"number": 1}', "$"),
        ('{"type": 5}', "$.type"),
        ('{"type": "undo", "number": 1.0}', "$.number"),
        ('{"type": "undo", "number": 1e2}', "$.number"),
        ('{"type": "undo", "number": true}', "$.number"),
        ('{"type": "undo", "number": "1"}', "$.number"),
        ('{"type": "undo", "number": "x", "number": 2}', "$.number"),  # twice
        ('{"type": "act", "number": 1, "action": [1, 2, 256]}', "$.action[2]"),
    ],
)
def test_what_is_refused_in_json_and_where(frame: str, field: str) -> None:
    with pytest.raises(BadMessage) as caught:
        JSON.decode_client(frame)
    assert caught.value.field == field
    assert JSON.decode_move(frame.encode()) is None


def test_cards_are_base64_in_json() -> None:
    cards = bytes(range(60))
    frame = JSON.encode(Board(1, 0, [cards, b""])).decode()
    assert json.loads(frame)["piles"] == [b64encode(cards).decode(), ""]
    with pytest.raises(BadMessage) as caught:
        JSON.decode_server(frame.replace('""', '"AAA"'))
    assert caught.value.field == "$.piles[1]"


@FORMS
def test_the_other_form_is_none(form: Form) -> None:
    other = MSGPACK if form is JSON else JSON
    frame = frame_of(other, other.encode(LeftRoom()))
    with pytest.raises(BadMessage, match="frame here"):
        form.decode_server(frame)
    assert form.split(frame) == [frame]
    assert (form.kind(frame), other.kind(frame)) == ("", "left room")


def test_a_frame_of_a_servers_is_bounded() -> None:
    with pytest.raises(BadMessage, match="at most 1048576 bytes"):
        JSON.decode_server(" " * (MAX_SERVER_FRAME + 1))

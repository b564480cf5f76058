import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from protocol.forms import JSON, MSGPACK, Form
from server.network.frame_bytes import (
    BINARY,
    TEXT,
    content,
    make_frame,
    measure,
    short_message,
)


@pytest.mark.parametrize("form", [MSGPACK, JSON])
@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536, 1 << 20])
def test_a_frame_is_what_websockets_would_make(length: int, form: Form) -> None:
    message, opcode = bytes(length), Opcode.TEXT if form.text else Opcode.BINARY
    assert make_frame(message, form) == Frame(opcode, message).serialize(mask=False)
    assert content(make_frame(message, form)) == message


@given(st.binary(max_size=200), st.sampled_from([Opcode.TEXT, Opcode.BINARY]))
def test_a_short_message_is_what_a_client_has_said(message: bytes, opcode: Opcode) -> None:
    frame = Frame(opcode, message).serialize(mask=True)
    first, other = (BINARY, TEXT) if opcode is Opcode.BINARY else (TEXT, BINARY)
    said = message if len(message) < 126 else None
    assert short_message(frame, first, 1000) == said
    assert short_message(frame, other, 1000) is None
    assert short_message(frame, first, len(frame)) == said
    assert short_message(frame, first, len(frame) - 1) is None
    assert short_message(frame[:-1], first, 1000) is None
    assert short_message(frame + b"\0", first, 1000) is None
    assert short_message(Frame(opcode, message).serialize(mask=False), first, 1000) is None
    assert (
        short_message(Frame(opcode, message, fin=False).serialize(mask=True), first, 1000) is None
    )


@given(st.binary(max_size=9), st.binary(max_size=70_000), st.booleans())
def test_a_frame_is_measured(before: bytes, message: bytes, masked: bool) -> None:
    frame = Frame(Opcode.BINARY, message).serialize(mask=masked)
    end = len(before) + len(frame), len(message)
    assert measure(before + frame, len(before)) == end
    assert measure(before + frame + b"more", len(before)) == end
    for cut in range(min(15, len(frame))):
        assert measure(before + frame[:cut], len(before))[0] > len(before) + cut

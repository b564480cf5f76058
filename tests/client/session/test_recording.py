from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.session.recording import (
    LARGEST,
    BadReplay,
    Recording,
    moment_after,
    moment_before,
    read_replay,
    write_replay,
)
from harness.replays import ended_after, played


@pytest.mark.parametrize("name", ["a.json", "a.msgpack", "a"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    write_replay(tmp_path / name, played())
    assert read_replay(tmp_path / name) == played()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xff",
        b"\x81",
        b"[" * 100_000,
        b"\x91" * 100_000,
        b"[1]",
        b"{}",
        msgspec.json.encode({**msgspec.to_builtins(played()), "times": "soon"}),
        msgspec.msgpack.encode({**msgspec.to_builtins(played()), "status": "lost"}),
    ],
)
def test_what_is_no_replay_is_told_as_such(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad"
    path.write_bytes(data)
    with pytest.raises(BadReplay, match="holds no replay"):
        read_replay(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadReplay, match="cannot read"):
        read_replay(tmp_path / "none")
    with pytest.raises(BadReplay, match="cannot read"):
        read_replay(tmp_path)
    large = tmp_path / "large"
    large.write_bytes(b" " * (LARGEST + 1))
    with pytest.raises(BadReplay, match="too large"):
        read_replay(large)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_replay_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    with pytest.raises(BadReplay):
        read_replay(path)


def test_the_end_of_who_gave_up_is_the_last_moment() -> None:
    recording = Recording(ended_after(played(), 5000))
    assert recording.length == 5000
    assert moment_after([recording], 1300) == 5000
    assert moment_after([recording], 5000) is None
    assert moment_before([recording], 5000) == 1300
    assert [recording.ends_at(at) for at in (0, 1300, 4999, 5000)] == [False, False, False, True]
    assert recording.number_at(5000) == 13
    assert not Recording(played()).ends_at(9999), "an old file does not say when that was"


def test_moments_of_two() -> None:
    both = [Recording(played()), Recording(played(6, pace=300))]
    assert both[0].length == 1300
    assert both[1].length == 2100
    assert [both[0].number_at(at) for at in (0, 99, 100, 1299, 1300, 9000)] == [0, 0, 1, 12, 13, 13]
    assert moment_after(both, 250) == 300
    assert moment_after(both, 1300) == 1500
    assert moment_after(both, 2100) is None
    assert moment_before(both, 1500) == 1300
    assert moment_before(both, 0) == 0
    assert both[0].curve[-1][1] == played().score


@pytest.mark.parametrize("data", [b"hello", b"", b"\xc1", b"\x92\x01", b"PK\x03\x04"])
def test_what_is_in_neither_form_is_called_that(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(BadReplay, match="holds no replay: it is neither JSON nor msgpack"):
        read_replay(path)


@pytest.mark.parametrize("data", [b"[]", b'"x"', b" [1, 2]"])
def test_other_json_is_told_in_words_of_json(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(BadReplay, match="holds no replay: Expected `object`"):
        read_replay(path)

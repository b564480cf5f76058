import stat
import sys
from pathlib import Path

import pytest

from client.session.tokens import Tokens


def test_a_token_for_each_server_and_name(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    tokens.keep("ws://a", "Ada", "1")
    tokens.keep("ws://b", "Ada", "2")
    tokens.keep("ws://a", "Bob", "3")
    tokens.keep("ws://a", "Ada", "4")
    again = Tokens(tmp_path / "tokens.json")
    assert again.of("ws://a", "Ada") == "4"
    assert again.of("ws://b", "Ada") == "2"
    assert again.of("ws://a", "Bob") == "3"
    assert again.of("ws://b", "Bob") == ""


def test_what_is_known_is_not_written_again(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    tokens.keep("ws://a", "Ada", "")
    assert not (tmp_path / "tokens.json").exists()
    tokens.keep("ws://a", "Ada", "1")
    before = (tmp_path / "tokens.json").stat().st_mtime_ns
    tokens.keep("ws://a", "Ada", "1")
    assert (tmp_path / "tokens.json").stat().st_mtime_ns == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps its own access lists")
def test_tokens_are_for_their_owner_only(tmp_path: Path) -> None:
    Tokens(tmp_path / "new" / "tokens.json").keep("ws://a", "Ada", "secret")
    assert stat.S_IMODE((tmp_path / "new" / "tokens.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("damage", ["", "[1]", "{", '{"ws://a": 3}', "\x00\xff"])
def test_a_damaged_file_is_no_token(tmp_path: Path, damage: str) -> None:
    (tmp_path / "tokens.json").write_text(damage, encoding="latin-1")
    tokens = Tokens(tmp_path / "tokens.json")
    assert tokens.of("ws://a", "Ada") == ""
    tokens.keep("ws://a", "Ada", "new")
    assert tokens.of("ws://a", "Ada") == "new"

"""What is the matter is told apart, and only a damaged database is one to replace."""

import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from server.storage.sqlite.trouble import explain


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "what", "to_do"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full", "free some space"),
        (sqlite3.SQLITE_BUSY, "another program locks the database", "the database is not harmed"),
        (sqlite3.SQLITE_LOCKED, "another program locks the database", "wait until that is done"),
        (sqlite3.SQLITE_READONLY, "the database may not be used", "may be written to"),
        (sqlite3.SQLITE_CANTOPEN, "the database may not be used", "whether it is there"),
        (sqlite3.SQLITE_IOERR_WRITE, "the disk fails", "`df` and `dmesg` tell"),
        (sqlite3.SQLITE_NOMEM, "there is no memory left", "end other programs"),
    ],
)
def test_what_may_pass_is_no_reason_to_replace_the_database(
    tmp_path: Path, code: int, what: str, to_do: str
) -> None:
    trouble = explain(tmp_path / "database", sqlite_error(code))
    assert (trouble.what, trouble.damage) == (what, False)
    assert to_do in trouble.sentence
    assert str(tmp_path) in trouble.sentence
    assert "backup" not in trouble.sentence
    assert str(tmp_path) not in trouble.what


@pytest.mark.parametrize(
    "error",
    [
        sqlite_error(sqlite3.SQLITE_CORRUPT),
        sqlite_error(sqlite3.SQLITE_NOTADB),
        sqlite_error(sqlite3.SQLITE_ERROR),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    ],
)
def test_damage_does_not_pass(tmp_path: Path, error: Exception) -> None:
    trouble = explain(tmp_path / "database", error)
    assert trouble.damage
    assert "do not delete it, and restore the last backup" in trouble.sentence


def test_a_disk_without_space_for_the_files_beside_the_database_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=20_000))
    trouble = explain(tmp_path / "database", sqlite_error(sqlite3.SQLITE_IOERR_SHMSIZE))
    assert trouble.what == "the disk is full"

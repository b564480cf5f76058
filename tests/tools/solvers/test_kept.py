"""Answers in a file."""

from pathlib import Path

import pytest

from engine.solver.answer import Verdict
from tools.solvers.kept import CannotKeep, Kept


def never() -> Verdict:
    raise AssertionError("it was asked again")


def test_it_holds_after_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    assert Kept(path).answer("we, 5 s", "freecell/1", lambda: "won") == "won"
    assert Kept(path).answer("we, 5 s", "freecell/1", never) == "won"
    assert Kept(path).answer("we, 6 s", "freecell/1", lambda: "unknown") == "unknown"
    assert Kept(path).answer("we, 5 s", "freecell/2", lambda: "impossible") == "impossible"


def test_without_a_file() -> None:
    kept = Kept(None)
    assert kept.answer("we", "freecell/1", lambda: "won") == "won"
    assert kept.answer("we", "freecell/1", never) == "won"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "missing" / "kept.json")
    with pytest.raises(CannotKeep, match=r"cannot be written: No such file"):
        kept.answer("we", "freecell/1", lambda: "won")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match="cannot be read: Is a directory"):
        Kept(tmp_path)

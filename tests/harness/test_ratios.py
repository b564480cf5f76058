from pathlib import Path

import pytest

from harness.ratios import VARIABLE, Ratio, note, noted


def test_what_is_noted_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(file := tmp_path / "ratios.jsonl"))
    note("an echo", 0.5, "a move", at_least=0.7)
    note("“é\n”", 1e-9, "a start")
    assert noted(file) == [
        Ratio("an echo", 0.5, "a move", at_least=0.7),
        Ratio("“é\n”", 1e-9, "a start"),
    ]


def test_nobody_who_wants_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    note("an echo", 0.5, "a move")


def test_what_is_not_whole_yet_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(file := tmp_path / "ratios.jsonl"))
    assert noted(file) == []
    note("an echo", 0.5, "a move")
    with file.open("ab") as more:
        more.write(b'{"what":"a bo')
    assert noted(file) == [Ratio("an echo", 0.5, "a move")]


@pytest.mark.parametrize(
    ("ratio", "reached"),
    [
        (Ratio("", 0.7, "", at_least=0.7), True),
        (Ratio("", 0.69, "", at_least=0.7), False),
        (Ratio("", 1.0, "", at_most=1), True),
        (Ratio("", 1.1, "", at_most=1), False),
        (Ratio("", 1.1, ""), None),
    ],
)
def test_whether_it_is_as_it_is_wanted(ratio: Ratio, reached: bool | None) -> None:
    assert ratio.reached is reached


def test_no_end_is_no_ratio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "ratios.jsonl"))
    with pytest.raises(AssertionError, match="a deal"):
        note("a deal", float("inf"), "a move")

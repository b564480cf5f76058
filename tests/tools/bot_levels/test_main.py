"""The command that measures the levels."""

from pathlib import Path

import pytest

from tools.bot_levels import __main__ as command
from tools.bot_levels import record
from tools.bot_levels.page import DOCUMENT, page
from tools.bot_levels.record import MEASURE, Records
from tools.bot_levels.trial import PLAYERS, Played


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write elsewhere."""
    monkeypatch.setattr(record, "FILE", tmp_path / "measured.json")
    monkeypatch.setattr(command, "DOCUMENT", tmp_path / "bots.md")
    return tmp_path


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have games at once, in which each player comes ten points further; note their seeds."""
    seeds: list[str] = []

    def play(_: object, seed: str, name: str) -> Played:
        seeds.append(seed)
        return Played(10 * PLAYERS.index(name), name == "5")

    monkeypatch.setattr(command, "play", play)
    monkeypatch.setattr(command, "whole", lambda _: 52)
    monkeypatch.setattr(command, "banded", lambda deals: [True] * deals)
    return seeds


def test_it_goes_on_where_it_ended(files: Path, played: list[str]) -> None:
    assert command.main(["golf", "--deals", "2"]) == 0
    assert command.main(["golf", "--deals", "3"]) == 0
    assert played == [f"levels {number}" for number in (1, 2, 3) for _ in PLAYERS]
    known = record.read().games["golf"]
    assert known.scores[3] == [30, 30, 30]
    assert known.won[-1] == [0, 1, 2]
    told = (files / "bots.md").read_text()
    assert "| Golf | 3 | 0 | 19 | 38 | 58 | 77 | 100 (3) |  |" in told, "too few to say more"
    assert command.main(["golf", "--deals", "5"]) == 0
    told = (files / "bots.md").read_text()
    assert "| Golf | 5 | 0 | 19 | 38 | 58 | 77 | 100 (5) | level 1 is better |" in told


def test_what_was_measured_by_another_measure_is_measured_again(
    played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command.main(["golf", "--deals", "1"])
    monkeypatch.setattr(command, "MEASURE", MEASURE + 1)
    command.main(["golf", "--deals", "1"])
    assert len(played) == 2 * len(PLAYERS)


def test_without_names_all_games_are_measured_and_the_certified_deals(
    files: Path, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "measure", lambda records, names, deals: None)
    assert command.main(["--banded", "10"]) == 0
    told = (files / "bots.md").read_text()
    assert "certified and of the middle band, level 4 wins 10." in told
    assert "Not measured yet: 94 of the 94 games." in told


def test_control_c_keeps_what_there_is(
    files: Path, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(records: Records, names: list[str], deals: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "measure", interrupted)
    assert command.main([]) == 130
    assert (files / "bots.md").exists()


def test_an_unknown_game_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["of-tomorrow"])
    assert "there is no game called 'of-tomorrow'" in capsys.readouterr().err


def test_the_page_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert DOCUMENT.read_text(encoding="utf-8") == page(record.read())

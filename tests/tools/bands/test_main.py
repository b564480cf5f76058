"""The command that measures games."""

from pathlib import Path

import pytest

from client.bots.hardness import Way
from protocol.bands import MEASURE, Measured
from protocol.measured import MEASURED
from tools.bands import __main__ as command
from tools.bands import record
from tools.bands.trial import Rated, Setting

CARPET = "carpet"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write elsewhere."""
    found = tmp_path / "measured.py"
    found.write_text(record.FILE.read_text())
    monkeypatch.setattr(record, "FILE", found)
    return found


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Have deals at once, each harder than the one before; return how many there are."""
    found = {CARPET: 1000}

    def rated(setting: Setting, label: str, deals: int) -> list[Rated]:
        numbers = range(min(deals, found.get(setting.game, 0)))
        return [Rated(f"{label} {number}", Way(0, 52), number) for number in numbers]

    monkeypatch.setattr(command, "rated", rated)
    monkeypatch.setattr(command, "race", lambda _, deal: 1000 - 30 * deal.hardness)
    return found


def test_what_was_measured_is_recorded_and_told(
    deals: dict[str, int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["carpet", "--deals", "30", "--fresh", "30"]) == 0
    row = (MEASURE, 1, 30, 10, 20, 30, (865, 565, 265), 41)
    assert f'"carpet": {row}' in file.read_text()
    told = "carpet: it has bands; of the way from easy to hard, on 30 deals: 86 %, 56 %, 26 %\n"
    assert capsys.readouterr().out == told


def test_too_few_deals_are_told_and_nothing_is_recorded(
    deals: dict[str, int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals[CARPET] = 29
    before = file.read_text()
    assert command.main(["carpet"]) == 0
    assert capsys.readouterr().out == "carpet: too few deals were found that can be won\n"
    assert file.read_text() == before


def test_control_c_keeps_what_there_is(
    deals: dict[str, int], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = command.measure

    def interrupted(setting: Setting, *numbers: int) -> Measured | None:
        if setting.game != CARPET:
            raise KeyboardInterrupt
        return measure(setting, *numbers)

    monkeypatch.setattr(command, "measure", interrupted)
    assert command.main(["carpet", "cover"]) == 130
    assert '"carpet"' in file.read_text()


def test_an_unknown_game_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["of-tomorrow"])
    assert "there is no game called 'of-tomorrow'" in capsys.readouterr().err


def test_without_names_what_is_missing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    row = (MEASURE, 1, 60, 300, 600, 30, (900, 500, 100), 40)
    monkeypatch.setitem(MEASURED, "carpet", row)
    monkeypatch.setitem(MEASURED, "cover", (MEASURE - 1, *row[1:]))
    of_klondike = [key for key in MEASURED if key.startswith("klondike/")]
    for key in of_klondike:
        monkeypatch.delitem(MEASURED, key)
    missing = command._missing()
    games = {setting.game for setting in missing}
    assert "carpet" not in games
    assert "cover" in games
    assert "agnes" not in games  # None of its deals is found.
    assert Setting("spider", (("suits", "four-suits"),)) not in missing
    assert [setting.game for setting in missing].count("klondike") == len(of_klondike) >= 2

import wave
from pathlib import Path

import pytest

from client.window.desktop.sound import NAMES, PLACE
from tools import make_sounds
from tools.make_sounds import RATE, SOUNDS, samples


def test_the_files_in_the_client_are_what_the_tool_makes() -> None:
    assert set(SOUNDS) == set(NAMES)
    for name, (seconds, sound) in SOUNDS.items():
        with wave.open(str(PLACE / f"{name}.wav")) as file:
            assert file.getframerate() == RATE
            assert file.readframes(file.getnframes()) == samples(seconds, sound)


def test_they_are_written_to_where_the_client_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert vars(make_sounds)["PLACE"] == PLACE
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(make_sounds, "PLACE", tmp_path / "there")
    monkeypatch.setattr("sys.argv", ["make_sounds"])
    make_sounds.main()
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert {file.stem for file in (tmp_path / "there").iterdir()} == set(NAMES)

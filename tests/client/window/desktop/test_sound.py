import sys
import wave
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from client.window.desktop import preferences, sound
from tests.client.conftest import wait_until


@pytest.fixture
def heard() -> Iterator[list[str]]:
    names: list[str] = []
    sound.bell.rung.connect(names.append)
    yield names
    sound.bell.rung.disconnect(names.append)


def test_sounds_are_heard_unless_they_are_off(heard: list[str]) -> None:
    sound.play("move")
    preferences.live.set(replace(preferences.live.now, volume=0))
    sound.play("deal")
    preferences.live.set(replace(preferences.live.now, volume=50, sounds=False))
    sound.play("win")
    assert heard == ["move"]


def test_a_sound_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there are deal, move"):
        sound.play("bang")


@pytest.mark.parametrize("name", sound.NAMES)
def test_every_sound_has_a_small_file(name: str) -> None:
    file = sound.PLACE / f"{name}.wav"
    assert file.stat().st_size < 40_000
    with wave.open(str(file)) as opened:
        assert opened.getnchannels() == 1
        assert 0.05 < opened.getnframes() / opened.getframerate() < 1
        frames = opened.readframes(opened.getnframes())
    loudest = max(
        abs(int.from_bytes(frames[at : at + 2], "little", signed=True))
        for at in range(0, len(frames), 2)
    )
    assert 15_000 < loudest < 30_000


def test_without_a_device_it_is_silent_and_says_nothing(
    qt_app: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    assert not sound.can_sound()
    speaker = sound.Loudspeaker()
    sound.play("move")
    wait_until(lambda: speaker._player._effects == {})
    speaker.close()
    # Of another test's window, which is still on its way, the offscreen platform may speak.
    told = [line for line in "".join(capfd.readouterr()).splitlines() if "SizeHints" not in line]
    assert told == []


def test_without_the_module_it_is_silent(
    qt_app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SERVER", "nowhere")
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)
    speaker = sound.Loudspeaker()
    sound.play("move")
    wait_until(lambda: speaker._player._effects == {})
    speaker.close()

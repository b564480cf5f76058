"""The sounds of the table: `play("move")`, and what makes it heard.

Nothing is heard before `Loudspeaker` is there. Where there is no audio device, or Qt has no
multimedia module, it stays silent and says nothing about it.
"""

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLoggingCategory, QObject, QThread, QUrl, Signal

from client.window.desktop import preferences

NAMES: Final = ("deal", "move", "refuse", "tick", "win")
PLACE: Final = Path(__file__).with_name("sounds")
"""Where the files are; `python -m tools.make_sounds` made them."""


class _Bell(QObject):
    rung = Signal(str)


bell: Final = _Bell()
"""Tells of every sound that is to be heard, by its name."""


def play(name: str) -> None:
    """Let one of `NAMES` be heard, unless the player wants silence. Never waits.

    Raises:
        ValueError: there is no such sound.
    """
    if name not in NAMES:
        raise ValueError(f"no such sound: {name!r}; there are {', '.join(NAMES)}")
    if preferences.live.now.sounds and preferences.live.now.volume:
        bell.rung.emit(name)


def can_sound() -> bool:
    """Whether there may be something to play on.

    On Linux, Qt speaks to PulseAudio or what stands in for it, and complains where there is none.
    """
    if not sys.platform.startswith("linux"):
        return True
    run = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    return "PULSE_SERVER" in os.environ or (run / "pulse" / "native").exists()


class _Player(QObject):
    """Plays, in a thread of its own: to open a device may take seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._effects: dict[str, QObject] | None = None

    def play(self, name: str) -> None:
        """Play one of the sounds, at the volume that was chosen."""
        if self._effects is None:
            self._effects = self._load()
        effect = self._effects.get(name)
        if effect is not None:
            effect.setVolume(_loudness(preferences.live.now.volume))  # type: ignore[attr-defined]
            effect.play()  # type: ignore[attr-defined]

    def _load(self) -> dict[str, QObject]:
        if not can_sound():
            return {}
        try:
            from PySide6.QtMultimedia import QMediaDevices, QSoundEffect
        except ImportError:
            return {}
        if not QMediaDevices.audioOutputs():
            return {}
        effects: dict[str, QObject] = {}
        for name in NAMES:
            effect = QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(str(PLACE / f"{name}.wav")))
            effects[name] = effect
        return effects


def _loudness(volume: int) -> float:
    """Ears hear ratios: half the way of the slider is a quarter of the amplitude."""
    return (volume / preferences.LOUDEST) ** 2


class Loudspeaker:
    """Makes the sounds heard until it is closed. Made by the program, once."""

    def __init__(self) -> None:
        QLoggingCategory.setFilterRules("qt.multimedia.*=false")
        self._thread = QThread()
        self._player = _Player()
        self._player.moveToThread(self._thread)
        bell.rung.connect(self._player.play)
        self._thread.start()

    def close(self) -> None:
        """Be silent from now on."""
        bell.rung.disconnect(self._player.play)
        self._thread.quit()
        self._thread.wait(2000)

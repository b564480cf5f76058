"""Make the sounds of the table: `python -m tools.make_sounds [DIRECTORY]`.

Each is a few tenths of a second of sine waves and noise, written out below; the noise is the same
each time, so that the files are too.
"""

import argparse
import math
import random
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final

from client.window.desktop.sound import PLACE

RATE: Final = 16000
"""Samples per second."""

Sound = Callable[[float], float]
"""What is heard at a time in seconds, from -1 to 1."""


def tone(pitch: float, decay: float, *, start: float = 0.0, overtone: float = 0.25) -> Sound:
    """A struck bar: a sine that dies away in about `decay` seconds, and one overtone."""

    def heard(time: float) -> float:
        t = time - start
        if t < 0:
            return 0.0
        rise = min(1.0, t / 0.004)
        body = math.sin(math.tau * pitch * t) * math.exp(-t / decay)
        above = math.sin(math.tau * pitch * 2.76 * t) * math.exp(-3 * t / decay)
        return rise * (body + overtone * above)

    return heard


def card(decay: float, *, start: float = 0.0, brightness: float = 0.35) -> Sound:
    """A card that is put down: noise without its highest part, and a soft knock."""
    chance = random.Random(round(start * 1000) + 1)  # noqa: S311
    grains: list[float] = []
    last = 0.0
    for _ in range(RATE):
        last += brightness * (chance.uniform(-1, 1) - last)
        grains.append(last)

    def heard(time: float) -> float:
        t = time - start
        if t < 0:
            return 0.0
        rise = min(1.0, t / 0.002)
        knock = 0.35 * math.sin(math.tau * 190 * t) * math.exp(-t / 0.018)
        return rise * (grains[int(t * RATE) % RATE] * math.exp(-t / decay) + knock)

    return heard


def together(*sounds: tuple[float, Sound]) -> Sound:
    """Several at once, each as loud as said."""
    return lambda time: sum(loud * sound(time) for loud, sound in sounds)


SOUNDS: Final[dict[str, tuple[float, Sound]]] = {
    "move": (0.09, card(0.022)),
    "deal": (0.5, together(*((0.8, card(0.016, start=n * 0.045)) for n in range(9)))),
    "refuse": (0.24, together((0.5, tone(164, 0.07)), (0.5, tone(155, 0.07, start=0.09)))),
    "tick": (0.1, tone(880, 0.025, overtone=0.1)),
    "win": (
        0.95,
        together(
            *(
                (0.4, tone(pitch, 0.22, start=n * 0.11))
                for n, pitch in enumerate((523.25, 659.26, 783.99, 1046.5))
            )
        ),
    ),
}
"""How long each lasts in seconds, and how it sounds."""


def samples(seconds: float, sound: Sound) -> bytes:
    """Return a sound as 16-bit samples: as loud as fits, and fading out at its end."""
    count = round(seconds * RATE)
    heard = [sound(n / RATE) * min(1.0, (count - n) / (0.02 * RATE)) for n in range(count)]
    most = max(map(abs, heard))
    return b"".join(
        round(0.7 * 32767 * value / most).to_bytes(2, "little", signed=True) for value in heard
    )


def main() -> None:
    """Write all files, to where the client looks for them if no directory is named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path, nargs="?", default=PLACE)
    directory = parser.parse_args().directory
    directory.mkdir(parents=True, exist_ok=True)
    for name, (seconds, sound) in SOUNDS.items():
        with wave.open(str(directory / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(seconds, sound))


if __name__ == "__main__":
    main()

import wave

from client.window.desktop.sound import NAMES, PLACE
from tools.make_sounds import RATE, SOUNDS, samples


def test_the_files_in_the_client_are_what_the_tool_makes() -> None:
    assert set(SOUNDS) == set(NAMES)
    for name, (seconds, sound) in SOUNDS.items():
        with wave.open(str(PLACE / f"{name}.wav")) as file:
            assert file.getframerate() == RATE
            assert file.readframes(file.getnframes()) == samples(seconds, sound)

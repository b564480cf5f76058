"""The levels of bots in words.  Pure."""

from client.words.translation import translate
from protocol.messages import MAX_LEVEL


def level_words(level: int) -> str:
    """Return what a bot of a level, 1 to 5, is like: "Level 3: thinks ahead"."""
    return (
        translate("levels", "Level 1: has just learnt the rules"),
        translate("levels", "Level 2: plays what comes to hand"),
        translate("levels", "Level 3: thinks ahead"),
        translate("levels", "Level 4: reckons with hidden cards"),
        translate("levels", "Level 5: reckons the most, and is quick"),
    )[min(level, MAX_LEVEL) - 1]

"""The texts of the program in the player's language.  Pure: they stay English where Qt is not.

Texts are looked up where they are shown, never when a module is loaded: `self.tr("...")` in what
is a widget, `translate("module", "...")` anywhere else. Whatever goes into a text goes in after
the look-up, by name, since other languages put words in another order:

    self.tr("{name} came {place}.").format(name=..., place=...)

`python -m tools.texts.translations` finds all of them and makes the files for translators.
"""

from collections.abc import Callable
from typing import TypeAlias

LookUp: TypeAlias = Callable[[str, str, str, int], str]
"""(context, text, comment, count) to a text; `QCoreApplication.translate` is one."""


def translate(context: str, text: str, comment: str = "", n: int = -1) -> str:
    """Return a text in the player's language.

    `context` is the module that shows it, or "games", "cards" or "reasons" for what comes from the
    engine or the server; `comment` tells translators what the text alone does not. In a text about
    so many things, `%n` stands for the count `n` and "(s)" for a plural: `translate("texts",
    "%n card(s)", "", 2)` is "2 cards", and in another language what its own rules for plurals make
    of it. The arguments are given by their places, never by name: that is how the tool finds them.
    """
    found = _look_up(context, text, comment, n)
    if n < 0:
        return found
    return found.replace("(s)", "" if n == 1 else "s").replace("%n", str(n))


def use(look_up: LookUp | None) -> None:
    """Look texts up so from now on; None is for English."""
    global _look_up  # noqa: PLW0603 -- a program speaks one language
    _look_up = look_up or _english


def _english(_context: str, text: str, _comment: str, _n: int) -> str:
    return text


_look_up: LookUp = _english

"""The texts of the program in the player's language.  Pure: Qt's own texts are not its business.

Texts are looked up where they are shown, never when a module is loaded: `self.tr("...")` in what
is a widget, `translate("module", "...")` anywhere else. Whatever goes into a text goes in after
the look-up, by name, since other languages put words in another order:

    self.tr("{name} came {place}.").format(name=..., place=...)

The languages lie in `client/languages/`, a file for each, from keys to texts in the form of
i18next, which a page in a browser reads as well. `en.json` says which key an English text has: it
keeps its key when a word of it is mended. `python -m tools.texts.translations` writes that file.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from client.words.keys import comment_of, plain_key, slug

LANGUAGES: Final = Path(__file__).parents[1] / "languages"
"""Where `de.json` and its like are, named as in BCP 47: `pt-BR.json`."""
FOLDERS: Final[Mapping[str, str]] = {
    "rules": "rules",
    "reasons": "reasons",
    **dict.fromkeys(("games", "cards"), "games"),
}
"""The contexts that lie in files of their own, for a page in a browser, which is to load no more
than it needs: the rules, half of all that there is to read, when they are asked for; why something
is refused, once the first cards stand; and what games and cards are called. Of these it loads the
English as well, for their texts are looked up by their English wording."""
SOURCE: Final = "en"
"""The language of the texts in the program."""

LookUp: TypeAlias = Callable[[str, str, str, int], str]
"""(context, text, comment, count) to a text, or an empty one if there is none."""


class BadLanguage(ValueError):
    """A file of a language cannot be read.  The text says which, and why."""


def translate(context: str, text: str, comment: str = "", n: int = -1) -> str:
    """Return a text in the player's language.

    `context` is the module that shows it, or "games", "rules", "cards" or "reasons" for what comes
    from the engine or the server; `comment` tells translators what the text alone does not. In a
    text about so many things, `%n` stands for the count `n` and "(s)" for a plural:
    `translate("texts", "%n card(s)", "", 2)` is "2 cards", and in another language what its own
    rules for plurals make of it. The arguments are given by their places, never by name: that is
    how the tool finds them.
    """
    found = _look_up(context, text, comment, n) or text
    if n < 0:
        return found
    return found.replace("(s)", "" if n == 1 else "s").replace("%n", str(n))


def use(look_up: LookUp | None) -> None:
    """Look texts up so from now on; None is for English."""
    global _look_up  # noqa: PLW0603 -- a program speaks one language
    _look_up = look_up or _english


def available(directory: Path = LANGUAGES) -> list[str]:
    """Return the languages that there are, as BCP 47 calls them, English among them."""
    return sorted({SOURCE, *(file.stem for file in directory.glob("*.json"))})


def best_of(wanted: Iterable[str], directory: Path = LANGUAGES) -> str:
    """Return the first language of `wanted` that there is, as "de" for "de-AT"; else English.

    Any kind of a language is better than none of it: "pt-BR" for "pt-PT".
    """
    there = available(directory)
    for name in wanted:
        bare = name.replace("_", "-").split("-")[0]
        for fits in (name.replace("_", "-"), bare):
            if fits in there:
                return fits
        if near := [each for each in there if each.split("-")[0] == bare]:
            return near[0]
    return SOURCE


def own_name(language: str) -> str:
    """Return what those who speak a language call it: "Deutsch", "Português (Brasil)"."""
    from babel import Locale  # here, as it takes 50 ms

    name = Locale.parse(language, sep="-").get_display_name() or language
    return name[:1].upper() + name[1:]


def load(language: str, directory: Path = LANGUAGES) -> LookUp:
    """Return how to look texts up in a language; what it does not have stays English.

    Raises:
        BadLanguage: there is no such language, or its file cannot be read.
    """
    from babel import Locale

    source, texts = read(SOURCE, directory), read(language, directory)
    form_of = Locale.parse(language, sep="-").plural_form
    keys = {
        (key.split(".")[0], text, comment_of(key)): plain_key(key)
        for key, text in source.items()
        if not key.endswith("_one")
    }

    def look_up(context: str, text: str, comment: str, n: int) -> str:
        key = keys.get((context, text if n < 0 else text.replace("(s)", "s"), slug(comment)), "")
        return texts.get(key if n < 0 else f"{key}_{form_of(n)}", "")

    return look_up


def read(language: str, directory: Path = LANGUAGES) -> Mapping[str, str]:
    """Return a language's texts by their keys.

    Raises:
        BadLanguage: there is no such language, or its file cannot be read.
    """
    texts = dict(_table(directory / f"{language}.json"))
    for folder in set(FOLDERS.values()):
        if (file := directory / folder / f"{language}.json").exists():
            texts |= _table(file)
    return texts


def _table(file: Path) -> Mapping[str, str]:
    try:
        texts = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadLanguage(f"{file} cannot be read: {error}") from None
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise BadLanguage(f"{file} is no table of texts")
    return texts


def _english(_context: str, _text: str, _comment: str, _n: int) -> str:
    return ""


_look_up: LookUp = _english

"""Give every text that the client shows a key, and bring the languages up to date with them.

    python -m tools.texts.translations       # writes client/languages/en.json, updates the others
    python -m tools.texts.translations de    # makes client/languages/de.json, if it is not there

What is translated stays. A text that was mended in the source keeps its key, if it is still much
like what it was; it is told, as its translations may have to be looked at. What is new waits in
each language with an empty text; what is gone goes.
"""

import argparse
import json
import string
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale

import engine.reasons
from client.words.keys import comment_of, plain_key, plural_of, slug
from client.words.refusals import card_kinds
from client.words.translation import FOLDERS, LANGUAGES, SOURCE, BadLanguage, available, read
from engine import catalogue
from engine.cards import CLUBS, HEARTS, HIDDEN, JOKER, UNKNOWN, card_name, deck
from engine.catalogue import choice_title
from tools.texts.client_texts import Text, client_texts
from tools.texts.reasons import reasons

PAGE_TEXTS: Final = Path(__file__).parents[2] / "client" / "web" / "texts.json"
"""The page's own texts, in English, by the second half of their keys."""
ALIKE: Final = 0.7
"""How much of a text has to be as it was, for it to keep its key."""
MOST_TOLD: Final = 20
"""Faults of a language that are told one by one."""
MOST_COUNTED: Final = 1000
"""No text of the program counts further: languages may do without the plurals beyond."""


def data_texts() -> Iterator[Text]:
    """Yield the texts that the client does not have itself.

    Those of the engine, which speaks English and knows of no language, and the server's reasons.
    """
    for card in (*deck(), *(JOKER | suit << 4 for suit in (CLUBS, HEARTS)), HIDDEN, UNKNOWN):
        yield Text("cards", card_name(card))
    for entry in catalogue.entries():
        yield Text("games", entry.title, name=f"{entry.name}-title")
        yield Text("games", entry.family, name=f"family-{slug(entry.family)}")
        yield Text("rules", entry.tip, name=f"{entry.name}-tip")
        for number, paragraph in enumerate(entry.paragraphs, 1):
            yield Text("rules", paragraph, name=f"{entry.name}-rules-{number}")
        for option in entry.options:
            for title in (option.title, *map(choice_title, option.choices)):
                yield Text("games", title, name=f"option-{slug(title)}")
        buttons = (catalogue.make(entry.name, setting).button for setting in entry.settings())
        yield from (Text("games", button.label, "a button") for button in buttons if button)
    yield from (Text("cards", kind) for kind in card_kinds())
    told = dict.fromkeys(filter(None, [*reasons(), *rule_reasons()]))
    yield from (Text("reasons", reason, plural="%n" in reason) for reason in told)


def page_texts() -> Iterator[Text]:
    """Yield what the page in the browser alone says: all its other texts are the window's."""
    said: dict[str, str] = json.loads(PAGE_TEXTS.read_text(encoding="utf-8"))
    for name, text in said.items():
        yield Text("page", text, plural="%n" in text, name=name)


def rule_reasons() -> Iterator[str]:
    """Yield why the rules of all games refuse something, in their order."""
    yield from engine.reasons.ALL
    for entry in catalogue.entries():
        for options in entry.settings():
            game = catalogue.make(entry.name, options)
            for place in game.places:
                yield from (place.fits.why if place.fits else "", place.beyond)
                yield place.click.why if place.click else ""
            yield game.button.click.why if game.button else ""


@cache
def all_texts() -> tuple[Text, ...]:
    """Return all texts that the client looks up, each once."""
    found: dict[tuple[object, ...], Text] = {}
    for text in (*client_texts(), *page_texts(), *data_texts()):
        found.setdefault(text[:4], text)  # whatever it may be called
    return tuple(found.values())


# Keys ---------------------------------------------------------------------------------------------


def keyed(texts: Iterable[Text], before: Mapping[str, str]) -> dict[str, Text]:
    """Return the texts by their keys, without plurals: where they can be, those from `before`."""
    known: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in dict.fromkeys(map(plain_key, before)):
        known[key.split(".")[0], comment_of(key)].append(key)
    was = {key: before.get(key) or before.get(f"{key}_other", "") for key in _plain(before)}
    found: dict[str, Text] = {}
    new: list[Text] = []
    for text in texts:
        same = [key for key in known[_home(text)] if was[key] == _english(text)]
        if same and same[0] not in found:
            found[same[0]] = text
        else:
            new.append(text)
    for text in new:
        near = [
            (SequenceMatcher(None, was[key], _english(text), autojunk=False).ratio(), key)
            for key in known[_home(text)]
            if key not in found
        ]
        likeness, key = max(near, default=(0.0, ""))
        found[key if likeness >= ALIKE else _new_key(text, {*found, *was})] = text
    return found


def _plain(keys: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(map(plain_key, keys))


def _home(text: Text) -> tuple[str, str]:
    return text.context, slug(text.comment)


def _english(text: Text) -> str:
    """Return a text as its key's English: with a plural, for many."""
    return text.text.replace("(s)", "s") if text.plural else text.text


def _new_key(text: Text, taken: set[str]) -> str:
    named = text.name or slug(_english(text)) or "text"
    comment = f"--{slug(text.comment)}" if text.comment else ""
    number, key = 1, f"{text.context}.{named}{comment}"
    while key in taken:
        number += 1
        key = f"{text.context}.{named}-{number}{comment}"
    return key


def forms(language: str) -> list[str]:
    """Return the plurals that a language has for counts up to `MOST_COUNTED`."""
    form_of = Locale.parse(language, sep="-").plural_form
    return sorted({form_of(n) for n in range(MOST_COUNTED)})


def source_texts(texts: Mapping[str, Text]) -> dict[str, str]:
    """Return the English texts by their full keys."""
    found: dict[str, str] = {}
    for key, text in texts.items():
        if text.plural:
            found[f"{key}_one"] = text.text.replace("(s)", "")
            found[f"{key}_other"] = _english(text)
        else:
            found[key] = text.text
    return found


# Languages ----------------------------------------------------------------------------------------


def wanted(language: str, source: Mapping[str, str]) -> list[str]:
    """Return the keys that a language has to have."""
    plurals = forms(language)
    found: dict[str, None] = {}
    for key in source:
        if plural_of(key):
            found.update(dict.fromkeys(f"{plain_key(key)}_{form}" for form in plurals))
        else:
            found[key] = None
    return list(found)


def faults(language: str, directory: Path = LANGUAGES) -> list[str]:
    """Return what is wrong with a language, a line for each.

    Nothing is missing or too much, and a text has the placeholders of its source: it is put
    together with what goes into it.
    """
    source, texts = read(SOURCE, directory), read(language, directory)
    keys = wanted(language, source)
    found = [f"{key}: missing" for key in keys if not texts.get(key)]
    found += [f"{key}: no such text" for key in texts if key not in set(keys)]
    for key in keys:
        english = source.get(key) or source.get(f"{plain_key(key)}_other", "")
        text = texts.get(key)
        if text and _placeholders(text) != _placeholders(english):
            found.append(f"{key}: {english!r} is translated as {text!r}")
    return found


def _placeholders(text: str) -> set[str] | None:
    """Return what is put into a text; None for one into which nothing could be put."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:  # a brace alone
        return None
    counted = {"%n"} if "%n" in text else set()
    return counted | {
        f"{name}!{conversion}:{form}" for _, name, form, conversion in parts if name is not None
    }


def update(languages: Sequence[str] = (), directory: Path = LANGUAGES) -> list[str]:
    """Write the English file and bring the others up to date; return what was mended in English.

    `languages` are made if they are not there.

    Raises:
        BadLanguage: a file that is there cannot be read.
    """
    directory.mkdir(exist_ok=True)
    there = (directory / f"{SOURCE}.json").exists()
    before = read(SOURCE, directory) if there else {}
    source = source_texts(keyed(all_texts(), before))
    write(SOURCE, source, directory)
    for language in sorted({*languages, *available(directory)} - {SOURCE}):
        made = (directory / f"{language}.json").exists()
        texts = read(language, directory) if made else {}
        write(language, {key: texts.get(key, "") for key in wanted(language, source)}, directory)
    return [
        f"{key}: {before[key]!r} is {text!r} now"
        for key, text in source.items()
        if before.get(key, text) != text
    ]


def write(language: str, texts: Mapping[str, str], directory: Path = LANGUAGES) -> None:
    """Write a language's files: `client.words.translation.read` reads them."""
    parts: dict[str, dict[str, str]] = {folder: {} for folder in ("", *FOLDERS.values())}
    for key, text in sorted(texts.items()):
        parts[FOLDERS.get(key.split(".")[0], "")][key] = text
    for folder, part in parts.items():
        file = directory / folder / f"{language}.json"
        file.parent.mkdir(exist_ok=True)
        lines = json.dumps(part, ensure_ascii=False, indent=1)
        file.write_text(lines + "\n", encoding="utf-8")


def main() -> int:
    """Do what the command line says; return 1 if a language is not complete."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="as de, or pt-BR")
    arguments = parser.parse_args()
    wrong = False
    try:
        for line in update(arguments.languages):
            print(line)
        for language in available():
            found = faults(language) if language != SOURCE else []
            print(f"{language}: {len(found)} faults", *found[:MOST_TOLD], sep="\n  ")
            wrong = wrong or bool(found)
    except BadLanguage as bad:
        print(bad, file=sys.stderr)
        wrong = True
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())

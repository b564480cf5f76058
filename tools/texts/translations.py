"""Find all texts that the client shows, for translators, and pack what they have translated.

    python -m tools.texts.translations de    # makes or updates client/translations/samedeal_de.ts
    python -m tools.texts.translations       # updates all that are there

Translators open the `.ts` file in Qt Linguist (`pyside6-linguist`) and run this again: it packs
the file as the `.qm` that the client loads where the system speaks that language.
"""

import argparse
import json
import shutil
import string
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import engine.reasons
from client.window.desktop.language import TRANSLATIONS
from client.words.refusals import card_kinds
from engine import catalogue
from engine.cards import CLUBS, HEARTS, HIDDEN, JOKER, UNKNOWN, card_name, deck
from engine.catalogue import choice_title
from tools.texts.client_texts import DATA, Text, client_texts
from tools.texts.reasons import reasons


class BadTranslation(ValueError):
    """A translation that would not work.  The text says which."""


def data_texts() -> Iterator[Text]:
    """Yield the texts that the client does not have itself.

    Those of the engine, which speaks English and knows of no language, and the server's reasons.
    """
    for card in (*deck(), *(JOKER | suit << 4 for suit in (CLUBS, HEARTS)), HIDDEN, UNKNOWN):
        yield Text("cards", card_name(card))
    for entry in catalogue.entries():
        texts = [entry.title, entry.family, entry.tip, *entry.paragraphs]
        for option in entry.options:
            texts += [option.title, *map(choice_title, option.choices)]
        buttons = (catalogue.make(entry.name, setting).button for setting in entry.settings())
        yield from (Text("games", text) for text in texts)
        yield from (Text("games", button.label, "a button") for button in buttons if button)
    yield from (Text("cards", kind) for kind in card_kinds())
    told = dict.fromkeys(filter(None, [*reasons(), *rule_reasons()]))
    yield from (Text("reasons", reason, plural="%n" in reason) for reason in told)


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


def update(file: Path) -> None:
    """Bring a `.ts` file up to date with the texts in the source, or make it.

    What is translated in it stays; what is no longer in the source goes.
    """
    texts = dict.fromkeys([*client_texts(), *data_texts()])
    with tempfile.TemporaryDirectory() as directory:
        calls = Path(directory) / "texts.py"  # in the one form that Qt's tool understands
        calls.write_text("".join(map(_call, texts)), encoding="utf-8")
        quietly = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
        _run("pyside6-lupdate", *quietly, str(calls), "-ts", str(file))


def faults(file: Path) -> list[str]:
    """Return what is wrong with the translations in a `.ts` file, a line for each.

    A text is put together with what goes into it: its placeholders have to be those of the source.
    """
    found: list[str] = []
    for context in ET.parse(file).iter("context"):  # noqa: S314 -- the translator's own file
        formatted = context.findtext("name") not in DATA
        for message in context.iter("message") if formatted else ():
            source = message.findtext("source") or ""
            forms = message.findall("translation/numerusform") or message.findall("translation")
            found += [
                f"{source!r} is translated as {form.text!r}"
                for form in forms
                if form.text and _placeholders(form.text) != _placeholders(source)
            ]
    return found


def pack(file: Path) -> Path:
    """Make the `.qm` that the client loads out of a `.ts` file, and return its path.

    Raises:
        BadTranslation: a translation has other placeholders than its source.
    """
    if wrong := faults(file):
        raise BadTranslation("\n".join([f"{file}: the placeholders differ:", *wrong]))
    packed = file.with_suffix(".qm")
    _run("pyside6-lrelease", "-silent", str(file), "-qm", str(packed))
    return packed


def _placeholders(text: str) -> set[str] | None:
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:  # a brace alone
        return None
    return {
        f"{name}!{conversion}:{form}" for _, name, form, conversion in parts if name is not None
    }


def _call(text: Text) -> str:
    strings = [json.dumps(part, ensure_ascii=False) for part in text[:3]]
    return f"translate({', '.join(strings)}{', 1' if text.plural else ''})\n"


def _run(tool: str, *arguments: str) -> None:
    found = shutil.which(tool, path=sysconfig.get_path("scripts"))
    if found is None:
        raise SystemExit(f"{tool} is not installed; it comes with PySide6: make setup")
    subprocess.run([found, *arguments], check=True)


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="as de, or pt_BR")
    arguments = parser.parse_args()
    TRANSLATIONS.mkdir(exist_ok=True)
    named = [TRANSLATIONS / f"samedeal_{language}.ts" for language in arguments.languages]
    for file in named or sorted(TRANSLATIONS.glob("samedeal_*.ts")):
        update(file)
        try:
            print(pack(file))
        except BadTranslation as bad:
            print(bad, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Find all texts that the client shows, for translators, and pack what they have translated.

    python -m tools.translations de        # makes or updates client/translations/samedeal_de.ts
    python -m tools.translations           # updates all that are there

Translators open the `.ts` file in Qt Linguist (`pyside6-linguist`) and run this again: it packs
the file as the `.qm` that the client loads where the system speaks that language.
"""

import argparse
import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from client.language import TRANSLATIONS
from engine import catalogue
from engine.cards import card_name, deck

ROOT: Final = Path(__file__).parent.parent


def data_texts() -> Iterator[tuple[str, str]]:
    """Yield the texts that come from the engine, with the contexts they are looked up in."""
    for card in deck():
        yield "cards", card_name(card)
    for entry in catalogue.entries():
        yield from (("games", text) for text in (entry.title, entry.family, entry.tip))


def update(file: Path) -> None:
    """Bring a `.ts` file up to date with the texts in the source, or make it.

    What is translated in it stays; what is no longer in the source goes.
    """
    sources = sorted(str(path) for path in (ROOT / "client").rglob("*.py"))
    texts = dict.fromkeys(data_texts())
    marks = [f"QT_TRANSLATE_NOOP({_quoted(c)}, {_quoted(t)})\n" for c, t in texts]
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory) / "data.py"
        data.write_text("".join(marks), encoding="utf-8")
        quietly = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
        _run("pyside6-lupdate", *quietly, *sources, str(data), "-ts", str(file))


def pack(file: Path) -> Path:
    """Make the `.qm` that the client loads out of a `.ts` file, and return its path."""
    packed = file.with_suffix(".qm")
    _run("pyside6-lrelease", "-silent", str(file), "-qm", str(packed))
    return packed


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


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
        print(pack(file))
    return 0


if __name__ == "__main__":
    sys.exit(main())

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import pytest

from client.words.translation import FOLDERS, LANGUAGES, BadLanguage, available, read
from engine import catalogue
from engine.cards import card_name, deck
from tests.client import pseudo
from tools.texts.client_texts import Text
from tools.texts.translations import (
    all_texts,
    data_texts,
    faults,
    forms,
    keyed,
    source_texts,
    update,
    wanted,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.make(tmp_path_factory.mktemp("languages"))


def write(directory: Path, language: str, texts: Mapping[str, str]) -> None:
    (directory / f"{language}.json").write_text(json.dumps(texts), encoding="utf-8")


def keys(texts: Iterable[Text], before: Mapping[str, str]) -> dict[str, str]:
    """Each text's key."""
    return {text.text: key for key, text in keyed(texts, before).items()}


# What there is to translate -----------------------------------------------------------------------


def test_the_texts_of_all_games_are_among_them() -> None:
    texts = {(text.context, text.text) for text in data_texts()}
    assert {("cards", card_name(card)) for card in deck()} < texts
    assert {("cards", name) for name in ("face-down card", "red joker", "unknown card")} < texts
    for entry in catalogue.entries():
        assert ("games", entry.title) in texts
        assert " ".join(entry.paragraphs) == " ".join(entry.rules.split())
        assert {("rules", paragraph) for paragraph in entry.paragraphs} <= texts
    assert {Text("games", label, "a button") for label in ("Deal", "Reshuffle")} < {*data_texts()}
    for text in ("Deal", "Four suits", "Three card deals", "Yes", "No"):
        assert ("games", text) in texts


def test_the_english_file_has_every_text_of_the_program() -> None:
    """Else `python -m tools.texts.translations` was not run after a text was written."""
    source = read("en")
    assert dict(source) == source_texts(keyed(all_texts(), source))


@pytest.mark.parametrize("language", [each for each in available() if each != "en"])
def test_a_language_is_complete(language: str) -> None:
    assert faults(language) == []


BREAKABLE: Final = re.compile(r"[ ][:;!?»%]|«[ ]|[^\W\d_][;!?»]|«\w|[^\W\d_]: ")
"""In French, a mark that a line may begin or end with, or that lacks its space."""
A_KEY: Final = "help.f1"
"""Where a question mark is a key to press."""


def test_no_french_line_begins_with_a_mark_or_ends_with_a_quote() -> None:
    """Before : ; ! ? » % and after « there is a space at which no line ends."""
    for bad in ("le serveur :", "Prêt ?", "dit « prêt", "dit « prêt »", "Prêt!", "50 %", "Nom: x"):
        assert BREAKABLE.search(bad), bad
    french = {key: text for key, text in read("fr").items() if key != A_KEY}
    assert {key: text for key, text in french.items() if BREAKABLE.search(text)} == {}


HALF_WIDTH: Final = re.compile(r"\((?!&|\{kinds\})|(?<=[^\x00-\xff])\)")
"""In Japanese, a bracket that is narrower than the text; Qt's own are: of a key, and of files."""


@pytest.mark.parametrize(
    "folder", [LANGUAGES, *(LANGUAGES / each for each in sorted({*FOLDERS.values()}))]
)
def test_japanese_brackets_are_as_wide_as_the_text(folder: Path) -> None:
    for bad in ("操作 (F1)", "1人(2)"):
        assert HALF_WIDTH.search(bad), bad
    japanese = json.loads((folder / "ja.json").read_text(encoding="utf-8"))
    assert {key: text for key, text in japanese.items() if HALF_WIDTH.search(text)} == {}


ANOTHER_WORD: Final = {
    "es": r"\bmesas\b",  # tableros
    "fr": r"\bhall\b|juste regarder|renvoyé"  # accueil, regarder seulement, exclu or arrêté
    r"|\b(tu|ta|tes|toi)\b",  # vous
    "ja": r"友達|一人|部屋",  # 友だち, ひとり, ルーム
    "pl": r"stołach|imienia",  # planszach, nicku
}
"""What a language once had a second word for."""


@pytest.mark.parametrize("language", ANOTHER_WORD)
def test_one_thing_has_one_word(language: str) -> None:
    found = re.compile(ANOTHER_WORD[language], re.IGNORECASE)
    assert {key: text for key, text in read(language).items() if found.search(text)} == {}


# Keys ---------------------------------------------------------------------------------------------

BEFORE = {
    "RaceScreen.give-up": "Give up",
    "RaceScreen.you-gave-up": "You gave up. The others are still racing…",
    "texts.n-cards_one": "%n card",
    "texts.n-cards_other": "%n cards",
}
GIVE_UP, GAVE_UP = (
    Text("RaceScreen", "Give up"),
    Text("RaceScreen", BEFORE["RaceScreen.you-gave-up"]),
)
CARDS = Text("texts", "%n card(s)", plural=True)


def test_a_text_keeps_its_key_when_a_word_of_it_is_mended() -> None:
    mended = Text("RaceScreen", "You gave up; the others race on.")
    texts = [GIVE_UP, GAVE_UP._replace(text="You gave up. The others still race…"), CARDS]
    assert list(keyed(texts, BEFORE)) == [
        "RaceScreen.give-up",
        "texts.n-cards",
        "RaceScreen.you-gave-up",
    ]
    assert "RaceScreen.you-gave-up" not in keyed([GIVE_UP, mended._replace(text="Leave")], BEFORE)


def test_another_text_gets_a_key_of_its_own() -> None:
    found = keys([GAVE_UP, Text("RaceScreen", "Leave"), Text("Room", "Give up")], BEFORE)
    assert found["Leave"] == "RaceScreen.leave"
    assert found["Give up"] == "Room.give-up"


def test_what_reads_alike_in_a_key_is_numbered_and_stays_so() -> None:
    texts = [Text("texts", "Won"), Text("texts", "won"), Text("texts", "Won", "how often")]
    found = keyed(texts, {})
    assert list(found) == ["texts.won", "texts.won-2", "texts.won--how-often"]
    assert keyed(reversed(texts), source_texts(found)) == found


def test_a_text_with_a_count_has_a_key_for_each_plural() -> None:
    assert keyed([CARDS], BEFORE) == {"texts.n-cards": CARDS}
    assert source_texts({"texts.n-cards": CARDS}) == {k: BEFORE[k] for k in list(BEFORE)[2:]}
    assert forms("pl") == ["few", "many", "one"]
    assert forms("ja") == ["other"]
    polish = wanted("pl", BEFORE)
    assert polish[2:] == ["texts.n-cards_few", "texts.n-cards_many", "texts.n-cards_one"]


# Languages ----------------------------------------------------------------------------------------


def test_what_is_translated_stays(made: Path) -> None:
    before = read("de", made.parent)
    assert faults("de", made.parent) == []
    assert update([], made.parent) == []
    assert read("de", made.parent) == before


def test_what_is_gone_goes_and_what_is_new_waits(tmp_path: Path) -> None:
    update(["pl"], tmp_path)
    texts = dict(read("pl", tmp_path))
    assert not any(texts.values())
    write(tmp_path, "pl", {"spoken.stock": "talon", "spoken.gone": "dawno"})
    update([], tmp_path)
    assert read("pl", tmp_path) == {**texts, "spoken.stock": "talon"}
    assert len(faults("pl", tmp_path)) == len(texts) - 1


def test_what_was_mended_in_english_is_told(tmp_path: Path) -> None:
    update([], tmp_path)
    before = dict(read("en", tmp_path))
    write(tmp_path, "en", {**before, "commentary.name-gave-up": "{name} gvae up"})
    assert update([], tmp_path) == [
        "commentary.name-gave-up: '{name} gvae up' is '{name} gave up' now"
    ]
    assert read("en", tmp_path) == before


@pytest.mark.parametrize(
    "wrong", ["{nmae} gab auf", "{name gab auf", "{name!r} gab auf", "Gab auf", "{name} %n"]
)
def test_a_placeholder_that_there_is_not_is_found(tmp_path: Path, wrong: str) -> None:
    """The client would have nothing to put in its place."""
    texts = {"commentary.name-gave-up": "{name} gave up"}
    write(tmp_path, "en", texts)
    write(tmp_path, "de", {"commentary.name-gave-up": wrong})
    assert faults("de", tmp_path) == [
        f"commentary.name-gave-up: '{{name}} gave up' is translated as {wrong!r}"
    ]


def test_missing_and_unknown_texts_are_found(tmp_path: Path) -> None:
    write(tmp_path, "en", {"a.b": "B", "a.c": "C"})
    write(tmp_path, "de", {"a.b": "", "a.d": "D"})
    assert faults("de", tmp_path) == ["a.b: missing", "a.c: missing", "a.d: no such text"]


@pytest.mark.parametrize("content", ["{", "[]", '{"a": 1}', "\xff"])
def test_a_file_that_is_no_language_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "de.json").write_bytes(content.encode("latin-1"))
    with pytest.raises(BadLanguage, match=r"de\.json"):
        read("de", tmp_path)

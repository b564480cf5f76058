import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.words import translation
from client.words.translation import BadLanguage, available, best_of, load, translate


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    translation.use(None)


def shout(context: str, text: str, comment: str, n: int) -> str:
    """A language that says which text it was asked for."""
    return f"{context}/{comment}: {text.upper()}{'' if n < 0 else f' {n}'}"


def test_english_is_the_text_itself() -> None:
    assert translate("texts", "Make a room") == "Make a room"
    assert translate("texts", "Firsts", "races won") == "Firsts"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")]
)
def test_english_counts(count: int, text: str) -> None:
    assert translate("texts", "%n card(s)", "", count) == text


def test_what_goes_in_goes_in_after_the_look_up() -> None:
    text = translate("texts", "{name} has %n card(s)", "", 2)
    assert text.format(name="{0} %n(s)") == "{0} %n(s) has 2 cards"


def test_brackets_stay_where_nothing_is_counted() -> None:
    assert translate("texts", "Card(s): %n") == "Card(s): %n"


def test_another_language_until_english_again() -> None:
    translation.use(shout)
    assert translate("texts", "Open", "a room") == "texts/a room: OPEN"
    assert translate("texts", "Open", "a room", 3) == "texts/a room: OPEN 3"
    translation.use(None)
    assert translate("texts", "Open", "a room") == "Open"


# Languages in files -------------------------------------------------------------------------------

ENGLISH = {
    "texts.open": "Open",
    "texts.open--a-room": "Open",
    "texts.n-cards_one": "%n card",
    "texts.n-cards_other": "%n cards",
    "texts.leave": "Leave",
}
POLISH = {
    "texts.open": "Otwórz",
    "texts.open--a-room": "Otwarty",
    "texts.n-cards_one": "%n karta",
    "texts.n-cards_few": "%n karty",
    "texts.n-cards_many": "%n kart",
    "texts.leave": "",
}


@pytest.fixture
def languages(tmp_path: Path) -> Path:
    for name, texts in (("en", ENGLISH), ("pl", POLISH), ("pt-BR", {})):
        (tmp_path / f"{name}.json").write_text(json.dumps(texts), encoding="utf-8")
    return tmp_path


def test_a_language_from_its_file(languages: Path) -> None:
    translation.use(load("pl", languages))
    assert translate("texts", "Open") == "Otwórz"
    assert translate("texts", "Open", "a room") == "Otwarty"
    counted = [translate("texts", "%n card(s)", "", n) for n in (0, 1, 2, 5, 22)]
    assert counted == ["0 kart", "1 karta", "2 karty", "5 kart", "22 karty"]


def test_what_a_language_lacks_stays_english(languages: Path) -> None:
    translation.use(load("pl", languages))
    assert translate("texts", "Leave") == "Leave"
    assert translate("texts", "Never heard of") == "Never heard of"
    translation.use(load("pt-BR", languages))
    assert [translate("texts", "%n card(s)", "", n) for n in (1, 2)] == ["1 card", "2 cards"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["pl-PL", "en"], "pl"),
        (["pl"], "pl"),
        (["pt_PT"], "pt-BR"),
        (["fr-FR", "pt-BR"], "pt-BR"),
        (["fr", "en-GB"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_best_of_what_is_wanted(languages: Path, wanted: list[str], found: str) -> None:
    assert best_of(wanted, languages) == found


def test_which_there_are(languages: Path) -> None:
    assert available(languages) == ["en", "pl", "pt-BR"]
    assert available(languages / "none") == ["en"]


def test_a_language_that_there_is_not(languages: Path) -> None:
    with pytest.raises(BadLanguage, match=r"de\.json cannot be read"):
        load("de", languages)

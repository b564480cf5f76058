import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from engine import catalogue
from engine.cards import card_name, deck
from tests.client import pseudo
from tools.texts.client_texts import Text, client_texts
from tools.texts.translations import BadTranslation, data_texts, pack, update


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.make(tmp_path_factory.mktemp("translations"))


def messages(file: Path) -> dict[Text, list[str | None]]:
    """All texts in a file, with their translations: as many as the language has forms."""
    found = {}
    for context in ET.parse(file).iter("context"):
        for message in context.iter("message"):
            text, plural = message.findtext("source") or "", message.get("numerus") == "yes"
            comment = message.findtext("comment") or ""
            key = Text(context.findtext("name") or "", text, comment, plural)
            forms = message.findall("translation/numerusform")
            found[key] = [form.text for form in forms] or [message.findtext("translation")]
    return found


def test_translators_get_every_text(made: Path) -> None:
    assert set(messages(made)) == {*client_texts(), *data_texts()}


def test_the_texts_of_all_games_are_among_them() -> None:
    texts = {(text.context, text.text) for text in data_texts()}
    assert {("cards", card_name(card)) for card in deck()} < texts
    assert {("cards", name) for name in ("face-down card", "red joker", "unknown card")} < texts
    for entry in catalogue.entries():
        assert ("games", entry.title) in texts
        assert " ".join(entry.paragraphs) == " ".join(entry.rules.split())
        assert {("games", paragraph) for paragraph in entry.paragraphs} <= texts
    assert {Text("games", label, "a button") for label in ("Deal", "Reshuffle")} < {*data_texts()}
    for text in ("Deal", "Four suits", "Three card deals", "Yes", "No"):
        assert ("games", text) in texts


def test_what_is_translated_stays(made: Path) -> None:
    before = messages(made)
    assert all(form for forms in before.values() for form in forms)
    update(made)
    assert messages(made) == before
    assert pack(made).stat().st_size > 50_000


def test_counts_have_the_forms_of_the_language(tmp_path: Path) -> None:
    file = tmp_path / "samedeal_pl.ts"
    update(file)
    plurals = [forms for text, forms in messages(file).items() if text.plural]
    assert len(plurals) > 10
    assert {len(forms) for forms in plurals} == {3}


def test_what_is_gone_from_the_source_goes(tmp_path: Path) -> None:
    file = tmp_path / "samedeal_de.ts"
    update(file)
    text = file.read_text(encoding="utf-8")
    changed = text.replace("<source>stock</source>", "<source>no such text</source>", 1)
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    update(file)
    assert Text("spoken", "no such text") not in messages(file)
    assert Text("spoken", "stock") in messages(file)


@pytest.mark.parametrize(
    "wrong", ["{nmae} gab auf", "{name gab auf", "{name!r} gab auf", "Gab auf"]
)
def test_a_placeholder_that_there_is_not_is_found(made: Path, tmp_path: Path, wrong: str) -> None:
    """The client would have nothing to put in its place."""
    text, file = made.read_text(encoding="utf-8"), tmp_path / "samedeal_de.ts"
    assert "⟦{name} gave up⟧" in text
    file.write_text(text.replace("⟦{name} gave up⟧", wrong), encoding="utf-8")
    with pytest.raises(BadTranslation) as bad:
        pack(file)
    assert f"'{{name}} gave up' is translated as {wrong!r}" in str(bad.value)
    assert not file.with_suffix(".qm").exists()

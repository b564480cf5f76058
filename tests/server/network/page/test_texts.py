import json
from typing import Final

import pytest

from client.words.keys import plain_key
from client.words.translation import available
from samedeal.page import page_folders
from server.network.page.files import _found, _modules
from server.network.page.packs import first_modules
from server.network.page.texts import FOLDER, LATER, with_named_texts

MODULE: Final = b"""
import { text } from "./texts.mjs"
const key = why ? "Form.deals" : 'Form.any'
export const said = [text(key), text(`kept.${why}`), text("room.n-seats", {}, 3)]
"""
TEXTS: Final = {
    "Form.deals": "Karten",
    "Form.any": "Beliebig",
    "Form.dealsman": "Geber",
    "Window.deals": "Karten",
    "kept.well": "gut",
    "keptin.well": "gut",
    "room.n-seats_one": "%n Platz",
    "room.n-seats_other": "%n Plätze",
}


def test_only_what_a_module_names_is_sent() -> None:
    file = json.dumps(TEXTS, indent=1).encode()
    files = {
        "app.mjs": MODULE,
        "style.css": b'"Window.deals"',
        f"{FOLDER}de.json": file,
        f"{FOLDER}games/de.json": file,
        "games.json": file,
    }
    found = with_named_texts(files, {"app.mjs"})
    sent = json.loads(found.pop(f"{FOLDER}de.json"))
    assert found.pop(f"{LATER}de.json") == b"{}"
    assert TEXTS.keys() - sent.keys() == {"Form.dealsman", "Window.deals", "keptin.well"}
    assert sent.items() <= TEXTS.items()
    assert "Plätze".encode() in with_named_texts(files, files)[f"{FOLDER}de.json"], "as it was"
    assert found == {path: text for path, text in files.items() if path in found}


def test_what_no_first_module_names_is_sent_in_a_file_of_its_own() -> None:
    late = b"const told = [text('Form.any'), text('Window.deals'), text(`keptin.${why}`)]"
    files = {"app.mjs": MODULE, "late.mjs": late, f"{FOLDER}de.json": json.dumps(TEXTS).encode()}
    found = with_named_texts(files, ["app.mjs"])
    first, later = (json.loads(found[f"{folder}de.json"]) for folder in (FOLDER, LATER))
    assert later.keys() == {"Window.deals", "keptin.well"}
    assert TEXTS.keys() - first.keys() == {"Form.dealsman", *later}
    assert {**first, **later}.items() <= TEXTS.items()


def test_what_is_no_json_is_told() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        with_named_texts({"app.mjs": MODULE, f"{FOLDER}de.json": b"Karten"}, ())


@pytest.mark.parametrize("language", available())
def test_the_page_gets_all_that_it_names_and_not_the_windows_own(language: str) -> None:
    """That each is there which it names, tests/client/web/test_core.py holds."""
    folders = page_folders()
    assert folders is not None
    files = {path: file.read_bytes() for path, file in _found(folders)}
    sent = with_named_texts(files, first_modules(*_modules(files)))
    before = json.loads(files[f"{FOLDER}{language}.json"])
    first, later = (json.loads(sent[f"{folder}{language}.json"]) for folder in (FOLDER, LATER))
    assert not first.keys() & later.keys()
    after = {**first, **later}
    assert after.items() <= before.items()
    assert len(after) < 0.8 * len(before)
    modules = b"".join(text for name, text in files.items() if name.endswith(".mjs")).decode()
    gone = {plain_key(key) for key in before.keys() - after.keys()}
    assert [key for key in gone if f'"{key}"' in modules] == []

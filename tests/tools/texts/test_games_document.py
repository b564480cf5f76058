import re

import pytest

from engine import catalogue
from engine.catalogue import CatalogueEntry
from tools.texts.games_document import DOCUMENT, anchor, document, section

PAGE = DOCUMENT.read_text(encoding="utf-8")
ENTRIES = pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)


def test_the_page_is_up_to_date() -> None:
    assert document() == PAGE, "run: python -m tools.texts.games_document"


@ENTRIES
def test_every_game_is_on_the_page(entry: CatalogueEntry) -> None:
    assert f"| `{entry.name}` | [{entry.title}](#{anchor(entry)}) |" in PAGE
    text = "\n".join(section(entry))
    assert text in PAGE
    for option in entry.options:
        assert f"| `{option.name}` |" in text
        assert text.count("**") == 2 * len(entry.options)


@ENTRIES
def test_every_pile_is_in_one_row_of_each_layout(entry: CatalogueEntry) -> None:
    rows = re.findall(r"^\| (\d+)(?:–(\d+))? \|", "\n".join(section(entry)), re.MULTILINE)
    numbers = [n for first, last in rows for n in range(int(first), int(last or first) + 1)]
    layouts = numbers.count(0)
    piles = len(entry.declaration().places)
    if layouts == 1:
        assert numbers == list(range(piles))
    assert set(range(piles)) <= set(numbers)
    assert max(numbers.count(n) for n in numbers) == layouts


def test_anchors_are_those_of_the_titles() -> None:
    anchors = {entry.name: anchor(entry) for entry in catalogue.entries()}
    assert anchors["bakers-dozen"] == "bakers-dozen"
    assert anchors["streets-and-alleys"] == "streets-and-alleys"
    assert len(set(anchors.values())) == len(anchors)

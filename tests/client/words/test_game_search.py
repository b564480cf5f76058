from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.words.game_search import Wanted, folded, matches
from engine import catalogue
from engine.catalogue import CatalogueEntry
from engine.game import Game

ENTRIES = catalogue.entries()


def titles(wanted: Wanted) -> list[str]:
    return [entry.title for entry in wanted.find(ENTRIES)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", "Klondike"),
        ("KLON", "Klondike"),
        ("dike", "Klondike"),
        ("peaks triple", "Triple Peaks"),
        ("triplepeaks", "Triple Peaks"),
        ("triple-peaks", "Triple Peaks"),
        ("will o the", "Will o’ the Wisp"),
        ("will-o'-the-wisp", "Will o' the Wisp"),
        ("bakers", "Baker's Dozen"),
        ("Baker’s do", "Bakers Dozen"),
        ("auldlang", "Auld Lang Syne"),
        (" 4 x 13 ", "4x13"),
    ],
)
def test_a_text_finds_a_title(text: str, title: str) -> None:
    assert matches(text, title)


@pytest.mark.parametrize("text", ["spider", "klondikes", "klondike gaps", "x"])
def test_a_text_that_does_not_fit(text: str) -> None:
    assert not matches(text, "Klondike")


@given(st.text(max_size=30))
def test_any_text_can_be_looked_for(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert set(titles(Wanted(text))) <= {entry.title for entry in ENTRIES}


def test_everything_is_found_by_a_part_of_its_title() -> None:
    for entry in ENTRIES:
        assert entry.title in titles(Wanted(entry.title[1:-1]))
        assert titles(Wanted(entry.title))[0].startswith(entry.title)


def test_titles_that_begin_so_come_first() -> None:
    def declaration() -> Iterator[Game]:
        raise AssertionError("finding by the title makes no game")

    names = ("A Fresh Peek", "Odd Peek", "Peek")
    entries = [CatalogueEntry(n, n, "", "", "", (), declaration) for n in names]  # type: ignore[arg-type]
    found = Wanted("peek").find(entries)
    assert [entry.title for entry in found] == ["Peek", "A Fresh Peek", "Odd Peek"]


def test_filters_work_together() -> None:
    family = catalogue.entry("klondike").family
    for wanted, entry in [
        (Wanted(family=family), "klondike"),
        (Wanted(decks=2, hidden=True), "spider"),
        (Wanted(decks=1, hidden=False, family=catalogue.entry("freecell").family), "freecell"),
    ]:
        found = wanted.find(ENTRIES)
        assert catalogue.entry(entry) in found
        for other in ENTRIES:
            fits = (
                wanted.family in (None, other.family)
                and wanted.decks in (None, other.decks)
                and wanted.hidden in (None, other.hidden)
            )
            assert (other in found) == fits


def test_games_by_name_keep_their_order_and_unknown_ones_are_passed_over() -> None:
    assert titles(Wanted(names=["spider", "no-such-game", "gaps"])) == ["Spider", "Gaps"]
    assert titles(Wanted("g", names=["spider", "gaps"])) == ["Gaps"]
    assert titles(Wanted(names=[])) == []

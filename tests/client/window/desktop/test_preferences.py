from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.board.gesture import Thresholds
from client.window.cards.deck import BACKS, FOUR_COLOURS, TABLES
from client.window.desktop import system
from client.window.desktop.preferences import (
    CHOICES,
    LOUDEST,
    RANGES,
    LivePreferences,
    Preferences,
    read,
    written,
)


@st.composite
def anything_chosen(draw: st.DrawFn) -> Preferences:
    choices: dict[str, Any] = {
        name: draw(st.sampled_from(known)) for name, known in CHOICES.items()
    }
    switches: dict[str, Any] = {
        name: draw(st.booleans())
        for name in ("four_colours", "large_index", "glow", "auto_finish", "sounds")
    }
    limits = {name: draw(st.floats(least, most)) for name, (least, most) in RANGES.items()}
    return Preferences(
        **choices,
        **switches,
        volume=draw(st.integers(0, LOUDEST)),
        thresholds=Thresholds(**limits),
    )


@given(anything_chosen())
def test_what_was_written_is_read(chosen: Preferences) -> None:
    assert read(written(chosen)) == chosen


def test_a_player_begins_with_the_defaults() -> None:
    assert read({}) == Preferences()
    assert Preferences().thresholds == Thresholds()


@given(st.dictionaries(st.sampled_from(sorted(written(Preferences()))), st.text()))
def test_whatever_a_file_says_makes_preferences(texts: dict[str, str]) -> None:
    found = read(texts)
    assert found.table in TABLES
    assert found.back in BACKS
    assert 0 <= found.volume <= LOUDEST
    for name, (least, most) in RANGES.items():
        assert least <= getattr(found.thresholds, name) <= most


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("theme", "pink"),
        ("sounds", "maybe"),
        ("volume", "101"),
        ("volume", "nan"),
        ("quick", "-1"),
        ("slow", "inf"),
        ("still", ""),
    ],
)
def test_what_makes_no_sense_is_as_new_and_the_rest_is_kept(name: str, text: str) -> None:
    assert read({"table": "plum", name: text}) == Preferences(table="plum")


def test_the_deck_and_the_cloth_follow() -> None:
    chosen = Preferences(four_colours=True, large_index=True, back="stars", table="ocean")
    assert chosen.deck == replace(FOUR_COLOURS, back=BACKS["stars"], large_index=True)
    assert chosen.cloth == TABLES["ocean"]


def test_the_system_decides_unless_the_player_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "prefers_dark", lambda: True)
    monkeypatch.setattr(system, "prefers_little_motion", lambda: True)
    assert Preferences().dark
    assert not Preferences().animated
    assert not Preferences(theme="light").dark
    assert Preferences(motion="on").animated
    monkeypatch.setattr(system, "prefers_dark", lambda: False)
    monkeypatch.setattr(system, "prefers_little_motion", lambda: False)
    assert not Preferences().dark
    assert Preferences().animated
    assert Preferences(theme="dark").dark
    assert not Preferences(motion="off").animated


def test_only_a_change_is_told() -> None:
    live = LivePreferences()
    heard: list[Preferences] = []
    live.changed.connect(lambda: heard.append(live.now))
    live.set(Preferences())
    live.set(Preferences(volume=10))
    assert heard == [Preferences(volume=10)]


@given(anything_chosen(), st.integers(-20, 20))
def test_a_zoom_goes_from_one_size_to_the_next_and_ends_at_the_last(
    chosen: Preferences, steps: int
) -> None:
    sizes = [int(size) for size in CHOICES["zoom"]]
    zoomed = chosen.zoomed(steps)
    assert replace(zoomed, zoom=chosen.zoom) == chosen
    at = sizes.index(int(chosen.zoom))
    assert round(100 * zoomed.larger) == sizes[max(0, min(at + steps, len(sizes) - 1))]

"""Which games have bands, and where these begin and end."""

import pytest

from engine import catalogue
from engine.catalogue import BadOption, UnknownGame
from protocol.bands import BANDS, MEASURE, Measured, has_bands, measured, setting_key
from protocol.measured import MEASURED
from tests.protocol.banded import CLEAR, give_bands, take_bands

KNOWN = {
    setting_key(entry.name, options)
    for entry in catalogue.entries()
    for options in entry.settings()
}


def test_a_band_ends_where_the_next_begins() -> None:
    found = Measured(MEASURE, 1, 60, 300, 600, 30, CLEAR, 50)
    told = [found.band(hardness) for hardness in (-5, 299, 300, 599, 600, 9000)]
    assert told == ["easy", "easy", "medium", "medium", "hard", "hard"]


@pytest.mark.parametrize(
    ("results", "error", "holds"),
    [
        (CLEAR, 50, True),
        ((900, 850, 100), 50, True),
        ((900, 900, 100), 50, False),
        ((500, 900, 100), 50, False),
        ((900, 100, 500), 50, False),
        (CLEAR, 400, False),
        ((140, 120, 95), 1, False),
        ((0, 0, 0), 0, False),
    ],
)
def test_bands_are_told_only_where_bots_fare_clearly_worse(
    results: tuple[int, int, int], error: int, holds: bool
) -> None:
    assert Measured(MEASURE, 1, 60, 300, 600, 30, results, error).holds is holds


def test_options_that_were_not_measured_have_no_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    give_bands(monkeypatch, "carpet")
    take_bands(monkeypatch, "cover")
    assert has_bands("carpet", {})
    assert not has_bands("cover", {})
    give_bands(monkeypatch, "klondike")
    monkeypatch.delitem(MEASURED, "klondike/deal=no-redeals", raising=False)
    assert has_bands("klondike", {"deal": "single-card-deals"})
    assert not has_bands("klondike", {"deal": "no-redeals"})


def test_what_was_measured_otherwise_or_by_other_rules_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_bands(monkeypatch, "carpet", measure=MEASURE - 1)
    assert measured("carpet", {}) is None
    give_bands(monkeypatch, "carpet", rules=catalogue.entry("carpet").version + 1)
    assert measured("carpet", {}) is None
    give_bands(monkeypatch, "carpet", (1, 2, 3))
    assert measured("carpet", {}) is None


def test_an_unknown_game_or_option() -> None:
    with pytest.raises(UnknownGame):
        measured("of-tomorrow", {})
    with pytest.raises(BadOption):
        measured("klondike", {"of": "tomorrow"})


def test_all_options_are_in_the_name_of_what_was_measured() -> None:
    assert setting_key("poker", {"shuffle_mode": True}) == "poker/shuffle_mode=yes"
    assert setting_key("golf", {}) == "golf"


@pytest.mark.parametrize("key", sorted(MEASURED))
def test_what_is_recorded_is_of_a_game_and_makes_sense(key: str) -> None:
    assert key in KNOWN
    found = Measured(*MEASURED[key])
    assert found.medium <= found.hard
    assert found.deals >= 30
    assert not found.holds or found.fresh >= 3 * 4
    assert all(0 <= part <= 1000 for part in found.results)


def test_some_of_the_games_that_are_played_most_have_bands() -> None:
    assert BANDS == ("easy", "medium", "hard")
    assert has_bands("thirteens", {})

"""Which deals a room may want, of each game."""

import pytest

from engine import catalogue
from engine.catalogue import BadOption, UnknownGame
from protocol.deals import NOT_FOUND, band_in, check_deals, deals_of
from protocol.measured import MEASURED
from tests.protocol.banded import give_bands, take_bands


def test_most_games_have_deals_that_can_be_won() -> None:
    assert deals_of("klondike", {})[:2] == ("any", "winnable")
    without = [entry.name for entry in catalogue.entries() if deals_of(entry.name, {}) == ("any",)]
    assert len(without) <= 4


def test_a_choice_decides_where_only_some_have_none() -> None:
    assert deals_of("spider", {}) == ("any",)
    assert deals_of("spider", {"suits": "four-suits"}) == ("any",)
    assert deals_of("spider", {"suits": "one-suit"})[:2] == ("any", "winnable")


def test_an_unknown_game_or_choice_has_any_deals_alone() -> None:
    assert deals_of("of-tomorrow", {}) == ("any",)
    assert deals_of("klondike", {"of": "tomorrow"}) == ("any",)


def test_the_games_without_are_there_and_have_these_choices() -> None:
    for game, without in NOT_FOUND.items():
        complete = catalogue.entry(game).complete(without.choices)
        assert complete.items() >= without.choices.items()
        assert without.why.endswith(".")


def test_where_it_was_measured_how_hard_deals_are_that_may_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_bands(monkeypatch, "carpet")
    assert deals_of("carpet", {}) == ("any", "winnable", "easy", "medium", "hard")
    take_bands(monkeypatch, "carpet")
    assert deals_of("carpet", {}) == ("any", "winnable")


def test_only_bands_that_are_not_had_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    give_bands(monkeypatch, "carpet")
    take_bands(monkeypatch, "cover")
    check_deals("carpet", {}, "hard")
    check_deals("cover", {}, "any")
    check_deals("spider", {"suits": "four-suits"}, "winnable")
    with pytest.raises(BadOption, match=r"Cover with these options.*no hard ones.*: any, winnable"):
        check_deals("cover", {}, "hard")
    with pytest.raises(UnknownGame):
        check_deals("of-tomorrow", {}, "easy")


def test_which_band_is_wanted() -> None:
    assert band_in("any") is band_in("winnable") is None
    assert band_in("medium") == "medium"


def test_no_game_of_which_none_are_found_has_bands() -> None:
    for key in MEASURED:
        assert key.split("/")[0] not in {
            game for game, some in NOT_FOUND.items() if not some.choices
        }

"""Deals with how hard they are, and bots that race on them."""

from statistics import fmean

import pytest

from engine import catalogue
from protocol.bands import BANDS, MEASURE, measured
from protocol.messages import Band
from server.stock.levels import budget
from tools.bands import trial
from tools.bands.trial import RACERS, Raced, Setting, limits, race, rated, summary

THIRTEENS = Setting("thirteens", ())


def test_each_band_has_a_third() -> None:
    assert limits([5, 1, 9, 3, 7, 2]) == (3, 7)
    hardnesses = [*range(60)]
    found = summary(THIRTEENS, hardnesses, [])
    told = [found.band(hardness) for hardness in hardnesses]
    assert [told.count(band) for band in BANDS] == [20, 20, 20]


def test_only_deals_that_can_be_won_are_rated_and_always_alike() -> None:
    [*found] = rated(THIRTEENS, "a label", 5)
    assert [*rated(THIRTEENS, "a label", 3)] == found[:3]
    assert [*rated(THIRTEENS, "another", 3)] != found[:3]
    assert all(deal.seed.startswith("a label ") and deal.way.last == 52 for deal in found)
    assert len({deal.hardness for deal in found}) > 1


def test_a_game_of_which_none_is_won_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def tiny(game: str) -> int:
        tried.append(game)
        return 1

    monkeypatch.setattr(trial, "budget", tiny)
    assert [*rated(Setting("klondike", (("deal", "no-redeals"),)), "none", 60)] == []
    assert len(tried) == trial.MOST_TRIES


def test_what_bots_came_to_is_summed_up_by_bands() -> None:
    raced = [Raced(band, part) for band, part in zip(BANDS * 4, range(1200, 0, -100), strict=True)]
    found = summary(THIRTEENS, [*range(30)], raced)
    assert found.results == (750, 650, 550)
    assert (found.measure, found.rules, found.deals, found.fresh) == (MEASURE, 1, 30, 12)
    assert found.error == round((2 * 112500 / 3) ** 0.5)
    too_few = summary(THIRTEENS, [*range(30)], raced[:-1])
    assert too_few.results == (0, 0, 0)
    assert not too_few.holds


def test_those_that_race_are_no_others_than_those_of_the_rooms() -> None:
    assert (RACERS[0].care, RACERS[-1].care) == (0.6, 0.95)
    assert budget("thirteens") > 0


def test_bots_fare_worse_from_easy_to_hard() -> None:
    """On deals that were not used for measuring, by bots with other luck and other care."""
    bands = measured("thirteens", {})
    assert bands
    assert catalogue.entry("thirteens").version == bands.rules
    parts: dict[Band, list[float]] = {band: [] for band in BANDS}
    for deal in rated(THIRTEENS, "test", 24):
        parts[bands.band(deal.hardness)].append(race(THIRTEENS, deal))
    easy, medium, hard = (fmean(parts[band]) for band in BANDS)
    assert easy - 100 > medium > hard + 100

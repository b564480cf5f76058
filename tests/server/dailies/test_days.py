from datetime import UTC, datetime

import pytest

from server.dailies.days import Days, day_after, is_day, zone_of


@pytest.mark.parametrize("day", ["2026-11-27", "2024-02-29", "0001-01-01", "9999-12-31"])
def test_a_day(day: str) -> None:
    assert is_day(day)


@pytest.mark.parametrize(
    "text", ["", "2026-11", "2026-02-30", "20261127", "2026-W48-5", "٢٠٢٦-11-27"]
)
def test_what_is_none(text: str) -> None:
    assert not is_day(text)


def test_the_next_day_and_the_one_before() -> None:
    assert day_after("2026-12-31") == "2027-01-01"
    assert day_after("2024-03-01", -1) == "2024-02-29"
    assert day_after("9999-12-31") == "9999-12-31"


def at(text: str) -> Days:
    """Return the days of a server in Berlin at this moment, in UTC."""
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
    return Days(zone_of("Europe/Berlin"), lambda: moment)


def test_today_is_where_the_server_is() -> None:
    assert at("2026-11-27T22:59:59").today == "2026-11-27"
    assert at("2026-11-27T23:00:00").today == "2026-11-28"
    assert Days(clock=lambda: 0.0).today == "1970-01-01"


def test_days_are_longer_and_shorter_where_clocks_change() -> None:
    days = at("2026-11-27T12:00:00")
    assert days.ends("2026-11-27") - days.begins("2026-11-27") == 24 * 3600
    assert days.ends("2026-03-29") - days.begins("2026-03-29") == 23 * 3600
    assert days.ends("2026-10-25") - days.begins("2026-10-25") == 25 * 3600
    assert days.ends("2026-11-27") == days.begins("2026-11-28")


def test_utc_needs_no_zones_of_the_system() -> None:
    assert zone_of("UTC") is UTC


@pytest.mark.parametrize("text", ["", "Berlin", "../etc/passwd", "Europe/", "/etc/localtime"])
def test_a_zone_that_there_is_not(text: str) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        zone_of(text)

import pytest
from msgspec.structs import replace

from client.words import daily as words
from client.words.daily import daily_link, share_text
from protocol.messages import Daily, DailyDay, DailyResult, Standing, Streak

OWN = DailyResult(7, "ann", 2, "won", 52, 161_400, 87, 12)
DAY = Daily(
    day="2026-11-27",
    game="freecell",
    options={},
    deals="medium",
    until=1_796_000_000,
    attempt="over",
    players=17,
    winners=9,
    rows=[OWN],
    own=OWN,
    curve=[0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7],
)


def test_a_line_to_share() -> None:
    assert share_text(DAY, "https://example.org/") == (
        "Samedeal 2026-11-27, FreeCell: 2nd of 17 so far, 2:41.4, 87 moves "
        "▁▁▂▂▃▃▄▅▆▇██ https://example.org/#daily/2026-11-27"
    )


def test_when_the_day_is_over_the_place_is_for_good_and_without_a_page_there_is_no_link() -> None:
    assert share_text(replace(DAY, over=True), "") == (
        "Samedeal 2026-11-27, FreeCell: 2nd of 17, 2:41.4, 87 moves ▁▁▂▂▃▃▄▅▆▇██"
    )


def test_who_has_not_won() -> None:
    own = DailyResult(7, "ann", 4, "gave up", 12, 30_000, 20, 12)
    assert share_text(replace(DAY, own=own, curve=[], over=True), "") == (
        "Samedeal 2026-11-27, FreeCell: 4th of 17, 12 points, gave up, 20 moves"
    )


def test_without_an_attempt_there_is_nothing_to_share() -> None:
    assert share_text(replace(DAY, own=None, attempt="on"), "https://example.org/") == ""


def test_the_link_to_a_day() -> None:
    assert daily_link("http://[::1]:7713/club/", "2026-11-27") == (
        "http://[::1]:7713/club/#daily/2026-11-27"
    )


def test_the_line_can_be_read_aloud() -> None:
    assert share_text(DAY, "https://example.org/", curve=False) == (
        "Samedeal 2026-11-27, FreeCell: 2nd of 17 so far, 2:41.4, 87 moves "
        "https://example.org/#daily/2026-11-27"
    )


def test_what_it_is_called() -> None:
    assert words.daily_title("2026-11-07") == "Daily deal of 7 November 2026"
    assert words.daily_title("2026-11-07", brief=True) == "Daily deal of 7 Nov 2026"
    assert words.practice_title("2026-11-27") == "Practice: daily deal of 27 Nov 2026"
    assert words.what_text(DAY) == "FreeCell · Can be won: medium"


def test_how_many_have_played() -> None:
    assert words.crowd_text(DAY) == "17 attempts · 9 solved"
    nobody = replace(DAY, players=0, winners=0)
    assert words.crowd_text(nobody) == "Nobody has played it yet."
    assert words.crowd_text(replace(nobody, over=True)) == "Nobody has played it."


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (5 * 3600 + 12 * 60 + 59.9, "5 hours 12 minutes"),
        (125, "2 minutes"),
        (60, "1 minute"),
        (59.9, "59 seconds"),
        (0.5, "0 seconds"),
    ],
)
def test_how_long_the_day_lasts(seconds: float, time: str) -> None:
    fresh = replace(DAY, attempt="none", own=None)
    assert words.left_text(fresh, seconds) == f"Open for another {time}."
    assert words.left_text(DAY, seconds) == f"The next deal comes in {time}."


def test_a_clock_that_is_ahead_ends_no_day() -> None:
    assert words.left_text(DAY, -1) == ""
    over = replace(DAY, over=True)
    assert words.left_text(over, -1) == "The day is over: it is for practice only."


@pytest.mark.parametrize(
    ("now", "best", "text"),
    [
        (0, 0, ""),
        (1, 1, "1 day in a row"),
        (3, 9, "3 days in a row · most so far: 9"),
        (0, 2, "0 days in a row · most so far: 2"),
    ],
)
def test_a_streak(now: int, best: int, text: str) -> None:
    assert words.streak_text(Streak(now, best)) == text


def test_how_practice_went() -> None:
    own = Standing(7, "ann", "stuck", 12, 1, 30, 90_000)
    assert words.practised_text(own) == "Practice: 12 points, stuck, 30 moves. It counts nowhere."


def test_what_came_of_a_day() -> None:
    past = DailyDay("2026-11-19", "golf", {}, over=True, players=3)
    assert words.mark_of(past) == "missed"
    assert words.day_words(past) == "19 November 2026, Golf, not played"
    made = replace(past, attempt="over", own=replace(OWN, place=1))
    assert words.mark_of(made) == "won"
    assert words.day_words(made) == ("19 November 2026, Golf, solved, 2:41.4, 87 moves, 1st of 3")
    lost = replace(made, own=replace(OWN, place=3, status="gave up"))
    assert words.mark_of(lost) == "played"
    assert words.day_words(lost) == "19 November 2026, Golf, 52 points, gave up, 87 moves, 3rd of 3"
    assert words.mark_of(replace(past, over=False)) == "open"


def test_of_what_is_hidden_yet_only_that_it_was_played_is_told() -> None:
    hidden = DailyDay("2026-11-27", "golf", {}, attempt="over")
    assert words.mark_of(hidden) == "played"
    assert words.day_words(hidden) == "27 November 2026, Golf, played"


def test_a_month_begins_on_its_weekday() -> None:
    weeks = words.weeks_of("2026-11")
    assert weeks[0] == [0, 0, 0, 0, 0, 0, 1]
    assert weeks[-1] == [30, 0, 0, 0, 0, 0, 0]
    assert sum(bool(day) for week in words.weeks_of("2028-02") for day in week) == 29
    assert words.month_text("2026-02") == "February 2026"


def test_months_beside_each_other() -> None:
    assert words.month_beside("2026-12", 1) == "2027-01"
    assert words.month_beside("2026-01", -1) == "2025-12"
    assert words.day_in("2026-01", 9) == "2026-01-09"

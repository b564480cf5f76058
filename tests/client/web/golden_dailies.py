"""What the window says of daily deals, for the page's core to be held against it."""

from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from client.words import daily as words
from client.words.translation import available
from protocol.messages import Daily, DailyDay, DailyResult, Deals, Standing, Status, Streak
from tests.client.web.golden_words import speaking

DAYS: Final = tuple(f"2026-{month:02}-{month + 9:02}" for month in range(1, 13))
PAGE: Final = "https://example.org/club/"
STREAKS: Final = (Streak(), Streak(1, 1), Streak(0, 1), Streak(2, 22), Streak(5, 5))
SECONDS: Final = (-5.0, 0.5, 59.9, 60.0, 200.0, 3600.0, 18_779.0, 86_400.0)
MONTHS: Final = ("1970-01", "2024-02", "2026-02", "2026-11", "2026-12", "2027-08", "2100-02")


def titles() -> Any:
    """Return what daily deals are called in each language."""
    told = {}
    for language in available():
        with speaking(language):
            told[language] = [
                [
                    day,
                    words.day_text(day),
                    words.daily_title(day),
                    words.daily_title(day, brief=True),
                    words.practice_title(day),
                ]
                for day in DAYS
            ]
    return told


def dailies() -> Any:
    """Return how days are told in each language, and how months lie."""
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "days": [_told(daily) for daily in _dailies()],
                "marked": [_marked(day) for day in _days()],
                "streaks": [[_plain(each), words.streak_text(each)] for each in STREAKS],
                "practised": [[_plain(each), words.practised_text(each)] for each in _practised()],
                "months": [[month, words.month_text(month)] for month in MONTHS],
                "weekdays": list(words.weekdays()),
            }
    return {
        "words": told,
        "weeks": [[month, words.weeks_of(month)] for month in MONTHS],
        "beside": [
            [month, step, words.month_beside(month, step)]
            for month in MONTHS
            for step in (-1, 1, -13, 25)
        ],
    }


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def _made() -> Iterator[DailyResult]:
    for place, status in enumerate(get_args(Status), 1):
        yield DailyResult(7, "ann", place, status, place - 2, 1000 * place, place - 1, 12)


def _dailies() -> Iterator[Daily]:
    fresh = Daily("2026-11-27", "freecell", {}, "winnable", 1_796_000_000)
    yield fresh
    yield replace(fresh, over=True)
    yield replace(fresh, attempt="on", players=1, winners=1)
    for number, own in enumerate(_made()):
        deals = get_args(Deals)[number % 5]
        over = replace(fresh, attempt="over", own=own, players=5, winners=2, deals=deals)
        yield replace(over, curve=[0, 1, 2, 3, 4, 5, 6, 7, 7, 0, 3, 1])
        yield replace(over, over=True)


def _told(daily: Daily) -> list[Any]:
    return [
        _plain(daily),
        words.share_text(daily, PAGE),
        words.share_text(daily, "", curve=False),
        words.what_text(daily),
        words.crowd_text(daily),
        [[seconds, words.left_text(daily, seconds)] for seconds in SECONDS],
    ]


def _days() -> Iterator[DailyDay]:
    open_day = DailyDay("2026-11-27", "golf", {}, players=3)
    yield open_day
    yield replace(open_day, over=True)
    yield replace(open_day, attempt="over")
    for own in _made():
        yield replace(open_day, attempt="over", own=own, over=own.place % 2 == 0)


def _marked(day: DailyDay) -> list[Any]:
    mark = words.mark_of(day)
    return [_plain(day), mark, words.SIGNS[mark], words.mark_text(mark), words.day_words(day)]


def _practised() -> Iterator[Standing]:
    for status in get_args(Status):
        yield Standing(7, "ann", status, 12, 1, 30, 90_000)

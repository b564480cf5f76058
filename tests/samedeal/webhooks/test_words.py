import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from samedeal.webhooks.words import LONGEST_TEXT, MOST, Dated, body, plain
from server.outside.news import DailyThere, News, RaceWon, RoomOpened

OPENED = RoomOpened("K7WQMH", "klondike", "Ann")
WON = RaceWon("K7WQMH", 7, "4x13", ("Ann",), 4, True, 52, 201_900)
PAGE = "https://example.org/a/"


def discord(*news: News, page: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(body("discord", [Dated(5, each) for each in news], page))
    return found


def lines(*news: News, page: str = "") -> list[str]:
    text: str = discord(*news, page=page)["content"]
    return text.splitlines()


def test_programs_get_all_that_is_known() -> None:
    found = json.loads(body("json", [Dated(1_700_000_000, OPENED), Dated(5, WON)], PAGE))
    assert found == {
        "samedeal": 1,
        "news": [
            {
                "type": "room opened",
                "at": 1_700_000_000,
                "room": "K7WQMH",
                "game": "klondike",
                "title": "Klondike",
                "host": "Ann",
                "text": "Ann has opened room K7WQMH: Klondike.",
                "link": "https://example.org/a/r/K7WQMH",
            },
            {
                "type": "race won",
                "at": 5,
                "room": "K7WQMH",
                "race": 7,
                "game": "4x13",
                "title": "4x13",
                "winners": ["Ann"],
                "racers": 4,
                "solved": True,
                "score": 52,
                "milliseconds": 201_900,
                "text": "Ann has won a race of 4x13 in 3:21 against 3 others.",
                "link": "https://example.org/a/r/K7WQMH",
            },
        ],
    }


def test_people_get_a_line_for_each() -> None:
    points = RaceWon("K7WQMH", 7, "klondike", ("Ann", "Bob"), 3, False, 40, 1000)
    alone = RaceWon("K7WQMH", 7, "klondike", ("Ann",), 1, True, 40, 61_000)
    many = RaceWon("K7WQMH", 7, "klondike", tuple("ABCDEF"), 6, False, 40, 1000)
    assert lines(OPENED, points, alone, many) == [
        "Ann has opened room K7WQMH: Klondike.",
        "Ann and Bob have won a race of Klondike with 40 points against 1 other.",
        "Ann has won a race of Klondike in 1:01.",
        "A, B, C and 3 others have won a race of Klondike with 40 points.",
    ]
    assert lines(OPENED, page=PAGE)[0].endswith(" <https://example.org/a/r/K7WQMH>")


def test_the_daily_deal() -> None:
    daily = DailyThere("2026-11-27", "klondike", "hard")
    plain = DailyThere("2026-11-28", "golf", "winnable")
    assert lines(daily, plain) == [
        "The daily deal of 2026\\-11\\-27 is there: Klondike, hard.",
        "The daily deal of 2026\\-11\\-28 is there: Golf.",
    ]
    assert lines(daily, page=PAGE)[0].endswith(" <https://example.org/a/#daily/2026-11-27>")
    [told] = json.loads(body("json", [Dated(5, daily)], PAGE))["news"]
    assert told == {
        "type": "daily",
        "at": 5,
        "day": "2026-11-27",
        "game": "klondike",
        "deals": "hard",
        "title": "Klondike",
        "text": "The daily deal of 2026-11-27 is there: Klondike, hard.",
        "link": "https://example.org/a/#daily/2026-11-27",
    }


def test_names_are_no_markup_and_call_nobody() -> None:
    found = discord(RoomOpened("K7WQMH", "klondike", "**@everyone** <@1> `x`\n# y"))
    assert found["allowed_mentions"] == {"parse": []}
    assert found["content"] == (
        r"\*\*\@everyone\*\* \<\@1\> \`x\` \# y has opened room K7WQMH: Klondike."
    )


@given(st.text(max_size=24))
def test_no_sign_of_a_name_stands_without_its_backslash(name: str) -> None:
    written = plain(name)
    assert "\n" not in written
    unescaped = written.replace("\\\\", "").split("\\")
    # What is left between backslashes begins with the sign that each of them keeps.
    assert not any(c in "*_~`|>#@<[]()-" for part in unescaped for c in part[1:])
    assert not any(c in "*_~`|>#@<[]()-" for c in unescaped[0])


def test_a_message_is_never_longer_than_it_may_be() -> None:
    page = "https://example.org/" + "a" * 180
    worst = RaceWon("K" * 12, 7, "4x13", ("*" * 24,) * 16, 16, True, 10**9, 10**9)
    text = discord(*[worst] * MOST, page=page)["content"]
    assert 0 < len(text) <= LONGEST_TEXT
    assert text.endswith(">")

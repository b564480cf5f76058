"""What is sent: news as JSON for programs, and as a message in the form that Discord takes.

Names are text from strangers.  In a message for people they are no markup, mention nobody and lead
nowhere.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engine import catalogue
from samedeal.webhooks.address import Form
from server.outside.news import DailyThere, News, RaceWon, RoomOpened

MOST: Final = 10
"""News in one message."""
NAMED: Final = 3
"""Names of winners that are told, of more who share the first place."""
LONGEST_TEXT: Final = 2000
"""Characters that Discord takes; lines beyond that are left out."""
NO_PREVIEW: Final = 1 << 2
"""Discord's flag for a message whose links are not unfolded."""

_MARKUP: Final = re.compile(r"[!-/:-@\[-`{-~]")
"""Every sign of ASCII: before any of them, Discord takes a backslash for nothing but itself."""


class Dated(NamedTuple):
    """Something that has happened, and when, in seconds since 1970."""

    at: int
    news: News


def body(form: Form, dated: Sequence[Dated], page: str) -> bytes:
    """Return what is posted; `page` is where players reach the server's page, or empty."""
    if form == "discord":
        return msgspec.json.encode(_message(dated, page))
    told = [_told(each, page) for each in dated]
    return msgspec.json.encode({"samedeal": 1, "news": told})


def _message(dated: Sequence[Dated], page: str) -> dict[str, Any]:
    lines = [_line(each.news, page) for each in dated]
    while len("\n".join(lines)) > LONGEST_TEXT:
        lines.pop()
    return {
        "content": "\n".join(lines),
        "allowed_mentions": {"parse": []},
        "flags": NO_PREVIEW,
    }


def _line(news: News, page: str) -> str:
    link = _link(news, page)
    return _sentence(news, plain) + (f" <{link}>" if link else "")


def _told(dated: Dated, page: str) -> dict[str, Any]:
    """Return news with all that is known of them, for a program."""
    found: dict[str, Any] = {**msgspec.to_builtins(dated.news), "at": dated.at}
    found["title"] = _title(dated.news)
    found["text"] = _sentence(dated.news, str)
    if link := _link(dated.news, page):
        found["link"] = link
    return found


def plain(text: str) -> str:
    """Return a stranger's text so that Discord shows it as it is."""
    one_line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return _MARKUP.sub(r"\\\g<0>", one_line)


def _sentence(news: News, written: Any) -> str:
    """Return news as a sentence; `written` makes of a name what stands for it there."""
    title = written(_title(news))
    match news:
        case RoomOpened():
            return f"{written(news.host)} has opened room {news.room}: {title}."
        case RaceWon():
            who = _together([written(each) for each in news.winners])
            have = "have" if len(news.winners) > 1 else "has"
            others = news.racers - len(news.winners)
            rivals = f" against {others} {'other' if others == 1 else 'others'}" if others else ""
            how = f"in {_time(news.milliseconds)}" if news.solved else f"with {news.score} points"
            return f"{who} {have} won a race of {title} {how}{rivals}."
        case DailyThere():
            kind = "" if news.deals == "winnable" else f", {news.deals}"
            return f"The daily deal of {written(news.day)} is there: {title}{kind}."


def _title(news: News) -> str:
    return catalogue.entry(news.game).title


def _link(news: News, page: str) -> str:
    if not page:
        return ""
    where = f"#daily/{news.day}" if isinstance(news, DailyThere) else f"r/{news.room}"
    return f"{page.rstrip('/')}/{where}"


def _together(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    if len(names) > NAMED + 1:
        names = [*names[:NAMED], f"{len(names) - NAMED} others"]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _time(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"

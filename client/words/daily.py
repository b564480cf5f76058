"""The daily deal in words, as it is told in all clients: above all the line to share.  Pure."""

import calendar
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from client.words.commentary import time_text
from client.words.deals import deals_text
from client.words.texts import (
    BETWEEN,
    brief_options_text,
    date_text,
    game_title,
    joined,
    long_date_text,
    place_text,
    points_text,
    status_words,
    stopwatch,
)
from client.words.translation import translate
from protocol.daily import blocks
from protocol.messages import Daily, DailyDay, DailyResult, Standing, Streak

Mark: TypeAlias = Literal["won", "played", "missed", "open"]
"""What came of a day for somebody; `open` is today's deal before it is played."""
MINUTE: Final = 60
"""Seconds of a minute: of what lasts longer, none are told."""
SIGNS: Final[dict[Mark, str]] = {"won": "✓", "played": "○", "missed": "–", "open": "…"}
"""How it is marked in a calendar, beside its colour."""


def share_text(daily: Daily, page: str, *, curve: bool = True) -> str:
    """Return a line that tells others of one's own attempt, and nothing of the deal.

    `page` is the link to the server's page, or empty where it has none.  The line is empty as long
    as there is no attempt that is over.  Without its small `curve` it can be read aloud.
    """
    own = daily.own
    if own is None:
        return ""
    facts = own_facts(own, daily.players, over=daily.over)
    text = translate("daily", "Samedeal {day}, {game}: {result}", "to share a daily deal")
    told = text.format(day=daily.day, game=game_title(daily.game), result=joined(facts))
    ends = (told, blocks(daily.curve) if curve else "", daily_link(page, daily.day))
    return " ".join(part for part in ends if part)


def moves_text(moves: int) -> str:
    """Return how many moves there were: "87 moves"."""
    return translate("daily", "%n move(s)", "", moves)


def daily_link(page: str, day: str) -> str:
    """Return the link to a day on a server's page; empty where there is no page."""
    return f"{page.rstrip('/')}/#daily/{day}" if page else ""


def own_facts(own: DailyResult, players: int, *, over: bool) -> list[str]:
    """Return how an attempt went: "2nd of 17 so far", "2:41.4", "87 moves"."""
    return [placed_text(own, players, over=over), *made_facts(own)]


def placed_text(own: DailyResult, players: int, *, over: bool) -> str:
    """Return an attempt's place among so many: "2nd of 17", and "so far" until the day is over."""
    place = place_text(own.place, max(players, own.place))
    if over:
        return place
    return translate("daily", "{place} so far", "2nd of 4 so far").format(place=place)


def made_facts(own: DailyResult | Standing) -> list[str]:
    """Return what was made of the deal: "2:41.4", "87 moves"; or "12 points", "gave up"."""
    won = own.status == "won"
    made = stopwatch(own.milliseconds) if won else points_text(own.score)
    return [made, *([] if won else [status_words(own.status)]), moves_text(own.moves)]


def daily_text() -> str:
    """Return what it is called."""
    return translate("daily", "Daily deal")


def day_text(day: str, *, brief: bool = False) -> str:
    """Return a day as people write it: "27 November 2026"; a `brief` one is "27 Nov 2026"."""
    year, month, number = map(int, day.split("-"))
    return (date_text if brief else long_date_text)(year, month, number)


def daily_title(day: str, *, brief: bool = False) -> str:
    """Return which daily deal it is: "Daily deal of 27 November 2026"."""
    return translate("daily", "Daily deal of {date}").format(date=day_text(day, brief=brief))


def practice_title(day: str) -> str:
    """Return the same of one that is played again: "Practice: daily deal of 27 Nov 2026"."""
    text = translate("daily", "Practice: daily deal of {date}")
    return text.format(date=day_text(day, brief=True))


def what_text(daily: Daily | DailyDay) -> str:
    """Return what is dealt: "FreeCell · Can be won: medium"."""
    options = brief_options_text(daily.game, daily.options)
    facts = (game_title(daily.game), deals_text(daily.deals), options)
    return BETWEEN.join(filter(None, facts))


def crowd_text(daily: Daily) -> str:
    """Return how many have played it: "17 attempts · 9 solved"."""
    if not daily.players:
        if daily.over:
            return translate("daily", "Nobody has played it.")
        return translate("daily", "Nobody has played it yet.")
    solved = translate("daily", "%n solved", "", daily.winners)
    return BETWEEN.join((translate("daily", "%n attempt(s)", "", daily.players), solved))


def left_text(daily: Daily, seconds: float) -> str:
    """Return how long the day still lasts, by the seconds that are left: to play, or to wait.

    The text is empty where that is not known.
    """
    if not daily.over and seconds <= 0:
        return ""  # it is about to be, or the clock here is wrong
    if daily.over:
        return translate("daily", "The day is over: it is for practice only.")
    whole = int(seconds)
    time = time_text(whole if whole < MINUTE else whole - whole % MINUTE)
    if daily.attempt == "over":
        return translate("daily", "The next deal comes in {time}.").format(time=time)
    return translate("daily", "Open for another {time}.").format(time=time)


def counts_text() -> str:
    """Return what whoever is about to play has to know, in short."""
    return translate("daily", "Your first attempt counts.")


def rule_text() -> str:
    """Return the same in full."""
    return translate(
        "daily",
        "Everybody has the same deal, and your first attempt counts: alone, at any hour, by the "
        "server’s clock. You have an hour. Moves may be taken back, and there are no hints. "
        "Whoever gives up or leaves has made theirs. How the others did is shown after it.",
    )


def pictured_text() -> str:
    """Return what the picture of the game is, which is easily taken for the deal of the day."""
    return translate("daily", "An example: today’s cards are dealt when you begin.")


def best_button() -> str:
    """Return what the way to a race against the best attempt of a day is called."""
    return translate("daily", "Race the day’s best")


def practice_text() -> str:
    """Return what playing on is worth."""
    return translate(
        "daily", "The deal is known now: to play it again is practice and counts nowhere."
    )


def practised_text(own: Standing) -> str:
    """Return how practice went: "Practice: 2:11.4, 80 moves. It counts nowhere."."""
    text = translate("daily", "Practice: {result}. It counts nowhere.")
    return text.format(result=joined(made_facts(own)))


def under_way_text() -> str:
    """Return what is said while one's attempt goes on somewhere else."""
    return translate("daily", "Your attempt is under way.")


def none_text() -> str:
    """Return what is said where there is none."""
    return translate("daily", "There is no daily deal here today.")


def streak_text(streak: Streak) -> str:
    """Return how many days in a row there was an attempt: "3 days in a row · most: 9"."""
    if not streak.best:
        return ""
    now = translate("daily", "%n day(s) in a row", "", streak.now)
    if streak.best <= streak.now:
        return now
    most = translate("daily", "most so far: {days}", "days in a row").format(days=streak.best)
    return BETWEEN.join((now, most))


# The calendar -------------------------------------------------------------------------------------


def mark_of(day: DailyDay) -> Mark:
    """Return what came of a day for the player who was asked for."""
    if day.own is not None and day.own.status == "won":
        return "won"
    if day.attempt != "none":
        return "played"
    return "missed" if day.over else "open"


def mark_text(mark: Mark) -> str:
    """Return the same in words."""
    return {
        "won": translate("daily", "solved", "a day in the calendar"),
        "played": translate("daily", "played, not solved", "a day in the calendar"),
        "missed": translate("daily", "not played", "a day in the calendar"),
        "open": translate("daily", "open today", "a day in the calendar"),
    }[mark]


def day_words(day: DailyDay) -> str:
    """Return a day of the calendar, read aloud: "27 November 2026, FreeCell, solved, 2:41.4…"."""
    facts = [day_text(day.day), game_title(day.game)]
    mark = mark_of(day)
    if day.own is None:
        hidden = mark == "played"  # whether it was solved is not known yet
        facts.append(translate("daily", "played") if hidden else mark_text(mark))
    else:
        won = [mark_text("won")] if mark == "won" else []
        facts += [*won, *made_facts(day.own), placed_text(day.own, day.players, over=day.over)]
    return joined(facts)


def weeks_of(month: str) -> list[list[int]]:
    """Return the weeks of a month, each seven days from Monday on; 0 is a day of another month."""
    year, number = map(int, month.split("-"))
    return calendar.Calendar().monthdayscalendar(year, number)


def day_in(month: str, day: int) -> str:
    """Return a day of a month, as `2026-11-27`."""
    return f"{month}-{day:02}"


def month_beside(month: str, step: int) -> str:
    """Return the month that is so many months after this one, or before it."""
    year, number = map(int, month.split("-"))
    year, number = divmod(year * 12 + number - 1 + step, 12)
    return f"{year:04}-{number + 1:02}"


def month_text(month: str) -> str:
    """Return a month as people write it: "November 2026"."""
    year, number = map(int, month.split("-"))
    months = (
        translate("daily", "January {year}"),
        translate("daily", "February {year}"),
        translate("daily", "March {year}"),
        translate("daily", "April {year}"),
        translate("daily", "May {year}"),
        translate("daily", "June {year}"),
        translate("daily", "July {year}"),
        translate("daily", "August {year}"),
        translate("daily", "September {year}"),
        translate("daily", "October {year}"),
        translate("daily", "November {year}"),
        translate("daily", "December {year}"),
    )
    return months[number - 1].format(year=year)


def weekdays() -> Sequence[str]:
    """Return what heads the columns of a calendar: "Mon", to "Sun"."""
    return (
        translate("daily", "Mon", "a day of the week"),
        translate("daily", "Tue", "a day of the week"),
        translate("daily", "Wed", "a day of the week"),
        translate("daily", "Thu", "a day of the week"),
        translate("daily", "Fri", "a day of the week"),
        translate("daily", "Sat", "a day of the week"),
        translate("daily", "Sun", "a day of the week"),
    )

"""All that people can ask a server about what was raced; what it answers is noted."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from client.session.session import Session
from engine import catalogue
from protocol.messages import (
    ClientMessage,
    Dailies,
    Daily,
    Deals,
    FromServer,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOverview,
    GetPast,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetRoomPast,
    Leaderboard,
    Overview,
    Past,
    Period,
    Profile,
    RatingCourse,
    Ratings,
    RoomPast,
)
from tools.ten_evenings.club import Club
from tools.ten_evenings.heard import Heard, plain
from tools.ten_evenings.person import Person

PERIODS: Final[tuple[Period, ...]] = ("all", "year", "month", "week", "day")
Board: TypeAlias = tuple[str, tuple[tuple[str, str | bool], ...], Deals]


async def ask_everything(club: Club) -> None:
    """Ask all there is to ask, some of it as each of the people."""
    await club.settle()
    boards = sorted(_boards(club.heard))
    families = ["", *sorted({catalogue.entry(game).family for game, _, _ in boards})]
    days = await _days(club)
    for number, person in enumerate(club.people):
        session, ask = person.session, partial(_ask, club, person)
        for game, options, deals in boards[number :: len(club.people)] if number else boards:
            for period in PERIODS:
                question = GetLeaderboard(game, dict(options), period, deals)
                await ask(question, Leaderboard, partial(_leaderboard, session, question))
        await ask(GetOverview(), Overview, session.get_overview)
        for family in families:
            await ask(GetRatings(family), Ratings, partial(session.get_ratings, family))
        for other in club.people:
            of = other.player
            await ask(GetProfile(of), Profile, partial(session.get_profile, of))
            for family in families if other is person else families[:1]:
                question_of_course = GetRatingCourse(of, family)
                course = partial(session.get_rating_course, of, family)
                await ask(question_of_course, RatingCourse, course)
            for month in sorted({day[: len("2026-11")] for day in days}):
                wanted = 0 if other is person else of
                month_of = partial(session.get_dailies, month, wanted)
                await ask(GetDailies(month, wanted), Dailies, month_of)
        for day in days:
            await ask(GetDaily(day), Daily, partial(session.get_daily, day))
        await _ask_past(club, person)


async def _ask(
    club: Club,
    person: Person,
    question: ClientMessage,
    kind: type[FromServer],
    say: Callable[[], None],
) -> FromServer | None:
    at, today = club.now, club.today
    answer = await person.ask(say, kind)
    if answer is not None:
        noted = {"at": at, "today": today, "asker": person.player}
        club.heard.asked.append(noted | {"question": plain(question), "answer": plain(answer)})
    return answer


def _leaderboard(session: Session, question: GetLeaderboard) -> None:
    session.get_leaderboard(question.game, question.options, question.period, question.deals)


async def _ask_past(club: Club, person: Person) -> None:
    before, evenings, more = 0, list[int](), True
    while more:
        say = partial(person.session.get_past, before)
        past = await _ask(club, person, GetPast(before), Past, say)
        assert isinstance(past, Past)
        evenings += [each.evening for each in past.evenings]
        before, more = evenings[-1] if evenings else 0, past.more
    for evening in evenings:
        say = partial(person.session.get_room_past, evening)
        await _ask(club, person, GetRoomPast(evening), RoomPast, say)


def _boards(heard: Heard) -> set[Board]:
    """Return the leaderboards on which there may be something."""
    found = set()
    for results, _, practice, _ in heard.results.values():
        settings = results.settings
        options = catalogue.entry(settings.game).complete(settings.options)
        if not practice:
            found.add((settings.game, tuple(sorted(options.items())), settings.deals))
    return found


async def _days(club: Club) -> list[str]:
    """Return the days that have a deal."""
    asker = club.people[0]
    month = await asker.ask(asker.session.get_dailies, Dailies)
    months = {club.today[: len("2026-11")], month.first if month else ""}
    days = list[str]()
    for each in sorted(months - {""}):
        told = await asker.ask(partial(asker.session.get_dailies, each), Dailies)
        days += [day.day for day in told.days] if told else []
    return days

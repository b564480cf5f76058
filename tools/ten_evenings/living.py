"""How the evenings go: room after room, the deals of the days, and the kills in between."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, replace
from typing import Final

from protocol.messages import Deals
from tools.ten_evenings.club import Club
from tools.ten_evenings.person import Person
from tools.ten_evenings.programme import GHOSTS, programme, seats
from tools.ten_evenings.questions import ask_everything
from tools.ten_evenings.rooms import Gathering, Plan, attempt

MOST_GHOSTS: Final = 2
"""Games that race along."""
AT_END: Final = 0.4
"""The share of kills that come when somebody has just been told how a race ended."""
HANDED_OVER: Final = 0.3
"""The share of kills in whose place a server is stopped, where others can have its rooms."""
LOOK: Final = 0.005


@dataclass(frozen=True)
class Course:
    """How many evenings there are, and what happens in each."""

    evenings: int = 10
    rooms: int | None = None
    """Rooms in each; None for one of every kind."""
    kills: int = 3
    """Kills in each."""


async def live(
    club: Club, course: Course, chance: random.Random, show: Callable[[int, int], None]
) -> None:
    """Let the evenings go by, and ask everything in the end; `show` is told how far they are.

    Raises:
        RuntimeError, TimeoutError: something does not come to an end.
    """
    rooms = [programme(chance, evening, course.rooms) for evening in range(course.evenings)]
    await club.open(_wanted(plan for planned in rooms for plan in planned), course.evenings)
    done, of = 0, sum(map(len, rooms)) + course.evenings
    for number, planned in enumerate(rooms):
        if number:
            await club.next_day()
        kills = [chance.randrange(len(planned) + 1) for _ in range(course.kills)]
        await _during(club, _attempts(club, chance), chance, kills.count(len(planned)))
        for at, plan in enumerate(planned):
            show(done := done + 1, of)
            await _during(club, _gather(club, plan, chance), chance, kills.count(at))
        show(done := done + 1, of)
    await ask_everything(club)
    await club.restart()
    await ask_everything(club)


def _wanted(plans: Iterable[Plan]) -> Counter[tuple[str, Deals]]:
    """Return how many deals that can be won these rooms are raced on, of which kinds."""
    found = Counter[tuple[str, Deals]]()
    for plan in plans:
        if plan.settings.deals != "any":
            found[plan.settings.game, plan.settings.deals] += plan.races
    return found


async def _attempts(club: Club, chance: random.Random) -> None:
    """Let some of the people play the deal of the day, each alone."""
    await club.people[0].day()
    some = [each for each in club.people if chance.random() < 0.8]
    await asyncio.gather(*(attempt(each, random.Random(chance.random())) for each in some))  # noqa: S311


async def _gather(club: Club, plan: Plan, chance: random.Random) -> None:
    by_name = {each.name: each for each in club.people}
    people = [by_name[name] for name in seats(chance, [*by_name])]
    if plan.what == GHOSTS:
        ghosts = _ghosts(club, people[0], chance)
        if not ghosts:
            return
        plan = replace(plan, ghosts=ghosts)
    await Gathering(plan, people, club.address, club.tokens, chance).run()


def _ghosts(club: Club, host: Person, chance: random.Random) -> list[tuple[int, int]]:
    """Return some games of a race that the host was in, against which can be raced."""
    races = [
        results
        for (player, _), (results, evening, *_) in club.heard.results.items()
        if player == host.player
        and evening is not None
        and len(results.standings) > 1
        and any(each.player == player for each in results.standings)
    ]
    if not races:
        return []
    race = chance.choice(races)
    some = [each.player for each in race.standings if each.moves]
    return [(race.race, player) for player in some[:MOST_GHOSTS]]


async def _during(
    club: Club, work: Coroutine[None, None, None], chance: random.Random, kills: int
) -> None:
    """Do some work, and kill the server so often in its midst, or before it."""
    task = asyncio.create_task(work)
    try:
        for _ in range(kills):
            heard = club.heard
            moves, races = heard.moves + chance.choice((0, 1, 10, 30, 60)), len(heard.results)
            at_end = chance.random() < AT_END
            while not task.done():
                if (len(heard.results) > races) if at_end else (heard.moves >= moves):
                    break
                await asyncio.sleep(LOOK)
            await asyncio.sleep(chance.uniform(0, 0.05))
            if len(club.servers) > 1 and chance.random() < HANDED_OVER:
                await club.hand_over()
            else:
                await club.kill()
        while not task.done():
            club.check()
            await asyncio.wait([task], timeout=1)
        task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

"""What came of a race for one who was in it: the place, if there is one to tell. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from client.words.texts import (
    NOTHING,
    bot_facts,
    joined,
    one_line,
    ordinal,
    place_text,
    points_text,
    status_words,
    stopwatch,
)
from client.words.translation import translate
from protocol.messages import NewResult, PastRace, RoomState, Standing, Status
from protocol.racing import is_ghost

LEFT: Final[Collection[Status]] = ("gave up", "disconnected")
"""What has become of who did not stay in the race."""
STEPS: Final = 3
"""How many steps a podium has."""

ALONE: Final = 9000
"""Milliseconds after which bots that race on alone may be stopped: ten seconds, heard roughly."""

Past: TypeAlias = PastRace | NewResult
"""A race that is over, as it is told later."""

Ended: TypeAlias = Standing | Past
"""How a race ended for somebody, in its results or on a player's page."""


class Outcome(NamedTuple):
    """What became of one's own race."""

    headline: str
    """To be read first: "You won!", "You came 2nd of 4.", "You gave up."."""
    facts: Sequence[str]
    """What the headline does not say."""


def reached(racer: Ended) -> bool:
    """Return whether a racer has reached anything at all: a win, or points by some move."""
    return racer.status == "won" or (racer.score > 0 and racer.milliseconds > 0)


def is_ranked(racer: Ended, racers: int) -> bool:
    """Return whether one of so many racers has a place, during the race and after it.

    Who is alone has none, nor who left with nothing. And who is the first with no more than the
    deal gave is ahead of nobody.
    """
    if racers < 2 or racer.place < 1:
        return False
    if racer.place == 1:
        return racer.status == "won" or racer.milliseconds > 0
    return racer.status not in LEFT or reached(racer)


def is_placed(racer: Ended, racers: int, *, won: bool) -> bool:
    """Return whether a place says how good a racer was, so that it may be the headline.

    Where nobody has won, to be first says nothing; and who was stopped had not come to an end.
    """
    contested = racer.place > 1 or won
    return is_ranked(racer, racers) and contested and racer.status != "stopped"


def is_contested(race: Past) -> bool:
    """Return whether somebody was ahead of somebody in a race, and not only on the list."""
    return race.racers > 1 and (race.place > 1 or race.won)


def rank_text(racer: Ended, racers: int) -> str:
    """Return a racer's place among so many, wherever it is shown: "2nd"; a dash for none."""
    return ordinal(racer.place) if is_ranked(racer, racers) else NOTHING


def is_close(racer: Standing, standings: Iterable[Standing]) -> bool:
    """Return whether only more than tenths of a second tell why a racer is ahead of another."""

    def told(each: Standing) -> tuple[object, ...]:
        won = each.status == "won"
        return won, None if won else each.score, each.milliseconds // 100

    return any(told(each) == told(racer) and each.place != racer.place for each in standings)


def rank_number(racer: Ended, racers: int) -> str:
    """Return the same as a number, where there is little room: "2"."""
    return str(racer.place) if is_ranked(racer, racers) else NOTHING


def past_place_text(race: Past) -> str:
    """Return how a player came in: "2nd of 4", or "no winner", or "alone"."""
    if race.racers < 2:
        return translate("outcome", "alone", "raced without rivals")
    if not is_contested(race):
        return translate("outcome", "no winner", "of a race")
    return place_text(race.place, race.racers) if is_ranked(race, race.racers) else NOTHING


def ending_text(status: Status, *, first: bool, host: str | None = None) -> str:
    """Return what ended one's own race: "No move is left."; empty while it goes on.

    `host` is who ends races early: a name, or an empty one for oneself; None where nobody knows.
    """
    return {
        "racing": "",
        "won": translate("outcome", "You won!") if first else translate("outcome", "Solved!"),
        "stuck": translate("outcome", "No move is left."),
        "gave up": translate("outcome", "You gave up."),
        "out of time": translate("outcome", "The time is up."),
        "disconnected": translate("outcome", "You were away for too long."),
        "stopped": _stopped_by(host),
    }[status]


def _stopped_by(host: str | None) -> str:
    if host is None:
        return translate("outcome", "The race was ended early.")
    if not host:
        return translate("outcome", "You ended the race.")
    return translate("outcome", "{name} ended the race.").format(name=host)


def outcome_of(own: Standing, racers: int, *, won: bool, host: str | None = None) -> Outcome:
    """Return what became of one's own race among so many; `won` is whether one has won it.

    `host` is as in `ending_text`.

    A place is the headline if the race was raced to an end, or won; else it is one of the facts.
    """
    ranked = is_ranked(own, racers)
    placed = is_placed(own, racers, won=won)
    place = place_text(own.place, racers)
    ended = own.status == "won" or (own.status == "gave up" and not won)
    if placed and not ended:
        came = translate("outcome", "You came {place}.").format(place=place)
        return Outcome(came, [result_of(own)])
    made = result_of(own) if own.status == "won" else points_text(own.score)
    return Outcome(
        ending_text(own.status, first=won, host=host), [place, made] if ranked else [made]
    )


def were_alone(standings: Sequence[Standing], ends: Mapping[int, int], length: int) -> bool:
    """Return whether only bots were stopped, and for having raced on alone: not by the host.

    `ends` says when each racer's race was over, and `length` how long it all took, in milliseconds.
    """
    present = [racer for racer in standings if not is_ghost(racer.player)]
    stopped = [racer for racer in present if racer.status == "stopped"]
    people = [ends.get(racer.player, 0) for racer in present if not racer.bot]
    return all(racer.bot for racer in stopped) and length - max(people, default=0) >= ALONE


def host_of(room: RoomState | None, own: int) -> str | None:
    """Return the name of a room's host, an empty one for oneself; None where it is not known."""
    if room is None:
        return None
    if room.host == own:
        return ""
    names = (one_line(member.name) for member in room.members if member.player == room.host)
    return next(names, None)


def upon_steps(standings: Sequence[Standing], winners: Collection[int]) -> list[Standing]:
    """Return who of the first three stands on a podium's steps: who has a place, and points.

    Where nobody has won there is no podium, nor for who was alone.
    """
    if not winners:
        return []
    racers = len(standings)
    return [r for r in standings[:STEPS] if is_ranked(r, racers) and reached(r)]


def result_of(racer: Standing) -> str:
    """Return what a racer made of it in a few words: "won 1:23.4", "bot, 37 points, stuck"."""
    return joined(facts_of(racer))


def facts_of(racer: Standing) -> list[str]:
    """Return what there is to say of a racer: "bot", and "won 1:23.4" or "37 points", "stuck"."""
    bot = bot_facts(racer.bot, racer.level)
    if racer.status == "won":
        solved = translate("outcome", "solved {time}").format(time=stopwatch(racer.milliseconds))
        return [*bot, solved]
    return [*bot, points_text(racer.score), status_words(racer.status)]

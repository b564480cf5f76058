"""Room and race in words: who comes and goes, the clock, how everybody stands and ended. Pure."""

from collections.abc import Sequence
from typing import Final

from client.words.outcome import is_placed, is_ranked
from client.words.texts import (
    joined,
    one_line,
    ordinal,
    place_text,
    points_text,
    racer_name,
    status_words,
    stopwatch,
)
from client.words.translation import translate
from protocol.messages import Member, Standing
from protocol.racing import is_ghost

NAMED: Final = 8
"""The most who are named in one line of who came or left."""


def room_news(before: Sequence[Member], after: Sequence[Member], own: int) -> list[str]:
    """Return what others did in a room: "Bob came in", "Bob is ready", "Cleo left"."""
    known = {member.player: member for member in before}
    here = {member.player for member in after}
    said = [
        _named(translate("commentary", "{name} left"), member)
        for member in before
        if member.player not in here
    ]
    for member in after:
        was = known.get(member.player)
        if member.player != own and (news := _change(was, member)):
            said.append(_named(news, member))
    return said


def attendance_text(members: Sequence[Member], *, came: bool) -> str:
    """Return who came or who left, in one line: "Bob came in", "Left: Bob, Cleo"."""
    if len(members) == 1:
        text = _change(None, members[0]) if came else translate("commentary", "{name} left")
        return _named(text, members[0])
    names = joined(one_line(member.name) for member in members[:NAMED])
    if (more := len(members) - NAMED) > 0:
        names = f"{names} … +{more}"
    text = (
        translate("commentary", "Came in: {names}")
        if came
        else translate("commentary", "Left: {names}")
    )
    return text.format(names=names)


def _change(was: Member | None, member: Member) -> str:
    if was is None:
        if member.seated:
            return translate("commentary", "{name} came in")
        return translate("commentary", "{name} came in to watch")
    if was.connected != member.connected:
        if member.connected:
            return translate("commentary", "{name} is back")
        return translate("commentary", "{name} has no connection")
    if was.seated != member.seated:
        if member.seated:
            return translate("commentary", "{name} took a seat")
        return translate("commentary", "{name} only watches now")
    if was.ready != member.ready:
        if member.ready:
            return translate("commentary", "{name} is ready")
        return translate("commentary", "{name} is not ready any more")
    return ""


def _named(text: str, member: Member) -> str:
    return text.format(name=one_line(member.name))


def time_text(seconds: float) -> str:
    """Return a length of time: "5 seconds", "3 minutes 12 seconds", "1 hour 2 minutes"."""
    minutes, second = divmod(max(0, int(seconds)), 60)
    hours, minute = divmod(minutes, 60)
    said = [translate("commentary", "%n hour(s)", "", hours)] if hours else []
    if minute:
        said.append(translate("commentary", "%n minute(s)", "", minute))
    if not said or (second and not hours):
        said.append(translate("commentary", "%n second(s)", "", second))
    return " ".join(said)


def standing_text(
    standings: Sequence[Standing], own: int, elapsed: float, remaining: float, score: int
) -> str:
    """Return clock, place and score on request."""
    mine = next((racer for racer in standings if racer.player == own), None)
    stands = [place_among(mine, standings)] if mine and is_ranked(mine, len(standings)) else []
    clock = translate("commentary", "{elapsed} gone, {remaining} left").format(
        elapsed=time_text(elapsed), remaining=time_text(remaining)
    )
    return f"{joined([*stands, points_text(score)])}; {clock}"


def place_among(racer: Standing, standings: Sequence[Standing]) -> str:
    """Return a racer's place among so many: "2nd of 5"."""
    return place_text(racer.place, len(standings))


def rival_news(before: Sequence[Standing], after: Sequence[Standing], own: int) -> list[str]:
    """Return what has become of the rivals: "Bob solved it in 3 minutes", "Cleo gave up"."""
    return [fate_text(racer) for racer in _ended(before, after, own)]


def win_news(before: Sequence[Standing], after: Sequence[Standing], own: int) -> list[str]:
    """Return which rivals have solved the game, as one reads it: "Bob solved it in 3:12.4"."""
    return [
        translate("commentary", "{name} solved it in {time}").format(
            name=racer_name(racer), time=stopwatch(racer.milliseconds)
        )
        for racer in _ended(before, after, own)
        if racer.status == "won"
    ]


def _ended(before: Sequence[Standing], after: Sequence[Standing], own: int) -> list[Standing]:
    """Return the rivals whose race has ended meanwhile, unless by the clock or the host."""
    known = {racer.player: racer.status for racer in before}
    return [
        racer
        for racer in after
        if racer.player != own
        and racer.status not in ("racing", "out of time", "stopped")
        and known.get(racer.player) == "racing"
    ]


def fate_text(racer: Standing) -> str:
    """Return how a race ended for somebody: "Bob solved it in 3 minutes", "Bob gave up"."""
    name = racer_name(racer)
    match racer.status:
        case "won":
            text = translate("commentary", "{name} solved it in {time}")
            return text.format(name=name, time=time_text(racer.milliseconds / 1000))
        case "stuck":
            text = translate("commentary", "{name} is stuck")
        case "racing":
            text = translate("commentary", "{name} is racing")
        case "gave up":
            text = translate("commentary", "{name} gave up")
        case "out of time":
            text = translate("commentary", "{name} ran out of time")
        case "disconnected":
            text = translate("commentary", "{name} lost the connection for good")
        case "stopped":
            text = translate("commentary", "{name} was stopped")
    return text.format(name=name)


def people_text(standings: Sequence[Standing], own: int) -> str:
    """Return how people came in among themselves where a bot is ahead: "1st of 2 people".

    Who only watched is told the best of them; nothing is said where there is nobody to compare.
    """
    people = [racer for racer in standings if not racer.bot and not is_ghost(racer.player)]
    best = min(people, key=lambda racer: racer.place, default=None)
    shown = next((racer for racer in people if racer.player == own), best)
    if len(people) < 2 or best is None or shown is None:
        return ""
    ahead = (racer for racer in standings if racer.place < shown.place)
    behind = any(racer.bot and not is_ghost(racer.player) for racer in ahead)
    if not behind or not is_placed(shown, len(standings), won=False):
        return ""
    if shown.player != own:
        names = joined(one_line(racer.name) for racer in people if racer.place == best.place)
        return translate("commentary", "Best without the bots: {name}").format(name=names)
    place = 1 + sum(racer.place < shown.place for racer in people)
    text = translate("commentary", "{place} of {people} without the bots")
    return text.format(place=ordinal(place), people=len(people))


def results_text(standings: Sequence[Standing], own: int) -> str:
    """Return the results, one's own first: "The race is over. You came 1st of 2 with 12 points"."""
    said = [translate("commentary", "The race is over")]
    for racer in standings:
        if racer.player == own:
            text = translate("commentary", "You ended with {points}: {fate}")
            if is_ranked(racer, len(standings)):
                text = translate("commentary", "You came {place} with {points}: {fate}")
            place, points = place_among(racer, standings), points_text(racer.score)
            said.append(text.format(place=place, points=points, fate=_fate(racer)))
    if people := people_text(standings, own):
        said.append(people)
    for racer in standings:
        if racer.player != own:
            text = translate("commentary", "{name} with {points}, {fate}")
            if is_ranked(racer, len(standings)):
                text = translate("commentary", "{place}: {name} with {points}, {fate}")
            place, points = ordinal(racer.place), points_text(racer.score)
            name = racer_name(racer)
            fate = _fate(racer)
            said.append(text.format(place=place, name=name, points=points, fate=fate))
    return f"{translate('texts', '.', 'ends a sentence')} ".join(said)


def _fate(racer: Standing) -> str:
    if racer.status == "won":
        time = time_text(racer.milliseconds / 1000)
        return translate("commentary", "solved in {time}").format(time=time)
    return status_words(racer.status)

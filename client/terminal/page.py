"""A race as text: what a terminal shows of a room, made from the session alone.  Pure."""

import math
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from rich.text import Text

from client.session.attendance import News
from client.session.fairness import Verdict
from client.session.session import ClientRace, Session
from client.terminal.tally import series_text, tally_lines
from client.terminal.text import UNICODE, Glyphs, fit, place_at, safe_text
from client.terminal.text_board import board_lines
from client.words.ratings import rated_text
from client.words.records.feats import feat_facts
from client.words.room_kinds import is_ratable
from client.words.texts import clock, one_line, racer_name
from engine import catalogue
from protocol.messages import Member, Standing

GAP: Final = 3
"""Columns between two boards side by side."""

MOST_TOLD: Final = 16
"""Racers who are named: as many as a room seats."""

_STATUS: Final = {"racing": "", "won": "green"}
"""The styles of a racer's status; every other is dim."""


@dataclass
class WatchedRoom:
    """What a spectator knows: the session, and what has been said in the room."""

    session: Session
    said: deque[str | News] = field(default_factory=lambda: deque(maxlen=3))
    """The last lines of the chat, with who came and left."""
    notice: str = ""
    """What is wrong with the connection, or what the server has announced; empty if nothing."""
    verdict: Verdict | None = None
    """Whether the deal was the promised one, once there are results."""


def page(
    watched: WatchedRoom, now: float, width: int, height: int, glyphs: Glyphs = UNICODE
) -> list[Text]:
    """Return what a terminal of `width` columns and `height` lines shows, at most that large.

    `now` is the time in seconds on the session's clock.
    """
    lines = [
        _heading(watched.session, now, width),
        safe_text(_phase(watched.session, now), "bold"),
        Text(),
    ]
    race = watched.session.race
    if race is not None:
        lines += [_standing(race, standing, width, glyphs) for standing in race.standings]
    if watched.session.results is not None:
        after = [*ratings(watched.session), *feats(watched.session)]
        lines += [*after, Text(), *_proof(watched)]
    if race is None or watched.session.results is not None:
        told = [*series_text(watched.session), *tally_lines(watched.session, width, glyphs)]
        lines += [Text(), *told] if told else []
    tail = [safe_text(_line(each), "dim") for each in watched.said]
    tail += [safe_text(watched.notice, "red")] if watched.notice else []
    if race is not None:
        lines += _boards(race, width, height - len(lines) - len(tail), glyphs)
    lines = (lines[: max(height - len(tail), 0)] + tail)[:height]
    return [fit(line, width, glyphs) if line.cell_len > width else line for line in lines]


def _numbered(standing: Standing) -> str:
    """Return a racer's place and name; the name alone while nobody is ahead of anybody."""
    name = racer_name(standing)
    return f"{standing.place}. {name}" if standing.place else name


def _line(said: str | News) -> str:
    return said if isinstance(said, str) else said.text


def summary(session: Session) -> str:
    """Return how things stand in one line, without the time."""
    race = session.race
    if race is None:
        return "The race is about to start." if session.countdown else _phase(session, 0)
    return ", ".join(
        f"{_numbered(s)} {s.score}" + ("" if s.status == "racing" else f" ({s.status})")
        for s in race.standings
    )


def ranking(watched: WatchedRoom, glyphs: Glyphs = UNICODE, width: int = 80) -> list[Text]:
    """Return the results: the ranking, the seed and whether it is the one that was promised."""
    race = watched.session.race
    if race is None or watched.session.results is None:
        return _proof(watched)
    title = f"{_title(race.settings.game)}, race {race.number}: the results"
    ranks = [_standing(race, standing, width, glyphs) for standing in race.standings]
    told = tally_lines(watched.session, width, glyphs)
    return [safe_text(title, "bold"), *ranks, *told, *_proof(watched)]


def ratings(session: Session) -> list[Text]:
    """Return what the race has made of its racers' ratings, in a line; none as long as it is open.

    "Ratings in FreeCell: Ada 812 +24, Bob 640? −12".
    """
    race, rated = session.race, session.rated
    if race is None or rated is None or rated.race != race.number or not rated.changes:
        return []
    names = {racer.player: racer_name(racer) for racer in race.standings}
    told = ", ".join(
        f"{names[change.player]} {rated_text(change.family, change.family_before)}"
        for change in rated.changes
        if change.player in names
    )
    family = one_line(rated.changes[0].family.family)
    return [safe_text(f"Ratings in {family}: {told}")]


def feats(session: Session) -> list[Text]:
    """Return what the race has changed on the leaderboards, a line for each racer it has it for.

    "Ada: First win in FreeCell, 4th place on the leaderboard".
    """
    race, told = session.race, session.feats
    if race is None or told is None or told.race != race.number:
        return []
    names = {racer.player: one_line(racer.name) for racer in race.standings}
    lines = []
    for feat in told.feats:
        facts = ", ".join(feat_facts(feat, race.settings.game))
        if facts and feat.player in names:
            lines.append(safe_text(f"{names[feat.player]}: {facts}"))
    return lines


def _heading(session: Session, now: float, width: int) -> Text:
    room, race = session.room, session.race
    if room is None:
        return safe_text("Samedeal", "bold")
    casual = is_ratable(room.settings) and not room.settings.rated
    kind = "   casual" if casual and room.practice is None else ""
    left = safe_text(f"Samedeal   {_title(room.settings.game)}   room {room.code}{kind}", "bold")
    if race is None or session.results is not None:
        return left
    right = Text(f"{clock(race.elapsed(now))} of {clock(race.settings.time_limit)}")
    place_at(left, max(left.cell_len + 2, width - right.cell_len), right)
    return left


def _phase(session: Session, now: float) -> str:
    room = session.room
    if room is None:
        return "Connecting."
    if session.results is not None:
        return "The race is over."
    if session.race is not None:
        racing = sum(standing.status == "racing" for standing in session.race.standings)
        return f"Racing: {racing} of {len(session.race.standings)}."
    if session.countdown is not None:
        return f"The race starts in {math.ceil(max(0, session.starts - now))} s."
    if session.looking:
        return "Looking for a deal that can be won."
    if room.search == "no deal":
        return "No deal was found that can be won: the host may take any."
    seated = [member for member in room.members if member.seated]
    told = [f"{one_line(m.name)} ({_readiness(m, room.host)})" for m in seated]
    names = ", ".join(told[:MOST_TOLD]) + (" and others" if len(told) > MOST_TOLD else "")
    return f"Waiting for the start: {names or 'nobody is here yet'}."


def _readiness(member: Member, host: int | None) -> str:
    if member.player == host:  # who starts the race has nothing to say before
        return "host"
    return "ready" if member.ready else "not ready"


def _standing(race: ClientRace, standing: Standing, width: int, glyphs: Glyphs) -> Text:
    mark = f" [bot {standing.level}]" if standing.level else " [bot]"
    name = racer_name(standing) + (mark if standing.bot else "")
    status = standing.status if standing.connected else f"{standing.status}, away"
    if standing.status == "won":  # else the time is that of the score, and not of the end
        status += f" {clock(standing.milliseconds / 1000)}"
    width_of_name = min(24, max(8, width // 4))
    bar = max(0, min(26, width - width_of_name - 38))
    most = max([len(race.game.deck), *(other.score for other in race.standings)])
    full = round(bar * max(0, standing.score) / most)
    return Text.assemble(
        (f"{standing.place or '-':>2} ", "bold" if standing.place == 1 else ""),
        fit(safe_text(name), width_of_name, glyphs),
        f"{standing.score:4} ",
        (glyphs.full * full, "green"),
        (glyphs.rest * (bar - full), "dim"),
        f"{standing.moves:5} moves  ",
        (status, _STATUS.get(standing.status, "dim")),
    )


def _boards(race: ClientRace, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    """Return as many boards as fit, in the order of the race, side by side and below each other."""
    lines: list[Text] = []
    shelf: list[Text] = []
    for standing in race.standings:
        track = race.tracks.get(standing.player)
        if track is None:
            continue
        title = safe_text(_numbered(standing), "bold")
        block = [title, *board_lines(race.game, track.view, glyphs)]
        wide = _width(shelf)
        if shelf and wide + GAP + _width(block) <= width:
            _add_beside(shelf, wide + GAP, block)
            continue
        if shelf and len(lines) + len(shelf) + len(block) + 2 > height:
            break
        lines += [Text(), *shelf] if shelf else []
        shelf = block
    return [*lines, Text(), *shelf][: max(height, 0)] if shelf else []


def _width(lines: list[Text]) -> int:
    return max((line.cell_len for line in lines), default=0)


def _add_beside(lines: list[Text], column: int, block: list[Text]) -> None:
    """Write the lines of `block` at a column of `lines`, which become as many."""
    lines += [Text() for _ in range(len(block) - len(lines))]
    for line, beside in zip(lines, block, strict=False):
        place_at(line, column, beside)


def _proof(watched: WatchedRoom) -> list[Text]:
    results, verdict = watched.session.results, watched.verdict
    if results is None or verdict is None:
        return []
    lines = [
        safe_text(f"Seed {results.seed}"),
        safe_text(f"Its SHA-256 {results.commitment}", "dim"),
    ]
    return [*lines, safe_text(verdict.text, "green" if verdict.fair else "red")]


def _title(game: str) -> str:
    with suppress(catalogue.UnknownGame):
        return catalogue.entry(game).title
    return one_line(game)

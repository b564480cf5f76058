"""What the races of a room add up to, as text in a terminal.  Pure."""

from typing import Final

from rich.text import Text

from client.session.session import Session
from client.terminal.text import UNICODE, Glyphs, fit, safe_text
from client.words.evening import deal_text, evening_title, next_text, series_lines, spoken_change
from client.words.texts import one_line
from protocol.messages import Tallied
from protocol.tally import POINT

MOST: Final = 16
"""Rows that are shown."""


def series_text(session: Session) -> list[Text]:
    """Return what a room's series is, while its race is to come; nothing where it is none."""
    room = session.room
    if room is None or session.race is not None:
        return []
    return [safe_text(line, "dim") for line in series_lines(room.settings.series)]


def tally_lines(session: Session, width: int, glyphs: Glyphs = UNICODE) -> list[Text]:
    """Return the tally, the most points first; nothing before there is one."""
    room, evening = session.room, session.evening
    series = room.settings.series if room else None
    if evening.deals < (1 if series else 2):
        return []
    told = (evening_title(evening, series), deal_text(evening, series), next_text(evening))
    head = safe_text(", ".join(filter(None, told)), "bold")
    rows = [_row(row, evening.deals, width, glyphs) for row in evening.rows[:MOST]]
    return [head, *rows]


def _row(row: Tallied, deals: int, width: int, glyphs: Glyphs) -> Text:
    name = one_line(row.name) + (" [bot]" if row.bot else "")
    gained = f"+{row.last / POINT:g}" if row.last else ""
    return Text.assemble(
        (f"{row.place:>2} ", "bold" if row.place == 1 else ""),
        fit(safe_text(name), min(24, max(8, width // 4)), glyphs),
        f"{row.points / POINT:6g} ",
        (f"{gained:<6}", "green"),
        (spoken_change(row, deals), "dim"),
    )

"""What happened in a room while the connection was lost, in words.  Pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from client.words.commentary import place_among, rival_news, room_news
from client.words.outcome import is_ranked
from client.words.texts import BETWEEN, duration
from client.words.translation import translate
from protocol.messages import RoomState, Standing

MOST: Final = 3
"""So many matters are told, and that there are more."""
STOOD: Final = 2.0
"""Seconds from which it is told that a race's clock stood still: less may be the connection."""


class Known(NamedTuple):
    """What is known of a room at one moment."""

    room: RoomState | None = None
    race: int = 0
    """The race that is on, or was the last; 0 for none."""
    standings: Sequence[Standing] = ()
    started: float = 0.0
    """When the race on it started, in seconds on the reader's clock: later than before where its
    own clock has stood still, as while its server was down.  0 if there is no race."""

    def place(self, own: int) -> str:
        """Return the reader's place among the racers: "2nd of 5"; empty where there is none."""
        mine = next((each for each in self.standings if each.player == own), None)
        ranked = mine is not None and is_ranked(mine, len(self.standings))
        return place_among(mine, self.standings) if mine is not None and ranked else ""


def missed_text(before: Known, after: Known, own: int, said: int) -> str:
    """Return what the reader has missed: "Connected. Meanwhile: Bob gave up · now 2nd of 3".

    Args:
        before: what was known when the connection was lost.
        after: what is known now.
        own: the reader's player id.
        said: how much others have said meanwhile.
    """
    news = _news(before, after, own)
    if said:
        news.append(translate("absence", "%n message(s)", "", said))
    if not news:
        here = _is_same(before, after)
        return translate("absence", "Connected. You have missed nothing.") if here else ""
    told = BETWEEN.join(news if len(news) <= MOST else (*news[:MOST], "…"))
    return translate("absence", "Connected. Meanwhile: {news}").format(news=told)


def _is_same(before: Known, after: Known) -> bool:
    """Return whether the reader is in the room still."""
    codes = [known.room.code if known.room is not None else "" for known in (before, after)]
    return codes[0] == codes[1] != ""


def _news(before: Known, after: Known, own: int) -> list[str]:
    if before.room is None or after.room is None or not _is_same(before, after):
        return []
    if after.race != before.race:
        return [translate("absence", "another race has begun")]
    news = rival_news(before.standings, after.standings, own)
    place = after.place(own)
    if place and place != before.place(own):
        news.insert(0, translate("absence", "now {place}", "a racer's place").format(place=place))
    stood = round(after.started - before.started)
    if before.started and after.room.phase == "running" and stood >= STOOD:
        told = translate("absence", "the clock stood still for {time}")
        news.insert(0, told.format(time=duration(stood)))
    if before.room.phase != "finished" == after.room.phase:
        news.append(translate("absence", "the race is over"))
    return news + room_news(before.room.members, after.room.members, own)

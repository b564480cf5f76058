"""Ghosts in words: whose game one plays once more, and what a race against them is.  Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from client.words.outcome import result_of
from client.words.texts import BETWEEN, ghost_name, one_line, points_text, racer_name
from client.words.translation import translate
from protocol.messages import FIRST_GHOST, Ghost, Replay, Standing

LINE: Final = "\n"


def as_standings(ghosts: Sequence[Ghost]) -> list[Standing]:
    """Return how ghosts stand in a race that is about to begin."""
    return [
        Standing(player, ghost.name, bot=ghost.bot)
        for player, ghost in enumerate(ghosts, FIRST_GHOST)
    ]


def ghost_text(ghost: Ghost, day: str) -> str:
    """Return whose game a ghost plays, and how that ended: "Ghost of Ada · 27 Nov · solved 2:41".

    `day` is when that was.
    """
    ended = Standing(
        FIRST_GHOST,
        ghost.name,
        ghost.status,
        ghost.score,
        milliseconds=ghost.milliseconds,
        bot=ghost.bot,
    )
    return BETWEEN.join((ghost_name(one_line(ghost.name)), day, result_of(ended)))


def result_text(replay: Replay) -> str:
    """Return what was made of a game that is to be raced against: "solved 2:41"."""
    if replay.status == "racing":  # it was left
        return points_text(replay.score)
    ended = replay.status, replay.score, 0, len(replay.entries), replay.milliseconds
    return result_of(Standing(FIRST_GHOST, replay.name, *ended))


def against_text(ghosts: Sequence[Ghost], day_of: Callable[[int], str]) -> str:
    """Return against whom a room races, a line each, and that nothing counts there."""
    lines = [ghost_text(ghost, day_of(ghost.at)) for ghost in ghosts]
    return LINE.join((*lines, uncounted_text()))


def uncounted_text() -> str:
    """Return what is said of a race against ghosts."""
    return translate("ghosts", "Against a game of before: this race counts nowhere.")


def race_button() -> str:
    """Return what the way to a race against a game is called."""
    return translate("ghosts", "Race against this")


def race_tip() -> str:
    """Return what that does."""
    return translate("ghosts", "The same deal once more, with this game as a racer; nothing counts")


def how_it_went(standings: Sequence[Standing], own: int) -> str:
    """Return what the others made of it: "Ghost of Ada: solved 2:41 · Ghost of Bob: 12 points"."""
    others = (racer for racer in standings if racer.player != own)
    return BETWEEN.join(f"{racer_name(racer)}: {result_of(racer)}" for racer in others)

"""What a race has changed on the leaderboards, in words.  Pure."""

from collections.abc import Sequence
from typing import Final

from client.words.texts import decimal, duration, game_title, ordinal, stopwatch
from client.words.translation import translate
from protocol.messages import Feat

MARKS: Final = (
    *(15, 30, 45),
    *(60 * minutes for minutes in (*range(1, 11), 15, 20, 30, 45, 60)),
)
"""The seconds below which it is something to come for the first time."""


def passed_mark(milliseconds: int, before: int) -> int:
    """Return the least of the marks that a time is below for the first time, in seconds.

    0 where it is below none that `before` was not, or where there is no time before.
    """
    return next((mark for mark in MARKS if milliseconds < 1000 * mark <= before), 0)


def difference_text(milliseconds: int) -> str:
    """Return by how much a time is less than another: "0.4 s", "12 s", "1:12"."""
    if milliseconds >= 60_000:
        return stopwatch(milliseconds)
    if milliseconds % 1000 == 0:
        seconds = str(milliseconds // 1000)
    elif milliseconds < 100:
        seconds = decimal(milliseconds / 1000, 3)
    else:
        seconds = decimal(milliseconds // 100 / 10, 1)
    return translate("feats", "{seconds} s").format(seconds=seconds)


def feat_facts(feat: Feat, game: str) -> Sequence[str]:
    """Return what a race in this game has changed for a racer, the most remarkable first."""
    facts = []
    if feat.first_win:
        facts.append(translate("feats", "First win in {game}").format(game=game_title(game)))
    elif feat.first_solved:
        text = translate("feats", "{game} solved for the first time")
        facts.append(text.format(game=game_title(game)))
    if feat.milliseconds_before:
        mark = passed_mark(feat.milliseconds, feat.milliseconds_before)
        if mark:
            text = translate("feats", "First time under {duration}")
            facts.append(text.format(duration=duration(mark)))
        gained = difference_text(feat.milliseconds_before - feat.milliseconds)
        facts.append(translate("feats", "Own best time, by {gained}").format(gained=gained))
    if feat.score_before is not None and feat.score > feat.score_before:
        facts.append(translate("feats", "Own best score: {score}").format(score=feat.score))
    if feat.place and not feat.place_before:
        text = translate("feats", "{place} place on the leaderboard", "{place} is as in 4th")
        facts.append(text.format(place=ordinal(feat.place)))
    elif feat.place and feat.place < feat.place_before:
        text = translate("feats", "From {before} to {place} place here", "as in 9th and 4th")
        facts.append(text.format(before=ordinal(feat.place_before), place=ordinal(feat.place)))
    return facts

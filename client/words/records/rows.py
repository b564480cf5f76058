"""How rows of tables begin, of races and of tallies: whoever is in them, it stands there alike."""

from client.words.evening import points_number
from client.words.texts import one_line, reached_at, status_text, with_bot
from protocol.messages import DailyResult, DailyTallied, PastRacer, Tallied


def result_row(each: DailyResult | PastRacer) -> list[str]:
    """Return the place, the name, how the race ended, the score, and when it was reached."""
    ended = status_text(each.status), str(each.score), reached_at(each.milliseconds)
    return [*_placed(each), *ended]


def points_row(each: DailyTallied | Tallied, *more: str) -> list[str]:
    """Return the place, the name, the points, what `more` there is, how many races and wins."""
    races = each.days if isinstance(each, DailyTallied) else each.deals
    return [*_placed(each), points_number(each.points), *more, str(races), str(each.wins)]


def _placed(each: DailyResult | DailyTallied | PastRacer | Tallied) -> list[str]:
    bot = isinstance(each, PastRacer | Tallied) and each.bot  # none has a daily deal
    return [str(each.place), with_bot(one_line(each.name), bot=bot)]

"""Series and tallies in words.  Pure."""

from collections.abc import Sequence
from typing import Final

from client.words.texts import BETWEEN, game_title, joined, listed, one_line, ordinal
from client.words.translation import translate
from protocol.messages import Evening, PointsRule, Series, Tallied
from protocol.tally import POINT

RULES: Final[tuple[PointsRule, ...]] = ("places", "rivals", "wins")
"""The rules, in the order in which they are offered."""
MOST_TITLES: Final = 6
"""Games of a list that are named."""
SAME: Final = "="
"""What stands for a place that is as before."""


def points_number(points: int) -> str:
    """Return points, of which halves are told, as a number: "17", "3½", "½"."""
    whole, half = divmod(points, POINT)
    return f"{whole or ''}½" if half else str(whole)


def gained_text(points: int) -> str:
    """Return what the last deal brought: "+3½"; a dash for nothing."""
    return f"+{points_number(points)}" if points else "–"


def tally_points(points: int) -> str:
    """Return a tally in words: "1 point", "17½ points"."""
    if points == POINT:
        return translate("evening", "1 point")
    return translate("evening", "{points} points").format(points=points_number(points))


def rule_title(rule: str) -> str:
    """Return what a rule is called among others: "By place"."""
    titles = {
        "places": translate("evening", "Points by place"),
        "rivals": translate("evening", "Points by rivals left behind"),
        "wins": translate("evening", "Points by races won"),
    }
    return titles.get(rule, rule)


def rule_text(rule: str) -> str:
    """Return what a rule gives, in a sentence."""
    texts = {
        "places": translate(
            "evening",
            "10, 7, 5, 4, 3, 2 and 1 point for the first seven; half of that without solving the "
            "game.",
        ),
        "rivals": translate(
            "evening", "1 point for each rival who is left behind, and 1 for solving the game."
        ),
        "wins": translate("evening", "1 point for each race that is won."),
    }
    return texts.get(rule, "")


def late_text() -> str:
    """Return what is said of those who come late and go early."""
    return translate(
        "evening",
        "Who comes late begins with the lowest tally, and who leaves keeps theirs.",
    )


def series_title(series: Series | None) -> str:
    """Return what a series is: "Series of 5 deals"; empty for none."""
    if series is None:
        return ""
    if series.deals:
        return translate("evening", "Series of %n deal(s)", "", series.deals)
    return translate("evening", "Series that ends when you like")


def games_text(series: Series) -> str:
    """Return which games a series has: "Games: Golf, Klondike"; empty if it is the room's."""
    if series.games:
        titles = [game_title(each.game) for each in series.games]
        told = titles if len(titles) <= MOST_TITLES else [*titles[:MOST_TITLES], "…"]
        return translate("evening", "In turn: {games}").format(games=joined(told))
    if series.family:
        family = translate("games", series.family)
        text = translate("evening", "Drawn by lot from the family “{family}”")
        return text.format(family=one_line(family))
    return ""


def vetoes_text(vetoes: int) -> str:
    """Return how often each may have another game: "Vetoes each: 2"; empty for none."""
    return translate("evening", "Vetoes each: {vetoes}").format(vetoes=vetoes) if vetoes else ""


def series_lines(series: Series | None) -> list[str]:
    """Return what a room's series is, a line for each matter; none for no series."""
    if series is None:
        return []
    lines = (
        series_title(series),
        games_text(series),
        vetoes_text(series.vetoes) if series.mixed else "",
        BETWEEN.join((rule_title(series.points), rule_text(series.points))),
    )
    return list(filter(None, lines))


def deal_text(evening: Evening, series: Series | None) -> str:
    """Return how far it is: "Deal 2 of 5", "Race 3 of this evening"."""
    if series is None:
        return translate("evening", "%n race(s) this evening", "", evening.deals)
    if series.deals:
        text = translate("evening", "{deal} of {deals} deals")
        return text.format(deal=evening.deals, deals=series.deals)
    return translate("evening", "%n deal(s)", "", evening.deals)


def evening_title(evening: Evening, series: Series | None) -> str:
    """Return what a tally is headed by: "The series", "The evening"."""
    if series is None:
        return translate("evening", "The evening")
    return translate("evening", "The series") if not evening.over else final_title()


def final_title() -> str:
    """Return what the end of a series is headed by."""
    return translate("evening", "The series is over")


def change_text(row: Tallied, deals: int) -> str:
    """Return how a place has changed with the last deal: "▲ 2"; empty after the first."""
    if deals < 2:
        return ""
    if not row.before:
        return translate("evening", "new")
    moved = row.before - row.place
    return SAME if not moved else f"{'▲' if moved > 0 else '▼'} {abs(moved)}"


def spoken_change(row: Tallied, deals: int) -> str:
    """Return the same for who listens: "up 2"; empty where nothing has changed."""
    moved = row.before - row.place if row.before and deals > 1 else 0
    if not moved:
        return ""
    if moved > 0:
        return translate("evening", "up %n place(s)", "", moved)
    return translate("evening", "down %n place(s)", "", -moved)


def row_text(row: Tallied, deals: int) -> str:
    """Return a row of a tally, read aloud: "1st: Ada, 17 points, up 2 places"."""
    text = translate("evening", "{place}: {name}")
    first = text.format(place=ordinal(row.place), name=one_line(row.name))
    change = spoken_change(row, deals)
    return joined(filter(None, (first, tally_points(row.points), change)))


def own_text(evening: Evening, own: int) -> str:
    """Return how one stands oneself: "You are 2nd with 17 points"; empty for who is in none."""
    row = next((row for row in evening.rows if row.player == own), None)
    if row is None:
        return ""
    text = translate("evening", "You are {place} with {points}")
    return text.format(place=ordinal(row.place), points=tally_points(row.points))


def summary_text(evening: Evening, series: Series | None, own: int) -> str:
    """Return a tally in a line: "2 of 5 deals · You are 2nd with 17 points · Next: Golf"."""
    if series is None and evening.deals < 2:
        return ""
    if not evening.deals:
        return ""
    upcoming = next_text(evening)
    return BETWEEN.join(
        filter(None, (deal_text(evening, series), own_text(evening, own), upcoming))
    )


def next_text(evening: Evening) -> str:
    """Return which game comes next: "Next: Golf"; empty if it is the same."""
    if evening.next is None:
        return ""
    return translate("evening", "Next: {game}").format(game=game_title(evening.next.game))


def winners_text(rows: Sequence[Tallied]) -> str:
    """Return who has won a series, in a sentence."""
    first = [one_line(row.name) for row in rows if row.place == 1]
    if not first:
        return ""
    names = listed(first, translate("evening", "{names} and {last}"))
    if len(first) == 1:
        return translate("evening", "{name} has won the series.").format(name=names)
    return translate("evening", "{names} have won the series.").format(names=names)


def pause_text(seconds: int, *, held: bool) -> str:
    """Return when the next deal begins: "The next deal opens in 42 s"."""
    if held:
        return translate("evening", "The host holds the pause.")
    if seconds <= 0:
        return ""
    text = translate("evening", "On to the next deal when all are ready, or in {seconds} s")
    return text.format(seconds=seconds)


def end_question(seconds: int) -> str:
    """Return what those are asked who are still racing."""
    text = translate("evening", "The host would like to end this race. It ends in {seconds} s.")
    return text.format(seconds=seconds)


def goes_on_text(name: str) -> str:
    """Return what is told when somebody would rather go on with a race."""
    text = translate("evening", "{name} would like to race on: the race goes on for a minute.")
    return text.format(name=one_line(name))


def asked_text() -> str:
    """Return what is told to the host who would like to end a race that others are in."""
    return translate("evening", "The others are asked whether the race may end.")


def uncounted_text() -> str:
    """Return what is said of a race on the same deal once more."""
    return translate("evening", "The same deal once more: this race counts nowhere.")

"""Numbers and settings in words, for every screen alike.  Pure."""

from engine import catalogue
from protocol.messages import Phase, Settings, Status

PHASES: dict[Phase, str] = {
    "lobby": "Open",
    "countdown": "Starting",
    "running": "Racing",
    "finished": "Finished",
}
STATUSES: dict[Status, str] = {
    "racing": "Racing",
    "won": "Won",
    "stuck": "Stuck",
    "gave up": "Gave up",
    "out of time": "Out of time",
    "disconnected": "Disconnected",
}


def clock(seconds: float) -> str:
    """Return a time as on a clock: "0:07", "12:34", "1:02:03"."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def stopwatch(milliseconds: int) -> str:
    """Return a racer's time with tenths: "1:23.4"."""
    return f"{clock(milliseconds // 1000)}.{milliseconds % 1000 // 100}"


def ordinal(place: int) -> str:
    """Return a place as a word: "1st", "12th"; a dash for no place."""
    if place < 1:
        return "–"
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def duration(seconds: int) -> str:
    """Return a length of time: "1 second", "90 seconds", "15 minutes"."""
    if seconds < 120 or seconds % 60:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{seconds // 60} minutes"


def stopping_text(seconds: int) -> str:
    """Return what there is to say when the server is going to stop in so many seconds."""
    when = f"in {duration(seconds)} at the latest" if seconds else "now"
    return (
        f"The server is going to stop {when}, and no race can be started. "
        "Races under way go on when it is back."
    )


def points_text(points: int) -> str:
    """Return a score in words: "1 point", "12 points"."""
    return "1 point" if points == 1 else f"{points} points"


def game_title(name: str) -> str:
    """Return a game's title; its bare name where this version does not have the game."""
    try:
        return catalogue.entry(name).title
    except catalogue.UnknownGame:
        return name


def options_text(game: str, options: catalogue.Options) -> str:
    """Return the chosen options: "Deal: Three card deals"; empty for a game without any."""
    try:
        entry = catalogue.entry(game)
        chosen = entry.complete(options)
    except (catalogue.UnknownGame, catalogue.BadOption):
        return ""
    return ", ".join(
        f"{option.title}: {catalogue.choice_title(chosen[option.name])}" for option in entry.options
    )


def decks_text(decks: int) -> str:
    """Return how many packs of cards: "One deck", "Two decks"."""
    return {1: "One deck", 2: "Two decks", 3: "Three decks"}.get(decks, f"{decks} decks")


def facts_text(entry: catalogue.Entry) -> str:
    """Return what kind of game it is: "Spider · Two decks · Hidden cards"."""
    cards = "Hidden cards" if entry.hidden else "Open cards"
    return f"{entry.family} · {decks_text(entry.decks)} · {cards}"


def settings_lines(settings: Settings) -> list[str]:
    """Return what a room's settings say, a line for each matter."""
    lines = [options_text(settings.game, settings.options)]
    lines.append(f"Time limit: {duration(settings.time_limit)}")
    lines.append(f"Countdown: {duration(settings.countdown)}")
    lines.append("Undo is allowed" if settings.undo else "No undo")
    lines.append(
        "Rivals see each other’s boards" if settings.show_boards else "Rivals see only the scores"
    )
    if not settings.hints:
        lines.append("No hints")
    if settings.delay:
        lines.append(f"Spectators see it {duration(settings.delay)} later")
    lines.append("In the lobby’s list" if settings.listed else "Only by the code")
    return [line for line in lines if line]


def one_line(text: str) -> str:
    """Return foreign text on one line, without characters that would steer the layout."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def sentence(reason: str) -> str:
    """Return a reason, as the engine and the server give them, as a sentence of its own."""
    line = one_line(reason)
    return line[:1].upper() + line[1:] + ("" if line.endswith((".", "!", "?", "…")) else ".")

"""Numbers and settings in words, for every screen alike.  Pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, get_args

from client.words.deals import deals_line
from client.words.room_kinds import kind_line
from client.words.translation import translate
from engine import catalogue, handling
from engine.cards import RANK_LABELS, Card, card_name, is_down, rank, suit
from engine.game import Button, Game
from engine.state import State
from protocol.deal_code import BadCode
from protocol.messages import Phase, RoomState, Settings, Standing, Status
from protocol.racing import ENDS_WITHOUT_A_MOVE, ReplayFault, is_ghost

ISOLATE: Final = "\u2068"
POP: Final = "\u2069"
"""What stands around text of a direction of its own (Unicode's FSI and PDI)."""
SIGNS: Final = ("♣", "♦", "♥", "♠")
"""The suits, as on the cards."""
ENGLISH_MARKS: Final = "AJQK"
"""What is on aces, jacks, queens and kings where a language does not say it in four letters."""
BETWEEN: Final = " · "
"""What stands between a game's facts."""
JOINER: Final = "\u2060"
"""Where no line is broken (Unicode's word joiner); nothing is seen of it."""
MOST_NEWS: Final = 2
"""How much is told of what has changed in a room; for more, one looks there."""
NOTHING: Final = "–"
"""What stands in a list where there is nothing to say."""
MAX_MARKS: Final = 3
"""Accents that are shown on one letter."""
LONGEST_TOLD: Final = 300
"""Characters that are shown of what a server says is wrong."""
_TURNING: Final = ("R", "AL", "AN")
"""The bidirectional classes that are written from right to left."""


def phase_text(phase: Phase) -> str:
    """Return how far a room is: "Open", "Racing"; after a race, it is between that and the next."""
    return {
        "lobby": translate("texts", "Open"),
        "countdown": translate("texts", "Starting"),
        "running": translate("texts", "Racing"),
        "finished": translate("texts", "Between races"),
    }[phase]


def status_text(status: Status) -> str:
    """Return how somebody's race is going, or ended, standing alone: "Racing", "Gave up"."""
    return {
        "racing": translate("texts", "Racing"),
        "won": translate("texts", "Solved"),
        "stuck": translate("texts", "Stuck"),
        "gave up": translate("texts", "Gave up"),
        "out of time": translate("texts", "Out of time"),
        "disconnected": translate("texts", "Disconnected"),
        "stopped": translate("texts", "Stopped"),
    }[status]


def status_words(status: Status) -> str:
    """Return the same within a list: "12 points, gave up"."""
    return {
        "racing": translate("texts", "racing"),
        "won": translate("texts", "solved"),
        "stuck": translate("texts", "stuck"),
        "gave up": translate("texts", "gave up"),
        "out of time": translate("texts", "out of time"),
        "disconnected": translate("texts", "disconnected"),
        "stopped": translate("texts", "stopped"),
    }[status]


def ending_words(status: Status, milliseconds: int) -> str:
    """Return how somebody's race ended, and when where neither moves nor the limit tell it.

    "gave up at 3:12", "stuck"; `milliseconds` from the start are 0 where that is not known.
    """
    words = status_words(status)
    told = status not in ENDS_WITHOUT_A_MOVE or status == "out of time"
    if told or not milliseconds:
        return words
    text = translate("texts", "{result} at {time}", "gave up at 3:12")
    return text.format(result=words, time=clock(milliseconds / 1000))


def clock(seconds: float) -> str:
    """Return a time as on a clock: "0:07", "12:34", "1:02:03"."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def stopwatch(milliseconds: int, *, fine: bool = False) -> str:
    """Return a racer's time with tenths: "1:23.4"; a `fine` one to the millisecond: "1:23.456"."""
    decimals = f"{milliseconds % 1000:03}"
    return _with_decimals(clock(milliseconds // 1000), decimals if fine else decimals[0])


def reached_at(milliseconds: int, *, fine: bool = False) -> str:
    """Return when a score was reached, as a racer's time; a dash where nothing was."""
    return stopwatch(milliseconds, fine=fine) if milliseconds else NOTHING


def asking_text() -> str:
    """Return what stands where the server has not answered yet."""
    return translate("texts", "Asking the server…")


def place_text(place: int, racers: int) -> str:
    """Return a place among so many: "2nd of 4"."""
    return translate("profile", "{place} of {racers}", "2nd of 4").format(
        place=ordinal(place), racers=racers
    )


def decimal(value: float, places: int) -> str:
    """Return a number with so many decimals: "0.25"."""
    whole, _, decimals = f"{value:.{places}f}".partition(".")
    return _with_decimals(whole, decimals) if decimals else whole


def _with_decimals(whole: str, decimals: str) -> str:
    text = translate("texts", "{whole}.{decimals}", "a number, with a point or a comma")
    return text.format(whole=whole, decimals=decimals)


def ordinal(place: int) -> str:
    """Return a place as a word: "1st", "12th"; a dash for no place."""
    if place < 1:
        return NOTHING
    if place == 1:
        return translate("texts", "1st")  # alone, as in French it is the only one of its kind
    match 0 if 10 <= place % 100 <= 20 else place % 10:
        case 1:
            text = translate("texts", "{place}st")
        case 2:
            text = translate("texts", "{place}nd")
        case 3:
            text = translate("texts", "{place}rd")
        case _:
            text = translate("texts", "{place}th")
    return text.format(place=place)


def duration(seconds: int) -> str:
    """Return a length of time: "1 second", "90 seconds", "2:27", "15 minutes"."""
    if seconds > 120 and seconds % 60:
        return clock(seconds)
    if seconds < 120:
        return translate("texts", "%n second(s)", "", seconds)
    return translate("texts", "%n minute(s)", "", seconds // 60)


def stopping_text(seconds: int) -> str:
    """Return what there is to say when the server is going to stop in so many seconds."""
    if not seconds:
        return translate(
            "texts",
            "The server is going to stop now, and no race can be started. "
            "Races under way go on when it is back.",
        )
    return translate(
        "texts",
        "The server is going to stop in {duration} at the latest, and no race can be started. "
        "Races under way go on when it is back.",
    ).format(duration=duration(seconds))


def rematch_button(room: RoomState | None) -> str:
    """Return what the host's button says that leads to another race."""
    if room is not None and room.settings.series is not None:
        over = room.evening is not None and room.evening.over
        return translate("room", "Another series") if over else translate("room", "Next deal")
    if room is not None and len(room.members) == 1:
        return translate("room", "Race again")
    return translate("room", "Rematch")


def rematch_text(room: RoomState, own: int) -> str:
    """Return what one waits for when the race is over.

    Nothing for a host with company, nor where the room opens by itself: it is said when.
    """
    if room.evening is not None and room.evening.pause:
        return ""
    if room.host == own:
        alone = len(room.members) == 1
        return translate("room", "Nobody else is in the room.") if alone else ""
    if any(member.bot for member in room.members if member.player == room.host):
        return translate("room", "The room opens for the next race shortly. Take your time.")
    if room.settings.series is not None:
        return translate("room", "The host can open the room for the next deal.")
    return translate("room", "The host can open the room for a rematch.")


def guests_text(guests: int) -> str:
    """Return how many look on without being members: "3 watching without a name"."""
    return translate("texts", "%n watching without a name", "", guests) if guests else ""


def watching_text(room: RoomState | None) -> str:
    """Return who watches a room's race: "Watching: Ada, Bob · 3 watching without a name"."""
    if room is None:
        return ""
    names = joined(one_line(member.name) for member in room.members if not member.seated)
    named = translate("texts", "Watching: {names}").format(names=names) if names else ""
    return BETWEEN.join(filter(None, (named, guests_text(room.guests))))


def reached_text() -> str:
    """Return what the time beside a score is, for who wonders."""
    return translate(
        "texts",
        "When the game was solved, or else when this score was reached for the first time, even if "
        "it was lost again in between: of equal scores, the earlier one is ahead.",
    )


def here_only_text() -> str:
    """Return what there is to say of an address that leads nobody on another computer here."""
    told = translate(
        "texts",
        "This address works on this computer only. Friends need this computer’s address in the "
        "network, and a server that runs with --host\u00a00.0.0.0. Or open a server on the first "
        "screen.",
    )
    return unbroken(told)


def unbroken(text: str) -> str:
    """Return a text in which options, as --host, stand in one line: none ends at its hyphens."""
    return re.sub(r"(?<![\w-])--(?=\w)", f"--{JOINER}", text)


def played_text() -> str:
    """Return what is said of a game that the player has raced on this server."""
    return translate("texts", "You raced this here")


def win_text() -> str:
    """Return who wins a race, for who wonders why nobody has."""
    return translate(
        "texts",
        "Whoever solves the game first wins the race. If nobody solves it, the highest score wins, "
        "as long as a rival made a move and was not stopped.",
    )


def points_text(points: int) -> str:
    """Return a score in words: "1 point", "12 points", "−3 points"."""
    return "−" * (points < 0) + translate("texts", "%n point(s)", "", abs(points))


def listed(names: Sequence[str], last_two: str) -> str:
    """Return names as one says them: "a, b and c".

    `last_two` is the translated text that joins the {last} to the {names} before it.
    """
    if len(names) < 2:
        return "".join(names)
    return last_two.format(names=joined(names[:-1]), last=names[-1])


def joined(parts: Iterable[str]) -> str:
    """Return the parts of a list, one after the other: "a, b"."""
    return translate("texts", ", ", "in a list").join(parts)


def level_text(level: int) -> str:
    """Return how well a bot plays, as a fact in a list: "level 3"."""
    return translate("texts", "level {level}", "how well a bot plays").format(level=level)


def racer_name(racer: Standing) -> str:
    """Return what a racer is called, wherever it is shown or read: "Ada", "Ghost of Ada"."""
    name = one_line(racer.name)
    return ghost_name(name) if is_ghost(racer.player) else name


def ghost_name(name: str) -> str:
    """Return what the ghost of somebody's game is called.

    The mark comes first in every language: a long name is cut at its end.
    """
    return translate("texts", "Ghost of {name}", "begins with the mark").format(name=name)


def with_bot(name: str, *, bot: bool, level: int = 0) -> str:
    """Return a name in a table, behind which stands that it is a bot's, and which level's."""
    if not bot:
        return name
    if not level:
        return translate("results", "{name} (bot)").format(name=name)
    return translate("results", "{name} (bot, level {level})").format(name=name, level=level)


def bot_facts(bot: bool, level: int) -> list[str]:
    """Return what there is to say of who may be a bot: "bot", "level 3"; nothing of people."""
    if not bot:
        return []
    word = translate("standings", "bot")
    return [word, level_text(level)] if level else [word]


def card_words(card: Card) -> str:
    """Return a card in words: "seven of hearts", "face-down card".

    Raises:
        ValueError: it is no card.
    """
    return translate("cards", card_name(card))


def rank_labels() -> tuple[str, ...]:
    """Return what marks the ranks on cards, the ace first: "A", "2", to "10", "J", "Q", "K"."""
    marks = translate("texts", "AJQK", "marks ace, jack, queen and king")
    if len(marks) != len(ENGLISH_MARKS):
        marks = ENGLISH_MARKS
    return (marks[0], *RANK_LABELS[1:10], *marks[1:])


def card_sign(card: Card) -> str:
    """Return a card as it is marked in its corner: "7♥"; in words where it has no such mark.

    Raises:
        ValueError: it is no card.
    """
    known = not is_down(card) and 0 < rank(card) <= len(RANK_LABELS)
    return f"{rank_labels()[rank(card) - 1]}{SIGNS[suit(card)]}" if known else card_words(card)


def date_text(year: int, month: int, day: int) -> str:
    """Return a day as people write it: "9 Nov 2026", "09.11.2026".

    Where a month is a number, too, each has two figures.
    """
    months = (
        translate("texts", "{day} Jan {year}", "a date"),
        translate("texts", "{day} Feb {year}", "a date"),
        translate("texts", "{day} Mar {year}", "a date"),
        translate("texts", "{day} Apr {year}", "a date"),
        translate("texts", "{day} May {year}", "a date"),
        translate("texts", "{day} Jun {year}", "a date"),
        translate("texts", "{day} Jul {year}", "a date"),
        translate("texts", "{day} Aug {year}", "a date"),
        translate("texts", "{day} Sep {year}", "a date"),
        translate("texts", "{day} Oct {year}", "a date"),
        translate("texts", "{day} Nov {year}", "a date"),
        translate("texts", "{day} Dec {year}", "a date"),
    )
    text = months[month - 1]
    figures = any(map(str.isdigit, text))
    return text.format(day=f"{day:02}" if figures else day, year=year)


def long_date_text(year: int, month: int, day: int) -> str:
    """Return a day with its month in words: "24 November 2026"."""
    months = (
        translate("texts", "{day} January {year}"),
        translate("texts", "{day} February {year}"),
        translate("texts", "{day} March {year}"),
        translate("texts", "{day} April {year}"),
        translate("texts", "{day} May {year}"),
        translate("texts", "{day} June {year}"),
        translate("texts", "{day} July {year}"),
        translate("texts", "{day} August {year}"),
        translate("texts", "{day} September {year}"),
        translate("texts", "{day} October {year}"),
        translate("texts", "{day} November {year}"),
        translate("texts", "{day} December {year}"),
    )
    return months[month - 1].format(day=day, year=year)


def game_title(name: str) -> str:
    """Return a game's title; its bare name where this version does not have the game."""
    try:
        return translate("games", catalogue.entry(name).title)
    except catalogue.UnknownGame:
        return one_line(name)


def options_text(game: str, options: catalogue.Options) -> str:
    """Return the chosen options: "Deal: Three card deals"; empty for a game without any."""
    return joined(_options_lines(game, options))


def brief_options_text(game: str, options: catalogue.Options) -> str:
    """Return the same without what is switched as it usually is: where there is little room."""
    return joined(_options_lines(game, options, usual=False))


def _options_lines(game: str, options: catalogue.Options, *, usual: bool = True) -> list[str]:
    try:
        entry = catalogue.entry(game)
        chosen = entry.complete(options)
    except (catalogue.UnknownGame, catalogue.BadOption):
        return []
    text = translate("texts", "{option}: {choice}")
    return [
        text.format(option=option_title(option), choice=choice_title(chosen[option.name]))
        for option in entry.options
        if usual or option.choices != (False, True) or chosen[option.name] != option.default
    ]


def option_title(option: catalogue.Option) -> str:
    """Return what an option is called: "Three card deals"."""
    return translate("games", option.title)


def choice_title(choice: catalogue.Choice) -> str:
    """Return what a choice is called: "Four suits", "Yes"."""
    return translate("games", catalogue.choice_title(choice))


def button_text(button: Button | None) -> str:
    """Return what a game's button says: "Deal"; nothing for a game without one."""
    return translate("games", button.label, "a button") if button else ""


def deal_text(game: Game, state: State) -> str:
    """Return the same with how often it may still be pressed, if that is counted: "Reshuffle (2)".

    On a stock that is clicked by the button, the board says so.
    """
    text, left = button_text(game.button), handling.redeals_left(game, state)
    counted = game.button is not None and game.button.pile < 0 and left is not None
    return counted_text(text, left) if counted and left is not None else text


def counted_text(text: str, count: int) -> str:
    """Return what a button says with a number behind it: "Reshuffle (2)"."""
    told = translate("texts", "{text} ({count})", "a button, and how often or how many")
    return told.format(text=text, count=count)


def rules_text(entry: catalogue.CatalogueEntry) -> str:
    """Return a game's rules, in paragraphs: the first says what to bring about."""
    return "\n\n".join(translate("rules", paragraph) for paragraph in entry.paragraphs)


def tip_text(entry: catalogue.CatalogueEntry) -> str:
    """Return what helps who has never played a game: "Tip: Build to the right first."."""
    return translate("texts", "Tip: {tip}").format(tip=translate("rules", entry.tip))


def primer_text(entry: catalogue.CatalogueEntry) -> str:
    """Return what to know before the first race in a game: its goal, a tip, where its rules are."""
    goal = translate("rules", entry.paragraphs[0])
    return "\n".join(
        (goal, tip_text(entry), translate("texts", "F1 shows the rules and the keys."))
    )


def newcomer_text() -> str:
    """Return the name of a player who has typed none."""
    return translate("app", "Newcomer", "a player without a name")


def decks_text(decks: int) -> str:
    """Return how many packs of cards: "One deck", "Two decks"."""
    match decks:
        case 1:
            return translate("texts", "One deck")
        case 2:
            return translate("texts", "Two decks")
        case 3:
            return translate("texts", "Three decks")
    return translate("texts", "%n deck(s)", "", decks)


def facts_text(entry: catalogue.CatalogueEntry) -> str:
    """Return what kind of game it is: "Spider · Two decks · Hidden cards"."""
    hidden, plain = translate("texts", "Hidden cards"), translate("texts", "Open cards")
    cards = hidden if entry.hidden else plain
    family = translate("games", entry.family)
    if entry.family == "Two decks":  # says it, too, in whatever words
        return BETWEEN.join((family, cards))
    return BETWEEN.join((family, decks_text(entry.decks), cards))


def settings_news(before: Settings, after: Settings) -> str:
    """Return what has changed in a room in a few words: "Spider · Time limit: 5 minutes".

    It is empty where nothing that has changed is among `settings_lines`.
    """
    other = after.game != before.game
    known = set(settings_lines(before))
    news = [game_title(after.game)] if other else []
    news += [line for line in settings_lines(after, usual=not other) if line not in known]
    return BETWEEN.join(news if len(news) <= MOST_NEWS else (*news[:MOST_NEWS], "…"))


def settings_lines(settings: Settings, *, usual: bool = True) -> list[str]:
    """Return what a room's settings say, a line for each matter.

    Options that are switched as they usually are have one only with `usual`.
    """
    lines = [
        *_options_lines(settings.game, settings.options, usual=usual),
        *filter(None, (deals_line(settings.deals), kind_line(settings))),
        translate("texts", "Time limit: {duration}").format(duration=duration(settings.time_limit)),
        translate("texts", "Countdown: {duration}").format(duration=duration(settings.countdown)),
        translate("texts", "Undo is allowed while a move is left")
        if settings.undo
        else translate("texts", "No undo"),
        translate("texts", "Hints are allowed")
        if settings.hints
        else translate("texts", "No hints"),
        translate("texts", "Rivals see each other’s boards")
        if settings.show_boards
        else translate("texts", "Rivals see only the scores"),
    ]
    if settings.beside_racers and not settings.show_boards:
        lines.append(translate("texts", "People in the same home as a racer may watch"))
    if settings.delay:
        later = translate("texts", "Spectators see it {duration} later")
        lines.append(later.format(duration=duration(settings.delay)))
    lines.append(
        translate("texts", "In the lobby: anybody can find it")
        if settings.listed
        else translate("texts", "Hidden: only by its link or code")
    )
    return lines


def one_line(text: str) -> str:
    """Return foreign text on one line, without characters that would steer or cover what is near.

    Text that is written from right to left is isolated, so that it turns nothing around it.
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if line.isascii():
        return line
    line = "".join(_without_towers(line))
    turned = any(unicodedata.bidirectional(c) in _TURNING for c in line)
    return f"{ISOLATE}{line}{POP}" if turned else line


def said_text(name: str, text: str) -> str:
    """Return what somebody said in the chat as one says it: "Ada says: hello"."""
    return translate("texts", "{name} says: {text}").format(
        name=one_line(name), text=one_line(text)
    )


def told_text(text: str) -> str:
    """Return what a server says is wrong on one line, and cut where it goes on for too long."""
    return one_line(text if len(text) <= LONGEST_TOLD else f"{text[: LONGEST_TOLD - 1]}…")


def _without_towers(line: str) -> Iterator[str]:
    """Yield the characters without accents that pile up into the lines above and below."""
    height = 0
    for c in line:
        height = height + 1 if unicodedata.combining(c) or unicodedata.category(c) == "Me" else 0
        if height <= MAX_MARKS:
            yield c


def reason_text(reason: str, n: int = -1) -> str:
    """Return a reason, as the engine and the server give them, in the player's language.

    `n` is the number in one that has one.

    One with something put into it, like a name, is no text of a translation: it stays as it is.
    """
    return translate("reasons", one_line(reason), "", n)


def fault_text(fault: ReplayFault | BadCode) -> str:
    """Return what is wrong with a replay or a deal code, as a sentence in the player's language."""
    values = {name: _value_text(str(value)) for name, value in fault.values.items()}
    return _ended(reason_text(fault.text).format(**values))


def _value_text(value: str) -> str:
    known = next((status for status in get_args(Status) if status == value), None)
    return reason_text(value) if known is None else status_words(known)


def sentence(reason: str) -> str:
    """Return such a reason as a sentence of its own."""
    return _ended(reason_text(reason))


def _ended(line: str) -> str:
    end = "" if line.endswith(_ENDINGS) else translate("texts", ".", "ends a sentence")
    return line[:1].upper() + line[1:] + end


_ENDINGS: Final = (".", "!", "?", "…", "。", "\uff01", "\uff1f")  # the last ones as in Chinese

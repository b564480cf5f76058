"""Write docs/protocol.md: `python -m tools.texts.protocol_document`.

The prose is in `tools/texts/protocol_prose.md`; where it has a name in double braces, this module
puts in what follows from the sources. The types and their docstrings say what each message is.
The race in the conversation is played by the server's own lobby, with a known clock, seed, code and
token, so that it is the same each time.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final, cast, get_args

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from engine import catalogue
from protocol import curve, messages, wire
from protocol.forms import MAX_CLIENT_FRAME, MAX_GATHERED, MAX_SERVER_FRAME
from protocol.messages import (
    VERSION,
    Act,
    Chat,
    CreateRoom,
    FromClient,
    FromServer,
    GiveUp,
    Hello,
    JoinRoom,
    ProblemCode,
    ServerMessage,
    SetReady,
    Settings,
    StartRace,
    Undo,
    WatchRoom,
    Welcome,
)
from server.analysis import analyses
from server.bounds import Limits
from server.chance import Chance
from server.reception import lookups, rate_limiter, reception, weights
from server.rooms import members, opening, printable, room_list
from server.rooms.lobby import Lobby
from server.rooms.races import broadcast, contestant
from server.rooms.records import Player
from server.storage import leaderboard
from tools.texts.protocol_answers import ASKED, CODES, FIELDS

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
PROSE: Final = Path(__file__).with_name("protocol_prose.md")
PROGRAMS: Final = Path(__file__).parents[2] / "tests" / "second_client"
QUICK_START: Final = PROGRAMS / "quick_start.mjs"
WITHOUT_RULES: Final = PROGRAMS / "without_rules.mjs"
BLANK: Final = re.compile(r"\{\{([\w-]+)\}\}")


def document() -> str:
    """Return the whole page."""
    sent, heard = get_args(FromClient), get_args(FromServer)
    return "\n".join(
        [
            BLANK.sub(lambda found: filling(found[1]), PROSE.read_text(encoding="utf-8")),
            "## From a client\n",
            *map(section, sent),
            "## From the server\n",
            EVERY_ANSWER.format(seq=field_notes(ServerMessage)["seq"]),
            *(section(kind, but=("seq",)) for kind in heard),
            "## Parts of messages\n",
            *map(section, parts([*sent, *heard])),
            "## Codes of problems\n",
            *table(("code", "when", "what a client does"), code_rows()),
            "\n## Byte for byte\n",
            BYTES,
            *some_frames(),
        ]
    )


def filling(blank: str) -> str:
    """Return what stands in the prose in place of this name.

    Raises:
        KeyError: there is no such thing.
    """
    limits = Limits()
    fillings: dict[str, Callable[[], object]] = {
        "quick-start": lambda: QUICK_START.read_text(encoding="utf-8").strip(),
        "without-rules": lambda: WITHOUT_RULES.read_text(encoding="utf-8").strip(),
        "conversation": lambda: "\n".join(conversation()).strip(),
        "first-ghost": lambda: f"2^{messages.FIRST_GHOST.bit_length() - 1}",
        "ghosts": lambda: messages.MAX_GHOSTS,
        "ghost-seats": lambda: opening.GHOST_SEATS,
        "first-guest": lambda: f"2^{messages.FIRST_GUEST.bit_length() - 1}",
        "ping": lambda: f"{limits.ping:g}",
        "hello": lambda: f"{limits.hello:g}",
        "hellos": lambda: f"{reception.HELLOS * limits.hello:g}",
        "grace": lambda: f"{limits.grace:g}",
        "abandoned": lambda: f"{limits.abandoned:g}",
        "events": lambda: limits.events,
        "event-bytes": lambda: limits.event_bytes,
        "answers": lambda: contestant.ANSWERS,
        "marks": lambda: printable.MAX_MARKS,
        "fault": lambda: rate_limiter.FAULT,
        "weights": lambda: "\n".join(map(table_row, weight_rows())),
        "password": lambda: weights.PASSWORD,
        "readers": lambda: weights.READERS,
        "periods": lambda: in_words(f"{n:g} (`{name}`)" for name, n in lookups.PERIODS.items()),
        "overview": lambda: f"{lookups.OVERVIEW:g}",
        "career": lambda: f"{lookups.CAREER:g}",
        "entries": lambda: lookups.ENTRIES,
        "played": lambda: lookups.PLAYED,
        "answer-bytes": lambda: lookups.BYTES,
        "analyses-of-address": lambda: analyses.MOST_OF_ADDRESS,
        "analyses": lambda: analyses.MOST,
        "longest": lambda: f"{lookups.LONGEST:g}",
        "version": lambda: VERSION,
        "gathered": lambda: MAX_GATHERED,
        "client-frame": lambda: MAX_CLIENT_FRAME,
        "server-frame": lambda: MAX_SERVER_FRAME,
        "asked": lambda: "\n".join(map(table_row, asked_rows())),
        "limits": lambda: "\n".join(table(("bound", "what it is on"), limit_rows())),
        "fixed": lambda: "\n".join(table(("bound", "what it is on"), fixed_rows())),
    }
    return str(fillings[blank]())


# Tables -------------------------------------------------------------------------------


def table(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table."""
    titles = list(titles)
    yield table_row(titles)
    yield table_row(["---"] * len(titles))
    yield from map(table_row, rows)


def table_row(cells: Iterable[str]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |"


def asked_rows() -> Iterator[list[str]]:
    """Yield what comes of each message from a client, in the order of their sections."""
    for kind in get_args(FromClient):
        tag = str(kind.__struct_config__.tag)
        yield [f"[`{tag}`](#{tag.replace(' ', '-')})", *ASKED[tag]]


def code_rows() -> Iterator[list[str]]:
    """Yield what there is to say about each problem."""
    for code in get_args(ProblemCode):
        yield [f"`{code}`", *CODES[code]]


def weight_rows() -> Iterator[list[str]]:
    """Yield the requests that count as several, the heaviest first."""
    for weight in sorted(set(weights.WEIGHTS.values()), reverse=True):
        kinds = [kind for kind in get_args(FromClient) if weights.WEIGHTS.get(kind) == weight]
        yield [", ".join(f"`{kind.__struct_config__.tag}`" for kind in kinds), str(weight)]


def in_words(items: Iterable[str]) -> str:
    """Return a list in a sentence of which one is meant."""
    *others, last = items
    return f"{', '.join(others)} or {last}"


def limit_rows() -> Iterator[list[str]]:
    """Yield the bounds that an operator may set, with their defaults."""
    for each in fields(Limits):
        yield [f"{each.default:,g}".replace(",", " "), in_tags(each.metadata["about"])]


def fixed_rows() -> Iterator[list[str]]:
    """Yield the bounds that nobody may set."""
    rows = [
        (messages.MAX_ENTRIES, "Entries (moves and undos) of one racer in a race."),
        (messages.MAX_POSITIONS, "Changes in one `positions`."),
        (
            room_list.LIST_EVERY,
            "Milliseconds between two `rooms` for who follows the list, at least.",
        ),
        (broadcast.PROGRESS_EVERY, "Milliseconds between two `progress`, at least."),
        (
            members.PING_STEP,
            "Milliseconds by which a racer's `ping` changes before `member` tells it.",
        ),
        (curve.MOST, "Points of one curve."),
        (leaderboard.ROWS, "Rows in each list of a `leaderboard`."),
        (
            int(leaderboard.KEPT_FOR),
            "Seconds by which a leaderboard of a month or year may be old.",
        ),
        (leaderboard.GAMES, "Games in a `profile`."),
        (leaderboard.RECENT, "Past races in a `profile`."),
    ]
    for period, seconds in leaderboard.SECONDS.items():
        rows.append(
            (seconds // leaderboard.DAY, f"Days that the period `{period}` goes back from now.")
        )
    for number, what in rows:
        yield [f"{number:,}".replace(",", " "), what]


# The types ----------------------------------------------------------------------------

EVERY_ANSWER: Final = """Each of these may have one field more:

| field | type | default | meaning |
| --- | --- | --- | --- |
| `seq` | integer, 0 or more | `0` | {seq} |
"""
TAGS: Final = {
    kind.__name__: str(kind.__struct_config__.tag)
    for kind in (*get_args(FromClient), *get_args(FromServer))
}
CLASS: Final = re.compile(rf"`({'|'.join(TAGS)})`")
PART: Final = re.compile(r"`([A-Z][a-z]+[A-Za-z]*)`")


def in_tags(text: str) -> str:
    """Return a text with messages called as they are on the wire, and links to their parts."""
    text = text.replace("`ProblemCode`", "[these](#codes-of-problems)")
    text = CLASS.sub(lambda found: f"`{TAGS[found[1]]}`", text)
    return PART.sub(lambda found: link(getattr(messages, found[1])), text)


def link(part: type[Struct]) -> str:
    """Return a link to the section about a part of messages, or a message that is in another."""
    if tag := TAGS.get(part.__name__):
        return f"[`{tag}`](#{tag.replace(' ', '-')})"
    anchor = part.__name__.lower()
    # A message's section may have the same name, and comes first.
    return f"[{part.__name__}](#{anchor}{'-1' if anchor in TAGS.values() else ''})"


def parts(kinds: Iterable[type[Struct]]) -> list[type[Struct]]:
    """Return the types that messages of these kinds have in them, in the order of their use.

    Messages that are in others have their own sections.
    """
    found: dict[type[Struct], None] = {}
    for kind in kinds:
        info = cast(types.StructType, types.type_info(kind))
        for field in info.fields:
            for part in structs_in(field.type):
                if part.__name__ not in TAGS:
                    found |= dict.fromkeys([part, *parts([part])])
    return list(found)


def structs_in(kind: types.Type) -> Iterator[type[Struct]]:
    """Yield the structures that a field of this type may hold."""
    match kind:
        case types.StructType(cls=cls):
            yield cls
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            yield from structs_in(item)
        case types.DictType(value_type=value):
            yield from structs_in(value)
        case types.UnionType(types=choices):
            for choice in choices:
                yield from structs_in(choice)


def section(kind: type[Struct], but: Iterable[str] = ()) -> str:
    """Return what there is to say about one type, `but` for some of its fields."""
    info = cast(types.StructType, types.type_info(kind))
    title = f"`{info.tag}`" if info.tag else kind.__name__
    lines = [f"### {title}\n", in_tags(inspect.cleandoc(kind.__doc__ or "")), ""]
    notes = field_notes(kind)
    shown = [field for field in info.fields if field.encode_name not in but]
    if shown:
        lines += ["| field | type | default | meaning |", "| --- | --- | --- | --- |"]
    for field in shown:
        default = "" if field.required else f"`{default_text(field)}`"
        note = in_tags(notes.get(field.encode_name) or FIELDS[field.encode_name])
        lines.append(table_row([f"`{field.encode_name}`", type_text(field.type), default, note]))
    return "\n".join(lines) + "\n" * bool(shown)


def field_notes(kind: type[Struct]) -> dict[str, str]:
    """Return the docstrings below a type's fields."""
    definition = _classes(kind.__module__)[kind.__name__]
    notes = {}
    for statement, following in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
        ):
            notes[statement.target.id] = " ".join(str(following.value.value).split())
    return notes


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module by their names, as they are written."""
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {each.name: each for each in source.body if isinstance(each, ast.ClassDef)}


def default_text(field: types.Field) -> str:
    """Return a field's default as JSON."""
    factory = field.default_factory
    value = factory() if factory is not msgspec.NODEFAULT else field.default
    return msgspec.json.encode(value).decode()


def type_text(kind: types.Type) -> str:
    """Return a type and its bounds in words."""
    match kind:
        case _ if kind == types.type_info(messages.GameOptions):
            return "map of a game's [options](games.md)"
        case types.IntType(ge=0, le=high) if high in (MOST, MANY):
            return "integer, 0 or more"
        case types.IntType(ge=low, le=high) if (low, high) == (-MANY, MANY):
            return "integer"
        case types.IntType(ge=low, le=high):
            return "integer" + bounds(low, high)
        case types.StrType(min_length=low, max_length=high):
            return "text" + bounds(low, high, "characters")
        case types.BoolType():
            return "true or false"
        case types.BytesType():
            return "bytes"
        case types.LiteralType(values=values):
            return " or ".join(f'`"{value}"`' for value in values)
        case types.ListType() | types.VarTupleType():
            item, high = kind.item_type, kind.max_length
            return f"list{bounds(None, high, 'items')} of {type_text(item)}"
        case types.DictType(key_type=key, value_type=value, max_length=high):
            return f"map{bounds(None, high, 'keys')} of {type_text(key)} to {type_text(value)}"
        case types.UnionType(types=choices):
            return ", or ".join(type_text(choice) for choice in choices)
        case types.TupleType(item_types=items):
            return f"list of {' and '.join(type_text(item) for item in items)}"
        case types.NoneType():
            return "nil"
        case types.StructType(cls=cls):
            return link(cls)
    raise TypeError(f"no words for {kind}")


MOST: Final = 2**53
"""The largest integer that every language has, and so no bound worth a word in each row."""
MANY: Final = 10**9
"""What counts, scores and milliseconds are bounded by, which the page says once."""


def bounds(low: Any, high: Any, unit: str = "") -> str:
    """Return a range in words."""
    if low is None and high is None:
        return ""
    words = f"{low} to {high}" if low is not None else f"at most {high}"
    return f", {words} {unit}".rstrip()


# The conversation ---------------------------------------------------------------------

SEED: Final = "00112233445566778899aabbccddeeff"
STREAM: Final = "0123456789abcdef"
TOKEN: Final = "ann-keeps-this-token-to-herself"  # noqa: S105 (nobody's)
BYTES: Final = """Messages of the conversation, as JSON and as the bytes of their frames.
"""
SHOWN: Final = (Hello, Welcome, messages.Board, Act, messages.Step, messages.Refused)


class Conversation:
    """What ann's client says and hears while she races bob and cat watches.

    `lines` holds what happens, in words, and the messages with their ways.
    """

    def __init__(self) -> None:
        """Open the doors of a server that nobody is on yet."""
        chance = Chance(code=lambda: "SAMEDL", seed=lambda: SEED, stream=lambda: STREAM)
        self.lobby = Lobby(chance=chance)
        self.lines: list[str | tuple[str, FromClient | FromServer]] = []
        self.seen = 0
        """The highest number of an event that ann has heard."""
        self.away = False

    def ann_says(self, message: FromClient, now: int) -> None:
        """Let ann say something, and hear what comes of it."""
        self.lines.append((">", message))
        self.lobby.receive(ANN, message, now)
        self.hear()

    def happens(self, what: str, does: Callable[[], None]) -> None:
        """Let something happen elsewhere."""
        self.lines.append(what)
        does()
        self.hear()

    def says(self, player: Player, message: FromClient, now: int) -> None:
        """Let somebody else say something."""
        self.lobby.receive(player, message, now)

    def tick(self, now: int) -> None:
        """Let it be so late."""
        self.lobby.tick(self.lobby.rooms["SAMEDL"], now)

    def hear(self) -> None:
        """Note what ann is told, unless she is away."""
        for sent in self.lobby.take()[1]:
            if ANN.id in sent.players and not self.away:
                self.lines.append(("<", sent.message))
                self.seen = max(self.seen, sent.message.seq)

    def breaks(self, now: int) -> None:
        """Let ann's line break."""
        self.lobby.dropped(ANN.id, now)
        self.away = True

    def comes_back(self, now: int) -> None:
        """Let ann come back with her token."""
        self.hear()
        self.away = False
        hello = Hello(VERSION, token=TOKEN, stream=STREAM, seen=self.seen)
        self.lines.append((">", hello))
        self.lines.append(("<", Welcome(VERSION, ANN.id, ANN.name, room="SAMEDL")))
        self.lobby.arrived(ANN.id, now, hello.stream, hello.seen)
        self.hear()


ANN: Final = Player(1, "ann")
BOB: Final = Player(2, "bob")
CAT: Final = Player(3, "cat")


def race_of_two() -> Conversation:
    """Return the conversation of a short race."""
    told = Conversation()
    game = catalogue.make("thirteens")
    [first, *_] = game.legal_actions(game.deal(SEED))
    move = wire.pack_action(first)
    told.lines.append((">", Hello(VERSION, "ann")))
    told.lines.append(("<", Welcome(VERSION, ANN.id, ANN.name, TOKEN)))
    told.ann_says(CreateRoom(Settings("thirteens", countdown=3, time_limit=60)), 0)
    told.happens("Bob comes in by the code.", lambda: told.says(BOB, JoinRoom("SAMEDL"), 5_000))
    told.happens("So does cat, to watch.", lambda: told.says(CAT, WatchRoom("SAMEDL"), 6_000))
    told.ann_says(Chat("good luck"), 8_000)
    told.happens("Bob is ready.", lambda: told.says(BOB, SetReady(ready=True), 9_000))
    told.ann_says(StartRace(), 10_000)
    told.happens("Three seconds later:", lambda: told.tick(13_000))
    told.ann_says(Act(0, move, 1), 15_250)
    told.ann_says(Act(1, [15, 1, 0], 1), 15_300)
    told.happens("A moment later:", lambda: told.tick(15_350))
    told.ann_says(Undo(1, 1), 16_000)
    told.ann_says(Act(2, move, 1), 17_000)
    told.lines.append(
        "Her line breaks. While she is away, cat says something, and bob makes a move."
    )
    told.breaks(18_000)
    told.says(CAT, Chat("where is ann?"), 18_500)
    told.says(BOB, Act(0, move, 1), 18_700)
    told.tick(18_800)
    told.comes_back(19_000)
    told.happens("Bob gives up.", lambda: told.says(BOB, GiveUp(), 20_000))
    told.ann_says(GiveUp(), 21_500)
    return told


def conversation() -> Iterator[str]:
    """Yield the lines of the conversation, the messages as JSON."""
    for line in race_of_two().lines:
        yield f"{line if isinstance(line, str) else as_json(*line)}\n"


def some_frames() -> Iterator[str]:
    """Yield a message of some kinds as JSON and as bytes."""
    said = [line for line in race_of_two().lines if not isinstance(line, str)]
    for kind in SHOWN:
        way, message = next(line for line in said if isinstance(line[1], kind))
        data = (shortened(message) if way == ">" else wire.encode(message)).hex()
        rows = [data[start : start + 88] for start in range(0, len(data), 88)]
        yield "\n".join([as_json(way, message) + "\n", "```", *rows, "```\n"])


def as_json(way: str, message: FromClient | FromServer) -> str:
    """Return a message as JSON; one from a client without what has its default."""
    packed = shortened(message) if way == ">" else wire.encode(message)
    readable = _hexadecimal(msgspec.msgpack.decode(packed))
    return f"`{way} {msgspec.json.encode(readable).decode()}`"


def shortened(message: Struct) -> bytes:
    """Return the frame of a message in which all that has its default is left out."""
    return msgspec.msgpack.encode(_without_defaults(message))


def _without_defaults(value: Any) -> Any:
    if not isinstance(value, Struct):
        return value
    info = cast(types.StructType, types.type_info(type(value)))
    kept = {"type": info.tag} if info.tag else {}
    for field in info.fields:
        item = getattr(value, field.name)
        if field.required or default_text(field) != msgspec.json.encode(item).decode():
            kept[field.encode_name] = _without_defaults(item)
    return kept


def _hexadecimal(value: Any) -> Any:
    match value:
        case bytes():
            return value.hex()
        case dict():
            return {str(key): _hexadecimal(item) for key, item in value.items()}
        case list():
            return [_hexadecimal(item) for item in value]
    return value


def main() -> int:
    """Write the page."""
    DOCUMENT.write_text(document(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Write docs/protocol.md out of the messages' types: `python -m tools.texts.protocol_document`.

The types and their docstrings say what each message is; the race at the end is played by the
server's own lobby, with a known clock, seed, code and token, so that it is the same each time.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast, get_args

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from engine import catalogue
from protocol import messages, wire
from protocol.messages import (
    VERSION,
    Act,
    CreateRoom,
    FromClient,
    FromServer,
    GiveUp,
    Hello,
    JoinRoom,
    ProblemCode,
    Settings,
    StartRace,
    Welcome,
)
from server.chance import Chance
from server.rooms.lobby import Lobby
from server.rooms.records import Player

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
PARTS: Final[tuple[type[Struct], ...]] = (
    messages.Settings,
    messages.RoomInfo,
    messages.Member,
    messages.Standing,
    messages.BestResult,
    messages.Tally,
)

HEAD: Final = f"""# The protocol

This page is enough to write a client in any language. It is made out of the types in
`protocol/messages.py` by `python -m tools.texts.protocol_document`, and a test holds that it is up
to date.

## The wire

One websocket. Each message is one [msgpack](https://msgpack.org) map, in a binary frame of its own,
in one piece (not as a frame and continuations) and without compression. The server may also put
several messages into a frame, as a msgpack array of such maps (at most {wire.MAX_GATHERED}), to be
read in that order: it does so for spectators, with what happened within some ten milliseconds. The
key `type` says which message it is; the other keys are its fields. Fields that have a default may
be left out. Unknown fields are ignored, so that newer programs may send more. A client's frame has
at most {wire.MAX_CLIENT_FRAME} bytes, a server's at most {wire.MAX_SERVER_FRAME}. This is version
{VERSION}.

A frame that is no message is answered by `problem` with the code `bad message`, which names the
field; the connection stays. Only a frame that is too long, a message in pieces, hundreds of frames
or pings at once, or a great many bad or too fast messages in a row, end it. Messages are answered
in the order in which they came.

## Cards, piles, actions

A **card** is one byte: the rank in bits 0-3 (1 ace to 13 king, 14 joker), the suit in bits 4-5 (0
clubs, 1 diamonds, 2 hearts, 3 spades), the copy in bit 6 (it tells two equal cards apart and
means nothing else), face down in bit 7. Every face-down card is `0x80`. A **pile** is a byte
string, the bottom card first. An **action** is `[source, count, target]` (move so many top cards
from pile to pile), `[pile]` (click a pile) or `[]` (press the game's button). Piles are numbered
as the game lays them out (`samedeal referee GAME` tells how).

The **deal** can be made again from the seed: bytes come from SHAKE-128 over the UTF-8 text
`samedeal/1/`, a label (`deal`), a zero byte and the seed; a number below n is one byte, taken
again while it is not below the largest multiple of n up to 256, modulo n; the sorted deck is
shuffled by Fisher and Yates from the last card down (card i changes places with card "number
below i + 1"). The **commitment** is the SHA-256 of the seed's text, in hexadecimal: `countdown`
brings it before the start, `results` brings the seed, so that everybody can check that the deal
was not chosen later.

## The order of messages

1. The client sends `hello` within five seconds; `welcome` answers. A new player gives a name and
   gets a token; whoever sends that token later is the same player. A server may want a password
   from new players (`password needed`, `wrong password`); a token is proof enough. After a
   `problem` (`name taken`, `unknown token`, ...) another `hello` may follow, as soon. When the
   same player connects again, the older connection gets a `problem` with the code `replaced` and
   is closed; with the code `banned`, the server closes too. In both cases, and after `wrong
   version`, the client must not come back by itself.
2. `list rooms`, `get leaderboard` and `get replay` may be asked at any time from then on.
3. `create room`, `join room` or `watch room` bring one into a room. Whoever comes in gets `room`;
   if the countdown runs, `countdown`; if a race is on or just over, `race`, `curves`, a `board`
   for each board that one may see, and at the end of a race `results`. From then on `member` and
   `member left` say who comes and goes, and `room` comes whenever something else about the room
   changes. A player is in one room at most.
4. The host sends `start race`. Everybody gets `room` and `countdown`; at its end `room`, `race`
   and the boards. No card is sent before that.
5. A racer sends `act` and `undo`, numbered from 0 on. Each is answered by `step` (done, and on
   the server's disk) or `refused` (not done; `expected` is the number that the next one must
   have). One may send on without waiting for the answers. Spectators get the steps of everybody,
   rivals only where `show_boards` says so; `progress` goes to all. After `give up` one's `board`
   comes again, with the new status.
6. When nobody is racing any more, or the time is up, everybody gets `room`, `curves` and
   `results`. The host may send `rematch`: back to 4, with everybody still there.
7. When the server is going to stop, `stopping` says so, and no race starts any more. What was on
   goes on when the server is back.

## Coming back

When a connection is lost, the seat is kept for some minutes, and so is the place in the race; who
stays away longer is out of the race as `disconnected`. `hello` with the token is answered by
`welcome`, whose `room` says whether one is still in a room.

**Events are numbered.** What happens in a room has a `seq`, the same for all who hear of it, and
growing; there are gaps where something was for others. `room` names the numbering: its `stream`,
another one in each life of the server. A client keeps the `stream` of the last `room` and the
highest `seq` since. A message without `seq` is an answer to its reader alone and changes neither.
Of the messages that bring the whole view, only the last has a `seq`: who has not got it has not
seen all.

Who says both in `hello` (`stream`, `seen`) gets all that came since then and was for them, in
order, and then the newest `progress`. Where that cannot be done (another stream, too long ago, or
one came in or took a seat since) all of 3 follows, as for who comes in.

**Entries are numbered.** What was sent and not answered is sent again after `welcome`, the same
entries with the same numbers and the same `race`: nothing is done twice. An entry that was done
gets its `step` once more (or, if that was long ago, one's `board`); another entry with a number
that is taken is `refused`. So a `step` may come whose number one has: it is passed over. An entry
for another race than the present one gets a `problem`, `not racing`. The same holds when the
server was restarted, or killed: an entry that was answered by `step` is on its disk.

## Spectators and time

With `delay` in a room's settings, all that spectators see of a race comes so many seconds later:
their `countdown` is that much longer, and `room` (its phase), `race`, `board`, `step`, `progress`,
`curves` and `results` are those of that time, also for who comes in. Racers of that race see it as
it is; whoever leaves it and comes back is a spectator. Chat and the list of members are never late.
`rooms` tell of a room's race what its spectators see, and until these have seen the end, nobody
but its racers gets its replays. A rematch shows them the end at once: `room`, `curves` and
`results`, and then the room in its lobby. Leaderboards and profiles have a race when it is over.

## Names, tokens, passwords

A **name** has 1 to 24 characters: letters and accents that people write with today (those that
Unicode's technical standard 39 allows in identifiers), of one script or of those that are written
together (its level "highly restrictive"); digits of one kind; single spaces; and the signs
`'` `’` `-` `_` `.` `·` `・`. It has a letter in it, begins with none of `-` `.` `·` `・`, and is no
word that the server or a client says of somebody, in English or German ("admin", "you"). There are
no emoji in it. `bad name` says what is wrong. Whoever got a name under older rules keeps it, so a
client shows each name as plain text and isolates its direction. No two players have names that
differ only in case, width, letters that look alike (the skeleton of the same standard) or accents
that are easily missed: `name taken` says so.

A **token** goes into `hello` and nowhere else; in particular into no address. `renew token` asks
for another one, and `new token` brings it: keep it at once. The old one is worth nothing as soon
as the server knows that the new one has arrived (it pings after it) or sees it used; if the
connection is lost in between, either is good until the new one is used.

A room may have a **password** (`locked`). Whoever is in the room already needs none to take a seat
or to watch; others get `password needed` or `wrong password`, and `too fast` after too many wrong
ones from their address.

The **host** of a room may `change settings` in the lobby, `kick` (that player cannot come into
this room again), `mute` (the chat of a muted member is refused as `not allowed`) and `close room`.
Whoever is sent away gets `left room` with the reason.

## How much is too much

Unless its operator has set other bounds, a server reads twenty messages a second from a
connection, and a hundred at once: what comes faster waits to be read, and nothing is lost. Of
those that are neither `act` nor `undo` it takes five a second and forty at once; one `chat` a
second and five at once; and twenty connections from one address (of IPv6, from one /64 network).
There are bounds by the hour on new players and races from one address and on the rooms of one
player. What is beyond these is answered by `problem` with the code `too fast`, a moment later, and
not done.

`announcement` is what the operator of the server has to say to everybody.

A client may do the same. Samedeal's own take frames of up to a mebibyte; a thousand messages a
second, and three thousand at once; half a megabyte a second, and four at once; one `welcome` a
connection; rooms of up to three thousand members and races of up to 64 racers; and boards of the
game's own cards. They pass over a message that does not fit, and let go of a server that sends too
much.
"""


def document() -> str:
    """Return the whole page."""
    return "\n".join(
        [
            HEAD,
            "## From a client\n",
            *map(section, get_args(FromClient)),
            "## From the server\n",
            *map(section, get_args(FromServer)),
            "## Parts of messages\n",
            *map(section, PARTS),
            "## Codes of problems\n",
            ", ".join(f"`{code}`" for code in get_args(ProblemCode)) + ".\n",
            "## A short race, byte for byte\n",
            RACE,
            *short_race(),
        ]
    )


# The types ----------------------------------------------------------------------------


def section(kind: type[Struct]) -> str:
    """Return what there is to say about one type."""
    info = cast(types.StructType, types.type_info(kind))
    title = f"`{info.tag}`" if info.tag else kind.__name__
    lines = [f"### {title}\n", inspect.cleandoc(kind.__doc__ or ""), ""]
    notes = field_notes(kind)
    if info.fields:
        lines += ["| field | type | default | meaning |", "| --- | --- | --- | --- |"]
    for field in info.fields:
        default = "" if field.required else f"`{default_text(field)}`"
        note = notes.get(field.encode_name, "")
        lines.append(f"| `{field.encode_name}` | {type_text(field.type)} | {default} | {note} |")
    return "\n".join(lines) + "\n" * bool(info.fields)


def field_notes(kind: type[Struct]) -> dict[str, str]:
    """Return the docstrings below a type's fields."""
    definition = cast(ast.ClassDef, ast.parse(inspect.getsource(kind)).body[0])
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


def default_text(field: types.Field) -> str:
    """Return a field's default as JSON."""
    factory = field.default_factory
    value = factory() if factory is not msgspec.NODEFAULT else field.default
    return msgspec.json.encode(value).decode()


def type_text(kind: types.Type) -> str:
    """Return a type and its bounds in words."""
    match kind:
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
            return cls.__name__
    raise TypeError(f"no words for {kind}")


def bounds(low: Any, high: Any, unit: str = "") -> str:
    """Return a range in words."""
    if low is None and high is None:
        return ""
    words = f"{low} to {high}" if low is not None else f"at most {high}"
    return f", {words} {unit}".rstrip()


# The race -----------------------------------------------------------------------------

RACE: Final = """What passes over ann's connection (`>` from her, `<` to her) while she races bob.
Each message stands in JSON (byte strings as hexadecimal), then as the bytes of its frame.
"""
SEED: Final = "00112233445566778899aabbccddeeff"
STREAM: Final = "0123456789abcdef"
TOKEN: Final = "ann-keeps-this-token-to-herself"  # noqa: S105 (nobody's)


def short_race() -> Iterator[str]:
    """Yield the lines that show a race of two, as ann's client sees it."""
    ann, bob = Player(1, "ann"), Player(2, "bob")
    lobby = Lobby(chance=Chance(code=lambda: "SAMEDL", seed=lambda: SEED, stream=lambda: STREAM))
    game = catalogue.make("thirteens")
    [first, *_] = game.legal_actions(game.deal(SEED))

    def heard() -> Iterator[str]:
        for sent in lobby.take()[1]:
            if ann.id in sent.players:
                yield frame("<", sent.message)

    def said(message: FromClient, now: int) -> Iterator[str]:
        yield frame(">", message)
        lobby.receive(ann, message, now)
        yield from heard()

    def later(what: str, now: int) -> Iterator[str]:
        yield f"{what}\n"
        lobby.tick(lobby.rooms["SAMEDL"], now)
        yield from heard()

    def bob_does(what: str, message: FromClient, now: int) -> Iterator[str]:
        yield f"{what}\n"
        lobby.receive(bob, message, now)
        yield from heard()

    yield frame(">", Hello(VERSION, "ann"))
    yield frame("<", Welcome(VERSION, ann.id, ann.name, TOKEN))
    yield from said(CreateRoom(Settings("thirteens", countdown=3, time_limit=60)), 0)
    yield from bob_does("Bob comes in by the code.", JoinRoom("SAMEDL"), 5_000)
    yield from said(StartRace(anyway=True), 10_000)
    yield from later("Three seconds later:", 13_000)
    yield from said(Act(0, wire.pack_action(first)), 15_250)
    yield from said(Act(1, [15, 1, 0]), 15_300)
    yield from later("A moment later:", 15_350)
    yield from bob_does("Bob gives up.", GiveUp(), 20_000)
    yield from said(GiveUp(), 21_500)


def frame(way: str, message: FromClient | FromServer) -> str:
    """Return a message as text and as bytes."""
    packed = wire.encode(message)
    readable = _hexadecimal(msgspec.to_builtins(message, builtin_types=(bytes,)))
    data = packed.hex()
    rows = [data[start : start + 88] for start in range(0, len(data), 88)]
    words = msgspec.json.encode(readable).decode()
    return "\n".join([f"`{way} {words}`\n", "```", *rows, "```\n"])


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

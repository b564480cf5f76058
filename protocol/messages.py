"""The messages, one type each: what a client says to the server, and what the server says to it.

A frame is one msgpack map with the key `type`; see `protocol.wire` for reading and writing frames,
and docs/protocol.md for the order in which they come.  Times are milliseconds, unless a field says
seconds.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

VERSION: Final = 1
"""The version of the protocol.  A server speaks exactly one."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=12)]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Password: TypeAlias = Annotated[str, Meta(max_length=64)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
GameName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
OptionName: TypeAlias = Annotated[str, Meta(max_length=40)]
OptionChoice: TypeAlias = Annotated[str, Meta(max_length=40)] | bool
GameOptions: TypeAlias = Annotated[dict[OptionName, OptionChoice], Meta(max_length=8)]
Byte: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Id: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]

WireAction: TypeAlias = Annotated[list[Byte], Meta(max_length=3)]
"""`[source, count, target]` moves cards, `[pile]` clicks a pile, `[]` presses the game's button."""

PackedEntry: TypeAlias = WireAction | Literal["undo"]
"""What a racer did, as replays carry it: an action, or that the one before it was taken back."""

Status: TypeAlias = Literal["racing", "won", "stuck", "gave up", "out of time", "disconnected"]
Phase: TypeAlias = Literal["lobby", "countdown", "running", "finished"]
Period: TypeAlias = Literal["all", "year", "month", "week", "day"]
"""How far back a leaderboard looks from now."""


class Settings(Struct, frozen=True, forbid_unknown_fields=False):
    """What the host of a room chooses when making it."""

    game: GameName
    options: GameOptions = {}
    time_limit: Annotated[int, Meta(ge=10, le=7200)] = 900
    """Seconds until the race ends for everybody."""
    seats: Annotated[int, Meta(ge=1, le=16)] = 8
    countdown: Annotated[int, Meta(ge=0, le=30)] = 5
    """Seconds between the host's start and the first card."""
    show_boards: bool = False
    """Whether racers see each other's boards, and not only each other's progress."""
    undo: bool = True
    hints: bool = True
    """Whether clients may offer hints; clients keep to it by themselves."""
    delay: Annotated[int, Meta(ge=0, le=300)] = 0
    """Seconds by which spectators see everything about the race later than it happens."""
    listed: bool = True
    """Whether the lobby shows the room; the code lets people into either kind."""


# From a client ------------------------------------------------------------------------


class ClientMessage(Struct, frozen=True, tag_field="type"):
    """What every message of a client's is."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message of a connection: a new player's name, or an old one's token."""

    version: int
    name: Annotated[str, Meta(max_length=24)] = ""
    token: Token = ""
    bot: bool = False
    """Bots say so; they are labelled and never on the leaderboard."""
    password: Password = ""
    """What a server that is not for everybody asks of those who come in."""
    stream: Token = ""
    """Who comes back: the `stream` of the last `RoomState`, ..."""
    seen: Id = 0
    """... and the highest `seq` seen there.  What came since then follows, or else everything."""
    run: Token = ""
    """A random text for each run of a client, ..."""
    attempt: Id = 0
    """... and how often it has connected before: a hello that was held up on its way, and is
    overtaken by a later one of the same run, does not replace that one's connection."""


class ListRooms(ClientMessage, frozen=True, tag="list rooms"):
    """Asks for the listed rooms; `Rooms` answers."""

    follow: bool = False
    """Whether to send `Rooms` again, at most once a second, whenever the list has changed, until
    the sender comes into a room or asks again without this."""


class CreateRoom(ClientMessage, frozen=True, tag="create room"):
    """Makes a room and takes its first seat; `RoomState` answers."""

    settings: Settings
    password: Password = ""
    """What others have to say to come in; empty: the code is enough."""


class JoinRoom(ClientMessage, frozen=True, tag="join room"):
    """Takes a seat in a room; during a race, comes in as a spectator.  `RoomState` answers.

    A spectator who is in the room already takes a seat there, except during a race.
    """

    code: Code
    password: Password = ""


class WatchRoom(ClientMessage, frozen=True, tag="watch room"):
    """Comes into a room as a spectator; `RoomState` answers.

    Whoever has a seat in the room gives it back, except during a race.
    """

    code: Code
    password: Password = ""


class LeaveRoom(ClientMessage, frozen=True, tag="leave room"):
    """Leaves the room, and gives up a race under way; `LeftRoom` answers."""


class SetReady(ClientMessage, frozen=True, tag="set ready"):
    """Says whether one is ready for the race; `MemberChanged` goes to everybody."""

    ready: bool


class StartRace(ClientMessage, frozen=True, tag="start race"):
    """The host starts the countdown; `anyway` does not wait for those who are not ready."""

    anyway: bool = False


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """The host opens the room for another race with everybody still there."""


class ChangeSettings(ClientMessage, frozen=True, tag="change settings"):
    """The host changes the room before a race; nobody is ready then.  `RoomState` goes to all."""

    settings: Settings
    password: Password | None = None
    """None leaves it as it is; an empty text takes it away."""


class Kick(ClientMessage, frozen=True, tag="kick"):
    """The host sends a member away, who cannot come into this room again."""

    player: Id


class Mute(ClientMessage, frozen=True, tag="mute"):
    """The host takes a member's word away, or gives it back."""

    player: Id
    muted: bool = True


class CloseRoom(ClientMessage, frozen=True, tag="close room"):
    """The host sends everybody away and closes the room."""


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Says something to everybody in the room."""

    text: Text


class Act(ClientMessage, frozen=True, tag="act"):
    """Makes a move.

    `number` is how many entries (moves and undos) the sender's journal holds before this one, so
    that nothing is ever done twice: the same entry with the same number again gets the answer that
    it got, and any other number is refused.
    """

    number: Number
    action: WireAction
    race: Id = 0
    """The race that it is for, so that what comes late is not done in the next; 0: any."""


class Undo(ClientMessage, frozen=True, tag="undo"):
    """Takes the last move back; an entry in the journal like any other."""

    number: Number
    race: Id = 0


class GiveUp(ClientMessage, frozen=True, tag="give up"):
    """Ends the race for the sender; `Board` with the new status answers."""


class Resync(ClientMessage, frozen=True, tag="resync"):
    """Asks for everything about the room and the race again, from `RoomState` on."""


class GetLeaderboard(ClientMessage, frozen=True, tag="get leaderboard"):
    """Asks for the best of a game with these options; `Leaderboard` answers."""

    game: GameName
    options: GameOptions = {}
    period: Period = "all"


class GetProfile(ClientMessage, frozen=True, tag="get profile"):
    """Asks for what a player has done here; `Profile` answers."""

    player: Id


class RenewToken(ClientMessage, frozen=True, tag="renew token"):
    """Asks for another token; `NewToken` answers, and the old one is worth nothing any more."""


class GetReplay(ClientMessage, frozen=True, tag="get replay"):
    """Asks for what a player did in a finished race; `Replay` answers."""

    race: Id
    player: Id


FromClient: TypeAlias = (
    Hello
    | ListRooms
    | CreateRoom
    | JoinRoom
    | WatchRoom
    | LeaveRoom
    | SetReady
    | StartRace
    | Rematch
    | Chat
    | Act
    | Undo
    | GiveUp
    | Resync
    | GetLeaderboard
    | GetReplay
    | GetProfile
    | RenewToken
    | ChangeSettings
    | Kick
    | Mute
    | CloseRoom
)


# From the server ----------------------------------------------------------------------


class ServerMessage(Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """What every message of the server's is.  A field that has its default is left out."""

    seq: Id = 0
    """The number of this event in its room's `stream`; they grow, with gaps where an event was for
    others.  0: none of a room's events."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answers `Hello`.  A new player gets a token here, once: with it one is the same again."""

    version: int
    player: Id
    name: Name
    token: Token = ""
    room: str = ""
    """The code of the room that the player is still in; its `RoomState` and the rest follow."""


class Problem(ServerMessage, frozen=True, tag="problem"):
    """Something the client asked for was not done, and nothing has changed."""

    code: str
    """A word for programs: see `ProblemCode`."""
    text: str
    """A sentence for people: what is wrong and what to do."""
    field: str = ""
    """The field of the message that is wrong, as `$.settings.seats`, if it is one."""


# "replaced": the same player has connected again; this connection is closed, and its client had
# better not come back by itself.
ProblemCode: TypeAlias = Literal[
    "bad message",
    "wrong version",
    "hello first",
    "bad name",
    "name taken",
    "unknown token",
    "unknown game",
    "bad option",
    "unknown room",
    "room full",
    "too many rooms",
    "not in a room",
    "already in a room",
    "not the host",
    "not ready",
    "wrong time",
    "not racing",
    "unknown replay",
    "unknown player",
    "password needed",
    "wrong password",
    "not allowed",
    "banned",
    "stopping",
    "too fast",
    "server full",
    "server error",
    "replaced",
]


class RoomInfo(Struct, frozen=True):
    """A room in the lobby's list."""

    code: Code
    settings: Settings
    host: Name
    phase: Phase
    racers: int
    spectators: int
    locked: bool = False
    """Whether it takes a password to come in."""
    elapsed: int = 0
    """Since the start of the race, while one is running."""


class Rooms(ServerMessage, frozen=True, tag="rooms"):
    """The listed rooms, the newest first."""

    rooms: list[RoomInfo]


class Member(Struct, frozen=True):
    """Somebody in a room."""

    player: Id
    name: Name
    seated: bool
    """True for a racer, False for a spectator."""
    ready: bool = False
    connected: bool = True
    bot: bool = False
    muted: bool = False
    ping: int = 0
    """How long a message to this member and back takes; 0 when that is not known."""


class RoomState(ServerMessage, frozen=True, tag="room"):
    """The room as it is now: to whoever comes in, and to all when more than a member changes."""

    code: Code
    settings: Settings
    host: Id
    phase: Phase
    members: list[Member]
    locked: bool = False
    stream: Token = ""
    """Names the numbering of this room's events: see `seq`, and `Hello`."""


class MemberChanged(ServerMessage, frozen=True, tag="member"):
    """Somebody came into the room, or something about a member is different now."""

    member: Member


class MemberLeft(ServerMessage, frozen=True, tag="member left"):
    """Somebody is no member of the room any more."""

    player: Id


class LeftRoom(ServerMessage, frozen=True, tag="left room"):
    """The reader is in no room any more; `reason` is empty when that was the reader's own wish."""

    reason: str = ""


class Said(ServerMessage, frozen=True, tag="said"):
    """Somebody in the room said something: text, never markup."""

    player: Id
    name: Name
    text: Text


class Countdown(ServerMessage, frozen=True, tag="countdown"):
    """A race is about to start."""

    race: Id
    milliseconds: int
    """Until the start."""
    commitment: str
    """The SHA-256 of the seed, in hexadecimal.  `Results` brings the seed."""


class Standing(Struct, frozen=True):
    """How a racer stands."""

    player: Id
    name: Name
    status: Status = "racing"
    score: int = 0
    place: int = 0
    """1 for the first; those that nothing tells apart share a place."""
    moves: int = 0
    """Entries in the journal: moves and undos."""
    milliseconds: int = 0
    """From the start to the win, or else to when the present score was first reached."""
    connected: bool = True
    bot: bool = False
    undos: int = 0
    """How many of the moves were undos."""


class RaceStarted(ServerMessage, frozen=True, tag="race"):
    """The race is on.  Sent at the start, and to everybody who comes in or back later.

    A `Board` follows for every board that the reader may see.
    """

    race: Id
    settings: Settings
    elapsed: int
    commitment: str
    standings: list[Standing]


class Board(ServerMessage, frozen=True, tag="board"):
    """A whole board, as its reader may see it: every face-down card is 0x80."""

    player: Id
    number: int
    """Entries in this racer's journal."""
    piles: list[bytes]
    score: int = 0
    redeals: int = 0
    marks: tuple[int, ...] = ()
    status: Status = "racing"


class Step(ServerMessage, frozen=True, tag="step"):
    """A racer's next entry was done: what is different now.

    To the racer this is the acknowledgement: the entry is on disk.  Whoever holds a board whose
    number is not `number - 1` asks for a `Resync`.
    """

    player: Id
    number: int
    piles: dict[int, bytes]
    """The piles that changed, by their index."""
    score: int
    redeals: int = 0
    marks: tuple[int, ...] = ()
    status: Status = "racing"


class Refused(ServerMessage, frozen=True, tag="refused"):
    """The reader's `Act` or `Undo` was not done."""

    number: int
    """The number that the refused message had."""
    expected: int
    """Entries in the reader's journal: the number that the next one must have."""
    reason: str


class Progress(ServerMessage, frozen=True, tag="progress"):
    """How everybody stands; at most ten a second."""

    standings: list[Standing]


class Curves(ServerMessage, frozen=True, tag="curves"):
    """How everybody's score went so far.

    Comes after `RaceStarted` to whoever comes in during a race, and before `Results`.
    """

    race: Id
    curves: dict[Id, list[tuple[int, int]]]
    """By player: milliseconds from the start, and the score from then on; a few hundred at most."""


class Results(ServerMessage, frozen=True, tag="results"):
    """The race is over: the final order, and the seed that the deal came from."""

    race: Id
    settings: Settings
    standings: list[Standing]
    """The best first."""
    seed: str
    commitment: str


class Record(Struct, frozen=True):
    """One racer's finished race on the leaderboard."""

    race: Id
    player: Id
    name: Name
    status: Status
    score: int
    milliseconds: int
    moves: int
    at: int
    """When the race ended, in seconds since 1970."""


class Tally(Struct, frozen=True):
    """What a player has done in a game."""

    player: Id
    name: Name
    races: int
    wins: int
    """Races in which this player came first: among others, or alone and with the game won."""


class Leaderboard(ServerMessage, frozen=True, tag="leaderboard"):
    """The best of a game with these options."""

    game: GameName
    options: GameOptions
    fastest: list[Record] = field(default_factory=list)
    """The quickest win of each player, the quickest first."""
    best: list[Record] = field(default_factory=list)
    """The highest score of each player, the highest first."""
    players: list[Tally] = field(default_factory=list)
    period: Period = "all"


class GameRecord(Struct, frozen=True):
    """What a player has done in one game with one choice of options."""

    game: GameName
    options: GameOptions
    races: int
    wins: int
    """Races in which this player came first: among others, or alone and with the game won."""
    solved: int
    """Races in which the game was won, whatever the place."""
    fastest: int = 0
    """Milliseconds of the quickest win; 0 when there is none."""
    best: int = 0
    """The highest score."""


class PastRace(Struct, frozen=True):
    """A race that a player was in."""

    race: Id
    game: GameName
    options: GameOptions
    place: int
    racers: int
    status: Status
    score: int
    milliseconds: int
    at: int
    """When it ended, in seconds since 1970."""


class Profile(ServerMessage, frozen=True, tag="profile"):
    """What a player has done here."""

    player: Id
    name: Name
    bot: bool = False
    since: int = 0
    """When this player first came, in seconds since 1970."""
    races: int = 0
    wins: int = 0
    games: list[GameRecord] = field(default_factory=list)
    """The game played most first."""
    recent: list[PastRace] = field(default_factory=list)
    """The last races, the newest first."""


class NewToken(ServerMessage, frozen=True, tag="new token"):
    """Answers `RenewToken`: from now on, this token makes one the same player again."""

    token: Token


class Announcement(ServerMessage, frozen=True, tag="announcement"):
    """Whoever runs this server has something to say to everybody: text, never markup."""

    text: Text


class Stopping(ServerMessage, frozen=True, tag="stopping"):
    """The server is going to stop: no race can be started any more.

    Races under way go on when it is back.
    """

    seconds: int
    """Until it stops; sooner when no race is running."""


class Replay(ServerMessage, frozen=True, tag="replay"):
    """All that one racer did: enough to play it again and check the result."""

    race: Id
    player: Id
    name: Name
    game: GameName
    options: GameOptions
    seed: str
    entries: list[PackedEntry]
    times: list[int]
    """When each entry was done, from the start of the race."""
    status: Status
    score: int
    milliseconds: int
    commitment: str = ""
    """The SHA-256 of the seed that went out before the start."""


FromServer: TypeAlias = (
    Welcome
    | Problem
    | Rooms
    | RoomState
    | LeftRoom
    | Said
    | Countdown
    | RaceStarted
    | Board
    | Step
    | Refused
    | Progress
    | Results
    | Leaderboard
    | Replay
    | MemberChanged
    | MemberLeft
    | Curves
    | Profile
    | NewToken
    | Announcement
    | Stopping
)

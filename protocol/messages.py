"""The messages, one type each: what a client says to the server, and what the server says to it.

A message is sent as one msgpack map with the key `type`.  `protocol.wire` reads and writes these,
and docs/protocol.md tells in which order they come.  Times are milliseconds, unless a field says
seconds.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from engine.solver.answer import Verdict
from protocol.curve import MOST as MOST_POINTS

VERSION: Final = 1
"""The version of the protocol.  A server speaks exactly one."""

FIRST_GUEST: Final = 2**52
"""The first id of those who watch without a name: no player has one as high."""
FIRST_GHOST: Final = 2**51
"""The first id of the ghosts in a race; they are below those of guests, and no player has one."""
MAX_GHOSTS: Final = 3
"""The most ghosts in a race."""
SOLUTION: Final = 0
"""The id under which a race's solution is asked for, as if it were one more racer's: nobody has
it."""
MAX_LISTED: Final = 1000
"""The most rooms in one list."""
MAX_MEMBERS: Final = 3000
"""The most members of a room."""
MAX_ROWS: Final = 50
"""The most rows of each list of a leaderboard."""
MAX_SAID: Final = 100
"""The most lines that were said before."""
MAX_GAMES: Final = 100
"""The most games in a profile."""
MAX_RECENT: Final = 20
"""The most past races in a profile."""
MAX_ENTRIES: Final = 10_000
"""The most moves and undos of one racer: a bound on memory, far beyond what a game needs."""
MAX_URL: Final = 200
"""The most characters of a server's address."""
MAX_SOLUTION: Final = 2000
"""The most actions of a solution: several times as many as the longest games need."""
MAX_FAMILIES: Final = 32
"""The most ratings of one player: one for each family of games, and one for all of them."""
FIRST_RATING: Final = 1000
"""The rating of who has not raced."""
MAX_COURSE: Final = 400
"""The most points in the course of a rating."""
MAX_OWN_DATA: Final = 1 << 16
"""The most characters of what one message brings of all that is stored about somebody."""
MAX_POSITIONS: Final = 250
"""The most positions of a replay in one message: more than most games have."""
MAX_DEALS: Final = 50
"""The most deals of an evening: the next race begins another one."""
MAX_LINE_UP: Final = 20
"""The most games in the list of a series."""
MAX_TALLIED: Final = 64
"""The most rows of a tally."""
MAX_DAYS: Final = 31
"""The most days of a month."""
BLOCKS: Final = 12
"""The most points of the small curve of a day's attempt."""
MAX_NEWS: Final = 10
"""The most rows of each list of an overview that is about what is new."""
MAX_RIVALS: Final = 10
"""The most people in a profile whom a player has met."""
MAX_PAST: Final = 20
"""The most evenings that are told at once."""
MAX_REMARKS: Final = 200
"""The most lines of the chat of an evening that are told at once."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=12)]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Password: TypeAlias = Annotated[str, Meta(max_length=64)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
GameName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
OptionName: TypeAlias = Annotated[str, Meta(max_length=40)]
OptionChoice: TypeAlias = Annotated[str, Meta(max_length=40)] | bool
Family: TypeAlias = Annotated[str, Meta(max_length=40)]
GameOptions: TypeAlias = Annotated[dict[OptionName, OptionChoice], Meta(max_length=8)]
MAX_LEVEL: Final = 5
"""The highest level of bots."""
Level: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_LEVEL)]
"""How well a bot plays: 1 to 5, or 0 for who has no level."""
Byte: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Id: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]

Day: TypeAlias = Annotated[str, Meta(max_length=10, pattern="^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
"""A day, as `2026-11-27`, by the clock and in the zone of the server; or empty."""
Month: TypeAlias = Annotated[str, Meta(max_length=7, pattern="^([0-9]{4}-[0-9]{2})?$")]
"""A month, as `2026-11`; or empty."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Score: TypeAlias = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=2**35)]
"""Seconds since 1970."""
RoomCode: TypeAlias = Annotated[str, Meta(max_length=12, pattern="^[A-Z0-9]*$")]
Seed: TypeAlias = Annotated[str, Meta(max_length=1000)]
Digest: TypeAlias = Annotated[str, Meta(max_length=64)]
DealCode: TypeAlias = Annotated[str, Meta(max_length=1200)]
"""A game, its options and a seed in one word: see `protocol.deal_code`."""
Sentence: TypeAlias = Annotated[str, Meta(max_length=8000)]
"""It may quote the frame that it is about."""
Cards: TypeAlias = Annotated[bytes, Meta(max_length=1000)]
Marks: TypeAlias = Annotated[tuple[Byte, ...], Meta(max_length=16)]

WireAction: TypeAlias = Annotated[list[Byte], Meta(max_length=3)]
"""`[source, count, target]` moves cards, `[pile]` clicks a pile, `[]` presses the game's button."""

Solution: TypeAlias = Annotated[list[WireAction], Meta(max_length=MAX_SOLUTION)]
"""Actions that win a deal, in order."""

PackedEntry: TypeAlias = WireAction | Literal["undo"]
"""What a racer did, as replays carry it: an action, or that the one before it was taken back."""

Status: TypeAlias = Literal[
    "racing", "won", "stuck", "gave up", "out of time", "disconnected", "stopped"
]
"""Whether a racer is still racing, or how their race ended."""

Phase: TypeAlias = Literal["lobby", "countdown", "running", "finished"]
"""What a room is doing: waiting for its host, counting down, racing, or showing the results."""

Band: TypeAlias = Literal["easy", "medium", "hard"]
"""How hard a deal that can be won is, among those of its game."""

Deals: TypeAlias = Literal["any", "winnable", "easy", "medium", "hard"]
"""Which deals are raced on: any, those of which a solution is known, or those of one `Band`."""

Search: TypeAlias = Literal["none", "looking", "no deal"]
"""What became of the search for such a deal: there is none, it is going on, or it was in vain."""

Period: TypeAlias = Literal["all", "year", "month", "week", "day"]
"""How far back a leaderboard looks from now."""


OwnSection: TypeAlias = Literal[
    "player",
    "races",
    "moves",
    "bests",
    "ratings",
    "rating steps",
    "dailies",
    "evenings",
    "said",
    "rooms",
    "bans",
]
"""What is stored about a player, in the order in which it is told.

Who that is; the races with their results; what was done in them; the best of each game; the
ratings, and what each race made of them; the attempts at daily deals; the evenings that the player
was in a room for; what the player said there, as far as it is kept; the room that the player is in,
with what hosts have decided about the player; and bans by name.
"""


PointsRule: TypeAlias = Literal["places", "rivals", "wins"]
"""What a race is worth, in points.  `places`: 10, 7, 5, 4, 3, 2 and 1 for the first seven places,
and half of that for who has not won the game.  `rivals`: one for each racer who is left behind, and
one for who has won the game.  `wins`: one for who has won the race, as in `Tally`.

There are none for who made no move, or shares a place with no more than the deal gave.  Who was
`stopped` has the last of the places of all people who were, and is left behind by nobody: so nobody
gains by the moment in which a race is ended."""


class SeriesGame(Struct, frozen=True, omit_defaults=True):
    """A game of a series, with its options."""

    game: GameName
    options: GameOptions = {}
    """Those that are not as usual, at least."""


class Series(Struct, frozen=True, omit_defaults=True):
    """So many deals that belong together, with points for each.  What has its default is left out.

    They are of one game, the room's, unless there is a list of `games` or a `family`.  Then the
    server says which game is next, and the room's settings have it before the race: what a client
    has in them as `game` and `options` is not looked at.
    """

    deals: Annotated[int, Meta(ge=0, le=MAX_DEALS)] = 5
    """How many deals it has; 0 leaves that open."""
    games: Annotated[list[SeriesGame], Meta(max_length=MAX_LINE_UP)] = []
    """The games, in turn, and from the first on again."""
    family: Annotated[str, Meta(max_length=40)] = ""
    """The family of games (see docs/games.md) of which the server draws one for each deal, with its
    usual options: one that was not played in this series yet, while there are such."""
    vetoes: Annotated[int, Meta(ge=0, le=3)] = 0
    """How often each racer may have another game come next, in the whole series."""
    points: PointsRule = "places"
    """What each deal is worth."""
    pause: Annotated[int, Meta(ge=5, le=600)] = 60
    """The seconds after which the room opens for the next deal by itself."""

    @property
    def mixed(self) -> bool:
        """Whether the server says which game is next."""
        return bool(self.games or self.family)


class Settings(Struct, frozen=True, forbid_unknown_fields=False):
    """What the host of a room chooses when making or changing it."""

    game: GameName
    options: GameOptions = {}
    time_limit: Annotated[int, Meta(ge=10, le=7200)] = 900
    """The seconds after which the race ends for everybody."""
    seats: Annotated[int, Meta(ge=1, le=16)] = 8
    """How many racers the room has place for."""
    countdown: Annotated[int, Meta(ge=0, le=30)] = 5
    """The seconds between the host's start and the first card."""
    show_boards: bool = False
    """Whether racers see each other's boards, and not only each other's progress."""
    undo: bool = True
    """Whether racers may take moves back."""
    hints: bool = True
    """Whether clients may offer hints.  Clients keep to that by themselves."""
    delay: Annotated[int, Meta(ge=0, le=300)] = 0
    """The seconds by which spectators see the race later than it happens."""
    listed: bool = True
    """Whether the lobby's list shows the room.  Whoever has the code may come in either way."""
    same_address: bool | None = None
    """Whether somebody may watch from the address (of IPv6, the /64 network) of one who is racing
    in the room, and so could tell that one of the others' boards.  nil leaves it to the other
    settings: yes where `show_boards` is true or `delay` above 0."""

    deals: Deals = "any"
    """Which deals are raced on.  `winnable`: only such as can be won, with a certificate of it from
    the countdown on, and a solution with the results.  `easy`, `medium` and `hard` can be won, too,
    and are a third each of those that can; not every game has them."""

    rated: bool = True
    """Whether the races count for the racers' ratings, where two people or more are in them."""

    series: Series | None = None
    """The series that is raced here, if it is one.  Another one is begun by changing it."""

    @property
    def beside_racers(self) -> bool:
        """Whether somebody may watch from the address of one who is racing."""
        if self.same_address is None:
            return self.show_boards or self.delay > 0
        return self.same_address


# From a client ------------------------------------------------------------------------


class ClientMessage(Struct, frozen=True, gc=False, tag_field="type"):
    """The base of all messages from a client."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message of a connection, with a new player's name or a known player's token.

    `Welcome` answers, or `Problem`.
    """

    version: int
    """The version of the protocol that the client speaks."""
    name: Annotated[str, Meta(max_length=24)] = ""
    """The name that a new player wants.  It is ignored where there is a token."""
    token: Token = ""
    """The token that a known player got; empty for a new player."""
    bot: bool = False
    """True for a program that plays by itself: it is labelled, and never on the leaderboard."""
    password: Password = ""
    """The server's password, if it wants one from new players."""
    stream: Token = ""
    """The `stream` of the last `RoomState`, for a client that comes back; empty otherwise."""
    seen: Id = 0
    """The highest `seq` that the client has seen of that stream.  The server sends what came after
    it or, where it cannot, the whole room and race."""
    run: Token = ""
    """A random text that the client makes when it starts, and sends each time it connects."""
    attempt: Id = 0
    """How often this run of the client has connected before.  A hello that was held up does not
    replace the connection of a later attempt of the same run.  Without a `run` it means nothing."""
    guest: bool = False
    """True for somebody who only watches, without a name and without a token: a guest, whom nobody
    remembers.  Guests are no members of a room, and can do nothing there but look on."""
    level: Level = 0
    """How well a bot plays, from 1 to 5, as it says itself: everybody is told.  0 for a bot that
    does not say it; without `bot` it means nothing."""
    help: bool = False
    """Whether the client wants to be told what it needs to play without knowing any rules: a
    `Layout` with each race, and `Choices` with each position of its own."""


class ListRooms(ClientMessage, frozen=True, tag="list rooms"):
    """Asks for the listed rooms.  `Rooms` answers."""

    follow: bool = False
    """Whether the server sends `Rooms` again when the list has changed, at most once a second.  It
    does so until the sender comes into a room, or asks again without this."""


class CreateRoom(ClientMessage, frozen=True, tag="create room"):
    """Makes a room, whose host the sender is, and takes its first seat.  `RoomState` answers."""

    settings: Settings
    password: Password = ""
    """What others have to say to come in.  Empty if the code is enough."""


class Practise(ClientMessage, frozen=True, tag="practise"):
    """Makes a room of the sender's own for a deal that is known already; `RoomState` answers.

    Nothing counts that is done there: it is on no leaderboard and in no profile, and there is no
    replay of it.  The room has one seat and is not listed, undo and hints are allowed, and its
    settings stay as they are; otherwise it is a room like others, with `StartRace` and `Rematch`.
    """

    code: DealCode = ""
    """The code of the deal, as `klondike/0390f01e`.  Empty for the deal of a finished race."""
    race: Id = 0
    """The race whose deal it is, where there is no `code`.  It has to be one whose `Replay` the
    sender may see."""
    player: Id = 0
    """The racer whose game is played on."""
    number: Number = 0
    """After how many of that racer's entries to go on, or after all if there are not so many: 0 for
    the deal.  The board has the moves that had not been taken back by then, and all of them can
    be."""
    won: bool = False
    """Whether not that game is meant, but how it could still have been won: see `GetReplay`."""


class PlayDaily(ClientMessage, frozen=True, tag="play daily"):
    """Makes a room of the sender's own for the deal of a day; `RoomState` answers.

    The first race of each player on today's deal is the one that counts, their attempt: it is begun
    by `StartRace`, and told in `RoomState.daily`.  It is over as any race is, by giving up or
    leaving, too, and `GetDaily` tells then how everybody else did.  After it, and of a day that is
    over, the room is for practice, as by `Practise`; so it is from the `Rematch` on.

    Either way the room has one seat and is not listed, nobody else comes in or looks on, and its
    settings stay as they are: undo is allowed, and hints only in practice.  Bots have no attempts.
    """

    day: Day = ""
    """Which day's; empty for today's."""


class GhostOf(Struct, frozen=True):
    """A game of a finished race that is to be raced against."""

    race: Annotated[int, Meta(ge=1, le=2**53)]
    """The race: one whose `Replay` the sender may see."""
    player: Annotated[int, Meta(ge=1, le=2**53)]
    """The racer whose game it is."""


class RaceGhosts(ClientMessage, frozen=True, tag="race ghosts"):
    """Makes a room for a deal that was raced on, against who raced on it; `RoomState` answers.

    Each of these games becomes a racer in all races of the room: a ghost, which does what was done
    then at the same times of the race's clock.  It has a board, a curve and a place as any racer
    has, and an id from 2251799813685248 (2 to the 51st) on, the first one that, the next one more;
    `Practice.ghosts` says whose games they are.  It wins nothing, nobody waits for it, and when the
    race is over it stands as it ended.

    It is a room for practice otherwise, so nothing counts, and not listed; but it has eight seats
    and shows all boards, and who has its code may race, too.
    """

    ghosts: Annotated[list[GhostOf], Meta(min_length=1, max_length=MAX_GHOSTS)]
    """Whose games they are: all on the same deal."""


class JoinRoom(ClientMessage, frozen=True, tag="join room"):
    """Comes into a room and takes a seat.  `RoomState` answers.

    During a countdown or a race, whoever comes in is a spectator.  Otherwise a spectator who is in
    the room already takes a seat there.
    """

    code: Code
    password: Password = ""


class WatchRoom(ClientMessage, frozen=True, tag="watch room"):
    """Comes into a room as a spectator; `RoomState` answers.

    Whoever has a seat in the room gives it back, except during a countdown or a race.  Where
    `same_address` does not allow it, nobody comes in while somebody at the same address is racing;
    and who is in the room already gets no boards meanwhile, and an `Announcement` that says so.
    """

    code: Code
    password: Password = ""


class LeaveRoom(ClientMessage, frozen=True, tag="leave room"):
    """Leaves the room, and gives up the race that the sender is in.  `LeftRoom` answers."""


class SetReady(ClientMessage, frozen=True, tag="set ready"):
    """Says whether the sender is ready for the race: for the next one when one is over.

    `MemberChanged` goes to everybody.
    """

    ready: bool
    """False takes it back."""


class StartRace(ClientMessage, frozen=True, tag="start race"):
    """Starts the countdown to a race.  Only the host may.

    Where only deals are wanted that can be won, and none is at hand, the room is `looking` for one
    (see `RoomState`), and the countdown begins by itself when it is there.
    """

    anyway: bool = False
    """Whether to start even if somebody is not ready."""


class StopLooking(ClientMessage, frozen=True, tag="stop looking"):
    """Ends the search for a deal that can be won.  Only the host may.

    Nothing is answered where the room looks for none.
    """


class EndRace(ClientMessage, frozen=True, tag="end race"):
    """Ends the race for all who are still racing.  Only the host may.

    They are `stopped`, and nobody has left them behind (see `Tally`).

    While other people are racing who are connected, these are asked first, once in a race:
    `EndAsked` goes to who sees the race live.  It ends when all have agreed, or the time for an
    answer is up.  Where somebody would rather go on, it does, for a minute at least; then the
    host ends it by this message, and nobody is asked again.
    """


class AnswerEnd(ClientMessage, frozen=True, tag="answer end"):
    """Answers `EndAsked`, of somebody who is racing.  Nothing is answered where nobody asks."""

    go_on: bool
    """Whether the race is to go on; false agrees to its end."""


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """Opens the room for another race with everybody still there.  Only the host may."""

    same_deal: bool = False
    """Whether for the same deal once more: that race counts nowhere, as in a room for practice, and
    the one after it does again."""


class Veto(ClientMessage, frozen=True, tag="veto"):
    """Has another game come next in a series, before its race: see `Series.vetoes`.

    Nobody is ready then, and `RoomState` goes to everybody.
    """


class HoldSeries(ClientMessage, frozen=True, tag="hold series"):
    """Holds the pause of a series, or lets it go on, from its beginning.  Only the host may.

    `RoomState` goes to everybody.
    """

    held: bool
    """False lets it go on."""


class BeginAnew(ClientMessage, frozen=True, tag="begin anew"):
    """Begins the evening anew: the tally is empty, and a series at its first deal.

    Only the host may, and not while a race is on.  `RoomState` goes to everybody.
    """


class ChangeSettings(ClientMessage, frozen=True, tag="change settings"):
    """Changes the room before a race.  Only the host may.

    Nobody is ready then, and `RoomState` goes to everybody.
    """

    settings: Settings
    password: Password | None = None
    """The room's new password.  An empty text takes it away, and nil leaves it as it is."""


class Kick(ClientMessage, frozen=True, tag="kick"):
    """Sends a member away, who cannot come into this room again.  Only the host may.

    Whose race goes on is out of it as `stopped`, and nobody's rival where wins are counted (see
    `Tally`).
    """

    player: Id
    """The id of another member."""


class CallBot(ClientMessage, frozen=True, tag="call bot"):
    """Has one of the server's own bots come, where it has any (see `Welcome`).  Only the host may.

    It comes as anybody does: `MemberChanged` goes to everybody, and it gets ready by itself.  It
    leaves by itself when no people are there any more.
    """

    level: Annotated[int, Meta(ge=1, le=MAX_LEVEL)]
    """How well it plays, from 1 to 5."""


class Mute(ClientMessage, frozen=True, tag="mute"):
    """Keeps a member from using the room's chat, or lets them again.  Only the host may."""

    player: Id
    """The id of another member."""
    muted: bool = True
    """False lets them speak again."""


class CloseRoom(ClientMessage, frozen=True, tag="close room"):
    """Sends everybody away and closes the room.  Only the host may.

    A race that is on ends so: whoever is still racing is `stopped`, and has won nothing (see
    `Tally`).
    """


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Says something to everybody in the room.  `Said` goes to everybody."""

    text: Text
    """Plain text.  Characters that cannot be seen become spaces."""


class Act(ClientMessage, frozen=True, tag="act"):
    """Makes a move.  `Step` or `Refused` answers.

    Nothing is ever done twice: the same entry with the same number again gets the answer that it
    got the first time, and any number but the next is refused.
    """

    number: Number
    """How many entries (moves and undos) the sender's journal holds before this one."""
    action: WireAction
    """What to do: `[source, count, target]`, `[pile]` or `[]`."""
    race: Id = 0
    """The race that the move is for, so that it is not made in the next race if it comes late; or
    0 for whichever race is on."""


class Undo(ClientMessage, frozen=True, tag="undo"):
    """Takes the last move back.  It is an entry in the journal, answered like `Act`."""

    number: Number
    """How many entries the sender's journal holds before this one."""
    race: Id = 0
    """The race that the undo is for, or 0, as in `Act`."""


class GiveUp(ClientMessage, frozen=True, tag="give up"):
    """Ends the race for the sender.  `Board` with the new status answers."""


class GetAdvice(ClientMessage, frozen=True, tag="get advice"):
    """Asks what to do in the race, for a client that has no rules to find it out.

    `Advice` answers.
    """

    about: Literal["hint", "finish", "why"] = "hint"
    """`hint` asks for what looks best, where the room allows hints; `finish` for the moves to the
    foundations that win a game whose cards only have to go there; `why` for the reason why an
    action cannot be done."""
    action: WireAction = []
    """The action that `why` is about.  `[pile, count, pile]` asks why so many top cards of the pile
    cannot be lifted."""


class Resync(ClientMessage, frozen=True, tag="resync"):
    """Asks for everything about the room and the race again, from `RoomState` on."""


class GetLeaderboard(ClientMessage, frozen=True, tag="get leaderboard"):
    """Asks for the best players of a game with these options.  `Leaderboard` answers."""

    game: Annotated[str, Meta(max_length=40)]
    """Empty for the game, with its options, that people have raced most often here on such deals:
    for who has no other to begin with."""
    options: GameOptions = {}
    period: Period = "all"
    deals: Deals = "any"
    """Whether the races on any deals are meant, or those on deals that can be won, or on such of
    one band."""


class GetOverview(ClientMessage, frozen=True, tag="get overview"):
    """Asks what there is to see on the leaderboards of this server.  `Overview` answers."""


class GetProfile(ClientMessage, frozen=True, tag="get profile"):
    """Asks for what a player has done on this server.  `Profile` answers."""

    player: Id


class GetRatings(ClientMessage, frozen=True, tag="get ratings"):
    """Asks for the players with the highest ratings.  `Ratings` answers."""

    family: Family = ""
    """A family of games, or empty for all games together."""
    season: Count = 0
    """Which season; 0 for the one that is going on."""


class GetRatingCourse(ClientMessage, frozen=True, tag="get rating course"):
    """Asks how a player's rating went in this season.  `RatingCourse` answers."""

    player: Id
    family: Family = ""
    """A family of games, or empty for all games together."""


class GetDaily(ClientMessage, frozen=True, tag="get daily"):
    """Asks for a day's deal: what it is of, and how it went.  `Daily` answers."""

    day: Day = ""
    """Which day; empty for today."""


class GetDailies(ClientMessage, frozen=True, tag="get dailies"):
    """Asks for the daily deals of a month.  `Dailies` answers."""

    month: Month = ""
    """Which month; empty for the one that is now."""
    player: Id = 0
    """Whose results are wanted beside the best ones; 0 for the sender's own."""


class GetPast(ClientMessage, frozen=True, tag="get past"):
    """Asks for the evenings that the sender was in a room for.  `Past` answers."""

    before: Id = 0
    """Those before this one are wanted; 0 begins with the last one."""


class GetRoomPast(ClientMessage, frozen=True, tag="get room past"):
    """Asks for one evening that the sender was in a room for.  `RoomPast` answers."""

    evening: Id
    """By what it is known: see `PastEvening`."""
    before: Id = 0
    """Where the chat is too long for one answer: the lines before the one with this number are
    wanted, and nothing else again.  0 for all the rest, with the last lines."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Asks whether the server is there, for a page in a browser: it cannot send websocket pings.

    `Pong` answers.
    """


class RenewToken(ClientMessage, frozen=True, tag="renew token"):
    """Asks for another token.  `NewToken` answers; when it has arrived, the old one is void."""


class GetOwnData(ClientMessage, frozen=True, tag="get own data"):
    """Asks for a part of all that is stored about the sender.  `OwnData` answers.

    Begin with the defaults, and go on with what each answer says, until it says nothing more.
    """

    section: OwnSection = "player"
    """Which part."""
    race: Id = 0
    """Where to go on: the id of a race."""
    number: Count = 0
    """Where to go on within that."""


class DeleteMe(ClientMessage, frozen=True, tag="delete me"):
    """Has the sender deleted, at once and for good.  `Deleted` answers; then the line is closed.

    Name, token, bests, and the races that nobody else was in go.  In races with others, and on
    daily deals, the moves and the result stay, of somebody called `deleted 12`, and so the others'
    places do.
    """

    name: Name
    """The sender's own name, as the sender typed it: nobody shall be deleted by a slip."""


class GetReplay(ClientMessage, frozen=True, tag="get replay"):
    """Asks for what a player did in a finished race.  `Replay` answers.

    Races of a room with a password are for their racers, and for who is still in that room.
    """

    race: Id
    player: Id
    """The racer; 0 for the solution of a deal that could be won, here and in `GetPositions` and
    `Practise`.  It goes on by two actions a second, and is called Solution."""
    won: bool = False
    """Asks how the racer could still have won: what was done as long as that was so, and from there
    what wins, by two actions a second and called Solution.  It is there when the `Analysis` of that
    game has told a `solution`, for as long as the server keeps it; otherwise it is refused as
    `unknown replay`, and `GetAnalysis` brings it back."""


class GetPositions(ClientMessage, frozen=True, tag="get positions"):
    """Asks what a player's board was like in a finished race.  `Positions` answers.

    It is for clients that have no rules to play a `Replay` again, and told to those who may have
    that.
    """

    race: Id
    player: Id
    number: Number = 0
    """The entry from which on to tell, counted from 0."""
    won: bool = False
    """Whether they are wanted of how the racer could still have won: see `GetReplay`."""


class GetAnalysis(ClientMessage, frozen=True, tag="get analysis"):
    """Asks until when a racer of a finished race could still have won.

    `Analysis` answers: at once with what is known, and again as more is found out, once a second at
    most, until it is `done`.  It is told to those who may have the `Replay`.  The server looks at
    one race after the other, and the addresses take turns.  What the same connection has asked for
    before is given up.
    """

    race: Id
    player: Id


class StopAnalysis(ClientMessage, frozen=True, tag="stop analysis"):
    """Gives up the analysis that the sender's connection has asked for, or the outlook.

    Nothing answers.
    """


class GetOutlook(ClientMessage, frozen=True, tag="get outlook"):
    """Asks whether the sender's game can still be won, from where it stands in practice.

    `Outlook` answers: at once with what is known, and again when the server has looked.  It is told
    in a room for practice alone, to who plays there, while nobody else is in the room and no ghosts
    race along.  Such questions and those for an `Analysis` take turns; what the same connection has
    asked for before is given up, so whoever goes on playing asks again.
    """


FromClient: TypeAlias = (
    Hello
    | ListRooms
    | CreateRoom
    | Practise
    | PlayDaily
    | RaceGhosts
    | JoinRoom
    | WatchRoom
    | LeaveRoom
    | SetReady
    | StartRace
    | StopLooking
    | EndRace
    | AnswerEnd
    | Rematch
    | Veto
    | HoldSeries
    | BeginAnew
    | Chat
    | Act
    | Undo
    | GiveUp
    | GetAdvice
    | Resync
    | GetLeaderboard
    | GetReplay
    | GetPositions
    | GetAnalysis
    | StopAnalysis
    | GetOutlook
    | GetOverview
    | GetProfile
    | GetRatings
    | GetRatingCourse
    | GetDaily
    | GetDailies
    | GetPast
    | GetRoomPast
    | GetOwnData
    | DeleteMe
    | RenewToken
    | ChangeSettings
    | Kick
    | CallBot
    | Mute
    | CloseRoom
    | Ping
)


# From the server ----------------------------------------------------------------------


class ServerMessage(
    Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True, kw_only=True
):
    """The base of all messages from the server.  A field that has its default is left out.

    (Nothing in a message leads back to it, so that the garbage collector need not look at any.)
    """

    seq: Id = 0
    """The number of this event in its room's `stream`, or 0 for what is no event of a room.  The
    numbers grow, with gaps where an event was for others."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answers `Hello` and says who the client's player is."""

    version: Count
    """The version of the protocol that the server speaks."""
    player: Id
    name: Name
    """The player's name as it is now: an operator may have changed it."""
    token: Token = ""
    """A new player's token, which is told only here: whoever sends it is that player again."""
    room: RoomCode = ""
    """The code of the room that the player is still in, about which more messages follow.  Empty
    if the player is in none."""
    page: bool = False
    """Whether the server has a page for browsers: at the same host and port, by http or https, with
    each room's at `/r/CODE`."""
    bots: Count = 0
    """How many of the server's own bots the host of a room may call; 0 where it has none."""
    daily: Day = ""
    """Which day it is whose deal can be played now; empty where the server has no daily deals, or
    today's is not there yet."""


class Problem(ServerMessage, frozen=True, tag="problem"):
    """Says that something the client asked for was not done, and that nothing has changed.

    It may also say, unasked, why the connection is about to be closed.
    """

    code: Annotated[str, Meta(max_length=40)]
    """What is wrong, in a word for programs.  It is one of `ProblemCode`."""
    text: Sentence
    """What is wrong and what to do, in a sentence for people."""
    field: Sentence = ""
    """The field of the client's message that is wrong, as `$.settings.seats`; empty if the fault is
    not in a field."""


# After "replaced" the connection is closed, since the same player has connected again; its client
# should not come back by itself, or the two would replace each other for ever.  It is closed after
# "out of service", too (nothing can be written down now); coming back later is all a client can do.
ProblemCode: TypeAlias = Literal[
    "bad message",
    "wrong version",
    "hello first",
    "bad name",
    "name taken",
    "unknown token",
    "unknown game",
    "bad option",
    "bad code",
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
    "unknown day",
    "password needed",
    "wrong password",
    "not allowed",
    "banned",
    "stopping",
    "too fast",
    "server full",
    "too many connections",
    "server error",
    "out of service",
    "replaced",
]


class RoomInfo(Struct, frozen=True):
    """A room in the lobby's list."""

    code: RoomCode
    settings: Settings
    """What is raced, and how; a series is told without its list of games, but in the room."""
    host: Name
    """The name of the room's host."""
    phase: Phase
    """What the room is doing, as its spectators see it."""
    racers: Count
    """How many racers are in the room."""
    spectators: Count
    """How many spectators are in the room."""
    locked: bool = False
    """Whether the room has a password."""
    elapsed: Milliseconds = 0
    """The milliseconds since the start of the race, or 0 while none is running."""


class Rooms(ServerMessage, frozen=True, tag="rooms"):
    """Brings the listed rooms.

    First come those with two people or more who are connected, then those with one, then the
    others; in each of these, those where no race is on first, and the newest of them first.
    """

    rooms: Annotated[list[RoomInfo], Meta(max_length=MAX_LISTED)]
    """As many as the server lists; a room that is not in it is still found by its code."""
    more: Count = 0
    """How many rooms want to be listed beside these, where that would be too many."""


class Member(Struct, frozen=True):
    """Somebody in a room."""

    player: Id
    name: Name
    seated: bool
    """True for a racer, False for a spectator."""
    ready: bool = False
    """Whether a racer has said to be ready.  It is forgotten when the settings change, when a
    race is started, and when the connection is lost."""
    connected: bool = True
    """False while the connection is lost and the seat kept."""
    bot: bool = False
    muted: bool = False
    """True for a member whom the host keeps from using the chat."""
    ping: Milliseconds = 0
    """The milliseconds that a message to this member and back takes, or 0 if that is not known."""
    level: Level = 0
    """How well a bot plays, from 1 to 5; 0 for people, and where the bot does not say it."""


class Ghost(Struct, frozen=True):
    """Whose game a ghost plays once more, and how that ended."""

    race: Id
    player: Id
    name: Name
    at: Moment
    """When the race ended, in seconds since 1970."""
    status: Status
    score: Score
    milliseconds: Milliseconds
    """As in `PastRacer`."""
    bot: bool = False


class Practice(Struct, frozen=True, omit_defaults=True):
    """What is played in a room for practice.  A field that has its default is left out."""

    code: DealCode
    """The code of the deal."""
    race: Id = 0
    """The race that it is from; 0 if somebody brought the code."""
    player: Id = 0
    """The racer whose game is played on."""
    name: Annotated[str, Meta(max_length=24)] = ""
    """What that racer is called."""
    number: Number = 0
    """After how many of that racer's entries it begins: 0 for the deal."""
    won: bool = False
    """Whether those are meant of how that racer could still have won: see `GetReplay`."""
    once: bool = False
    """Whether only one race is practice, on the deal of the one before it: see `Rematch`."""
    daily: Day = ""
    """The day whose daily deal it is; empty of any other."""
    ghosts: Annotated[list[Ghost], Meta(max_length=MAX_GHOSTS)] = []
    """Who races along as a ghost, in the order of their ids: see `RaceGhosts`."""


TallyPoints: TypeAlias = Annotated[int, Meta(ge=0, le=10**6)]
"""Points, in halves of one."""


class Tallied(Struct, frozen=True, omit_defaults=True):
    """What somebody has gathered in an evening.  A field that has its default is left out."""

    player: Id
    name: Name
    place: Count
    """1 for the most points; those who have as many share a place."""
    points: TallyPoints = 0
    """All of them, in halves of a point, with those that a late comer began with."""
    last: TallyPoints = 0
    """Those of the last deal, in halves of a point."""
    before: Count = 0
    """The place before the last deal; 0 if that was the first one, or nobody had any."""
    deals: Count = 0
    """How many of the deals this player was in."""
    wins: Count = 0
    """How many of them this player won, as in `Tally`."""
    bot: bool = False
    began: Count = 1
    """The deal with which this player came in, 1 for the first.  Who comes in later begins with as
    many points as the person has who has the least."""
    curve: Annotated[list[TallyPoints], Meta(max_length=MAX_DEALS)] = []
    """The points after each deal, from that one on."""


class Evening(Struct, frozen=True, omit_defaults=True):
    """What the races of a room add up to, as far as the reader has seen them.

    It is told with every room whose races count; what has its default is left out.  The races of an
    evening are those from the first on, or from where the host began anew, or those of one series.
    """

    points: PointsRule = "places"
    """What each race is worth."""
    deals: Count = 0
    """How many were raced."""
    rows: Annotated[list[Tallied], Meta(max_length=MAX_TALLIED)] = []
    """Who was in them, the most points first; bots, too, who have their places as in the races."""
    more: Count = 0
    """How many there are beside these."""
    over: bool = False
    """Whether a series is at its end: the next race begins another one."""
    next: SeriesGame | None = None
    """The game that comes next in a series, when a race is over; nil if it is the same as before,
    and before a race: then it is the room's."""
    vetoes: Annotated[dict[Id, Count], Meta(max_length=MAX_MEMBERS)] = {}
    """How many vetoes who has still got, of those who have a seat and any."""
    pause: Milliseconds = 0
    """The milliseconds until the room opens for the next deal by itself; 0 where it does not."""
    held: bool = False
    """Whether the host holds that pause."""


class RoomState(ServerMessage, frozen=True, tag="room"):
    """Brings the room as it is now.

    It goes to whoever comes in, and to everybody when something has changed that is not about one
    member alone.
    """

    code: RoomCode
    settings: Settings
    host: Id
    """The id of the member who decides what is raced, and when."""
    phase: Phase
    members: Annotated[list[Member], Meta(max_length=MAX_MEMBERS)]
    """Everybody in the room, racers and spectators, also who is away."""
    locked: bool = False
    """Whether the room has a password."""
    stream: Token = ""
    """The name of the numbering that `seq` belongs to.  `Hello` sends it back."""
    guests: Count = 0
    """How many look on without being members."""
    practice: Practice | None = None
    """What is practised here; nil in a room whose races count."""
    search: Search = "none"
    """`looking` while the race begins by itself as soon as there is a deal that can be won;
    `no deal` when none was found in reasonable time: the host may start again, or change the
    settings to any deals."""
    evening: Evening | None = None
    """What the races here add up to; nil in a room for practice or for a daily deal."""
    daily: Day = ""
    """The day on whose daily deal the host's attempt is made here; empty of any other room, of one
    for practice, too."""


class MemberChanged(ServerMessage, frozen=True, tag="member"):
    """Says that somebody came into the room, or that a member has changed."""

    member: Member
    """How that member is now."""


class Guests(ServerMessage, frozen=True, tag="guests"):
    """Says how many look on now without being members.  It comes at most once a second."""

    guests: Count
    """How many there are."""


class Searching(ServerMessage, frozen=True, tag="searching"):
    """Says how the search goes for a deal that can be won, in a room that is `looking` for one.

    It comes when the search has just begun, and then at most once in two seconds.
    """

    deals: Count
    """How many deals were tried since then that were not what is wanted."""
    milliseconds: Milliseconds
    """How long the search has taken."""


class MemberLeft(ServerMessage, frozen=True, tag="member left"):
    """Says that somebody is no member of the room any more."""

    player: Id


class LeftRoom(ServerMessage, frozen=True, tag="left room"):
    """Says that the reader is in no room any more."""

    reason: Sentence = ""
    """Why the reader was sent away.  Empty for those who left by themselves."""


class Said(ServerMessage, frozen=True, tag="said"):
    """Brings what somebody in the room said."""

    player: Id
    name: Name
    text: Text
    """Plain text, never markup."""


class Remark(Struct, frozen=True):
    """What somebody said before."""

    player: Id
    name: Name
    text: Text
    """Plain text, never markup."""


class SaidBefore(ServerMessage, frozen=True, tag="said before"):
    """Brings what was said in the room, as far as it is kept; to a guest, only since they came in.

    It comes with the whole view where there is any, and takes the place of what the reader knew.
    """

    said: Annotated[list[Remark], Meta(max_length=MAX_SAID)]
    """The oldest first."""


class Countdown(ServerMessage, frozen=True, tag="countdown"):
    """Says that a race is about to start.

    What the reader knew of the race before is past, also for whoever has missed the rematch.
    """

    race: Id
    milliseconds: Milliseconds
    """The milliseconds until the start."""
    commitment: Digest
    """The SHA-256 of the seed, in hexadecimal.  `Results` brings the seed itself."""
    certificate: Digest = ""
    """Of a deal that can be won, the SHA-256 of seed and solution, in hexadecimal; empty of any
    other.  `Results` brings the solution itself."""


class Standing(Struct, frozen=True):
    """How one racer stands in a race."""

    player: Id
    name: Name
    status: Status = "racing"
    score: Score = 0
    place: Count = 0
    """The racer's place, 1 for the first.  Racers that nothing tells apart share a place."""
    moves: Count = 0
    """How many entries (moves and undos) the racer's journal holds."""
    milliseconds: Milliseconds = 0
    """The milliseconds from the start to the win or, without a win, to when the racer first had the
    present score."""
    connected: bool = True
    """False while the racer's connection is lost."""
    bot: bool = False
    undos: Count = 0
    """How many of the `moves` are undos."""
    level: Level = 0
    """How well a bot plays, as in `Member`."""


Standings: TypeAlias = Annotated[list[Standing], Meta(max_length=64)]


class RaceStarted(ServerMessage, frozen=True, tag="race"):
    """Says that a race is on.

    It goes to everybody at the start, and to whoever comes in or back later.  A `Board` follows for
    each board that the reader may see.  What the reader knew of a race with another number is past.
    """

    race: Id
    settings: Settings
    elapsed: Milliseconds
    """The milliseconds since the start of the race; when it is over, those that it took."""
    commitment: Digest
    """The SHA-256 of the seed, as in `Countdown`."""
    standings: Standings
    certificate: Digest = ""
    """The SHA-256 of seed and solution, as in `Countdown`."""


class Board(ServerMessage, frozen=True, tag="board"):
    """Brings a whole board, as its reader may see it."""

    player: Id
    """The racer whose board it is."""
    number: Number
    """How many entries this racer's journal holds."""
    piles: Annotated[list[Cards], Meta(max_length=256)]
    """The cards of each pile, a byte each and the bottom card first.  Cards that lie face down are
    0x80."""
    score: Score = 0
    """What pays, and what costs, is in the game's rules."""
    redeals: Number = 0
    """How many redeals of the game were used."""
    marks: Marks = ()
    """What else a few games have to remember (a base card, a direction), for who has the rules."""
    status: Status = "racing"


class Step(ServerMessage, frozen=True, tag="step"):
    """Says that a racer's next entry was done, and what it changed on their board.

    To the racer this is the acknowledgement: the entry is on the server's disk.  A client that
    holds a board whose number is not `number - 1` asks for a `Resync`.
    """

    player: Id
    """The racer whose board it is."""
    number: Number
    """How many entries this racer's journal holds now."""
    piles: Annotated[dict[Byte, Cards], Meta(max_length=256)]
    """The piles that changed, by their index, with the cards that they hold now."""
    score: Score
    """The score after it."""
    redeals: Number = 0
    """How many redeals were used after it; left out means 0, not that nothing changed."""
    marks: Marks = ()
    """What else the game has to remember after it; left out means nothing."""
    status: Status = "racing"
    """`won` or `stuck` if this entry ended the race for its racer."""


PlaceKind: TypeAlias = Literal[
    "stock", "waste", "foundation", "tableau", "reserve", "cell", "discard"
]

Thousandths: TypeAlias = Annotated[int, Meta(ge=-(10**6), le=10**6)]
"""Thousandths of a card's width, from left to right, or of its height, from above."""


class LaidPlace(Struct, frozen=True, omit_defaults=True):
    """Where a pile lies, and what it looks like.  A field that has its default is left out."""

    kind: PlaceKind
    """What players call the pile."""
    x: Thousandths
    """Where the left edge of its lowest card is."""
    y: Thousandths
    """Where the upper edge of its lowest card is."""
    spread: Literal["squared", "down", "right"] = "squared"
    """Which way its cards lie apart, if they do."""
    fan: Byte = 0
    """How many of a spread pile's top cards lie apart; 0 stands for all of them."""
    down: Byte = 0
    """How many cards are dealt to it face down, before those face up."""
    up: Byte = 0
    """How many cards are dealt to it face up."""
    outlined: bool = False
    """Whether its place is to be seen while it is empty."""
    sign: Annotated[str, Meta(max_length=8)] = ""
    """What its empty place says of itself: the rank (`A`, `2` to `10`, `J`, `Q`, `K`) or the suit
    (`clubs`, `diamonds`, `hearts`, `spades`) that it begins with."""
    mark: Annotated[str, Meta(max_length=8)] = ""
    """What stands on the pile for players to tell it by: the hour on a clock."""
    clicked: bool = False
    """Whether clicks on it are part of the game."""
    filled: Annotated[list[Byte], Meta(max_length=256)] = []
    """The piles whose cards a click brings back to it once it is empty, while there are any and a
    redeal is left.  An empty stock that is clicked bears the sign `redeal` then, and else `x`."""


class Layout(ServerMessage, frozen=True, tag="layout"):
    """Says how the boards of a race are laid out, to those who asked for help.

    It comes after `RaceStarted`.
    """

    race: Id
    places: Annotated[list[LaidPlace], Meta(max_length=256)]
    """The place of each pile, by the pile's number."""
    button: Annotated[str, Meta(max_length=40)] = ""
    """What the game's button says; empty for a game without one."""
    button_pile: Byte | None = None
    """The pile whose click the button is; nil if it is an action of its own, `[]`."""
    tap: bool = False
    """Whether a click alone moves cards that have one way to go."""
    glow: bool = False
    """Whether cards that can be moved are to glow, as they are hard to find among the others."""
    redeals: Number | None = None
    """How often the cards may come round again in a game; nil where there is nothing to count.  A
    `Board` and a `Step` say how often they did."""


class Choices(ServerMessage, frozen=True, tag="choices"):
    """Says what its reader may do now, if the reader asked for help.

    It comes after each `Board` and `Step` of the reader's own board on which the race goes on.
    What it does not name is refused.
    """

    number: Number
    """How many entries the reader's journal holds in this position."""
    moves: Annotated[
        list[Annotated[tuple[Byte, ...], Meta(max_length=258)]], Meta(max_length=10_000)
    ]
    """For each number of top cards that may be lifted from a pile: `[source, count, *targets]`.
    The targets are the piles that take them, the one to which a double-click moves them first;
    there may be none."""
    clicks: Annotated[list[Byte], Meta(max_length=256)] = []
    """The piles on which a click does something."""
    button: bool = False
    """Whether the game's button does something."""
    undo: bool = False
    """Whether there is anything that may be taken back."""
    redeals: Number | None = None
    """How often the cards may still come round again; nil where there is nothing to count."""
    signs: Annotated[dict[Byte, Annotated[str, Meta(max_length=8)]], Meta(max_length=256)] = {}
    """What places say that are empty, beside what the `Layout` has told: a stock `redeal` where a
    click fills it again and `x` where nothing does any more, a foundation with what it begins where
    that is settled only in the game."""
    finish: bool = False
    """Whether `GetAdvice` about `finish` has moves to tell, once few cards are left."""


class Advice(ServerMessage, frozen=True, tag="advice"):
    """Answers `GetAdvice`."""

    about: Literal["hint", "finish", "why"]
    """What was asked for."""
    number: Number
    """How many entries the reader's journal holds in the position that it is about."""
    actions: Annotated[list[WireAction], Meta(max_length=256)] = []
    """One action, or all those that win the game in this order; none where there are none.  For
    `why`, the action that was asked about.  No hint leads back to where the game has been: where
    all that is left does so, there is none."""
    text: Sentence = ""
    """What a hint does, in a sentence for people, or that there is none.  For `why`, the reason,
    without its capital and full stop; in it stand `{cards}` for the `cards` and `%n` for the
    `count`.  It is empty where the action can be done."""
    cards: Cards = b""
    """Each card that would be welcome there."""
    count: Number = 0
    """The number in the reason."""
    known: bool = False
    """Whether a hint is the next action of a solution: in a room for practice, as long as the game
    is on the way of one that the server knows."""


class Refused(ServerMessage, frozen=True, tag="refused"):
    """Says that the reader's `Act` or `Undo` was not done."""

    number: Number
    """The number that the refused message had."""
    expected: Number
    """The number that the next entry must have: how many the reader's journal holds."""
    reason: Sentence
    """Why it was refused, in a sentence for people."""


class Progress(ServerMessage, frozen=True, tag="progress"):
    """Says how everybody stands.  It comes at most ten times a second."""

    standings: Standings


Points: TypeAlias = Annotated[list[tuple[Milliseconds, Score]], Meta(max_length=MOST_POINTS)]


class EndAsked(ServerMessage, frozen=True, tag="end asked"):
    """Says that the host would like to end the race, and asks those who are still racing.

    It comes again when somebody has answered, and with the whole view.
    """

    race: Id
    milliseconds: Milliseconds
    """The milliseconds for an answer; 0 where it is not asked any more, as somebody would rather
    go on."""
    agreed: Annotated[list[Id], Meta(max_length=64)] = []
    """Who has agreed."""
    by: Id = 0
    """Who would rather go on, when somebody has said so."""


class Curves(ServerMessage, frozen=True, tag="curves"):
    """Says how everybody's score went so far.

    It comes after `RaceStarted` to whoever comes in during a race, and to everybody before
    `Results`.
    """

    race: Id
    curves: Annotated[dict[Id, Points], Meta(max_length=64)]
    """For each player, pairs of the milliseconds from the start and the score from then on."""


class Results(ServerMessage, frozen=True, tag="results"):
    """Says that the race is over, and how it ended."""

    race: Id
    settings: Settings
    standings: Standings
    """How everybody stands at the end, the best first."""
    seed: Seed
    """The seed that the deal was made from."""
    commitment: Digest
    """The SHA-256 of the seed, as `Countdown` brought it."""
    winners: Annotated[list[Id], Meta(max_length=64)] = []
    """Whose win counts on the leaderboard; nobody's, for example, if nobody moved.

    Who was sent away has not won, and is nobody whom others left behind."""
    certificate: Digest = ""
    """The SHA-256 of seed and solution, as `Countdown` brought it; empty of any other deal."""
    solution: Solution = []
    """Of a deal that can be won, what wins it: the actions, from the deal on."""


class Rating(Struct, frozen=True, omit_defaults=True):
    """A player's rating in one family of games, or in all: what is told of it."""

    value: Count
    """The rating: the player is better for almost certain.  It begins at
    1000."""
    spread: Count
    """How much is not known: in the middle, the player is three times as much above the `value`,
    and one in three is further off than once."""
    races: Count
    """How many rated races it comes of."""
    sure: bool = False
    """False as long as the value is told with a question mark."""
    family: Family = ""
    """The family of games; empty for all games together."""


class RatingChange(Struct, frozen=True, omit_defaults=True):
    """What a race has made of a racer's ratings."""

    player: Id
    overall: Rating
    """In all games together, after the race."""
    family: Rating
    """In the family of the game, after the race."""
    overall_before: Count = 0
    """The value before; before the first race that with which ratings begin."""
    family_before: Count = 0
    """The same in the family of the game."""


class Rated(ServerMessage, frozen=True, tag="rated"):
    """Says what a race has made of its racers' ratings.

    It follows the `Results` of a rated race, after a moment.
    """

    race: Id
    changes: Annotated[list[RatingChange], Meta(max_length=64)]
    """One of each racer who was rated: bots are not."""


Ranked: TypeAlias = Literal["fastest", "best"]
"""The list of a leaderboard that a feat is about: the quickest wins, or the highest scores."""


class Feat(Struct, frozen=True, omit_defaults=True):
    """What a race has changed for one of its racers on the leaderboards.

    The leaderboard is that of all time, of the race's game with its options, on such deals.
    """

    player: Id
    first_win: bool = False
    """Whether it is the player's first race won in this game, with whichever options."""
    first_solved: bool = False
    """Whether the player has won this game, with whichever options, for the first time."""
    ranked: Ranked | None = None
    """The list in which the player has a new best; null where there is none."""
    milliseconds: Milliseconds = 0
    """In `fastest`: the milliseconds of the win."""
    milliseconds_before: Milliseconds = 0
    """Those of the quickest win before; 0 if there was none."""
    score: Score = 0
    """In `best`: the score."""
    score_before: Score | None = None
    """The highest score before; null if there was none that is listed."""
    place: Count = 0
    """The place in that list after the race, 1 for the first; 0 where there is none."""
    place_before: Count = 0
    """The place in it before the race; 0 for who was not listed."""


class Feats(ServerMessage, frozen=True, tag="feats"):
    """Says what a race has changed on the leaderboards.

    It follows the `Results` after a moment, as `Rated` does, and not before all who watch have seen
    them.  It does not come where nothing has changed.
    """

    race: Id
    feats: Annotated[list[Feat], Meta(max_length=64)]
    """One of each racer for whom anything has changed: bots have none."""


class RatedPlayer(Struct, frozen=True):
    """Somebody in the list of ratings."""

    player: Id
    name: Name
    place: Count
    """1 for the highest rating; those who have the same share a place."""
    rating: Rating
    """The player's rating there."""


class Ratings(ServerMessage, frozen=True, tag="ratings"):
    """Brings the players with the highest ratings."""

    family: Family
    """Of which family of games; empty for all games together."""
    season: Count
    """Which season it is of, 1 for the first."""
    seasons: Count
    """The season that is going on."""
    listed: Count
    """How many players have a rating there."""
    players: Annotated[list[RatedPlayer], Meta(max_length=MAX_ROWS)] = field(default_factory=list)
    """The highest first; those whose ratings are not sure come after all others."""
    own: RatedPlayer | None = None
    """The asker's row, also where it is too far down to be among these."""


class RatingPoint(Struct, frozen=True, omit_defaults=True):
    """A rating after a race."""

    at: Moment
    """When the race ended, in seconds since 1970."""
    value: Count
    """The rating after it, as in `Rating`."""
    spread: Count
    """How much is not known, as in `Rating`."""
    race: Id = 0
    """The race; 0 if its replay is not for the asker."""


class RatingCourse(ServerMessage, frozen=True, tag="rating course"):
    """Brings how a player's rating went in this season."""

    player: Id
    family: Family
    """In which family of games; empty for all games together."""
    points: Annotated[list[RatingPoint], Meta(max_length=MAX_COURSE)] = field(default_factory=list)
    """After each race, or after the last ones if there are very many; the oldest first."""


class BestResult(Struct, frozen=True):
    """One racer's finished race on the leaderboard."""

    race: Id
    """0 for a race whose replay is not for the asker: its room had a password."""
    player: Id
    name: Name
    status: Status
    score: Score
    milliseconds: Milliseconds
    moves: Count
    """How many moves and undos it took."""
    at: Moment
    """When the race ended, in seconds since 1970."""


class Tally(Struct, frozen=True):
    """How often a player has raced in a game, and how often they won."""

    player: Id
    name: Name
    races: Count
    """How many finished races the player was in."""
    wins: Count
    """Races that this player won: who came first and made a move, and won the game or had a rival
    who made a move, too.  To share the first place with no more than the deal gave is no win.
    Those who were sent away from a race, or were racing when their room was closed, have not won
    it, and are nobody's rivals: who wins beside them has won the game or beaten another."""


class OwnBest(Struct, frozen=True):
    """The asker's own row in a list of a leaderboard, also where it is too far down to be told."""

    place: Count
    """Where it stands in the whole list, 1 for the first row."""
    result: BestResult
    """The row."""


class OwnTally(Struct, frozen=True):
    """The asker's own row among the players of a leaderboard, as `OwnBest`."""

    place: Count
    """Where it stands in the whole list, 1 for the first row."""
    tally: Tally
    """The row."""


class OwnRows(Struct, frozen=True, omit_defaults=True):
    """The asker's own rows in the lists of a leaderboard; null where the asker is not listed."""

    fastest: OwnBest | None = None
    """Among the quickest wins."""
    best: OwnBest | None = None
    """Among the highest scores."""
    players: OwnTally | None = None
    """Among the players."""


class Listed(Struct, frozen=True, omit_defaults=True):
    """How many are in each list of a leaderboard, told or not."""

    fastest: Count = 0
    """Players with a win."""
    best: Count = 0
    """Players with a score."""
    players: Count = 0
    """Players who were in a race."""


BestResults: TypeAlias = Annotated[list[BestResult], Meta(max_length=MAX_ROWS)]
Tallies: TypeAlias = Annotated[list[Tally], Meta(max_length=MAX_ROWS)]


class Leaderboard(ServerMessage, frozen=True, tag="leaderboard"):
    """Brings the best players of a game with these options."""

    game: Annotated[str, Meta(max_length=40)]
    """Empty where the one was asked for that was raced most often, and nobody has raced yet."""
    options: GameOptions
    fastest: BestResults = field(default_factory=list)
    """The quickest win of each player, the quickest first."""
    best: BestResults = field(default_factory=list)
    """The highest score of each player, the highest first; without those that are 0 or less, or
    that the deal gave before the first move."""
    players: Tallies = field(default_factory=list)
    """How often each player won, those who did so most often first."""
    period: Period = "all"
    listed: Listed = Listed()
    """How many there are in each list."""
    own: OwnRows = OwnRows()
    """Where the asker stands in each list."""
    deals: Deals = "any"
    """Which deals they were raced on."""


class RacedGame(Struct, frozen=True):
    """A game that people have raced here."""

    game: GameName
    options: GameOptions
    """The options with which it was raced most often."""
    results: Count
    """How many results of people there are, with whichever options: one of each racer of a race."""
    deals: Deals = "any"
    """The deals on which it was raced most often, with these options."""


class NewResult(Struct, frozen=True):
    """A race of the past day, told by how its best person did."""

    race: Id
    """0 for a race whose replay is not for the asker."""
    game: GameName
    options: GameOptions
    racers: Count
    """How many raced in it, bots too."""
    player: Id
    """The person who came in before all other people."""
    name: Name
    place: Count
    """That player's place, 1 for the first."""
    status: Status
    score: Score
    milliseconds: Milliseconds
    at: Moment
    """When the race ended, in seconds since 1970."""
    deals: Deals = "any"
    won: bool = False
    """Whether it counts among that player's wins: see `Tally`."""


class NewRecord(Struct, frozen=True):
    """The quickest win of all time in a game with its options."""

    race: Id
    """0 for a race whose replay is not for the asker."""
    game: GameName
    options: GameOptions
    player: Id
    name: Name
    milliseconds: Milliseconds
    """The milliseconds of the win."""
    at: Moment
    """When the race ended, in seconds since 1970."""
    before: Milliseconds = 0
    """Those of the quickest win of anybody's before that; 0 where nobody had won."""
    deals: Deals = "any"


class Riser(Struct, frozen=True):
    """Somebody whose rating has risen in the past week."""

    player: Id
    name: Name
    rating: Rating
    """The rating in all games together, as it is now."""
    gained: Count
    """By how much it has risen."""


class Overview(ServerMessage, frozen=True, tag="overview"):
    """Brings what there is to see on the leaderboards: what is new, and which games were raced.

    Bots are left out, as on all leaderboards.  It may be a minute old.
    """

    races: Count = 0
    """How many races with people in them ended in the past day."""
    people: Count = 0
    """How many people were in these."""
    latest: Annotated[list[NewResult], Meta(max_length=MAX_NEWS)] = field(default_factory=list)
    """The last of these races, the newest first."""
    games: Annotated[list[RacedGame], Meta(max_length=MAX_GAMES)] = field(default_factory=list)
    """The games that were raced, the one with the most results first."""
    records: Annotated[list[NewRecord], Meta(max_length=MAX_NEWS)] = field(default_factory=list)
    """Of the records that hold, those that were set last, the newest first."""
    risers: Annotated[list[Riser], Meta(max_length=MAX_NEWS)] = field(default_factory=list)
    """Whose rating has risen most in the past week, as far as this season goes back."""


class GameRecord(Struct, frozen=True):
    """What a player has done in one game with one choice of options."""

    game: GameName
    options: GameOptions
    races: Count
    """How many finished races the player was in."""
    wins: Count
    """Races that this player won, as in `Tally`."""
    solved: Count
    """Races in which the game was won, whatever the place."""
    fastest: Milliseconds = 0
    """The milliseconds of the quickest win, or 0 if there is none."""
    best: Score = 0
    """The highest score."""
    fastest_race: Id = 0
    """The race of the quickest win; 0 if there is none, or its replay is not for the asker."""
    best_race: Id = 0
    """The race of the highest score; 0 if its replay is not for the asker."""
    deals: Deals = "any"
    """Which deals they were raced on."""


class PastRace(Struct, frozen=True):
    """A race that a player was in."""

    race: Id
    game: GameName
    options: GameOptions
    place: Count
    """The player's place in it, 1 for the first."""
    racers: Count
    """How many raced in it."""
    status: Status
    score: Score
    milliseconds: Milliseconds
    at: Moment
    """When the race ended, in seconds since 1970."""
    won: bool = False
    """Whether it counts among the player's wins: see `Tally`."""
    seed: Seed = ""
    """The seed that its deal was made from, for who has the rules to picture it."""
    deals: Deals = "any"
    """Which deals it was raced on."""


class Rival(Struct, frozen=True):
    """Somebody whom a player has raced against."""

    player: Id
    name: Name
    races: Count
    """How many races both were in."""
    ahead: Count
    """In how many of them the player came in before this rival."""
    behind: Count
    """In how many after.  Who shares a place is neither; nor is there either where one of them was
    `stopped` and the other has not won the game."""


class Profile(ServerMessage, frozen=True, tag="profile"):
    """Brings what a player has done on this server."""

    player: Id
    name: Name
    bot: bool = False
    since: Moment = 0
    """When this player first came, in seconds since 1970."""
    races: Count = 0
    """How many finished races the player was in."""
    wins: Count = 0
    """Races that this player won, as in `Tally`."""
    games: Annotated[list[GameRecord], Meta(max_length=MAX_GAMES)] = field(default_factory=list)
    """What the player has done in each game, the game played most often first."""
    recent: Annotated[list[PastRace], Meta(max_length=MAX_RECENT)] = field(default_factory=list)
    """The player's last races, the newest first.  Of those in rooms with a password, only races
    that the asker was in are among them."""
    ratings: Annotated[list[Rating], Meta(max_length=MAX_FAMILIES)] = field(default_factory=list)
    """The player's ratings in this season: first that of all games, then the families, those with
    the most races first."""
    streak: Count = 0
    """How many of the last races the player won in a row, up to the newest.  Races that were
    stopped before anybody won are passed over."""
    best_streak: Count = 0
    """The most that the player has ever won in a row."""
    rivals: Annotated[list[Rival], Meta(max_length=MAX_RIVALS)] = field(default_factory=list)
    """The people whom the player has met most often, in the last 2,000 races; without those in
    rooms with a password that the asker was not in."""


class DailyResult(Struct, frozen=True, omit_defaults=True):
    """How an attempt at a daily deal went.  A field that has its default is left out."""

    player: Id
    name: Name
    place: Count
    """1 for the first, of all whose attempts are over: by the order of any race, each by their own
    clock.  Those that nothing tells apart share a place."""
    status: Status
    score: Score = 0
    milliseconds: Milliseconds = 0
    moves: Count = 0
    """How many moves and undos it took."""
    race: Id = 0
    """The race that it was, for `GetReplay`; 0 if its replay is not for the asker."""


DailyResults: TypeAlias = Annotated[list[DailyResult], Meta(max_length=MAX_ROWS)]


class Streak(Struct, frozen=True, omit_defaults=True):
    """On how many days in a row somebody has made an attempt, won or not.

    Days without a daily deal, when there was no server, are passed over.
    """

    now: Count = 0
    """Up to today, or up to yesterday as long as there is no attempt of today."""
    best: Count = 0
    """The most that there ever were."""


Attempt: TypeAlias = Literal["none", "on", "over"]
"""Whether somebody has made their attempt at a daily deal, or is about it."""


class Daily(ServerMessage, frozen=True, tag="daily"):
    """Brings a day's deal: what it is of, and how it went.

    Nothing of the deal is told here, and how it went only to who has made an attempt that is over,
    or when the day is over; until then `rows` is empty.
    """

    day: Day
    game: GameName
    options: GameOptions
    deals: Deals
    """Which of the deals that can be won it is."""
    until: Moment
    """When the day is over, in seconds since 1970: midnight at the server."""
    over: bool = False
    """Whether the day is over: then it is played for practice only."""
    attempt: Attempt = "none"
    """Whether the asker has made theirs."""
    players: Count = 0
    """How many attempts are over, of everybody's."""
    winners: Count = 0
    """How many of those have won the game."""
    rows: DailyResults = field(default_factory=list)
    """How they went, the best first."""
    own: DailyResult | None = None
    """How the asker's own went, also where it is too far down to be among these."""
    curve: Annotated[list[Annotated[int, Meta(ge=0, le=7)]], Meta(max_length=BLOCKS)] = field(
        default_factory=list
    )
    """How the score went in the asker's own, for a line to share: its height at the end of equal
    spans of the time, from 0 for the lowest to 7 for the highest."""
    streak: Streak = Streak()
    """The asker's."""


class DailyDay(Struct, frozen=True, omit_defaults=True):
    """A day in the list of a month.  A field that has its default is left out."""

    day: Day
    game: GameName
    options: GameOptions
    deals: Deals = "winnable"
    """Which of the deals that can be won it is."""
    over: bool = False
    """Whether the day is over."""
    attempt: Attempt = "none"
    """Whether the player who was asked for has made theirs."""
    players: Count = 0
    """How many attempts are over."""
    winners: Count = 0
    """How many of those have won the game."""
    own: DailyResult | None = None
    """How that of the player went who was asked for; nil where there is none, or the asker may not
    see it yet."""
    best: DailyResult | None = None
    """The first of all; nil where there is none, or the asker may not see it yet."""


class DailyTallied(Struct, frozen=True, omit_defaults=True):
    """What somebody has gathered in a month.  A field that has its default is left out."""

    player: Id
    name: Name
    place: Count
    """1 for the most points; those who have as many share a place."""
    points: TallyPoints = 0
    """In halves of a point: of each day 10, 7, 5, 4, 3, 2 and 1 for the first seven places, half of
    that for who has not won the game, and none for who got no further than the deal."""
    days: Count = 0
    """How many attempts the player has made."""
    wins: Count = 0
    """In how many of them the game was won."""


class Dailies(ServerMessage, frozen=True, tag="dailies"):
    """Brings the daily deals of a month, and what they add up to.

    The table counts days that are over: those of today's are told by `Daily`.
    """

    month: Month
    first: Month = ""
    """The month of the first daily deal here; empty where there was none yet."""
    days: Annotated[list[DailyDay], Meta(max_length=MAX_DAYS)] = field(default_factory=list)
    """The days that have a deal, the first one first, up to today."""
    players: Count = 0
    """How many are in the month's table."""
    rows: Annotated[list[DailyTallied], Meta(max_length=MAX_ROWS)] = field(default_factory=list)
    """The month's table, the most points first."""
    player: Id = 0
    """Whose results are told beside the best ones; 0 for a guest's own, who has none."""
    own: DailyTallied | None = None
    """The row of that player, also where it is too far down to be among these."""
    streak: Streak = Streak()
    """That player's; of somebody else's, today does not count as long as the asker may not see how
    it went."""


class PastEvening(Struct, frozen=True, omit_defaults=True):
    """An evening of a room that the reader was in.  A field that has its default is left out.

    Of a room with a password, only those races are in it that the reader was told of there.
    """

    evening: Id
    """By what it is known: the race that it began with."""
    began: Moment
    """When its first race was started, in seconds since 1970."""
    ended: Moment
    """When its last race was over, in seconds since 1970."""
    host: Annotated[str, Meta(max_length=24)] = ""
    """The name of who was the host when that race began; empty where that is not known."""
    games: Annotated[list[GameName], Meta(max_length=MAX_DEALS)] = []
    """The games that were raced, each once, in their order."""
    tally: Evening = Evening()
    """What the races add up to.  In a list of evenings, it has neither curves nor more than the
    first five."""
    own: Tallied | None = None
    """The reader's own row of it; nil for who only watched."""
    said: Count = 0
    """How many lines of the chat are kept that the reader was told."""


class Past(ServerMessage, frozen=True, tag="past"):
    """Brings evenings that the reader was in a room for."""

    evenings: Annotated[list[PastEvening], Meta(max_length=MAX_PAST)] = field(default_factory=list)
    """The newest first."""
    before: Id = 0
    """Before which evening they were asked for, as in `GetPast`."""
    more: bool = False
    """Whether there are others before these."""
    keeps: Count = 0
    """For how many days the server keeps what is said in rooms; 0: it keeps nothing of it."""


class PastRemark(Struct, frozen=True):
    """What somebody said in an evening."""

    number: Id
    """It grows from line to line."""
    at: Moment
    """When it was said, in seconds since 1970."""
    player: Id
    name: Name
    """What the player is called now."""
    text: Text
    """Plain text, never markup."""


class OwnDataPart(Struct, frozen=True):
    """Where to go on: what `GetOwnData` has to ask for next."""

    section: OwnSection
    """Which part."""
    race: Id = 0
    """Where to go on: the id of a race."""
    number: Count = 0
    """Where to go on within that."""


class OwnData(ServerMessage, frozen=True, tag="own data"):
    """Brings a part of all that is stored about its reader."""

    section: OwnSection
    """Which part."""
    rows: Annotated[str, Meta(max_length=MAX_OWN_DATA)]
    """JSON: a list of objects, to be kept as they are.  What is in them is for people, and may
    change."""
    next: OwnDataPart | None = None
    """What to ask for next; nil if this was the last part."""


class Deleted(ServerMessage, frozen=True, tag="deleted"):
    """Says that its reader is deleted: the token is worth nothing, and the connection is closed."""


class NewToken(ServerMessage, frozen=True, tag="new token"):
    """Answers `RenewToken` with the token that makes its sender the same player from now on."""

    token: Token
    """The new token: keep it before anything else."""


class Announcement(ServerMessage, frozen=True, tag="announcement"):
    """Brings what whoever runs the server has to say to everybody, or the server to its reader."""

    text: Text
    """Plain text, never markup."""


class Pong(ServerMessage, frozen=True, tag="pong"):
    """Answers `Ping`."""


class Stopping(ServerMessage, frozen=True, tag="stopping"):
    """Says that the server is going to stop, and that no race can be started any more.

    Races under way go on when the server is back.
    """

    seconds: Count
    """The seconds until the server stops.  It stops sooner when no race is running."""


class Moved(ServerMessage, frozen=True, tag="moved"):
    """Says where to connect to instead, with the same token; this connection is closed now.

    A club may have several servers, and each room is on one of them.  What was asked for here has
    to be asked for again there.
    """

    address: Annotated[str, Meta(min_length=1, max_length=MAX_URL)]
    """The websocket's URL.  It is good for one connection: who loses that begins again where the
    club is known to be, for the room may be on yet another server by then."""


class PastRacer(Struct, frozen=True):
    """One racer of a race that is over."""

    player: Id
    name: Name
    status: Status
    score: Score
    place: Count
    """The racer's place, 1 for the first.  Racers that nothing tells apart share a place."""
    milliseconds: Milliseconds
    """The milliseconds from the start to the win or, without a win, to when the racer first had
    this score."""
    bot: bool = False
    ended: Milliseconds = 0
    """When the race was over for this racer, in milliseconds from the start: with the last move, or
    later for who gave up, say.  0 where that is not known, as in an old file."""


class PastDeal(Struct, frozen=True, omit_defaults=True):
    """A race of an evening that is past.  A field that has its default is left out."""

    race: Id
    game: GameName
    at: Moment
    """When it was over, in seconds since 1970."""
    options: GameOptions = {}
    deals: Deals = "any"
    """Which deals it was raced on."""
    racers: Annotated[list[PastRacer], Meta(max_length=64)] = []
    """Everybody who raced in it, the first first; `ended` is not told here."""
    replay: bool = True
    """Whether there are replays of it for the reader."""


class RoomPast(ServerMessage, frozen=True, tag="room past"):
    """Brings an evening of a room that the reader was in."""

    evening: PastEvening
    """The evening; where only chat was asked for, without its races and their tally."""
    races: Annotated[list[PastDeal], Meta(max_length=MAX_DEALS)] = field(default_factory=list)
    """Its races that are over, in their order; none where only chat was asked for."""
    said: Annotated[list[PastRemark], Meta(max_length=MAX_REMARKS)] = field(default_factory=list)
    """What was said while the reader was there, the oldest first: as much of it as is kept, with
    what the reader was told later than others from when that was so."""
    before: Id = 0
    """Before which line it was asked for, as in `GetRoomPast`."""
    more: bool = False
    """Whether there are lines before these."""
    keeps: Count = 0
    """For how many days the server keeps what is said in rooms; 0: it keeps nothing of it."""


class Replay(ServerMessage, frozen=True, tag="replay"):
    """Brings all that one racer did in a race: enough to play it again and check the result."""

    race: Id
    """The race's id; 0 in a file that a client made of a game played alone. That may be going on
    still, and what ended it may have been taken back."""
    player: Id
    name: Name
    game: GameName
    options: GameOptions
    seed: Seed
    """The seed that the deal was made from."""
    entries: Annotated[list[PackedEntry], Meta(max_length=MAX_ENTRIES)]
    """What the racer did, in order."""
    times: Annotated[list[Milliseconds], Meta(max_length=MAX_ENTRIES)]
    """When each entry was done, in milliseconds from the start of the race."""
    status: Status
    score: Score
    milliseconds: Milliseconds
    commitment: Digest = ""
    """The SHA-256 of the seed, as it went out before the start."""
    racers: Annotated[list[PastRacer], Meta(max_length=64)] = field(default_factory=list)
    """Everybody who raced in it, the first first: their replays can be seen beside this one.  None
    of a game played alone."""
    won: bool = False
    """Whether this is how the racer could still have won, and not what was done."""


class Change(Struct, frozen=True, omit_defaults=True):
    """What one entry of a replay changed.  A field that has its default is left out."""

    piles: Annotated[dict[Byte, Cards], Meta(max_length=256)]
    """The piles that changed, by their index, with the cards that they held then."""
    score: Score
    """The score after it."""
    redeals: Number = 0
    """How many redeals were used after it; left out means 0, not that nothing changed."""
    marks: Marks = ()
    """What else the game had to remember after it; left out means nothing."""


class Positions(ServerMessage, frozen=True, tag="positions"):
    """Brings what a board was like during a race that is over, or a part of that.

    Whoever has the `Replay` and all parts can show any moment of it without knowing any rules.
    """

    race: Id
    player: Id
    layout: Layout
    """How the board is laid out."""
    board: Board
    """What the board was like at first in this part.  Its `number` says after how many entries: at
    most the number that was asked for."""
    changes: Annotated[list[Change], Meta(max_length=MAX_POSITIONS)]
    """What each of the next entries changed, in order.  While the `Replay` has entries after these,
    there is another part."""
    solution: Count = 0
    """How many actions the solution has that was certified before the race: see `GetReplay`.  0 of
    a deal without any."""
    won: bool = False
    """Whether they are of how the racer could still have won, as the `Replay` says."""


AnalysisState: TypeAlias = Literal["waiting", "under way", "done", "failed"]
"""How far an analysis is."""


class Analysis(ServerMessage, frozen=True, tag="analysis"):
    """Says until when a racer's game could still be won, as far as that is proved.

    Moments are told in entries, those taken back and the undos included: 0 is the deal.
    """

    race: Id
    player: Id
    state: AnalysisState
    """How far it is: `failed` if the server could not go on with it, and may be asked again."""
    share: Annotated[int, Meta(ge=0, le=100)] = 0
    """How much of the work is done, in percent; it may leap."""
    won_until: Number | None = None
    """After so many entries it could still be won, for certain; nil where not even the deal is
    known to be one that can."""
    lost_from: Number | None = None
    """From so many entries on it could not be won any more, for certain; nil where no position is
    known to be lost.  Between the two it is not known."""
    solution: Solution = []
    """Actions that win from where it stood after `won_until` entries; none where it was won."""
    positions: Count = 0
    """How many positions were looked at for it."""
    luck: bool = False
    """Whether nothing that was done could have made a difference: then nothing else is told."""


class Outlook(ServerMessage, frozen=True, tag="outlook"):
    """Says whether the reader's game can still be won, as far as that is proved."""

    number: Number
    """How many entries the reader's journal holds in the position that it is about."""
    state: AnalysisState
    """How far it is: `failed` if the server could not go on with it, and may be asked again."""
    verdict: Verdict = "unknown"
    """`won` if it can still be won, `impossible` if it cannot.  When it is `done` and `unknown`, no
    win was found in a search of some seconds."""
    solution: Solution = []
    """Actions that win from there; none where they are too many, or are not known any more.  Hints
    of the room follow them, too."""


FromServer: TypeAlias = (
    Welcome
    | Problem
    | Rooms
    | RoomState
    | LeftRoom
    | Said
    | SaidBefore
    | Countdown
    | RaceStarted
    | Board
    | Step
    | Layout
    | Choices
    | Advice
    | Refused
    | Progress
    | Results
    | Leaderboard
    | Replay
    | Positions
    | Analysis
    | Outlook
    | Rated
    | Feats
    | Overview
    | Ratings
    | RatingCourse
    | Daily
    | Dailies
    | Past
    | RoomPast
    | MemberChanged
    | MemberLeft
    | Guests
    | Searching
    | Curves
    | EndAsked
    | Profile
    | OwnData
    | Deleted
    | NewToken
    | Announcement
    | Stopping
    | Moved
    | Pong
)

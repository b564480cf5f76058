"""What the server writes down, one type each.

A room emits records as things happen; the journal stores them.  With all records of a race, it
can be played again to where it stood.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from engine.play import Entry
from engine.state import Action
from protocol.messages import FIRST_GUEST, Practice, Replay, SeriesGame, Settings, Standing
from server.rooms.deals.certified import Certified
from server.rooms.passwords import NO_LOCK, Lock

Exit: TypeAlias = Literal["give up", "disconnected", "sent away"]
"""How a racer is out of the race without a move.

Who is sent away was stopped: by the host or the operator, who sent that racer away, ended the race
or closed the room; or a bot, when only bots were racing on.
"""
RaceEntry: TypeAlias = Entry | Exit
"""One entry of a race's journal: what a racer did, or what came of not being there."""


class Player(NamedTuple):
    """Somebody who plays here."""

    id: int
    name: str
    bot: bool = False
    level: int = 0
    """How well a bot plays, as it says: 1 to 5, or 0.  It is not written down."""

    @property
    def guest(self) -> bool:
        """Whether it is somebody without a name, who only looks on."""
        return self.id >= FIRST_GUEST


class RoomSaved(NamedTuple):
    """A room was made, or its host, its settings or its race changed."""

    code: str
    host: int
    settings: Settings
    race: int | None
    lock: Lock = NO_LOCK
    daily: str = ""
    """The day on whose deal the host's attempt is made there; empty of any other room."""


class PracticeSaved(NamedTuple):
    """A room is for practice: this is its deal, and what is done with it before each start."""

    code: str
    practice: Practice
    actions: tuple[Action, ...]


class PracticeGone(NamedTuple):
    """The room is for practice no more: its races count again."""

    code: str


class PracticeOver(NamedTuple):
    """A race that counted nowhere is past: nobody needs what was done in it."""

    race: int


class RoomClosed(NamedTuple):
    """Nobody is in the room any more."""

    code: str


class RoomHandedOver(NamedTuple):
    """The room goes on at another server, which has this epoch there: see `storage.neighbours`."""

    code: str
    server: int


class MemberSaved(NamedTuple):
    """Somebody came into a room, or took or left a seat there."""

    player: int
    code: str
    seated: bool


class MemberGone(NamedTuple):
    """Somebody left their room."""

    player: int


class ModerationSaved(NamedTuple):
    """The host of a room has sent somebody away, or taken somebody's word or given it back."""

    player: int
    code: str
    kicked: bool
    muted: bool


class RaceMade(NamedTuple):
    """A countdown began: the seed is fixed."""

    race: int
    settings: Settings
    seed: str
    commitment: str
    rules: int = 1
    """The version of the game's rules."""
    locked: bool = False
    """Whether the room has a password: then its moves are for those who were there."""
    practice: bool = False
    """Whether it counts nowhere, as its deal was known before."""
    certified: Certified | None = None
    """The deal with its solution, where it is one that can be won."""
    attempt: "Attempt | None" = None
    """Whose attempt at a daily deal it is, if it is one."""


class Attempt(NamedTuple):
    """A player's one attempt at the deal of a day; it is made when its race begins."""

    day: str
    player: int
    place: str = ""
    """Where it comes from, hashed; empty where that tells nothing."""


class RaceBegun(NamedTuple):
    """The race is on, with these players."""

    race: int
    racers: tuple[int, ...]


class Entered(NamedTuple):
    """A racer's entry was accepted.

    `number` is how many entries the race's journal holds before it: the journal takes no other.
    """

    race: int
    number: int
    player: int
    entry: RaceEntry
    milliseconds: int
    position: int | None = None
    """The checksum of the racer's position after it: whether it can be played again to the same."""


class ClockRead(NamedTuple):
    """The race has been going on for so many milliseconds."""

    race: int
    elapsed: int


class RaceOver(NamedTuple):
    """The race is over, with this result."""

    race: int
    elapsed: int
    standings: tuple[Standing, ...]
    published: bool = True
    """Whether everybody may know it; if not, a `RacePublished` follows."""


class RacePublished(NamedTuple):
    """Everybody may know now how a race ended: its spectators have seen it."""

    race: int


class RaceClosed(NamedTuple):
    """The race was given up by the server, for this reason: it has no result."""

    race: int
    reason: str


class Course(Struct, frozen=True, omit_defaults=True):
    """How far an evening is, beside its races."""

    next: SeriesGame | None = None
    """The game that comes next in a series, when it is not the room's yet."""
    spent: dict[int, int] = {}
    """How many vetoes each player has used up."""
    passed: list[str] = []
    """The games that were passed over by these, by name."""


class EveningSaved(NamedTuple):
    """An evening has begun in a room, or has got on."""

    code: str
    evening: int
    """The race that it began with, by which it is known; 0 before that."""
    course: Course


class RaceOfEvening(NamedTuple):
    """A race is this one of an evening, counted from 1.

    One that was called off has no result, and the next one has its number.
    """

    race: int
    evening: int
    number: int
    host: int
    """Who was the host then."""


class Attended(NamedTuple):
    """These players were in a room in an evening, and knew how so many of its races had ended."""

    evening: int
    number: int
    players: tuple[int, ...]


class RemarkMade(NamedTuple):
    """Somebody said something in a room that is kept."""

    code: str
    number: int
    """Which line of the room it is, from 1."""
    evening: int
    """The race that the evening began with; 0 before the first one of the room."""
    most: int
    """So many lines of the room are kept: older ones go."""
    player: int
    text: str
    heard: tuple[int, ...]
    """Who was told it at once."""
    waits: bool = False
    """Whether others are told it later, as they see the race: a `RemarkHeard` follows."""


class RemarkHeard(NamedTuple):
    """Those who see the race later were told a line of the room, too."""

    code: str
    number: int
    heard: tuple[int, ...]


Record: TypeAlias = (
    RoomSaved
    | PracticeSaved
    | PracticeGone
    | PracticeOver
    | RoomClosed
    | RoomHandedOver
    | MemberSaved
    | MemberGone
    | ModerationSaved
    | RaceMade
    | RaceBegun
    | Entered
    | ClockRead
    | RaceOver
    | RacePublished
    | RaceClosed
    | EveningSaved
    | RaceOfEvening
    | Attended
    | RemarkMade
    | RemarkHeard
)


@dataclass
class StoredRace:
    """A race as it was written down."""

    id: int
    seed: str
    racers: list[Player] = field(default_factory=list)
    """Empty while the race has not begun."""
    elapsed: int = 0
    over: bool = False
    entries: list[Entered] = field(default_factory=list)
    rules: int = 1
    """The version of the game's rules that it was dealt with."""
    damage: str = ""
    """Why it cannot be read, if so."""
    certified: Certified | None = None
    """The deal with its solution, where it is one that can be won."""


class PastGame(NamedTuple):
    """A game of a finished race as it was written down."""

    replay: Replay
    settings: Settings
    """Those of its race."""
    at: int
    """When that race ended, in seconds since 1970."""


class PastRace(NamedTuple):
    """A race of an evening that is over."""

    id: int
    game: str
    standings: tuple[Standing, ...]


@dataclass
class StoredEvening:
    """An evening as it was written down."""

    id: int = 0
    course: Course = field(default_factory=Course)
    races: list[PastRace] = field(default_factory=list)
    """Those that are over, in their order."""


class StoredRemark(NamedTuple):
    """A line of a room's chat as it was written down."""

    number: int
    evening: int
    player: int
    name: str
    text: str
    waits: bool
    """Whether those who see the race later have not been told it yet."""


@dataclass
class StoredRoom:
    """A room as it was written down."""

    code: str
    host: int
    settings: Settings
    members: list[tuple[Player, bool]]
    """Everybody, and whether they have a seat."""
    race: StoredRace | None = None
    lock: Lock = NO_LOCK
    kicked: frozenset[int] = frozenset()
    muted: frozenset[int] = frozenset()
    practice: PracticeSaved | None = None
    """What is practised there, if that is what it is for."""
    ghosts: list[PastGame] = field(default_factory=list)
    """The games that race along, as far as they are still there."""
    evening: StoredEvening | None = None
    """What its races add up to; None before the first of them."""
    daily: str = ""
    """The day on whose deal the host's attempt is made there, if so."""
    said: list[StoredRemark] = field(default_factory=list)
    """The last that was said there, the oldest first, as far as it is kept."""

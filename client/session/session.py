"""A client's side of the conversation, without a socket or a clock: frames in, frames out.

The Qt client, the terminal spectator and the bots each put a connection around one `Session`:

    session = Session("Ada")
    session.opened(send)                     # on every new connection; `send` takes each frame
    for each in session.split(frame, now):   # a frame may hold several messages
        message = session.receive(each, now) # updates the session; the message says what happened
    session.act(Move(6, 1, 2))               # shows the move at once, and sends it to the server
    session.wake(now)                        # when it is `session.due`, unless that is None
    session.closed()                         # the connection is gone

`now` is a monotonic clock in seconds, the caller's own.

While there is no connection, moves, giving up and leaving the room are kept, and sent after the
next welcome; whatever else is asked for is dropped.
"""

import math
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from msgspec.structs import replace

from client.session.fairness_results import Claim, claims, raced
from client.session.intake import MOST_RACERS, Intake, check_playable, check_view
from client.session.own_entries import OwnEntries
from client.session.track import Track
from client.words.texts import stopping_text
from client.words.translation import translate
from engine import catalogue
from engine.chance import check_seed
from engine.game import Game
from engine.play import Entry
from engine.state import Action
from protocol import wire
from protocol.curve import Curve
from protocol.forms import BadMessage
from protocol.messages import (
    FIRST_GHOST,
    MAX_MEMBERS,
    VERSION,
    Act,
    Announcement,
    AnswerEnd,
    BeginAnew,
    Board,
    CallBot,
    ChangeSettings,
    Chat,
    CloseRoom,
    Countdown,
    CreateRoom,
    Curves,
    Deals,
    Deleted,
    DeleteMe,
    EndAsked,
    EndRace,
    Evening,
    Feats,
    FromClient,
    FromServer,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOverview,
    GetOwnData,
    GetPast,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetReplay,
    GetRoomPast,
    Ghost,
    GhostOf,
    GiveUp,
    Guests,
    Hello,
    HoldSeries,
    JoinRoom,
    Kick,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    Member,
    MemberChanged,
    MemberLeft,
    Moved,
    Mute,
    NewToken,
    Period,
    PlayDaily,
    Problem,
    Profile,
    Progress,
    RaceGhosts,
    RaceStarted,
    Rated,
    Refused,
    Rematch,
    RenewToken,
    Replay,
    Results,
    Resync,
    RoomPast,
    Rooms,
    RoomState,
    Said,
    SaidBefore,
    Searching,
    SetReady,
    Settings,
    Standing,
    StartRace,
    Step,
    StopLooking,
    Stopping,
    Undo,
    Veto,
    WatchRoom,
    Welcome,
)

MOST_MISFITS: Final = 16
"""The races of which is kept that a board was none of the game's."""
RESYNC_PAUSE: Final = 1.0
"""Seconds between two requests for all about the race: what does not fit may never fit."""
MOST_ASKED: Final = 64
"""The replays that are kept as asked for, until they come."""
MOST_FETCHED: Final = 8
"""The replays that are kept as the server's own."""
OF_ROOM: Final = (
    RoomState
    | Guests
    | Searching
    | MemberChanged
    | MemberLeft
    | Said
    | SaidBefore
    | Countdown
    | RaceStarted
    | Board
    | Step
    | Progress
    | Curves
    | Refused
    | Results
)
"""What members of a room are told of it."""
MOST_CLAIMS: Final = 1000
"""Rows of lists that are remembered."""


@dataclass
class ClientRace:
    """A race that this client takes part in or watches."""

    number: int
    settings: Settings
    game: Game
    commitment: str
    started: float
    """When it started, by the caller's clock."""
    standings: list[Standing]
    tracks: dict[int, Track] = field(default_factory=dict)
    """The boards that this client may see, by player."""
    ends: dict[int, int] = field(default_factory=dict)
    """When each racer who is done was first known to be, in milliseconds from the start."""
    length: int = 0
    """The milliseconds that it took; 0 until its results are known."""
    unreadable: str = ""
    """What was wrong with its results, which ended it unread; empty if nothing was."""

    def elapsed(self, now: float) -> float:
        """Return the seconds since the start."""
        return max(0.0, now - self.started)

    def at(self, now: float) -> int:
        """Return the milliseconds since the start, or those that the race may take."""
        return int(min(self.elapsed(now), self.settings.time_limit) * 1000)

    def remaining(self, now: float) -> float:
        """Return the seconds until the time is up."""
        return max(0.0, self.settings.time_limit - self.elapsed(now))


def _discard(_: bytes) -> None:
    """Take a frame while there is no connection."""


class Session:
    """What one client knows, and what it says to the server."""

    def __init__(
        self,
        name: str,
        token: str = "",
        *,
        bot: bool = False,
        level: int = 0,
        password: str = "",
    ) -> None:
        """Make the session of the player `name`, or of whom the `token` of an earlier visit names.

        `level` is a bot's.  `password` is the server's, where it asks new players for one.
        """
        self.name = name
        self.token = token
        self.bot, self.level = bot, level
        self.password = password
        self.room_password = ""
        """The password that was last given for a room."""
        self.player = 0
        """This client's player id; 0 until the server has said welcome."""
        self.welcomed = False
        """Whether there is a connection on which the server has answered the hello."""
        self.bots = 0
        """How many of the server's own bots the host of a room may call."""
        self.page = False
        """Whether the server has a page, so that a link to a room is enough."""
        self.daily = ""
        """The day whose deal the server had when it welcomed us; empty without one."""
        self.moved = ""
        """Where to connect instead, once the server has said so; `opened` takes it back."""
        self._wanted: CreateRoom | RaceGhosts | JoinRoom | WatchRoom | None = None
        """What was asked for about a room, and has no answer."""
        self.room: RoomState | None = None
        self.looking_since: float | None = None
        """When the room began to look for a deal, by the caller's clock; None where it does not, or
        did so before this client came."""
        self.deals_tried: int | None = None
        """How many deals it has tried; None where nobody has said so."""
        self.starting = False
        """Whether the next race is to begin as soon as everybody is ready."""
        self.closes = False
        """Whether this client has closed its last room itself."""
        self.countdown: Countdown | None = None
        self.starts = 0.0
        """When the countdown ends, by the caller's clock."""
        self.race: ClientRace | None = None
        self.results: Results | None = None
        self.rated: Rated | None = None
        """What the last race that was rated has made of its racers' ratings."""
        self.feats: Feats | None = None
        """What the last race has changed on the leaderboards, where it has changed anything."""
        self.end_asked: EndAsked | None = None
        """Whether the race is to end, while those are asked who are still racing."""
        self.answer_until = 0.0
        """Until when they may answer, by the caller's clock."""
        self.opens = 0.0
        """When the room opens for the next deal of a series by itself, by the caller's clock."""
        self.rooms: Rooms | None = None
        self.misfits: deque[int] = deque(maxlen=MOST_MISFITS)
        """The last races, by number, of which a board came that the game cannot have."""
        self.own = OwnEntries()
        """What this client has sent in the race."""
        self.claims: dict[tuple[int, int], Claim] = {}
        """What lists have said of how races ended, by race and player: the last of them."""
        self.stray_replay = False
        """Whether the last replay that came is none that was asked for."""
        self.fetched: deque[Replay] = deque(maxlen=MOST_FETCHED)
        """The last replays that came as they were asked for."""
        self._asked: deque[tuple[int, int]] = deque(maxlen=MOST_ASKED)
        """The replays that were asked for and have not come: (race, player), in order."""
        self._curves: dict[int, Curve] = {}
        self.notice = ""
        """What the server has to say to everybody; empty when there is nothing."""
        self.deleted = False
        """Whether the server has deleted this player: there is nothing to come back to."""
        self._run, self._attempt = secrets.token_hex(8), 0
        """Which run of a client this is, and how often it has connected before."""
        self._intake = Intake()
        """What this connection may still bring."""
        self._transmit: Callable[[bytes], object] = _discard
        """Takes each frame to the server."""
        self._quits = 0
        """The race that this client gives up, also if that is lost with the connection."""
        self._left = ""
        """The room, by its code, that this client has left while there was no connection, until the
        server has said that it knows."""
        self._resyncing = False
        """Whether everything is asked for again, or will be when it is `due`.

        Until it is here no entry is sent, so that all that was on its way has been answered then.
        """
        self._resynced = -inf
        """When it was last asked for, by the caller's clock."""
        self.due: float | None = None
        """When `wake` is to be called, by the caller's clock; None if there is no need."""
        self._stream = ""
        self._seen = 0
        """The newest event of the room's stream that is known, with all before it."""

    # The connection -------------------------------------------------------------------------------

    def opened(self, transmit: Callable[[bytes], object]) -> None:
        """Say hello on a new connection; what is known and pending stays.

        From now on until `closed`, `transmit` is called with each frame at the moment at which
        there is one, in the order in which they have to arrive.
        """
        self._transmit = transmit
        self._intake = Intake()
        if not self.moved:
            self._wanted = None
        self.moved = ""
        self._say_hello()

    def closed(self) -> None:
        """Take note that the connection is lost: nothing is sent until the next is `opened`."""
        self._transmit = _discard
        self.welcomed, self.due = False, None

    def introduce(self, name: str, token: str = "") -> None:
        """Say hello again on the same connection as somebody else: the name was refused."""
        self.name, self.token = name, token
        self._say_hello()

    def split(self, frame: bytes | str, now: float) -> list[bytes | str]:
        """Return a frame for each message in one from the server; `receive` takes them in.

        Raises:
            client.session.intake.TooMuch: the server sends more than anybody can look at; whoever
                carries the frames lets go of it.
        """
        frames = wire.split(frame)
        self._intake.take(len(frames), len(frame), now)
        return frames

    def wake(self, now: float) -> None:
        """Ask for what could not be asked for at once, if it is `due`."""
        if self.due is not None and now >= self.due:
            self.due, self._resynced = None, now
            self._send(Resync())

    def receive(self, frame: bytes | str, now: float) -> FromServer:
        """Take in a frame with one message; return that, which says what has changed.

        Raises:
            protocol.forms.BadMessage: the frame holds no message that this client knows, or one
                that does not fit what it is about.  Nothing has changed; the next may be fine.
        """
        message = self._decode(frame)
        match message:
            case Welcome():
                self._be_welcome(message)
            case _ if self.is_past(message):
                pass
            case NewToken():
                self.token = message.token
            case Deleted():
                self.token, self.deleted = "", True
            case Problem():
                self._wanted = None
                self.starting = self.starting and self.room is not None
                self._face(message, now)
            case Rooms():
                self.rooms = message
            case RoomState():
                self._note_search(message, now)
                self._enter(message)
                self.opens = now + (message.evening.pause if message.evening else 0) / 1000
                self._start_if_ready()
            case Guests() | Searching():
                self._note_room(message, now)
            case MemberChanged(member):
                self._seat(member.player, member)
                self._start_if_ready()
            case MemberLeft(player):
                self._seat(player)
                self._start_if_ready()
            case LeftRoom():
                self._wanted, self.starting = None, False
                self._left = ""
                self._leave()
            case Announcement() | Stopping() | Moved():
                self._note_server(message)
            case Replay():
                self._note_replay(message)
            case Leaderboard() | Profile() | RoomPast():
                self._note_claims(message)
            case _:
                self._receive_race(message, now)
        self._seen = max(self._seen, message.seq)
        return message

    def is_past(self, message: FromServer) -> bool:
        """Return whether a message is of a room left, of which the server does not know yet."""
        return bool(self._left) and isinstance(message, OF_ROOM)

    def _decode(self, frame: bytes | str) -> FromServer:
        """Read a message, and note what follows for the race where it cannot be read."""
        try:
            return wire.decode_server(frame)
        except BadMessage as error:
            match wire.kind(frame):
                case "board" | "step":
                    self._note_misfit()
                case "results":
                    self._note_unreadable(error)
            raise

    def _receive_race(self, message: FromServer, now: float) -> None:
        """Take in what is about a race."""
        match message:
            case Countdown():
                if self.room is not None:
                    _game(self.room.settings)
                self.countdown, self.race, self.results = message, None, None
                self.end_asked = None
                self.starts = now + message.milliseconds / 1000
            case RaceStarted():
                self._start(message, now)
            case Board() | Step():
                try:
                    self._show(message, now)
                except BadMessage:
                    self._note_misfit()
                    raise
            case Refused():
                self._drop(message, now)
            case Progress():
                self._progress(message, now)
            case EndAsked(race, milliseconds):
                asks = self.race is not None and self.race.number == race and milliseconds > 0
                self.end_asked = message if asks else None
                self.answer_until = now + milliseconds / 1000
            case Curves():
                self._curves = {p: Curve(points) for p, points in message.curves.items()}
            case Results():
                try:
                    self._finish(message, now)
                except BadMessage as error:
                    self._note_unreadable(error)
                    raise
            case Rated():
                self.rated = message
            case Feats():
                self.feats = message
            case _:
                pass

    # What a player does ---------------------------------------------------------------------------

    @property
    def track(self) -> Track | None:
        """This client's own board, while it is a racer in a race."""
        return self.race.tracks.get(self.player) if self.race else None

    @property
    def me(self) -> Member | None:
        """This client's own place in its room."""
        members = self.room.members if self.room else []
        return next((member for member in members if member.player == self.player), None)

    @property
    def seated(self) -> bool:
        """Whether this client is a racer in its room, and no spectator."""
        return self.me is not None and self.me.seated

    @property
    def is_host(self) -> bool:
        """Whether this client is the host of its room."""
        return self.room is not None and self.room.host == self.player

    @property
    def hands_room_on(self) -> bool:
        """Whether somebody else who is there becomes the host when this client leaves its room."""
        others = (m for m in self.room.members if m.player != self.player) if self.room else ()
        return self.is_host and any(other.connected and not other.bot for other in others)

    @property
    def unanswered(self) -> tuple[int, int] | None:
        """What the server owes this racer an answer to: (race, number of the entry), or None.

        It is the oldest entry that was not confirmed; a racer who gives up waits for the same.
        """
        track, race = self.track, self.race
        if track is None or race is None or self.results is not None:
            return None
        quitting = track.status == "racing" and self._quits == race.number
        return (race.number, track.number) if track.pending or quitting else None

    @property
    def curves(self) -> dict[int, list[tuple[int, int]]]:
        """How the score of each racer went: (milliseconds from the start, the score from then)."""
        return {player: curve.points for player, curve in self._curves.items()}

    def act(self, action: Action) -> str | None:
        """Make a move, which shows at once; return why not, if it is refused here already."""
        return self._enter_journal(action)

    def undo(self) -> str | None:
        """Take the last move back; return why not, if it is refused here already."""
        if self.race and not self.race.settings.undo:
            return translate("session", "this room plays without undo")
        return self._enter_journal("undo")

    def redo(self) -> str | None:
        """Do again what was undone last, as any other move; return why not, if it cannot be."""
        action = self.track.redoable if self.track else None
        if action is None:
            return translate("session", "there is nothing to redo")
        return self._enter_journal(action)

    def give_up(self) -> None:
        """End the race for this client: now, or else when the connection is back."""
        self._quits = self.race.number if self.race else 0
        self.own.gave_up = True
        if self.welcomed:
            self._send(GiveUp())

    def list_rooms(self, *, follow: bool = False) -> None:
        """Ask for the open rooms; with `follow`, also for changes until one is in a room."""
        self._send(ListRooms(follow))

    def create_room(self, settings: Settings, password: str = "") -> None:
        """Make a room and take its first seat; others need the password, if there is one."""
        self.room_password = password
        self._want(CreateRoom(settings, password))

    def join_room(self, code: str, password: str = "") -> None:
        """Take a seat in a room."""
        self.room_password = password or self.room_password
        self._want(JoinRoom(code.strip().upper(), password))

    def watch_room(self, code: str, password: str = "") -> None:
        """Come into a room as a spectator."""
        self.room_password = password or self.room_password
        self._want(WatchRoom(code.strip().upper(), password))

    def race_ghosts(self, games: Iterable[tuple[int, int]]) -> None:
        """Make a room to race against these games, by race and player: all of one deal."""
        self.room_password = ""
        self._want(RaceGhosts([GhostOf(race, player) for race, player in games]))

    def _want(self, message: CreateRoom | RaceGhosts | JoinRoom | WatchRoom) -> None:
        """Ask for a room, and keep that until there is an answer: another server may have it."""
        self._wanted = message if self.welcomed else None
        self._left = ""
        self._send(message)

    def change_settings(self, settings: Settings, password: str | None = None) -> None:
        """Change the room, as the host; None leaves its password, an empty text takes it away."""
        self.starting = False  # it would be another race than the one that was wanted
        if password is not None:
            self.room_password = password
        self._send(ChangeSettings(settings, password))

    def call_bot(self, level: int) -> None:
        """Have one of the server's own bots come, as the host."""
        self._send(CallBot(level))

    def kick(self, player: int) -> None:
        """Send a member away for as long as the room is there, as the host."""
        self._send(Kick(player))

    def mute(self, player: int, muted: bool = True) -> None:
        """Take a member's word away, or give it back, as the host."""
        self._send(Mute(player, muted))

    def close_room(self) -> None:
        """Send everybody away and close the room, as the host."""
        self.closes = True
        self._send(CloseRoom())

    def leave_room(self, *, silent: bool = False) -> None:
        """Leave the room, and give up the race in it.

        Where the server is `silent`, or there is no connection, that is done here at once, and said
        again when there is one.
        """
        self.own.gave_up = True
        self._send(LeaveRoom())
        if self.room is not None and (silent or not self.welcomed):
            self._left, self.starting = self.room.code, False
            self._leave()

    def set_ready(self, ready: bool) -> None:
        """Say whether this client is ready for the race."""
        self._send(SetReady(ready))

    def start_race(self, *, anyway: bool = False) -> None:
        """Start the race, as the host."""
        self._send(StartRace(anyway))

    def stop_looking(self) -> None:
        """Let the room look for no deal any more, as the host."""
        self._send(StopLooking())

    def race_any_deal(self) -> None:
        """Race on any deal instead of those that can be won, now, as the host.

        Who had said to be ready has said it for this race, so nobody is asked again.
        """
        if self.room is not None:
            self.change_settings(replace(self.room.settings, deals="any"))
            self.start_race(anyway=True)

    @property
    def looking(self) -> bool:
        """Whether the race begins by itself, as soon as there is a deal that can be won."""
        return self.room is not None and self.room.search == "looking"

    def end_race(self) -> None:
        """End the race for all who are still racing, or ask them first; only the host may."""
        self._send(EndRace())

    def answer_end(self, *, go_on: bool) -> None:
        """Say whether the race is to go on that the host would like to end."""
        self._send(AnswerEnd(go_on))

    @property
    def is_asked(self) -> bool:
        """Whether this racer is asked whether the race may end, and has not agreed."""
        asked, track = self.end_asked, self.track
        racing = track is not None and track.status == "racing"
        return asked is not None and racing and self.player not in asked.agreed

    @property
    def ghosts(self) -> Sequence[Ghost]:
        """Whose games race along in the room, in the order of their ids."""
        practice = self.room.practice if self.room else None
        return practice.ghosts if practice else ()

    def ghost(self, player: int) -> Ghost | None:
        """Return whose game a racer of the room plays once more, if it is a ghost."""
        at = player - FIRST_GHOST
        return self.ghosts[at] if 0 <= at < len(self.ghosts) else None

    @property
    def evening(self) -> Evening:
        """What the races of the room add up to; nothing in a room for practice, or in none."""
        return (self.room.evening if self.room else None) or Evening()

    @property
    def daily_room(self) -> str:
        """The day whose deal the room is for, as an attempt or as practice; empty for any other."""
        room = self.room
        if room is None:
            return ""
        return room.daily or (room.practice.daily if room.practice is not None else "")

    @property
    def in_series(self) -> bool:
        """Whether the room races a series, which goes on by itself once it has begun."""
        series = self.room.settings.series if self.room else None
        return series is not None and self.evening.deals > 0 and not self.evening.over

    @property
    def vetoes(self) -> int:
        """How often this racer may have another game come next."""
        return self.evening.vetoes.get(self.player, 0)

    def pause_left(self, now: float) -> int:
        """Return the seconds until the room opens for the next deal by itself; 0 if it does not."""
        return max(0, math.ceil(self.opens - now)) if self.evening.pause else 0

    def veto(self) -> None:
        """Have another game come next in a series."""
        self._send(Veto())

    def hold_series(self, held: bool) -> None:
        """Hold the pause of a series, or let it go on, as the host."""
        self._send(HoldSeries(held))

    def begin_anew(self) -> None:
        """Begin the evening anew, as the host."""
        self._send(BeginAnew())

    def resync(self) -> None:
        """Ask for all about the room and its race once more: what shows it begins anew."""
        if self.welcomed and self.room is not None:
            self._send(Resync())

    def rematch(self, *, start: bool = True) -> None:
        """Open the room for another race, as the host; it is to `start` once all are ready."""
        self.starting = start and not self.in_series
        if start and self.in_series and self.seated:
            self._send(SetReady(True))  # The server starts the next race of a series by itself.
        self._send(Rematch())

    def same_deal_again(self) -> None:
        """Open the room for the deal of the last race once more, as the host: it will not count."""
        self.starting = True
        self._send(Rematch(same_deal=True))

    def _start_if_ready(self) -> None:
        """Start the race that a rematch is to be, if nobody is waited for any more."""
        room = self.room
        self.starting = self.starting and self.is_host
        if not self.starting or room is None or room.phase != "lobby":
            return
        seated = [member for member in room.members if member.seated]
        if seated and all(member.ready or member.player == self.player for member in seated):
            self.starting = False
            self.start_race()

    def renew_token(self) -> None:
        """Ask for another token, so that the present one is worth nothing any more.

        `NewToken` answers, and `token` is the new one then: whoever keeps tokens keeps it at once.
        """
        self._send(RenewToken())

    def say(self, text: str) -> None:
        """Say something to everybody in the room."""
        self._send(Chat(text.strip()[:300]))

    def get_leaderboard(
        self, game: str, options: catalogue.Options, period: Period = "all", deals: Deals = "any"
    ) -> None:
        """Ask for the best of a game with these options and deals, in the time up to now.

        An empty `game` is for that which was raced most often on this server.
        """
        self._send(GetLeaderboard(game, dict(options), period, deals))

    def get_overview(self) -> None:
        """Ask what there is to see on the leaderboards."""
        self._send(GetOverview())

    def get_profile(self, player: int) -> None:
        """Ask for what a player has done on this server."""
        self._send(GetProfile(player))

    def get_own_data(self, question: GetOwnData) -> None:
        """Ask for a part of what is stored about this player: see `client.session.own_data`."""
        self._send(question)

    def delete_me(self, name: str) -> None:
        """Have this player deleted for good, who has typed this name; `Deleted` answers."""
        self._send(DeleteMe(name))

    def get_ratings(self, family: str = "", season: int = 0) -> None:
        """Ask for the highest ratings in a family of games, or in all, in a season (0: this)."""
        self._send(GetRatings(family, season))

    def get_rating_course(self, player: int, family: str = "") -> None:
        """Ask how a player's rating went in a family of games, or in all."""
        self._send(GetRatingCourse(player, family))

    def get_daily(self, day: str = "") -> None:
        """Ask for the deal of a day, or of today: what it is of, and how it went."""
        self._send(GetDaily(day))

    def get_dailies(self, month: str = "", player: int = 0) -> None:
        """Ask for a month's daily deals, or this one's, with a player's results or one's own."""
        self._send(GetDailies(month, player))

    def play_daily(self, day: str = "") -> None:
        """Ask for a room of one's own for the deal of a day, or of today, and begin there."""
        self.starting = True
        self._send(PlayDaily(day))

    def get_past(self, before: int = 0) -> None:
        """Ask for the evenings of this player before one, or with 0 for the last ones."""
        self._send(GetPast(before))

    def get_room_past(self, evening: int, before: int = 0) -> None:
        """Ask for an evening, or for its chat before one of its lines."""
        self._send(GetRoomPast(evening, before))

    def get_replay(self, race: int, player: int) -> None:
        """Ask for what a player did in a finished race."""
        self._asked.append((race, player))
        self._send(GetReplay(race, player))

    # The works ------------------------------------------------------------------------------------

    def _say_hello(self) -> None:
        self.welcomed = self._resyncing = False
        self.due = None
        if self.track:
            self.track.recall()
        self.own.reconnect()
        self._asked.clear()  # what was under way is lost with the connection
        hello = Hello(
            VERSION,
            "" if self.token else self.name,
            self.token,
            self.bot,
            self.password,
            stream=self._stream,
            seen=self._seen,
            run=self._run,
            attempt=self._attempt,
            level=self.level,
        )
        self._attempt += 1
        self._send(hello)

    def _send(self, message: FromClient) -> None:
        self._transmit(wire.encode(message))

    def _enter_journal(self, entry: Entry) -> str | None:
        track = self.track
        if track is None:
            return translate("session", "you are in no race")
        reason = track.refusal(entry)
        if reason is None:
            track.pending.append(entry)
            track.line.enter(entry)
            self._flush()
        return reason

    def _flush(self) -> None:
        """Send what is pending, unless that has to wait."""
        track = self.track
        if track is None or not self.welcomed or self._resyncing:
            return
        for number, entry in track.take():
            self._send_entry(entry, number)

    def _send_entry(self, entry: Entry, number: int) -> None:
        race = self.race.number if self.race else 0
        self.own.send(number, entry)
        if entry == "undo":
            self._send(Undo(number, race))
        else:
            self._send(Act(number, wire.pack_action(entry), race))

    def _be_welcome(self, message: Welcome) -> None:
        if self.welcomed:
            raise BadMessage("a connection has one welcome")
        self.player, self.name = message.player, message.name
        self.own.player = message.player
        self.token = message.token or self.token
        self.welcomed = True
        self.page, self.bots, self.daily = message.page, message.bots, message.daily
        self.notice = ""
        track = self.track
        if self._left and message.room == self._left:
            self._send(LeaveRoom())
        else:
            self._left = ""
        if not message.room:
            self._leave()
        self._flush()
        if track and track.status == "racing" and self.race and self.race.number == self._quits:
            self._send(GiveUp())
        if self._wanted is not None:  # The server that it was said to has sent us here.
            self._send(self._wanted)

    def _note_server(self, message: Announcement | Stopping | Moved) -> None:
        """Take in what is about the server itself."""
        match message:
            case Announcement(text):
                self.notice = text
            case Stopping(seconds):
                self.notice = stopping_text(seconds)
            case Moved(address):
                self.moved = address

    def _leave(self) -> None:
        self.room = self.countdown = self.race = self.results = None
        self.starting = False
        self.rated = self.feats = self.end_asked = None
        self._stream, self._seen = "", 0

    def _face(self, problem: Problem, now: float) -> None:
        if problem.code == "unknown token" and self.token:
            self.token = ""
            if self.name:
                self._say_hello()
        elif problem.code in ("too fast", "server error") and self.track and self.track.waits:
            self._resyncing = False  # that, or an entry, may be what got lost
            self._resync(now)

    def _enter(self, message: RoomState) -> None:
        if len({member.player for member in message.members}) < len(message.members):
            raise BadMessage("a player is a member only once", "$.members")
        if self.room is None or self.room.code != message.code or message.phase == "lobby":
            self.countdown = self.race = self.results = self.end_asked = None
        self.room, self._wanted, self.closes = message, None, False
        if message.stream != self._stream:
            self._stream, self._seen = message.stream, 0

    def _note_room(self, message: Guests | Searching, now: float) -> None:
        """Take in what is about nobody in the room alone."""
        match message:
            case Guests(guests) if self.room is not None:
                self.room = replace(self.room, guests=guests)
            case Searching(deals, milliseconds):
                self.deals_tried, self.looking_since = deals, now - milliseconds / 1000
            case _:
                pass

    def _note_search(self, message: RoomState, now: float) -> None:
        """Note when the room begins to look for a deal, if this client has seen it not looking."""
        room = self.room
        if message.search != "looking" or room is None or room.code != message.code:
            self.looking_since = self.deals_tried = None
        elif room.search != "looking":
            self.looking_since, self.deals_tried = now, None

    def _seat(self, player: int, member: Member | None = None) -> None:
        """Put a member in the place of that player's entry, or take the entry out."""
        if self.room is None:
            return
        members = {each.player: each for each in self.room.members}
        if member is None:
            members.pop(player, None)
        else:
            members[player] = member
        if len(members) > MAX_MEMBERS:
            raise BadMessage(f"a room has at most {MAX_MEMBERS} members", "$.member")
        self.room = replace(self.room, members=list(members.values()))

    def _start(self, message: RaceStarted, now: float) -> None:
        game = _game(message.settings)
        same = self.race is not None and self.race.number == message.race
        if self.race is not None and same and raced(self.race.settings) != raced(message.settings):
            raise BadMessage("a race keeps its game and its settings", "$.settings")
        self.own.begin(message.race)
        tracks = self.race.tracks if self.race and same else {}
        if self.player not in tracks:  # Who plays waits for the own board.
            self._resyncing, self.due = False, None
        ends = self.race.ends if self.race and same else {}
        if not same:
            self._curves = {s.player: Curve([(0, s.score)]) for s in message.standings}
        self.race = ClientRace(
            message.race,
            message.settings,
            game,
            message.commitment,
            now - message.elapsed / 1000,
            _placed(message.standings),
            tracks,
            ends,
        )
        self.countdown, self.results = None, None
        self.end_asked = None  # It is told again after the boards, if it is asked still.

    def _show(self, message: Board | Step, now: float) -> None:
        """Show what came of a board.

        Raises:
            BadMessage: the game can have no such board.
        """
        if isinstance(message, Board):
            self._reset(message)
        else:
            self._confirm(message, now)

    def _note_misfit(self) -> None:
        if self.race is not None and self.race.number not in self.misfits:
            self.misfits.append(self.race.number)

    def _note_unreadable(self, error: BadMessage) -> None:
        if self.race is not None and self.results is None:
            self.race.unreadable = str(error)

    def _reset(self, message: Board) -> None:
        if self.race is None:
            return
        tracks = self.race.tracks
        if message.player not in tracks and len(tracks) >= MOST_RACERS:
            raise BadMessage(f"a race has at most {MOST_RACERS} racers", "$.player")
        own, view = message.player == self.player, wire.board_view(message)
        check_view(self.race.game, view)
        if own:
            check_playable(self.race.game, view)
        track = self.race.tracks.get(message.player)
        if track is None:
            self.race.tracks[message.player] = Track.of(self.race.game, message, played=own)
        else:
            track.reset(message)
        if own:
            self._go_on()

    def _go_on(self) -> None:
        """Go on from the own board, which has come."""
        if self._resyncing and self.track:
            self.track.recall()
        self._resyncing, self.due = False, None
        self._flush()

    def _confirm(self, message: Step, now: float) -> None:
        track = self.race.tracks.get(message.player) if self.race else None
        if track is not None and not track.confirm(message):
            self._resync(now)

    def _resync(self, now: float) -> None:
        if not self._resyncing:  # steps that come before the answer don't fit either
            self._resyncing = True
            self.due = max(now, self._resynced + RESYNC_PAUSE)
            self.wake(now)

    def _drop(self, message: Refused, now: float) -> None:
        track = self.track
        if track is None:
            return
        if track.drop(message) == "astray":
            self._resync(now)
        else:
            self._flush()

    def _progress(self, message: Progress, now: float) -> None:
        if self.race is None:
            return
        at = self.race.at(now)
        for standing in message.standings:
            if standing.player not in self._curves and len(self._curves) >= MOST_RACERS:
                continue
            self._curves.setdefault(standing.player, Curve()).add(at, standing.score)
        self._stand(message.standings, at)

    def _stand(self, standings: list[Standing], at: int) -> None:
        if self.race is None:
            return
        self.race.standings = _placed(standings)
        for standing in standings:  # a race also ends without an entry: given up, out of time
            if standing.status == "racing":
                continue
            if standing.player in self._curves:  # of which there are no more than racers
                self.race.ends.setdefault(standing.player, at)
            track = self.race.tracks.get(standing.player)
            if track is not None:
                track.status = standing.status

    def _note_replay(self, message: Replay) -> None:
        """Note whether a replay was asked for; one before it that never came was refused."""
        what = (message.race, message.player)
        self.stray_replay = what not in self._asked
        while not self.stray_replay and self._asked.popleft() != what:
            pass
        if not self.stray_replay:
            self.fetched.append(message)

    def _note_claims(self, message: Leaderboard | Profile | RoomPast) -> None:
        """Note what lists say of how races ended."""
        self.claims |= claims(message)
        while len(self.claims) > MOST_CLAIMS:
            del self.claims[next(iter(self.claims))]

    def _finish(self, message: Results, now: float) -> None:
        _game(message.settings)
        try:
            check_seed(message.seed)
        except ValueError as error:
            raise BadMessage(str(error), "$.seed") from None
        self.results, self.end_asked = message, None
        if self.race is not None:
            self.race.length = self.race.at(now)
            self._stand(message.standings, self.race.length)
        for track in self.race.tracks.values() if self.race else ():
            track.give_back()


def _placed(standings: list[Standing]) -> list[Standing]:
    """Return how everybody stands, without places while nobody has reached anything yet.

    All would be the first then: that is how a race is ranked, but nobody is ahead of anybody.
    """
    if all(s.place == 1 and s.status == "racing" and not s.milliseconds for s in standings):
        return [replace(standing, place=0) for standing in standings]
    return standings


def _game(settings: Settings) -> Game:
    """Return the game that a server speaks of.

    Raises:
        BadMessage: this client does not have it.
    """
    try:
        return catalogue.make(settings.game, settings.options)
    except (catalogue.UnknownGame, catalogue.BadOption) as error:
        raise BadMessage(f"the server is newer than this client: {error}") from None

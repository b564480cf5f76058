import dataclasses
from collections import deque

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from client.session import intake
from client.session.intake import TooMuch
from client.session.session import Session
from engine import catalogue
from engine.cards import DOWN
from engine.chance import commitment
from engine.game import IllegalAction
from engine.hints import hints
from engine.play import Play
from engine.state import Action, Click, Move, State
from harness.fakes import member as fake_member
from harness.fakes import race as fake_race
from harness.fakes import room
from protocol import wire
from protocol.forms import MAX_SERVER_FRAME, BadMessage
from protocol.messages import (
    MAX_MEMBERS,
    VERSION,
    Act,
    Announcement,
    BeginAnew,
    Board,
    ChangeSettings,
    Chat,
    CloseRoom,
    Countdown,
    CreateRoom,
    Curves,
    EndAsked,
    FromClient,
    FromServer,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetPast,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetRoomPast,
    GiveUp,
    Hello,
    HoldSeries,
    JoinRoom,
    Kick,
    LeftRoom,
    ListRooms,
    Member,
    MemberChanged,
    MemberLeft,
    Moved,
    Mute,
    NewToken,
    PlayDaily,
    Practice,
    Problem,
    Progress,
    RaceStarted,
    Rated,
    Rating,
    RatingChange,
    Refused,
    Rematch,
    RenewToken,
    Results,
    Resync,
    RoomState,
    SetReady,
    Settings,
    Standing,
    StartRace,
    Step,
    Stopping,
    Undo,
    Veto,
    WatchRoom,
    Welcome,
)
from tests.client.evenings import RACES, Told
from tests.client.hearing import heard

ME, RIVAL = 1, 2
SETTINGS = Settings("klondike")
GAME = catalogue.make("klondike")


class Server:
    """A server with one race of one racer, in memory."""

    def __init__(self, seed: str = "a seed", options: Settings = SETTINGS) -> None:
        self.settings = options
        self.play = Play(catalogue.make(options.game, options.options), seed)
        self.answers: list[tuple[Action | str, FromServer]] = []

    @property
    def view(self) -> State:
        return self.play.game.view(self.play.state)

    def race(self) -> list[FromServer]:
        room = RoomState("ABCDEF", self.settings, ME, "running", [Member(ME, "Ada", True)])
        race = RaceStarted(7, self.settings, 1500, "promise", [Standing(ME, "Ada", place=1)])
        return [room, race, wire.board(ME, self.play.length, self.view, "racing")]

    def answer(self, message: FromClient) -> list[FromServer]:
        match message:
            case Hello():
                return [Welcome(VERSION, ME, "Ada", "token", "ABCDEF"), *self.race()]
            case Resync():
                return self.race()
            case Act(number, action):
                return [self._enter(number, wire.parse_action(action))]
            case Undo(number):
                return [self._enter(number, "undo")]
        raise AssertionError(message)

    def _enter(self, number: int, entry: Action | str) -> FromServer:
        before, length = self.view, self.play.length
        if number < length and self.answers[number][0] == entry:
            return self.answers[number][1]
        if number != length:
            return Refused(number, length, "not the next one")
        try:
            self.play.enter("undo" if isinstance(entry, str) else entry)
        except IllegalAction as error:
            return Refused(number, length, str(error))
        step = wire.step(ME, self.play.length, before, self.view, "racing")
        self.answers.append((entry, step))
        return step


class LineSession(Session):
    """A session whose line keeps what is sent."""

    def __init__(
        self, name: str, token: str = "", *, bot: bool = False, password: str = ""
    ) -> None:
        super().__init__(name, token, bot=bot, password=password)
        self.frames: list[bytes] = []

    def connect(self) -> None:
        """Open a new line; what was on the one before is lost."""
        self.frames.clear()
        self.opened(self.frames.append)


def sent(session: LineSession) -> list[FromClient]:
    """Return what came over the line since the last time."""
    messages = list(map(heard, session.frames))
    session.frames.clear()
    return messages


def again(session: LineSession) -> None:
    """Lose the connection, and make it again as far as the hello."""
    session.closed()
    session.connect()
    sent(session)


def hear(session: LineSession, *messages: FromServer, now: float = 100.0) -> None:
    for message in messages:
        assert session.receive(wire.encode(message), now) == message


def connected() -> LineSession:
    """Return a session that has said hello."""
    session = LineSession("Ada")
    session.connect()
    sent(session)
    return session


def begin(server: Server) -> LineSession:
    session = LineSession("Ada")
    session.connect()
    for message in sent(session):
        hear(session, *server.answer(message))
    return session


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def session(server: Server) -> LineSession:
    return begin(server)


def shown(session: LineSession) -> State:
    assert session.track is not None
    return session.track.view


def nothing(*known: object) -> bool:
    return all(each is None for each in known)


def best(session: LineSession) -> Action:
    """A move of cards that are known to come to lie where they go."""
    return next(a for a in hints(GAME, shown(session)) if isinstance(a, Move))


# Hello --------------------------------------------------------------------------------------------


def test_a_new_player_gives_a_name_and_gets_a_token() -> None:
    session = LineSession("Ada")
    session.connect()
    assert sent(session) == [Hello(VERSION, "Ada")]
    hear(session, Welcome(VERSION, ME, "Ada", "token"))
    assert (session.player, session.token) == (ME, "token")
    session.connect()
    assert sent(session) == [Hello(VERSION, "", "token")]
    hear(session, Welcome(VERSION, ME, "Ada"))
    assert session.token == "token"


def test_a_forgotten_token_is_replaced_by_the_name() -> None:
    session = LineSession("Ada", "old", bot=True)
    session.connect()
    assert sent(session) == [Hello(VERSION, "", "old", True)]
    hear(session, Problem("unknown token", "who are you?"))
    assert sent(session) == [Hello(VERSION, "Ada", "", True)]


def test_what_was_not_sent_before_the_connection_was_lost_is_not_said_later() -> None:
    session = LineSession("Ada")
    session.say("hello?")
    session.connect()
    assert sent(session) == [Hello(VERSION, "Ada")]


def test_what_is_asked_for_without_a_connection_is_dropped(session: LineSession) -> None:
    session.closed()
    assert not session.welcomed
    session.say("hello?")
    session.connect()
    [hello] = sent(session)
    assert isinstance(hello, Hello)
    hear(session, Welcome(VERSION, ME, "Ada", room="ABCDEF"))
    assert (session.welcomed, sent(session)) == (True, [])


def test_moves_without_a_connection_are_sent_after_the_welcome(
    session: LineSession, server: Server
) -> None:
    session.closed()
    for _ in range(2):
        assert session.act(Click(0)) is None
    session.connect()
    [hello] = sent(session)
    hear(session, *server.answer(hello))
    assert sent(session) == [Act(0, [0], 7), Act(1, [0], 7)]


def test_who_is_sent_to_another_server_asks_for_the_room_again_there() -> None:
    session = connected()
    hear(session, Welcome(VERSION, ME, "Ada", token="t"))
    session.watch_room("abcd", "pw")
    hear(session, Moved("wss://club.example.org/b/"))
    assert session.moved == "wss://club.example.org/b/"
    again(session)
    assert session.moved == ""
    hear(session, Welcome(VERSION, ME, "Ada"))
    assert sent(session) == [WatchRoom("ABCD", "pw")]
    hear(session, Problem("room full", "no"))
    again(session)
    hear(session, Welcome(VERSION, ME, "Ada"))
    assert sent(session) == [], "that was answered"


def test_a_refused_name_is_exchanged_on_the_same_connection() -> None:
    session = LineSession("Ada", "old")
    session.connect()
    sent(session)
    hear(session, Problem("name taken", "this name is taken; choose another"))
    session.introduce("Ada 2")
    session.introduce("Ada 3", "third")
    assert sent(session) == [Hello(VERSION, "Ada 2"), Hello(VERSION, "", "third")]


def test_codes_and_chat_are_trimmed() -> None:
    session = connected()
    session.join_room(" abcdef ")
    session.watch_room("abcdef")
    session.say(" hi " + "x" * 400)
    session.create_room(SETTINGS)
    said = Chat(("hi " + "x" * 400)[:300])
    assert sent(session) == [JoinRoom("ABCDEF"), WatchRoom("ABCDEF"), said, CreateRoom(SETTINGS)]


# The room -----------------------------------------------------------------------------------------


def test_the_way_through_a_room() -> None:
    session = LineSession("Ada")
    hear(session, Welcome(VERSION, ME, "Ada"))
    lobby = RoomState("ABCDEF", SETTINGS, ME, "lobby", [Member(ME, "Ada", True)])
    hear(session, lobby)
    assert session.room == lobby
    assert session.is_host
    hear(session, Countdown(7, 3000, "promise"), now=50.0)
    assert session.countdown is not None
    assert session.starts == 53.0
    hear(session, *Server().race(), now=60.0)
    assert nothing(session.countdown, session.results)
    assert session.race is not None
    assert session.race.elapsed(61.0) == 2.5
    assert session.race.remaining(61.0) == 897.5
    assert session.race.remaining(10_000.0) == 0
    hear(session, Results(7, SETTINGS, [], "seed", "promise"))
    assert session.results is not None
    hear(session, lobby)
    assert nothing(session.race, session.results)
    hear(session, LeftRoom("closed"))
    assert nothing(session.room, session.race)


def test_a_welcome_without_a_room_ends_what_was_there(session: LineSession) -> None:
    again(session)
    hear(session, Welcome(VERSION, ME, "Ada"))
    assert nothing(session.room, session.race, session.track)
    assert session.act(Click(0)) == "you are in no race"


def test_progress_and_results_end_a_race(session: LineSession) -> None:
    assert session.act(best(session)) is None
    given_up = Standing(ME, "Ada", "gave up", 3, 1)
    hear(session, Progress([given_up]))
    assert session.race is not None
    assert session.race.standings == [given_up]
    assert session.act(Click(0)) == "your race is over"
    hear(session, Results(7, SETTINGS, [given_up], "seed", "promise"))
    assert session.track is not None
    assert session.track.pending == []


# Moves --------------------------------------------------------------------------------------------


def test_a_move_shows_before_it_is_confirmed(session: LineSession, server: Server) -> None:
    move = best(session)
    before = shown(session)
    assert session.act(move) is None
    assert shown(session) == GAME.play(before, move)
    assert session.track is not None
    assert session.track.confirmed == before
    [message] = sent(session)
    assert message == Act(0, wire.pack_action(move), 7)
    hear(session, *server.answer(message))
    assert shown(session) == session.track.confirmed == server.view
    assert session.track.number == 1


def test_what_the_rules_refuse_is_not_sent(session: LineSession) -> None:
    assert session.act(Move(0, 1, 0)) is not None
    assert sent(session) == []


def test_a_refused_move_goes_back_with_all_after_it(session: LineSession, server: Server) -> None:
    before = shown(session)
    session.act(Click(0))
    session.act(Click(0))
    hear(session, Refused(0, 0, "no"), Refused(1, 0, "no"))
    assert shown(session) == before
    session.frames.clear()
    session.act(Click(0))
    [message] = sent(session)
    assert message == Act(0, [0], 7)
    hear(session, *server.answer(message))
    assert shown(session) == server.view


def test_what_was_on_its_way_behind_a_refused_move_is_waited_for(
    session: LineSession, server: Server
) -> None:
    """Else the refusal of what was behind it would be taken for that of another entry."""
    assert session.track is not None
    session.track.pending.append(Move(0, 9, 1))  # what the client holds for legal, and isn't
    session.act(Click(0))
    first, behind = sent(session)
    hear(session, *server.answer(first))
    session.act(Click(0))
    session.act(Click(0))
    assert sent(session) == []
    hear(session, *server.answer(behind))
    assert session.track.pending == [Click(0), Click(0)]
    for message in sent(session):
        hear(session, *server.answer(message))
    assert session.track.number == server.play.length == 2
    assert shown(session) == server.view


def test_a_move_that_was_sent_twice_is_done_once(session: LineSession, server: Server) -> None:
    session.act(Click(0))
    [message] = sent(session)
    hear(session, *server.answer(message))
    session.act(Click(0))
    ahead = shown(session)
    hear(session, *server.answer(message))
    assert server.play.length == 1
    assert shown(session) == ahead


def test_steps_out_of_order_bring_one_resync(session: LineSession, server: Server) -> None:
    late = Step(ME, 5, {}, 9)
    hear(session, late, late)
    assert sent(session) == [Resync()]
    hear(session, *server.race())
    assert shown(session) == server.view
    hear(session, late, now=101.0)
    assert sent(session) == [Resync()]


def test_gap_after_gap_brings_one_resync_a_second(session: LineSession, server: Server) -> None:
    late, asked = Step(ME, 5, {}, 9), []
    for tick in range(300):
        now = 50 + tick / 100
        hear(session, *server.race(), late, now=now)
        if session.due is not None and session.due <= now:
            session.wake(now)
        asked += [(now, *sent(session))] if session.frames else []
    assert asked == [(50.0, Resync()), (51.0, Resync()), (52.0, Resync())]


def test_a_resync_that_had_to_wait_is_asked_for(session: LineSession, server: Server) -> None:
    late = Step(ME, 5, {}, 9)
    hear(session, late, *server.race(), late, late, now=50.0)
    assert sent(session) == [Resync()]
    assert [session.due] == [51.0]
    session.wake(50.9)
    assert sent(session) == []
    session.wake(51.0)
    assert sent(session) == [Resync()]
    assert session.due is None
    session.wake(52.0)
    assert sent(session) == []


@pytest.mark.parametrize("way", ["all is told", "lost", "again"])
def test_a_resync_that_waits_may_be_of_no_use(
    session: LineSession, server: Server, way: str
) -> None:
    late = Step(ME, 5, {}, 9)
    hear(session, late, *server.race(), late, now=50.0)
    sent(session)
    assert session.due is not None
    if way == "all is told":
        hear(session, *server.race(), now=50.5)
    else:
        session.closed()
    if way == "again":
        session.connect()
        sent(session)
    assert not session.due
    session.wake(60.0)
    assert sent(session) == []


def test_after_a_reconnection_what_is_unanswered_is_sent_again_once(server: Server) -> None:
    session = begin(server)
    for _ in range(3):
        session.act(Click(0))
    first, *_ = sent(session)
    server.answer(first)  # and the answer is lost
    session.connect()
    [hello] = sent(session)
    hear(session, *server.answer(hello))
    again = sent(session)
    assert again == [Act(number, [0], 7) for number in range(3)]
    for message in again:
        hear(session, *server.answer(message))
    assert shown(session) == server.view
    assert server.play.length == 3


def test_giving_up_is_not_lost_with_the_connection(session: LineSession, server: Server) -> None:
    session.act(Click(0))
    session.give_up()
    sent(session)
    for _ in range(2):
        session.connect()
        sent(session)
        hear(session, Welcome(1, ME, "me", room="ABCDEF"))
        assert sent(session) == [Act(0, [0], 7), GiveUp()]
    hear(session, wire.board(ME, 0, server.view, "gave up"))
    again(session)
    hear(session, Welcome(1, ME, "me", room="ABCDEF"))
    assert sent(session) == []


def test_a_lost_entry_is_sent_again(session: LineSession, server: Server) -> None:
    session.act(Click(0))
    sent(session)
    hear(session, Problem("too fast", "slow down"))
    assert sent(session) == [Resync()]
    hear(session, *server.race())
    assert sent(session) == [Act(0, [0], 7)]


def test_a_board_after_the_end_lets_nothing_pend(session: LineSession, server: Server) -> None:
    session.act(Click(0))
    hear(session, wire.board(ME, 0, server.view, "out of time"))
    assert shown(session) == server.view
    assert session.undo() == "your race is over"


# Undo ---------------------------------------------------------------------------------------------


def test_undo_of_what_is_known_shows_at_once(session: LineSession, server: Server) -> None:
    before = shown(session)
    assert session.undo() == "there is nothing to undo"
    session.act(Click(0))
    for message in sent(session):
        hear(session, *server.answer(message))
    assert session.undo() is None
    assert shown(session) == before
    assert session.track is not None
    assert not session.track.can_undo
    for message in sent(session):
        hear(session, *server.answer(message))
    assert shown(session) == before == server.view
    assert session.undo() == "there is nothing to undo"


def test_undo_of_what_is_not_known_waits_for_the_server(server: Server) -> None:
    dealt = server.view
    server.answer(Act(0, [0]))
    session = begin(server)
    turned = shown(session)
    assert session.undo() is None
    assert shown(session) == turned
    for message in sent(session):
        hear(session, *server.answer(message))
    assert shown(session) == dealt


def test_a_room_without_undo() -> None:
    session = begin(Server(options=Settings("klondike", undo=False)))
    session.act(Click(0))
    assert session.undo() == "this room plays without undo"


# Others' boards, and what does not fit ------------------------------------------------------------


def test_a_rivals_board_follows_its_steps(session: LineSession, server: Server) -> None:
    hear(session, wire.board(RIVAL, 0, server.view, "racing"))
    after = GAME.view(GAME.play(server.play.state, Click(0)))
    hear(session, wire.step(RIVAL, 1, server.view, after, "stuck"))
    assert session.race is not None
    rival = session.race.tracks[RIVAL]
    assert (rival.view, rival.status, rival.number) == (after, "stuck", 1)


@pytest.mark.parametrize(
    "message",
    [
        Welcome(VERSION, RIVAL, "Eve", "another token"),
        Board(ME, 0, [b""]),
        Board(ME, 0, [b"", bytes([DOWN] * 53), *[b""] * 11]),
        Board(ME, 0, [bytes([DOWN] * 52), b"\x00", *[b""] * 11]),
        Board(ME, 0, [b"\x01\x01", *[b""] * 12]),
        Board(ME, 0, [b"\x81", *[b""] * 12]),
        Board(ME, 0, [b"\x0f\x7f", *[b""] * 12]),
        Step(ME, 1, {99: b""}, 0),
        Step(ME, 1, {0: b"\x01\x01"}, 0),
        Step(ME, 1, {0: bytes([DOWN] * 60)}, 0),
        RaceStarted(7, Settings("golf"), 0, "promise", []),
        RaceStarted(7, Settings("klondike", time_limit=60), 0, "promise", []),
        RaceStarted(8, Settings("no such game"), 0, "", []),
        RaceStarted(8, Settings("klondike", {"deal": "twice"}), 0, "", []),
    ],
)
def test_what_does_not_fit_changes_nothing(session: LineSession, message: FromServer) -> None:
    before = shown(session)
    with pytest.raises(BadMessage):
        session.receive(wire.encode(message), 0.0)
    assert shown(session) == before


@pytest.mark.parametrize("frame", [b"", b"\xc1", "text", b"\x81\xa4type\xa3new"])
def test_what_is_no_message_changes_nothing(session: LineSession, frame: bytes | str) -> None:
    before = shown(session)
    with pytest.raises(BadMessage):
        session.receive(frame, 0.0)
    assert shown(session) == before


def test_messages_about_no_race_are_passed_over() -> None:
    session = connected()
    hear(session, Welcome(VERSION, ME, "Ada"))
    hear(session, Board(ME, 0, []), Step(ME, 1, {}, 0), Refused(0, 0, "no"), Progress([]))
    session.give_up()
    assert sent(session) == [GiveUp()]


# In the long run the client shows what the server has ---------------------------------------------

OPERATIONS = st.sampled_from(
    ["act"] * 6
    + ["undo", "undo", "forge"]
    + ["serve"] * 6
    + ["hear"] * 6
    + ["lose", "refuse", "wait"]
)


@dataclasses.dataclass
class Net:
    """A session and a server with a line between them that can be cut."""

    server: Server
    session: LineSession
    up: deque[FromClient] = dataclasses.field(default_factory=deque)
    down: deque[FromServer] = dataclasses.field(default_factory=deque)
    now: float = 100.0

    def check(self, message: FromServer) -> None:
        """See that a step is of the entry of which the client takes it to be."""
        track = self.session.track
        if isinstance(message, Step) and track and track.number + 1 == message.number:
            done, _ = self.server.answers[track.number]
            assert track.pending[:1] in ([], [done])

    def do(self, operation: str, choice: int) -> None:
        match operation:
            case "act" if self.session.track:
                legal = hints(self.server.play.game, self.session.track.view)
                if legal:
                    self.session.act(legal[choice % len(legal)])
            case "undo":
                self.session.undo()
            case "forge" if self.session.track:  # what the client holds for legal, and isn't
                self.session.track.pending.append(Move(0, 9, 1))
                self.session._flush()
            case "serve" if self.up:
                self.down.extend(self.server.answer(self.up.popleft()))
            case "refuse" if self.up:
                lost = self.up.popleft()
                if isinstance(lost, Hello):
                    self.up.appendleft(lost)
                else:
                    self.down.append(Problem("too fast", "slow down"))
            case "hear" if self.down:
                message = self.down.popleft()
                self.check(message)
                hear(self.session, message, now=self.now)
            case "wait":
                self.now += 0.5
                self.session.wake(self.now)
            case "lose":
                self.up.clear()
                self.down.clear()
                self.session.connect()
        self.up.extend(sent(self.session))


@settings(max_examples=200)
@given(
    game=st.sampled_from(["klondike", "4x13", "montana", "thirteens"]),
    seed=st.sampled_from("abcdefgh"),
    steps=st.lists(st.tuples(OPERATIONS, st.integers(0, 20)), max_size=80),
)
def test_what_is_shown_comes_to_what_the_server_has(
    game: str, seed: str, steps: list[tuple[str, int]]
) -> None:
    server = Server(seed, Settings(game))
    net = Net(server, begin(server))
    for operation, choice in steps:
        net.do(operation, choice)
    for _ in range(2000):
        if not net.up and not net.down and net.session.due is None:
            break
        net.do("wait", 0)
        net.do("serve", 0)
        net.do("hear", 0)
    assert not net.up
    assert not net.down
    assert net.session.track is not None
    assert net.session.track.pending == []
    assert net.session.track.view == server.view
    assert net.session.track.number == server.play.length


def test_questions_to_the_server() -> None:
    session = connected()
    session.list_rooms()
    session.list_rooms(follow=True)
    session.get_leaderboard("4x13", {}, "week")
    session.get_profile(7)
    session.get_ratings("FreeCell", 2)
    session.get_rating_course(7, "FreeCell")
    session.get_daily("2026-11-27")
    session.get_dailies("2026-11", 7)
    session.play_daily()
    session.get_past()
    session.get_room_past(7, 12)
    assert sent(session) == [
        ListRooms(),
        ListRooms(follow=True),
        GetLeaderboard("4x13", {}, "week"),
        GetProfile(7),
        GetRatings("FreeCell", 2),
        GetRatingCourse(7, "FreeCell"),
        GetDaily("2026-11-27"),
        GetDailies("2026-11", 7),
        PlayDaily(),
        GetPast(),
        GetRoomPast(7, 12),
    ]


def test_what_the_last_race_has_made_of_ratings_is_known_until_the_room_is_left(
    session: LineSession,
) -> None:
    rated = Rated(7, [RatingChange(ME, Rating(12, 470, 1), Rating(12, 470, 1, False, "Klondike"))])
    hear(session, rated)
    assert session.rated == rated
    hear(session, RoomState("ABCDEF", SETTINGS, ME, "lobby", [Member(ME, "Ada", True)]))
    assert session.rated == rated, "the room may be open again when it comes"
    hear(session, LeftRoom())
    assert session.rated is None


def test_members_come_and_go(session: LineSession) -> None:
    bob = Member(RIVAL, "Bob", True)
    hear(session, MemberChanged(bob))
    assert session.room is not None
    assert [m.name for m in session.room.members] == ["Ada", "Bob"]
    hear(session, MemberChanged(Member(ME, "Ada", True, connected=False)))
    assert [m.connected for m in session.room.members] == [False, True]
    hear(session, MemberLeft(ME), MemberLeft(99))
    assert session.room.members == [bob]


def test_members_of_no_room_are_passed_over() -> None:
    session = LineSession("Ada")
    hear(session, MemberChanged(Member(RIVAL, "Bob", True)), MemberLeft(RIVAL))
    assert session.room is None


def test_curves_go_on_from_what_the_server_told(session: LineSession) -> None:
    assert session.curves == {ME: [(0, 0)]}
    hear(session, Curves(7, {ME: [(0, 0), (900, 4)], RIVAL: [(0, 0)]}))
    standings = [Standing(ME, "Ada", score=4), Standing(RIVAL, "Bob", score=2)]
    hear(session, Progress(standings), Progress(standings), now=102.0)
    assert session.curves == {ME: [(0, 0), (900, 4)], RIVAL: [(0, 0), (3500, 2)]}


def test_when_each_racer_and_the_race_ended_is_known(session: LineSession) -> None:
    done = Standing(RIVAL, "Bob", "gave up")
    hear(session, Progress([Standing(ME, "Ada"), done]), now=102.0)
    standings = [Standing(ME, "Ada", "out of time"), done]
    hear(session, Results(7, SETTINGS, standings, "seed", commitment("seed")), now=110.0)
    assert session.race is not None
    assert session.race.ends == {RIVAL: 3500, ME: 11_500}
    assert session.race.length == 11_500


# Coming back to where one was ---------------------------------------------------------------------


def test_who_comes_back_says_what_was_seen(session: LineSession) -> None:
    session.connect()
    [hello] = sent(session)
    assert (hello.stream, hello.seen) == ("", 0)  # type: ignore[union-attr]
    room = RoomState("ABCDEF", SETTINGS, ME, "running", [], stream="s1")
    hear(session, room, Progress([], seq=41), Progress([], seq=43))
    session.connect()
    assert sent(session) == [Hello(VERSION, "", "token", stream="s1", seen=43)]
    hear(session, Welcome(VERSION, ME, "Ada", room="ABCDEF"))
    hear(session, replace(room, stream="s2", seq=5))
    session.connect()
    assert sent(session) == [Hello(VERSION, "", "token", stream="s2", seen=5)]
    hear(session, LeftRoom())
    session.connect()
    assert sent(session) == [Hello(VERSION, "", "token")]


def test_what_does_not_fit_was_not_seen(session: LineSession) -> None:
    hear(session, RoomState("ABCDEF", SETTINGS, ME, "running", [], stream="s", seq=3))
    with pytest.raises(BadMessage):
        session.receive(wire.encode(Board(ME, 0, [b""], seq=9)), 0.0)
    session.connect()
    assert sent(session) == [Hello(VERSION, "", "token", stream="s", seen=3)]


def test_the_unanswered_is_sent_at_the_welcome_and_answered_once_more(
    session: LineSession, server: Server
) -> None:
    for _ in range(3):
        session.act(Click(0))
    first, second, _ = sent(session)
    missed = [*server.answer(first), *server.answer(second)]  # on their way when the line is cut
    session.connect()
    sent(session)
    hear(session, Welcome(VERSION, ME, "Ada", room="ABCDEF"))
    again = sent(session)
    assert again == [Act(number, [0], 7) for number in range(3)]
    hear(session, *missed)
    for message in again:
        hear(session, *server.answer(message))
    assert session.track is not None
    assert (session.track.number, session.track.pending) == (3, [])
    assert shown(session) == server.view
    assert sent(session) == []  # and nothing was out of order


def test_what_is_done_before_the_welcome_does_not_overtake_what_is_pending(
    session: LineSession, server: Server
) -> None:
    session.act(Click(0))
    session.frames.clear()  # which is lost on its way
    session.connect()
    [hello] = sent(session)
    session.act(Click(0))
    assert sent(session) == []
    hear(session, server.answer(hello)[0])
    entries = sent(session)
    assert [entry.number for entry in entries if isinstance(entry, Act)] == [0, 1]
    for entry in entries:
        hear(session, *server.answer(entry))
    assert session.track is not None
    assert (session.track.pending, shown(session)) == ([], server.view)


def test_steps_that_are_known_change_nothing(session: LineSession, server: Server) -> None:
    session.act(Click(0))
    [message] = sent(session)
    [step] = server.answer(message)
    hear(session, step)
    session.act(Click(0))
    sent(session)
    hear(session, step, step)
    assert session.track is not None
    assert session.track.pending == [Click(0)]
    assert sent(session) == []


def test_another_entry_in_its_place_brings_the_servers_journal(
    session: LineSession, server: Server
) -> None:
    server.answer(Act(0, wire.pack_action(best(session))))  # the same player, elsewhere
    session.act(Click(0))
    for message in sent(session):
        hear(session, *server.answer(message))
    assert session.track is not None
    assert session.track.pending == []
    assert sent(session) == [Resync()]
    hear(session, *server.race())
    assert shown(session) == server.view


def test_a_stop_of_the_server_is_said_in_a_sentence(session: LineSession) -> None:
    hear(session, Stopping(30))
    assert "stop in 30 seconds at the latest" in session.notice
    hear(session, Stopping(0))
    assert "stop now" in session.notice
    hear(session, Announcement("back at noon"))
    assert session.notice == "back at noon"
    again(session)
    hear(session, Welcome(VERSION, ME, "Ada", room="ABCDEF"))
    assert session.notice == ""


def test_what_was_undone_is_done_again_as_a_move(session: LineSession, server: Server) -> None:
    assert session.redo() == "there is nothing to redo"
    first = best(session)
    session.act(first)
    after = shown(session)
    session.undo()
    assert session.track is not None
    assert session.track.redoable == first
    assert session.redo() is None
    assert shown(session) == after
    assert session.redo() == "there is nothing to redo"
    messages = sent(session)
    assert [type(message) for message in messages] == [Act, Undo, Act]
    for message in messages:
        hear(session, *server.answer(message))
    assert shown(session) == server.view
    session.undo()
    other = next(action for action in GAME.legal_actions(shown(session)) if action != first)
    session.act(other)
    assert session.redo() == "there is nothing to redo", "another move was made"


def test_nothing_is_redone_after_a_refusal_or_on_a_whole_board(
    session: LineSession, server: Server
) -> None:
    session.act(best(session))
    session.undo()
    hear(session, Refused(0, 0, "no"))
    assert session.redo() == "there is nothing to redo"
    session.act(best(session))
    session.undo()
    hear(session, *server.race())
    assert session.redo() == "there is nothing to redo"


def test_a_redeal_on_its_way_shows_no_more_than_the_server_will(
    session: LineSession, server: Server
) -> None:
    """Else a card remembered from before could be moved, and later be one that is not known."""
    stock = len(server.view.piles[0])
    for _ in range(stock):
        session.act(Click(0))
        for message in sent(session):
            hear(session, *server.answer(message))
    session.act(Click(0))  # the waste is turned over
    assert set(shown(session).piles[0]) == {0x80}
    session.act(Click(0))
    assert shown(session).piles[1] == b"\0"
    waiting = sent(session)
    ahead = shown(session)
    hear(session, *server.answer(waiting[0]))
    assert shown(session) == ahead, "nothing is known less than before"


def test_what_a_host_says() -> None:
    session = LineSession("Ada", password="sesame")
    session.connect()
    session.create_room(Settings("4x13"), "a")
    session.join_room("abc", "b")
    session.watch_room("abc", "c")
    session.change_settings(Settings("montana"))
    session.kick(3)
    session.mute(4)
    session.mute(4, False)
    session.close_room()
    session.renew_token()
    assert list(map(heard, session.frames)) == [
        Hello(VERSION, "Ada", password="sesame"),
        CreateRoom(Settings("4x13"), "a"),
        JoinRoom("ABC", "b"),
        WatchRoom("ABC", "c"),
        ChangeSettings(Settings("montana"), None),
        Kick(3),
        Mute(4),
        Mute(4, False),
        CloseRoom(),
        RenewToken(),
    ]


def test_a_new_token_is_the_one_to_come_back_with() -> None:
    session = LineSession("Ada", "old")
    session.receive(wire.encode(NewToken(token="new")), 0)
    session.connect()
    assert heard(session.frames[0]) == Hello(VERSION, token="new")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": "\u202eevil"}, "printable"),
        ({"settings": {"game": "no such game"}}, "newer than this client"),
        ({"standings": [{"player": 1, "name": "Ada"}] * 65}, "length <= 64"),
    ],
)
def test_results_that_cannot_be_read_are_noted(
    session: LineSession, server: Server, change: dict[str, object], why: str
) -> None:
    results = msgspec.to_builtins(Results(7, SETTINGS, [], "seed", "promise"))
    with pytest.raises(BadMessage):
        session.receive(msgspec.msgpack.encode(results | change), 100.0)
    assert session.race is not None
    assert why in session.race.unreadable
    assert session.results is None
    hear(session, *server.race())
    assert session.race.unreadable == ""


def test_results_of_no_race_are_not_noted() -> None:
    session = connected()
    with pytest.raises(BadMessage):
        session.receive(wire.encode(Results(7, SETTINGS, [], "", "promise")), 100.0)
    assert session.race is None


# How much is taken in ----------------------------------------------------------------------------


def test_a_room_has_an_end(session: LineSession) -> None:
    for player in range(2, MAX_MEMBERS + 1):
        session.receive(wire.encode(MemberChanged(Member(player, "Eve", False))), player / 100)
    with pytest.raises(BadMessage, match="members"):
        hear(session, MemberChanged(Member(99_999, "Eve", False)), now=200.0)
    assert session.room is not None
    assert len(session.room.members) == MAX_MEMBERS


def test_nobody_is_in_a_room_twice(session: LineSession) -> None:
    before = session.room
    assert before is not None
    with pytest.raises(BadMessage, match="once"):
        hear(session, replace(before, members=[Member(7, "Eve", True)] * 5))
    assert session.room == before


def test_a_race_has_an_end(session: LineSession, server: Server) -> None:
    for player in range(2, intake.MOST_RACERS + 1):
        hear(session, wire.board(player, 0, server.view, "racing"))
    with pytest.raises(BadMessage, match="racers"):
        hear(session, wire.board(9999, 0, server.view, "racing"))
    for player in range(100, 1000):
        hear(session, Progress([Standing(player, "Eve", score=player)]))
    assert len(session.curves) <= intake.MOST_RACERS


def test_more_than_anybody_says_is_too_much() -> None:
    session, frame = connected(), wire.encode(Stopping(1))
    for _ in range(intake.RATE[1]):
        assert session.split(frame, 100.0) == [frame]
    with pytest.raises(TooMuch):
        session.split(frame, 100.0)
    again(session)
    session.split(frame, 100.0)  # another connection begins anew


def test_megabytes_are_too_much_also_if_they_say_nothing() -> None:
    session, frame = connected(), bytes(MAX_SERVER_FRAME)
    for _ in range(int(intake.BYTES[1] // len(frame))):
        session.split(frame, 100.0)
    with pytest.raises(TooMuch):
        session.split(frame, 100.0)


def test_what_a_busy_race_says_is_never_too_much() -> None:
    """Sixteen who make twenty moves a second, for an hour."""
    session, frame = connected(), wire.encode(Stopping(1)).ljust(120)
    for at in range(3600):
        for _ in range(16 * 20 + 20):
            session.split(frame, float(at))


def test_who_closed_the_room_is_known_until_the_next(session: LineSession) -> None:
    known = []
    hear(session, LeftRoom("the host has closed the room"))
    known.append(session.closes)
    session.close_room()
    hear(session, LeftRoom("the host has closed the room"))
    known.append(session.closes)
    hear(session, RoomState("ABCDEF", Settings("golf", {}), 1, "lobby", []))
    known.append(session.closes)
    assert known == [False, True, False]


# Evenings -----------------------------------------------------------------------------------------


def in_an_evening(session: Session, *told: FromServer) -> list[FromClient]:
    """Let a session know this; return what it says from then on."""
    said: list[FromClient] = []
    session.opened(lambda frame: said.append(wire.decode_client(frame)))
    for message in (Welcome(VERSION, 1, "Ada"), *told):
        session.receive(wire.encode(message), 100.0)
    said.clear()
    return said


def test_in_a_series_the_host_is_ready_with_the_rematch_and_the_server_starts() -> None:
    session = Session("Ada")
    said = in_an_evening(session, Told(RACES).room(pause=30_000))
    assert (session.in_series, session.opens) == (True, 130.0)
    session.rematch()
    assert said == [SetReady(True), Rematch()]
    session.receive(wire.encode(Told(RACES).room("lobby")), 101.0)
    assert not session.starting
    assert said[2:] == []


def test_after_the_last_deal_and_without_a_series_the_host_starts_as_ever() -> None:
    for told in (Told(RACES).room(over=True), Told(RACES, None).room()):
        session = Session("Ada")
        said = in_an_evening(session, told)
        session.rematch()
        assert said == [Rematch()]
        assert session.starting


def test_vetoes_are_ones_own() -> None:
    session = Session("Ada")
    said = in_an_evening(session, Told(RACES).room(vetoes={1: 2, 2: 1}))
    assert session.vetoes == 2
    session.veto()
    session.hold_series(True)
    session.begin_anew()
    session.same_deal_again()
    assert said == [Veto(), HoldSeries(True), BeginAnew(), Rematch(same_deal=True)]


def test_a_racer_is_asked_until_the_results() -> None:
    session = Session("Ada")
    told = room(fake_member(1), fake_member(2), phase="running")
    started = fake_race(told)
    in_an_evening(session, told, *started, EndAsked(7, 20_000, [2]))
    assert session.is_asked
    assert session.answer_until == 120.0
    for message in (EndAsked(7, 0, by=2), EndAsked(8, 20_000, [2])):  # another race's
        session.receive(wire.encode(message), 101.0)
        assert session.end_asked is None


def test_an_attempt_begins_as_soon_as_its_room_is_there() -> None:
    session = Session("Ada")
    said = in_an_evening(session)
    session.play_daily()
    told = replace(room(fake_member(1), game="golf"), daily="2026-11-27")
    session.receive(wire.encode(told), 1.0)
    assert said == [PlayDaily(), StartRace()]
    assert session.daily_room == "2026-11-27"


def test_where_there_is_no_daily_deal_no_other_race_begins_instead() -> None:
    session = Session("Ada")
    said = in_an_evening(session)
    session.play_daily("2026-11-01")
    session.receive(wire.encode(Problem("unknown day", "there is none")), 1.0)
    session.receive(wire.encode(room(fake_member(1))), 1.0)
    assert said == [PlayDaily("2026-11-01")]
    assert session.daily_room == ""


def test_a_room_for_practice_is_known_by_its_day() -> None:
    session = Session("Ada")
    practice = Practice("golf/1", 7, daily="2026-11-26")
    in_an_evening(session, replace(room(fake_member(1)), practice=practice))
    assert session.daily_room == "2026-11-26"

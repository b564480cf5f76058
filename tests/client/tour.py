"""A walk through every screen of the window in all its states; a test speaks for the server."""

from itertools import count
from pathlib import Path
from typing import get_args

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.bots.chooser import MoveChooser
from client.session.address import Address
from client.session.nearby import Nearby
from client.session.recording import Recording
from client.window.widgets.elements import SureButton
from client.window.window import Window
from client.words.texts import sentence
from engine.chance import commitment
from harness.fakes import (
    ADA,
    BOB,
    CLEO,
    PAST,
    FakeLink,
    Spoken,
    daily_room,
    gone_by,
    member,
    month,
    played_today,
    race,
    room,
    today,
)
from harness.replays import played
from protocol.messages import (
    Announcement,
    BestResult,
    Curves,
    EndAsked,
    Guests,
    Leaderboard,
    LeftRoom,
    Member,
    NewToken,
    Overview,
    Past,
    Practice,
    Problem,
    Progress,
    Refused,
    Results,
    Rival,
    RoomInfo,
    Rooms,
    Said,
    Series,
    SeriesGame,
    Settings,
    Standing,
    Status,
    Stopping,
    Tally,
)
from protocol.nearby import About
from tests.client.evenings import RACES, Told
from tests.client.window.screens.records.test_overview import OVERVIEW
from tests.client.window.screens.test_profile import PAGE

ENDS: tuple[Status, ...] = tuple(each for each in get_args(Status) if each != "racing")
STATUSES: tuple[Status, ...] = (*ENDS, "racing")


class Tour:
    """Goes through a window's screens, and looks at each."""

    def __init__(self, window: Window) -> None:
        self.window = window

    @property
    def link(self) -> Spoken:
        assert isinstance(self.window.link, Spoken)
        return self.window.link

    def look(self, where: str) -> None:
        """Look at what the window shows now."""
        raise NotImplementedError

    def walk(self) -> None:
        """Go through all of them."""
        at_the_start(self)
        in_the_lobby(self)
        in_a_room(self)
        in_a_race(self)
        watching(self)
        with_results_and_records(self)
        practising(self)


def at_the_start(tour: Tour) -> None:
    window = tour.window
    tour.look("start")
    window.connect_screen.go.click()  # without a name
    tour.look("start, nothing filled in")
    window.connect_screen.fill("ftp://x", "Ada")
    window.connect_screen.go.click()
    tour.look("start, a wrong address")
    window.connect_screen.ask_password(True)
    window.connect_screen.show_trouble(sentence("that is not the password of this server"))
    tour.look("start, a password")
    window.show_settings()
    window.settings_screen.attend(FakeLink())
    tour.look("settings")
    window.settings_screen.own_data.delete.click()
    QApplication.processEvents()  # The column grows, and is scrolled to what is asked.
    tour.look("settings, to be deleted")
    window.settings_screen.attend(None)
    window.show_settings()
    for address in (Address("localhost"), Address("localhost")):
        window.connect_to(address, "Ada")
        window._show_trouble("")
        window.disconnect_from_server()
    tour.look("start, a server that is known")
    for about in (About(), About(password=True), About(version=2)):
        found = Nearby("Ada", "192.168.1.5", 8765, False, about)
        window.connect_screen.servers.show_nearby([found])
        tour.look("start, a server in the network")
    window.connect_screen.servers.show_nearby([])
    window.connect_to(Address("localhost"), "Ada")
    assert tour.link.up


def in_the_lobby(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    tour.look("lobby")
    the_daily_deal(tour)
    settings = Settings("klondike", {}, undo=False, listed=True, delay=20)
    tell(Announcement("Ada Bob Cleo"), Stopping(150), NewToken("secret"))
    tour.look("lobby, news")
    tell(
        Rooms(
            [
                RoomInfo("ONE", settings, "Bob", "lobby", 3, 1, locked=True),
                RoomInfo("TWO", Settings("spider"), "Eve", "running", 1, 0, elapsed=1000),
                RoomInfo("ABCDEF", Settings("golf"), "Cleo", "countdown", 2, 2),
            ]
        )
    )
    tour.look("lobby, rooms")
    window.lobby.enter("ONE", watch=False)
    tour.look("lobby, a password")
    tell(Problem("wrong password", "that is not the password of this room"))
    tell(Problem("unknown room", "there is no room with that code"))
    tell(Stopping(0))
    tour.look("lobby, problems")
    window.lobby.make.emit()
    for game in ("klondike", "montana", "spider", "gypsy"):
        window.make_room.games.choose(game)
        tour.look(f"a new room, {game}")
    window.make_room.games.finder.search.setText("no such game")
    tour.look("a new room, no such game")
    window.make_room.back.emit()


def the_daily_deal(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    tell(today())
    tour.look("lobby, a daily deal")
    window.show_daily()
    tell(today(), month())
    tour.look("the daily deal")
    tell(daily_room("lobby"))
    tour.look("the daily deal, not begun")
    running = daily_room("running")
    tell(running, *race(running))
    tour.look("the daily deal, raced")
    own = Standing(ADA, "Ada", "won", 52, 1, 87, 161_400)
    tell(Results(7, running.settings, [own], "seed", commitment("seed"), [ADA]))
    window.navigation.last_look.end()
    tell(daily_room("finished"), played_today(), month())
    tour.look("the daily deal, played")
    window.daily.share.click()
    tour.look("the daily deal, shared")
    window.daily.proof.click()
    tour.look("the daily deal, its race")
    window.results.back.emit()
    window.daily.choose(PAST)
    tell(gone_by())
    tour.look("a daily deal gone by")
    tell(LeftRoom(), played_today())
    tour.look("lobby, a daily deal that was played")
    window.lobby.refresh()
    tell(Problem("unknown day", ""))


def in_a_room(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    muted = Member(CLEO, "Cleo", seated=False, connected=False, muted=True, ping=80)
    others = (member(BOB, bot=True), muted)
    tell(room(member(ADA), *others, undo=False, hints=False, listed=False, delay=30))
    tell(Said(BOB, "Bob", "Ada"))
    tour.look("room, as its host")
    for sure in window.room.findChildren(SureButton):
        sure.click()
    tour.look("room, really?")
    window.room.change.click()
    tour.look("room, changing it")
    window.room._end_change()
    window.room._copy()
    tour.look("room, copied")
    window.room.show_code.click()
    tell(Guests(12))
    tour.look("room, with a code and guests")
    window.room.show_code.click()
    tell(room(member(ADA), member(BOB, ready=True), muted, show_boards=True))
    tour.look("room, all ready")
    tell(room(member(ADA), *others, host=BOB))
    tour.look("room, as a guest")
    tell(room(member(ADA, ready=True), *others, host=BOB))
    tour.look("room, ready")
    tell(room(member(ADA), member(BOB, ready=True), host=BOB))
    tour.look("room, waiting for its host")
    tell(room(member(ADA, seated=False), *others, host=BOB))
    tour.look("room, as a spectator")
    tell(LeftRoom("the host has closed the room"))
    tour.look("room, closed")


def in_a_race(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    told = room(member(ADA), member(BOB), member(CLEO), phase="running", show_boards=True)
    countdown, *started = race(told)
    tell(told, countdown)
    tour.look("countdown")
    tell(*started)
    tour.look("race")
    track = tour.link.session.track
    assert track is not None
    board = window.race.board
    board.setFocus()
    for key in "RTHCUB?":
        QTest.keyClicks(board, key)
    tour.look("race, the keys")
    QTest.keyClicks(board, "?")
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(board, arrow)
    tour.link.session.undo()
    tell(Refused(0, track.number, "that doesn't go there"))
    window.race.board.tell_refusal("the time is up")
    board.hints_allowed = False
    QTest.keyClicks(board, "H")
    window.race.give_up.click()
    tour.look("race, refused")
    standings = [
        Standing(number, name, status, number, number, 9, 61_000, bot=number == 4)
        for number, name, status in zip(
            count(1), ("Ada", "Bob", "Cleo", "Eve", "Bob", "Cleo"), STATUSES, strict=False
        )
    ]
    tell(Curves(7, {ADA: [(0, 0), (9000, 4)], BOB: [(0, 0)], CLEO: [(0, 1)]}))
    window._show_trouble("")
    for status in ENDS:
        own = Standing(ADA, "Ada", status, 4, 1, 3, 5000)
        tell(Progress([own, *standings[1:]]))
        tour.look(f"race, {status}")
    for look in range(3):
        window.race._look(look)
        tour.look("race, what is looked at")
    window.race.side.tabs.setCurrentIndex(1)
    tour.look("race, boards beside it")
    promise = commitment("8c3f")
    tell(Progress(standings), Results(7, told.settings, standings, "8c3f", promise, [ADA]))
    window.navigation.last_look.end()  # Nobody waits for the moment in which the board stays.
    tour.look("results, of another seed")
    tell(room(member(ADA), member(BOB), phase="finished"))
    tour.look("results")
    window.results._copy()
    tour.look("results, the seed copied")
    window.results.deal_code.copy.click()
    tour.look("results, the code copied")
    window.results.details.click()
    tour.look("results, the proof")
    window.results.back.emit()
    tour.look("the room after the race")
    through_an_evening(tour)
    tell(LeftRoom())


def through_an_evening(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    told = Told([[replace(each, name="Bob") for each in ranked] for ranked in RACES])
    tell(told.room(next=SeriesGame("golf"), pause=30_000, vetoes={ADA: 2}))
    tour.look("the room between two deals")
    window.room.tally.click()
    tour.look("the tally of a series")
    tell(told.room(next=SeriesGame("golf"), pause=30_000, held=True))
    tour.look("the tally, held")
    tell(told.room(host=BOB, over=True))
    tour.look("the end of a series")
    window.evening.back.emit()
    open_ended = Series(0, family="Golf", vetoes=1, points="wins")
    tell(Told(told.races, open_ended).room("lobby"))
    tour.look("the room in a series")
    practice = Practice("klondike/0390f01e", 7, once=True)
    tell(replace(told.room("lobby"), practice=practice))
    tour.look("the room for the same deal")
    running = room(member(ADA), member(BOB), phase="running", host=BOB)
    tell(running, *race(running), EndAsked(7, 20_000, [BOB]))
    tour.look("race, to be ended")
    tell(EndAsked(7, 0, by=BOB))
    tour.look("race, going on")


def through_the_past(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    window.navigation.go_aside(window.evenings)
    tell(Past())
    tour.look("no evening yet")
    told = Told([[replace(each, name="Bob") for each in ranked] for ranked in RACES])
    evenings = [told.past(number, host="Bob") for number in (9, 7)]
    tell(Past(evenings=evenings, more=True))
    tour.look("the evenings")
    window.evenings.show_one.click()
    whole = told.room_past(9, more=True)
    said = [replace(each, name="Bob", text="Hello") for each in whole.said]
    tell(replace(whole, said=said, evening=evenings[0]))
    for at, name in enumerate(("tally", "races", "chat")):
        window.past_evening.tabs.setCurrentIndex(at)
        tour.look(f"an evening, its {name}")
    tell(replace(whole, said=[], evening=evenings[0], keeps=0))
    tour.look("an evening without a chat")
    window.past_evening.back.emit()
    window.evenings.back.emit()


def a_race_without_boards(tour: Tour) -> None:
    """Begin a race in which the rivals' boards are not seen."""
    tour.window.connect_to(Address("localhost"), "Ada")
    told = room(member(ADA), member(BOB), phase="running")
    tour.link.tell(told, *race(told))


def watching(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    told = room(
        member(ADA, seated=False), member(BOB), member(CLEO), host=BOB, phase="running", delay=9
    )
    countdown, *started = race(told)
    tell(told, countdown)
    tour.look("watching a countdown")
    tell(*started)
    tell(Progress([Standing(BOB, "Bob", "won", 9, 1, 9, 61_000), Standing(CLEO, "Cleo", place=2)]))
    tour.look("watching")
    window.watch.grid.enlarge(BOB)
    tour.look("watching one")
    window.watch.follow.click()
    tour.look("watching the leader")
    results = [Standing(BOB, "Bob", "won", 9, 1, 9, 61_000), Standing(CLEO, "Cleo", "stuck", 2, 2)]
    tell(Results(7, told.settings, results, "seed", commitment("seed"), [BOB]))
    window.navigation.last_look.end()
    tour.look("results of others")
    tell(LeftRoom("the connection was lost for too long"))


def with_results_and_records(tour: Tour) -> None:
    window, tell = tour.window, tour.link.tell
    window._show_leaderboard("klondike", {"deal": "no-redeals"})
    tell(Leaderboard("klondike", {"deal": "no-redeals"}, [], [], []))
    tour.look("leaderboard, empty")
    best = [BestResult(12, BOB, "Bob", s, 52, 65_000, 80, 1_700_000_000) for s in STATUSES]
    tell(Leaderboard("klondike", {"deal": "no-redeals"}, best, best, [Tally(BOB, "Bob", 9, 4)]))
    for tab in range(3):
        window.leaderboard.tabs.setCurrentIndex(tab)
        tour.look("leaderboard")
    window.navigation.go_aside(window.overview)
    tell(Overview())
    tour.look("overview, empty")
    tell(OVERVIEW)
    tour.look("overview")
    window._show_profile(BOB)
    tell(replace(PAGE, bot=True, races=0, games=[], recent=[]))
    tour.look("profile of a new bot")
    tell(replace(PAGE, races=2))
    tour.look("profile, the first races")
    tell(PAGE)
    tour.look("profile")
    window.profile.tabs.setCurrentWidget(window.profile.recent)
    tour.look("profile, races")
    rivals = [Rival(CLEO, "Cleo", 9, 6, 2)]
    tell(replace(PAGE, rivals=rivals, streak=2, best_streak=5))
    window.profile.show_rivals.click()
    tour.look("profile, rivals")
    window.profile.show_rivals.click()
    window.profile.show_dailies.click()
    tell(month(BOB))
    tour.look("profile, daily deals")
    window.profile.show_dailies.click()
    through_the_past(tour)
    standings = [Standing(2, "Bob", "gave up", 1, 1), Standing(3, "Cleo", "won", 1, 2)]
    window.replay_screen.take(played(), standings)
    tour.look("replay")
    window.replay_screen.step(1)
    tour.look("replay, a step")
    window.replay_screen.deal_code.copy.click()
    tour.look("replay, the code copied")
    window.replay_screen.moves_button.click()
    window.replay_screen.moves_button.click()
    tour.look("replay, the moves")
    window.replay_screen.recordings.append(Recording(replace(played(), player=3)))
    window.replay_screen._show_all()
    tour.look("replay, two")
    assert not window.replay_screen.open_file(Path("/dev/null"))
    tour.look("replay, no such file")
    window.replay_screen.back.emit()
    window._show_trouble(tour.link.tr("Connecting to {server}…").format(server="localhost"))
    tour.look("trouble")
    tell(Problem("banned", "you have connected from somewhere else"))
    tour.look("rejected")


def practising(tour: Tour) -> None:
    window = tour.window
    screen = window.practice_screen
    window.practise()
    for game in ("klondike", "montana", "freecell", "gaps"):
        screen.start(game, seed="8c3f")
        screen.board.setFocus()
        tour.look(f"practice, {game}")
        for key in "HDURTCY":
            QTest.keyClicks(screen.board, key)
            tour.look(f"practice, {game}, {key}")
        screen.redo()
        tour.look(f"practice, {game}, redo")
    screen.rules_button.click()
    tour.look("practice, rules")
    player = MoveChooser(screen.practice.game)
    for _ in range(10):
        action = player.choose(screen.practice.view)
        if action is not None:
            screen.act(action)
    screen._tell_time()
    tour.look("practice, moves")
    for typed in ("x/8c3f", "yukon/x=x/8c3f", "gaps/x=x/8c3f", "klondike/deal=x/8c3f", "gaps/"):
        screen.code_edit.setText(typed)
        screen._code_typed()
        tour.look(f"practice, the code {typed}")
    screen._show_code()
    screen.deal_code.copy.click()
    tour.look("practice, the code copied")
    screen._show_replay()
    tour.look("practice, its replay")
    window.navigation.go_back()
    window._play_on(played(), 3)
    tour.look("practice, a deal from elsewhere")
    screen.bring_own_back()
    tour.look("practice, one's own again")
    screen.choose_game()
    tour.look("practice, choosing")
    screen.show_records()
    tour.look("practice, records")
    assert screen.isVisible()

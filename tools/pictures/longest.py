"""The screens around a race with the longest of everything: `tools.pictures.screenshots --long`.

The tool speaks for the server, so that names, rooms and records can be as long and as many as the
protocol allows.
"""

from collections.abc import Callable
from typing import Final, Protocol, get_args

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QScrollArea, QWidget

from client.session.address import Address
from client.session.nearby import LONGEST_SHOWN, MOST, Nearby
from client.window.menu import About as AboutBox
from client.window.widgets.parting import LeavingRace, Parting
from client.window.window import Window
from client.words.ratings import families
from client.words.texts import game_title, options_text, sentence
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import CatalogueEntry, Choice
from harness.fakes import ADA as OWN
from harness.fakes import Spoken, month, played_today, race, today
from protocol.messages import (
    MAX_COURSE,
    MAX_DEALS,
    MAX_LINE_UP,
    MAX_NEWS,
    MAX_PAST,
    MAX_RECENT,
    MAX_REMARKS,
    MAX_ROWS,
    MAX_TALLIED,
    Announcement,
    BestResult,
    DailyResult,
    DailyTallied,
    Evening,
    GameRecord,
    Leaderboard,
    LeftRoom,
    Listed,
    Member,
    MemberChanged,
    NewRecord,
    NewResult,
    Overview,
    OwnBest,
    OwnRows,
    OwnTally,
    Past,
    PastDeal,
    PastEvening,
    PastRace,
    PastRacer,
    PastRemark,
    Phase,
    Problem,
    Profile,
    RacedGame,
    Rated,
    RatedPlayer,
    Rating,
    RatingChange,
    RatingCourse,
    RatingPoint,
    Ratings,
    Results,
    Riser,
    RoomInfo,
    RoomPast,
    Rooms,
    RoomState,
    Said,
    Series,
    SeriesGame,
    Settings,
    Standing,
    Status,
    Stopping,
    Streak,
    Tallied,
    Tally,
)
from protocol.nearby import About
from tools.pictures.staging import until

LONGEST: Final = 24
"""Characters of a name."""
NAMES: Final = (
    "W" * LONGEST,
    "國" * LONGEST,
    "Donaudampfschifffahrtsge",
    "ضظغ" * 8,
    "Ǻ́ḝ̂" * 6,
    "Maximiliane-Kunigunde 21",
    "Ada",
    "i" * LONGEST,
)
"""As long as names get, as wide, as high and as narrow; and a usual one among them."""
ROOMS: Final = 200
ADDRESS: Final = Address(
    "a-very-long-name-of-a-server.in-the-network.of-a-school.example.org", 65535
)
SAID: Final = (
    "Hello!",
    "Ready when you are. " * 8,
    "W" * 300,
    "https://example.org/" + "a/" * 70,
    "國" * 150,
)
LONGEST_FAMILY: Final = max(families(), key=len)
ENDS: Final = tuple(each for each in get_args(Status) if each != "racing")


class Pictures(Protocol):
    """What takes the pictures of a window."""

    window: Window

    def shoot(self, name: str, *over: QWidget) -> None:
        """Take a picture, with these menus and dialogs that lie over the window."""


def take_longest(pictures: Pictures) -> None:
    """Go through all these screens."""
    for scene in SCENES:
        scene(pictures)


def name_of(number: int) -> str:
    """Return the name of the player with this number."""
    return NAMES[number % len(NAMES)]


def longest_games() -> list[CatalogueEntry]:
    """Return all games, those first whose titles are longest in the language of the window."""
    return sorted(catalogue.entries(), key=lambda entry: -len(game_title(entry.name)))


def longest_options() -> tuple[str, dict[str, Choice]]:
    """Return the game with its options that take most words."""
    every = [(entry.name, chosen) for entry in catalogue.entries() for chosen in entry.settings()]
    return max(every, key=lambda each: len(options_text(*each)))


def _enter(pictures: Pictures) -> tuple[Window, Callable[..., None]]:
    """Be in the lobby of a server; return the window, and what tells it what the server says."""
    window = pictures.window
    if window.link is None:
        window.connect_to(ADDRESS, NAMES[0])
    link = window.link
    assert isinstance(link, Spoken)
    link.address_for_others = ADDRESS
    window.lobby.refresh()
    window.navigation.come_back()
    return window, link.tell


def _rooms() -> list[RoomInfo]:
    """Return as many rooms as a server may list."""
    games = longest_games()
    phases: tuple[Phase, ...] = ("lobby", "lobby", "running", "countdown", "finished")
    return [
        RoomInfo(
            f"WMW{i:03}",
            Settings(*longest_options(), seats=16, time_limit=7200)
            if i == 0
            else Settings(
                games[i % 94].name, games[i % 94].settings()[0], time_limit=7199, seats=16
            ),
            name_of(i),
            phases[i % 5],
            16 if i % 3 else 2,
            256 * (i % 2),
            locked=i % 4 == 1,
            elapsed=60_000,
        )
        for i in range(ROOMS // 2)
    ]


def _member(number: int) -> Member:
    """Return somebody in a room, of whom there is much to say."""
    bot = number % 5 == 4
    return Member(
        number,
        name_of(number - 1),
        number <= 16,
        ready=number % 3 == 0,
        connected=number % 6 != 5,
        bot=bot,
        muted=number % 4 == 3,
        ping=0 if bot else 37 * number,
        level=5 if bot else 0,
    )


def lost(server: Address) -> str:
    """Return what is told of a connection that was lost."""
    told = translate("Link", "The connection to {server} was lost. Reconnecting…")
    return told.format(server=server)


def _open_menu(pictures: Pictures, menu: QMenu, name: str) -> None:
    window = pictures.window
    at = window.menu.actionGeometry(menu.menuAction()).bottomLeft()
    menu.popup(window.menu.mapToGlobal(at))
    pictures.shoot(name, menu)
    menu.hide()


# The scenes ---------------------------------------------------------------------------------------


def first_screen(pictures: Pictures) -> None:
    """Where the program begins: for a first visitor, among many servers, and with trouble."""
    window = pictures.window
    screen = window.connect_screen
    pictures.shoot("start")
    about = About(), About(password=True), About(version=9)
    long_names = ("W" * LONGEST_SHOWN, "國" * LONGEST_SHOWN, "Adas Rechner im Arbeitszimmer oben")
    found = [
        Nearby(long_names[i % 3], f"192.168.100.{100 + i}", 65535, False, about[i % 3])
        for i in range(MOST)
    ]
    screen.servers.show_nearby(found)
    screen.fill(str(ADDRESS), NAMES[0])
    screen.servers._found(ADDRESS, "…", False)
    pictures.shoot("start-nearby")
    screen.ask_password(True)
    screen.show_trouble(sentence("that is not the password of this server"))
    pictures.shoot("start-password")
    screen.ask_password(False)
    screen.show_invitation("WWWWWW", elsewhere=True)
    pictures.shoot("start-invited")
    screen.show_invitation("")
    screen.show_trouble(sentence("that is not the password of this server"))
    screen.servers.show_nearby([])
    screen.show_servers([ADDRESS, Address("192.168.1.5"), Address("::1", 7713)])
    pictures.shoot("start-trouble")
    screen.show_trouble("")
    screen.show_waiting(window.tr("Connecting to {server}…").format(server=ADDRESS))
    pictures.shoot("start-waiting")
    screen.show_waiting("")


def lobby(pictures: Pictures) -> None:
    """Open rooms and races: none, one, and as many as there can be."""
    window, tell = _enter(pictures)
    tell(Rooms([]))
    pictures.shoot("lobby-empty")
    rooms = _rooms()
    tell(Rooms(rooms[:1]))
    pictures.shoot("lobby-one")
    tell(Rooms(rooms[:100], more=ROOMS - 100))
    window.lobby.list.rows[rooms[1].code].setFocus()
    pictures.shoot("lobby-many")
    scroll = next(area for area in window.lobby.findChildren(QScrollArea) if area.isVisible())
    scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())
    pictures.shoot("lobby-many-end")
    scroll.verticalScrollBar().setValue(0)
    window.lobby.enter(next(each.code for each in rooms if each.locked), watch=False)
    pictures.shoot("lobby-password")
    tell(Problem("wrong password", "that is not the password of this room"))
    tell(Announcement("New decks of cards tonight at nine. Come and see! " * 6), Stopping(150))
    pictures.shoot("lobby-news")
    window.lobby._end_asking()
    window.news.put_away()
    window._show_trouble(lost(ADDRESS))
    pictures.shoot("lobby-trouble")
    window._show_trouble("")


def making(pictures: Pictures) -> None:
    """A new room, and the search for its game."""
    window, _ = _enter(pictures)
    window.lobby.make.emit()
    screen = window.make_room
    finder = screen.games.finder
    pictures.shoot("make-room")
    game, options = longest_options()
    screen.games.choose(game, options)
    screen.form.lock.setChecked(True)
    screen.form.secret.setText("W" * 64)
    pictures.shoot("make-room-options")
    finder.search.setText(game_title(game))
    pictures.shoot("make-room-one-hit")
    finder.search.setText("xyz" * 12)
    pictures.shoot("make-room-no-hit")
    finder.show_all()
    finder.scopes.button(1).click()
    pictures.shoot("make-room-favourites")
    finder.show_all()
    screen.games.choose(longest_games()[0].name)
    finder.family.showPopup()
    pictures.shoot("make-room-families", finder.family.view().window())
    finder.family.hidePopup()


def room(pictures: Pictures) -> None:
    """A room, as its host and as a guest, of two and of sixteen."""
    window, tell = _enter(pictures)
    chosen = Settings(*longest_options(), time_limit=7200, seats=16, countdown=30)
    two = [Member(OWN, NAMES[0], True), Member(2, NAMES[2], True, ping=87)]
    tell(RoomState("WMWMWM", chosen, OWN, "lobby", two[:1]))
    pictures.shoot("room-alone")
    tell(RoomState("WMWMWM", chosen, OWN, "lobby", two))
    pictures.shoot("room-two")
    sealed = replace(chosen, deals="winnable")
    tell(RoomState("WMWMWM", sealed, OWN, "lobby", two, search="looking"))
    pictures.shoot("room-looking")
    tell(RoomState("WMWMWM", sealed, OWN, "lobby", two, search="no deal"))
    pictures.shoot("room-no-deal")
    tell(RoomState("WMWMWM", sealed, 2, "lobby", two, search="no deal"))
    pictures.shoot("room-no-deal-guest")
    wide = replace(chosen, game=longest_games()[0].name, options={})
    tell(RoomState("WMWMWM", wide, OWN, "lobby", two))
    pictures.shoot("room-title")
    for text in SAID:
        tell(Said(2, NAMES[2], text), Said(OWN, NAMES[0], text))
    sixteen = [_member(i) for i in range(1, 17)]
    hard = replace(chosen, undo=False, hints=False, listed=False, delay=300, same_address=False)
    everybody = [*sixteen, *(_member(i) for i in range(17, 40))]
    tell(RoomState("WMWMWM", hard, OWN, "lobby", everybody, locked=True))
    pictures.shoot("room-sixteen")
    until(lambda: 3 in window.room.members.rows, "the members")
    asking = window.room.members.rows[3].away, window.room.close_room
    for sure in asking:
        sure.click()
        sure._asking.start(60_000)  # until the last picture of it is taken
    pictures.shoot("room-really")
    for sure in asking:
        sure._asking.start(0)
    window.room.change.click()
    pictures.shoot("room-change")
    window.room._end_change()
    few = RoomState("WMWMWM", hard, OWN, "lobby", sixteen[:3], locked=True)
    tell(few)
    levels = window.room.members.levels
    levels.open()
    pictures.shoot("room-levels", levels)
    levels.hide()
    tell(RoomState("WMWMWM", hard, 2, "lobby", everybody, locked=True))
    pictures.shoot("room-guest")
    tell(MemberChanged(replace(everybody[0], seated=False)))
    pictures.shoot("room-spectator")
    window._show_trouble(lost(ADDRESS))
    pictures.shoot("room-trouble")
    window._show_trouble("")
    told = RoomState("WMWMWM", hard, OWN, "finished", everybody, locked=True)
    standings = [Standing(each.player, each.name, "won", place=1) for each in sixteen]
    tell(Results(7, hard, standings, "seed", "hash"), told)
    window.results.back.emit()
    pictures.shoot("room-finished")
    tell(LeftRoom("the host has closed the room"))


def evening(pictures: Pictures) -> None:
    """A long series of sixteen: its room, its races with ratings, and what it adds up to."""
    window, tell = _enter(pictures)
    titles = [SeriesGame(entry.name) for entry in longest_games()[:MAX_LINE_UP]]
    series = Series(MAX_DEALS, titles, vetoes=3)
    chosen = Settings(*longest_options(), seats=16, series=series)
    sixteen = [_member(i) for i in range(1, 17)]
    rows = [
        Tallied(
            each.player,
            each.name,
            place=at + 1,
            points=2001 - 99 * at,
            last=15,
            before=16 - at,
            deals=49,
            wins=12,
            bot=each.bot,
            began=1 + 7 * (at % 3 == 1),
            curve=[(40 - at) * deal for deal in range(49 - 7 * (at % 3 == 1))],
        )
        for at, each in enumerate(sixteen)
    ]
    told = Evening(series.points, 49, rows, vetoes={each.player: 3 for each in sixteen})
    tell(RoomState("WMWMWM", chosen, OWN, "lobby", sixteen, evening=told))
    pictures.shoot("room-series")
    standings = [
        Standing(each.player, each.name, ENDS[at % len(ENDS)], 10**6 - at, at + 1, 3999, 7_199_000)
        for at, each in enumerate(sixteen)
    ]
    tell(
        Results(7, chosen, standings, "seed", "hash"),
        RoomState("WMWMWM", chosen, OWN, "finished", sixteen, evening=told),
    )
    pictures.shoot("results-waiting-for-ratings")
    changes = [
        RatingChange(
            each.player,
            Rating(4999 - each.player, 300, 123_456, each.player % 2 == 0),
            Rating(4999, 300, 12_345, each.player % 2 == 0, LONGEST_FAMILY),
            9,
            4000 + 999 * (each.player % 2),
        )
        for each in sixteen
        if not each.bot
    ]
    tell(Rated(7, changes))
    pictures.shoot("results-rated")
    window.navigation.last_look.end()
    window.results.tally.click()
    for name, more in (
        ("evening", {"next": titles[0], "pause": 599_000}),
        ("evening-held", {"next": titles[1], "pause": 599_000, "held": True}),
        ("evening-over", {"over": True}),
    ):
        told = replace(told, **more)
        tell(RoomState("WMWMWM", chosen, OWN, "finished", sixteen, evening=told))
        pictures.shoot(name)
    tell(RoomState("WMWMWM", chosen, 2, "finished", sixteen, evening=told))
    pictures.shoot("evening-guest")
    tell(LeftRoom("the host has closed the room"))


def ratings(pictures: Pictures) -> None:
    """The highest ratings, and how somebody's went."""
    window, tell = _enter(pictures)
    game, options = longest_options()
    window._show_leaderboard(game, options)
    window.leaderboard.tabs.setCurrentWidget(window.leaderboard.ratings)
    of = LONGEST_FAMILY
    rows = [
        RatedPlayer(i, name_of(i), i, Rating(4999 - i, 300, 123_456, i % 4 != 3, of))
        for i in range(1, MAX_ROWS + 1)
    ]
    tell(Ratings("", 12, 12, 0))
    pictures.shoot("ratings-empty")
    tell(Ratings("", 12, 12, 123_456, rows, replace(rows[5], player=OWN)))
    pictures.shoot("ratings")
    window.leaderboard.back.emit()
    window._show_profile(2)
    every = [Rating(4999, 300, 123_456, True, family) for family in ("", *families())]
    tell(Profile(2, NAMES[0], since=1_700_000_000, ratings=every))
    window.profile.show_ratings.click()
    points = [
        RatingPoint(1_700_000_000 + 90_000 * at, 12 * at, 300 + at, at) for at in range(MAX_COURSE)
    ]
    tell(RatingCourse(2, "", points))
    pictures.shoot("profile-ratings")
    window.profile.show_ratings.click()
    window.profile.back.emit()


def daily(pictures: Pictures) -> None:
    """The daily deal before and after the attempt, the calendar, and the lobby with it."""
    window, tell = _enter(pictures)
    game, options = longest_options()
    fresh = replace(today(), game=game, options=options, players=9999, winners=9998)
    fresh = replace(fresh, streak=Streak(365, 1000))
    tell(fresh)
    pictures.shoot("lobby-daily")
    window.show_daily()
    tell(fresh, month())
    pictures.shoot("daily")
    rows = [
        DailyResult(i + 1, name_of(i), i + 1, ENDS[i % len(ENDS)], 5000, 3_599_900, 9999, i + 1)
        for i in range(MAX_ROWS)
    ]
    own = replace(rows[0], player=OWN, place=9999)
    played = replace(played_today(), rows=rows, own=own, players=9999, winners=9998)
    played = replace(played, game=game, options=options, streak=fresh.streak)
    tally = [DailyTallied(i + 1, name_of(i), i + 1, 619, 31, 31) for i in range(MAX_ROWS)]
    tell(played, replace(month(), rows=tally, own=replace(tally[0], player=OWN, place=9999)))
    pictures.shoot("daily-played")
    window.navigation.come_back()
    tell(played)
    pictures.shoot("lobby-daily-played")
    tell(Problem("unknown day", ""))


def overview(pictures: Pictures) -> None:
    """What is new on the leaderboards, empty and full."""
    window, tell = _enter(pictures)
    window.navigation.go_aside(window.overview)
    tell(Overview())
    pictures.shoot("overview-empty")
    game, options = longest_options()
    at, ten = 1_700_000_000, range(1, MAX_NEWS + 1)
    longest = 7_199_000
    told = Overview(
        races=123_456,
        people=12_345,
        latest=[
            NewResult(i, game, options, 16, i, name_of(i), 16, "out of time", 10**6, longest, at)
            for i in ten
        ],
        games=[RacedGame(each.name, {}, 123_456, "winnable") for each in longest_games()],
        records=[
            NewRecord(i, game, options, i, name_of(i), longest, at, 2 * longest, "winnable")
            for i in ten
        ],
        risers=[Riser(i, name_of(i), Rating(4999 - i, 300, 12_345), 3999) for i in ten],
    )
    tell(told)
    pictures.shoot("overview")
    window.overview.back.emit()


def records(pictures: Pictures) -> None:
    """Leaderboards and players' pages, empty and full."""
    window, tell = _enter(pictures)
    game, options = longest_options()
    window._show_leaderboard(game, options)
    tell(Leaderboard(game, options))
    pictures.shoot("leaderboard-empty")
    best = [
        BestResult(
            i,
            i,
            name_of(i),
            ENDS[i % len(ENDS)],
            10**6 - i,
            7_199_000,
            3999,
            1_700_000_000 + i * 90_000,
        )
        for i in range(MAX_ROWS)
    ]
    tallies = [Tally(i, name_of(i), 123_456, 98_765) for i in range(MAX_ROWS)]
    further = OwnBest(123_456, best[0])
    own = OwnRows(further, further, OwnTally(123_456, tallies[0]))
    listed = Listed(123_456, 123_456, 123_456)
    tell(Leaderboard(game, options, best, best, tallies, listed=listed, own=own))
    for tab, name in enumerate(("fastest", "best", "players")):
        window.leaderboard.tabs.setCurrentIndex(tab)
        pictures.shoot(f"leaderboard-{name}")
    window.leaderboard.period.showPopup()
    pictures.shoot("leaderboard-periods", window.leaderboard.period.view().window())
    window.leaderboard.period.hidePopup()
    window._show_profile(2)
    tell(Profile(2, NAMES[2], since=1_700_000_000))
    pictures.shoot("profile-empty")
    games = [
        GameRecord(entry.name, chosen, 123_456, 98_765, 87_654, 7_199_000, 10**6)
        for entry in longest_games()
        for chosen in entry.settings()[:1]
    ]
    games.insert(0, GameRecord(*longest_options(), 12, 3, 1, 83_000, 1234, 5, 5, "winnable"))
    past = [
        PastRace(
            i,
            each.game,
            each.options,
            i % 16 + 1,
            16,
            ENDS[i % len(ENDS)],
            -1000,
            7_199_000,
            1_700_000_000,
            i == 0,
        )
        for i, each in enumerate(games[:MAX_RECENT])
    ]
    tell(Profile(2, NAMES[0], True, 1_700_000_000, 123_456, 98_765, games[:100], past))
    for tab, name in enumerate(("games", "races")):
        window.profile.tabs.setCurrentIndex(tab)
        pictures.shoot(f"profile-{name}")
    window.profile.back.emit()
    window.leaderboard.back.emit()
    evenings(pictures)


def evenings(pictures: Pictures) -> None:
    """The evenings that are past, and one of them."""
    window, tell = _enter(pictures)
    window.lobby.evenings.emit()
    tell(Past())
    pictures.shoot("evenings-none")
    rows = [
        Tallied(i, name_of(i), i + 1, 2 * (10**4 - i) + 1, deals=50, wins=49, curve=[0, 9999])
        for i in range(MAX_TALLIED)
    ]
    games = [entry.name for entry in longest_games()]
    tally = Evening("rivals", 50, rows, 123_456)
    at = 1_700_000_000
    told = [
        PastEvening(99 - i, at, at, name_of(i), games[:MAX_DEALS], tally, rows[i], 1000)
        for i in range(MAX_PAST)
    ]
    tell(Past(evenings=told, more=True))
    pictures.shoot("evenings")
    window.evenings.show_one.click()
    racers = [
        PastRacer(i, name_of(i), ENDS[i % len(ENDS)], -1000, i + 1, 7_199_000) for i in range(16)
    ]
    game, options = longest_options()
    races = [PastDeal(i, game, at, options, "winnable", racers) for i in range(MAX_DEALS)]
    said = [PastRemark(i, at + i * 9000, i, name_of(i), "W" * 300) for i in range(MAX_REMARKS)]
    tell(RoomPast(evening=told[0], races=races, said=said, more=True, keeps=36_500))
    for tab, name in enumerate(("tally", "races", "chat")):
        window.past_evening.tabs.setCurrentIndex(tab)
        pictures.shoot(f"past-evening-{name}")
    window.past_evening.back.emit()
    window.evenings.back.emit()


def settings(pictures: Pictures) -> None:
    """All of the settings, from the top to the end."""
    window, _ = _enter(pictures)
    window.show_settings()
    screen = window.settings_screen
    bar = screen.findChildren(QScrollArea)[0].verticalScrollBar()
    pictures.shoot("settings")

    def to_end(_least: int, most: int) -> None:
        bar.setValue(most)

    bar.rangeChanged.connect(to_end)  # at any size
    bar.setValue(bar.maximum())
    pictures.shoot("settings-end")
    screen.own_data.delete.click()
    pictures.shoot("settings-delete")
    screen.own_data.cancel.click()
    bar.rangeChanged.disconnect(to_end)
    bar.setValue(0)
    choice = screen.choices["language"]
    choice.showPopup()
    pictures.shoot("settings-languages", choice.view().window())
    choice.hidePopup()
    screen.back.emit()


def dialogs(pictures: Pictures) -> None:
    """The questions and facts that are told in a window of their own."""
    window, _ = _enter(pictures)
    for name, dialog in (
        ("parting", Parting(NAMES, window, count=len(NAMES), in_room=True)),
        ("leaving-race", LeavingRace(window)),
        ("about", AboutBox(window)),
    ):
        dialog.show()
        pictures.shoot(f"dialog-{name}", dialog)
        dialog.hide()
        dialog.deleteLater()


def menus(pictures: Pictures) -> None:
    """Each menu of the menu bar, on screens that have much to do."""
    window, tell = _enter(pictures)
    for menu, name in (
        (window.menu.program, "program"),
        (window.menu.view, "view"),
        (window.menu.help, "help"),
    ):
        _open_menu(pictures, menu, f"menu-{name}")
    members = [_member(i) for i in range(1, 17)]
    tell(RoomState("WMWMWM", Settings("klondike"), OWN, "lobby", members))
    _open_menu(pictures, window.menu.actions_now, "menu-actions-room")
    told = RoomState("WMWMWM", Settings("klondike"), OWN, "running", members)
    tell(told, *race(told))
    _open_menu(pictures, window.menu.actions_now, "menu-actions-race")
    window.race.give_up.click()
    pictures.shoot("race-really")
    tell(LeftRoom())


def help_sheet(pictures: Pictures) -> None:
    """Rules and keys over a board, of the game whose rules are longest."""
    window = pictures.window
    window.disconnect_from_server()
    window.practise()
    wordy = max(catalogue.entries(), key=lambda entry: len(entry.rules))
    window.practice_screen.start(wordy.name, None, "longest")
    window.practice_screen.board.setFocus()
    QTest.keyClick(window.practice_screen.board, Qt.Key.Key_F1)
    pictures.shoot("help")
    QTest.keyClick(window.practice_screen.board, Qt.Key.Key_F1)
    window.navigation.come_back()


SCENES: Final = (
    first_screen,
    lobby,
    making,
    room,
    evening,
    daily,
    overview,
    records,
    ratings,
    settings,
    dialogs,
    menus,
    help_sheet,
)
"""All of them; each can be shown alone, the last one after all others."""

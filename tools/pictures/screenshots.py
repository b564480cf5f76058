"""Take pictures of every screen of the client, in a real race on a server of its own.

    python -m tools.pictures.screenshots OUTDIR        # every screen, four sizes, light and dark
    python -m tools.pictures.screenshots OUTDIR --theme light     # only one theme instead of both
    python -m tools.pictures.screenshots OUTDIR --theme light --only race,watch
    python -m tools.pictures.screenshots OUTDIR --size 1280x800 --zoom 200   # large texts
    python -m tools.pictures.screenshots OUTDIR --long      # around a race, all as long as can be
    python -m tools.pictures.screenshots OUTDIR --deals     # around a deal that can be won
    python -m tools.pictures.screenshots --readme          # docs/images/race.png
    python -m tools.pictures.screenshots --guide           # docs/images/guide/*.png
    python -m tools.pictures.screenshots --guide --only race,settings     # only these scenes of it

Needs no display.  `--size` may be given more than once; `--long` tells what is cut, too, and needs
no server (`tools.pictures.longest`).  Screens of finer pixels: QT_SCALE_FACTOR=2, QT_FONT_DPI=160.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.session.address import Address
from client.session.nearby import Nearby
from client.window.app import AppTheme
from client.window.desktop import preferences
from client.window.desktop.language import set_language
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import CHOICES, Preferences
from client.window.online.link import Link
from client.window.online.probe import Probe
from client.window.window import Window
from harness.fakes import Spoken, month, played_today, today
from harness.server_thread import ServerThread
from protocol.messages import (
    Announcement,
    DailyResult,
    GameOptions,
    GameRecord,
    Leaderboard,
    Overview,
    Past,
    PastEvening,
    PastRace,
    Profile,
    RoomPast,
    Rooms,
    Series,
    Settings,
    Stopping,
)
from protocol.nearby import About
from tools.pictures.cut_texts import cut_texts
from tools.pictures.guide.scenes import take_guide
from tools.pictures.longest import lost, take_longest
from tools.pictures.page_walks import Held, foundry_in
from tools.pictures.past import TOKEN, write_past
from tools.pictures.staging import (
    PATIENT,
    Racer,
    be_refused,
    finish,
    gather,
    play,
    see_pictures,
    settle,
    start,
    until,
    watch,
)

LOOKED: Final = 4000
"""Milliseconds after which a room says how long it has looked for a deal."""
THERE: Final = Address("192.168.1.5")
"""Where others reach the server of the pictures, which hears on this computer alone."""
FOUND: Final = 900.0
"""Seconds in which a deal is found that can be won, or where it was lost."""
IMAGES: Final = Path("docs/images")
SIZES: Final = ((800, 500), (900, 600), (1280, 800), (2560, 1440))
THEMES: Final = ("dark", "light")
README_SIZE: Final = (1280, 800)
README: Final = ("race",)
HOSTILE: Final = "<b>Bold</b> & <img src=x> are only text here."
NAMES: Final = (
    "Grace",
    "Linus",
    "Margaret",
    "Edsger",
    "Barbara",
    "Donald",
    "Katherine",
    "Ken",
    "Radia",
    "Dennis",
    "Frances",
    "Niklaus",
    "Hedy",
    "Tony",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
)


class ScreenPictures:
    """Takes pictures of a window, in every size and theme that is wanted."""

    def __init__(
        self,
        window: Window,
        directory: Path,
        themes: Sequence[str],
        *,
        readme: bool,
        only: Sequence[str] = (),
        sizes: Sequence[tuple[int, int]] = SIZES,
        tell_cut: bool = False,
    ) -> None:
        self.window = window
        self._sizes = (README_SIZE,) if readme else sizes
        self._tell_cut = tell_cut
        self._directory = directory
        self._themes = themes
        self.readme = readme
        self._only = only

    def shoot(self, name: str, *over: QWidget) -> None:
        """Take a picture in every size and theme, with what lies `over` the window."""
        if self.readme and name not in README:
            return
        if self._only and not any(name.startswith(wanted) for wanted in self._only):
            return
        for width, height in self._sizes:
            self.window.resize(width, height)
            settle(300)
            for theme in self._themes:
                preferences.live.set(replace(preferences.live.now, theme=theme))
                settle(50)
                see_pictures(self.window)
                more = "" if self.readme else f"-{width}x{height}-{theme}"
                path = self._directory / f"{name}{more}.png"
                self._picture(*over).save(str(path))
                print(path)
                if self._tell_cut:
                    for text in dict.fromkeys(chain(*map(cut_texts, (self.window, *over)))):
                        print(f"  cut: {text}")

    def _picture(self, *over: QWidget) -> QPixmap:
        """Return the window with these menus and dialogs on it, which are windows of their own."""
        whole = self.window.grab()
        painter = QPainter(whole)
        for part in over:
            at = part.mapToGlobal(QPoint()) - self.window.mapToGlobal(QPoint())
            painter.drawPixmap(at, part.grab())
        painter.end()
        return whole


def take_all(pictures: ScreenPictures, server: ServerThread) -> None:
    """Go through all the screens."""
    window = pictures.window
    show = pictures.shoot
    show("connect")
    found = Nearby("BOBS-LAPTOP", "192.168.1.5", 7713, False, About())
    window.connect_screen.servers.show_nearby([found])
    show("connect-nearby")
    window.connect_screen.servers.show_nearby([])
    window.connect_screen.show_trouble("There is already a player called Ada here.")
    show("connect-refused")
    window.connect_screen.fill(str(server.address), "Ada")
    window.connect_screen.go.click()
    until(lambda: window.link and window.link.up, "welcome")
    show("lobby-here-only")
    assert window.link is not None
    window.link.address_for_others = THERE
    window.lobby.refresh()
    show("lobby-empty")

    racers = [
        Racer(name, server.address, 150 + 60 * i, bot=i in (3, 4)) for i, name in enumerate(NAMES)
    ]
    until(lambda: all(racer.link.up for racer in racers), "racers")
    hosts = racers[:6]
    for host, game in zip(
        hosts, ("klondike", "montana", "4x13", "spider", "freecell", "clock"), strict=True
    ):
        host.session.create_room(Settings(game, seats=6, countdown=0))
    until(lambda: all(racer.session.room for racer in hosts), "rooms")
    hosts[5].session.start_race()
    until(lambda: len(window.lobby.list.rows) == len(hosts), "the list")
    window.lobby.refresh()
    settle(300)
    assert window.link is not None
    listed = window.link.session.rooms
    assert listed is not None
    spider = listed.rooms[2]
    locked = msgspec.structs.replace(spider, locked=True, spectators=3, racers=6)
    others = [room for room in listed.rooms if room is not spider]
    series = msgspec.structs.replace(others[-1].settings, series=Series(7))
    others[-1] = msgspec.structs.replace(others[-1], settings=series)
    window.lobby.take(Rooms(rooms=[locked, *others], more=7))
    window.lobby.list.rows[others[0].code].setFocus()
    show("lobby")
    take_daily(pictures)
    window.lobby.profile.emit(window.link.session.player)
    settle(300)
    window.profile.take(Profile(window.link.session.player, "Ada", since=1_700_000_000))
    show("profile-new")
    window.profile.back.emit()
    window.lobby._ask("Spider: the room has a password.")
    window.news.take(Announcement(text="New decks of cards tonight at nine. Come and see!"))
    window.news.take(Stopping(seconds=150))
    show("lobby-password")
    window.lobby._end_asking()
    window.news.put_away()
    for host in hosts:
        host.session.leave_room()
    window.lobby.make.emit()
    show("make-room")
    window.make_room.games.choose("spider")
    show("make-room-spider")
    for game in ("klondike", "spider", "4x13"):
        window.make_room.games.finder.toggle_favourite(game)
    window.make_room.games.finder.search.setText("t")
    show("make-room-search")
    window.make_room.games.finder.show_all()

    server.deal_from("race 16")
    gather(window, racers[:3], Settings("klondike", seats=16, countdown=30))
    racers[0].session.say("Hello, everybody. Ready when you are.")
    racers[1].session.say("One moment, I am getting some tea, and then I am with you.")
    racers[2].session.say("The same cards for all: no excuses." if pictures.readme else HOSTILE)
    show("room")
    window.link.address_for_others = server.address
    window.room.refresh()
    show("room-here-only")
    window.link.address_for_others = THERE
    window.room.refresh()
    levels = window.room.members.levels
    levels.open()
    show("room-levels", levels)
    levels.hide()
    window.room.change.click()
    show("room-change")
    window.room._end_change()
    window._show_trouble(lost(server.address))
    show("room-trouble")
    window._show_trouble("")
    start(window)
    show("countdown")
    assert pictures.readme or window.link.session.countdown, "the pictures came too late"
    play(window, racers[:3], 40)
    show("race")
    if pictures.readme:
        for racer in racers:
            racer.link.close()
        return
    be_refused(window.race.board)
    show("race-notice")
    racers[1].session.give_up()
    window.race.side.show_curve()
    settle(200)
    show("race-given-up")
    window._show_trouble(lost(server.address))
    show("race-trouble")
    window._show_trouble("")
    finish(window, racers)
    show("results")
    window.results.about.click()
    settle(300)
    show("profile")
    window.profile.tabs.setCurrentIndex(1)
    show("profile-races")
    window.profile.tabs.setCurrentIndex(0)
    window.profile.show_ratings.click()
    until(window.profile.ratings.races.rowCount, "how the ratings went")
    show("profile-ratings")
    window.profile.show_ratings.click()
    window.profile.show_rivals.click()
    show("profile-rivals")
    window.profile.show_rivals.click()
    window.profile.take(one_race(window.profile.player))
    show("profile-one")
    window.profile.back.emit()
    window.results.details.click()
    show("results-proof")
    window.results.details.click()
    window.results.replay.click()
    until(lambda: window.navigation.currentWidget() is window.replay_screen, "the replay")
    window.replay_screen.beside.setCurrentIndex(1)
    window.replay_screen.beside.activated.emit(1)
    until(lambda: len(window.replay_screen.recordings) == 2, "the one beside")
    window.replay_screen.step(1)
    window.replay_screen.seek(window.replay_screen._length // 2)
    show("replay-two")
    window.replay_screen.back.emit()
    window.navigation.go_aside(window.overview)
    until(window.overview.games.rowCount, "the overview")
    show("overview")
    window.overview.take(Overview())
    show("overview-empty")
    window.overview.back.emit()
    window.results.leaderboard.emit("klondike", {}, "any")
    settle(300)
    window.leaderboard.tabs.setCurrentIndex(1)
    show("leaderboard")
    window.leaderboard.tabs.setCurrentIndex(2)
    show("leaderboard-players")
    window.leaderboard.tabs.setCurrentWidget(window.leaderboard.ratings)
    until(window.leaderboard.ratings.table.rowCount, "the ratings")
    show("leaderboard-ratings")
    window.leaderboard.tabs.setCurrentIndex(0)
    window.leaderboard.take(Leaderboard("klondike", window.leaderboard.games.options.options))
    show("leaderboard-empty")
    window.leaderboard.refresh()
    settle(300)
    window.leaderboard.tabs.setCurrentIndex(1)
    rows = window.leaderboard.best.keys
    latest = max(row[0] for row in rows if isinstance(row, tuple))
    window.leaderboard.best.choose(
        next(row for row in rows if isinstance(row, tuple) and row[0] == latest)
    )
    window.leaderboard.replay.click()
    until(lambda: window.navigation.currentWidget() is window.replay_screen, "the replay")
    window.replay_screen.step(1)
    window.replay_screen.seek(window.replay_screen.recordings[0].times[20])
    show("replay")
    window.replay_screen.back.emit()
    window.leaderboard.back.emit()
    look_back(window, show)

    server.deal_from("")
    gather(window, racers, Settings("montana", seats=16, countdown=1, show_boards=True))
    show("room-16")
    start(window)
    play(window, racers, 12)
    show("race-16")
    window.race.side.tabs.setCurrentIndex(1)
    show("race-16-boards")
    window.race.side.tabs.setCurrentIndex(0)
    window.race.give_up.click()
    window.race.give_up.click()
    until(window.race.banner.isVisible, "the end")
    show("race-over")
    window.race._look(1)
    settle(2500)
    show("race-over-curve")
    window.race._look(2)
    show("race-over-boards")
    finish(window, racers)
    show("results-16")
    take_series(pictures, racers[:3])

    for game in ("klondike", "freecell"):
        watch(window, racers, racers[:1], game)
        show(f"watch-1-{game}")
        watch(window, racers, racers[:2], game)
        show(f"watch-2-{game}")
    watch(window, racers, racers[:4], "klondike", delay=1)
    show("watch")
    window.watch.grid.enlarge(next(iter(window.watch.grid.boards)))
    show("watch-large")
    watch(window, racers, racers[:15], "4x13")
    show("watch-15")
    window.watch.follow.click()
    show("watch-15-leader")
    window.watch.grid.all.click()
    watch(window, racers, racers[:15], "spider")
    show("watch-15-spider")
    window._show_trouble(lost(server.address))
    show("watch-trouble")
    window.disconnect_from_server()
    window.practise()
    show("practice")
    board = window.practice_screen.board
    board.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(board, key)
    show("practice-cursor")
    QTest.keyClick(board, Qt.Key.Key_F1)
    show("practice-keys")
    QTest.keyClick(board, Qt.Key.Key_F1)
    window.practice_screen.rules_button.click()
    show("practice-rules")
    window.practice_screen.choose_game()
    show("practice-choose")
    window.show_settings()
    show("settings")
    preferences.live.set(
        replace(
            preferences.live.now, four_colours=True, large_index=True, back="stars", table="ocean"
        )
    )
    show("settings-large-index")
    preferences.live.set(Preferences(motion="off"))
    for racer in racers:
        racer.link.close()


def take_daily(pictures: ScreenPictures) -> None:
    """Look at the daily deal, of which the tool tells, before and after it was played."""
    window, show = pictures.window, pictures.shoot
    lobby, daily = window.lobby, window.daily
    played = played_today()
    others = [
        DailyResult(100 + at, name, at, "stuck" if at % 3 else "gave up", 30 - at, 90_000 + at, 40)
        for at, name in enumerate(NAMES[: played.players - len(played.rows)], len(played.rows) + 1)
    ]
    played = msgspec.structs.replace(played, rows=[*played.rows, *others])
    for name, told in (("", today()), ("-played", played)):
        lobby.place.take(told)
        show(f"lobby-daily{name}")
        window.show_daily()
        settle(300)
        daily.take(told)
        daily.month.take(month(daily.session.player))
        show(f"daily{name}")
        window.navigation.come_back()
    lobby.place.hide()


def take_deals(pictures: ScreenPictures, server: ServerThread, held: Held) -> None:
    """Race on a deal that can be won, and look at how, and until when it could be."""
    window, show = pictures.window, pictures.shoot
    window.connect_screen.fill(str(server.address), "Ada")
    window.connect_screen.go.click()
    until(lambda: window.link and window.link.up, "welcome")
    racers = [Racer(name, server.address, 60, bot=False) for name in NAMES[:2]]
    until(lambda: all(racer.link.up for racer in racers), "racers")
    window.lobby.make.emit()
    window.make_room.games.choose("freecell")
    window.make_room.form.deals.wish("medium")
    show("make-room-deals")
    settings = Settings("freecell", deals="medium", countdown=0)
    gather(window, racers, settings)
    window.room.start.click()
    settle(LOOKED)
    show("room-looking")
    server.do(held.open.set)
    assert window.link is not None
    session = window.link.session
    until(lambda: session.track is not None, "a deal", FOUND)
    play(window, racers, 20)
    show("race-deals")
    finish(window, racers)
    show("results-deals")
    window.results.analyse.click()
    settle(200)
    show("results-analysing")
    until(lambda: not window.results._analysis.under_way, "the analyses", FOUND)
    show("results-analysed")
    window.results.replay.click()
    until(lambda: window.navigation.currentWidget() is window.replay_screen, "the replay")
    window.replay_screen.seek(window.replay_screen._length)
    show("replay-analysed")
    window.replay_screen.analysis.how.click()
    window.replay_screen.seek(window.replay_screen._length)
    show("replay-how")
    window.replay_screen.back.emit()
    window.results.leaderboard.emit("freecell", {}, "medium")
    settle(300)
    window.leaderboard.tabs.setCurrentIndex(2)
    show("leaderboard-medium")
    for racer in racers:
        racer.link.close()


def take_series(pictures: ScreenPictures, racers: Sequence[Racer]) -> None:
    """Race a short series, and look at its tally in between and at its end."""
    window, show = pictures.window, pictures.shoot
    assert window.link is not None
    session = window.link.session
    gather(window, racers, Settings("klondike", seats=6, countdown=0, series=Series(3)))
    show("room-series")
    start(window)
    for deal in (1, 2, 3):
        play(window, [], 6 * deal)
        finish(window, racers)
        if deal > 1:
            window.results.tally.click()
            show("evening" if deal == 2 else "evening-over")
        if deal < 3:
            session.rematch()
            until(lambda: session.results is None and session.race, "the next deal")
    window.evening.back.emit()


def look_back(window: Window, show: Callable[[str], None]) -> None:
    """Look at the evenings that are past, and at one of them."""
    window.lobby.evenings.emit()
    until(window.evenings.table.rowCount, "the evenings")
    show("evenings")
    window.evenings.table.selectRow(1)
    window.evenings.show_one.click()
    until(window.past_evening.tally.rowCount, "the evening")
    for at, name in enumerate(("tally", "races", "chat")):
        window.past_evening.tabs.setCurrentIndex(at)
        show(f"past-evening-{name}")
    evening = window.past_evening.evening
    settle(300)
    window.past_evening.take(RoomPast(evening=PastEvening(evening, 0, 0)))
    show("past-evening-silent")
    window.past_evening.back.emit()
    settle(300)  # it is asked for anew
    window.evenings.take(Past())
    show("evenings-none")
    window.evenings.back.emit()


def one_race(player: int) -> Profile:
    """Return a page with a single race on it, in which to come first was no win."""
    at = int(time.time())
    options: GameOptions = {"deal": "single-card-deals"}
    game = GameRecord("klondike", options, 1, 0, 0, 0, 13, 0, 1)
    race = PastRace(1, "klondike", options, 1, 4, "gave up", 13, 1800, at)
    return Profile(player, "Ada", False, at, 1, 0, [game], [race])


@contextmanager
def _server(data: Path) -> Iterator[ServerThread]:
    """Serve, with races of the last weeks."""
    write_past(data)
    with ServerThread(data, keep_chat=36_500) as server:
        yield server


def _size(text: str) -> tuple[int, int]:
    """Read a width and a height in pixels: "1280x800"."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path, nargs="?")
    parser.add_argument("--readme", action="store_true", help="only the picture of the README")
    parser.add_argument("--guide", action="store_true", help="the pictures of the player's guide")
    parser.add_argument("--theme", choices=THEMES, help="only this one of the two")
    parser.add_argument("--language", default="en", help="as de, or pt-BR")
    parser.add_argument(
        "--size", type=_size, action="append", help="only this one of the four, as 1280x800"
    )
    parser.add_argument(
        "--zoom", choices=CHOICES["zoom"], default="100", help="size of the texts in per cent"
    )
    parser.add_argument(
        "--long", action="store_true", help="the screens around a race, all as long as can be"
    )
    parser.add_argument(
        "--deals", action="store_true", help="the screens around a deal that can be won"
    )
    parser.add_argument("--only", default="", help="names to begin with, as race,watch")
    arguments = parser.parse_args()
    themes = [arguments.theme] if arguments.theme else THEMES[:1] if arguments.readme else THEMES
    directory = arguments.directory or (IMAGES / "guide" if arguments.guide else IMAGES)
    directory.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    set_language(app, arguments.language)
    preferences.live.set(Preferences(theme=themes[0], motion="off", zoom=arguments.zoom))
    AppTheme(app)
    only = arguments.only.split(",") if arguments.only else []
    sizes = arguments.size or SIZES
    if arguments.long:
        with (
            tempfile.TemporaryDirectory() as data,
            mock.patch.object(Probe, "ask"),
            mock.patch("client.window.window.Link", Spoken),
        ):
            window = Window(Memory(Path(data)))
            window.show()
            take_longest(
                ScreenPictures(
                    window, directory, themes, readme=False, only=only, sizes=sizes, tell_cut=True
                )
            )
            window.close_unasked()
        return 0
    if arguments.deals:
        with (
            tempfile.TemporaryDirectory() as data,
            foundry_in(Path(data) / "server") as (server, held),
            mock.patch.object(Probe, "ask"),
            mock.patch("client.window.window.Link", partial(Link, policy=PATIENT)),
        ):
            window = Window(Memory(Path(data)))
            window.show()
            pictures = ScreenPictures(
                window, directory, themes, readme=False, only=only, sizes=sizes, tell_cut=True
            )
            take_deals(pictures, server, held)
            window.close_unasked()
        return 0
    with (
        tempfile.TemporaryDirectory() as data,
        _server(Path(data) / "server") as server,
        mock.patch.object(Probe, "ask"),  # what else runs on this machine is in no picture
        mock.patch("client.window.window.Link", partial(Link, policy=PATIENT)),
    ):
        memory = Memory(Path(data) / "client")
        memory.tokens.keep(server.address.url, "Ada", TOKEN)
        window = Window(memory)
        window.show()
        if arguments.guide:
            take_guide(window, server, directory, only)
        else:
            take_all(
                ScreenPictures(
                    window, directory, themes, readme=arguments.readme, only=only, sizes=sizes
                ),
                server,
            )
        window.close_unasked()
    return 0


if __name__ == "__main__":
    sys.exit(main())

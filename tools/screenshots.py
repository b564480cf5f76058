"""Take pictures of every screen of the client, in a real race on a server of its own.

    python -m tools.screenshots OUTDIR            # every screen, in three sizes, light and dark
    python -m tools.screenshots OUTDIR --theme light     # only one theme instead of both
    python -m tools.screenshots --readme          # docs/images/*.png
    python -m tools.screenshots OUTDIR --theme light --only race,watch

Needs no display.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client import preferences
from client.address import parse_address
from client.app import Dress, Window
from client.link import Link
from client.memory import Memory
from client.player import Player
from client.preferences import Preferences
from client.session import Session
from protocol.messages import Announcement, RaceStarted, Room, Rooms, Settings, Stopping
from tests.client.serving import ServerThread, until

SIZES: Final = ((900, 600), (1280, 800), (2560, 1440))
THEMES: Final = ("dark", "light")
README_SIZE: Final = (1280, 800)
README: Final = ("race", "lobby", "watch", "watch-large", "results", "leaderboard", "replay")
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


class Racer(QObject):
    """Another player: joins, says ready, and plays the engine's hints."""

    def __init__(self, name: str, address: str, pace: int, *, bot: bool = False) -> None:
        super().__init__()
        self.link = Link(Session(name, bot=bot), parse_address(address), self)
        self.session = self.link.session
        self.moves = 0
        self._player: Player | None = None
        self._pace = pace
        self._timer = QTimer(self, interval=pace)
        self._timer.timeout.connect(self._move)
        self.link.received.connect(self._take)
        self.link.open()

    def think(self, factor: int) -> None:
        """Play so many times slower than usual from now on."""
        self._timer.setInterval(self._pace * factor)

    def do(self, wish: Callable[[Session], object]) -> None:
        """Send a wish."""
        wish(self.session)
        self.link.flush()

    def _take(self, message: object) -> None:
        match message:
            case Room(phase="lobby", members=members) if any(
                m.player == self.session.player and m.seated and not m.ready for m in members
            ):
                self.do(lambda session: session.set_ready(True))
            case RaceStarted():
                self._player = None
                self._timer.start()
            case _:
                pass

    def _move(self) -> None:
        track = self.session.track
        if track is None or track.status != "racing":
            return
        if track.pending:
            return
        if self._player is None:
            self._player = Player(track.game)
        action = self._player.choose(track.view)
        self.do(lambda s: s.give_up() if action is None else s.act(action))
        self.moves += 1


class Studio:
    """A window, and the pictures of it."""

    def __init__(
        self,
        window: Window,
        directory: Path,
        themes: Sequence[str],
        *,
        readme: bool,
        only: str = "",
    ) -> None:
        self.window = window
        self._directory = directory
        self._themes = themes
        self.readme = readme
        self._only = only.split(",") if only else []

    def shoot(self, name: str) -> None:
        """Take a picture in every size and theme."""
        if self.readme and name not in README:
            return
        if self._only and not any(name.startswith(wanted) for wanted in self._only):
            return
        for width, height in (README_SIZE,) if self.readme else SIZES:
            self.window.resize(width, height)
            settle(300)
            for theme in self._themes:
                preferences.live.set(replace(preferences.live.now, theme=theme))
                settle(50)
                more = "" if self.readme else f"-{width}x{height}-{theme}"
                path = self._directory / f"{name}{more}.png"
                self.window.grab().save(str(path))
                print(path)


def settle(milliseconds: int) -> None:
    """Let Qt finish what it is at."""
    done: list[bool] = []
    QTimer.singleShot(milliseconds, lambda: done.append(True))
    until(lambda: done)


def take_all(studio: Studio, server: ServerThread) -> None:
    """Go through all the screens."""
    window = studio.window
    show = studio.shoot
    show("connect")
    window.connect_screen.show_trouble("There is already a player called Ada here.")
    show("connect-refused")
    window.connect_screen.fill(server.address, "Ada")
    window.connect_screen.go.click()
    until(lambda: window.link and window.link.up, "welcome")
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
        host.link.flush()
    until(lambda: all(racer.session.room for racer in hosts), "rooms")
    hosts[5].do(lambda session: session.start_race())
    until(lambda: len(window.lobby.list.rows) == len(hosts), "the list")
    window.lobby.refresh()
    settle(300)
    assert window.link is not None
    listed = window.link.session.rooms
    assert listed is not None
    spider = listed.rooms[2]
    locked = msgspec.structs.replace(spider, locked=True, spectators=3, racers=6)
    others = [room for room in listed.rooms if room is not spider]
    window.lobby.take(Rooms(rooms=[locked, *others]))
    window.lobby.list.rows[others[0].code].setFocus()
    show("lobby")
    window.lobby.profile.emit(window.link.session.player)
    settle(300)
    show("profile-new")
    window.profile.back.emit()
    window.lobby._ask("Spider: the room has a password.")
    window.news.take(Announcement(text="New decks of cards tonight at nine. Come and see!"))
    window.news.take(Stopping(seconds=150))
    show("lobby-password")
    window.lobby._end_asking()
    window.news.put_away()
    for host in hosts:
        host.do(lambda session: session.leave_room())
    window.lobby.make.emit()
    show("make-room")
    window.make_room.games.choose("spider")
    show("make-room-spider")
    for game in ("klondike", "spider", "4x13"):
        window.make_room.games.finder.toggle_favourite(game)
    window.make_room.games.finder.search.setText("t")
    show("make-room-search")
    window.make_room.games.finder.show_all()

    def race(game: str, rivals: list[Racer], **more: object) -> None:
        assert window.link is not None
        session = window.link.session
        if session.room is not None:
            session.leave_room()
            window.link.flush()
            until(lambda: session.room is None, "leaving")
        session.create_room(Settings(game, seats=16, **more))  # type: ignore[arg-type]
        window.link.flush()
        until(lambda: session.room is not None, "the room")
        code = session.room.code if session.room else ""
        for rival in rivals:
            rival.do(lambda s: s.leave_room())
            rival.do(lambda s: s.join_room(code))
        until(
            lambda: session.room and len(session.room.members) == len(rivals) + 1,
            "all in the room",
        )
        until(window.room.start.isEnabled, "all ready")

    server.deal_from("race 16")
    race("klondike", racers[:3], countdown=30, show_boards=False)
    racers[0].do(lambda s: s.say("Hello, everybody. Ready when you are."))
    racers[1].do(lambda s: s.say("One moment, I am getting some tea, and then I am with you."))
    racers[2].do(
        lambda s: s.say("The same cards for all: no excuses." if studio.readme else HOSTILE)
    )
    show("room")
    window.room.change.click()
    show("room-change")
    window.room._end_change()
    window._show_trouble("The connection to 127.0.0.1 was lost. Coming back…")
    show("room-trouble")
    window._show_trouble("")
    start(window)
    show("countdown")
    assert studio.readme or window.link.session.countdown, "the pictures came too late"
    play(window, racers[:3], 40)
    show("race")
    window.race._say("that doesn't go there")
    show("race-notice")
    racers[1].do(lambda s: s.give_up())
    window.race.side.show_curve()
    settle(200)
    show("race-given-up")
    window._show_trouble("The connection to 127.0.0.1 was lost. Coming back…")
    show("race-trouble")
    window._show_trouble("")
    finish(window, racers)
    show("results")
    window.results.about.click()
    settle(300)
    show("profile")
    window.profile.back.emit()
    window.results.details.click()
    show("results-proof")
    window.results.details.click()
    window.results.replay.click()
    until(lambda: window.stack.currentWidget() is window.replay_screen, "the replay")
    window.replay_screen.beside.setCurrentIndex(1)
    window.replay_screen.beside.activated.emit(1)
    until(lambda: len(window.replay_screen.recordings) == 2, "the one beside")
    window.replay_screen.step(1)
    window.replay_screen.seek(window.replay_screen._length // 2)
    show("replay-two")
    window.replay_screen.back.emit()
    window.results.leaderboard.emit("klondike", {})
    settle(300)
    window.leaderboard.tabs.setCurrentIndex(1)
    window.leaderboard.best.selectRow(0)
    show("leaderboard")
    window.leaderboard.tabs.setCurrentIndex(2)
    show("leaderboard-players")
    window.leaderboard.tabs.setCurrentIndex(1)
    window.leaderboard.best.selectRow(0)
    window.leaderboard.replay.click()
    until(lambda: window.stack.currentWidget() is window.replay_screen, "the replay")
    window.replay_screen.step(1)
    window.replay_screen.seek(window.replay_screen.recordings[0].times[20])
    show("replay")
    window.replay_screen.back.emit()
    window.leaderboard.back.emit()

    server.deal_from("")
    race("montana", racers, countdown=1, show_boards=True)
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
    window.watch.all.click()
    watch(window, racers, racers[:15], "spider")
    show("watch-15-spider")
    window._show_trouble("The connection to 127.0.0.1 was lost. Coming back…")
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


def start(window: Window) -> None:
    """Press the host's button, and wait for the countdown."""
    until(lambda: window.room.start.isVisible() and window.room.start.isEnabled(), "the button")
    window.room.start.click()
    assert window.link is not None
    session = window.link.session
    until(
        lambda: session.countdown or session.race,
        f"the countdown ({window.status.text()!r}, {window.room.state.text()!r})",
    )


def play(window: Window, racers: list[Racer], moves: int) -> None:
    """Wait for the race, and make some moves in it, as the rivals do."""
    assert window.link is not None
    session = window.link.session
    until(lambda: session.track is not None, "the race", 60)  # after half a minute of countdown
    track = session.track
    assert track is not None
    player = Player(track.game)
    for _ in range(moves):
        action = player.choose(track.view)
        if action is None or track.status != "racing":
            break
        window.race.board.acted.emit(action)
        until(lambda: not track.pending, "the answer")
    until(lambda: min(r.moves for r in racers) > moves // 3, "the rivals' moves", 60)


def finish(window: Window, racers: list[Racer]) -> None:
    """End the race for all who still are in it."""
    assert window.link is not None
    window.link.session.give_up()
    window.link.flush()
    for racer in racers:
        racer.do(lambda session: session.give_up())
    until(lambda: window.link and window.link.session.results, "the results")


def watch(
    window: Window, everybody: list[Racer], racers: list[Racer], game: str, *, delay: int = 0
) -> None:
    """Watch a race."""
    assert window.link is not None
    link, host = window.link, racers[0]
    for racer in everybody:
        racer.do(lambda session: session.leave_room())
        racer.moves = 0
        racer.think(2)
    link.session.leave_room()
    link.flush()
    until(lambda: not any(r.session.room for r in everybody) and not link.session.room, "leaving")
    host.do(lambda session: session.create_room(Settings(game, seats=16, countdown=0, delay=delay)))
    until(lambda: host.session.room, "the room")
    code = host.session.room.code if host.session.room else ""
    for racer in racers[1:]:
        racer.do(lambda session: session.join_room(code))
    until(lambda: host.session.room and len(host.session.room.members) == len(racers), "all")
    host.do(lambda session: session.start_race(anyway=True))
    until(lambda: min(racer.moves for racer in racers) > 3, "moves", 60)
    link.session.watch_room(code)
    link.flush()
    until(lambda: len(window.watch.grid.boards) == len(racers), "the boards")
    settle(1500)


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path, nargs="?", default=Path("docs/images"))
    parser.add_argument("--readme", action="store_true", help="only the pictures of the README")
    parser.add_argument("--theme", choices=THEMES, help="only this one of the two")
    parser.add_argument("--only", default="", help="names to begin with, as race,watch")
    arguments = parser.parse_args()
    themes = [arguments.theme] if arguments.theme else THEMES[:1] if arguments.readme else THEMES
    arguments.directory.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    preferences.live.set(Preferences(theme=themes[0], motion="off"))
    Dress(app)
    with (
        tempfile.TemporaryDirectory() as directory,
        ServerThread(Path(directory) / "server") as server,
    ):
        window = Window(Memory(Path(directory) / "client"))
        window.show()
        studio = Studio(
            window, arguments.directory, themes, readme=arguments.readme, only=arguments.only
        )
        take_all(studio, server)
        window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

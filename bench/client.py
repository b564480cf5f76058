"""How long the client takes to be there, and what it takes while nothing happens.

The start is measured from the command `samedeal play` to its window painted for the first time, in
processes of their own, and held against a process that only imports Qt's widgets: below two seconds
is the aim. The rest is the processor's time on a screen that is only looked at, as a share of one
core: the aim is next to none.

Between them, how long the window takes in a race to follow its border, in steps that make the texts
larger or smaller and in steps that do not; held against styling all of it anew, as another
stylesheet does. Below a twentieth second, the picture follows the hand.

With `--play`, only what goes by from `make play` to the first cards of the race, on a machine that
is set up: when each stage is over, in the median, beside processes that only import Qt or the
server. It takes the platform of `QT_QPA_PLATFORM`, by default `offscreen`.

With `--watch`, only what the window takes on the spectators' screen while sixteen bots race.

Run from the root: `python -m bench.client [--runs N] [--seconds S] [--play | --watch]`
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.shared.marks import CARDS
from harness.ratios import note

if TYPE_CHECKING:
    from client.session.session import Session

WATCHED: Final = 16
"""Racers on the spectators' screen."""
PACE: Final = "2.5/s"
"""Moves of each of them: as many as a quick hand does."""
WAITING: Final = 0.005
"""The share of a core that docs/performance.md wants a screen to take at most that waits."""
SETTLING: Final = 2.0
"""Seconds in which what has just appeared may still be painted."""
START = """
import sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from client.window.app import Window

class Painted(QObject):
    def eventFilter(self, watched, event):
        if watched is self.parent() and event.type() == QEvent.Type.Paint:
            print("painted", flush=True)
            QApplication.exit(0)
        return False

show = Window.show
def watched(window):
    window.installEventFilter(Painted(window))
    show(window)
Window.show = watched
from samedeal.__main__ import main
sys.argv = ["samedeal", "play"]
sys.exit(main())
"""
"""`samedeal play`, that says when its window is painted."""
WIDGETS = "import PySide6.QtWidgets; print('painted', flush=True)"
"""What any program of this kind takes."""
SERVER = "import server.app; print('painted', flush=True)"
"""What any server of ours takes, before it does anything."""


def until_painted(program: str, home: str) -> float:
    """Return the seconds from the start of a process until it says so."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, "DISPLAY": ":0"}
    environment["XDG_CONFIG_HOME"] = environment["XDG_DATA_HOME"] = home
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        said = process.stdout.readline() if process.stdout else ""
        took = time.perf_counter() - begin
        process.communicate(timeout=60)
    if "painted" not in said:
        raise RuntimeError("the client did not start")
    return took


def print_start(runs: int) -> None:
    """Measure the start, each run beside one that only imports Qt, and print the medians."""
    with tempfile.TemporaryDirectory() as home:
        until_painted(START, home)  # Python compiles its modules once
        pairs = [(until_painted(START, home), until_painted(WIDGETS, home)) for _ in range(runs)]
    client, widgets = (statistics.median(each) for each in zip(*pairs, strict=True))
    print(f"seconds to start, median of {runs}: {client:.2f}, Qt alone {widgets:.2f}", end="")
    print(f", ratio {client / widgets:.1f}; slowest {max(pairs)[0]:.2f}")
    note("from the start to the painted window", client / widgets, "importing Qt's widgets")


def until_cards(home: Path) -> dict[str, float]:
    """Run `make play` until its first cards; return when each stage was over, in seconds.

    A stamp of its own keeps make from installing anything, and `home` is all that it writes to.
    """
    marks, stamp = home / "marks", home / ".installed"
    for name, module in (("python", ""), ("samedeal", "-m bench.shared.marks ")):
        program = home / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
        program.chmod(0o755)
    if not stamp.exists():
        stamp.touch()
    environment = {
        **os.environ,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "PYTHONPATH": str(Path.cwd()),
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),
        "MARKS": str(marks),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    command = ["make", "--no-print-directory", "play"]
    where = [f"BIN={home}", f"STAMP={stamp}", f"VENV={home}"]
    begin = time.monotonic()
    subprocess.run([*command, *where], check=True, timeout=120, env=environment)
    lines = (line.split(" ", 1) for line in marks.read_text(encoding="utf-8").splitlines())
    return {what: float(when) - begin for when, what in lines}


def print_play(runs: int) -> None:
    """Measure `make play`, each run beside the imports alone, and print the medians."""
    with tempfile.TemporaryDirectory() as home:
        for _ in range(2):  # Python compiles its modules, and the database is made
            until_cards(Path(home))
        begun, alone = [], []
        for _ in range(runs):
            begun.append(until_cards(Path(home)))
            alone.append((until_painted(WIDGETS, home), until_painted(SERVER, home)))
    stages = {
        name: statistics.median(each[name] for each in begun)
        for name in begun[-1]
        if all(name in each for each in begun)
    }
    print(f"\n{f'seconds from `make play`, median of {runs}':36} {'at':>6} {'after':>6}")
    before = 0.0
    for name, at in sorted(stages.items(), key=lambda stage: stage[1]):
        print(f"{name:36} {at:6.2f} {at - before:6.2f}")
        before = at
    widgets, server = (statistics.median(each) for each in zip(*alone, strict=True))
    slowest = max(each[CARDS] for each in begun)
    print(f"slowest {slowest:.2f}; Qt alone {widgets:.2f}, the server's modules alone {server:.2f}")
    note("from `make play` to the first cards", stages[CARDS] / widgets, "importing Qt's widgets")


def print_resize(rounds: int) -> None:
    """Measure what a step of the window's border takes in a race, and print the medians."""
    from unittest import mock

    from PySide6.QtWidgets import QApplication

    from client.session.address import Address
    from client.window.desktop import theme
    from client.window.desktop.memory import Memory
    from client.window.window import Window
    from harness.fakes import Spoken, member, race, room

    app = QApplication.instance()
    assert isinstance(app, QApplication)

    def milliseconds(does: Callable[[], object]) -> float:
        begin = time.process_time()
        does()
        for _ in range(5):  # what is laid out anew is painted after that
            app.processEvents()
        return (time.process_time() - begin) * 1000

    with (
        tempfile.TemporaryDirectory() as home,
        mock.patch("client.window.window.Link", Spoken),
    ):
        window = Window(Memory(Path(home)))
        window.show()
        window.connect_to(Address("127.0.0.1", 1), "Ada")
        assert isinstance(window.link, Spoken)
        told = room(*map(member, range(1, 5)), phase="running", countdown=0)
        window.link.tell(told, *race(told))
        taken: dict[str, list[float]] = {"plain": [], "larger or smaller": [], "anew": []}
        for _ in range(rounds):
            for width, height in ((1280, 800), (1290, 805), (1800, 1000), (1810, 1005)):
                before = theme.scale
                took = milliseconds(partial(window.resize, width, height))
                taken["plain" if theme.scale == before else "larger or smaller"].append(took)
            sheet = app.styleSheet()
            taken["anew"].append(milliseconds(partial(app.setStyleSheet, sheet + " ")))
            app.setStyleSheet(sheet)
        window.close_unasked()
    medians = {name: statistics.median(each) for name, each in taken.items()}
    whole = medians["anew"]
    print(f"\nmilliseconds of the processor in a race, median of {rounds}, and the part of `anew`")
    for name, each in medians.items():
        print(f"{name:18} {each:8.1f} {each / whole:8.3f}")
    for name in ("plain", "larger or smaller"):
        what = f"a step of the window's border in a race, {name}"
        note(what, medians[name] / whole, "styling all anew")


def idle(seconds: float) -> tuple[float, float]:
    """Let Qt run with nothing to do.

    Return the share of a core that this thread took, and how often it woke up in a second.
    """
    from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QTimer

    loop, wakes = QEventLoop(), count()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    dispatcher = QAbstractEventDispatcher.instance()
    assert dispatcher is not None
    woken = dispatcher.awake.connect(lambda: next(wakes))
    before, begin = time.thread_time(), time.perf_counter()
    loop.exec()
    took = time.perf_counter() - begin
    share = (time.thread_time() - before) / took
    dispatcher.awake.disconnect(woken)
    return share, next(wakes) / took


def print_idle(seconds: float) -> None:
    """Go to all screens on which a player may wait, and print what each takes."""
    from PySide6.QtWidgets import QApplication

    from client.session.session import Session
    from client.window.desktop.caret import Caret
    from client.window.desktop.memory import Memory
    from client.window.online.link import Link
    from client.window.window import Window
    from harness.qt_waiting import until
    from harness.server_thread import ServerThread
    from protocol.messages import Settings

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    Caret(app, patience=1000)  # the cursor blinks for ten seconds in the client
    shares: dict[str, float] = {}

    def measure(name: str, there: Callable[[], object]) -> None:
        until(there, name)
        idle(SETTLING)
        share, wakes = idle(seconds)
        shares[name] = share
        print(f"{name:32} {share:7.2%}       {wakes:5.1f}")

    with tempfile.TemporaryDirectory() as home, ServerThread(Path(home) / "server") as server:
        memory = Memory(Path(home) / "client")
        memory.add_server(server.address)
        window = Window(memory)
        window.show()
        window.activateWindow()
        print(f"\n{f'idle for {seconds:.0f} s, the clients thread':32} of a core  wakes a second")
        measure("connect, with servers", window.connect_screen.isVisible)
        window.show_settings()
        measure("settings", window.settings_screen.isVisible)
        bob = Link(Session("Bob"), server.address)
        bob.open()
        until(lambda: bob.up, "Bob")
        bob.session.create_room(Settings("klondike", countdown=0, show_boards=True))
        until(lambda: bob.session.room, "Bob's room")
        bob.session.start_race(anyway=True)
        window.connect_to(server.address, "Ada")
        measure("lobby, a race under way", lambda: window.lobby.list.running)
        window.lobby.make.emit()
        measure("a room to be made", window.make_room.isVisible)
        window.lobby.leaderboard.emit()
        measure("overview of the leaderboards", window.overview.isVisible)
        window.overview.choose.emit()
        measure("leaderboard", window.leaderboard.isVisible)
        window.lobby.evenings.emit()
        measure("evenings", window.evenings.isVisible)
        link = window.link
        assert link is not None
        session = link.session
        assert bob.session.room is not None
        session.watch_room(bob.session.room.code)
        measure("watching a race", lambda: window.watch.isVisible() and window.watch.grid.boards)
        session.leave_room()
        until(lambda: session.room is None, "out of Bob's room")
        session.create_room(Settings("klondike", countdown=0, show_boards=True))
        measure("room", window.room.isVisible)
        session.start_race(anyway=True)
        measure("race", lambda: session.track is not None and window.race.isVisible())
        window.race.side.chat.field.setFocus()
        measure("race, the cursor in the chat", window.race.isVisible)
        session.give_up()
        measure("results", window.results.isVisible)
        session.get_replay(session.race.number if session.race else 0, session.player)
        until(window.replay_screen.isVisible, "the replay")
        window.replay_screen.step(1)
        measure("replay, paused", window.replay_screen.isVisible)
        window.disconnect_from_server()
        window.practice_screen.start("klondike", None, "1")
        window.practise()
        measure("practice", window.practice_screen.isVisible)
        bob.close()
        until(lambda: bob.closed, "Bob's goodbye")
        window.close_unasked()
    most = max(shares, key=lambda name: shares[name])
    passed = "the time that passes"
    mean = statistics.fmean(shares.values())
    note(f"processor time of a waiting screen, mean of {len(shares)}", mean, passed)
    busiest = f"processor time of the busiest of them, {most}"
    note(busiest, shares[most], passed, at_most=WAITING)


@contextmanager
def beside(*command: str, says: re.Pattern[str] | None = None) -> Iterator[re.Match[str] | None]:
    """Have a command of `samedeal` run during the block, which begins when it `says` something."""
    with subprocess.Popen(
        [sys.executable, "-m", "samedeal.child", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if says else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        found = says.match(process.stdout.readline()) if says and process.stdout else None
        yield found
        process.stdin.close()  # and it ends, too


def print_watching(seconds: float) -> None:
    """Watch sixteen bots on a real server, at the pace of quick people, and print what it takes.

    It is the processor's time of this whole process, which has the window alone.
    """
    print(f"\n{f'{WATCHED} racers watched for {seconds:.0f} s, the whole process':44} of a core")
    for game in ("klondike", "spider", "spider-three-decks"):
        for width, height in ((1280, 800), (2560, 1440)):
            for large in (False, True):
                share = watching(game, width, height, seconds, large=large)
                how = ", one of them large" if large else ""
                print(f"{f'{game}, {width}x{height}{how}':44} {share:7.1%}")


def watching(game: str, width: int, height: int, seconds: float, *, large: bool) -> float:
    """Return the share of a core that a window takes in which a race of bots is watched."""
    from PySide6.QtCore import QEventLoop, QTimer

    from client.session.address import Address
    from client.session.session import Session
    from client.window.desktop.memory import Memory
    from client.window.online.link import Link
    from client.window.online.own_server import GREETING
    from client.window.window import Window
    from harness.qt_waiting import until
    from protocol.messages import Settings

    with (
        tempfile.TemporaryDirectory() as home,
        beside(
            *("serve", "--data", f"{home}/server", "--host", "127.0.0.1", "--port", "0"),
            says=GREETING,
        ) as greeting,
    ):
        assert greeting is not None
        address = Address("127.0.0.1", int(greeting[1]))
        bob = Link(Session("Bob"), address)
        bob.open()
        until(lambda: bob.up, "Bob")
        settings = Settings(game, countdown=0, seats=WATCHED, show_boards=True)
        bob.session.create_room(settings)
        until(lambda: bob.session.room, "Bob's room")
        assert bob.session.room is not None
        code = bob.session.room.code
        bob.session.watch_room(code)  # and the bots have all seats
        window = Window(Memory(Path(home) / "client"))
        window.resize(width, height)
        window.show()
        window.connect_to(address, "Ada")
        link = window.link
        assert link is not None
        until(lambda: link.up, "Ada")
        link.session.watch_room(code)
        pace = ("--level", "2", "--pace", PACE)
        with beside("bot", code, "--server", address.url, "--count", str(WATCHED), *pace):
            until(lambda: _ready(bob.session) == WATCHED, "the bots", seconds=60)
            bob.session.start_race(anyway=True)
            until(lambda: window.watch.isVisible() and len(window.watch.grid.boards) == WATCHED)
            bob.close()
            grid = window.watch.grid
            if large:
                grid.enlarge(next(iter(grid.boards)))
            loop = QEventLoop()
            QTimer.singleShot(2000, loop.quit)  # what has just appeared may still be painted
            loop.exec()
            before, begin = time.process_time(), time.perf_counter()
            QTimer.singleShot(round(seconds * 1000), loop.quit)
            loop.exec()
            share = (time.process_time() - before) / (time.perf_counter() - begin)
            race = link.session.race
            assert race is not None
            racing = sum(each.status == "racing" for each in race.standings)
            if racing < WATCHED:
                print(f"only {racing} still raced at the end of")
        window.close_unasked()
    return share


def _ready(session: "Session") -> int:
    """Return how many bots are in the session's room, and ready."""
    return sum(m.bot and m.ready for m in session.room.members) if session.room else 0


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7, help="starts to measure")
    parser.add_argument("--seconds", type=float, default=10, help="that each screen is watched")
    parser.add_argument("--play", action="store_true", help="`make play` alone, to its first cards")
    parser.add_argument("--watch", action="store_true", help="sixteen boards of bots alone")
    chosen = parser.parse_args()
    if chosen.play:
        print_play(chosen.runs)
        return
    print_start(chosen.runs)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    from client.window.app import AppTheme

    AppTheme(QApplication([]))
    if chosen.watch:
        print_watching(chosen.seconds)
        return
    print_resize(chosen.runs)
    print_idle(chosen.seconds)


if __name__ == "__main__":
    main()

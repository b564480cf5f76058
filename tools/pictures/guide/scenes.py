"""The pictures of docs/player-guide.md, scene by scene: `tools.pictures.screenshots --guide`.

Each scene begins wherever the one before it ended, and can be made alone.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from client.bots.chooser import MoveChooser
from client.session.address import Address
from client.window.desktop import preferences
from client.window.desktop.preferences import Preferences
from client.window.scene.board_view import BoardView
from client.window.window import Window
from engine.hints import hints
from engine.state import Move
from harness.mouse import LEFT, Mouse
from harness.server_thread import ServerThread
from protocol.messages import Series, SeriesGame, Settings
from tools.pictures.guide.returning import RETURNING
from tools.pictures.guide.stage import EASY, HOST, LARGE, PATIENCE, SIZE, Stage
from tools.pictures.guide.told import show_ratings
from tools.pictures.staging import finish, gather, play, settle, start, until, watch

WATCHED: Final = 25
"""Moves of each racer after which there is something to be seen of a race."""
HALT: Final = 10_000
"""So much slower than usual a rival thinks who is to stand still."""


# The scenes ---------------------------------------------------------------------------------------


def first_screen(stage: Stage) -> None:
    """Where the program begins."""
    stage.disconnect()
    screen = stage.window.connect_screen
    known = {
        Address(HOST): "up, 23 ms",
        Address("patience.example.net", secure=True): "up, 41 ms",
        Address("localhost"): "none is open",
    }
    screen.fill(HOST, "Ada")
    screen.show_servers(list(known))
    for address, state in known.items():  # nobody has asked them
        screen.servers._found(address, state, state != "none is open")
    stage.shoot("start")


def lobby(stage: Stage) -> None:
    """Open rooms, one with a password, and a race under way."""
    stage.connect()
    lobby = stage.window.lobby
    hosts = stage.racers(4)
    rooms = (("klondike", ""), ("spider", "secret"), ("montana", ""), ("freecell", ""))
    for host, (game, password) in zip(hosts, rooms, strict=True):
        settings = Settings(game, seats=4, countdown=0)
        host.session.create_room(settings, password)
    until(lambda: len(lobby.list.rows) == len(hosts), "the rooms")
    hosts[3].session.start_race(anyway=True)
    until(lambda: lobby.list.running, "the race")
    settle(2000)
    stage.window.resize(LARGE[0], SIZE[1])  # the games are pictured, too
    stage.shoot("lobby")
    stage.window.resize(*SIZE)


def making(stage: Stage) -> None:
    """Making a room, and finding a game for it."""
    stage.connect()
    screen = stage.window.make_room
    stage.window.lobby.make.emit()
    screen.games.choose("klondike")
    screen.form.lock.setChecked(True)
    screen.form.secret.setText("sesame")
    screen.form.secret.setEchoMode(screen.form.secret.EchoMode.Normal)
    screen.form.deals.wish("medium")
    stage.shoot("make-room")
    screen.form.deals.wish("any")
    finder = screen.games.finder
    for game in ("klondike", "spider", "4x13"):
        if game not in stage.window.memory.favourites:
            finder.toggle_favourite(game)
    finder.search.setText("sp")
    stage.window.resize(*LARGE)
    stage.shoot("find-game")
    stage.window.resize(*SIZE)
    finder.show_all()


def race(stage: Stage) -> None:
    """A race from its room to its replay."""
    stage.connect()
    window, racers = stage.window, stage.racers(3)
    link = window.link
    assert link is not None
    stage.server.deal_from(EASY)
    gather(window, racers, Settings("klondike", seats=6, countdown=3))
    racers[0].session.say("Hello, everybody. Ready when you are.")
    racers[1].session.say("One moment, I am getting some tea.")
    racers[1].session.set_ready(False)
    until(window.room.anyway.isVisible, "somebody who is not ready")
    until(lambda: "tea" in window.room.chat.lines.toPlainText(), "the chat")
    stage.shoot("room")
    racers[1].session.set_ready(True)
    until(window.room.start.isEnabled, "all ready")
    start(window)
    stage.shoot("countdown")
    play(window, racers, 30, pause=60)
    for racer in racers:
        racer.think(HALT)
    stage.shoot("race")
    _hand(stage, window.race.board)
    window._show_trouble(f"The connection to {HOST}:7713 was lost. Reconnecting…")
    stage.shoot("connection", window.race.tools, window.status)
    window._show_trouble("")
    for racer in racers[:-1]:  # somebody is still racing when the player is through
        racer.think(1)
    play(window, [], 200, pause=20)
    until(window.race.banner.isVisible, "the end", PATIENCE)
    settle(1000)
    window.race._look(1)
    stage.shoot("own-end")
    racers[-1].think(1)
    until(window.results.isVisible, "the results", PATIENCE)
    stage.server.deal_from("")
    until(lambda: link.session.feats is not None, "what it has changed", PATIENCE)
    stage.shoot("results")
    window.results.details.click()
    stage.shoot("fair")
    window.results.details.click()
    _replay(stage)


def _hand(stage: Stage, board: BoardView) -> None:
    """What a hand sees: the places for the cards that it holds, a hint, the cursor of the keys."""
    hand = Mouse(board)
    action = hints(board.game, board.state)[0]
    assert isinstance(action, Move)
    grip = hand.point(action.source, len(board.state.piles[action.source]) - action.count)
    hand.press(grip)
    hand.wait(300)
    hand.move(grip + QPointF(70, 90), LEFT)
    stage.shoot_cards("holding", board)
    board._cancel()
    board.show_hint()
    stage.shoot_cards("hint", board)
    board._end_hint()
    board.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
        QTest.keyClick(board, key)
    stage.shoot_cards("keyboard", board)
    QTest.keyClick(board, Qt.Key.Key_Escape)
    board._keys.hide()


def _replay(stage: Stage) -> None:
    window = stage.window
    screen = window.replay_screen
    window.results.replay.click()
    until(lambda: window.navigation.currentWidget() is screen, "the replay")
    screen.beside.setCurrentIndex(1)
    screen.beside.activated.emit(1)
    until(lambda: len(screen.recordings) == 2, "the one beside")
    screen.play.click()
    screen.seek(screen._length * 2 // 5)
    stage.shoot("replay")
    screen.back.emit()


def evening(stage: Stage) -> None:
    """A series between two deals, and its end."""
    stage.connect()
    window, racers = stage.window, stage.racers(3)
    link = window.link
    assert link is not None
    series = Series(3, [SeriesGame("klondike"), SeriesGame("golf"), SeriesGame("thirteens")])
    short = Settings("klondike", seats=6, countdown=0, time_limit=12, series=series)
    stage.server.deal_from(EASY)
    gather(window, racers, short)
    start(window)
    for deal in (1, 2, 3):
        play(window, [], 12 * deal, pause=60)
        until(lambda: link.session.results is not None, "the results", PATIENCE)
        window.navigation.last_look.end()
        stage.server.deal_from(f"guide {deal}")
        if deal == 1:
            link.session.rematch()
            until(lambda: link.session.results is None and link.session.race, "the next deal")
            continue
        window.results.tally.click()
        stage.shoot("series" if deal == 2 else "series-end")
        if deal == 2:
            link.session.rematch()
            until(lambda: link.session.results is None and link.session.race, "the last deal")
    stage.server.deal_from("")
    window.evening.back.emit()


def watching(stage: Stage) -> None:
    """A race with all boards, and with one of them large."""
    stage.connect()
    window, racers = stage.window, stage.racers(4)
    stage.server.deal_from(EASY)
    watch(window, racers, racers, "klondike")
    until(lambda: min(racer.moves for racer in racers) > WATCHED, "more moves", PATIENCE)
    stage.shoot("watch")
    window.watch.follow.click()
    stage.shoot("watch-leader")
    stage.server.deal_from("")


def best(stage: Stage) -> None:
    """The leaderboard and a player's page, after some races."""
    stage.connect()
    window, racers = stage.window, stage.racers(3)
    link = window.link
    assert link is not None
    for game, moves in (("freecell", 12), ("montana", 8), ("klondike", 200)):
        stage.server.deal_from(EASY if game == "klondike" else "guide 2")
        gather(window, racers, Settings(game, seats=4, countdown=0))
        start(window)
        play(window, [], moves, pause=100)
        if game == "klondike":
            until(window.results.isVisible, "the results", PATIENCE)
        else:
            finish(window, racers)
    stage.server.deal_from("")
    window.results.leaderboard.emit("klondike", {}, "any")
    until(window.leaderboard.fastest.rowCount, "the best")
    window.leaderboard.fastest.selectRow(0)
    stage.shoot("leaderboard")
    window.leaderboard.back.emit()
    stage.connect()
    window.lobby.profile.emit(link.session.player)
    until(window.profile.games.rowCount, "the page")
    stage.shoot("page")
    show_ratings(window)
    stage.shoot("ratings")
    window.profile.back.emit()


def alone(stage: Stage) -> None:
    """Practice, its records, and cards that glow."""
    stage.disconnect()
    window = stage.window
    practice = window.practice_screen
    window.practise()
    for game, seed in (
        ("klondike", EASY),
        ("klondike", "guide 1"),
        ("canfield", "guide 7"),
        ("triple-peaks", "guide 1"),
        ("freecell", "guide 1"),
    ):
        practice.start(game, None, seed)
        _play_alone(stage, 300)
    practice.start("montana", None, "guide")
    stage.shoot("glow", practice.board)
    practice.start("klondike", None, EASY)
    _play_alone(stage, 24)
    practice.rules_button.setChecked(True)
    stage.shoot("practice")
    practice.rules_button.setChecked(False)
    practice.show_records()
    practice.records.table.selectRow(0)
    stage.shoot("records")
    practice._show_table()


def _play_alone(stage: Stage, moves: int) -> None:
    practice = stage.window.practice_screen
    player = MoveChooser(practice.practice.game)
    for _ in range(moves):
        action = player.choose(practice.practice.view)
        if action is None or practice.practice.outcome is not None:
            break
        practice.act(action)


def settings(stage: Stage) -> None:
    """The settings, after some presses on their board, and other cards on another table."""
    window = stage.window
    window.show_settings()
    screen = window.settings_screen
    settle(100)
    hand, pile = Mouse(screen.board), 6
    while not screen.board.state.piles[pile]:
        pile += 1
    for lasts, way in ((90, 4), (150, 40), (120, 22), (600, 8), (850, 3), (420, 60), (1100, 30)):
        at = hand.point(pile)
        hand.press(at)
        hand.wait(lasts)
        hand.move(at + QPointF(way / 2, way / 2), LEFT)
        hand.release()
        hand.wait(2000)
        screen.board._cancel()
    stage.shoot("settings")
    before = preferences.live.now
    more = {"four_colours": True, "large_index": True, "back": "stars", "table": "ocean"}
    preferences.live.set(replace(before, theme="light", **more))  # type: ignore[arg-type]
    stage.shoot("settings-light")
    preferences.live.set(before)
    window.settings_screen.back.emit()


SCENES: Final[Mapping[str, Callable[[Stage], None]]] = {
    "start": first_screen,
    "lobby": lobby,
    "making": making,
    "race": race,
    "evening": evening,
    "watching": watching,
    "best": best,
    "alone": alone,
    "settings": settings,
    **RETURNING,
}


def take_guide(
    window: Window, server: ServerThread, directory: Path, only: Collection[str] = ()
) -> None:
    """Take the pictures of all scenes, or only of these."""
    window.resize(*SIZE)
    preferences.live.set(Preferences(theme="dark", motion="off"))
    stage = Stage(window, server, directory)
    for name, scene in SCENES.items():
        if not only or name in only:
            scene(stage)
    stage.close()

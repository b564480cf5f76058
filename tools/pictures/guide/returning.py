"""The guide's pictures of what there is to come back for: the day's deal, ghosts, what was."""

from collections.abc import Callable, Mapping
from typing import Final

from client.window.window import Window
from harness.fakes import today
from protocol.messages import Settings
from tools.pictures.guide.stage import EASY, LARGE, PATIENCE, SIZE, Stage
from tools.pictures.guide.told import day_played, month_played
from tools.pictures.staging import finish, gather, play, settle, start, until


def daily(stage: Stage) -> None:
    """The daily deal in the lobby, and its screen after the attempt."""
    stage.connect()
    window, player = stage.window, _player(stage.window)
    window.lobby.place.take(today())
    window.resize(*LARGE)
    stage.shoot("daily-place", window.lobby.place)
    window.show_daily()
    settle(500)  # until the server has said that it has none
    window.daily.take(day_played(player, "Ada"))
    window.daily.month.take(month_played(player, "Ada"))
    stage.shoot("daily")
    window.resize(*SIZE)
    window.navigation.come_back()
    window.lobby.place.hide()


def overview(stage: Stage) -> None:
    """What is new on a server, and the evenings that are past."""
    stage.connect()
    window = stage.window
    window.navigation.go_aside(window.overview)
    until(window.overview.games.rowCount, "the overview")
    window.resize(*LARGE)
    stage.shoot("overview")
    window.resize(*SIZE)
    window.overview.back.emit()
    window.lobby.evenings.emit()
    until(window.evenings.table.rowCount, "the evenings")
    long = [each.evening for each in window.evenings._evenings if each.tally.deals > 3]
    window.evenings.table.choose(long[0])
    stage.shoot("evenings")
    window.evenings.show_one.click()
    until(window.past_evening.tally.rowCount, "the evening")
    window.past_evening.tabs.setCurrentIndex(1)
    stage.shoot("past-evening")
    window.past_evening.back.emit()
    window.evenings.back.emit()


def ghosts(stage: Stage) -> None:
    """A race against one's own game of before."""
    stage.connect()
    window, racers = stage.window, stage.racers(1)
    link = window.link
    assert link is not None
    stage.server.deal_from(EASY)
    gather(window, racers, Settings("klondike", seats=4, countdown=0))
    start(window)
    play(window, [], 200, pause=150)
    until(window.results.isVisible, "the results", PATIENCE)
    stage.server.deal_from("")
    results = link.session.results
    assert results is not None
    session, race = link.session, results.race
    stage.connect()
    session.race_ghosts((race, each.player) for each in results.standings)
    until(lambda: session.room is not None and session.ghosts, "the room with the ghosts")
    start(window)
    play(window, [], 30, pause=200)
    stage.shoot("ghost")
    session.give_up()
    until(window.results.isVisible, "the results", PATIENCE)


def analysis(stage: Stage) -> None:
    """Until when a game could be won, in its replay."""
    stage.connect()
    window, racers = stage.window, stage.racers(1)
    stage.server.deal_from("guide 2")
    gather(window, racers, Settings("freecell", seats=4, countdown=0))
    start(window)
    play(window, [], 60, pause=40)
    finish(window, racers)
    stage.server.deal_from("")
    screen = window.replay_screen
    window.results.replay.click()
    until(lambda: window.navigation.currentWidget() is screen, "the replay")
    screen.analysis.analyse.click()
    until(lambda: screen.analysis.known and screen.analysis.known.over, "the analysis", PATIENCE)
    screen.seek(screen._length * 2 // 3)
    window.resize(*LARGE)
    stage.shoot("analysis")
    window.resize(*SIZE)
    screen.back.emit()


def _player(window: Window) -> int:
    assert window.link is not None
    return window.link.session.player


RETURNING: Final[Mapping[str, Callable[[Stage], None]]] = {
    "daily": daily,
    "overview": overview,
    "ghosts": ghosts,
    "analysis": analysis,
}

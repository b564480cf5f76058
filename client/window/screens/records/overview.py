"""What there is to see on the leaderboards: what is new, and which games were raced here."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.day import day_of
from client.window.online.link import Link
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    SPACE,
    Cell,
    DataTable,
    box,
    button,
    column,
    label,
    page,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.game_table import GameRow, GameTable
from client.window.widgets.records.first_steps import FirstSteps
from client.words.outcome import past_place_text
from client.words.ratings import change_text, rating_text
from client.words.records.feats import difference_text
from client.words.texts import (
    BETWEEN,
    NOTHING,
    asking_text,
    one_line,
    status_text,
    stopwatch,
)
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options
from protocol.messages import (
    Deals,
    FromServer,
    NewRecord,
    NewResult,
    Overview,
    RacedGame,
    Riser,
)

BESIDE: Final = 900
"""The width from which there are two columns, in pixels."""
WIDEST: Final = 1700
"""The most width of it all, in pixels."""
TOLD: Final = 5
"""The rows of each list that are shown; the games have twice as many."""


class _Way(NamedTuple):
    """Where a row leads."""

    game: str = ""
    """Its game, with options and deals; none of a player alone."""
    options: Options = {}  # noqa: RUF012 (nobody changes it)
    deals: Deals = "any"
    race: int = 0
    player: int = 0


class OverviewScreen(Screen):
    """Four lists, whose rows lead on: to replays, to a game's leaderboard, to players."""

    back = Signal()
    leaderboard = Signal(str, object, str)
    """The leaderboard of this game with these options, on these deals."""
    choose = Signal()
    """The leaderboard of a game that is chosen there."""
    bots = Signal()
    """Nobody has raced here: the player wants to, against bots."""
    make = Signal()
    """The same, in a room of the player's own."""
    practice = Signal()
    """The same, alone."""
    daily = Signal()
    """The same, on today's daily deal."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._overview: Overview | None = None
        self._ways: dict[DataTable, dict[object, _Way]] = {}
        self._current: DataTable | None = None
        game, name, date = self.tr("Game"), self.tr("Name"), self.tr("Date")
        time = self.tr("Time")
        self.latest = GameTable(
            [game, self.tr("Best player"), self.tr("Place"), self.tr("Result"), date],
            spared=(4, 3),
            whole=True,
        )
        self.records = GameTable(
            [game, name, time, self.tr("Gained"), date], numbers=(2, 3), spared=(4,), whole=True
        )
        self.records.explain(3, self.tr("By how much it is quicker than the record before."))
        self.games = GameTable([game, self.tr("Results")], numbers=(1,), whole=True)
        self.games.explain(1, self.tr("One for each person in each race."))
        self.risers = DataTable(
            [name, self.tr("Rating"), self.tr("Risen by")],
            numbers=(1, 2),
            whole=True,
            snug=True,
            close=True,
        )
        self.day = label("", "muted")
        self._lists: list[tuple[QLabel, DataTable]] = []
        for heading, table in (
            (self.tr("Latest races"), self.latest),
            (self.tr("Latest records"), self.records),
            (self.tr("Games raced here"), self.games),
            (self.tr("On the rise this week"), self.risers),
        ):
            table.setAccessibleName(heading)
            table.itemSelectionChanged.connect(lambda table=table: self._chosen(table))
            table.itemActivated.connect(lambda _, table=table: self._go_on(table))
            self._lists.append((label(heading, "name"), table))
        self.risers.setAccessibleDescription(self.tr("By the rating in all games together."))
        self.leave = button(self.tr("Back"), self.back.emit)
        self.another = button(self.tr("Choose a game"), self.choose.emit)
        self.make_room = button(self.tr("Make a room"), self.make.emit)
        self.steps = FirstSteps()
        """What to do where nobody has raced yet."""
        self.steps.bots.connect(self.bots)
        self.steps.practice.connect(self.practice)
        self.steps.daily.connect(self.daily)
        self.steps.hide()
        self.about = button(self.tr("Show the player"), self._show_player)
        self.board = button(self.tr("Leaderboard"), self._show_board)
        self.replay = button(self.tr("Show the replay"), self._show_replay)
        self.serve(self.another, self.make_room, self.steps.race, self.steps.day)
        self.begins_at = self.latest
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._grid.setVerticalSpacing(SPACE)
        self._columns = 0
        self._parts = [box(column(heading, table, None, space=6)) for heading, table in self._lists]
        title = label(self.heading(), "title")
        told = column(self.day, self.steps, self._grid, None, space=6)
        ways = row(None, self.make_room, self.about, self.board, self.replay)
        foot = Folding(row(self.leave, self.another, None), ways, wide=1)
        whole = column(title, Fitted(box(told)), foot)
        whole.setStretch(1, 1)
        self.setLayout(page(whole, widest=WIDEST))
        self._arrange()
        for _, table in self._lists:
            table.tell_late(asking_text())
        self._show_ways()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        ways = self.replay, self.board, self.about, self.another
        return *ways, self.make_room, *self.steps.ways, None, self.leave

    def heading(self) -> str:
        """Return what this is."""
        return self.tr("Leaderboards")

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Ask the server again."""
        if self.link.up:
            self.session.get_overview()

    def take(self, message: FromServer) -> None:
        """Show the overview."""
        if not isinstance(message, Overview):
            return
        self._overview = message
        self.day.setText(_day_text(message))
        self.day.setVisible(message.races > 0)
        self._fill_games(self.latest, [_latest_row(each) for each in message.latest[:TOLD]])
        self._fill_games(self.records, [_record_row(each) for each in message.records[:TOLD]])
        self._fill_games(self.games, [_game_row(each) for each in message.games[: 2 * TOLD]])
        risers = message.risers[:TOLD]
        self._ways[self.risers] = {each.player: _Way(player=each.player) for each in risers}
        self.risers.fill([(each.player, _riser_texts(each)) for each in risers])
        own = self.session.player
        self.risers.light(own if own in self.risers.keys else None)
        for table in (self.latest, self.records):
            table.light(*(key for key, way in self._ways[table].items() if way.player == own))
        self.latest.tell_empty(self.tr("Nobody has raced here in the past day."))
        self.records.tell_empty(self.tr("Nobody has won a game here yet."))
        self.games.tell_empty(self.tr("Nobody has raced here yet."))
        self.risers.tell_empty(self.tr("Nobody’s rating has risen this week."))
        if self._current is None:
            first = next((table for _, table in self._lists if table.keys), None)
            if first is not None:
                first.choose(first.keys[0])
        self._show_ways()
        if self.isVisible():
            announce(self, self.day.text(), urgent=False)

    def _fill_games(self, table: GameTable, rows: Sequence[tuple[_Way, list[str | Cell]]]) -> None:
        keyed = [
            ((at, way.race, way.player, way.game), way, texts)
            for at, (way, texts) in enumerate(rows)
        ]
        self._ways[table] = {key: way for key, way, _ in keyed}
        table.fill_games(
            [
                GameRow(key, way.game, way.options, texts, deals=way.deals)
                for key, way, texts in keyed
            ]
        )

    # The arrangement ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have two columns where there is room for them."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = 2 if self.width() >= theme.px(BESIDE) else 1
        if columns == self._columns:
            return
        self._columns = columns
        for at, part in enumerate(self._parts):
            self._grid.removeWidget(part)
            self._grid.addWidget(part, at // columns, at % columns)
        for x in range(2):
            self._grid.setColumnStretch(x, int(x < columns))

    # The ways on ----------------------------------------------------------------------------------

    @property
    def _way(self) -> _Way | None:
        table = self._current
        return self._ways.get(table, {}).get(table.chosen) if table is not None else None

    def _chosen(self, table: DataTable) -> None:
        """Let the buttons lead on from this list: a row is chosen in one of them at a time."""
        if table.chosen is not None:
            self._current = table
            for _, other in self._lists:
                if other is not table and other.chosen is not None:
                    other.clearSelection()
        self._show_ways()

    def _show_ways(self) -> None:
        way, known = self._way, self._overview is not None
        nobody = known and not any(table.keys for _, table in self._lists)
        free = nobody and self.session.room is None
        self.make_room.setVisible(free)
        self.steps.setVisible(nobody)
        self.steps.offer(bots=free, daily=bool(self.session.daily))
        self.about.setVisible(way is not None and way.player > 0)
        self.board.setVisible(way is not None and bool(way.game))
        # Without a race: that was in a room with a password, and is for those who were there.
        of_race = self._current in (self.latest, self.records)
        self.replay.setVisible(way is not None and of_race)
        self.allow(self.replay, way is not None and way.race > 0)
        self.allow(self.about, way is not None and way.player > 0)
        self.allow(self.board, way is not None and _is_known(way.game))
        theme.set_role(self.replay, "main" if of_race else "")
        theme.set_role(self.board, "main" if self._current is self.games else "")
        theme.set_role(self.about, "main" if self._current is self.risers else "")

    def _go_on(self, table: DataTable) -> None:
        """Follow a row to what it is about."""
        if table is self.games:
            self._show_board()
        elif table is self.risers:
            self._show_player()
        else:
            self._show_replay()

    def _show_board(self) -> None:
        if self._way is not None and _is_known(self._way.game):
            self.leaderboard.emit(self._way.game, dict(self._way.options), self._way.deals)

    def _show_player(self) -> None:
        if self._way is not None and self._way.player:
            self.profile.emit(self._way.player)

    def _show_replay(self) -> None:
        if self._way is not None and self._way.race and self.link.up:
            self.session.get_replay(self._way.race, self._way.player)


def _is_known(game: str) -> bool:
    return any(entry.name == game for entry in catalogue.entries())


def _day_text(overview: Overview) -> str:
    """Return how much was raced lately: "12 races in the past day · 5 players"."""
    races = translate("overview", "%n race(s) in the past day", "", overview.races)
    people = translate("overview", "%n player(s)", "", overview.people)
    return BETWEEN.join((races, people))


def _latest_row(result: NewResult) -> tuple[_Way, list[str | Cell]]:
    way = _Way(result.game, result.options, result.deals, result.race, result.player)
    time = stopwatch(result.milliseconds) if result.status == "won" else ""
    place = past_place_text(result)
    if place == NOTHING:  # of those who left with nothing, none was the best
        return way, [NOTHING, NOTHING, status_text(result.status), day_of(result.at)]
    told = time or BETWEEN.join((status_text(result.status), str(result.score)))
    return way, [one_line(result.name), place, told, day_of(result.at)]


def _record_row(record: NewRecord) -> tuple[_Way, list[str | Cell]]:
    way = _Way(record.game, record.options, record.deals, record.race, record.player)
    gained = difference_text(record.before - record.milliseconds) if record.before else "–"
    return way, [one_line(record.name), stopwatch(record.milliseconds), gained, day_of(record.at)]


def _game_row(raced: RacedGame) -> tuple[_Way, list[str | Cell]]:
    return _Way(raced.game, raced.options, raced.deals), [str(raced.results)]


def _riser_texts(riser: Riser) -> list[str | Cell]:
    return [one_line(riser.name), rating_text(riser.rating), change_text(riser.gained)]

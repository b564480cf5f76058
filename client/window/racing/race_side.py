"""The column beside the boards of a race: clock, own place and score, the others, the chat."""

import math
import time
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QTabWidget, QWidget

from client.window.desktop import theme
from client.window.desktop.seconds import SecondTimer
from client.window.online.link import Link
from client.window.racing.boards import BoardsGrid
from client.window.racing.curve import ScoreCurve
from client.window.racing.standings import LEAST, MOST_WHOLE, StandingsBars, StandingsList
from client.window.widgets.chat import ChatBox
from client.window.widgets.elements import (
    ANY,
    SIDEBAR,
    Elided,
    Title,
    box,
    button,
    column,
    label,
    panel,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.words.daily import daily_title, practice_title
from client.words.deals import deals_text, promised_text
from client.words.ghosts import as_standings
from client.words.outcome import rank_text
from client.words.texts import (
    BETWEEN,
    NOTHING,
    brief_options_text,
    clock,
    game_title,
    options_text,
    points_text,
    watching_text,
)
from protocol.messages import (
    FromServer,
    Guests,
    MemberChanged,
    MemberLeft,
    RoomState,
    Said,
    SaidBefore,
    Settings,
    Standing,
)

LAST: Final = 60
"""Seconds before the end from which the clock is lit."""
CURVE: Final = 130
"""The least height of the curve, in pixels."""
MORE_CHAT: Final = 100
"""The height that the rows leave to the chat beside the least, where there is room, in pixels."""
NARROW: Final = 220
"""The width of the column in a small window, in pixels."""
SMALL: Final = 1000
"""The width of a window from which the column is wider than that, in pixels."""
LOW: Final = 560
"""The height of the column below which an empty chat leaves its room to the racers, in pixels."""
LINES: Final = 60
"""The least height of what was said, in pixels."""
LINE: Final = 18
"""The height of one line of it, which is seen in any case, in the usual scale, in pixels."""
AROUND: Final = 26
"""What lies above and below the lines, in pixels."""
GAP: Final = 8
"""Pixels between the parts."""


class RaceSide(QWidget):
    """Shows the session's race, as it stands."""

    rules = Signal()
    """The player wants to read the game's rules, or has read them."""
    told = Signal(str)
    """The time that is left and, of a racer, place and score, for where this is not shown."""
    said = Signal(object)
    """(Said): somebody else said something."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self.game = Title(role="name")
        read = button(self.tr("Rules"), self.rules.emit, self.tr("The rules, and the keys (F1)"))
        read.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the board
        theme.set_role(read, "narrow")
        theme.fix(read, line_height=28)
        self.options = Title(role="muted")
        """Which deals are raced on and which of the game's options are in force, without what is
        switched as usual: all of it is in the tip.  Hidden where there is nothing to say."""
        self.clock = label("0:00", "clock")
        self.limit = label("", "muted")
        self.place = label("", "figure")
        self.score = label("", "figure")
        self.score.setAlignment(Qt.AlignmentFlag.AlignRight)  # else "16." and "2" read as 16.2
        self._own = box(
            row(
                column(label(self.tr("Place"), "muted"), self.place, space=0),
                column(label(self.tr("Score"), "muted"), self.score, space=0),
                None,
                space=8,
            )
        )
        self.bars = StandingsBars()
        self.curve = ScoreCurve()
        self.curve.setFixedHeight(CURVE)
        self._beside, self._alone = 0, False
        """The width of the window that this is in, and whether it has all of it."""
        self.chat = ChatBox(link)
        self.boards = BoardsGrid(scrolled=True)
        self._score = 0
        self._limit = ""
        """Of how much the clock shows what is left."""
        self._lost: float | None = None
        """When the connection was lost, by `time.monotonic`; None while it stands."""
        self._timer = SecondTimer(self)
        self._timer.timeout.connect(self.tick)

        # A clock with hours leaves no room beside it in the column of a small window.
        told = Folding(column(self.clock, self.limit, space=0), self._own, wide=0, space=4)
        told.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        told.turned.connect(self._fit_curve)
        self._named = self.game, read
        self._head = panel(column(row(*self._named, space=6), self.options, told, space=2))
        self._talks = True
        """Whether there is anybody to talk with."""
        self.watching = Elided(role="muted")
        """Who watches; hidden when nobody does."""
        self.list = StandingsList(self.bars)
        self.bars.counted.connect(self._fit_curve)
        standings = column(self.list, self.curve, None, space=GAP)
        standings.setStretchFactor(self.curve, 100)
        scores = box(standings)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setExpanding(True)
        self.tabs.addTab(scores, self.tr("Scores"))
        self.boards.all.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # as for the rules
        self.boards.enlarged.connect(self._give_room)
        self._boards_room = Fitted(self.boards)
        self.tabs.addTab(self._boards_room, self.tr("Boards"))
        theme.set_role(self.boards.all, "narrow")
        theme.fix(self.boards.all, line_height=26)
        back = row(self.boards.all)
        back.setContentsMargins(0, 0, 0, 10)  # above the line that the tabs stand on
        self.tabs.setCornerWidget(box(back))
        self.tabs.currentChanged.connect(self._turn_to)
        self._column = column(self._head, self.tabs, self.watching, self.chat, space=GAP)
        self._column.setStretchFactor(self.chat, 1)
        self.setLayout(self._column)
        self.fit(0)
        self.set_boards(shown=False)

    def _turn_to(self, page: int) -> None:
        """Give the boards all but the last lines of the chat, which takes what the scores leave."""
        self._column.setStretchFactor(self.tabs, 100 * page)
        self._give_room()
        if page:
            # Else the first frame would have boards as small as the scores' room lets them be.
            self._column.activate()
            self._boards_room.fit()
        self.show_curve(anew=True)

    def _give_room(self) -> None:
        """Give a board that is shown large what the window has."""
        self.boards.all.setVisible(self._large)
        self._fold_chat()
        self.fit(self._beside, alone=self._alone)

    @property
    def _large(self) -> bool:
        """Whether a board is shown large here."""
        return self.boards.shown is not None and self.tabs.currentIndex() == 1

    @property
    def _playing(self) -> bool:
        """Whether the own race is still going on."""
        session = self._link.session
        track = session.track
        return track is not None and track.status == "racing" and session.results is None

    def take(self, message: FromServer) -> None:
        """Show what is said, and who watches."""
        self.chat.take(message)
        if isinstance(message, Said | SaidBefore):
            self._fit_curve()
        if isinstance(message, Said) and message.player != self._link.session.player:
            self.said.emit(message)
        if isinstance(message, RoomState | MemberChanged | MemberLeft | Guests):
            text = watching_text(self._link.session.room)
            self.watching.setText(text)
            self.watching.setVisible(bool(text))

    def fit(self, width: int, *, alone: bool = False) -> None:
        """Take a fair part of a window this wide, and more for a board that is shown large.

        But whose race goes on keeps the own board as it is: a look at another one takes no room
        from it. Where it is `alone`, it takes all, and something else shows what `told` tells.
        """
        self._alone = alone
        self._head.setHidden(alone)
        small = width < theme.px(SMALL)
        self._beside, least = width, theme.px(NARROW if small else SIDEBAR)
        usual = max(least, min(width // 6, least * 3 // 2))
        if self._large and not self._playing:
            back = self.tabs.cornerWidget().sizeHint() + self.tabs.tabBar().sizeHint()
            room = self.height() - self._others
            usual = self.boards.used_width(max(usual, back.width()), width * 2 // 5, room)
        self.setMinimumWidth(0 if alone else usual)
        self.setMaximumWidth(ANY if alone else usual)

    def minimumSizeHint(self) -> QSize:
        """Return the size without what gives way in a small window."""
        return QSize(super().minimumSizeHint().width(), self._others + self.list.fewest)

    @property
    def _others(self) -> int:
        """The least height of all but the curve and the racers' rows, in pixels.

        It is added up here, as a layout hears only later of what gives way.
        """
        parts = [part for part in (self._head, self.chat, self.watching) if not part.isHidden()]
        gaps = GAP * (len(parts) + 1)
        bar = self.tabs.tabBar()  # whose place is kept while it is hidden
        heights = [
            part.minimumSizeHint().expandedTo(part.minimumSize()).height() for part in (*parts, bar)
        ]
        return sum(heights) + gaps

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.fit(self._beside, alone=self._alone)
            self._fit_curve()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the curve where there is room for it."""
        super().resizeEvent(event)
        self._fold_chat()
        self._fit_curve()

    def _fold_chat(self) -> None:
        """Let an empty chat leave its room to the racers of a small window, and to the boards.

        In a low window, these have the room of all that is known or can wait, until the scores are
        looked at again: the game's name, and the chat.
        """
        low = self.height() < theme.px(LOW)
        bare = low and self.tabs.currentIndex() == 1 and not self._alone
        for part in self._named:
            part.setHidden(bare)
        self.options.setHidden(bare or not self.options.text())
        self.chat.setVisible(self._talks and not bare)
        self.chat.fold_empty(low or self.tabs.currentIndex() == 1, news=low)
        one = theme.px(LINE) + AROUND
        self.chat.lines.setMinimumHeight(one if low and self._alone else LINES)

    def _fit_curve(self) -> None:
        room = self.height() - self._others
        rows = min(self.bars.racers, MOST_WHOLE) * theme.px(LEAST)
        spare = room - CURVE - GAP - rows
        self.list.set_room(room)
        share = max(0, spare // 3)
        high = CURVE + min(share, 150)
        self.curve.setVisible(spare >= 0)
        self.curve.setMinimumHeight(high)
        hidden = self.tabs.tabBar().isHidden()  # the curve fills the place that is kept for it
        self.curve.setMaximumHeight(high + self.tabs.tabBar().sizeHint().height() * hidden)
        more = min(share, theme.px(MORE_CHAT))
        self.list.set_most(room - high - GAP - more if spare >= 0 else 0)

    def set_boards(self, *, shown: bool, first: bool = False) -> None:
        """Offer the rivals' boards, or not; with `first`, they are what is looked at."""
        self.tabs.setTabVisible(1, shown)
        self.tabs.tabBar().setVisible(shown)
        # Qt does not see that the bar is hidden: Tab would lead there, and no further.
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus if shown else Qt.FocusPolicy.NoFocus)
        self.tabs.setCurrentIndex(int(shown and first))

    def show_settings(self, settings: Settings, *, racing: bool) -> None:
        """Begin a race with these settings; spectators have no place and score of their own."""
        day = self._link.session.daily_room
        game = game_title(settings.game)
        self.game.setText(self._daily_title(day) if day else game)
        self._talks = not day  # nobody else comes there
        deals = deals_text(settings.deals)
        brief = brief_options_text(settings.game, settings.options)
        chosen = BETWEEN.join(filter(None, (game if day else "", deals, brief)))
        self.options.setText(chosen)
        whole = BETWEEN.join(filter(None, (deals, options_text(settings.game, settings.options))))
        promised = promised_text() if deals else ""
        self.options.explain("\n".join(filter(None, (whole, promised))))
        self._fold_chat()
        self._limit = self.tr("left of {time}").format(time=clock(settings.time_limit))
        self._tell_limit()
        self._own.setVisible(racing)
        self.clock.setText(clock(settings.time_limit))
        hours = settings.time_limit >= 3600
        # Without a fixed size, each second would lay out the whole screen.
        theme.fix(self.clock, width=132 if hours else 98, height=36)
        self._light_clock(settings.time_limit)
        self.place.setText(NOTHING)
        self._score = 0
        self.score.setText("0")
        self._tell()
        room = self._link.session.room
        racers = [m for m in room.members if m.seated] if room else []
        start = [
            Standing(m.player, m.name, connected=m.connected, bot=m.bot, level=m.level)
            for m in racers
        ]
        start += as_standings(self._link.session.ghosts)
        self.bars.show_standings(start, self._link.session.player, 1)
        self.curve.show_curves({}, start, 0, self._link.session.player)
        self._fit_curve()

    def _daily_title(self, day: str) -> str:
        room = self._link.session.room
        practice = room is not None and room.practice is not None
        return practice_title(day) if practice else daily_title(day, brief=True)

    def show_standings(self) -> None:
        """Show how everybody stands."""
        session = self._link.session
        race = session.race
        if race is None:
            return
        self.bars.show_standings(race.standings, session.player, len(race.game.deck))
        own = next((s for s in race.standings if s.player == session.player), None)
        if own is not None:
            self.place.setText(rank_text(own, len(race.standings)))
        track = session.track
        if track is not None:
            self._score = track.view.score
            self.score.setText(str(self._score))
        self._tell()
        if not self._timer.isActive():
            self.tick()
        self.show_curve()  # tells the same, at once where few race

    def show_curve(self, *, anew: bool = False) -> None:
        """Draw how the scores went until now, as far as that looks new.

        It is drawn `anew` where more than the end of the curves may be another. The line of who
        still races goes on with the clock.
        """
        session = self._link.session
        race = session.race
        if race is not None and self.curve.isVisible():
            until = round(min(race.elapsed(time.monotonic()), race.settings.time_limit) * 1000)
            draw = self.curve.show_curves if anew else self.curve.follow
            draw(session.curves, race.standings, until, session.player, ends=race.ends)

    def tick(self) -> None:
        """Show how much time is left, and go on while there is any and somebody looks.

        It stands still once the race is over.
        """
        session = self._link.session
        if session.race is None or session.results is not None:
            return
        left = session.race.remaining(time.monotonic())
        shown = clock(math.ceil(left))
        if shown != self.clock.text():
            self.clock.setText(shown)
            self._light_clock(left)
        self._tell_limit()
        self._tell()
        around = self.parentWidget()  # this may be folded away
        if (left or self._lost is not None) and around is not None and around.isVisible():
            self._timer.follow(-left)
            self.show_curve()

    def set_up(self, up: bool) -> None:
        """Show by the clock and the ranking whether the connection stands.

        While it is lost, the clock goes on, as the race does unless the server itself is down, but
        it is this computer's alone, and how the others stand is not known: both are pale, and for
        how long is told.
        """
        if up == (self._lost is None):
            return
        self._lost = None if up else time.monotonic() - self._link.unheard
        race = self._link.session.race
        self._light_clock(race.remaining(time.monotonic()) if race is not None else LAST + 1)
        theme.set_role(self.place, "figure" if up else "stale")
        self.bars.set_stale(not up)
        why = self.tr(
            "By this computer’s clock: the server is not heard. If it is down, the race stands "
            "still."
        )
        self.clock.setToolTip("" if up else why)
        self._tell_limit()
        self._tell()

    def _light_clock(self, left: float) -> None:
        lost, late = self._lost is not None, left <= LAST
        role = "away" if lost else "late" if late else "clock"
        if role != self.clock.property("role"):
            theme.set_role(self.clock, role)

    def _tell_limit(self) -> None:
        """Say of how much time some is left; or for how long the connection has been lost."""
        told, session = self._limit, self._link.session
        if self._lost is not None and session.race is not None and session.results is None:
            since = clock(int(time.monotonic() - self._lost))
            told = self.tr("offline for {time}").format(time=since)
        if told != self.limit.text():
            self.limit.setText(told)

    def rest(self) -> None:
        """Stop the clock's timer: nobody looks."""
        self._timer.stop()

    def _tell(self) -> None:
        own = () if self._own.isHidden() else (self.place.text(), points_text(self._score))
        lost = () if self._lost is None else (self.limit.text(),)
        self.told.emit(BETWEEN.join((self.clock.text(), *lost, *own)))

"""Which screen the window shows.

Where players are follows from what their session knows (`situation_of`). From there they go aside
to other screens, and back again, until something happens that they must see.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, Self

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from client.session.session import Session
from client.window.desktop.announce import announce, note_focus
from client.window.desktop.scaling import let_wait
from client.window.racing.last_look import LastLook
from client.window.screens.screen import Page
from client.window.widgets.chat import ChatBox
from protocol.messages import (
    Countdown,
    FromServer,
    LeftRoom,
    RaceStarted,
    Results,
    RoomState,
    Said,
)

MOST_TOLD: Final = 99
"""So many lines that are not read are counted in the title."""
Situation = Literal["connect", "lobby", "room", "race", "watch", "results", "daily"]


def situation_of(session: Session | None) -> Situation:
    """Return where the player with this session is; without a session, that is no server."""
    if session is None or not session.player:
        return "connect"
    if session.room is None:
        return "lobby"
    if session.results is not None:
        return "daily" if session.daily_room else "results"
    if session.race is not None or session.countdown is not None:
        return "race" if session.seated else "watch"
    return "daily" if session.daily_room else "room"


class Navigation(QStackedWidget):
    """All screens of the window, one of which is shown."""

    headed = Signal(str)
    """What the shown screen is, in a few words; before them how much was said that is not read."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        """What is known of the server that the player is on."""
        self._screens: dict[Situation, Page] = {}
        self._way: list[Page] = []
        """The screens that the player has gone aside to, each from the one before."""
        self._room = ""
        """The code of the room, as last heard of."""
        self._race = (0, "")
        """The number and the promise of the race that was last heard of."""
        self._told: set[type[FromServer]] = set()
        """What was told of it: its countdown, its start, its end."""
        self._unread = 0
        """How often somebody else said something while no chat was in sight."""
        self._place: Situation = "connect"
        """Where the player was after the last message."""
        self.held: Situation | None = None
        """The place whose screen stays until a race is on: lobby and room only lead there."""
        self.last_look = LastLook(self)
        """On the board, while the results are there already."""
        self.last_look.over.connect(self._show)
        self._looked_at: Page | None = None
        """The screen with that board."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._note_focus)

    def follow(self, before: Self) -> None:
        """Take the place of another one: what has led players there need not do so again."""
        self.session, self._room = before.session, before._room
        self._race, self._told = before._race, before._told
        self._unread = before._unread

    def minimumSizeHint(self) -> QSize:
        """Return what the screen that is shown needs, and not what the largest would."""
        screen = self.currentWidget()
        return QSize() if screen is None else screen.minimumSizeHint()

    def add(self, screen: Page, place: Situation | None = None) -> None:
        """Add a screen: the one of this place, or one that players only go aside to."""
        self.addWidget(screen)
        let_wait(screen)
        for chat in screen.findChildren(ChatBox):
            chat.seen.connect(self._read)
        if place is not None:
            self._screens[place] = screen

    def remove(self, screen: Page) -> None:
        """Delete a screen that is not shown."""
        self._screens = {place: each for place, each in self._screens.items() if each is not screen}
        self.removeWidget(screen)
        screen.deleteLater()

    @property
    def fitting(self) -> Page:
        """The screen of the place where the player is."""
        place = situation_of(self.session)
        over = self.session is not None and self.session.results is not None
        if over and self._looked_at is not None and self.last_look.lasts:
            return self._looked_at
        return self._screens[self.held if self.held and place in ("lobby", "room") else place]

    @property
    def aside(self) -> Page | None:
        """The screen that the player has gone aside to, if any."""
        return self._way[-1] if self._way else None

    def go_aside(self, screen: Page) -> None:
        """Show another screen than the fitting one, until the player goes back.

        Where the player has been there on this way, that is forgotten: going back leads where they
        came from, and to each screen once.
        """
        if screen in self._way:
            self._way.remove(screen)
        self._way.append(screen)
        self._show()

    @property
    def way(self) -> Sequence[Page]:
        """The screens that the player has gone aside to, each from the one before."""
        return tuple(self._way)

    def go_way(self, way: Iterable[Page]) -> None:
        """Show the last of these screens, from where going back leads along the others."""
        self._way = list(way)
        self._show()

    def go_back(self) -> None:
        """Show the screen again from which the player went aside, with the keys where they were."""
        if self._way:
            self._way.pop()
        self._show(goes_on=True)

    def come_back(self) -> None:
        """Show the fitting screen, however far aside the player went."""
        self._way.clear()
        self._show()

    def take(self, message: FromServer) -> None:
        """Go where a message leads; the session has taken it in already.

        Players come back for a race, and for being in another room or none. Others who come and
        go change nothing, and the end of a race was seen with its results. Nor does what is told
        again, after a lost connection or in another language. Who saw the race end on a board looks
        at that a moment longer. A rematch takes everybody along; but whoever reads the results goes
        on reading when it is a bot that opens the room again.
        """
        was, self._place = self._place, situation_of(self.session)
        match message:
            case Countdown() | RaceStarted() | Results():
                race = message.race, message.commitment
                if race != self._race:
                    self._race, self._told = race, set()
                if type(message) not in self._told:
                    self._told.add(type(message))
                    self._way.clear()
                    if isinstance(message, Results):
                        self._look_on()
            case LeftRoom():
                self._room, self._unread = "", 0
                self._way.clear()
            case RoomState(code=code):
                before, self._room = self._room, code
                if code != before:
                    self._unread = 0
                    self._way.clear()
                elif (was, self._place) == ("results", "room"):
                    self._stay_at_results()
            case Said(player=player) if self.session and player != self.session.player:
                self._unread += not self._chat_in_sight
            case _:
                pass
        self._show()

    @property
    def _chat_in_sight(self) -> bool:
        screen = self.currentWidget()
        chats = screen.findChildren(ChatBox) if screen is not None else []
        return any(chat.in_sight for chat in chats)

    def _read(self) -> None:
        if self._unread:
            self._unread = 0
            self.head()

    def _look_on(self) -> None:
        """Have who looks at a board see its end for a moment, before the results come."""
        screen = self.currentWidget()
        if isinstance(screen, Page) and screen.isVisible():
            self._looked_at = screen
            self.last_look.begin(screen.lingers())

    def _stay_at_results(self) -> None:
        room = self.session.room if self.session is not None else None
        bots = {member.player for member in room.members if member.bot} if room else set()
        if room and room.host in bots and self._screens["room"] not in self._way:
            self._way.insert(0, self._screens["results"])

    def keep_the_keys(self) -> None:
        """Give the keys to the shown screen where nothing has them."""
        screen = self.currentWidget()
        if isinstance(screen, Page) and QApplication.focusWidget() is None:
            left_at: QWidget | None = screen.focusWidget()
            (left_at or screen.begins_at or screen).setFocus()

    def _note_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None:
            note_focus(now)

    def _show(self, *, goes_on: bool = False) -> None:
        """Show the screen of the way or of the place; it begins anew, or `goes_on` where it was."""
        screen = self._way[-1] if self._way else self.fitting
        if self.currentWidget() is not screen:
            left_at: QWidget | None = screen.focusWidget()
            if left_at is not None:
                left_at.clearFocus()  # what is shown takes the keys to where one begins
            self.setCurrentWidget(screen)
            began: QWidget | None = screen.begins_at or screen.focusWidget()
            usable = left_at is not None and left_at.isVisible() and left_at.isEnabled()
            for widget in (left_at if goes_on and usable else None, began, screen):
                if widget is not None:
                    widget.setFocus()  # or the keyboard would lead nowhere
                    break
            announce(screen, screen.spoken(), urgent=False)
        self.head()

    def head(self) -> None:
        """Say what the shown screen is, as when that is something else now."""
        screen = self.currentWidget()
        if isinstance(screen, Page):
            count = str(self._unread) if self._unread <= MOST_TOLD else f"{MOST_TOLD}+"
            self.headed.emit(f"({count}) " * bool(self._unread) + screen.heading())

"""From one click to a race against bots: a room, two bots in it, and the start."""

from collections.abc import Callable
from typing import Final, Literal

from client.bots.company import Company, levels
from client.session.session import Session
from client.window.online.bot_processes import BotProcesses
from client.window.online.link import Link
from protocol.messages import (
    Countdown,
    FromServer,
    LeftRoom,
    MemberChanged,
    Problem,
    RaceStarted,
    RoomState,
    Settings,
    Welcome,
)

BOTS: Final = 2
"""How many bots there are to race against."""


class BotRace:
    """Does what a host would, while it is wanted; in the room the player can do it, too.

    So when a bot does not come, nothing is lost: the room is there, and says what is missing.
    Who never played the game reads its rules there, and starts when that is done; but where the
    program was started for a race against bots at hand, it comes at once, and says on the board
    what the game is about.
    """

    def __init__(
        self,
        bots: BotProcesses,
        knows: Callable[[str], bool],
        show_room: Callable[[], None],
        level: Callable[[], int],
    ) -> None:
        """Race against these bots; `knows` says whether the player has ever played a game.

        `level` returns that of the bot that the player called last.
        """
        self._bots, self._knows, self._show_room = bots, knows, show_room
        self._level = level
        self.wanted: Settings | None = None
        """The race that is wanted on the next server that lets the player in, if one is."""
        self._at_hand: Company | None = None
        """The bots that race, if they are at hand; else they have to be started."""
        self._awaited: Literal["room", "bots", "race"] | None = None
        """What was asked for last and is not there yet; the race is when it is counted down to."""

    def expect(self, company: Company) -> None:
        """Race against bots that are at hand on the next server that lets the player in."""
        self.wanted, self._at_hand = company.settings, company

    @property
    def under_way(self) -> bool:
        """Whether a race is wanted that does not begin yet."""
        return self.wanted is not None or self._awaited is not None

    def begin(self, settings: Settings, session: Session) -> None:
        """Race against bots on a server where the player is in the lobby."""
        self._make_room(session, settings)

    def take(self, message: FromServer, link: Link) -> None:
        """Take the next step, if a message leads to one; the session has taken it in already."""
        session = link.session
        match message:
            case Welcome() if self.wanted is not None:
                if message.room:
                    session.leave_room()  # and the answer leads on
                else:
                    self._make_room(session, self.wanted)
            case LeftRoom() if self.wanted is not None:
                self._make_room(session, self.wanted)
            case LeftRoom() | Countdown() | RaceStarted():
                self._awaited = None
            case Problem() if self._awaited == "race":
                self._awaited = None
                self._show_room()  # and why there is no race
            case RoomState() | MemberChanged() if session.is_host:
                self._go_on(link)
            case _:
                pass

    def _make_room(self, session: Session, settings: Settings) -> None:
        session.create_room(settings)
        if self._at_hand is not None and self._at_hand.settings is not settings:
            self._at_hand = None  # they were there for another race
        self.wanted, self._awaited = None, "room"

    def _go_on(self, link: Link) -> None:
        session, room = link.session, link.session.room
        if room is None or room.phase != "lobby":
            return
        here, ready = self._at_hand, [m for m in room.members if m.bot and m.seated and m.ready]
        if self._awaited == "room":
            self._awaited = "bots"
            if here is not None:
                here.call(room.code)
                return
            for level in levels(self._level(), BOTS):
                self._bots.call(link.address, session, level)
        elif self._awaited == "bots" and len(ready) == (BOTS if here is None else here.count):
            if here is not None or self._knows(room.settings.game):
                self._awaited = "race"
                session.start_race()
            else:
                self._awaited = None
                self._show_room()

"""Who in a room sees its race live, who some seconds later, who sees which board; who looks on."""

from collections.abc import Collection, Container, Hashable, Mapping
from typing import Final, NamedTuple

from protocol.messages import Announcement, Settings
from server.rooms.members import Members

BLIND: Final = Announcement(
    "Somebody at your address is racing here, so you see no boards until that race is over."
)
UNSEEN: Final = Announcement(
    "Somebody who is racing here is not back yet since the server was started again, and may be "
    "at your address: you see no boards until that is known."
)


class Beside(NamedTuple):
    """Where somebody is racing, in a room whose racers nobody may watch from there."""

    places: frozenset[Hashable] = frozenset()
    unseen: bool = False
    """Whether it is not known of all of them."""

    def why_blind(self, place: Hashable) -> Announcement | None:
        """Return why who watches from a place sees no boards; None if they see them."""
        if place is None:
            return None
        if place in self.places:
            return BLIND
        return UNSEEN if self.unseen else None


NOT_BESIDE: Final = Beside()


class Spectators:
    """Everybody who is in some room without a seat."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.ids: set[int] = set()
        """Who they are.  Only to be read."""
        self.changes = 0
        """How often somebody has become one, or is one no longer: others may keep by it what they
        have found out of many."""

    def __contains__(self, player: int) -> bool:
        return player in self.ids

    def add(self, player: int) -> None:
        """Count somebody as one."""
        self.ids.add(player)
        self.changes += 1

    def discard(self, player: int) -> None:
        """Count somebody as one no longer."""
        self.ids.discard(player)
        self.changes += 1

    def clear(self) -> None:
        """Count nobody as one."""
        self.ids.clear()
        self.changes += 1


class Audience:
    """The members and guests of a room, by what they may see of its race."""

    def __init__(self, members: Members) -> None:
        """Begin with nobody; `settle` looks who the members are."""
        self._members = members
        self._show_boards = False
        self._beside = NOT_BESIDE
        self.live: tuple[int, ...] = ()
        """The racers with a seat; and everybody, in a room without a spectators' delay."""
        self.delayed: tuple[int, ...] = ()
        """All others."""
        self.blind: Mapping[int, Announcement] = {}
        """Those who see no board but their own, as somebody at their address is racing or may be;
        and what they are told of it."""
        self._boards: dict[int, tuple[int, ...]] = {}
        """Who sees each racer's board, where that has been asked already."""

    @property
    def delayed_boards(self) -> tuple[int, ...]:
        """Those who see all boards later."""
        return tuple(player for player in self.delayed if player not in self.blind)

    def settle(
        self,
        settings: Settings,
        racers: Container[int] | None,
        racing: Collection[int] = (),
    ) -> None:
        """See anew who sees what: somebody has come, gone or changed places, or a race began.

        `racers` are those of the race; None before it.  Who comes in or takes a seat when the race
        has begun is no racer of it.  Those `racing` must not be told of each other's boards.
        """
        blind: dict[int, Announcement] = {}
        live: list[int] = []
        beside = self.beside(settings, racing)
        delayed: list[int] = []
        for player in self._members.readers:
            member = self._members.get(player)
            seated = member is not None and member.seated
            takes_part = seated and (racers is None or player in racers)
            (delayed if settings.delay and not takes_part else live).append(player)
            reason = None if takes_part else beside.why_blind(self._members.place(player))
            if reason:
                blind[player] = reason
        self._beside = beside
        self.blind = blind
        self.live, self.delayed = tuple(live), tuple(delayed)
        self._show_boards = settings.show_boards
        self._boards.clear()

    def admit(self, guest: int) -> None:
        """See what a guest sees who comes into a room without a delay; others see what they saw.

        Guests come in masses, so nothing is looked at anew for each of them.
        """
        self.live += (guest,)
        if reason := self._beside.why_blind(self._members.place(guest)):
            self.blind = {**self.blind, guest: reason}
        else:
            for racer in self._boards:
                self._boards[racer] += (guest,)

    def dismiss(self, guest: int) -> None:
        """See nothing for a guest any more who goes from a room without a delay."""
        self.live = _without(self.live, guest)
        self.blind = {each: why for each, why in self.blind.items() if each != guest}
        for racer, readers in self._boards.items():
            self._boards[racer] = _without(readers, guest)

    def beside(self, settings: Settings, racing: Collection[int]) -> Beside:
        """Return from where nobody may see what those who are `racing` do."""
        if settings.beside_racers or not racing:
            return NOT_BESIDE
        places = frozenset(self._members.place(racer) for racer in racing)
        unseen = any(racer in self._members.unseen for racer in racing)
        return Beside(places - {None}, unseen)

    def _sees_rivals(self, player: int) -> bool:
        member = self._members.get(player)
        if member is not None and member.seated:
            return self._show_boards
        return player not in self.blind

    def of_board(self, racer: int) -> tuple[int, ...]:
        """Return who sees a racer's board live: that racer, some or all others as the room says."""
        readers = self._boards.get(racer)
        if readers is None:
            readers = self._boards[racer] = tuple(
                player for player in self.live if player == racer or self._sees_rivals(player)
            )
        return readers


def _without(readers: tuple[int, ...], gone: int) -> tuple[int, ...]:
    if gone not in readers:
        return readers
    at = readers.index(gone)
    return readers[:at] + readers[at + 1 :]

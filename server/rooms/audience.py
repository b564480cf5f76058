"""Who in a room sees its race live, who sees it some seconds later, and who sees which board."""

from collections.abc import Container, Mapping

from protocol.messages import Member, Settings


class Audience:
    """The members of a room, by what they may see of its race."""

    def __init__(self, members: Mapping[int, Member]) -> None:
        """Begin with nobody; `settle` looks who the members are."""
        self._members = members
        self._show_boards = False
        self.live: tuple[int, ...] = ()
        """The racers with a seat; and everybody, in a room without a spectators' delay."""
        self.delayed: tuple[int, ...] = ()
        """All others."""
        self._boards: dict[int, tuple[int, ...]] = {}
        """Who sees each racer's board, where that has been asked already."""

    def settle(self, settings: Settings, racers: Container[int] | None) -> None:
        """See anew who sees what: somebody has come, gone or changed places, or a race began.

        `racers` are those of the race; None before it.  Who comes in or takes a seat when the race
        has begun is no racer of it.
        """
        live: list[int] = []
        delayed: list[int] = []
        for player, member in self._members.items():
            racing = member.seated and (racers is None or player in racers)
            (delayed if settings.delay and not racing else live).append(player)
        self.live, self.delayed = tuple(live), tuple(delayed)
        self._show_boards = settings.show_boards
        self._boards.clear()

    def of_board(self, racer: int) -> tuple[int, ...]:
        """Return who sees a racer's board live: that racer, some or all others as the room says."""
        readers = self._boards.get(racer)
        if readers is None:
            readers = self._boards[racer] = tuple(
                player
                for player in self.live
                if player == racer or not self._members[player].seated or self._show_boards
            )
        return readers

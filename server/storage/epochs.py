"""Under which epoch each room of this server's is written: see `Database.claim_rooms`.  Pure."""

from collections.abc import Iterable


class Epochs:
    """The rooms that are this server's, and the race that each has.

    One that was made here has epoch 1, and need not be noted.
    """

    def __init__(self) -> None:
        """Begin without rooms."""
        self._rooms: dict[str, int] = {}
        self._races: dict[str, int] = {}
        """The race that each room has."""
        self._of_races: dict[int, int] = {}
        self._gone: dict[str, int] = {}
        """Of rooms that are not this server's any more, until that is written, too."""

    def clear(self) -> None:
        """Forget all of them."""
        for kept in (self._rooms, self._races, self._of_races, self._gone):
            kept.clear()

    def take(self, owned: Iterable[tuple[str, int]]) -> None:
        """Note rooms that have come to be this server's, by code and epoch."""
        self._rooms.update(owned)

    def new_among(self, owned: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        """Return those of all that are this server's which are not noted yet."""
        epochs = dict(owned)
        self._gone = {code: epoch for code, epoch in self._gone.items() if code in epochs}
        return [
            (code, epoch)
            for code, epoch in epochs.items()
            if epoch > 1 and epoch not in (self._rooms.get(code), self._gone.get(code))
        ]

    def note_race(self, code: str, race: int | None) -> None:
        """Note which race a room has from now on."""
        self._of_races.pop(self._races.pop(code, 0), None)
        if race is not None:
            self._races[code] = race
            self._of_races[race] = self._rooms.get(code, 1)

    def let_go(self, code: str) -> None:
        """Note that a room is not this server's any more."""
        self.note_race(code, None)
        if epoch := self._rooms.pop(code, 0):
            self._gone[code] = epoch

    def of_race(self, race: int) -> int:
        """Return the epoch of the room that has this race; 0 if none has."""
        return self._of_races.get(race, 0)

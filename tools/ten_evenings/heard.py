"""What people were told and answered, as it goes to `python -m tests.reckoning`."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from protocol.messages import Evening, Feats, Rated, Results, RoomState, Standing


def plain(value: Any) -> Any:
    """Return a message as JSON can have it, with the fields that are left out on the wire."""
    if isinstance(value, msgspec.Struct):
        told = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        tag = value.__struct_config__.tag
        return {"type": tag, **told} if tag else told
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [plain(each) for each in value]
    return value.hex() if isinstance(value, bytes) else value


def lasting(results: Results) -> list[Standing]:
    """Return what of results is the same whenever they are told.

    Who is connected changes, and of which level a bot is only its own hello says.
    """
    return [replace(each, connected=True, level=0) for each in results.standings]


class Heard:
    """All that anybody was told of results, and what was asked for and answered."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.results: dict[tuple[int, int], tuple[Results, Evening | None, bool, str]] = {}
        """By player and race, as it was told first: with the room's evening, whether it is for
        practice, and the room's code."""
        self.rated: dict[tuple[int, int], Rated] = {}
        self.feats: dict[tuple[int, int], Feats] = {}
        self.asked: list[Mapping[str, Any]] = []
        self.moves = 0
        """Entries that were acknowledged."""
        self.wrong: list[str] = []
        """Results that were told in two ways."""

    def note(self, player: int, message: Results | Rated | Feats, room: RoomState | None) -> None:
        """Note what a player was told in a room."""
        which = player, message.race
        match message:
            case Results():
                practice = bool(room and room.practice)
                before = self.results.setdefault(
                    which,
                    (message, room.evening if room else None, practice, room.code if room else ""),
                )
                if lasting(before[0]) != lasting(message):
                    self.wrong.append(f"race {message.race} was told in two ways: {message}")
            case Rated():
                self.rated[which] = message
            case Feats():
                self.feats[which] = message

    def over(self, code: str) -> set[int]:
        """Return the races in a room whose end somebody was told, without those for practice."""
        return {race for (_, race), told in self.results.items() if told[3] == code and not told[2]}

    def practised(self, code: str) -> set[int]:
        """Return those for practice."""
        return {race for (_, race), told in self.results.items() if told[3] == code and told[2]}

    def as_json(self) -> dict[str, Any]:
        """Return it all as `tests.reckoning` takes it."""
        return {
            "results": [
                plain(results) | {"player": player, "practice": practice, "evening": plain(evening)}
                for (player, _), (results, evening, practice, _) in self.results.items()
            ],
            "rated": [plain(told) | {"player": player} for (player, _), told in self.rated.items()],
            "feats": [plain(told) | {"player": player} for (player, _), told in self.feats.items()],
            "asked": self.asked,
        }

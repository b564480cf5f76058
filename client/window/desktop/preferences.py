"""What a player may choose about look, sound and hand, as one value; and the one in force.

    preferences.live.changed.connect(self._follow)      # whoever shows something
    preferences.live.set(replace(preferences.live.now, table="ocean"))

A change applies at once and everywhere. `memory` keeps it from one day to the next.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from client.board.gesture import Thresholds
from client.window.cards.deck import BACKS, CLASSIC, FOUR_COLOURS, TABLES, Deck
from client.window.desktop import system
from client.words.texts import rank_labels
from client.words.translation import available

SYSTEM: Final = "system"
"""As the system has it."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": (SYSTEM, *available()),
    "theme": (SYSTEM, "light", "dark"),
    "motion": (SYSTEM, "on", "off"),
    "table": tuple(TABLES),
    "back": tuple(BACKS),
    "zoom": ("80", "90", "100", "115", "130", "150", "175", "200"),
}
"""What may be chosen, by the name of the field."""
RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "quick": (0.05, 0.6),
    "slow": (0.2, 3.0),
    "still": (0.02, 0.5),
    "double": (0.1, 1.0),
}
"""The least and the most of each threshold, in its own unit (see `Thresholds`)."""
LOUDEST: Final = 100


@dataclass(frozen=True)
class Preferences:
    """All that can be chosen. `Preferences()` is what a player begins with."""

    language: str = SYSTEM
    """One of `CHOICES`, as are the next five."""
    theme: str = SYSTEM
    motion: str = SYSTEM
    table: str = "spruce"
    back: str = "rosette"
    zoom: str = "100"
    """How large all that is read is, in per cent of the usual."""
    four_colours: bool = False
    large_index: bool = False
    glow: bool = True
    """Whether playable cards glow in the games that suggest it."""
    auto_finish: bool = True
    """Whether the game plays the rest by itself once only the foundations are left to fill."""
    lamp: bool = False
    """Whether practice shows if the game can still be won."""
    sounds: bool = True
    volume: int = 60
    """From 0 to `LOUDEST`."""
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def deck(self) -> Deck:
        """The cards that were chosen, with the letters of the language that is spoken now."""
        deck = FOUR_COLOURS if self.four_colours else CLASSIC
        back, labels = BACKS[self.back], rank_labels()
        return replace(deck, back=back, large_index=self.large_index, labels=labels)

    @property
    def cloth(self) -> str:
        """The colour of the table that was chosen."""
        return TABLES[self.table]

    @property
    def larger(self) -> float:
        """How much larger than usual all that is read is to be."""
        return int(self.zoom) / 100

    def zoomed(self, steps: int) -> "Preferences":
        """Return the same with all that is read so many steps larger, or smaller below 0."""
        sizes = CHOICES["zoom"]
        at = sizes.index(self.zoom) + steps
        return replace(self, zoom=sizes[min(max(at, 0), len(sizes) - 1)])

    @property
    def dark(self) -> bool:
        """Whether windows are to be dark, now."""
        return system.prefers_dark() if self.theme == SYSTEM else self.theme == "dark"

    @property
    def animated(self) -> bool:
        """Whether things may move, now."""
        return not system.prefers_little_motion() if self.motion == SYSTEM else self.motion == "on"


def written(preferences: Preferences) -> dict[str, str]:
    """Return preferences as texts by name, for `read`."""
    values = asdict(preferences)
    values.update(values.pop("thresholds"))
    return {name: str(value) for name, value in values.items()}


def read(texts: Mapping[str, str]) -> Preferences:
    """Return the preferences that were `written`; what is missing or makes no sense is as new."""
    new = Preferences()
    chosen: dict[str, Any] = {
        name: texts[name] for name, known in CHOICES.items() if texts.get(name, "") in known
    }
    switches: dict[str, Any] = {
        name: texts[name] == "True"
        for name, value in asdict(new).items()
        if isinstance(value, bool) and texts.get(name) in ("True", "False")
    }
    volume = _number(texts.get("volume", ""), 0, LOUDEST)
    thresholds = {
        name: number
        for name, (least, most) in RANGES.items()
        if (number := _number(texts.get(name, ""), least, most)) is not None
    }
    return Preferences(
        **chosen,
        **switches,
        volume=new.volume if volume is None else round(volume),
        thresholds=Thresholds(**thresholds),
    )


def _number(text: str, least: float, most: float) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if least <= number <= most else None


class LivePreferences(QObject):
    """The preferences in force, and who is told when they change."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.now = Preferences()

    def set(self, preferences: Preferences) -> None:
        """Let these be in force from now on."""
        if preferences != self.now:
            self.now = preferences
            self.changed.emit()


live: Final = LivePreferences()
"""The only one there is, as there is one player at a window."""

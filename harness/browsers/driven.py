"""A browser that is driven by what W3C's protocols have in common, whichever it is.

Firefox (`harness/browsers/firefox.py`) and WebKit (`harness/browsers/webkit.py`) say the same
things in different ways; what is made of them is here.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

Hands: TypeAlias = Literal["mouse", "touch"]
Point: TypeAlias = tuple[float, float]
PATIENCE: Final = 60
"""Seconds that anything may take."""
KEYS: Final = {
    "Tab": "\ue004",
    "Enter": "\ue006",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
"""What WebDriver calls keys that write nothing."""
_WAIT: Final = """async (condition, patience) => {
    const until = performance.now() + patience * 1000
    while (!(CONDITION)) {
        if (performance.now() > until) throw new Error("it did not happen: " + condition)
        await new Promise(requestAnimationFrame)
    }
}"""
_NAMED: Final = """(name) => [...document.querySelectorAll("button, a, select, input")]
    .find((each) => (each.ariaLabel ?? each.innerText).trim() === name
        && each.checkVisibility() && !each.disabled)"""
_AT: Final = f"""(name) => {{
    const found = ({_NAMED})(name)
    if (!found) return null
    found.scrollIntoView({{ block: "nearest" }})
    const {{ x, y, width, height }} = found.getBoundingClientRect()
    const at = [Math.round(x + width / 2), Math.round(y + height / 2)]
    const there = document.elementFromPoint(...at)
    return found === there || found.contains(there) ? at : null
}}"""


@dataclass(frozen=True)
class Screen:
    """What a browser is to show the page on."""

    width: int
    """In points, as the height is."""
    height: int
    ratio: int = 1
    """Pixels of a point."""
    dark: bool = True
    """Whether the system is."""
    hands: Hands = "mouse"


class BrowserError(Exception):
    """The browser could not do what it was told; the text says why."""


class Driven(ABC):
    """A browser with one window, which shows one page."""

    screen: Screen

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to an address, and wait until the page is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again, and wait until it is there."""

    @abstractmethod
    def call(self, function: str, *arguments: Any) -> Any:
        """Return what a function in JavaScript returns, or the promise of it, as JSON.

        Raises:
            BrowserError: it threw something, or took too long.
        """

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Let an input device act, as WebDriver describes it."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return what is seen, as PNG."""

    # What all of them do --------------------------------------------------------------------------

    def wait(self, condition: str) -> None:
        """Wait until an expression in JavaScript is true."""
        self.call(_WAIT.replace("CONDITION", condition), condition, PATIENCE)

    def faults(self) -> list[str]:
        """Return what went wrong on the watched page."""
        return list(self.call("() => JSON.parse(sessionStorage.faults ?? '[]')"))

    def press(self, name: str, *, after: int = 0) -> None:
        """Click on what has this text or label, as soon as it is there and nothing lies on it.

        It waits `after` milliseconds first, where a click just before would make a double one.
        """
        self.wait(f"({_AT})({json.dumps(name)})")
        self.click(self.call(_AT, name), after=after)

    def click(self, at: Sequence[float], *, after: int = 0) -> None:
        """Click on a point, or tap on it, after some milliseconds."""
        self._point([{"type": "pause", "duration": after}, _to(at), _DOWN, _UP])

    def drag(self, start: Point, end: Point) -> None:
        """Drag what is at a point to another one."""
        half = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self._point([_to(start), _DOWN, _to(half), _to(end), _UP])

    def write(self, text: str) -> None:
        """Write a text where the keys go."""
        self.keys(*text)

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other: letters, or those of `KEYS`."""
        signs = [key if len(key) == 1 else KEYS[key] for key in keys]
        strokes = [{"type": kind, "value": sign} for sign in signs for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": strokes})

    def _point(self, steps: list[dict[str, Any]]) -> None:
        kind = self.screen.hands
        self.act(
            {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        )


_DOWN: Final = {"type": "pointerDown", "button": 0}
_UP: Final = {"type": "pointerUp", "button": 0}


def _to(at: Sequence[float]) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(at[0]), "y": round(at[1]), "duration": 0}

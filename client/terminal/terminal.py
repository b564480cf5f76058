"""Where a race is shown: a terminal that is drawn on, or anything else, which gets lines."""

import os
from collections.abc import Iterable
from io import TextIOWrapper
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from client.terminal.text import glyphs_for


class Terminal:
    """An output: a terminal that is drawn on, or anything else, which gets lines.

    `with` it, a terminal shows pages on its second screen; afterwards it is as it was before.
    """

    def __init__(self, out: TextIO) -> None:
        """Write to `out`, with what it and the environment (TERM, NO_COLOR) allow.

        A character that `out` cannot carry becomes a question mark.
        """
        dumb = os.name != "nt" and os.environ.get("TERM", "dumb") in ("", "dumb", "unknown")
        self.live = out.isatty() and not dumb
        """Whether pages can be drawn."""
        self.glyphs = glyphs_for(out.encoding)
        if isinstance(out, TextIOWrapper):
            out.reconfigure(errors="replace")
        self._console = Console(file=out, force_terminal=self.live)
        self._screen = Live(
            console=self._console,
            screen=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._drawn: tuple[tuple[int, int], list[Text]] | None = None

    def __enter__(self) -> Self:
        """Switch to the second screen, without a cursor."""
        if self.live:
            self._screen.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Give the terminal back as it was."""
        self._screen.stop()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return self._console.size

    def draw(self, lines: list[Text]) -> None:
        """Show a page, if it is another one than before."""
        if (self.size, lines) != self._drawn:
            self._drawn = self.size, lines
            self._screen.update(Group(*lines), refresh=True)

    def write(self, lines: Iterable[Text]) -> None:
        """Write lines one below the other, as programs do."""
        for line in lines:
            line.rstrip()
            self._console.print(line, soft_wrap=True)
        self._console.file.flush()

"""Lines of text for a terminal: safe, of a certain width, in characters that it has.  Pure."""

from dataclasses import dataclass
from typing import Final

from rich.text import Text

from client.words.texts import ISOLATE, POP


@dataclass(frozen=True)
class Glyphs:
    """The characters that a terminal can show."""

    suits: str = "♣♦♥♠"
    back: str = "▒"
    empty: str = "·"
    full: str = "█"
    rest: str = "░"
    more: str = "…"


UNICODE: Final = Glyphs()
ASCII: Final = Glyphs(suits="CDHS", back="#", empty=".", full="#", rest="-", more="~")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the glyphs that an output of this encoding can carry."""
    try:
        "".join(vars(UNICODE).values()).encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return ASCII
    return UNICODE


def safe_text(text: str, style: str = "") -> Text:
    """Return text from others without the characters that control a terminal or turn its text.

    It is no markup either: `[bold]` stays as it is.  What `client.words.texts.one_line` has
    isolated stays so.
    """
    return Text.assemble((_safe(text), style))  # a style of its own would be that of all behind it


def _safe(text: str) -> str:
    """Return what of a text is harmless, with as many ends of isolated parts as beginnings."""
    safe, depth = "", 0
    for c in text:
        if c == ISOLATE:
            depth += 1
        elif c == POP and depth:
            depth -= 1
        elif not c.isprintable():
            c = " " * c.isspace()  # noqa: PLW2901
        safe += c
    return safe + POP * depth


def fit(text: Text, width: int, glyphs: Glyphs) -> Text:
    """Return `text` filled up or cut to exactly `width` columns; a cut one says that it is."""
    fitted = text.copy()
    if text.cell_len > width > 0:
        fitted.truncate(width - 1)
        fitted.append(POP * (fitted.plain.count(ISOLATE) - fitted.plain.count(POP)))
        fitted.truncate(width - 1, pad=True)
        fitted.append(glyphs.more, "dim")
    fitted.truncate(width, pad=True)
    return fitted


def place_at(line: Text, column: int, text: Text) -> None:
    """Write `text` at a column of `line`, over what is there or behind spaces."""
    line.truncate(column, pad=True)
    line.append_text(text)

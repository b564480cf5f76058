import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rooms.printable import MAX_MARKS, is_mark, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [(" hello ", "hello"), ("tea\nis\tready", "tea is ready"), ("\x1b[2J", "[2J"), ("\n", "")],
)
def test_what_cannot_be_printed_becomes_a_space(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a" + "\u0301" * 299, "a" + "\u0301" * MAX_MARKS),
        ("\u25cc" + "\u0301" * 300, "\u25cc" + "\u0301" * MAX_MARKS),
        ("a" + "\u0301" * 9 + "b" + "\u20dd" * 9, "a" + "\u0301" * 4 + "b" + "\u20dd" * 4),
        ("Vi\u1ec7t Nam", "Vi\u1ec7t Nam"),
        ("\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48", "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48"),
    ],
)
def test_a_letter_keeps_as_many_marks_as_a_language_needs(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.sampled_from("ab \u0301\u0308\u20dd\u0e35\u200d\n"), max_size=300))
def test_no_text_has_more_marks_on_a_letter(text: str) -> None:
    shown = printable(text)
    runs = re.findall("m+", "".join("m" if is_mark(letter) else " " for letter in shown))
    assert max(map(len, runs), default=0) <= MAX_MARKS
    assert printable(shown) == shown


DEFAULT_IGNORABLE = """
    ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff ffa0
    fff0-fff8 1bca0-1bca3 1d173-1d17a e0000-e0fff
"""
"""What Unicode's file of derived properties lists as Default_Ignorable_Code_Point."""
BLANK = "2800 fffc 1d159 13441-13442"
"""Letters and symbols that are drawn as nothing: the Braille blank, the place of an object that is
not there, the null note head, and the blanks of the hieroglyphs (from Unicode 15 on)."""


def characters(ranges: str) -> set[str]:
    """Return the characters in a list like "61-7a c0"."""
    ends = [part.split("-") for part in ranges.split()]
    return {chr(n) for part in ends for n in range(int(part[0], 16), int(part[-1], 16) + 1)}


WITHOUT_INK = characters(DEFAULT_IGNORABLE) | characters(BLANK)


def blank(letter: str) -> bool:
    """Return whether a character alone shows nothing, by its category and by the lists above."""
    return unicodedata.category(letter)[0] in "MZC" or letter in WITHOUT_INK


def test_of_all_characters_those_without_ink_are_nothing_to_read() -> None:
    everything = set(map(chr, range(sys.maxunicode + 1)))
    empty = {letter for letter in everything if not printable(letter)}
    assert empty == set(filter(blank, everything))


@given(st.text(st.sampled_from(sorted(WITHOUT_INK | set(" \n\u0301\u20dd\u0940")))))
def test_neither_is_any_number_of_them(text: str) -> None:
    assert not printable(text)


@pytest.mark.parametrize(
    "text",
    [
        *("\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea", "."),
        *("a\u3164b", "\u2800\u2801", "e\u0301", "\u0915\u0940", "\u1160\u1161", "\u3164!"),
    ],
)
def test_what_has_a_letter_or_a_sign_stays_as_it_was(text: str) -> None:
    assert printable(text) == text

import re

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
        ("\u0301" * 300, "\u0301" * MAX_MARKS),
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

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.terminal.text import ASCII, UNICODE, Glyphs, fit, glyphs_for, safe_text
from client.words.texts import ISOLATE, POP, one_line


@pytest.mark.parametrize(
    ("encoding", "glyphs"),
    [("utf-8", UNICODE), ("ascii", ASCII), ("latin-1", ASCII), (None, ASCII), ("what", ASCII)],
)
def test_glyphs_that_an_output_can_carry(encoding: str | None, glyphs: Glyphs) -> None:
    assert glyphs_for(encoding) == glyphs


def harmless(text: str) -> bool:
    """Whether it controls no terminal, and turns nothing but what it isolates."""
    depth, rest = 0, ""
    for c in text:
        depth += (c == ISOLATE) - (c == POP)
        rest += "" if c in (ISOLATE, POP) else c
        if depth < 0:
            return False
    return depth == 0 and rest.isprintable()


@given(st.text(st.sampled_from("ab שר\u2068\u2069\u202e\x1b"), max_size=12), st.integers(0, 20))
def test_what_is_turned_is_isolated(name: str, width: int) -> None:
    for text in (name, one_line(name), f"1. {one_line(name)} 2"):
        line = fit(safe_text(text), width, UNICODE)
        assert harmless(line.plain)
        assert line.cell_len == width


def test_a_name_from_right_to_left_is_cut_within_its_isolation() -> None:
    shown = fit(safe_text(one_line("אבגדהוזח") + " [bot]"), 5, UNICODE).plain
    assert shown == "\u2068אבגד\u2069…"


@pytest.mark.parametrize(
    "name", ["A\x1b[2Jda", "A\x07da", "A\r\nda", "A\u202eda", "A\x9b2Jda", "A\u2028da"]
)
def test_control_characters_do_nothing(name: str) -> None:
    shown = safe_text(name).plain
    assert harmless(shown)
    assert shown.startswith("A")


@given(st.text(), st.integers(0, 20))
def test_any_text_fits_and_is_harmless(name: str, width: int) -> None:
    line = fit(safe_text(name), width, UNICODE)
    assert line.cell_len == width
    assert harmless(line.plain)


def test_wide_characters_take_two_columns() -> None:
    assert safe_text("漢a").cell_len == 3
    assert safe_text("e\u0301").cell_len == 1
    assert fit(safe_text("漢字漢字"), 4, UNICODE).plain == "漢 …"
    assert fit(safe_text("漢字漢字"), 5, UNICODE).plain == "漢字…"

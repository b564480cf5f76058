import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.terminal.text import ASCII, UNICODE, Glyphs, fit, glyphs_for, safe_text


@pytest.mark.parametrize(
    ("encoding", "glyphs"),
    [("utf-8", UNICODE), ("ascii", ASCII), ("latin-1", ASCII), (None, ASCII), ("what", ASCII)],
)
def test_glyphs_that_an_output_can_carry(encoding: str | None, glyphs: Glyphs) -> None:
    assert glyphs_for(encoding) == glyphs


@pytest.mark.parametrize(
    "name", ["A\x1b[2Jda", "A\x07da", "A\r\nda", "A\u202eda", "A\x9b2Jda", "A\u2028da"]
)
def test_control_characters_do_nothing(name: str) -> None:
    shown = safe_text(name).plain
    assert shown.isprintable()
    assert shown.startswith("A")


@given(st.text(), st.integers(0, 20))
def test_any_text_fits_and_is_harmless(name: str, width: int) -> None:
    line = fit(safe_text(name), width, UNICODE)
    assert line.cell_len == width
    assert line.plain.isprintable()


def test_wide_characters_take_two_columns() -> None:
    assert safe_text("漢a").cell_len == 3
    assert safe_text("e\u0301").cell_len == 1
    assert fit(safe_text("漢字漢字"), 4, UNICODE).plain == "漢 …"
    assert fit(safe_text("漢字漢字"), 5, UNICODE).plain == "漢字…"

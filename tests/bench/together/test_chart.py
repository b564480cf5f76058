import re
import xml.etree.ElementTree as ET
from typing import Any

from bench.together.chart import BARS, chart
from bench.together.running import Outcome
from harness.ratios import Ratio
from tests.bench.together.figures import OUTCOMES

SVG = "{http://www.w3.org/2000/svg}"
KINDS = ("reached", "missed", "plain")


def bars(outcomes: list[Outcome]) -> list[tuple[str, float, float]]:
    """Return each bar's kind, and where it begins and ends."""
    drawn = ET.fromstring(chart(outcomes, "It took a minute."))
    found: list[Any] = [each for each in drawn.iter(f"{SVG}rect") if each.get("class") in KINDS]
    return [
        (each.get("class"), x := float(each.get("x")), x + float(each.get("width")))
        for each in found
    ]


def test_it_says_all_of_it() -> None:
    drawn = ET.fromstring(chart(OUTCOMES, "It took a minute."))
    said = ["".join(each.itertext()) for each in drawn.iter(f"{SVG}text")]
    assert "0.46 × a move in 4x13, wanted at least 0.7 ✗" in said
    assert "0.92 × the 16 KiB that it may be, wanted at most 1 ✓" in said
    assert "1.46 × one of the window's" in said
    assert "a move <of the page's>" in said
    assert "It took a minute." in said
    assert "page: wants a browser: install the package chromium-headless-shell" in said


def test_a_bar_is_as_long_as_its_part_of_what_is_wanted() -> None:
    [(kind, start, end)] = bars([Outcome("a", [Ratio("b", 0.35, "c", at_least=0.7)])])
    assert (kind, round(end - start)) == ("missed", BARS / 4)
    [(kind, start, end)] = bars([Outcome("a", [Ratio("b", 8, "c", at_most=16)])])
    assert (kind, round(end - start)) == ("reached", BARS / 4)


def test_a_bar_goes_no_further_than_it_is_told_apart() -> None:
    far = chart([Outcome("a", [Ratio("b", 44, "c", at_most=1)])], "")
    [(_, start, end)] = bars([Outcome("a", [Ratio("b", 44, "c", at_most=1)])])
    assert round(end - start) == BARS
    assert 'path class="missed"' in far
    assert 'path class="missed"' not in chart([Outcome("a", [Ratio("b", 2, "c", at_most=1)])], "")


def test_less_goes_to_the_left_of_the_same_and_more_to_the_right() -> None:
    ratios = [Ratio("b", value, "c") for value in (0.1, 10.0, 1.0, -1.0)]
    less, more, same, noise = bars([Outcome("a", ratios)])
    assert less[2] == more[1] == same[1]
    assert round(less[2] - less[1]) == round(more[2] - more[1])
    assert round(same[2] - same[1]) == 1
    assert noise[1] < less[1]


def test_nothing_was_measured() -> None:
    assert bars([]) == []
    assert bars([Outcome("a", (), "stopped")]) == []


def test_a_dark_page_has_colours_of_its_own() -> None:
    style = chart(OUTCOMES, "")
    light, dark = style.split("prefers-color-scheme: dark")
    for kind in (*KINDS, "page", "faint", "line", "goal"):
        assert re.search(rf"\.{kind} \{{", light)
        assert re.search(rf"\.{kind} \{{", dark)

import pytest

from client.words import evening as words
from harness.fakes import ADA, BOB, HOSTILE
from protocol.messages import PointsRule, Series, SeriesGame
from tests.client.evenings import RACES, SERIES, Told


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (1, "½"), (2, "1"), (7, "3½"), (34, "17"), (200, "100")]
)
def test_halves_of_points_are_told_as_such(points: int, text: str) -> None:
    assert words.points_number(points) == text
    assert words.gained_text(points) == (f"+{text}" if points else "–")


def test_every_rule_has_its_words() -> None:
    rules: tuple[PointsRule, ...] = ("places", "rivals", "wins")
    assert rules == words.RULES
    assert len({words.rule_title(rule) for rule in rules}) == 3
    assert len({words.rule_text(rule) for rule in rules}) == 3


def test_what_a_series_is_stands_line_by_line() -> None:
    first, games, vetoes, rule = words.series_lines(SERIES)
    assert first == "Series of 5 deals"
    assert games == "In turn: Klondike, Golf"
    assert vetoes == "Vetoes each: 2"
    assert rule.startswith("Points by place · 10, 7, 5")
    assert words.series_lines(None) == []
    family, _ = words.series_lines(Series(0, family="Golf"))[1:]
    assert family == "Drawn by lot from the family “Golf”"
    assert len(words.series_lines(Series(1, vetoes=3))) == 2, "no vetoes where nothing is chosen"


def test_a_long_list_is_cut() -> None:
    told = words.games_text(Series(3, [SeriesGame("golf")] * 20))
    assert told.endswith("…")
    assert told.count("Golf") == words.MOST_TITLES


def test_how_it_stands_in_a_line() -> None:
    told = Told(RACES).evening(next=SeriesGame("golf"))
    line = words.summary_text(told, SERIES, ADA)
    assert line == "3 of 5 deals · You are 4th with 12 points · Next: Golf"
    assert words.summary_text(told, SERIES, 77) == "3 of 5 deals · Next: Golf"
    assert words.summary_text(Told([]).evening(), SERIES, ADA) == ""


def test_an_evening_without_a_series_is_told_from_the_second_race_on() -> None:
    assert words.summary_text(Told(RACES[:1], None).evening(), None, ADA) == ""
    line = words.summary_text(Told(RACES[:2], None).evening(), None, ADA)
    assert line == "2 races this evening · You are 3rd with 10 points"


def test_what_has_changed() -> None:
    evening = Told(RACES).evening()
    told = {row.player: words.change_text(row, evening.deals) for row in evening.rows}
    assert told == {BOB: "▲ 1", 3: "▼ 1", 5: "new", ADA: "▼ 1", 9: "▼ 1"}
    first = Told(RACES[:1]).evening()
    assert {words.change_text(row, first.deals) for row in first.rows} == {""}
    assert words.row_text(evening.rows[0], 3) == f"1st: {HOSTILE}, 15½ points, up 1 place"


def test_who_has_won() -> None:
    rows = Told(RACES).evening().rows
    assert words.winners_text(rows) == f"{HOSTILE} has won the series."
    assert words.winners_text([]) == ""
    shared = Told([RACES[0][:1]]).evening().rows * 2
    assert words.winners_text(shared) == "Ada and Ada have won the series."


def test_the_pause() -> None:
    assert words.pause_text(42, held=False).endswith("in 42 s")
    assert words.pause_text(42, held=True) == "The host holds the pause."
    assert words.pause_text(0, held=False) == ""

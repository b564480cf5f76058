from client.session.session import Session
from client.terminal.page import WatchedRoom, page
from client.terminal.tally import series_text, tally_lines
from client.terminal.text import ASCII
from harness.fakes import HOSTILE
from protocol.messages import SeriesGame
from protocol.wire import encode
from tests.client.evenings import RACES, Told


def told(told: Told, **more: object) -> Session:
    session = Session("Eve")
    session.opened(lambda _frame: None)
    session.receive(encode(told.room("lobby", **more)), 100.0)  # type: ignore[arg-type]
    return session


def test_the_tally_with_what_has_changed() -> None:
    lines = [line.plain for line in tally_lines(told(Told(RACES), next=SeriesGame("golf")), 100)]
    assert lines[0] == "The series, 3 of 5 deals, Next: Golf"
    assert lines[1].split() == f"1 {HOSTILE} 15.5 +5 up 1 place".split()
    assert lines[4].split() == ["4", "Ada", "12", "+2", "down", "1", "place"]
    assert lines[5].split() == ["5", "Bob", "[bot]", "2", "down", "1", "place"]


def test_nothing_is_told_before_there_is_anything() -> None:
    assert tally_lines(told(Told([])), 80) == []
    assert tally_lines(told(Told(RACES[:1], None)), 80) == []
    assert len(tally_lines(told(Told(RACES[:2], None)), 80)) == 5


def test_what_a_series_is_stands_before_its_races() -> None:
    session = told(Told([]))
    assert next(line.plain for line in series_text(session)) == "Series of 5 deals"
    assert series_text(told(Told([], None))) == []
    assert series_text(Session("Eve")) == []


def test_the_page_of_the_room_has_both_in_any_width() -> None:
    watched = WatchedRoom(told(Told(RACES)))
    for width in (10, 40, 80, 120):
        lines = page(watched, 100.0, width, 30, ASCII)
        assert all(line.cell_len <= width for line in lines)
    whole = [line.plain for line in page(watched, 100.0, 120, 30)]
    assert "Series of 5 deals" in whole
    assert "The series, 3 of 5 deals" in whole

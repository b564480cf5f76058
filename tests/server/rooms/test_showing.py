from engine import catalogue
from engine.state import Click
from server.rooms.race import Race
from server.rooms.records import Entered
from server.rooms.showing import PROGRESS_EVERY, Showing
from tests.server.play import ANN

TURN = Click(0)


def make(start: int = 1000) -> Showing:
    race = Race(7, catalogue.make("klondike"), "seed", [ANN], start=start, time_limit=60_000)
    return Showing(race)


def test_entries_wait_until_their_time_has_come() -> None:
    showing = make()
    for number, at in enumerate((0, 100, 100, 250)):
        showing.wait_for(Entered(7, number, 1, TURN, at))
    assert list(showing.due(999)) == []
    assert [step.number for step in showing.due(1000)] == [1]
    assert [step.number for step in showing.due(1249)] == [2, 3]
    assert showing.race.racers[1].play.length == 3
    assert [step.number for step in showing.due(1250)] == [4]
    assert list(showing.due(9999)) == []


def test_progress_comes_when_there_is_news_and_not_too_often() -> None:
    showing = make()
    assert showing.progress(5000) is None
    showing.news = True
    assert showing.progress(5000) is not None
    showing.news = True
    assert showing.progress(5000 + PROGRESS_EVERY - 1) is None
    assert showing.progress(5000 + PROGRESS_EVERY) is not None


def test_the_clock_stands_when_it_is_over() -> None:
    showing = make()
    showing.begin()
    assert showing.elapsed(1500) == 500
    showing.finish(2000)
    assert (showing.phase, showing.elapsed(9000)) == ("finished", 1000)

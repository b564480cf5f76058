from engine import catalogue
from engine.state import Click
from server.rooms.races.broadcast import PROGRESS_EVERY, Broadcast
from server.rooms.races.race import Race
from server.rooms.records import Entered
from tests.server.play import ANN

TURN = Click(0)


def make(start: int = 1000) -> Broadcast:
    race = Race(7, catalogue.make("klondike"), "seed", [ANN], start=start, time_limit=60_000)
    return Broadcast(race)


def test_entries_wait_until_their_time_has_come() -> None:
    broadcast = make()
    for number, at in enumerate((0, 100, 100, 250)):
        broadcast.wait_for(Entered(7, number, 1, TURN, at))
    assert list(broadcast.due(999)) == []
    assert [step.number for step in broadcast.due(1000)] == [1]
    assert [step.number for step in broadcast.due(1249)] == [2, 3]
    assert broadcast.race.racers[1].play.length == 3
    assert [step.number for step in broadcast.due(1250)] == [4]
    assert list(broadcast.due(9999)) == []


def test_progress_comes_when_there_is_news_and_not_too_often() -> None:
    broadcast = make()
    assert broadcast.progress(5000) is None
    broadcast.news = True
    assert broadcast.progress(5000) is not None
    broadcast.news = True
    assert broadcast.progress(5000 + PROGRESS_EVERY - 1) is None
    assert broadcast.progress(5000 + PROGRESS_EVERY) is not None


def test_the_clock_stands_when_it_is_over() -> None:
    broadcast = make()
    broadcast.begin()
    assert broadcast.elapsed(1500) == 500
    broadcast.finish(2000)
    assert (broadcast.phase, broadcast.elapsed(9000)) == ("finished", 1000)

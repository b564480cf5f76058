import time

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication

from client.window.widgets.daily.place import DailyPlace
from harness.fakes import TODAY, FakeLink, Show, gone_by, played_today, press, today
from protocol.messages import Daily, GetDaily, Problem


@pytest.fixture
def place(link: FakeLink, show: Show) -> DailyPlace:
    link.session.daily = TODAY
    made = show(DailyPlace(link))
    link.received.connect(made.take)
    made.refresh()
    assert link.take_sent() == [GetDaily()]
    return made


def test_before_the_attempt(link: FakeLink, place: DailyPlace) -> None:
    link.tell(today())
    wanted: list[bool] = []
    place.play.connect(lambda: wanted.append(True))
    assert place.title.text() == "Daily deal · FreeCell · Can be won: medium"
    assert place.told.text() == "Your first attempt counts."
    facts = "16 attempts · 9 solved · 3 days in a row · most so far: 9 · Open for another 5 hours"
    assert place.facts.text().startswith(facts)
    assert not place.share.isVisible()
    press(place, "Play today’s deal")
    assert wanted == [True]


def test_after_it(link: FakeLink, place: DailyPlace) -> None:
    link.tell(played_today())
    days: list[str] = []
    told: list[str] = []
    place.practise.connect(days.append)
    place.notice.connect(told.append)
    assert place.told.text() == "2nd of 17 so far, 2:41.4, 87 moves"
    assert "The next deal comes in 5 hours" in place.facts.text()
    assert not place.begin.isVisible()
    press(place, "Practise it again")
    press(place, "Share")
    assert days == [TODAY]
    assert told == ["The line is on the clipboard."]
    line = "Samedeal 2026-11-27, FreeCell: 2nd of 17 so far, 2:41.4, 87 moves ▁▁▂▂▃▃▄▅▆▇██"
    assert QGuiApplication.clipboard().text() == line


def test_the_line_has_the_link_where_the_server_has_a_page(
    link: FakeLink, place: DailyPlace
) -> None:
    link.session.page = True
    link.tell(played_today())
    press(place, "Share")
    assert QGuiApplication.clipboard().text().endswith(f" http://127.0.0.1:1/#daily/{TODAY}")


def test_while_the_attempt_goes_on_nothing_is_offered(link: FakeLink, place: DailyPlace) -> None:
    link.tell(replace(today(), attempt="on"))
    assert place.told.text() == "Your attempt is under way."
    assert not place.begin.isVisible()
    assert not place.again.isVisible()


def test_a_low_window_has_a_line_and_the_way(link: FakeLink, place: DailyPlace) -> None:
    link.tell(today())
    place.fit(low=True)
    assert place.title.text() == "Daily deal · FreeCell", "with the hardness it would be cut"
    assert place.told.text() == "Can be won: medium · Your first attempt counts."
    assert place.begin.isVisible()
    assert not place.facts.isVisible()
    assert not place.show_all.isVisible()
    link.tell(played_today())
    assert place.show_all.isVisible()
    assert not place.share.isVisible()
    place.fit(low=False)
    assert place.share.isVisible()


def test_days_gone_by_do_not_stand_there(link: FakeLink, place: DailyPlace) -> None:
    link.tell(gone_by())
    assert place.title.text() == ""
    link.tell(today(), gone_by())
    assert place.begin.isVisible()


def test_a_server_without_one_has_no_place(link: FakeLink, place: DailyPlace) -> None:
    link.tell(today(), Problem("unknown day", "there is no daily deal of that day here"))
    assert not place.isVisible()
    link.session.daily = ""
    place.refresh()
    assert link.take_sent() == []


def test_at_the_end_of_the_day_the_next_is_asked_for_once(
    link: FakeLink, place: DailyPlace
) -> None:
    ended: Daily = replace(today(), until=round(time.time()) - 1)
    link.tell(ended)
    for _ in range(2):
        place._clock.timeout.emit()
    assert link.take_sent() == [GetDaily()]
    assert place.isVisible()
    place.hide()
    assert not place._clock.isActive()


def test_it_waits_for_an_answer_of_its_own(link: FakeLink, place: DailyPlace) -> None:
    told = [place.asks]
    for answer in (today(), Problem("unknown day", "there is none")):
        link.tell(answer)
        told.append(place.asks)
        place.refresh()
    assert told == [True, False, False]

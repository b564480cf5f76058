from client.window.widgets.news_bar import NewsBar
from harness.fakes import ADA, BOB, HOSTILE, Show, member, race, room
from protocol.messages import Announcement, LeftRoom, Results, Stopping, Welcome
from protocol.racing import ONLY_BOTS


def test_an_announcement_stays_until_it_is_read(show: Show) -> None:
    bar = show(NewsBar())
    bar.hide()
    bar.take(Announcement(text=f"{HOSTILE}\nand more"))
    assert bar.isVisible()
    assert bar.text.text() == f"{HOSTILE} and more"
    bar.read.click()
    assert not bar.isVisible()


def test_a_stop_is_counted_down_and_over_when_the_server_is_back(show: Show) -> None:
    bar = show(NewsBar())
    bar.take(Stopping(seconds=150))
    assert "stop in 2:30" in bar.text.text()
    assert bar._stops is not None
    bar._stops -= 100
    bar._show()
    assert "stop in 50 seconds" in bar.text.text()
    bar._stops -= 100
    bar._show()
    assert "stop now" in bar.text.text()
    bar.take(Announcement(text="Back at nine."))
    assert bar.text.text().startswith("Back at nine.")
    bar.take(Welcome(version=1, player=1, name="Ada"))
    assert bar.text.text() == "Back at nine."
    assert not bar._timer.isActive()


def test_what_was_said_of_a_race_is_gone_with_it(show: Show) -> None:
    bar = show(NewsBar())
    here = room(member(ADA), member(BOB, bot=True))
    results = Results(7, here.settings, [], "seed", "promise")
    for over in (results, LeftRoom(), *race(here)[:2]):
        bar.take(Announcement(ONLY_BOTS.text, seq=7))
        assert bar.text.text() == "Only bots are still racing: the race ends in ten seconds."
        bar.take(over)
        assert not bar.isVisible(), over
    bar.take(Announcement(text="back at nine"))
    bar.take(results)
    assert bar.text.text() == "back at nine", "the operator's words stay"

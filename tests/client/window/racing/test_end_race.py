from client.window.racing.end_race import news_of_end
from harness.fakes import ADA, BOB, FakeLink, member, race, room
from protocol.messages import EndAsked, Standing

STANDINGS = [Standing(ADA, "Ada"), Standing(BOB, "Bob")]


def news(link: FakeLink, asked: EndAsked, host: int) -> str:
    told = room(member(ADA), member(BOB), phase="running", host=host)
    link.tell(told, *race(told))
    return news_of_end(asked, STANDINGS, link.session)


def test_the_host_is_told_that_the_others_are_asked(link: FakeLink) -> None:
    asked = EndAsked(7, 20_000, [ADA])
    assert news(link, asked, ADA) == "The others are asked whether the race may end."
    assert news(link, EndAsked(7, 20_000, [BOB]), BOB) == ""
    assert news(link, EndAsked(7, 19_000, [ADA, BOB]), ADA) == "", "that is no news"


def test_who_would_rather_go_on_is_told_to_the_others(link: FakeLink) -> None:
    told = news(link, EndAsked(7, 0, by=BOB), ADA)
    assert told == "Bob would like to race on: the race goes on for a minute."
    assert news(link, EndAsked(7, 0, by=ADA), BOB) == ""

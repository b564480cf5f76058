from client.window.racing.end_question import EndQuestion
from harness.fakes import ADA, BOB, FakeLink, Show, member, press, race, room
from protocol.messages import AnswerEnd, EndAsked, Progress, Standing


def asked(link: FakeLink, show: Show, *agreed: int) -> EndQuestion:
    question = show(EndQuestion(link.session))
    told = room(member(BOB), member(ADA), phase="running", host=BOB)
    link.tell(told, *race(told), EndAsked(7, 20_000, list(agreed)))
    question.refresh()
    return question


def test_a_racer_is_asked_and_lets_it_go_on(link: FakeLink, show: Show) -> None:
    question = asked(link, show, BOB)
    assert question.isVisible()
    assert question.told.text().endswith("It ends in 20 s.")
    press(question, "Let it go on")
    assert link.take_sent() == [AnswerEnd(go_on=True)]
    assert not question.isVisible()


def test_a_racer_agrees(link: FakeLink, show: Show) -> None:
    question = asked(link, show, BOB)
    press(question, "End it")
    assert link.take_sent() == [AnswerEnd(go_on=False)]


def test_nobody_is_asked_who_has_agreed_or_is_through(link: FakeLink, show: Show) -> None:
    assert not asked(link, show, ADA, BOB).isVisible()
    question = asked(link, show, BOB)
    assert question.isVisible()
    link.tell(Progress([Standing(ADA, "Ada", "gave up", 3, 2), Standing(BOB, "Bob", place=1)]))
    question.refresh()
    assert not question.isVisible()


def test_the_question_goes_when_somebody_would_rather_go_on(link: FakeLink, show: Show) -> None:
    question = asked(link, show, BOB)
    link.tell(EndAsked(7, 0, by=BOB))
    question.refresh()
    assert not question.isVisible()

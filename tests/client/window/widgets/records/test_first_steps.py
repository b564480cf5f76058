from client.window.widgets.records.first_steps import FirstSteps
from harness.fakes import Show, press
from harness.qt_waiting import until


def test_three_ways_each_of_which_says_what_it_is(show: Show) -> None:
    steps = show(FirstSteps())
    wanted: list[str] = []
    steps.bots.connect(lambda: wanted.append("bots"))
    steps.practice.connect(lambda: wanted.append("practice"))
    steps.daily.connect(lambda: wanted.append("daily"))
    steps.resize(900, 120)
    until(steps._of_race.said.isVisible)
    for way in ("Race against bots", "Practise alone", "Daily deal"):
        press(steps, way)
    assert wanted == ["bots", "practice", "daily"]
    assert steps.race.accessibleDescription() == steps._of_race.said.text()
    steps.offer(bots=False, daily=False)
    assert steps.alone.isVisible(), "that needs nobody"
    assert not steps.race.isVisible()
    assert not steps.day.isVisible()


def test_where_there_is_little_room_the_buttons_are_enough(show: Show) -> None:
    steps = show(FirstSteps())
    steps.resize(260, 300)
    until(lambda: not steps._of_race.said.isVisible())
    until(lambda: steps._of_practice.y() > steps._of_race.y(), "below each other")

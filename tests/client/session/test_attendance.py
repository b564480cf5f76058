from client.session.attendance import Attendance, News, add_news
from harness.fakes import ADA, BOB, CLEO, member, room


def follow(*heres: list[int]) -> list[str]:
    """Return what a chat says of who came and left, when these were here one after the other."""
    attendance, lines = Attendance(), list[News]()
    for here in heres:
        add_news(lines, attendance.note(room(*map(member, here)), ADA, 0))
    return [line.text for line in lines]


def test_who_was_here_before_is_no_news_nor_is_the_reader() -> None:
    assert follow([BOB, ADA]) == []
    assert follow([BOB], [BOB, ADA]) == []


def test_another_room_begins_anew() -> None:
    attendance = Attendance()
    attendance.note(room(member(ADA), member(BOB)), ADA, 0)
    attendance.note(None, ADA, 1)
    assert attendance.note(room(member(ADA), member(CLEO)), ADA, 2) == []


def test_many_are_told_in_one_line_and_each_in_the_last_that_they_did() -> None:
    assert follow([ADA], [ADA, BOB], [ADA, BOB, CLEO]) == ["Came in: Bob, Cleo"]
    assert follow([ADA], [ADA, BOB], [ADA]) == ["Bob left"]
    flaps = [[ADA], [ADA, BOB, CLEO]] + 5 * [[ADA, CLEO], [ADA, BOB, CLEO]]
    assert follow(*flaps) == ["Came in: Cleo, Bob"]
    assert follow([ADA, BOB], [ADA, CLEO]) == ["Bob left", "Cleo came in"]


def test_only_who_came_within_a_minute_is_told_in_one_line_and_it_keeps_the_first_time() -> None:
    attendance, lines = Attendance(), list[News]()
    for now, *here in ((0, ADA), (5, ADA, BOB), (30, BOB, ADA, CLEO), (65, ADA, CLEO), (90, ADA)):
        add_news(lines, attendance.note(room(*map(member, here)), ADA, now))
    told = [(line.text, line.since) for line in lines]
    assert told == [("Came in: Bob, Cleo", 5), ("Left: Bob, Cleo", 65)]
    add_news(lines, attendance.note(room(member(ADA), member(BOB)), ADA, 91))
    told = [(line.text, line.since) for line in lines]
    assert told == [("Came in: Bob, Cleo", 5), ("Cleo left", 65), ("Bob came in", 91)]


def test_what_is_said_parts_the_news() -> None:
    attendance, lines = Attendance(), list[str | News]()
    for here in ([ADA], [ADA, BOB], [ADA, BOB, CLEO], [ADA]):
        add_news(lines, attendance.note(room(*map(member, here)), ADA, 0))
        lines.append("hello")
    told = [line if isinstance(line, str) else line.text for line in lines]
    assert told == [
        "hello", "Bob came in", "hello", "Cleo came in", "hello", "Left: Bob, Cleo", "hello",
    ]  # fmt: skip

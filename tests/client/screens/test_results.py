from PySide6.QtGui import QGuiApplication

from client.screens.results import ResultsScreen
from engine.chance import commitment
from protocol.messages import GetReplay, Rematch, Results, Standing
from tests.client.screens.fakes import ADA, BOB, HOSTILE, FakeLink, Show, member, press, race, room

STANDINGS = [
    Standing(BOB, HOSTILE, "won", 52, 1, 99, 83_400, bot=True),
    Standing(ADA, "Ada", "stuck", 20, 2, 70, 61_000),
]


def finish(link: FakeLink, show: Show, *, seed: str = "seed", dealt: str = "seed") -> ResultsScreen:
    screen: ResultsScreen = show(ResultsScreen(link))
    told = room(member(ADA), member(BOB), phase="running")
    countdown, started, *boards = race(told, seed)
    _, _, *boards = race(told, dealt)
    link.tell(told, countdown, started, *boards)
    link.tell(Results(7, told.settings, STANDINGS, seed, commitment(seed)))
    link.tell(room(member(ADA), member(BOB), phase="finished"))
    link.take_sent()
    return screen


def test_the_ranking(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    rows = [[screen.table.text(y, x) for x in range(6)] for y in range(2)]
    assert rows == [
        ["1st", f"{HOSTILE} (bot)", "Won", "52", "1:23.4", "99"],
        ["2nd", "Ada", "Stuck", "20", "1:01.0", "70"],
    ]
    assert screen.own.text() == "You came 2nd."
    assert screen.table.chosen == ADA


def test_the_deal_is_checked(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    assert screen.verdict.property("role") == "good"
    press(screen, "Copy seed")
    assert QGuiApplication.clipboard().text() == "seed"


def test_other_cards_than_promised_are_found_out(link: FakeLink, show: Show) -> None:
    screen = finish(link, show, dealt="another")
    assert screen.verdict.property("role") == "bad"


def test_rematch_and_replay(link: FakeLink, show: Show) -> None:
    screen = finish(link, show)
    press(screen, "Replay")
    press(screen, "Rematch")
    assert link.take_sent() == [GetReplay(7, ADA), Rematch()]
